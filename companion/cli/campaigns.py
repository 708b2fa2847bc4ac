"""Campaigns at the shell: play, tutorial, run, new, list, cheatsheet, export."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.app import app
from companion.cli.options import (
    CampaignsFolder,
    PlainOption,
    SeatOption,
    SeedOption,
    TablesFolder,
    check_form,
    chosen_seat,
)
from companion.leaving import DONE, may_be_left, refusals_told, wrong_usage
from companion.refusal import Refusal

if TYPE_CHECKING:
    from companion.archive.archive import Archive
    from companion.archive.shelves import Shelves
    from companion.commands.reports import Seat


@app.command("play")
def play(
    campaign: Annotated[
        str | None, typer.Argument(help="Any part of a campaign's name; without it, choose.")
    ] = None,
    seat: SeatOption = "guide",
    seed: SeedOption = None,
    plain: PlainOption = False,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Open a campaign at the prompt; the sample opens as your own copy, my-greenmire."""
    from companion.archive.shelves import Shelves
    from companion.repl.asking import on_a_terminal

    shelves = Shelves(campaigns, tables)
    chosen = chosen_seat(seat)
    if campaign is None and not on_a_terminal():
        wrong_usage(f"Which campaign? There are: {', '.join(shelves.names())}.")
    with refusals_told(guide=chosen == "guide"), may_be_left():
        from companion.archive.cure import open_campaign
        from companion.repl.choosing import campaign_meant, campaign_to_play

        if campaign is None:
            name = campaign_to_play(shelves, lambda: _tutorial(shelves, plain))
        else:
            name = campaign_meant(campaign, shelves)
        archive = open_campaign(name, shelves, seed=seed)
    _at_the_prompt(archive, shelves, chosen, plain=plain)


def _at_the_prompt(
    archive: "Archive", shelves: "Shelves", seat: "Seat" = "guide", *, plain: bool = False
) -> None:
    from companion.desk import Desk
    from companion.repl.prompt import play_at_prompt

    play_at_prompt(Desk(archive, shelves, seat=seat), plain=plain)


@app.command("tutorial")
def tutorial(plain: PlainOption = False) -> None:
    """Play a first evening in a dozen lines, on a copy of the sample that goes away."""
    from companion.archive.shelves import Shelves
    from companion.repl.asking import on_a_terminal

    if not on_a_terminal():
        wrong_usage("The tutorial is played on a terminal.")
    with refusals_told(), may_be_left():
        _tutorial(Shelves(), plain)


def _tutorial(shelves: "Shelves", plain: bool) -> None:
    from companion.repl.prompt import Prompt
    from companion.repl.tutorial import play_tutorial

    play_tutorial(shelves, lambda desk: Prompt(desk, plain=plain, name="tutorial"))


@app.command("run")
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
    from companion.archive.cure import open_campaign
    from companion.archive.shelves import Shelves
    from companion.desk import Desk
    from companion.script import answers

    check_form(form, "text", "jsonl")
    chosen = chosen_seat(seat)
    lines = _lines_of(script)
    shelves = Shelves(campaigns, tables)
    with refusals_told(guide=chosen == "guide"):
        archive = open_campaign(campaign, shelves, seed=seed, dry_run=dry_run)
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


@app.command("new")
def new(
    name: Annotated[
        str | None, typer.Argument(help="What it is called; without it you are asked.")
    ] = None,
    sample: Annotated[str | None, typer.Option("--from", help="Copy this one.")] = None,
    errants: Annotated[
        list[str] | None,
        typer.Option(
            "--errant",
            help="Who plays: Bree, or 'Bree 13 9 8 12' (phys, skill, mind, pres). Again for more.",
        ),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option("--start", help="Begin with travel, exploration or downtime Turns."),
    ] = None,
    campaigns: CampaignsFolder = None,
) -> None:
    """Begin a campaign of your own, empty or copied from another."""
    from companion.archive import first_texts
    from companion.archive.shelves import Shelves
    from companion.repl.asking import HOW_TO_LEAVE, ask, on_a_terminal, say, width
    from companion.repl.beginning import ask_for_new, how_to_go_on, yes

    if sample is not None and (errants or start is not None):
        wrong_usage(
            "A copy has its own Errants and Turns: --from goes without --errant and --start."
        )
    if name is None and not on_a_terminal():
        wrong_usage("What is it called? companion new NAME")
    shelves = Shelves(campaigns)
    with refusals_told(), may_be_left():
        company = first_texts.newcomers(errants or ())
        begins = first_texts.start(start) if start is not None else None
        if name is None:
            say(HOW_TO_LEAVE)
            folder = ask_for_new(shelves, sample=sample, company=company, begins=begins)
        else:
            folder = shelves.new(name, sample, company=company, begins=begins)
        for line in how_to_go_on(folder, shelves, width()):
            typer.echo(line)
        if name is not None or not ask("Play it now? Enter for yes, or no.", yes):
            return
        archive = shelves.open(folder.name)
    _at_the_prompt(archive, shelves)


@app.command("list")
def list_campaigns(campaigns: CampaignsFolder = None) -> None:
    """Name the campaigns there are, the last played first."""
    from companion.archive.shelves import Shelves
    from companion.archive.summary import summaries
    from companion.text import clean

    with refusals_told():
        shelves = Shelves(campaigns)
        found = summaries(shelves)
    widest = max((len(each.name) for each in found), default=0)
    for each in found:
        typer.echo(clean(f"{each.name:<{widest}}  {each.told(shelves)}"))
    if all(each.sample for each in found):
        typer.echo("None is your own yet. Try: companion play, or companion new", err=True)
    for way in shelves.ways_back():
        typer.echo(clean(f"Gone, with copies to go back to: {way}"), err=True)


@app.command("cheatsheet")
def cheatsheet(
    form: Annotated[str, typer.Option("--format", help="markdown or plain.")] = "plain",
) -> None:
    """Print every word on one page."""
    check_form(form, "markdown", "plain")
    from companion.cheatsheet import cheatsheet as sheet

    _print(sheet("markdown" if form == "markdown" else "plain"))


@app.command("export")
def export(
    campaign: Annotated[str, typer.Argument(help="A campaign's name.")],
    whose: Annotated[str | None, typer.Argument(metavar="[players]", hidden=True)] = None,
    players: Annotated[
        bool, typer.Option("--players", help="The players' version, with nothing secret in it.")
    ] = False,
    form: Annotated[str, typer.Option("--format", help="markdown or json.")] = "markdown",
    seat: SeatOption = "guide",
    campaigns: CampaignsFolder = None,
) -> None:
    """Print a whole campaign with the story of its evenings. For players, with --players or any
    seat but the Guide's, it holds nothing secret: companion export NAME --players > players.md"""
    from companion.archive.cure import open_campaign
    from companion.archive.failures import log_failure
    from companion.archive.shelves import Shelves
    from companion.shell.exporting import document_lines
    from companion.shell.forms import sheet

    check_form(form, "markdown", "json")
    if whose not in (None, "players"):
        wrong_usage(f"«{whose}» is no version. Try: companion export {campaign} --players")
    if players or whose is not None or seat == "players":
        seat = "caller"  # what one player may see, all may
    for_players = chosen_seat(seat) != "guide"
    shelves = Shelves(campaigns)
    with refusals_told():
        archive = open_campaign(campaign, shelves, dry_run=True)
        lines = document_lines(
            archive, "json" if form == "json" else "markdown", players=for_players
        )
        try:
            with sheet("text") as paper:
                paper.write(lines)
        except (Refusal, OSError):
            raise
        except Exception as bug:  # as at the desk: told, and kept where it can be found
            raise Refusal(log_failure(archive.folder, "export")) from bug
