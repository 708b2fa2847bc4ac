import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.dice_of_one_kind import Condition, Dice
from companion.dice.face_sources import LADDER
from companion.dice.notation_tree import Notation, list_numbers_and_dice
from companion.dice.parser import parse
from tests.dice.notations import comparings, notations


@given(st.builds(Condition, comparings, st.integers(-3, 25)), st.integers(1, 20))
def test_the_faces_of_a_condition_are_those_it_holds_for(condition: Condition, sides: int) -> None:
    assert list(condition.list_faces(sides)) == [
        face for face in range(1, sides + 1) if condition.is_met_by(face)
    ]


@pytest.mark.parametrize(
    ("comparing", "holding"),
    [("=", [3]), ("<", [1, 2]), (">", [4, 5]), ("<=", [1, 2, 3]), (">=", [3, 4, 5])],
)
def test_a_condition_compares_a_face_with_its_number(comparing: str, holding: list[int]) -> None:
    count = next(iter(list_numbers_and_dice(parse(f"5d5c{comparing}3").part)))
    assert isinstance(count, Dice)
    assert count.count is not None
    assert [face for face in range(1, 6) if count.count.is_met_by(face)] == holding


@pytest.mark.parametrize(
    ("text", "dice", "lowest", "highest"),
    [
        ("2d6+1", 2, 3, 13),
        ("4d6kh3", 4, 3, 18),
        ("4d6dl3", 4, 1, 6),
        ("5d6dl1dh1", 5, 3, 18),
        ("d20-d4", 2, -3, 19),
        ("d3+d5", 2, 2, 8),
        ("7", 0, 7, 7),
        ("-2d6", 2, -12, -2),
        ("d6*d4", 2, 1, 24),
        ("(d6-3)*(d4-2)", 2, -4, 6),
        ("d66", 2, 11, 66),
        ("event", 1, 1, 6),
        ("event -3", 4, 1, 6),
        ("d8 enhance 1", 1, 1, 10),
        ("d20 enhance 1", 1, 1, 20),
        ("d4 impair 2", 1, 1, 1),
        ("2d6min2max5", 2, 4, 10),
        ("5d6c>=5", 5, 0, 5),
        ("max(2d6, d4+5)", 3, 6, 12),
        ("min(2d6, d4+5)", 3, 2, 9),
        ("2d6 > 3", 2, 0, 1),
        ("2d6r1 [fire]", 2, 2, 12),
        ("4d6kh3 x6", 4, 3, 18),
    ],
)
def test_the_ends_and_the_dice_of_one_roll_are_counted(
    text: str, dice: int, lowest: int, highest: int
) -> None:
    notation = parse(text)
    assert (notation.dice_count, notation.lowest, notation.highest) == (dice, lowest, highest)


@pytest.mark.parametrize(
    ("text", "thrown"),
    [
        ("2d6+d20", (6, 6, 20)),
        ("7", ()),
        ("d66*2d8 impair 1", (6, 6, 6, 6)),
        ("event -2", (6, 6, 6)),
        ("max(d4 [a], d6 > 3)", (4, 6)),
        ("d6 + d4!", None),
        ("d6r1", None),
        ("(d6ro1)*2", None),
    ],
)
def test_the_dice_thrown_are_known_beforehand_unless_the_faces_tell(
    text: str, thrown: tuple[int, ...] | None
) -> None:
    assert parse(text).sides_of_each_die == thrown


@given(notations)
def test_the_dice_counted_are_the_fewest_there_can_be(notation: Notation) -> None:
    if notation.sides_of_each_die is not None:
        assert notation.dice_count == len(notation.sides_of_each_die)


@given(st.sampled_from(LADDER), st.integers(-8, 8))
def test_a_die_steps_along_the_ladder_and_stays_at_its_ends(sides: int, steps: int) -> None:
    die = sides
    for _ in range(abs(steps)):
        larger = min((rung for rung in LADDER if rung > die), default=die)
        smaller = max((rung for rung in LADDER if rung < die), default=die)
        die = larger if steps > 0 else smaller
    assert Dice(1, sides, steps=steps).final_sides == die
