"""The state files in hand: what somebody else saved is never written over."""

import os
import time
from pathlib import Path

import pytest

from companion.archive import known_state_on_disk
from companion.archive.disk import compare_and_swap
from companion.archive.disk.atomic_writes import FileChanged
from companion.archive.known_state_on_disk import StateFiles
from tests.desk.a_desk import all_files

BREE = "errants/bree.toml"


@pytest.fixture
def files(folder: Path) -> StateFiles:
    files = StateFiles(folder)
    files.read()
    return files


def test_what_is_written_is_there_and_counts_as_no_change(folder: Path, files: StateFiles) -> None:
    files.write(
        {BREE: "schema = 1\n", "errants/wim.toml": None, "errants/hob.toml": "schema = 1\n"}
    )
    assert (folder / BREE).read_text() == files.texts[BREE] == "schema = 1\n"
    assert (folder / "errants/hob.toml").is_file()
    assert not (folder / "errants/wim.toml").exists()
    assert "errants/wim.toml" not in files.texts
    assert not files.has_changed


@pytest.mark.parametrize("text", ["ours\n", None])
@pytest.mark.parametrize("saves", ["over it", "in its place", "away"])
def test_a_file_somebody_saved_since_it_was_read_is_left_as_it_is(
    folder: Path, files: StateFiles, text: str | None, saves: str
) -> None:
    path = folder / BREE
    if saves == "over it":
        path.write_text("theirs\n")
    elif saves == "in its place":
        (folder / "new").write_text("theirs\n")
        (folder / "new").rename(path)
    else:
        path.unlink()
    before = all_files(folder)
    with pytest.raises(FileChanged):
        files.write({BREE: text})
    assert all_files(folder) == before
    assert files.has_changed


def test_a_file_saved_right_after_it_was_written_is_noticed(
    folder: Path, files: StateFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchange = compare_and_swap.exchange_file_names

    def exchanged_and_saved(one: Path, other: Path) -> None:
        exchange(one, other)
        other.write_text("theirs, as long\n")

    with monkeypatch.context() as patched:
        patched.setattr(compare_and_swap, "exchange_file_names", exchanged_and_saved)
        files.write({BREE: "ours, as long..\n"})
    assert files.has_changed
    with pytest.raises(FileChanged):
        files.write({BREE: "ours again\n"})
    assert (folder / BREE).read_text() == "theirs, as long\n"


def test_a_file_that_is_made_meanwhile_is_not_written_over(folder: Path, files: StateFiles) -> None:
    (folder / "errants" / "hob.toml").write_text("theirs\n")
    with pytest.raises(FileChanged):
        files.write({"errants/hob.toml": "ours\n"})
    assert (folder / "errants" / "hob.toml").read_text() == "theirs\n"


def test_an_editor_that_moves_a_file_away_to_write_it_is_awaited(
    folder: Path, files: StateFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, path = dict(files.texts), folder / BREE
    text = path.read_text()
    path.rename(folder / "errants" / "bree.toml~")
    lines = iter(["# saved\n", *text.splitlines(keepends=True), "# the end\n"])

    def another_line_is_saved(_: float) -> None:
        line = next(lines)
        with path.open("a") as file:
            file.write(line)
        if line == "# the end\n":
            a_while_ago = time.time() - 60
            os.utime(path, (a_while_ago, a_while_ago))

    monkeypatch.setattr(known_state_on_disk, "_SETTLING_NS", 10 * 10**9)
    monkeypatch.setattr(known_state_on_disk, "_MAX_WAITS", 1_000)
    monkeypatch.setattr("time.sleep", another_line_is_saved)
    files.read_once_editors_have_saved(known)
    assert files.texts == {**known, BREE: f"# saved\n{text}# the end\n"}


def test_a_deleted_file_is_awaited_for_a_moment_only(
    folder: Path, files: StateFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = dict(files.texts)
    (folder / BREE).unlink()
    monkeypatch.setattr(known_state_on_disk, "_SETTLING_NS", 50_000_000)
    began = time.monotonic()
    files.read_once_editors_have_saved(known)
    assert time.monotonic() - began < 1
    assert BREE not in files.texts
