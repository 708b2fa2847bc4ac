"""A length at which an entry ends with either line breaks."""

from pathlib import Path

from companion.archive.journal.entry_blocks import render_entry_block, render_session_header
from companion.archive.journal.journal_folder import Journal
from companion.campaign.changes import Entry

HEADER = render_session_header("abcd", "s", "2026-11-22")


def make_entry(number: int, line: str) -> Entry:
    return Entry(
        session="abcd",
        number=number,
        at="2026-11-22T00:00:00Z",
        clock="day 1 08:00",
        kind="word",
        line=line,
        seat="guide",
    )


def render(entries: list[Entry]) -> str:
    return HEADER + "".join(map(render_entry_block, entries))


def make_ambiguous() -> list[Entry]:
    """Entries that are as long with LF as all but the last of them are with CRLF."""
    for count in range(3, 40):
        entries = [make_entry(number, "w" * 20) for number in range(1, count + 1)]
        length = len(render(entries).replace("\n", "\r\n").encode())
        last = make_entry(count + 1, "")
        padding = length - len(render([*entries, last]).encode())
        if padding > 0:
            found = [*entries, make_entry(count + 1, "y" * padding)]
            assert len(render(found).encode()) == length
            return found
    raise AssertionError("no such length")


def test_entries_of_another_clone_are_new_with_either_line_breaks(tmp_path: Path) -> None:
    known = make_ambiguous()
    theirs = [make_entry(len(known), "other clone's"), make_entry(3, "an old number of theirs")]
    file = tmp_path / "journal" / "2026-11-22-abcd.toml"
    file.parent.mkdir()
    length = len(render(known).encode())
    for newline in ("\n", "\r\n"):
        file.write_bytes(render([*known, *theirs]).replace("\n", newline).encode())
        past = Journal(tmp_path).read_entries_beyond_lengths({file.name: length}, len(known))
        assert {entry.line for entry in past.entries} == {entry.line for entry in theirs}
        assert not past.problems
