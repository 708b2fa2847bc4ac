"""A session file as bytes: read from its end, and with what a merge has left in it."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.archive.journal import entry_blocks
from companion.archive.journal.entry_blocks import render_entry_block, render_session_header
from companion.archive.journal.session_file import (
    SessionFile,
    read_entries_newest_first,
    read_newest_entry_number,
)
from companion.campaign.changes import Entry

HEADER = render_session_header("k3f9", "seed", "2026-11-21")


def entry(number: int, line: str = "event", session: str = "k3f9") -> Entry:
    return Entry(session=session, number=number, kind="word", line=line)


def written(folder: Path, data: str) -> Path:
    path = folder / "2026-11-21-k3f9.toml"
    path.write_bytes(data.encode())
    return path


def numbers_from_the_end(path: Path) -> list[int]:
    return [each.number for each in read_entries_newest_first(path, path.stat().st_size)]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("journal")


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(1, 40_000), min_size=1, max_size=6))
def test_from_the_end_or_from_the_beginning_a_file_holds_the_same(
    place: Path, lengths: list[int]
) -> None:
    entries = [entry(number, "x" * length) for number, length in enumerate(lengths)]
    path = written(place, HEADER + "".join(map(render_entry_block, entries)))
    size = path.stat().st_size
    assert (
        list(read_entries_newest_first(path, size))
        == SessionFile(path, 0, size).read_entries()[::-1]
        != []
    )
    assert read_newest_entry_number(path, size) == len(lengths) - 1


def test_only_the_end_of_a_file_is_read_for_its_newest_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, HEADER + "".join(render_entry_block(entry(n)) for n in range(2000)))
    parts: list[int] = []
    real = entry_blocks.read_byte_range

    def read_between(path: Path, start: int, end: int) -> bytes:
        parts.append(end - start)
        return real(path, start, end)

    monkeypatch.setattr(entry_blocks, "read_byte_range", read_between)
    assert read_newest_entry_number(path, path.stat().st_size) == 1999
    assert next(read_entries_newest_first(path, path.stat().st_size)) == entry(1999)
    assert sum(parts) < path.stat().st_size / 4


def test_the_newest_number_is_known_of_an_entry_that_cannot_be_read(tmp_path: Path) -> None:
    strange = Entry(session="k3f9", number=7, kind="dream", line="")  # type: ignore[arg-type]  # on purpose
    path = written(tmp_path, HEADER + render_entry_block(entry(6)) + render_entry_block(strange))
    assert read_newest_entry_number(path, path.stat().st_size) == 7
    assert numbers_from_the_end(path) == [6]


@pytest.mark.parametrize("text", ["", HEADER, "\0" * 500, "x" * 100_000, "\n[[entr"])
def test_a_file_without_entries_has_none(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    assert numbers_from_the_end(path) == []
    assert read_newest_entry_number(path, path.stat().st_size) == 0


def git(folder: Path, *words: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=g", "-c", "user.email=g@g", "-c", "commit.gpgsign=false", *words],
        cwd=folder,
        capture_output=True,
        check="merge" not in words,
    )


@pytest.mark.parametrize("style", ["merge", "diff3", "zdiff3"])
@pytest.mark.parametrize("shared", [0, 2])
def test_both_sides_of_an_unresolved_merge_are_read_and_reported(
    tmp_path: Path, style: str, shared: int
) -> None:
    git(tmp_path, "init", "-b", "main")
    before = HEADER + "".join(render_entry_block(entry(number)) for number in range(1, shared + 1))
    path = written(tmp_path, before)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "before")
    ours = [entry(shared + 1, "supply wim +1"), entry(shared + 2, "note here")]
    theirs = [entry(shared + 1, "supply wim +2"), entry(shared + 2), entry(shared + 3)]
    git(tmp_path, "checkout", "-b", "theirs")
    written(tmp_path, before + "".join(map(render_entry_block, theirs)))
    git(tmp_path, "commit", "-am", "theirs")
    git(tmp_path, "checkout", "main")
    written(tmp_path, before + "".join(map(render_entry_block, ours)))
    git(tmp_path, "commit", "-am", "ours")
    git(tmp_path, "-c", f"merge.conflictStyle={style}", "merge", "theirs")
    text = path.read_text()
    assert "\n<<<<<<<" in text, "git has found a conflict"
    session = SessionFile(path, 0, path.stat().st_size)
    both = sorted(map(repr, (*ours, *theirs)))
    assert sorted(map(repr, session.read_entries()[shared:])) == both
    assert [e.number for e in session.read_entries()] == sorted(
        e.number for e in session.read_entries()
    )
    (problem,) = session.problems
    assert text.splitlines()[problem.line - 1].startswith("<<<<<<<")
    assert session.torn_end is None
    assert session.header is not None
    assert session.header.session == "k3f9"
    since_ours = session.read_entries(len(before + "".join(map(render_entry_block, ours))))
    assert sorted(map(repr, since_ours)) == sorted(map(repr, theirs))
    found = list(read_entries_newest_first(path, path.stat().st_size))
    assert [e.number for e in found] == [e.number for e in session.read_entries()[::-1]]
    assert read_newest_entry_number(path, path.stat().st_size) == shared + 3


def test_entries_after_an_unresolved_merge_are_each_read_once(tmp_path: Path) -> None:
    ours, theirs = render_entry_block(entry(1)), render_entry_block(entry(2))
    both = f"<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> b\n"
    path = written(
        tmp_path, HEADER + both + render_entry_block(entry(3)) + render_entry_block(entry(4))
    )
    assert numbers_from_the_end(path) == [4, 3, 2, 1]


@pytest.mark.parametrize("rest", [b" " * 3_000_000, b"#\n" * 1_000_000, b"\r\n# x" * 500_000])
def test_a_great_deal_of_nothing_at_the_end_takes_no_time(tmp_path: Path, rest: bytes) -> None:
    path = written(tmp_path, HEADER + render_entry_block(entry(1)))
    path.write_bytes(path.read_bytes() + rest)
    session = SessionFile(path, 0, path.stat().st_size)
    assert session.torn_end is None
    assert session.problems == []
    assert numbers_from_the_end(path) == [1]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_grew_enormous_behind_a_known_end_is_not_searched(
    newline: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (HEADER + "".join(render_entry_block(entry(number)) for number in range(5))).replace(
        "\n", newline
    )
    path = tmp_path / "grown.toml"
    grown = (text + f"{newline}[[entry]]{newline}x = 1" * 200_000).encode()
    path.write_bytes(grown)
    session, handled = SessionFile(path, 0, len(grown)), [0]

    def count_bytes(name: str) -> None:
        work = getattr(entry_blocks, name)

        def counted(data: bytes) -> object:
            handled[0] += len(data)
            return work(data)

        monkeypatch.setattr(entry_blocks, name, counted)

    for name in ("convert_line_breaks_to_lf", "convert_line_breaks_to_crlf", "list_block_offsets"):
        count_bytes(name)
    other = text.replace(newline, "\r\n" if newline == "\n" else "\n")
    for known in (text, other):
        assert session.has_entry_end_at(len(known.encode()))
    assert handled[0] < len(grown) / 4, "the whole file was looked through"


@pytest.mark.parametrize("line_break", [b"\n", b"\r\n"])
def test_the_checksum_of_a_block_is_its_crc_32(line_break: bytes) -> None:
    """The check value that CRC-32 is known by, whatever the line breaks are: a journal of years ago
    is read by the companion of today."""
    assert entry_blocks.compute_block_checksum(b"123456789") == "cbf43926"
    lines = entry_blocks.compute_block_checksum(b"a" + line_break + b"b")
    assert lines == entry_blocks.compute_block_checksum(b"a\nb")
