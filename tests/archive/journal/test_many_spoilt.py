"""Thousands of entries that cannot be read cost no more than reading them, and are told with a
count."""

from pathlib import Path
from time import process_time

import pytest
from typer.testing import CliRunner

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.archive.journal.entry_blocks import render_entry_block, render_session_header
from companion.archive.journal.session_file import SessionFile
from companion.archive.rescue.repair import diagnose_campaign, repair_campaign
from companion.campaign.changes import ENTRY_NUMBER_LIMIT, Entry
from companion.cli.app import build_typer_app
from companion.refusal import MAX_PROBLEMS_SHOWN
from tests.desk.a_desk import a_desk, greenmire, said

FILE = "2026-11-20-abcd.toml"
MANY = 2_000


def spoil(folder: Path, count: int, kind: str = "a checksum") -> None:
    """A session of so many entries that cannot be read, and one that can."""
    entries = []
    for number in range(1, count + 1):
        entry = Entry(session="abcd", number=number, kind="word", line="event")
        if kind == "a checksum":
            entries.append(render_entry_block(entry).replace('"event"', '"evens"'))
        elif kind == "a number":
            absurd = Entry(
                session="abcd", number=ENTRY_NUMBER_LIMIT + number, kind="word", line="event"
            )
            entries.append(render_entry_block(absurd))
        else:
            entries.append(render_entry_block(entry) + "something else\n")
    entries.append(
        render_entry_block(Entry(session="abcd", number=count + 1, kind="word", line="last"))
    )
    (folder / "journal").mkdir(exist_ok=True)
    text = render_session_header("abcd", "seed", "2026-11-20") + "".join(entries)
    (folder / "journal" / FILE).write_text(text)


KINDS = ("a checksum", "a number", "something between")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_four_times_as_many_take_less_than_six_times_as_long(tmp_path: Path, kind: str) -> None:
    took = []
    for count in (MANY, 4 * MANY):
        folder = greenmire(tmp_path / str(count))
        said(a_desk(folder, seed="one"), "supply wim +1")
        spoil(folder, count, kind)
        desk = a_desk(folder, seed="two")
        began = process_time()
        said(desk, "supply wim +1")
        diagnose_campaign(folder, CampaignFolders(folder.parent))
        took.append(process_time() - began)
    assert took[1] < 6 * took[0] + 0.2  # it was sixteen times, and 80 seconds


@pytest.mark.parametrize("kind", KINDS)
def test_the_next_word_reports_them_once_with_a_count(tmp_path: Path, kind: str) -> None:
    folder = greenmire(tmp_path)
    said(a_desk(folder, seed="one"), "supply wim +1")
    spoil(folder, 500, kind)
    desk = a_desk(folder, seed="two")
    (told,) = said(desk, "supply wim +1").warnings
    assert told.startswith(f"journal/{FILE}: 500 problems, the first at line ")
    assert said(desk, "supply wim +1").warnings == ()
    assert said(a_desk(folder, seed="three"), "supply wim +1").warnings == ()
    spoil(folder, 502, kind)
    assert len(said(desk, "supply wim +1").warnings) <= 3  # those alone that are new


def test_check_lists_the_first_of_them_and_all_on_request(tmp_path: Path) -> None:
    folder = greenmire(tmp_path / "campaigns")
    spoil(folder, 500)
    at = ["--campaigns", str(folder.parent)]
    brief = CliRunner().invoke(build_typer_app(), ["check", folder.name, *at])
    assert brief.exit_code == 3
    assert f"journal/{FILE}:6: the checksum" in brief.stderr
    assert brief.stderr.count(f"journal/{FILE}:") == MAX_PROBLEMS_SHOWN
    rest = f"and {500 - MAX_PROBLEMS_SHOWN} more in journal/{FILE}"
    assert f"{rest} (companion check {folder.name} --all" in brief.stderr
    full = CliRunner().invoke(build_typer_app(), ["check", folder.name, "--all", *at])
    assert full.stderr.count(f"journal/{FILE}:") == 500
    done = CliRunner().invoke(build_typer_app(), ["check", folder.name, "--repair", *at])
    assert done.exit_code == 0
    assert done.stdout.count(f"journal/{FILE}:") == MAX_PROBLEMS_SHOWN
    assert f"{rest}\n  Now set aside.\n" in done.stdout
    assert [entry.line for entry in Archive(folder).read_entries()] == ["last"]


def test_a_repair_of_them_keeps_what_can_be_read(tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    spoil(folder, MANY)
    done = repair_campaign(folder, CampaignFolders(folder.parent))
    assert (len(done.repaired), done.remaining) == (MANY, ())


def test_each_has_its_line(tmp_path: Path) -> None:
    spoil(tmp_path, 50)
    path = tmp_path / "journal" / FILE
    lines = path.read_text().splitlines()
    for start in (0, path.read_text().index("\n[[entry]]", 2_000)):
        problems = SessionFile(path, start, path.stat().st_size).problems
        assert len(problems) > 20
        assert all(lines[problem.line - 1] == "[[entry]]" for problem in problems)
        assert len({problem.line for problem in problems}) == len(problems)
