import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import HandFaces, LoadedFaces, Streams
from companion.dice.notation_tree import Notation
from companion.dice.parser import parse
from companion.dice.rolls import RolledPart, roll
from companion.refusal import Impossible
from tests.dice.naive import Recording, fallen
from tests.dice.notations import notations


@given(notations, st.text("abc", max_size=4))
def test_a_roll_comes_out_as_a_second_and_plainer_roller_says(
    notation: Notation, seed: str
) -> None:
    recording = Recording(Streams(seed).stream("roll"))
    rolled = roll(notation, recording)
    naive = fallen(notation.part, iter(recording.faces))
    assert (rolled.total, list(rolled.kept)) == (naive.total, naive.kept)
    assert list(rolled.faces) == recording.faces
    assert roll(notation, LoadedFaces(recording.faces)) == rolled


@given(notations, st.text("abc", max_size=4))
def test_dice_are_thrown_as_the_notation_says_beforehand(notation: Notation, seed: str) -> None:
    recording = Recording(Streams(seed).stream("roll"))
    rolled = roll(notation, recording)
    assert notation.lowest <= rolled.total <= notation.highest
    assert len(recording.faces) >= notation.dice_count
    if notation.sides_of_each_die is not None:
        assert tuple(recording.sides) == notation.sides_of_each_die
        assert len(recording.faces) == notation.dice_count


@given(notations, st.text("abc", max_size=4))
def test_a_roll_keeps_its_faces_part_by_part(notation: Notation, seed: str) -> None:
    rolled = roll(notation, Streams(seed).stream("roll"))
    parts = [rolled.root]
    for part in parts:
        assert len(part.faces) == len(part.kept)
        assert not (part.faces and part.inner)
        parts += part.inner

    def in_order(part: RolledPart) -> list[tuple[int, bool]]:
        own = list(zip(part.faces, part.kept, strict=True))
        return own + [face for inner in part.inner for face in in_order(inner)]

    assert in_order(rolled.root) == list(zip(rolled.faces, rolled.kept, strict=True))


def marked(text: str) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Faces as people write them, those that did not count in parentheses: `(2) 6 5 (3)`."""
    shown = text.split()
    faces = tuple(int(face.strip("()")) for face in shown)
    return faces, tuple(not face.startswith("(") for face in shown)


@pytest.mark.parametrize(
    ("text", "shown", "total"),
    [
        ("4d6kh3", "(2) 6 5 3", 14),
        ("4d6kl3", "2 (6) 5 3", 10),
        ("4d6dh1", "2 (6) 5 3", 10),
        ("4d6dl2", "(2) 6 5 (3)", 11),
        ("4d6kh2", "5 5 (5) (5)", 10),
        ("4d6dl2", "5 5 (5) (5)", 10),
        ("4d6kl1", "(3) 1 (1) (2)", 1),
        ("4d6dh3", "(3) 1 (1) (2)", 1),
        ("5d6dl1dh1", "3 (1) (6) 3 4", 10),
        ("6d6kh4kl4", "(1) 2 3 (4) (4) (1)", 5),
        ("4d6dl1dh1", "5 5 (5) (5)", 10),
        ("2d6-d4+10", "4 3 2", 15),
        ("d3+d5", "3 5", 8),
        ("2d6*3", "4 3", 21),
        ("d6*d4-1", "5 3", 14),
        ("-d6", "4", -4),
        ("7", "", 7),
        ("d66", "3 5", 35),
        ("d66", "5 3", 53),
        ("d6r1", "(1) (1) 4", 4),
        ("2d6r<=2", "(2) 5 (1) 3", 8),
        ("2d6ro1", "(1) 1 4", 5),
        ("d6!", "6 6 2", 14),
        ("2d6!", "6 1 3", 10),
        ("d6!1", "1 1 5", 7),
        ("d6!>=5", "5 6 2", 13),
        ("d6r1!", "(1) 6 (1) 2", 8),
        ("d6ro1!6", "(1) 6 (1) 1", 7),
        ("2d6!kh1", "6 1 (5)", 7),
        ("2d6!kl1", "(6) (1) 5", 5),
        ("2d6!kh1", "(3) 6 1", 7),
        ("2d6r1kh1", "(1) 4 (3)", 4),
        ("2d6min3", "1 5", 8),
        ("2d6max3", "1 5", 4),
        ("d6!max4", "6 2", 6),
        ("2d6min3kh1", "1 (2)", 3),
        ("5d6c>=5", "5 4 6 1 2", 2),
        ("5d6c5", "5 4 6 1 5", 2),
        ("2d6!c>=5", "6 5 1", 2),
        ("3d6kl2c1", "1 (6) 1", 2),
        ("2d6min5c>=5", "1 6", 2),
        ("d8 enhance 1", "10", 10),
        ("d8 impair 2", "4", 4),
        ("d12 enhance 1", "20", 20),
        ("d20 enhance 3", "20", 20),
        ("d4 impair 1", "1", 1),
        ("d4 impair 5", "1", 1),
        ("event", "5", 5),
        ("event +1", "(2) 5", 5),
        ("event -2", "(4) 2 (2)", 2),
        ("event +1 -2", "(4) 2", 2),
        ("max(2d6, d12)", "4 4 (3)", 8),
        ("max(2d6, d12)", "(4) (4) 9", 9),
        ("min(d20, d20)", "7 (7)", 7),
        ("min(3d6kh1, 4)", "(1) (5) (2)", 4),
        ("2d6+1 >= 7", "3 3", 1),
        ("2d6+1 >= 7", "3 2", 0),
        ("d20 > d12", "7 7", 0),
        ("d20 = d12", "7 7", 1),
        ("2d6 [fire] + d4 [cold]", "3 4 2", 9),
    ],
)
def test_worked_rolls_come_out_as_by_hand(text: str, shown: str, total: int) -> None:
    by_hand = HandFaces(marked(shown)[0])
    rolled = roll(parse(text), by_hand)
    by_hand.require_no_faces_left()
    assert (rolled.faces, rolled.kept, rolled.total) == (*marked(shown), total)


def test_a_roll_by_hand_is_marked_as_entered() -> None:
    assert roll(parse("2d6"), HandFaces([3, 4])).entered
    assert not roll(parse("2d6"), LoadedFaces([3, 4])).entered


@pytest.mark.parametrize(
    ("text", "dice"), [("4d6kh3+d4", 5), ("d66*d6", 3), ("event -3", 4), ("max(2d6!, 3d4r1)", 5)]
)
def test_too_few_faces_by_hand_say_how_many_dice_there_are(text: str, dice: int) -> None:
    with pytest.raises(Impossible) as refused:
        roll(parse(text), HandFaces([1, 2]))
    assert refused.value.message == f"There are {dice} dice to roll, and 2 faces were given."


def test_a_face_too_few_for_an_explosion_names_the_die_that_comes() -> None:
    with pytest.raises(Impossible, match="The next is a d6") as refused:
        roll(parse("2d6!"), HandFaces([6, 6]))
    assert refused.value.message == "There are more dice to roll than the 2 faces given."


def test_a_wrong_face_by_hand_names_the_die_it_was_for() -> None:
    with pytest.raises(Impossible, match="A d4 has no 6"):
        roll(parse("d6+d4"), HandFaces([6, 6]))


def test_an_enhanced_die_by_hand_has_the_faces_of_the_larger_one() -> None:
    assert roll(parse("d8 enhance 1"), HandFaces([10])).total == 10
    with pytest.raises(Impossible, match="A d10 has no 11"):
        roll(parse("d8 enhance 1"), HandFaces([11]))


def test_ten_thousand_dice_are_rolled_without_a_wait() -> None:
    rolled = roll(parse("10000d6dl5000"), Streams("many").stream("roll"))
    assert sum(rolled.kept) == 5000
    assert rolled.total >= 5000 * 3
