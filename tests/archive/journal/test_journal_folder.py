"""The journal's folder: what is read of it, in which order, and what never is."""

import errno
import os
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.archive.disk.atomic_writes import UncertainWrite
from companion.archive.journal import entry_blocks, journal_folder
from companion.archive.journal.entry_blocks import render_entry_block, render_session_header
from companion.archive.journal.journal_folder import Journal, Session
from companion.archive.journal.session_file import set_aside_torn_end
from companion.campaign.changes import Entry
from companion.refusal import Impossible

DAY = "2026-11-21"
K3F9 = Session(f"{DAY}-k3f9.toml", "k3f9", "seed")


def entry(number: int, session: str = "k3f9", **more: object) -> Entry:
    return Entry(session=session, number=number, kind="word", line="event", **more)  # type: ignore[arg-type]  # any part of an entry


def put(folder: Path, name: str, entries: Iterable[Entry], header: str | None = None) -> Path:
    """A session's file, named after its day and its session."""
    path = folder / "journal" / name
    path.parent.mkdir(exist_ok=True)
    header = header if header is not None else render_session_header(name[11:15], "seed", name[:10])
    path.write_bytes((header + "".join(map(render_entry_block, entries))).encode())
    return path


def numbers(entries: Iterable[Entry]) -> list[int]:
    return [each.number for each in entries]


def all_bytes(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


# Beginning and adding


def test_a_session_begins_with_its_first_entry_and_goes_on(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    lengths = [journal.append(K3F9, entry(number), DAY) for number in (1, 2)]
    path = tmp_path / "journal" / K3F9.file
    first = render_session_header("k3f9", "seed", DAY) + render_entry_block(entry(1))
    assert path.read_text() == first + render_entry_block(entry(2))
    assert lengths == [len(first), path.stat().st_size]
    assert journal.measure_files() == {K3F9.file: path.stat().st_size}
    assert journal.find_last_entry_number() == 2


@pytest.mark.parametrize("step", ["open", "write", "fsync", "replace"])
def test_a_first_entry_that_is_refused_leaves_no_session(
    tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, step, full)
    with pytest.raises(OSError, match="space"):
        Journal(tmp_path).append(K3F9, entry(1), DAY)
    monkeypatch.undo()
    assert all_bytes(tmp_path) == {}
    assert Journal(tmp_path).append(K3F9, entry(1), DAY) > 0


def failing(calls: set[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """An fsync that fails at these calls, counted from 1."""
    real, made = os.fsync, [0]

    def fsync(handle: int) -> None:
        made[0] += 1
        if made[0] in calls:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("call", [1, 2, 3])
def test_a_first_entry_that_might_not_last_is_taken_back(
    tmp_path: Path, call: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing({call}, monkeypatch)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)) as failed:
        Journal(tmp_path).append(K3F9, entry(1), DAY)
    assert not isinstance(failed.value, UncertainWrite)
    assert all_bytes(tmp_path) == {}


def test_a_first_entry_that_might_last_or_not_is_doubtful(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing({3, 4}, monkeypatch)
    with pytest.raises(UncertainWrite):
        Journal(tmp_path).append(K3F9, entry(1), DAY)


def test_the_journals_folder_lasts_from_the_first_entry_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    Journal(tmp_path).append(K3F9, entry(1), DAY)
    folder = tmp_path / "journal"
    expected = {tmp_path, folder, folder / K3F9.file}
    assert set(synced) == {path.stat().st_ino for path in expected}


# Reading what is new


def test_only_what_was_added_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path, K3F9.file, [entry(number) for number in range(1, 500)])
    journal = Journal(tmp_path)
    known = journal.read_entries_beyond_lengths({}).lengths
    journal.append(K3F9, entry(500), DAY)
    read: list[int] = []
    real = entry_blocks.read_byte_range

    def read_between(path: Path, start: int, end: int) -> bytes:
        read.append(end - start)
        return real(path, start, end)

    monkeypatch.setattr(entry_blocks, "read_byte_range", read_between)
    pending = journal.read_entries_beyond_lengths(known, 499)
    assert pending.entries == (entry(500),)
    assert read == [path.stat().st_size - known[K3F9.file]]
    assert journal.read_entries_beyond_lengths(pending.lengths).entries == ()
    assert len(read) == 1, "what is known is not opened"


def test_what_is_written_during_a_read_is_pending_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(tmp_path, K3F9.file, [entry(1)])
    real = entry_blocks.read_byte_range

    def read_between(path: Path, start: int, end: int) -> bytes:
        with path.open("a") as file:
            file.write(render_entry_block(entry(2)))
        return real(path, start, end)

    with monkeypatch.context() as patched:
        patched.setattr(entry_blocks, "read_byte_range", read_between)
        first = Journal(tmp_path).read_entries_beyond_lengths({})
    assert numbers(first.entries) == [1]
    assert numbers(Journal(tmp_path).read_entries_beyond_lengths(first.lengths).entries) == [2]
    assert path.stat().st_size > first.lengths[K3F9.file]


@pytest.mark.parametrize("cut", range(1, 60))
def test_a_torn_end_is_reported_and_the_known_length_ends_before_it(
    tmp_path: Path, cut: int
) -> None:
    path = put(tmp_path, K3F9.file, [entry(1)])
    journal = Journal(tmp_path)
    known = journal.read_entries_beyond_lengths({}).lengths
    block = render_entry_block(entry(2))
    with path.open("a") as file:
        file.write(block[:cut])
    pending = journal.read_entries_beyond_lengths(known)
    assert pending.entries == ()
    assert pending.problems == ()
    if block[:cut].strip():
        assert pending.torn == (K3F9.file,)
        assert pending.lengths == known == journal.find_untorn_lengths()
        aside = set_aside_torn_end(journal.folder / K3F9.file)
        assert aside is not None
        assert aside.read_text() == block[:cut]
    journal.append(K3F9, entry(2), DAY)
    assert numbers(journal.read_entries_beyond_lengths(known).entries) == [2]


def test_a_session_that_was_renamed_or_copied_brings_nothing_new(tmp_path: Path) -> None:
    path = put(tmp_path, K3F9.file, [entry(1), entry(2)])
    journal = Journal(tmp_path)
    known = journal.read_entries_beyond_lengths({}).lengths
    copy = path.with_name(f"{DAY}-k3f9 (copy).toml")
    copy.write_bytes(path.read_bytes())
    assert journal.read_entries_beyond_lengths(known).entries == ()
    assert numbers(journal.read_backwards()) == [2, 1]
    path.unlink()
    assert journal.read_entries_beyond_lengths(known).entries == ()
    assert numbers(Journal(tmp_path).read_entries_beyond_lengths({}).entries) == [1, 2]


@pytest.mark.parametrize("spoil", [b"# a thought\n", b"x" * 5_000, None], ids=["in", "long", "cut"])
def test_a_word_behind_what_was_written_into_its_session_is_still_new(
    tmp_path: Path, spoil: bytes | None
) -> None:
    path = put(tmp_path, K3F9.file, [entry(1), entry(2)])
    journal = Journal(tmp_path)
    known = journal.read_entries_beyond_lengths({}).lengths
    journal.append(K3F9, entry(3), DAY)
    data = path.read_bytes()
    at = data.index(b"[[entry]]") - 1
    second = data.index(b"[[entry]]", at + 2) - 1
    spoilt = data[:at] + spoil + data[at:] if spoil else data[: at + 30] + data[second - 30 :]
    path.write_bytes(spoilt)
    pending = journal.read_entries_beyond_lengths(known, 2)
    assert numbers(pending.entries) == [3]
    assert pending.problems


def test_what_a_merge_brought_is_all_new_in_the_order_of_its_numbers(tmp_path: Path) -> None:
    put(tmp_path, K3F9.file, [entry(1), entry(4)])
    journal = Journal(tmp_path)
    known = journal.read_entries_beyond_lengths({}).lengths
    put(tmp_path, f"{DAY}-abcd.toml", [entry(2, "abcd"), entry(5, "abcd")])
    put(tmp_path, "2026-11-20-efgh.toml", [entry(3, "efgh"), entry(6, "efgh")])
    assert numbers(journal.read_entries_beyond_lengths(known).entries) == [2, 3, 5, 6]


# Backwards


NAMES = st.tuples(st.sampled_from(["2026-11-20", DAY, "2027-01-01"]), st.sampled_from("abc"))
JOURNALS = st.dictionaries(NAMES, st.sets(st.integers(1, 30), min_size=1), max_size=5)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("campaign")


@settings(deadline=None, max_examples=60)
@given(JOURNALS)
def test_entries_come_by_their_numbers_whatever_the_days(
    place: Path, files: dict[tuple[str, str], set[int]]
) -> None:
    for old in (place / "journal").glob("*"):
        old.unlink()
    every: list[Entry] = []
    for (day, letter), found in files.items():
        session = f"{day[2:4]}{letter}{day[-1]}"
        entries = [entry(number, session) for number in sorted(found)]
        put(place, f"{day}-{session}.toml", entries)
        every += entries
    journal = Journal(place)
    expected = sorted(every, key=lambda each: (-each.number, each.session))
    assert list(journal.read_backwards()) == expected
    assert journal.find_last_entry_number() == max(numbers(every), default=0)
    assert list(journal.read_entries_beyond_lengths({}).entries) == sorted(
        every, key=lambda e: (e.number, e.session)
    )


def test_a_file_is_opened_only_when_its_newest_entry_is_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at, day in enumerate(("2026-11-23", "2026-11-22", "2026-11-21")):
        put(tmp_path, f"{day}-ab{at}d.toml", [entry(10 * at + 1, f"ab{at}d"), entry(10 * at + 2)])
    journal = Journal(tmp_path)
    assert journal.find_last_entry_number() == 22
    opened: list[str] = []
    real = entry_blocks.read_byte_range

    def read_between(path: Path, start: int, end: int) -> bytes:
        opened.append(path.name[:10])
        return real(path, start, end)

    monkeypatch.setattr(entry_blocks, "read_byte_range", read_between)
    newest = journal.read_backwards()
    assert [next(newest).number for _ in range(2)] == [22, 21]
    assert opened == ["2026-11-21"]
    assert next(newest).number == 12
    assert opened == ["2026-11-21", "2026-11-22"]
    assert journal.find_last_entry_number() == 22
    assert len(opened) == 2, "the newest numbers are remembered"
    put(tmp_path, "2026-11-23-ab0d.toml", [entry(99)])
    assert journal.find_last_entry_number() == 99, "as long as the files are as long as they were"


# Going on today


def today(folder: Path, begun: Iterable[str] | None = None) -> str | None:
    found = Journal(folder).find_session_to_continue(DAY, None if begun is None else set(begun))
    return None if found is None else found[0].name


def test_the_newest_session_of_the_day_goes_on_where_its_dice_stood(tmp_path: Path) -> None:
    put(tmp_path, f"{DAY}-abcd.toml", [entry(1, "abcd", streams={"event": 3})])
    put(tmp_path, f"{DAY}-efgh.toml", [entry(2, "efgh", streams={"event": 1})])
    put(tmp_path, f"{DAY}-ijkl-seeded.toml", [entry(3, "ijkl")])
    put(tmp_path, "2026-11-20-mnop.toml", [entry(4, "mnop")])
    found = Journal(tmp_path).find_session_to_continue(DAY)
    assert found is not None
    assert found[0] == Session(f"{DAY}-efgh.toml", "efgh", "seed")
    assert found[1].streams == {"event": 1}


def test_only_a_session_that_was_begun_here_goes_on(tmp_path: Path) -> None:
    put(tmp_path, f"{DAY}-abcd.toml", [entry(1, "abcd")])
    put(tmp_path, f"{DAY}-efgh.toml", [entry(2, "efgh")])
    assert today(tmp_path) == "efgh"
    assert today(tmp_path, [f"{DAY}-abcd.toml", "2026-11-20-gone.toml"]) == "abcd"
    assert today(tmp_path, []) is None


@pytest.mark.parametrize(
    "header",
    [
        "",
        'session = "k3f9"\n',
        "session = \n",
        'session = "k3f9"\nseed = "a\\u001b"\nbegan = "2026-11-21"\n',
        'schema = 2\nsession = "k3f9"\nseed = "a"\nbegan = "2026-11-21"\n',
        f"x = {'[' * 5000}\n",
    ],
)
def test_a_session_whose_header_cannot_be_read_does_not_go_on(tmp_path: Path, header: str) -> None:
    put(tmp_path, K3F9.file, [entry(1)], header)
    assert today(tmp_path) is None
    assert numbers(Journal(tmp_path).read_backwards()) == [1]


@pytest.mark.parametrize(
    "end",
    [
        "\n[[entry]]\nsession =",
        "\0\0\0",
        render_entry_block(entry(2)).replace("event", "evening"),
        render_entry_block(Entry(session="k3f9", number=2, kind="dream", line="")),  # type: ignore[arg-type]  # on purpose
        f"<<<<<<< HEAD\n{render_entry_block(entry(2))}=======\n"
        f"{render_entry_block(entry(3))}>>>>>>> b\n",
    ],
)
def test_a_session_whose_end_cannot_be_read_does_not_go_on(tmp_path: Path, end: str) -> None:
    path = put(tmp_path, K3F9.file, [entry(1)])
    assert today(tmp_path) == "k3f9"
    with path.open("a") as file:
        file.write(end)
    assert today(tmp_path) is None


def test_a_long_session_ends_before_it_is_too_long_to_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = put(tmp_path, K3F9.file, [entry(1)]).stat().st_size
    monkeypatch.setattr(journal_folder, "LONG_SESSION_BYTES", size - 1)
    assert Journal(tmp_path).is_session_long(K3F9)
    assert today(tmp_path) is None
    both = Journal(tmp_path).append(K3F9, entry(2), DAY)
    monkeypatch.setattr(journal_folder, "MAX_SESSION_BYTES", both + 20)
    with pytest.raises(Impossible):
        Journal(tmp_path).append(K3F9, entry(3), DAY)
    assert numbers(Journal(tmp_path).read_backwards()) == [2, 1]


# What should not be there
