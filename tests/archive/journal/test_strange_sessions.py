"""Files in the journal's folder that are no session, lie elsewhere or cannot be read."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.archive.journal import entry_blocks, journal_folder
from companion.archive.journal.entry_blocks import render_entry_block
from companion.archive.journal.journal_folder import Journal, PendingEntries, Session
from companion.archive.journal.session_file import set_aside_torn_end
from companion.campaign.changes import Change, Entry
from companion.text_cleaning import clean_text
from tests.archive.journal.test_journal_folder import (
    DAY,
    K3F9,
    all_bytes,
    entry,
    numbers,
    put,
    today,
)


def problem_of(folder: Path) -> str:
    """The one problem there is, while what is whole is read all the same."""
    pending = Journal(folder).read_entries_beyond_lengths({})
    assert numbers(Journal(folder).read_backwards()) == numbers(pending.entries)[::-1]
    (problem,) = pending.problems
    assert clean_text(str(problem)) == str(problem)
    assert len(str(problem)) < 400
    return str(problem)


def test_a_pipe_a_folder_and_a_device_are_reported_and_never_opened(tmp_path: Path) -> None:
    put(tmp_path, K3F9.file, [entry(1)])
    odd = tmp_path / "journal" / f"{DAY}-abcd.toml"
    ways: tuple[Callable[[], None], ...]
    ways = (lambda: os.mkfifo(odd), odd.mkdir, lambda: odd.symlink_to("/dev/zero"))
    for make in ways:
        make()
        said = problem_of(tmp_path)
        assert said.startswith(f"journal/{DAY}-abcd.toml: it is ")
        assert list(Journal(tmp_path).measure_files()) == [K3F9.file]
        assert Journal(tmp_path).find_last_entry_number() == 1
        with pytest.raises(OSError, match="it is"):
            Journal(tmp_path).append(Session(odd.name, "abcd", "seed"), entry(2), DAY)
        (odd.rmdir if odd.is_dir() else odd.unlink)()


def test_a_link_out_of_the_campaign_is_neither_read_nor_written(tmp_path: Path) -> None:
    outside = put(tmp_path, "2026-11-20-abcd.toml", [entry(7, "abcd")])
    outside = outside.rename(tmp_path / "outside.toml")
    before, folder = outside.read_bytes(), tmp_path / "mire"
    folder.mkdir()
    put(folder, K3F9.file, [entry(1)])
    link = folder / "journal" / f"{DAY}-abcd.toml"
    link.symlink_to(outside)
    assert "link that leads out" in problem_of(folder)
    with pytest.raises(OSError, match="leads out"):
        Journal(folder).append(Session(link.name, "abcd", "seed"), entry(8), DAY)
    assert outside.read_bytes() == before


def test_a_journal_that_lies_elsewhere_is_neither_read_nor_written(tmp_path: Path) -> None:
    put(tmp_path, K3F9.file, [entry(1)])
    folder = tmp_path / "mire"
    folder.mkdir()
    (folder / "journal").symlink_to(tmp_path / "journal")
    before = all_bytes(tmp_path / "journal")
    assert "leads out" in problem_of(folder)
    assert Journal(folder).find_last_entry_number() == 0
    with pytest.raises(OSError, match="leads out"):
        Journal(folder).append(K3F9, entry(2), DAY)
    assert all_bytes(tmp_path / "journal") == before


def test_a_campaign_that_is_itself_a_link_has_its_journal(tmp_path: Path) -> None:
    (tmp_path / "mire").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "mire")
    Journal(tmp_path / "link").append(K3F9, entry(1), DAY)
    assert numbers(Journal(tmp_path / "link").read_backwards()) == [1]


@pytest.mark.parametrize("name", ["a\x1b[31m.toml", "b\n.toml", "\u202ecmot.toml", "\udcff.toml"])
def test_a_name_that_cannot_be_shown_is_reported_harmlessly(tmp_path: Path, name: str) -> None:
    put(tmp_path, K3F9.file, [entry(1)])
    put(tmp_path, name, [entry(2)], "")
    assert "cannot be shown" in problem_of(tmp_path)


def test_what_is_hidden_is_left_alone(tmp_path: Path) -> None:
    put(tmp_path, f"._{K3F9.file}", [entry(1)])
    assert Journal(tmp_path).read_entries_beyond_lengths({}) == PendingEntries((), {}, (), ())


def test_a_file_that_may_not_be_read_is_reported_and_stays_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, K3F9.file, [entry(1)])

    def denied(*_: object) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    with monkeypatch.context() as patched:
        patched.setattr(entry_blocks, "read_byte_range", denied)
        assert "cannot be read" in problem_of(tmp_path)
        pending = Journal(tmp_path).read_entries_beyond_lengths({})
        assert today(tmp_path) is None
    assert numbers(Journal(tmp_path).read_entries_beyond_lengths(pending.lengths).entries) == [1]


def test_a_file_too_large_for_a_journal_is_reported_and_not_read(tmp_path: Path) -> None:
    put(tmp_path, K3F9.file, [entry(1)])
    large = put(tmp_path, f"{DAY}-abcd.toml", [entry(2)])
    os.truncate(large, journal_folder.MAX_SESSION_BYTES + 1)
    assert "larger than 134,217,728 bytes" in problem_of(tmp_path)


def deep(levels: int) -> str:
    """A whole block with a value nested so deep."""
    lines = f'[[entry]]\nsession = "k3f9"\nnumber = 2\nkind = "word"\nline = {"[" * levels}\n'
    return f'\n{lines}check = "{entry_blocks.compute_block_checksum(lines.encode())}"\n'


@pytest.mark.parametrize(
    ("middle", "told"),
    [
        (deep(100_000), "cannot be read"),
        (render_entry_block(entry(10**40)), "number"),
        (render_entry_block(entry(-1)), "number"),
        (render_entry_block(entry(2))[:40] + "\0" * 400, "checksum"),
        ("\n<html>\x1b[2J</html>\n", "between"),
        (
            render_entry_block(entry(2)).encode().replace(b"event", b"ev\xff").decode("latin-1"),
            "check",
        ),
        (
            render_entry_block(
                Entry(session="k", number=2, kind="\x1b[2J", line="")  # type: ignore[arg-type]
            ),
            "cannot be read",
        ),
    ],
)
def test_what_is_wrong_in_the_middle_is_reported_and_the_rest_is_read(
    tmp_path: Path, middle: str, told: str
) -> None:
    path = put(tmp_path, K3F9.file, [entry(1)])
    with path.open("a", encoding="latin-1") as file:
        file.write(middle + render_entry_block(entry(3)))
    assert told in problem_of(tmp_path)
    assert numbers(Journal(tmp_path).read_backwards()) == [3, 1]


def test_an_enormous_line_is_read(tmp_path: Path) -> None:
    long = entry(2, note="🔥" * 500_000, changes=(Change("campaign/note", "", "x" * 1_000_000),))
    put(tmp_path, K3F9.file, [entry(1), long, entry(3)])
    assert list(Journal(tmp_path).read_backwards()) == [entry(3), long, entry(1)]
    assert Journal(tmp_path).read_entries_beyond_lengths({}).problems == ()


@pytest.mark.parametrize("begins", ["\ufeff", ""])
@pytest.mark.parametrize("breaks", ["\n", "\r\n"])
def test_a_file_from_another_system_is_read_as_it_is(
    tmp_path: Path, begins: str, breaks: str
) -> None:
    path = put(tmp_path, K3F9.file, [entry(1), entry(2)])
    path.write_bytes((begins + path.read_text().replace("\n", breaks)).encode())
    journal = Journal(tmp_path)
    assert numbers(journal.read_entries_beyond_lengths({}).entries) == [1, 2]
    assert journal.read_entries_beyond_lengths({}).problems == ()
    assert today(tmp_path) == "k3f9"
    known = journal.read_entries_beyond_lengths({}).lengths
    journal.append(K3F9, entry(3), DAY)
    assert numbers(journal.read_entries_beyond_lengths(known).entries) == [3]
    assert numbers(journal.read_backwards()) == [3, 2, 1]


def test_where_the_journal_should_be_there_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("")
    assert "cannot be read" in problem_of(tmp_path)
    with pytest.raises(OSError, match="ournal|directory|exists"):
        Journal(tmp_path).append(K3F9, entry(1), DAY)


def test_a_torn_end_is_not_set_aside_through_a_link(tmp_path: Path) -> None:
    path = put(tmp_path, K3F9.file, [entry(1)])
    with path.open("a") as file:
        file.write("\n[[entry]]\nnum")
    (path.parent / f"{path.name}.torn-1").symlink_to(tmp_path / "elsewhere")
    aside = set_aside_torn_end(path)
    assert aside == path.with_name(f"{path.name}.torn-2")
    assert not (tmp_path / "elsewhere").exists()
