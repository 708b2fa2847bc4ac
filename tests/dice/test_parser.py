import pytest
from hypothesis import given

from companion.dice.dice_of_one_kind import Condition, Dice, Pick, Reroll
from companion.dice.expressions_in_arguments import looks_like_dice
from companion.dice.notation_tree import (
    Comparison,
    EventDice,
    Extreme,
    Labelled,
    Notation,
    Number,
    Product,
    Sum,
    TensAndOnes,
)
from companion.dice.parser import parse
from tests.dice.notations import notations

D6 = Dice(1, 6)


@given(notations)
def test_a_canonical_notation_reads_back_as_the_same_one(notation: Notation) -> None:
    assert parse(str(notation)) == notation


@given(notations)
def test_dice_that_can_be_written_look_like_dice(notation: Notation) -> None:
    assert looks_like_dice(str(notation))
    assert looks_like_dice(f"  {notation}".upper())


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2d6+1", "2d6+1"),
        ("4d6kh3", "4d6kh3"),
        ("d20 - 2", "d20-2"),
        ("1D20", "d20"),
        ("2d6+1d4-1", "2d6+d4-1"),
        ("  2D6\t+ 3 ", "2d6+3"),
        ("D%", "d100"),
        ("4d6k2", "4d6kh2"),
        ("4D6 KL", "4d6kl1"),
        ("4d6 kl 2", "4d6kl2"),
        ("4d6dh", "4d6dh1"),
        ("4d6dl1", "4d6dl1"),
        ("4d6dh1dl1", "4d6dl1dh1"),
        ("-1+d6", "-1+d6"),
        ("+d6", "d6"),
        ("007", "7"),
        ("1d6 * 1d4", "d6*d4"),
        ("d6×2", "d6*2"),
        ("2*-d6", "2*(-d6)"),
        ("2*+d6", "2*d6"),
        ("((2d6))", "2d6"),
        ("(2d6+1)*(d4 - 1)", "(2d6+1)*(d4-1)"),
        ("2d6-(d4-1)", "2d6-(d4-1)"),
        ("1D66", "d66"),
        ("d6 rr 1", "d6r1"),
        ("d6r=1", "d6r1"),
        ("d6 r <= 2", "d6r<=2"),
        ("d6ro1", "d6ro1"),
        ("d6!6", "d6!"),
        ("d6!=5", "d6!5"),
        ("d6!≥5", "d6!>=5"),
        ("d6mi2 ma5", "d6min2max5"),
        ("5d6cs>=5", "5d6c>=5"),
        ("5d6count=5", "5d6c5"),
        ("6d6 c>=5 kh3 max5 min2 !6 r1", "6d6r1!min2max5kh3c>=5"),
        ("3d6 drop lowest", "3d6dl1"),
        ("4d6 Drop  Highest 2", "4d6dh2"),
        ("4d6 keep highest 3", "4d6kh3"),
        ("4d6 keep lowest", "4d6kl1"),
        ("5d6 drop lowest drop highest + 1", "5d6dl1dh1+1"),
        ("d20 advantage", "2d20kh1"),
        ("d20 Disadvantage + 5", "2d20kl1+5"),
        ("1d20 r1 advantage", "2d20r1kh1"),
        ("d8 ENHANCE 1", "d8 enhance 1"),
        ("d8 enhanced 1", "d8 enhance 1"),
        ("(d8+d6) impaired 1 enhanced 2", "d8 enhance 1+d6 enhance 1"),
        ("d8 impair 3 enhance 1", "d8 impair 2"),
        ("d8 enhance 1 impair 1", "d8"),
        ("d8enhance1kh", "d8 enhance 1 kh1"),
        ("d6! enhance 1", "d6 enhance 1 !"),
        ("d6 enhance 1 !8", "d6 enhance 1 !"),
        ("d6!6 enhance 1", "d6 enhance 1 !6"),
        ("(d8+2d6) enhance 1", "d8 enhance 1+2d6 enhance 1"),
        ("(d8 impair 1) enhance 1", "d8"),
        ("(d6!) enhance 1", "d6 enhance 1 !"),
        ("max(d8, 3) impair 1", "max(d8 impair 1, 3)"),
        ("MAX ( 2d6 , d12,3)", "max(2d6, d12, 3)"),
        ("min(d20,d20)+2", "min(d20, d20)+2"),
        ("2d6+1>=7", "2d6+1 >= 7"),
        ("d20 ≤ d12", "d20 <= d12"),
        ("d6! >= 5", "d6! >= 5"),
        ("(d20>d12)+1", "(d20 > d12)+1"),
        ("2d6[fire]+d4 [ cold   iron ]", "2d6 [fire]+d4 [cold iron]"),
        ("(2d6+1)[fire]", "(2d6+1) [fire]"),
        ("d6 [a\tb]", "d6 [a b]"),
        ("Event", "event"),
        ("event+1", "event +1"),
        ("event + 1 - 2", "event -1"),
        ("event +1 -1", "event"),
        ("(event +1)+2", "(event +1)+2"),
        ("event > 3", "event > 3"),
        ("event +1 [wind]", "(event +1) [wind]"),
        ("4d6kh3 X6", "4d6kh3 x6"),
        ("4d6kh3 x 6 ", "4d6kh3 x6"),
        ("6x 4d6kh3", "4d6kh3 x6"),
        ("6X 10", "10 x6"),
        ("(d6) x1", "d6"),
        ("event +1 x3", "event +1 x3"),
    ],
)
def test_what_people_write_has_one_canonical_form(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical
    assert parse(canonical) == parse(text)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (
            "4d6dl1 - 2 + d%",
            Notation(
                Sum(((1, Dice(4, 6, picks=(Pick("dl", 1),))), (-1, Number(2)), (1, Dice(1, 100))))
            ),
        ),
        ("1+2*3", Notation(Sum(((1, Number(1)), (1, Product((Number(2), Number(3)))))))),
        ("-2*3", Notation(Sum(((-1, Product((Number(2), Number(3)))),)))),
        ("d6 < 2+3", Notation(Comparison(D6, "<", Sum(((1, Number(2)), (1, Number(3))))))),
        ("d66 x2", Notation(TensAndOnes(), 2)),
        ("event -2", Notation(EventDice(-2))),
        ("2*d6 [fire]", Notation(Product((Number(2), Labelled(D6, "fire"))))),
        ("max(d6, 3)", Notation(Extreme("max", (D6, Number(3))))),
        (
            "3d6ro<2!>4min2",
            Notation(
                Dice(
                    3,
                    6,
                    reroll=Reroll(Condition("<", 2), once=True),
                    explode=Condition(">", 4),
                    least=2,
                )
            ),
        ),
    ],
)
def test_a_notation_is_read_into_its_parts(text: str, notation: Notation) -> None:
    assert parse(text) == notation


def test_a_notation_can_be_a_key() -> None:
    assert {parse("2D6 + 1"): "found"}[parse("2d6+1")] == "found"


@pytest.mark.parametrize(
    "text",
    [
        "2d6",
        "6x 2d6",
        "D6",
        "d%",
        "d66",
        "-d6",
        "+3",
        "(whatever",
        " ( 2d6",
        "2x",
        "max(",
        "min (2d6, 3)",
        "-max(2,3)",
        "event",
        " EVENT ",
        "event +1",
        "event+1",
        "event -2",
        "event - 2",
        "event-2",
        "event +x",
        "event -",
        "event x3",
        "event > 3",
        "event [wind]",
        "event*2",
        "7",
        "2d6 goblins",
    ],
)
def test_what_begins_like_dice_is_refused_as_dice(text: str) -> None:
    assert looks_like_dice(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "goblins",
        "dungeon/doors",
        "d",
        "double",
        "max",
        "min",
        "maximum (old)",
        "events",
        "event-signs",
        "event/marsh",
        "event signs",
        "event xylophones",
        "eventful",
        "greenmire/marsh-encounters",
        "kh3",
        "x6",
        "[fire]",
        "-x",
    ],
)
def test_the_name_of_a_table_does_not_look_like_dice(text: str) -> None:
    assert not looks_like_dice(text)
