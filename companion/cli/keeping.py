"""Keeping campaigns whole at the shell: check, restore."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.app import app
from companion.cli.options import CampaignsFolder, TablesFolder
from companion.leaving import BROKEN, refusals_told
from companion.refusal import MOST_OF_A_FILE, Impossible, Problem, render_problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from companion.archive.mending import Finding
    from companion.archive.restore import Restored
    from companion.archive.shelves import Shelves


@app.command("check")
def check(
    campaign: Annotated[str, typer.Argument(help="A campaign's name.")],
    repair: Annotated[
        bool, typer.Option("--repair", help="Mend what can be; what is taken out is kept.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Tell each problem of a file, however many it has.")
    ] = False,
    campaigns: CampaignsFolder = None,
    tables: TablesFolder = None,
) -> None:
    """Read everything of a campaign and tell every problem, with its file, line and key, and what
    --repair would do about it."""
    from companion.archive.repair import found_wrong
    from companion.archive.shelves import Shelves

    shelves = Shelves(campaigns, tables)
    with refusals_told():
        folder = shelves.what_is_left(campaign)
        findings = found_wrong(folder, shelves)
        if repair and findings:
            findings = _mended(folder, shelves, every=every)
    passing = [finding for finding in findings if finding.passing]
    _tell_passing(passing)
    findings = tuple(finding for finding in findings if not finding.passing)
    if findings:
        _tell(findings, folder, shelves, every=every)
        _say_how_to_go_on(findings, folder, shelves, repaired=repair)
        raise typer.Exit(BROKEN)
    typer.echo(f"{campaign}: everything {'else ' if passing else ''}reads well.")
    _tell_of_room(folder)


def _tell_of_room(folder: Path) -> None:
    """Tell which files have room for hardly more."""
    from companion.archive.texts import describe_room, find_nearly_full, stamps

    for name, size in find_nearly_full(stamps(folder)).items():
        typer.echo(describe_room(name, size))


def _mended(folder: Path, shelves: "Shelves", *, every: bool) -> "tuple[Finding, ...]":
    """Mend what can be, and tell it; what is left."""
    from companion.archive.repair import repaired
    from companion.archive.shelves import is_sample
    from companion.text import clean

    if is_sample(folder):
        raise _never_written(folder)
    repair = repaired(folder, shelves)
    for repair_of_these, same in _by_way(repair.done, lambda each: each.repair):
        for line in render_problems(same, most=None if every else MOST_OF_A_FILE):
            typer.echo(clean(line))
        typer.echo(f"  Now {repair_of_these}.")
    for warning in repair.told:
        typer.echo(clean(warning))
    if repair.set_aside is not None:
        kept = clean(str(repair.set_aside))
        typer.echo(f"The files as they were, with all that was edited in them, are kept in {kept}")
    return repair.left


def _tell_passing(findings: "Iterable[Finding]") -> None:
    """What a writer left that was stopped: nothing a person has to do anything about."""
    from companion.text import clean

    for finding in findings:
        typer.echo(clean(str(finding.problem)))
        typer.echo("  The next word mends this.")


def _tell(
    findings: "tuple[Finding, ...]", folder: Path, shelves: "Shelves", *, every: bool
) -> None:
    from companion.text import clean

    list_all = shelves.at_the_shell("check", f"{folder.name} --all")
    for way, same in _by_way(findings, _way_of):
        for line in render_problems(same, list_all, most=None if every else MOST_OF_A_FILE):
            typer.echo(clean(line), err=True)
        typer.echo(f"  {way}", err=True)


def _by_way(
    findings: "Iterable[Finding]", way_of: "Callable[[Finding], str]"
) -> "Iterator[tuple[str, list[Problem]]]":
    """The problems of one file that are mended in one way, and this way, which is told once."""
    alike: dict[tuple[str, str], list[Problem]] = {}
    for finding in findings:
        key = finding.problem.file, way_of(finding)
        alike.setdefault(key, []).append(finding.problem)
    for (_, way), problems in alike.items():
        yield way, problems


def _way_of(finding: "Finding") -> str:
    """What is done about a finding."""
    return f"With --repair: {finding.repair}." if finding.repair else finding.way


def _say_how_to_go_on(
    findings: "tuple[Finding, ...]", folder: Path, shelves: "Shelves", *, repaired: bool
) -> None:
    from companion.archive.copies import Copies

    by_repair = sum(bool(finding.repair) for finding in findings)
    told = _describe_count(len(findings), by_repair, repaired=repaired)
    if by_repair and (not repaired or by_repair == len(findings)):
        told += f": {shelves.at_the_shell('check', f'{folder.name} --repair')}"
    typer.echo(told, err=True)
    if Copies(folder).there():
        way = shelves.at_the_shell("restore", folder.name)
        typer.echo(f"There are copies to go back to: {way}", err=True)


def _describe_count(count: int, by_repair: int, *, repaired: bool) -> str:
    """How many problems there are, or are left by a repair, and how many of them one mends."""
    problems = "One problem" if count == 1 else f"{count:,} problems"
    problems += " left" if repaired else ""
    if not by_repair:
        return f"{problems}." if repaired else f"{problems}. Nothing was changed."
    if by_repair == count:
        return f"{problems}, which --repair mends"
    if repaired:
        return f"{problems}; mend the others first."
    mended = "one" if by_repair == 1 else f"{by_repair:,}"
    return f"{problems}, {mended} of which --repair mends"


@app.command("restore")
def restore(
    campaign: Annotated[str, typer.Argument(help="A campaign's name.")],
    copy: Annotated[
        str | None, typer.Argument(help="Any part of a copy's name; without it, all are listed.")
    ] = None,
    campaigns: CampaignsFolder = None,
) -> None:
    """Bring back a campaign as it was before one of its last sessions; undo takes that back."""
    from companion.archive.shelves import Shelves, is_sample
    from companion.archive.summary import kept

    shelves = Shelves(campaigns)
    with refusals_told():
        folder = shelves.place(campaign)
        copies = kept(folder)
        if not copies or is_sample(folder):
            folder = shelves.what_is_left(campaign)
            if is_sample(folder):
                raise _never_written(folder)
        if copy is None:
            _list(folder, shelves)
            return
        from companion.archive.restore import restored
        from companion.commands.names import one

        name = one("copy", copy, copies, lambda each: (each.name,)).name
        _say(restored(folder, name), folder, shelves)


def _list(folder: Path, shelves: "Shelves") -> None:
    from companion.archive.summary import kept
    from companion.text import clean

    copies = kept(folder)
    widest = max((len(each.name) for each in copies), default=0)
    clocks = max((len(each.now) for each in copies), default=0)
    for each in copies:
        since = "1 word since" if each.words == 1 else f"{each.words or 0:,} words since"
        words = since if each.words is not None else ""
        now = each.now or "broken"
        line = f"{each.name:<{widest}}  {each.made}  {now:<{clocks}}  {words}"
        typer.echo(clean(line).rstrip())
    if not copies:
        typer.echo(f"There is no copy of {folder.name} yet: one is kept when a session begins.")
        return
    evening = next((each for each in copies if "-before-" not in each.name), copies[0])
    newest = shelves.at_the_shell("restore", f"{folder.name} {evening.name}")
    typer.echo(clean(f"To bring one back, type any part of its name: {newest}"), err=True)


def _say(restored: "Restored", folder: Path, shelves: "Shelves") -> None:
    """What was done, in plain words, and how to take it back."""
    from companion.text import clean

    typer.echo(clean(f"{folder.name} is as the copy {restored.copy} has it: {restored.now}."))
    if restored.anew:
        typer.echo("The folder was gone; its tables and its journal are those of the copies too.")
        typer.echo("A git repository in it is not among them.")
    if restored.later is not None:
        typer.echo(f"The journal of what came after it is kept in {clean(str(restored.later))}")
    if restored.set_aside is not None:
        typer.echo(f"Files that could not be read were set aside: {clean(str(restored.set_aside))}")
    if restored.tables is not None:
        typer.echo(
            "Its own tables were left as they are; those it had then are in "
            f"{clean(str(restored.tables))}"
        )
    for warning in restored.told:
        typer.echo(clean(warning))
    if restored.before:
        back = shelves.at_the_shell("restore", f"{folder.name} {restored.before}")
        undo = "undo at the prompt, or " if restored.entry else ""
        typer.echo(clean(f"To take this back: {undo}{back}"))
    elif not restored.anew:
        typer.echo("Nothing had to be changed.")


def _never_written(folder: Path) -> Impossible:
    from companion.archive.shelves import OWN

    return Impossible(
        f"«{folder.name}» is a sample and is never written.",
        f"Your own copy of it is {OWN}{folder.name}.",
    )
