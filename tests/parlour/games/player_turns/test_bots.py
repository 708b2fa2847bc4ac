"""What the steady bot of Heroes, Cities and Mines does."""

from companion.dice.face_sources import LoadedFaces
from companion.parlour.games.player_turns.bots import choose_move_sensibly
from companion.parlour.games.player_turns.rules import list_moves
from tests.parlour.games.player_turns.making import A, count, make_city, make_hero, make_state


def test_a_die_decides_between_goals_that_are_as_good() -> None:
    state = make_state(
        make_hero(3, 3),
        cities=(make_city(1, 1, A),),
        monsters=count(),
        caches=count(),
        finds=count((3, 1), (3, 5)),
        mines=(),
    )
    moves = list_moves(state)
    chosen = [choose_move_sensibly(lambda: state, moves, LoadedFaces((face, 1))) for face in (1, 2)]
    assert chosen == [("n",), ("s",)]


def test_a_die_decides_between_ways_that_are_as_short() -> None:
    state = make_state(
        make_hero(3, 3), monsters=count(), caches=count(), finds=count((4, 4)), mines=()
    )
    moves = list_moves(state)
    chosen = [choose_move_sensibly(lambda: state, moves, LoadedFaces((1, face))) for face in (1, 2)]
    assert chosen == [("e",), ("s",)]
