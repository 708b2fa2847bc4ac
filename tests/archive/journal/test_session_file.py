"""The journal: read back as written, whatever was cut off or broken."""

import os
import time
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.archive.journal.entry_blocks import Header, render_entry_block, render_session_header
from companion.archive.journal.journal_folder import Journal
from companion.archive.journal.session_file import (
    SessionFile,
    TornEnd,
    append_entry,
    read_entries_newest_first,
    set_aside_torn_end,
)
from companion.campaign.changes import Change, Entry, PlainData

TEXTS = st.text(
    st.one_of(
        st.characters(codec="utf-8"), st.sampled_from('\n\r\t"\\\x00\x1b\x7f\x85\u2028🔥[]#=')
    ),
    max_size=12,
)
PLAIN: st.SearchStrategy[PlainData] = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=5,
)
MAYBE = st.one_of(st.none(), TEXTS)
CHANGES = st.builds(
    Change,
    path=TEXTS,
    before=st.one_of(st.none(), PLAIN),
    after=st.one_of(st.none(), PLAIN),
    was=MAYBE,
    follows=MAYBE,
    effect=TEXTS,
    put=MAYBE,
)
PARTS = {
    "session": TEXTS,
    "number": st.integers(0, 10**6),
    "kind": st.sampled_from(["word", "edit", "undo", "redo"]),
    "line": st.one_of(TEXTS, st.just("note \n[[entry]]\ncheck = ")),
    "seat": st.one_of(TEXTS, st.just("guide")),
    "at": TEXTS,
    "clock": TEXTS,
    "streams": st.dictionaries(TEXTS, st.integers(0, 999), max_size=3),
    "takes_back": st.lists(TEXTS, max_size=2).map(tuple),
    "note": TEXTS,
    "outcome": TEXTS,
    "secret": st.booleans(),
    "typed": TEXTS,
    "changes": st.lists(CHANGES, max_size=3).map(tuple),
}
ENTRIES = st.builds(Entry, **PARTS)
HEADER = render_session_header("k3f9", "a \x00 seed", "2026-11-21")


def entry(number: int, line: str = "event") -> Entry:
    return Entry(session="k3f9", number=number, kind="word", line=line)


def read(path: Path) -> SessionFile:
    return SessionFile(path, 0, path.stat().st_size)


def backwards(path: Path) -> list[Entry]:
    return list(read_entries_newest_first(path, path.stat().st_size))


def numbers(entries: Iterable[Entry]) -> list[int]:
    return [entry.number for entry in entries]


def journal(folder: Path, data: str | bytes) -> Path:
    path = folder / "journal" / "2026-11-21-k3f9.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("campaign")


def test_these_tests_know_every_part_of_an_entry_and_a_change() -> None:
    assert set(PARTS) == set(Entry.__struct_fields__)
    assert Change.__struct_fields__ == (
        *("path", "before", "after", "was", "follows", "effect", "put"),
    )


@settings(deadline=None)
@given(st.lists(ENTRIES, max_size=4))
def test_what_is_written_reads_back_and_is_valid_toml(place: Path, entries: list[Entry]) -> None:
    text = HEADER + "".join(map(render_entry_block, entries))
    assert len(tomllib.loads(text).get("entry", [])) == len(entries)
    path = journal(place, text)
    session = read(path)
    assert session.read_entries() == entries
    assert backwards(path) == entries[::-1]
    assert session.header == Header("k3f9", "a \x00 seed", "2026-11-21")
    assert session.problems == []
    assert session.torn_end is None


def test_an_entry_is_fit_for_people_to_read() -> None:
    written = render_entry_block(
        Entry(
            session="k3f9",
            number=12,
            kind="word",
            line="event -1",
            at="2026-11-21T20:15:00Z",
            streams={"event": 3},
            changes=(
                Change("errants/bree/items/torch/burn", 2, 1),
                Change("errants/bree/items/rope", {"id": "rope", "burn": None}, follows=""),
            ),
        )
    )
    assert written.startswith(
        """
[[entry]]
session = "k3f9"
number = 12
kind = "word"
line = "event -1"
at = "2026-11-21T20:15:00Z"
streams = { event = 3 }
changes = [
  { path = "errants/bree/items/torch/burn", before = 2, after = 1 },
  { path = "errants/bree/items/rope", before = { id = "rope" }, follows = "" },
]
check = \""""
    )


@settings(max_examples=10, deadline=None)
@given(ENTRIES)
def test_a_last_block_cut_anywhere_is_never_a_wrong_entry(place: Path, last: Entry) -> None:
    whole = [entry(1), entry(2, "light torch")]
    start = (HEADER + "".join(map(render_entry_block, whole))).encode()
    block = render_entry_block(last).encode()
    for length in range(len(block) + 1):
        path = journal(place, start + block[:length])
        session = read(path)
        found = session.read_entries()
        assert found[:2] == whole
        assert found[2:] in ([], [last])
        assert (found[2:] == [last]) == (length >= len(block) - 1)
        assert backwards(path) == found[::-1]
        assert session.header is not None
        assert session.problems == []
        left = block[:length].strip()
        torn = TornEnd(len(start), block[:length]) if left and not found[2:] else None
        assert session.torn_end == torn


@pytest.mark.parametrize("length", range(1, 90))
def test_after_a_torn_end_is_set_aside_entries_can_be_added_again(
    tmp_path: Path, length: int
) -> None:
    start = HEADER + render_entry_block(entry(1))
    block = render_entry_block(entry(499))
    path = journal(tmp_path, start + block[:length])
    aside = set_aside_torn_end(path)
    if block[:length].strip() and length < len(block) - 1:
        assert aside is not None
        assert aside.name == "2026-11-21-k3f9.toml.torn-1"
        assert aside.read_text() == block[:length]
        assert path.read_text() == start
    else:
        assert aside is None
    append_entry(path, entry(500))
    assert numbers(read(path).read_entries()) in ([1, 500], [1, 499, 500])
    assert backwards(path)[0] == entry(500)
    assert read(path).problems == []
    tomllib.loads(path.read_text())


def test_a_file_torn_in_its_first_entry_keeps_its_header(tmp_path: Path) -> None:
    path = journal(tmp_path, HEADER + "\n[[entr")
    assert read(path).header == Header("k3f9", "a \x00 seed", "2026-11-21")
    set_aside_torn_end(path)
    assert path.read_text() == HEADER
    assert set_aside_torn_end(path) is None


def test_every_torn_end_is_kept(tmp_path: Path) -> None:
    path = journal(tmp_path, HEADER + render_entry_block(entry(1)))
    for number in (1, 2):
        with path.open("a") as file:
            file.write(f"\n[[entry]]\nnumber = {number}")
        aside = set_aside_torn_end(path)
        assert aside == path.with_name(f"{path.name}.torn-{number}")
        assert aside.read_text() == f"\n[[entry]]\nnumber = {number}"


def test_a_number_changed_in_the_last_block_makes_it_torn(tmp_path: Path) -> None:
    path = journal(tmp_path, HEADER + render_entry_block(entry(1)) + render_entry_block(entry(499)))
    path.write_text(path.read_text().replace("499", "4"))
    session = read(path)
    assert numbers(session.read_entries()) == [1]
    assert session.torn_end is not None
    assert b"number = 4\n" in session.torn_end.data


def test_a_bad_block_in_the_middle_is_reported_by_line_and_skipped(tmp_path: Path) -> None:
    text = HEADER + "".join(render_entry_block(entry(number)) for number in (1, 22, 3))
    path = journal(tmp_path, text.replace("number = 22", "number = 23"))
    session = read(path)
    assert numbers(session.read_entries()) == [1, 3]
    assert numbers(backwards(path)) == [3, 1]
    (problem,) = session.problems
    assert problem.file == "journal/2026-11-21-k3f9.toml"
    assert path.read_text().splitlines()[problem.line - 1] == "[[entry]]"
    assert path.read_text().splitlines()[problem.line + 1] == "number = 23"
    assert session.torn_end is None


def test_a_whole_block_of_a_kind_nobody_knows_is_a_problem(tmp_path: Path) -> None:
    strange = Entry(session="k3f9", number=2, kind="dream", line="")  # type: ignore[arg-type]  # on purpose
    path = journal(tmp_path, HEADER + render_entry_block(strange) + render_entry_block(entry(3)))
    session = read(path)
    assert numbers(session.read_entries()) == [3]
    assert "dream" in session.problems[0].message


def test_entries_are_read_below_a_broken_header(tmp_path: Path) -> None:
    session = read(journal(tmp_path, "session = \n" + render_entry_block(entry(1))))
    assert session.header is None
    assert numbers(session.read_entries()) == [1]
    assert session.problems[0].line == 1


def test_a_comment_between_entries_is_no_problem_and_other_words_are(tmp_path: Path) -> None:
    entries = render_entry_block(entry(1)) + "# the ambush\n" + render_entry_block(entry(2))
    assert read(journal(tmp_path, HEADER + entries + "# the end\n")).problems == []
    assert read(journal(tmp_path, HEADER + entries + "# the end\n")).torn_end is None
    session = read(journal(tmp_path, HEADER + entries.replace("# the", "the")))
    assert numbers(session.read_entries()) == [1, 2]
    assert "between" in session.problems[0].message


def test_other_line_endings_change_nothing(tmp_path: Path) -> None:
    text = HEADER + render_entry_block(entry(1)) + render_entry_block(entry(2))
    session = read(journal(tmp_path, text.replace("\n", "\r\n")))
    assert numbers(session.read_entries()) == [1, 2]
    assert session.header == Header("k3f9", "a \x00 seed", "2026-11-21")
    assert (session.torn_end, session.problems) == (None, [])


def test_what_was_added_is_read_alone_with_the_right_line_numbers(tmp_path: Path) -> None:
    path = journal(tmp_path, HEADER + render_entry_block(entry(1)))
    length = path.stat().st_size
    assert append_entry(path, entry(22)) == path.stat().st_size - length
    append_entry(path, entry(3))
    assert numbers(read(path).read_entries(length)) == [22, 3]
    added = SessionFile(path, length, path.stat().st_size)
    assert added.is_readable_without_earlier_bytes
    assert numbers(added.read_entries()) == [22, 3]
    path.write_text(path.read_text().replace("number = 22", "number = 23"))
    added = SessionFile(path, length, path.stat().st_size)
    assert numbers(added.read_entries()) == [3]
    assert added.problems == read(path).problems
    assert len(added.problems) == 1


def test_a_part_that_begins_inside_an_entry_is_not_self_contained(tmp_path: Path) -> None:
    path = journal(tmp_path, HEADER + render_entry_block(entry(1)) + render_entry_block(entry(2)))
    size = path.stat().st_size
    whole = len(HEADER + render_entry_block(entry(1)))
    alone = [
        at
        for at in range(size + 1)
        if SessionFile(path, at, size).is_readable_without_earlier_bytes
    ]
    assert alone == [*range(len(HEADER) - 1, len(HEADER) + 1), whole - 1, whole, size - 1, size]


LF = HEADER + "".join(render_entry_block(entry(number)) for number in (1, 2, 3))


@pytest.mark.parametrize("known", [1, 2])
def test_line_endings_that_changed_make_no_entry_new(tmp_path: Path, known: int) -> None:
    length = len(HEADER + "".join(render_entry_block(entry(n)) for n in range(1, known + 1)))
    session = read(journal(tmp_path, LF.replace("\n", "\r\n")))
    assert numbers(session.read_entries(length)) == [2, 3][known - 1 :]
    assert session.problems == []


def test_in_a_file_that_others_wrote_later_numbers_are_new(tmp_path: Path) -> None:
    annotated = LF.replace("\n\n[[entry]]", "\n# a long word on it\n\n[[entry]]", 1)
    session = read(journal(tmp_path, annotated))
    assert session.read_entries(len(LF), 3) == []
    assert "something else" in session.problems[0].message
    assert numbers(session.read_entries(len(LF), 2)) == [3]
    assert numbers(session.read_entries()) == [1, 2, 3]


def test_in_a_shortened_file_only_later_numbers_are_new(tmp_path: Path) -> None:
    session = read(journal(tmp_path, LF))
    assert session.read_entries(len(LF) + 50, 3) == []
    assert numbers(session.read_entries(len(LF) + 50, 2)) == [3]


def test_a_full_disk_leaves_the_journal_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = journal(tmp_path, HEADER + render_entry_block(entry(1)))
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        append_entry(path, entry(2))
    assert path.read_bytes() == before


def test_a_torn_end_that_cannot_be_kept_is_not_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = journal(tmp_path, HEADER + "\n[[entr")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        set_aside_torn_end(path)
    assert path.read_text() == HEADER + "\n[[entr"
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_the_newest_of_twenty_thousand_entries_are_found_at_once(tmp_path: Path) -> None:
    path = journal(tmp_path, HEADER + "".join(render_entry_block(entry(n)) for n in range(20_000)))
    started = time.process_time()
    newest = read_entries_newest_first(path, path.stat().st_size)
    found = [next(newest).number for _ in range(50)]
    taken = time.process_time() - started
    assert found == list(range(19_999, 19_949, -1))
    assert taken < 0.5  # about 0.01 s; parsing them all takes seconds


def test_a_schema_too_long_to_be_told_is_a_problem_of_the_header(tmp_path: Path) -> None:
    file = tmp_path / "journal" / "2026-11-22-abcd.toml"
    file.parent.mkdir()
    schema = "0x" + "f" * 5_000
    file.write_text(f'schema = {schema}\nsession = "abcd"\nseed = "s"\nbegan = "2026-11-22"\n')
    past = Journal(tmp_path).read_entries_beyond_lengths({}, 0)
    assert [problem.message[:29] for problem in past.problems] == ["the header cannot be read (Ex"]
