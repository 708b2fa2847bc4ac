"""The journal's last block, torn in every way: cut short at each byte, cut short with zeros behind
it as a power cut leaves them, and with each byte wrong.

A real evening is played, with words that change many things, hostile notes, an edit by hand, an
undo and a redo. At the moment each of its entries is journalled the campaign is kept as it stands,
so that it can be put back with that entry torn. Nothing wrong may ever be read of it; the campaign
opens, the next word goes on, and what was set aside is kept and told, once.

`python -m tests.storms.torn` does so with every entry of the evening, a whole desk opened on each
cut and on each eleventh end torn otherwise; `python -m tests.storms.torn 5` opens a fifth of those.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from companion.archive.journal import render_entry
from companion.archive.sessions import Journal, Session
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from tests.desk.a_desk import a_desk, greenmire, on_disk, said

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


class _Watched(Journal):
    """A journal that keeps the campaign as it stands before every entry."""

    moments: list[Moment]

    def append(self, session: Session, entry: Entry, day: str) -> int:
        before = tuple(self.backwards())[::-1]
        files, block = _files(self.folder.parent), render_entry(entry).encode()
        length = super().append(session, entry, day)
        if before:  # the first comes with its file, which is whole or not there
            self.moments.append(Moment(files, f"journal/{session.file}", before, entry, block))
        return length


def an_evening(shelf: Path) -> tuple[Path, list[Moment]]:
    """An evening at the Greenmire: its folder, and each moment of it."""
    folder = greenmire(shelf)
    desk = a_desk(folder, seed=None)
    watched = _Watched(folder)
    watched.moments = []
    desk.archive.journal = watched
    for line in EVENING:
        if line == "burn":
            _edit(folder / "campaign.toml", HOSTILE)
        said(desk, line)
    return folder, watched.moments


def _edit(path: Path, note: str) -> None:
    lines = path.read_text().splitlines()
    name = lines.index('name = "Lamp of the Abbess"')
    lines.insert(name + 1, f"note = {note}")
    path.write_text("\n".join([*lines, ""]))


def _files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def put_back(folder: Path, moment: Moment, end: bytes) -> None:
    """The folder as it was at that moment, with these bytes at the end of the session's file."""
    for name in _files(folder).keys() - moment.files.keys():
        (folder / name).unlink()
    for name, data in moment.files.items():
        (folder / name).write_bytes(data + end if name == moment.file else data)


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


Damage = Callable[[bytes], Iterator[bytes]]
DAMAGES: tuple[Damage, ...] = (cut, filled_with_zeros, one_byte_wrong)


def is_there(moment: Moment, end: bytes) -> bool:
    """Whether an end is the whole block, but for the line break behind it."""
    return end in (moment.block, moment.block[:-1])


def read_right(folder: Path, moment: Moment, end: bytes) -> None:
    """Every way to read the journal gives the entries that are whole, and no other; the rest is
    known for what it is. The campaign must have been put back once; only the journal is written."""
    start = moment.files[moment.file]
    (folder / moment.file).write_bytes(start + end)
    journal = Journal(folder)
    there = is_there(moment, end)
    true = (*moment.before, moment.entry) if there else moment.before
    name = moment.file.removeprefix("journal/")
    known = {file: length for file, length in journal.lengths().items() if file != name}
    assert tuple(journal.backwards()) == true[::-1], end
    assert journal.last_number() == true[-1].number, end
    for pending in (journal.past({}), journal.past({**known, name: len(start)})):
        assert not pending.problems, (end, pending.problems)
        assert pending.entries == true[len(true) - len(pending.entries) :], end
        whole = there or not end.strip()
        assert pending.torn == (() if whole else (name,)), end
        assert pending.lengths[name] == len(start) + (len(end) if whole else 0), end
    assert len(pending.entries) == there, end
    assert journal.past({}).entries == true, end


class Played(NamedTuple):
    """What came of the campaign once some words were said: itself, its entries (who journalled
    which, in what session, may differ), and what was told that is about the journal."""

    campaign: Campaign
    entries: tuple[tuple[object, ...], ...]
    told: tuple[str, ...]


def played_on(folder: Path) -> Played:
    """The campaign opened, a word said, and opened again for another."""
    told: list[str] = []
    for line in AFTER:
        desk = a_desk(folder, seed=None)
        told += said(desk, line).warnings
        assert on_disk(folder) == desk.campaign
    entries = tuple(desk.archive.entries())[::-1]
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
    start, there = moment.files[moment.file], is_there(moment, end)
    journal = {n: data for n, data in _files(folder).items() if n.startswith("journal/")}
    assert journal[moment.file].startswith(start), end
    aside = {name: data for name, data in journal.items() if ".torn-" in name}
    torn = not there and bool(end.strip())
    assert aside == ({f"{moment.file}.torn-1": end} if torn else {}), end
    assert len(played.told) == torn, (end, played.told)
    assert all("never finished" in line for line in played.told)
    assert played._replace(told=()) == (right.whole if there else right.without), end


class Figures(NamedTuple):
    """How many torn ends were read, how many campaigns with one were opened and played on, and the
    longest that took, in seconds."""

    read: int
    opened: int
    longest: float


def storm(folder: Path, moment: Moment, damage: Damage, step: int) -> Figures:
    """All damage of one kind done to one entry: read each time, and a whole desk opened each
    `step`-th time (0: never). Raises AssertionError with the end of the journal that went wrong."""
    read, opened, longest = 0, 0, 0.0
    right = expected(folder, moment) if step else None
    put_back(folder, moment, b"")
    for end in damage(moment.block):
        read_right(folder, moment, end)
        read += 1
    for at, end in enumerate(damage(moment.block)):
        if right is not None and at % step == 0:
            started = perf_counter()
            opened_right(folder, moment, end, right)
            longest = max(longest, perf_counter() - started)
            opened += 1
    return Figures(read, opened, longest)


def main(step: int) -> None:
    """The whole storm."""
    totals: Counter[str] = Counter()
    longest = 0.0
    with TemporaryDirectory() as shelf:
        folder, moments = an_evening(Path(shelf))
        for moment in moments:
            for damage in DAMAGES:
                many = 1 if damage is cut else 11
                figures = storm(folder, moment, damage, step * many)
                totals[f"{damage.__name__}: read"] += figures.read
                totals[f"{damage.__name__}: opened and played on"] += figures.opened
                longest = max(longest, figures.longest)
        kinds = Counter(moment.entry.kind for moment in moments)
    print(f"{len(moments)} entries torn: " + ", ".join(f"{n} {kind}" for kind, n in kinds.items()))
    for what, count in totals.items():
        print(f"{what.replace('_', ' ')}: {count}")
    print(f"0 read wrong, 0 lost; the longest took {longest:.2f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
