"""Campaigns at the shell: play, share, tutorial, run, new, list, cheatsheet, export."""

from functools import partial
from importlib.util import find_spec
from typing import Annotated

import typer

from companion.cli.app import app
from companion.cli.output import (
    exit_on_refusal,
    exit_quietly_on_interrupt,
    exit_with_wrong_usage,
    open_answer_output,
    parse_seat,
    print_lines,
    require_known_format,
)
from companion.cli.shared_options import (
    CampaignName,
    CampaignsFolder,
    PlainOption,
    SeatOption,
    SeedOption,
    TablesFolder,
    complete_campaign_name,
)
from companion.refusal import Impossible, Refusal

_SHARING_LIBRARIES = ("starlette", "uvicorn", "jinja2", "segno")
"""Libraries that are an extra."""


@app.command("play")
def play_campaign(
    campaign: Annotated[
        str | None,
        typer.Argument(
            help="Any part of a campaign's name; without it, choose.",
            autocompletion=complete_campaign_name,
        ),
    ] = None,
    seat: SeatOption = "guide",
    seed: SeedOption = None,
    plain: PlainOption = False,
    screen: Annotated[
        bool, typer.Option("--screen", help="A player screen for a second monitor: only looks.")
    ] = False,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Open a campaign at the prompt; the sample opens as your own copy, my-greenmire."""
    from companion.archive.campaign_folders import CampaignFolders
    from companion.repl.terminal import is_interactive

    campaign_folders, chosen = CampaignFolders(campaigns, tables), parse_seat(seat)
    if campaign is None and not is_interactive():
        exit_with_wrong_usage(
            f"Which campaign? There are: {', '.join(campaign_folders.list_names())}."
        )
    if screen and not is_interactive():
        exit_with_wrong_usage("The player screen is drawn on a terminal.")
    with exit_on_refusal(guide=chosen == "guide"), exit_quietly_on_interrupt():
        from companion.desk import Desk
        from companion.repl.campaign_questions import ask_for_campaign, resolve_campaign_name
        from companion.repl.prompt import run_prompt, run_tutorial

        if campaign is None:
            name = ask_for_campaign(
                campaign_folders, partial(run_tutorial, campaign_folders, plain=plain)
            )
        else:
            name = resolve_campaign_name(campaign, campaign_folders)
        archive = campaign_folders.open_campaign(name, seed=seed, dry_run=screen)
    if screen:
        from companion.repl.live_player_screen import run_player_screen

        run_player_screen(Desk(archive, campaign_folders, seat="note-taker"), plain=plain)
        return
    run_prompt(Desk(archive, campaign_folders, seat=chosen), plain=plain)


@app.command("share")
def share_campaign(
    campaign: CampaignName,
    lan: Annotated[
        bool, typer.Option("--lan", help="For every phone in the house, not this computer alone.")
    ] = False,
    port: Annotated[int, typer.Option("--port", help="Where to listen; 0 for any port.")] = 7337,
    keep_links: Annotated[
        bool, typer.Option("--keep-links", help="The links stay good for the next evening.")
    ] = False,
    screen: Annotated[
        bool, typer.Option("--screen", help="A player screen too, for a second monitor.")
    ] = False,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Share a campaign with the table: each seat in a browser of its own, by its own link."""
    with exit_on_refusal():
        if any(find_spec(name) is None for name in _SHARING_LIBRARIES):
            hint = "Install it: pip install 'errant-companion[share]'"
            raise Impossible("Sharing needs libraries that are not installed.", hint)
        from companion.archive.campaign_folders import CampaignFolders
        from companion.repl.campaign_questions import resolve_campaign_name
        from companion.share.server import ShareCall, serve_table

        campaign_folders = CampaignFolders(campaigns, tables)
        name = resolve_campaign_name(campaign, campaign_folders)
        call = ShareCall(name, lan, port, keep_links, screen)
        serve_table(call, campaign_folders, partial(print, flush=True))


@app.command("tutorial")
def start_tutorial(plain: PlainOption = False) -> None:
    """Play a first evening in a dozen lines, on a copy of the sample that goes away."""
    from companion.archive.campaign_folders import CampaignFolders
    from companion.repl.terminal import is_interactive

    if not is_interactive():
        exit_with_wrong_usage("The tutorial is played on a terminal.")
    with exit_on_refusal(), exit_quietly_on_interrupt():
        from companion.repl.prompt import run_tutorial

        run_tutorial(CampaignFolders(), plain=plain)


@app.command("run")
def run_script_file(
    campaign: CampaignName,
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
    loose: Annotated[
        bool, typer.Option("--loose", help="Read lines as people talk, as the prompt does.")
    ] = False,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Play typed lines from a file or standard input, one answer a line."""
    from companion.cli.run_script_command import ScriptCall, run_script_call

    run_script_call(
        ScriptCall(
            campaign, script, form, seed, keep_going, dry_run, seat, loose, campaigns, tables
        )
    )


@app.command("new")
def create_campaign(
    name: Annotated[
        str | None, typer.Argument(help="What it is called; without it you are asked.")
    ] = None,
    sample: Annotated[
        str | None,
        typer.Option("--from", help="Copy this one.", autocompletion=complete_campaign_name),
    ] = None,
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
    from companion.archive.campaign_folders import CampaignFolders
    from companion.archive.new_campaigns import parse_first_turn_type, parse_new_errants
    from companion.repl.campaign_questions import (
        ask_for_new_campaign,
        describe_how_to_play_new_campaign,
        parse_yes_no,
    )
    from companion.repl.terminal import LEAVE_HINT, ask_until_parsed, is_interactive, print_wrapped

    if sample is not None and (errants or start is not None):
        exit_with_wrong_usage(
            "A copy has its own Errants and Turns: --from goes without --errant and --start."
        )
    if name is None and not is_interactive():
        exit_with_wrong_usage("What is it called? companion new NAME")
    campaign_folders = CampaignFolders(campaigns)
    with exit_on_refusal(), exit_quietly_on_interrupt():
        company = parse_new_errants(errants or ())
        begins = parse_first_turn_type(start) if start is not None else None
        if name is None:
            print_wrapped(LEAVE_HINT)
            folder = ask_for_new_campaign(
                campaign_folders, sample=sample, company=company, begins=begins
            )
        else:
            folder = campaign_folders.create_campaign(name, sample, company=company, begins=begins)
        print_lines(*describe_how_to_play_new_campaign(folder, campaign_folders))
        if name is not None or not ask_until_parsed(
            "Play it now? Enter for yes, or no.", parse_yes_no
        ):
            return
        archive = campaign_folders.open_campaign(folder.name)
    from companion.desk import Desk
    from companion.repl.prompt import run_prompt

    run_prompt(Desk(archive, campaign_folders))


@app.command("list")
def list_campaigns(campaigns: CampaignsFolder = None) -> None:
    """Name the campaigns there are, the last played first."""
    from companion.archive.campaign_folders import CampaignFolders
    from companion.archive.campaign_summaries import list_campaign_summaries

    with exit_on_refusal():
        campaign_folders = CampaignFolders(campaigns)
        found = list_campaign_summaries(campaign_folders)
    widest = max((len(each.name) for each in found), default=0)
    print_lines(*(f"{each.name:<{widest}}  {each.describe(campaign_folders)}" for each in found))
    if all(each.sample for each in found):
        typer.echo("None is your own yet. Try: companion play, or companion new", err=True)
    for command in campaign_folders.list_restore_commands():
        print_lines(f"Gone, with copies to go back to: {command}", err=True)


@app.command("cheatsheet")
def print_cheatsheet(
    form: Annotated[str, typer.Option("--format", help="markdown or plain.")] = "plain",
) -> None:
    """Print every word on one page."""
    require_known_format(form, "markdown", "plain")
    from companion.cli.cheatsheet import render_cheatsheet

    typer.echo(render_cheatsheet(markdown=form == "markdown"), nl=False)


@app.command("export")
def export_campaign(
    campaign: CampaignName,
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
    from companion.archive.campaign_folders import CampaignFolders
    from companion.archive.disk.dot_companion_folder import log_failure
    from companion.cli.campaign_document import render_campaign_document

    require_known_format(form, "markdown", "json")
    if whose not in (None, "players"):
        exit_with_wrong_usage(
            f"«{whose}» is no version. Try: companion export {campaign} --players"
        )
    for_players = players or whose == "players" or seat == "players" or parse_seat(seat) != "guide"
    with open_answer_output("text") as output:
        archive = CampaignFolders(campaigns).open_campaign(campaign, dry_run=True)
        try:
            output.write(
                render_campaign_document(archive, as_json=form == "json", players=for_players)
            )
        except (Refusal, OSError):
            raise
        except Exception as bug:  # as at the desk: told, and kept where it can be found
            raise Refusal(log_failure(archive.folder, "export")) from bug
