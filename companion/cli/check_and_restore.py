"""The commands that keep campaigns whole at the shell: check (with --repair) and restore."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.app import app
from companion.cli.output import BROKEN, exit_on_refusal, print_lines
from companion.cli.shared_options import CampaignName, CampaignsFolder, TablesFolder
from companion.refusal import MAX_PROBLEMS_SHOWN, Impossible, render_problems

if TYPE_CHECKING:
    from companion.archive.campaign_folders import CampaignFolders
    from companion.archive.campaign_summaries import CopySummary
    from companion.archive.rescue.journal_repair_plan import Finding
    from companion.archive.rescue.restore import RestoreOutcome


@app.command("check")
def check_or_repair_campaign(
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
    from companion.archive.campaign_folders import CampaignFolders
    from companion.archive.file_texts_and_change_stamps import (
        describe_file_near_size_limit,
        find_files_near_size_limit,
        read_file_stamps,
    )
    from companion.archive.rescue.repair import diagnose_campaign

    campaign_folders, most = (
        CampaignFolders(campaigns, tables),
        None if every else MAX_PROBLEMS_SHOWN,
    )
    with exit_on_refusal():
        folder = campaign_folders.find_folder_with_remains(campaign)
        findings = diagnose_campaign(folder, campaign_folders)
        if repair and findings:
            findings = _repair_campaign(folder, campaign_folders, most)
    transient = [str(finding.problem) for finding in findings if finding.is_transient]
    for problem in transient:
        print_lines(problem, "  The next word mends this.")
    if findings := tuple(finding for finding in findings if not finding.is_transient):
        _print_findings(findings, folder, campaign_folders, most)
        _print_next_steps(findings, folder, campaign_folders, repaired=repair)
        raise typer.Exit(BROKEN)
    typer.echo(f"{campaign}: everything {'else ' if transient else ''}reads well.")
    for name, size in find_files_near_size_limit(read_file_stamps(folder)).items():
        typer.echo(describe_file_near_size_limit(name, size))


def _repair_campaign(
    folder: Path, campaign_folders: "CampaignFolders", most: int | None
) -> "tuple[Finding, ...]":
    """Mend what can be, and tell it. Returns what is left."""
    from companion.archive.rescue.repair import repair_campaign
    from companion.view.shared_wording import group_by_key

    _refuse_sample_campaign(folder)
    repair = repair_campaign(folder, campaign_folders)
    groups = group_by_key(repair.repaired, lambda each: (each.problem.file, f"Now {each.repair}."))
    for (_, outcome), same in groups.items():
        problems = (finding.problem for finding in same)
        print_lines(*render_problems(problems, most=most), f"  {outcome}")
    print_lines(*repair.warnings)
    if (kept := repair.set_aside_folder) is not None:
        print_lines(f"The files as they were, with all that was edited in them, are kept in {kept}")
    return repair.remaining


def _print_findings(
    findings: "tuple[Finding, ...]",
    folder: Path,
    campaign_folders: "CampaignFolders",
    most: int | None,
) -> None:
    """Print the findings. What is done about those of one file is told once."""
    from companion.view.shared_wording import group_by_key

    list_all = campaign_folders.render_shell_command("check", f"{folder.name} --all")
    groups = group_by_key(findings, lambda each: (each.problem.file, _describe_repair(each)))
    for (_, remedy), same in groups.items():
        problems = render_problems((finding.problem for finding in same), list_all, most=most)
        quotes = (line for finding in same[:most] for line in finding.quote)
        print_lines(*problems, *quotes, f"  {remedy}", err=True)


def _describe_repair(finding: "Finding") -> str:
    return f"With --repair: {finding.repair}." if finding.repair else finding.hint


def _print_next_steps(
    findings: "tuple[Finding, ...]",
    folder: Path,
    campaign_folders: "CampaignFolders",
    *,
    repaired: bool,
) -> None:
    from companion.archive.rescue.backup_copies import Copies

    by_repair = sum(bool(finding.repair) for finding in findings)
    summary = _describe_problem_count(len(findings), by_repair, repaired=repaired)
    if by_repair and (not repaired or by_repair == len(findings)):
        summary += f": {campaign_folders.render_shell_command('check', f'{folder.name} --repair')}"
    typer.echo(summary, err=True)
    if Copies(folder).list_copies():
        restore = campaign_folders.render_shell_command("restore", folder.name)
        typer.echo(f"There are copies to go back to: {restore}", err=True)


def _describe_problem_count(count: int, by_repair: int, *, repaired: bool) -> str:
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
def restore_campaign_copy(
    campaign: CampaignName,
    copy: Annotated[
        str | None, typer.Argument(help="Any part of a copy's name; without it, all are listed.")
    ] = None,
    campaigns: CampaignsFolder = None,
) -> None:
    """Bring back a campaign as it was before one of its last sessions; undo takes that back."""
    from companion.archive.campaign_folders import CampaignFolders
    from companion.archive.campaign_summaries import list_backup_summaries

    campaign_folders = CampaignFolders(campaigns)
    with exit_on_refusal():
        folder = campaign_folders.get_path_of_own_campaign(campaign)
        copies = list_backup_summaries(folder)
        if not copies:
            folder = campaign_folders.find_folder_with_remains(campaign)
        _refuse_sample_campaign(folder)
        if copy is None:
            _print_backup_copies(copies, folder, campaign_folders)
            return
        from companion.archive.rescue.restore import restore_campaign_from_copy
        from companion.grammar.name_matching import find_one_by_name

        name = find_one_by_name("copy", copy, copies, lambda each: (each.name,)).name
        _print_restoration(restore_campaign_from_copy(folder, name), folder, campaign_folders)


def _print_backup_copies(
    copies: "list[CopySummary]", folder: Path, campaign_folders: "CampaignFolders"
) -> None:
    if not copies:
        typer.echo(f"There is no copy of {folder.name} yet: one is kept when a session begins.")
        return
    name_width = max(len(each.name) for each in copies)
    clock_width = max(len(each.now) for each in copies)
    for each in copies:
        words = "" if each.words_since is None else f"{each.words_since:,} words since"
        words = "1 word since" if each.words_since == 1 else words
        now = each.now or "broken"
        line = f"{each.name:<{name_width}}  {each.made}  {now:<{clock_width}}  {words}"
        print_lines(line.rstrip())
    evening = next((each for each in copies if "-before-" not in each.name), copies[0])
    newest = campaign_folders.render_shell_command("restore", f"{folder.name} {evening.name}")
    print_lines(f"To bring one back, type any part of its name: {newest}", err=True)


def _print_restoration(
    restored: "RestoreOutcome", folder: Path, campaign_folders: "CampaignFolders"
) -> None:
    print_lines(f"{folder.name} is as the copy {restored.copy} has it: {restored.now}.")
    if restored.is_recreated:
        print_lines("The folder was gone; its tables and its journal are those of the copies too.")
        print_lines("A git repository in it is not among them.")
    places = {
        "The journal of what came after it is kept in": restored.later_journal,
        "Files that could not be read were set aside:": restored.set_aside_folder,
        "Its own tables were left as they are; those it had then are in": restored.differing_tables,
    }
    print_lines(*(f"{what} {place}" for what, place in places.items() if place is not None))
    print_lines(*restored.warnings)
    if restored.copy_before:
        back = campaign_folders.render_shell_command(
            "restore", f"{folder.name} {restored.copy_before}"
        )
        undo = "undo at the prompt, or " if restored.entry else ""
        print_lines(f"To take this back: {undo}{back}")
    elif not restored.is_recreated:
        print_lines("Nothing had to be changed.")


def _refuse_sample_campaign(folder: Path) -> None:
    from companion.archive.campaign_folders import OWN_PREFIX, is_sample

    if is_sample(folder):
        raise Impossible(
            f"«{folder.name}» is a sample and is never written.",
            f"Your own copy of it is {OWN_PREFIX}{folder.name}.",
        )
