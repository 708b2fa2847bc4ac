"""What the tests of all board games share: players, matches and tables, and moves made by hand."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.dice.face_sources import Faces, LoadedFaces
from companion.parlour.game import Event, Game, Move, find_game, list_game_names
from companion.parlour.match_in_play import Match, Player
from companion.parlour.saved_games import Saves
from companion.parlour.typed_line_answers import Table

SHIPPED = Path(__file__).parents[2] / "tables"
GAMES = [find_game(name) for name in list_game_names()]
BY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
ANN, BO, STEADY = Player("Ann"), Player("Bo"), Player("steady", "steady")
NO_DICE = LoadedFaces(())

S = TypeVar("S", bound=Struct)


def make_match(game: Game | str, *players: Player, seed: str = "7") -> Match:
    """A match with the shipped data."""
    game = find_game(game) if isinstance(game, str) else game
    return Match(game, game.load((SHIPPED,)), players or (ANN, BO), seed)


def make_bot_match(game: Game, players: int, bot: str, seed: str) -> Match:
    """A match of so many bots."""
    seats = (Player(f"{bot}-{seat}", bot) for seat in range(players))
    return make_match(game, *seats, seed=seed)


def sit_down(game: Game | str, folder: Path, *players: Player, width: int = 80) -> Table:
    """A table at which nothing has been said yet."""
    return Table(make_match(game, *players), "friday", Saves(folder, (SHIPPED,)), width)


def watch_states(match: Match, every: int = 1) -> Iterator[Any]:
    """The table before a game between bots, after each so many moves of it, and at its end."""
    number = 0
    yield match.state
    for number, _ in enumerate(match.play_bots(), 1):
        if number % every == 0:
            yield match.state
    if number % every:
        yield match.state


def play_lines(
    state: S,
    lines: tuple[str, ...],
    dice: Faces,
    list_moves: Callable[[S], tuple[Move, ...]],
    apply: Callable[[S, Move, Faces], tuple[S, tuple[Event, ...]]],
) -> tuple[S, tuple[Event, ...]]:
    """Moves made one after the other, each legal."""
    happened: tuple[Event, ...] = ()
    for line in lines:
        move = tuple(line.split())
        assert move in list_moves(state), (line, list_moves(state))
        state, events = apply(state, move, dice)
        happened = (*happened, *events)
    return state, happened


def join_moves(moves: tuple[Move, ...]) -> list[str]:
    """Moves as they are typed."""
    return [" ".join(move) for move in moves]


def reorder_piles(state: S, chance: Random, *piles: str) -> S:
    """The state with these piles in another order."""
    return replace(state, **{pile: reorder(getattr(state, pile), chance) for pile in piles})


def reorder(cards: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    """Cards in another order."""
    return tuple(chance.sample(cards, len(cards)))
