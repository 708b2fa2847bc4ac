"""Keeping campaigns whole at the shell: check, restore."""

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.app import app
from companion.cli.exit_status import BROKEN, report_refusals
from companion.cli.options import CampaignName, CampaignsFolder, TablesFolder
from companion.refusal import MAX_PROBLEMS_SHOWN, Impossible, render_problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from companion.archive.rescue.journal_repair import Finding
    from companion.archive.rescue.restore import RestoreOutcome
    from companion.archive.shelves import Shelves


@app.command("check")
def validate_campaign(
    campaign: CampaignName,
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
    from companion.archive.rescue.repair import diagnose_campaign
    from companion.archive.shelves import Shelves

    shelves = Shelves(campaigns, tables)
    with report_refusals():
        folder = shelves.find_remains(campaign)
        findings = diagnose_campaign(folder, shelves)
        if repair and findings:
            findings = _repair_campaign(folder, shelves, every=every)
    passing = [finding for finding in findings if finding.is_transient]
    _print_transient_findings(passing)
    findings = tuple(finding for finding in findings if not finding.is_transient)
    if findings:
        _print_findings(findings, folder, shelves, every=every)
        _print_next_steps(findings, folder, shelves, repaired=repair)
        raise typer.Exit(BROKEN)
    typer.echo(f"{campaign}: everything {'else ' if passing else ''}reads well.")
    _print_nearly_full_files(folder)


def _print_nearly_full_files(folder: Path) -> None:
    """Tell which files have room for hardly more."""
    from companion.archive.texts import describe_nearly_full, find_nearly_full, read_stamps

    for name, size in find_nearly_full(read_stamps(folder)).items():
        typer.echo(describe_nearly_full(name, size))


def _repair_campaign(folder: Path, shelves: "Shelves", *, every: bool) -> "tuple[Finding, ...]":
    """Mend what can be, and tell it; what is left."""
    from companion.archive.rescue.repair import repair_campaign
    from companion.archive.shelves import is_sample
    from companion.text import clean_text

    if is_sample(folder):
        raise _make_sample_refusal(folder)
    repair = repair_campaign(folder, shelves)
    for outcome, same in _group_by_file(repair.repaired, lambda each: each.repair):
        problems = (finding.problem for finding in same)
        for line in render_problems(problems, most=None if every else MAX_PROBLEMS_SHOWN):
            typer.echo(clean_text(line))
        typer.echo(f"  Now {outcome}.")
    for warning in repair.warnings:
        typer.echo(clean_text(warning))
    if repair.set_aside_folder is not None:
        kept = clean_text(str(repair.set_aside_folder))
        typer.echo(f"The files as they were, with all that was edited in them, are kept in {kept}")
    return repair.remaining


def _print_transient_findings(findings: "Iterable[Finding]") -> None:
    """What a writer left that was stopped: nothing a person has to do anything about."""
    from companion.text import clean_text

    for finding in findings:
        typer.echo(clean_text(str(finding.problem)))
        typer.echo("  The next word mends this.")


def _print_findings(
    findings: "tuple[Finding, ...]", folder: Path, shelves: "Shelves", *, every: bool
) -> None:
    from companion.text import clean_text

    list_all = shelves.render_shell_command("check", f"{folder.name} --all")
    most = None if every else MAX_PROBLEMS_SHOWN
    for way, same in _group_by_file(findings, _describe_repair):
        for line in render_problems((finding.problem for finding in same), list_all, most=most):
            typer.echo(clean_text(line), err=True)
        for line in chain.from_iterable(finding.quote for finding in same[:most]):
            typer.echo(line, err=True)
        typer.echo(f"  {way}", err=True)


def _group_by_file(
    findings: "Iterable[Finding]", way_of: "Callable[[Finding], str]"
) -> "Iterator[tuple[str, list[Finding]]]":
    """The findings of one file that are mended in one way, and this way, which is told once."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.problem.file, way_of(finding)), []).append(finding)
    for (_, way), group in groups.items():
        yield way, group


def _describe_repair(finding: "Finding") -> str:
    """What is done about a finding."""
    return f"With --repair: {finding.repair}." if finding.repair else finding.hint


def _print_next_steps(
    findings: "tuple[Finding, ...]", folder: Path, shelves: "Shelves", *, repaired: bool
) -> None:
    from companion.archive.rescue.copies import Copies

    by_repair = sum(bool(finding.repair) for finding in findings)
    told = _describe_count(len(findings), by_repair, repaired=repaired)
    if by_repair and (not repaired or by_repair == len(findings)):
        told += f": {shelves.render_shell_command('check', f'{folder.name} --repair')}"
    typer.echo(told, err=True)
    if Copies(folder).list_copies():
        way = shelves.render_shell_command("restore", folder.name)
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
def restore_campaign(
    campaign: CampaignName,
    copy: Annotated[
        str | None, typer.Argument(help="Any part of a copy's name; without it, all are listed.")
    ] = None,
    campaigns: CampaignsFolder = None,
) -> None:
    """Bring back a campaign as it was before one of its last sessions; undo takes that back."""
    from companion.archive.shelves import Shelves, is_sample
    from companion.archive.summary import list_copy_summaries

    shelves = Shelves(campaigns)
    with report_refusals():
        folder = shelves.get_own_path(campaign)
        copies = list_copy_summaries(folder)
        if not copies or is_sample(folder):
            folder = shelves.find_remains(campaign)
            if is_sample(folder):
                raise _make_sample_refusal(folder)
        if copy is None:
            _print_copies(folder, shelves)
            return
        from companion.archive.rescue.restore import restore_copy
        from companion.commands.resolve.names import find_one

        name = find_one("copy", copy, copies, lambda each: (each.name,)).name
        _print_restoration(restore_copy(folder, name), folder, shelves)


def _print_copies(folder: Path, shelves: "Shelves") -> None:
    from companion.archive.summary import list_copy_summaries
    from companion.text import clean_text

    copies = list_copy_summaries(folder)
    widest = max((len(each.name) for each in copies), default=0)
    clocks = max((len(each.now) for each in copies), default=0)
    for each in copies:
        since = (
            "1 word since" if each.words_since == 1 else f"{each.words_since or 0:,} words since"
        )
        words = since if each.words_since is not None else ""
        now = each.now or "broken"
        line = f"{each.name:<{widest}}  {each.made}  {now:<{clocks}}  {words}"
        typer.echo(clean_text(line).rstrip())
    if not copies:
        typer.echo(f"There is no copy of {folder.name} yet: one is kept when a session begins.")
        return
    evening = next((each for each in copies if "-before-" not in each.name), copies[0])
    newest = shelves.render_shell_command("restore", f"{folder.name} {evening.name}")
    typer.echo(clean_text(f"To bring one back, type any part of its name: {newest}"), err=True)


def _print_restoration(restored: "RestoreOutcome", folder: Path, shelves: "Shelves") -> None:
    """What was done, in plain words, and how to take it back."""
    from companion.text import clean_text

    typer.echo(clean_text(f"{folder.name} is as the copy {restored.copy} has it: {restored.now}."))
    if restored.is_recreated:
        typer.echo("The folder was gone; its tables and its journal are those of the copies too.")
        typer.echo("A git repository in it is not among them.")
    if restored.later_journal is not None:
        typer.echo(
            "The journal of what came after it is kept in "
            f"{clean_text(str(restored.later_journal))}"
        )
    if restored.set_aside_folder is not None:
        typer.echo(
            "Files that could not be read were set aside: "
            f"{clean_text(str(restored.set_aside_folder))}"
        )
    if restored.differing_tables is not None:
        typer.echo(
            "Its own tables were left as they are; those it had then are in "
            f"{clean_text(str(restored.differing_tables))}"
        )
    for warning in restored.warnings:
        typer.echo(clean_text(warning))
    if restored.copy_before:
        back = shelves.render_shell_command("restore", f"{folder.name} {restored.copy_before}")
        undo = "undo at the prompt, or " if restored.entry else ""
        typer.echo(clean_text(f"To take this back: {undo}{back}"))
    elif not restored.is_recreated:
        typer.echo("Nothing had to be changed.")


def _make_sample_refusal(folder: Path) -> Impossible:
    from companion.archive.shelves import OWN_PREFIX

    return Impossible(
        f"«{folder.name}» is a sample and is never written.",
        f"Your own copy of it is {OWN_PREFIX}{folder.name}.",
    )
