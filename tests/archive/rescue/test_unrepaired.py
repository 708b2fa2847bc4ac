"""What a repair leaves to the Guide, or never opens."""

import os
import re
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from companion.archive.rescue.backup_copies import Copies
from tests.archive.rescue.spoiling import (
    Break,
    diagnose,
    empty_book,
    render_findings,
    repair_folder,
    spoil_encoding,
    spoil_toml,
    write_impossible_value,
)
from tests.cli.calling import folder_bytes


def test_a_conflict_in_a_file_is_left_to_the_guide(folder: Path) -> None:
    path = folder / "errants" / "wim.toml"
    text = path.read_text()
    wim = re.sub(
        r"supply = (\d+)\n",
        "<<<<<<< HEAD\nsupply = 3\n=======\nsupply = 4\n>>>>>>> friday\n",
        text,
        count=1,
    )
    assert wim != text
    path.write_text(wim)
    spoil_toml(folder)
    findings = diagnose(folder)
    conflict = [each for each in findings if each.problem.file == "errants/wim.toml"]
    assert conflict
    assert not any(each.repair for each in conflict)
    assert "Keep one of the two readings" in conflict[0].hint
    done = repair_folder(folder)
    assert path.read_text() == wim, "what a Guide must decide is left as it is"
    assert {each.problem.file for each in done.remaining} == {"errants/wim.toml"}
    assert {each.problem.file for each in done.repaired} == {"world.toml"}
    path.write_text(text)
    assert diagnose(folder) == ()


def test_a_merge_resolved_by_half_is_left_to_the_guide(folder: Path) -> None:
    path = folder / "errants" / "wim.toml"
    half = path.read_text().replace("supply = ", "supply = 7\n=======\n>>>>>>> friday\n# was ", 1)
    path.write_text(half)
    findings = diagnose(folder)
    assert {each.hint[:26] for each in findings} == {"Keep one of the two readin"}
    assert repair_folder(folder).remaining == findings
    assert path.read_text() == half


@pytest.mark.parametrize("spoil", [spoil_toml, spoil_encoding, write_impossible_value, empty_book])
def test_without_a_checkpoint_nothing_is_known_to_put_back(folder: Path, spoil: Break) -> None:
    rmtree(folder / ".companion")
    spoil(folder)
    spoilt = folder_bytes(folder)
    findings = diagnose(folder)
    assert findings
    assert not any(finding.repair for finding in findings)
    assert all("editor" in finding.hint for finding in findings)
    assert repair_folder(folder).remaining == findings
    assert {n: d for n, d in folder_bytes(folder).items() if ".companion" not in n} == spoilt


def test_a_new_errant_with_a_mistake_is_left_to_the_guide(folder: Path) -> None:
    new = folder / "errants" / "hob.toml"
    new.write_text('schema = 1\nname = "Hob"\nphsy = 9\n')
    spoil_toml(folder)
    done = repair_folder(folder)
    assert {finding.problem.file for finding in done.remaining} == {"errants/hob.toml"}
    assert "phsy" in new.read_text()
    assert {finding.problem.file for finding in done.repaired} == {"world.toml"}


def test_a_file_of_a_newer_companion_is_left_alone(folder: Path) -> None:
    path = folder / "world.toml"
    path.write_text(path.read_text().replace("schema = 1", "schema = 9"))
    (finding,) = diagnose(folder)
    assert "newer companion" in str(finding.problem)
    assert finding.repair == ""
    assert "up to date" in finding.hint


def test_links_that_lead_out_and_what_is_no_file_are_never_opened(
    folder: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.toml").write_text("not to be read")
    (folder / "tables" / "mine").mkdir(parents=True)
    (folder / "tables" / "mine" / "out.toml").symlink_to(outside / "x.toml")
    (folder / "errants" / "eve.toml").symlink_to(outside / "x.toml")
    (folder / "journal" / "2026-01-01-aaaa.toml").symlink_to(outside / "x.toml")
    os.mkfifo(folder / "journal" / "2026-01-01-bbbb.toml")
    (folder / "errants" / "dir.toml").mkdir()
    findings = diagnose(folder)
    assert [finding.problem.file for finding in findings] == [
        "errants/dir.toml",
        "errants/eve.toml",
        "journal/2026-01-01-aaaa.toml",
        "journal/2026-01-01-bbbb.toml",
        "tables/mine/out.toml",
    ]
    assert not any(finding.repair for finding in findings)
    assert "not to be read" not in render_findings(findings)
    repair_folder(folder)
    assert (outside / "x.toml").read_text() == "not to be read"
    assert (folder / "errants" / "eve.toml").is_symlink()


@pytest.mark.parametrize("name", ["journal", "errants", "tables", ".companion"])
def test_a_whole_folder_that_leads_out_is_told(folder: Path, tmp_path: Path, name: str) -> None:
    place = folder / name
    place.mkdir(exist_ok=True)
    moved = copytree(place, tmp_path / "moved")
    rmtree(place)
    place.symlink_to(moved)
    assert any("leads out" in str(finding.problem) for finding in diagnose(folder))


def test_a_copy_that_does_not_read_is_told(folder: Path) -> None:
    newest = Copies(folder).list_copies()[0]
    (newest.folder / "world.toml").write_text("schema = [")
    (finding,) = diagnose(folder)
    assert finding.problem.file == f".copies/{folder.name}/{newest.name}/world.toml"
    assert "delete its folder" in finding.hint
