"""The journal's last block, torn in every way: cut short at each byte, with zeros or something else
behind it as a power cut leaves them, and with each byte wrong.

A real evening is played, with words that change many things, hostile notes, an edit by hand, an
undo and a redo. At the moment each of its entries is journalled the campaign is kept as it stands,
so that it can be put back with that entry torn. Nothing wrong may ever be read of it; the campaign
opens, the next word goes on, and what was set aside is kept and told, once.

Behind each whole entry stands one that somebody forged, too: its checksum is right, and its number
is none that an entry ever comes to. It is skipped, and no word after it.

`python -m tests.storms.torn` does so with every entry of the evening, a whole desk opened on each
cut and on each eleventh end torn otherwise; `python -m tests.storms.torn 5` opens a fifth of those.
The evening is the same each time, so what is printed of an end is enough to have it again.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple
from unittest.mock import patch
from zlib import crc32

from companion.archive.journal.entry_blocks import render_entry_block
from companion.archive.journal.journal_folder import Journal, Session
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from tests.desk.a_desk import a_desk, greenmire, on_disk, said
from tests.storms.disk import Disk
from tests.storms.evening import the_day

EVENING = (
    "next! search =3",
    "exhaust all +1",
    'note "[[entry]]" \'check = "deadbeef"\' # \\n ]] = {} 🔥 n = 499',
    "burn",
    "undo",
    "redo",
    "roll 3d6",
    "give wim oil",
    "undo",
    "supply wim +2",
)
HOSTILE = '"""\\nnumber = 7\n\n[[entry]]\nsession = "x"\ncheck = "00000000"\n\u2028\\u0007\n"""'
"""What a person writes by hand, over several lines, into a block that a word then takes out: its
entry keeps the exact text."""
AFTER = ("supply wim +1", "note the end of it")


class Moment(NamedTuple):
    """A campaign as an entry is about to be journalled: all its files, the session's file, the
    entries that were there before, the one to come, and its block."""

    files: dict[str, bytes]
    file: str
    before: tuple[Entry, ...]
    entry: Entry
    block: bytes


@contextmanager
def _watching() -> Iterator[list[Moment]]:
    """The campaign as it stands before every entry that is journalled meanwhile."""
    moments: list[Moment] = []
    append = Journal.append

    def watch(journal: Journal, session: Session, entry: Entry, day: str) -> int:
        before = tuple(journal.read_backwards())[::-1]
        files, block = _files(journal.folder.parent), render_entry_block(entry).encode()
        length = append(journal, session, entry, day)
        if before:  # the first comes with its file, which is whole or not there
            moments.append(Moment(files, f"journal/{session.file}", before, entry, block))
        return length

    with patch.object(Journal, "append", watch):
        yield moments


def an_evening(shelf: Path) -> tuple[Path, list[Moment]]:
    """An evening at the Greenmire: its folder, and each moment of it."""
    folder = greenmire(shelf)
    with the_day(0, Random(0)), _watching() as moments:
        desk = a_desk(folder, seed=None)
        for line in EVENING:
            if line == "burn":
                _edit(folder / "campaign.toml", HOSTILE)
            said(desk, line)
    assert len(moments) >= len(EVENING)
    return folder, moments


def _edit(path: Path, note: str) -> None:
    lines = path.read_text().splitlines()
    name = lines.index('name = "Lamp of the Abbess"')
    lines.insert(name + 1, f"note = {note}")
    path.write_text("\n".join([*lines, ""]))


def _files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def put_back(folder: Path, moment: Moment, end: bytes) -> None:
    """The folder as it was at that moment, with these bytes at the end of the session's file; the
    copies beside it, which know what came later, are gone."""
    rmtree(folder.parent / ".copies", ignore_errors=True)
    there = _files(folder)
    for name in there.keys() - moment.files.keys():
        (folder / name).unlink()
    for name, data in moment.files.items():
        wanted = data + end if name == moment.file else data
        if there.get(name) != wanted:
            (folder / name).write_bytes(wanted)


def cut(block: bytes) -> Iterator[bytes]:
    """Cut short at every byte: nothing of it, all of it, and all that is between."""
    yield from (block[:length] for length in range(len(block) + 1))


def filled_with_zeros(block: bytes) -> Iterator[bytes]:
    """The same, as long as it was to be: what did not reach the disk is zeros."""
    yield from (block[:at] + bytes(len(block) - at) for at in range(len(block)))


def one_byte_wrong(block: bytes) -> Iterator[bytes]:
    """Each byte by itself: zero, a bit of it flipped, another one, and all of them."""
    for at, byte in enumerate(block):
        for wrong in (0, byte ^ 0x01, byte ^ 0x20, byte ^ 0xFF):
            yield block[:at] + bytes([wrong]) + block[at + 1 :]


GARBAGE = (
    *(
        bytes(64),
        bytes(range(256)),
        b"x",
        b" = 4\n",
        b"\xff\xfe",
        b'"""',
        b"\n[[entry",
        b"[[entry]]",
    ),
    *(b"# a remark", b"\n\n# a remark\n", b'\ncheck = "00000000"\n', b"\n[[entry]]"),
)


def garbage_behind(block: bytes) -> Iterator[bytes]:
    """The whole of it with something else behind, and so cut short at every byte."""
    yield from (block + garbage for garbage in GARBAGE)
    yield from (block + block[:length] for length in range(11, len(block) - 1, 7))
    yield from (block[:at] + GARBAGE[at % len(GARBAGE)] for at in range(len(block)))


Damage = Callable[[bytes], Iterator[bytes]]
DAMAGES: tuple[Damage, ...] = (cut, filled_with_zeros, one_byte_wrong, garbage_behind)


class Parted(NamedTuple):
    """An end of the journal: the whole block, or nothing; and what stands behind it."""

    whole: bytes
    rest: bytes

    @property
    def torn(self) -> bytes:
        """What is to be set aside: not blank lines, nor a person's remark."""
        lines = (line.strip() for line in self.rest.split(b"\n"))
        return self.rest if any(line and not line.startswith(b"#") for line in lines) else b""


def parted(moment: Moment, end: bytes) -> Parted:
    """An end as it is to be read; the whole block may want its last line break."""
    if end == moment.block[:-1]:
        return Parted(end, b"")
    if end.startswith(moment.block):
        return Parted(moment.block, end.removeprefix(moment.block))
    return Parted(b"", end)


def read_right(folder: Path, moment: Moment, end: bytes) -> None:
    """Every way to read the journal gives the entries that are whole, and no other; the rest is
    known for what it is. The campaign must have been put back once; only the journal is written."""
    start = moment.files[moment.file]
    with (folder / moment.file).open("r+b") as file:
        file.seek(len(start))
        file.write(end)
        file.truncate()
    journal = Journal(folder)
    parts = parted(moment, end)
    there, torn = bool(parts.whole), parts.torn
    true = (*moment.before, moment.entry) if there else moment.before
    name = moment.file.removeprefix("journal/")
    known = {file: length for file, length in journal.measure_files().items() if file != name}
    assert tuple(journal.read_backwards()) == true[::-1], "backwards"
    assert journal.find_last_entry_number() == true[-1].number, "the last number"
    for pending in (
        journal.read_entries_beyond_lengths({}),
        journal.read_entries_beyond_lengths({**known, name: len(start)}),
    ):
        assert not pending.problems, pending.problems
        assert pending.entries == true[len(true) - len(pending.entries) :], "the entries"
        assert pending.torn == ((name,) if torn else ()), f"torn: {pending.torn}"
        assert pending.lengths[name] == len(start) + len(end) - len(torn), "the length"
    assert len(pending.entries) == there, "the entries past what was known"
    assert journal.read_entries_beyond_lengths({}).entries == true, "all entries"


class Played(NamedTuple):
    """What came of the campaign once some words were said: itself, its entries (who journalled
    which, in what session, may differ), and what was told that is about the journal."""

    campaign: Campaign
    entries: tuple[tuple[object, ...], ...]
    told: tuple[str, ...]


def played_on(folder: Path) -> Played:
    """The campaign opened, a word said, and opened again for another."""
    told: list[str] = []
    with Disk(folder.parent).on():
        for line in AFTER:
            desk = a_desk(folder, seed=None)
            told += said(desk, line).warnings
            assert on_disk(folder) == desk.campaign
    entries = tuple(desk.archive.read_entries())[::-1]
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    known = tuple((e.number, e.kind, e.line, e.note, e.takes_back, e.changes) for e in entries)
    return Played(desk.campaign, known, tuple(line for line in told if "journal" in line))


class Expected(NamedTuple):
    """What comes of a campaign where an entry was never begun, and where it is whole."""

    without: Played
    whole: Played


def expected(folder: Path, moment: Moment) -> Expected:
    """The same words said with nothing torn."""
    put_back(folder, moment, b"")
    without = played_on(folder)
    put_back(folder, moment, moment.block)
    whole = played_on(folder)
    assert without.told == whole.told == ()
    assert without != whole or moment.entry.kind == "edit"  # which is seen, and journalled, anew
    return Expected(without, whole)


def opened_right(folder: Path, moment: Moment, end: bytes, right: Expected) -> None:
    """A campaign with this end in its journal opens and is played on as if the entry had never
    been begun, or where it is whole, with it; what is torn is kept, and told once."""
    put_back(folder, moment, end)
    played = played_on(folder)
    start, parts = moment.files[moment.file], parted(moment, end)
    journal = {n: data for n, data in _files(folder).items() if n.startswith("journal/")}
    assert journal[moment.file].startswith(start + end.removesuffix(parts.torn)), "what is whole"
    aside = {name: data for name, data in journal.items() if ".torn-" in name}
    assert aside == ({f"{moment.file}.torn-1": parts.torn} if parts.torn else {}), f"aside: {aside}"
    assert len(played.told) == bool(parts.torn), f"told: {played.told}"
    assert all("never finished" in line for line in played.told)
    assert played._replace(told=()) == (right.whole if parts.whole else right.without), played


ABSURD = (-(10**15), -1, 10**9, 10**12, 10**15 - 1, 10**15, 2**63, 2**64, 10**400)
"""Numbers that no entry ever comes to."""


def forged(block: bytes, number: int) -> bytes:
    """The same entry with another number, and the checksum it then has."""
    lines = block.rpartition(b"check = ")[0].removeprefix(b"\n")
    lines = re.sub(rb"(?m)^number = \d+$", f"number = {number}".encode(), lines, count=1)
    return b"\n" + lines + f'check = "{crc32(lines):08x}"\n'.encode()


def skipped_right(folder: Path, moment: Moment, number: int, right: Expected) -> None:
    """A campaign with an entry of an absurd number behind the last one opens and is played on as if
    it were not there; it stays where it is, and is told once."""
    absurd = forged(moment.block, number)
    put_back(folder, moment, moment.block + absurd)
    played = played_on(folder)
    journal = (folder / moment.file).read_bytes()
    assert journal.startswith(moment.files[moment.file] + moment.block + absurd)
    assert len(played.told) == 1, f"told: {played.told}"
    assert "as no entry can" in played.told[0]
    assert played._replace(told=()) == right.whole, played


class Figures(NamedTuple):
    """How many torn ends were read, how many campaigns with one were opened and played on, the
    longest that took, in seconds, and what was wrong, a line for each."""

    read: int
    opened: int
    longest: float
    wrong: tuple[str, ...]


def storm(folder: Path, moment: Moment, damage: Damage, step: int) -> Figures:
    """All damage of one kind done to one entry: read each time, and a whole desk opened each
    `step`-th time (0: never)."""
    read, opened, longest = 0, 0, 0.0
    wrong: list[str] = []

    def tried(at: int, end: bytes, what: Callable[[], None]) -> None:
        try:
            what()
        except Exception as error:
            why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            which = f"entry {moment.entry.number}, {damage.__name__} {at}"
            wrong.append(f"{which} (it ends {end[-20:]!r}): {why}")

    put_back(folder, moment, b"")
    for at, end in enumerate(damage(moment.block)):
        tried(at, end, partial(read_right, folder, moment, end))
        read += 1
    right = expected(folder, moment) if step else None
    for at, end in enumerate(damage(moment.block)):
        if right is not None and at % step == 0:
            started = perf_counter()
            tried(at, end, partial(opened_right, folder, moment, end, right))
            longest = max(longest, perf_counter() - started)
            opened += 1
    return Figures(read, opened, longest, tuple(wrong))


def storm_of_numbers(folder: Path, moment: Moment) -> Figures:
    """Each absurd number behind one entry, and a whole desk opened."""
    wrong, longest = [], 0.0
    right = expected(folder, moment)
    for number in ABSURD:
        started = perf_counter()
        try:
            skipped_right(folder, moment, number, right)
        except Exception as error:
            why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            wrong.append(f"entry {moment.entry.number}, the number {str(number)[:30]}: {why}")
        longest = max(longest, perf_counter() - started)
    return Figures(0, len(ABSURD), longest, tuple(wrong))


def main(step: int) -> int:
    """The whole storm."""
    began = perf_counter()
    totals: Counter[str] = Counter()
    longest, wrong = 0.0, list[str]()
    with TemporaryDirectory() as shelf:
        folder, moments = an_evening(Path(shelf))
        for moment in moments:
            for damage in DAMAGES:
                many = 1 if damage is cut else 11
                figures = storm(folder, moment, damage, step * many)
                totals[f"{damage.__name__}: read"] += figures.read
                totals[f"{damage.__name__}: opened and played on"] += figures.opened
                longest = max(longest, figures.longest)
                wrong += figures.wrong
            figures = storm_of_numbers(folder, moment)
            totals["an absurd number: opened and played on"] += figures.opened
            longest = max(longest, figures.longest)
            wrong += figures.wrong
        kinds = Counter(moment.entry.kind for moment in moments)
    for line in wrong[:40]:
        print(line)
    print(f"{len(moments)} entries torn: " + ", ".join(f"{n} {kind}" for kind, n in kinds.items()))
    for what, count in totals.items():
        print(f"{what.replace('_', ' ')}: {count}")
    print(f"{len(wrong)} read wrong, lost or not told of; the longest took {longest:.2f} s")
    print(f"{perf_counter() - began:.0f} seconds")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
