"""What the bots of The Hero's Journey do."""

from companion.dice.face_sources import LoadedFaces
from companion.parlour.games.heros_journey.bots import (
    choose_move_mostly_passing,
    choose_move_sensibly,
)
from companion.parlour.games.heros_journey.rules import list_moves
from companion.parlour.games.heros_journey.state import State, Task
from tests.parlour.games.heros_journey.making import A, make_hero, make_state

DONE = ("done",)


def begin_trading() -> State:
    """A Hero without waves and leaves, which the next Stage takes, and with much else."""
    hero = make_hero("M4 S4 K4", stage=1)
    return make_state(hero, make_hero("M1"), todo=(Task("trade", A),))


def test_the_steady_bot_keeps_its_tokens_and_trades_none() -> None:
    state = begin_trading()
    moves = list_moves(state)
    assert ("trade", "moons", "moons", "for", "waves") in moves
    assert choose_move_sensibly(lambda: state, moves, LoadedFaces(())) == DONE


def test_the_random_bot_trades_15_times_in_100() -> None:
    state = begin_trading()
    moves = list_moves(state)
    assert choose_move_mostly_passing(lambda: state, moves, LoadedFaces((16,))) == DONE
    assert choose_move_mostly_passing(lambda: state, moves, LoadedFaces((15, 1)))[0] == "trade"
