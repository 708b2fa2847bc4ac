"""Simulates many games between bots: how long they are, who wins, and how sure that is."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from msgspec import Struct

from companion.parlour.game import Game, find_game
from companion.parlour.match_in_play import Match, Player

_BATCH = 10
_Z95 = 1.96


class PlayedGame(NamedTuple):
    """One game that bots played."""

    rounds: int
    moves: int
    winners: tuple[int, ...]
    why: str
    scores: tuple[dict[str, int], ...]


class Share(Struct, frozen=True):
    """A share of the games, with its 95 % confidence interval (Wilson)."""

    count: float
    share: float
    low: float
    high: float


class Spread(Struct, frozen=True):
    """A number over all games."""

    median: float
    mean: float
    low: float
    high: float
    """A tenth of the games are below `low`, a tenth above `high`."""


class Simulation(Struct, frozen=True):
    """What many games came to. A game won by several counts as a part for each."""

    game: str
    games: int
    asked: int
    seed: str
    players: tuple[str, ...]
    rounds: Spread
    moves: Spread
    ends: dict[str, Share]
    wins: dict[str, Share]
    """By seat."""
    scores: dict[str, Spread]


def play_bot_game(game: Game, data: Any, bots: tuple[str, ...], seed: str) -> PlayedGame:
    """Play one whole game between bots; what it came to."""
    players = tuple(Player(f"{seat + 1} {bot}", bot) for seat, bot in enumerate(bots))
    match = Match(game, data, players, seed)
    for _ in match.play_bots():
        pass
    result = match.result
    assert result is not None
    rounds = game.count_rounds(match.state)
    return PlayedGame(rounds, len(match.lines), result.winners, result.why, result.scores)


def _play_bot_games(
    game_name: str, tables: tuple[Path, ...], bots: tuple[str, ...], seeds: Sequence[str]
) -> list[PlayedGame]:
    with suppress(KeyboardInterrupt):
        game = find_game(game_name)
        data = game.load(tables)
        return [play_bot_game(game, data, bots, seed) for seed in seeds]
    return []


def play_bot_games(
    game: str, tables: tuple[Path, ...], bots: tuple[str, ...], number: int, seed: str
) -> Iterator[list[PlayedGame]]:
    """So many games on all cores, batch by batch. The games are the same for the same seed, in
    whatever order they are finished."""
    seeds = [f"{seed}/{each}" for each in range(number)]
    batches = [seeds[at : at + _BATCH] for at in range(0, number, _BATCH)]
    workers = min(os.cpu_count() or 1, len(batches))
    if workers == 1:
        for batch in batches:
            yield _play_bot_games(game, tables, bots, batch)
        return
    with ProcessPoolExecutor(workers) as pool:
        waiting = [pool.submit(_play_bot_games, game, tables, bots, batch) for batch in batches]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def summarize_games(
    played: Sequence[PlayedGame], game: str, bots: tuple[str, ...], asked: int, seed: str
) -> Simulation:
    """The figures of many games played by bots: wins at each seat, scores and lengths."""
    wins: Counter[int] = Counter()
    for each in played:
        for seat in each.winners:
            wins[seat] += 1 / len(each.winners)  # type: ignore[assignment]  # shares of a win
    names = [f"{seat + 1} {bot}" for seat, bot in enumerate(bots)]
    ends = Counter(each.why for each in played)
    keys = dict.fromkeys(key for each in played for score in each.scores for key in score)
    return Simulation(
        game=game,
        games=len(played),
        asked=asked,
        seed=seed,
        players=bots,
        rounds=_summarize_spread([each.rounds for each in played]),
        moves=_summarize_spread([each.moves for each in played]),
        ends={
            why: compute_share_with_confidence(count, len(played))
            for why, count in ends.most_common()
        },
        wins={
            name: compute_share_with_confidence(wins[seat], len(played))
            for seat, name in enumerate(names)
        },
        scores={
            key: _summarize_spread([score[key] for each in played for score in each.scores])
            for key in keys
        },
    )


def compute_share_with_confidence(count: float, whole: int) -> Share:
    """A share with its 95 % confidence interval, after Wilson."""
    share = count / whole
    spread = _Z95 * _Z95 / whole
    middle = (share + spread / 2) / (1 + spread)
    reach = _Z95 * sqrt(share * (1 - share) / whole + spread / (4 * whole)) / (1 + spread)
    return Share(count, share, max(0.0, middle - reach), min(1.0, middle + reach))


def _summarize_spread(numbers: Sequence[int]) -> Spread:
    ordered = sorted(numbers)
    tenth = len(ordered) // 10
    return Spread(
        float(median(ordered)), sum(ordered) / len(ordered), ordered[tenth], ordered[-1 - tenth]
    )
