"""Runs `companion parlour simulate` with a progress bar, and renders its result."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion.cli.output import encode_csv_row, print_lines
from companion.parlour.game import find_game
from companion.parlour.match_in_play import parse_players
from companion.parlour.simulation import (
    PlayedGame,
    Share,
    Simulation,
    Spread,
    play_bot_games,
    summarize_games,
)
from companion.refusal import Impossible

_BAR = 30


def run_simulation(
    name: str, number: int, players: Sequence[str], seed: str, form: str, tables: tuple[Path, ...]
) -> None:
    """Play the games and print how they went. Raises Impossible where people are named."""
    game = find_game(name)
    bots = tuple(player.bot for player in parse_players(game, players))
    if "" in bots:
        raise Impossible("Only bots play in a simulation.", "Try: --players bot:steady,bot:random")
    game.load(tables)
    played = _play_games_with_progress_bar(game.name, tables, bots, number, seed)
    if not played:
        raise Impossible("No game was finished.", "Try fewer: -n 10")
    simulation = summarize_games(played, game.name, bots, number, seed)
    if form == "json":
        print(msgspec.json.encode(simulation).decode())
    elif form == "csv":
        _print_games_as_csv(played, bots)
    else:
        print_lines(*render_simulation(simulation))


def _play_games_with_progress_bar(
    game: str, tables: tuple[Path, ...], bots: tuple[str, ...], number: int, seed: str
) -> list[PlayedGame]:
    """The games, with a bar on a terminal. Ctrl-C ends it with those that are finished."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    played: list[PlayedGame] = []
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("Games", total=number)
        try:
            for batch in play_bot_games(game, tables, bots, number, seed):
                played += batch
                progress.advance(task, len(batch))
        except KeyboardInterrupt:
            print_lines(f"Stopped after {len(played)} of {number} games.", err=True)
    return played


def _print_games_as_csv(played: Sequence[PlayedGame], bots: tuple[str, ...]) -> None:
    header = ["rounds", "moves", "why", "winners", *(f"seat_{n + 1}" for n in range(len(bots)))]
    print(encode_csv_row(header, "csv"))
    for each in played:
        won = ["won" if seat in each.winners else "" for seat in range(len(bots))]
        winners = " ".join(str(seat + 1) for seat in each.winners)
        print(encode_csv_row([each.rounds, each.moves, each.why, winners, *won], "csv"))


def render_simulation(simulation: Simulation) -> list[str]:
    """What the games came to, as people read it."""
    lines = [f"{simulation.games:,} games of {simulation.game}, seed {simulation.seed}"]
    lines.append(f"rounds  {_describe_number_spread(simulation.rounds)}")
    lines.append(f"moves   {_describe_number_spread(simulation.moves)}")
    lines += ["", "How it ended"]
    lines += [_format_share_with_bar(why, share) for why, share in simulation.ends.items()]
    lines += ["", "Who won"]
    lines += [_format_share_with_bar(name, share) for name, share in simulation.wins.items()]
    if simulation.scores:
        lines += ["", "What they had at the end"]
        lines += [
            f"{key}: {_describe_number_spread(each)}" for key, each in simulation.scores.items()
        ]
    return lines


def _describe_number_spread(spread: Spread) -> str:
    return (
        f"{spread.median:g} in the middle, {spread.mean:.1f} on average, "
        f"{spread.low:g} to {spread.high:g} for eight in ten"
    )


def _format_share_with_bar(name: str, share: Share) -> str:
    bar = "#" * round(share.share * _BAR)
    return f"{name:<14} {share.share:6.1%} ({share.low:.1%} to {share.high:.1%}) {bar}".rstrip()
