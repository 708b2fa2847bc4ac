"""The dice of a bot."""

import pytest

from companion.parlour.bots import BotDice

ROLLS = 6_000


def test_the_same_key_gives_the_same_faces_and_another_gives_others() -> None:
    one, same, other = (BotDice(key) for key in ("7/1/bot", "7/1/bot", "7/2/bot"))
    faces = [one.face(100) for _ in range(20)]
    assert faces == [same.face(100) for _ in range(20)]
    assert faces != [other.face(100) for _ in range(20)]


@pytest.mark.parametrize("sides", [2, 3, 6, 7])
@pytest.mark.parametrize("faces_a_move", [1, 5])
def test_every_face_comes_as_often(sides: int, faces_a_move: int) -> None:
    counts = [0] * sides
    for move in range(ROLLS // faces_a_move):
        dice = BotDice(f"20/{move}/bot")
        for _ in range(faces_a_move):
            counts[dice.face(sides) - 1] += 1
    spread = 5 * (ROLLS / sides) ** 0.5
    assert all(abs(count - ROLLS / sides) < spread for count in counts)
