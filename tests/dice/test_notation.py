import re
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.notation import Dice, Notation, Number, Pick, PickWay, Term, parse
from companion.refusal import Impossible, Malformed

ways: st.SearchStrategy[PickWay] = st.sampled_from(["kh", "kl", "dh", "dl"])


@st.composite
def dice(draw: st.DrawFn) -> Dice:
    number = draw(st.integers(1, 50))
    sides = draw(st.integers(1, 1_000_000))
    way = draw(st.none() | ways)
    if way is None or (way[0] == "d" and number == 1):
        return Dice(number, sides)
    most = number if way[0] == "k" else number - 1
    return Dice(number, sides, Pick(way, draw(st.integers(1, most))))


terms = st.builds(Term, st.booleans(), dice() | st.builds(Number, st.integers(0, 1_000_000_000)))
notations = st.lists(terms, min_size=1, max_size=6).map(lambda found: Notation(tuple(found)))


@given(notations)
def test_a_canonical_notation_reads_back_as_the_same_one(notation: Notation) -> None:
    assert parse(str(notation)) == notation


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
        ("4d6dh", "4d6dh1"),
        ("4d6dl1", "4d6dl1"),
        ("-1+d6", "-1+d6"),
        ("+d6", "d6"),
        ("007", "7"),
    ],
)
def test_what_people_write_has_one_canonical_form(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical


def test_a_notation_is_read_into_its_terms() -> None:
    assert parse("4d6dl1 - 2 + d%").terms == (
        Term(negative=False, part=Dice(4, 6, Pick("dl", 1))),
        Term(negative=True, part=Number(2)),
        Term(negative=False, part=Dice(1, 100)),
    )


@pytest.mark.parametrize(
    ("text", "dice", "lowest", "highest"),
    [
        ("2d6+1", 2, 3, 13),
        ("4d6kh3", 4, 3, 18),
        ("4d6dl3", 4, 1, 6),
        ("d20-d4", 2, -3, 19),
        ("d3+d5", 2, 2, 8),
        ("7", 0, 7, 7),
    ],
)
def test_the_ends_and_the_dice_are_counted(text: str, dice: int, lowest: int, highest: int) -> None:
    notation = parse(text)
    assert (notation.number_of_dice, notation.lowest, notation.highest) == (dice, lowest, highest)


def test_a_notation_can_be_a_key() -> None:
    assert {parse("2D6 + 1"): "found"}[parse("2d6+1")] == "found"


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("   ", 1),
        ("x", 1),
        ("2d", 3),
        ("dd6", 2),
        ("d6d6", 3),
        ("2d6+", 5),
        ("2d6 + ", 7),
        ("2d6++1", 5),
        ("2 d6", 3),
        ("2d6 3", 5),
        ("4d6kx", 5),
        ("4d6kh3kl1", 7),
        ("4kh3", 2),
        ("2d6!", 4),
        ("²d6", 1),
        ("٣d6", 1),
        ("2d6\n", 4),
        ("1.5", 2),
    ],
)
def test_what_cannot_be_read_names_the_column_and_what_would_do(text: str, column: int) -> None:
    with pytest.raises(Malformed) as refused:
        parse(text)
    assert re.search(rf"\bcolumn {column}\b", refused.value.message)
    assert text.strip() in refused.value.message
    assert "2d6+1" in refused.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "10001d6",
        "5000d6+5000d6+d6",
        "d1000001",
        "1000000001",
        "d6+99999999999999999999",
        "+".join(["d6"] * 70),
        "0d6",
        "2d0",
        "4d6kh5",
        "4d6kl5",
        "4d6dh5",
        "4d6dl5",
        "4d6dl4",
        "4d6kh0",
        "4d6dh0",
        "d6dl",
    ],
)
def test_what_cannot_be_rolled_is_refused_as_impossible(text: str) -> None:
    with pytest.raises(Impossible) as refused:
        parse(text)
    assert refused.value.hint


@pytest.mark.parametrize(
    "text", ["10000d6", "5000d6+5000d6", "d1000000", "1000000000", "4d6kh4", "4d6dl3", "1" * 9]
)
def test_the_limits_themselves_are_allowed(text: str) -> None:
    assert str(parse(text)) == text


@given(
    st.text(max_size=300)
    | st.text("0123456789dDkKhHlL%+- \t", max_size=220)
    | st.lists(st.sampled_from(["d", "6", "2d6", "kh", "dl2", "+", "-", " ", "%"])).map("".join)
)
def test_any_text_is_read_or_refused_and_quickly(text: str) -> None:
    began = time.perf_counter()
    with suppress(Malformed, Impossible):
        notation = parse(text)
        assert notation.number_of_dice <= 10_000
        assert notation.lowest <= notation.highest
        assert parse(str(notation)) == notation
    assert time.perf_counter() - began < 1
