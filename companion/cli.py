"""The shell's door. Each command imports what it needs inside itself, so that a roll of dice does
not pay for a prompt."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from companion.refusal import Broken, Refusal

if TYPE_CHECKING:
    from companion.commands.sitting import Seat

DONE, REFUSED, WRONG_USAGE, BROKEN = 0, 1, 2, 3
"""Exit statuses: done, refused, wrong usage, a broken file."""

app = typer.Typer(
    name="companion",
    help="A terminal companion for the people who play Errant.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
CampaignsFolder = Annotated[
    Path | None, typer.Option("--campaigns", help="The folder campaigns are kept in.")
]
TablesFolder = Annotated[
    Path | None, typer.Option("--tables", help="A folder with tables of your own.")
]
SeedOption = Annotated[str | None, typer.Option("--seed", help="Dice of this run's own.")]
SeatOption = Annotated[str, typer.Option("--as", help="Whose seat: guide, timekeeper …")]


def fail(refusal: Refusal) -> NoReturn:
    """Say why not on standard error and leave with the status that tells it."""
    from companion.text import clean

    if isinstance(refusal, Broken):
        for problem in refusal.problems:
            typer.echo(clean(str(problem)), err=True)
        typer.echo(clean(refusal.hint), err=True)
        raise typer.Exit(BROKEN)
    typer.echo(clean(str(refusal)), err=True)
    raise typer.Exit(REFUSED)


def wrong_usage(message: str) -> NoReturn:
    """Say what was wrong with the call, and leave."""
    typer.echo(message, err=True)
    raise typer.Exit(WRONG_USAGE)


def _format(given: str, *known: str) -> str:
    if given not in known:
        wrong_usage(f"--format is one of {', '.join(known)}, not «{given}».")
    return given


def _seat(given: str) -> "Seat":
    from companion.commands.sitting import SEATS

    for seat in SEATS:
        if given == seat:
            return seat
    wrong_usage(f"--as is one of {', '.join(SEATS)}, not «{given}».")


@app.command()
def play(
    campaign: Annotated[str, typer.Argument(help="A campaign's name.")] = "greenmire",
    seat: SeatOption = "guide",
    seed: SeedOption = None,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Open a campaign at the prompt; the sample opens as your own copy, my-greenmire."""
    from companion.archive.shelves import Shelves
    from companion.desk import Desk
    from companion.repl.prompt import play_at_prompt

    shelves = Shelves(campaigns, tables)
    chosen = _seat(seat)
    try:
        archive = shelves.open(campaign, seed=seed)
    except Refusal as refusal:
        fail(refusal)
    play_at_prompt(Desk(archive, shelves, seat=chosen))


@app.command()
def run(
    campaign: Annotated[str, typer.Argument(help="A campaign's name.")],
    script: Annotated[
        str, typer.Argument(help="A file of typed lines, or - for standard input.")
    ] = "-",
    form: Annotated[str, typer.Option("--format", help="text or jsonl.")] = "text",
    seed: SeedOption = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Go on after a refusal.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing.")] = False,
    seat: SeatOption = "guide",
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Play typed lines from a file or standard input, one answer a line."""
    from companion.archive.shelves import Shelves
    from companion.desk import Desk
    from companion.script import answers

    _format(form, "text", "jsonl")
    chosen = _seat(seat)
    lines = _lines_of(script)
    shelves = Shelves(campaigns, tables)
    try:
        archive = shelves.open(campaign, seed=seed, dry_run=dry_run)
    except Refusal as refusal:
        fail(refusal)
    desk = Desk(archive, shelves, seat=chosen, whole_words=True)
    status = DONE
    for answer in answers(desk, lines, as_json=form == "jsonl", keep_going=keep_going):
        status = answer.status or status
        _print(answer.text)
    raise typer.Exit(status)


def _lines_of(script: str) -> list[str]:
    """The lines of a script. A broken byte is replaced; it is refused as a word nobody knows."""
    try:
        data = sys.stdin.buffer.read() if script == "-" else Path(script).read_bytes()
    except OSError as error:
        wrong_usage(f"{script} cannot be read: {error.strerror}.")
    return data.decode("utf-8-sig", errors="replace").splitlines()


def _print(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="What the campaign is called.")],
    sample: Annotated[str | None, typer.Option("--from", help="Copy this one.")] = None,
    campaigns: CampaignsFolder = None,
) -> None:
    """Begin a campaign of your own, empty or copied from another."""
    from companion.archive.shelves import Shelves

    shelves = Shelves(campaigns)
    try:
        folder = shelves.new(name, sample)
    except Refusal as refusal:
        fail(refusal)
    typer.echo(f"Made {folder}. Play it: companion play {folder.name}")


@app.command("list")
def list_campaigns(campaigns: CampaignsFolder = None) -> None:
    """Name the campaigns there are."""
    from companion.archive.shelves import Shelves
    from companion.archive.summary import summary

    shelves = Shelves(campaigns)
    for name in shelves.names():
        typer.echo(f"{name}  {summary(shelves.folder(name))}")


@app.command()
def check(
    campaign: Annotated[str, typer.Argument(help="A campaign's name.")],
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Read everything of a campaign and tell every problem, with its file, line and key."""
    from companion.archive.shelves import Shelves
    from companion.archive.summary import problems_of

    shelves = Shelves(campaigns, tables)
    try:
        problems = problems_of(shelves.folder(campaign), shelves)
        if problems:
            raise Broken(problems)
    except Refusal as refusal:
        fail(refusal)
    typer.echo(f"{campaign}: everything reads well.")


@app.command()
def roll(
    what: Annotated[str, typer.Argument(help="Dice like 2d6+1, or a table's name.")],
    times: Annotated[int, typer.Option("-n", min=1, max=1_000_000, help="How often.")] = 1,
    seed: SeedOption = None,
    form: Annotated[str, typer.Option("--format", help="text, json or jsonl.")] = "text",
    tables: TablesFolder = None,
) -> None:
    """Roll dice, or on a table."""
    _format(form, "text", "json", "jsonl")
    from companion.rolling import rolled_lines

    chosen = seed if seed is not None else os.urandom(8).hex()
    try:
        for line in rolled_lines(what, times, chosen, form, tables):
            sys.stdout.write(line)
    except Refusal as refusal:
        fail(refusal)
