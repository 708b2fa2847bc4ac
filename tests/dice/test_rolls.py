import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.faces import ByHand, Loaded, Streams
from companion.dice.notation import Dice, Notation, parse
from companion.dice.rolls import roll
from companion.refusal import Impossible
from tests.dice.test_notation import notations

few_sided = st.builds(
    lambda number, sides, way, pick: (number, sides, way, min(pick, number)),
    st.integers(2, 8),
    st.integers(1, 6),
    st.sampled_from(["kh", "kl", "dh", "dl"]),
    st.integers(1, 8),
).filter(lambda made: made[2][0] == "k" or made[3] < made[0])


def naively_kept(faces: list[int], way: str, number: int) -> list[bool]:
    """Throw dice away one at a time, the worst and of equals the latest, until enough are left."""
    left = list(range(len(faces)))
    keep = number if way[0] == "k" else len(faces) - number
    highest = way in ("kh", "dl")
    while len(left) > keep:
        worst = (min if highest else max)(faces[position] for position in left)
        left.remove(max(position for position in left if faces[position] == worst))
    return [position in left for position in range(len(faces))]


@given(notations, st.text("abc", max_size=4))
def test_a_total_lies_between_the_lowest_and_the_highest(notation: Notation, seed: str) -> None:
    rolled = roll(notation, Streams(seed).stream("roll"))
    assert notation.lowest <= rolled.total <= notation.highest
    assert len(rolled.faces) == len(rolled.kept) == notation.number_of_dice


@given(notations, st.text("abc", max_size=4))
def test_a_total_is_the_sum_of_what_was_kept(notation: Notation, seed: str) -> None:
    rolled = roll(notation, Streams(seed).stream("roll"))
    total = 0
    for fallen in rolled.terms:
        part = fallen.term.part
        if isinstance(part, Dice):
            value = sum(f for f, kept in zip(fallen.faces, fallen.kept, strict=True) if kept)
        else:
            value = part.value
        total += -value if fallen.term.negative else value
    assert rolled.total == total == sum(fallen.total for fallen in rolled.terms)


@given(few_sided, st.text("abc", max_size=4))
def test_the_dice_kept_are_those_a_slow_sorter_keeps(
    made: tuple[int, int, str, int], seed: str
) -> None:
    number, sides, way, pick = made
    rolled = roll(parse(f"{number}d{sides}{way}{pick}"), Streams(seed).stream("roll"))
    assert list(rolled.kept) == naively_kept(list(rolled.faces), way, pick)


@pytest.mark.parametrize(
    ("text", "faces", "kept", "total"),
    [
        ("4d6kh3", (2, 6, 5, 3), (False, True, True, True), 14),
        ("4d6kl3", (2, 6, 5, 3), (True, False, True, True), 10),
        ("4d6dh1", (2, 6, 5, 3), (True, False, True, True), 10),
        ("4d6dl2", (2, 6, 5, 3), (False, True, True, False), 11),
        ("4d6kh2", (5, 5, 5, 5), (True, True, False, False), 10),
        ("4d6dl2", (5, 5, 5, 5), (True, True, False, False), 10),
        ("4d6kl1", (3, 1, 1, 2), (False, True, False, False), 1),
        ("4d6dh3", (3, 1, 1, 2), (False, True, False, False), 1),
        ("2d6-d4+10", (4, 3, 2), (True, True, True), 15),
        ("d3+d5", (3, 5), (True, True), 8),
    ],
)
def test_worked_rolls_come_out_as_by_hand(
    text: str, faces: tuple[int, ...], kept: tuple[bool, ...], total: int
) -> None:
    rolled = roll(parse(text), Loaded(faces))
    assert (rolled.faces, rolled.kept, rolled.total) == (faces, kept, total)


def test_a_roll_keeps_its_faces_term_by_term() -> None:
    rolled = roll(parse("3d6kh1 - 2 + d4"), Loaded([1, 5, 2, 4]))
    assert [term.faces for term in rolled.terms] == [(1, 5, 2), (), (4,)]
    assert [term.total for term in rolled.terms] == [5, -2, 4]
    assert not rolled.entered


def test_a_roll_by_hand_is_marked_as_entered() -> None:
    by_hand = ByHand([3, 4])
    rolled = roll(parse("2d6"), by_hand)
    by_hand.finish()
    assert (rolled.total, rolled.entered) == (7, True)


def test_too_few_faces_by_hand_say_how_many_dice_there_are() -> None:
    with pytest.raises(Impossible) as refused:
        roll(parse("4d6kh3+d4"), ByHand([6, 6]))
    assert refused.value.message == "There are 5 dice to roll, and 2 faces were given."


def test_a_wrong_face_by_hand_names_the_die_it_was_for() -> None:
    with pytest.raises(Impossible, match="A d4 has no 6"):
        roll(parse("d6+d4"), ByHand([6, 6]))


def test_ten_thousand_dice_are_rolled_without_a_wait() -> None:
    rolled = roll(parse("10000d6dl5000"), Streams("many").stream("roll"))
    assert sum(rolled.kept) == 5000
    assert rolled.total >= 5000 * 3
