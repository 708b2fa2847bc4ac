"""A journal made whole again: what is wrong with the files of its sessions, and what they would be
without it. Nothing is written here.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.archive.journal import blocks
from companion.archive.journal.blocks import LineCounter, convert_to_crlf, convert_to_lf, is_crlf
from companion.archive.journal.entries import (
    NO_NUMBER_LEFT,
    Header,
    UnreadableBlock,
    read_block,
    read_header,
    render_entry,
    render_header,
)
from companion.archive.journal.sessions import Session
from companion.campaign.changes import Entry, is_plausible_number
from companion.refusal import Problem
from companion.text import clean_text

_SESSION_FILE_NAME = re.compile(r"(\d{4}-\d\d-\d\d)-([a-z0-9]+?)(?:-seeded)?\.toml")
_SEED_LINE = re.compile(rb'^seed = "([0-9A-Za-z _-]*)"\r?$', re.MULTILINE)
_SET_ASIDE_REPAIR = "set aside"
_NEWER_HINT = "Look at it with a newer companion, or take it out in an editor."

NameSession = Callable[[str, str], Session]
"""A session that is not there yet, from a text to make its name of and a day."""


class Finding(NamedTuple):
    """Something wrong with a campaign: what it is, or would be, once it was repaired («set aside»),
    or, where that is "", the way a person has. `is_transient` says that the next word repairs it
    too, as it does all that a writer leaves that was stopped. `quote` are lines of the file that
    the Guide needs to see."""

    problem: Problem
    repair: str = ""
    hint: str = ""
    is_transient: bool = False
    quote: tuple[str, ...] = ()


class RepairPlan(NamedTuple):
    """What is wrong, and what each file that can be mended would hold; None for one that goes."""

    findings: tuple[Finding, ...] = ()
    files: Mapping[str, bytes | None] = {}


class _Block(NamedTuple):
    """A whole block: where it begins in its file, its bytes, and its entry or why there is none."""

    offset: int
    data: bytes
    parsed: Entry | UnreadableBlock

    @property
    def entry(self) -> Entry | None:
        """Its entry, if it can be read."""
        return self.parsed if isinstance(self.parsed, Entry) else None


class _SessionDraft:
    """One session's file on its way to what it would be: its header and its blocks."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.findings: list[Finding] = []
        self.their_blocks: list[_Block] = []
        """What only the other side of a merge has."""
        self._is_crlf = is_crlf(data)
        self._lines: LineCounter | None = LineCounter(data)
        if (conflict := blocks.find_conflict(data)) is not None:
            data = self._take_our_side(data, conflict)
        elif data.startswith(b"[[entry]]"):
            data = b"\n" + data  # the header is gone, with the blank line behind it
        self.blocks = list(_parse_blocks(data))
        self._find_flaws(data)
        self.header = self._repair_header(
            data[: next(blocks.find_block_bounds(data), (len(data), 0))[0]]
        )

    def _take_our_side(self, data: bytes, conflict: int) -> bytes:
        """What the file would be without the other side of a merge, which is set apart."""
        self.add_finding(
            conflict,
            "a merge was not resolved; the entries of both are read",
            "its marks taken out; the entries of both stay",
        )
        data, theirs = blocks.split_conflict_sides(data)
        ours = {convert_to_lf(block.data) for block in _parse_blocks(data)}
        self.their_blocks = [
            block for block in _parse_blocks(theirs) if convert_to_lf(block.data) not in ours
        ]
        self._lines = None  # what else is found is on no line of this file
        return data

    def _find_flaws(self, data: bytes) -> None:
        torn = blocks.find_torn_end(data)
        if torn is not None:
            is_whole = self._lines is not None  # with a merge in it, a word leaves it as it is
            self.add_finding(
                torn, "the last entry was never finished", _SET_ASIDE_REPAIR, passing=is_whole
            )
        ends = {block.offset: block.offset + len(block.data) for block in self.blocks}
        for start, end in blocks.find_block_bounds(data):
            whole = ends.get(start)
            if start == torn:
                continue
            if whole is None:
                wrong = "the checksum of this entry is missing or wrong; it is skipped"
                self.add_finding(start, wrong, _SET_ASIDE_REPAIR)
            elif whole != torn and not blocks.is_blank_or_comments(data, whole, end):
                self.add_finding(whole, "something stands between two entries", _SET_ASIDE_REPAIR)
        for block in (*self.blocks, *self.their_blocks):
            if isinstance(block.parsed, UnreadableBlock):
                repair, way = (_SET_ASIDE_REPAIR, "") if block.parsed.forged else ("", _NEWER_HINT)
                self.add_finding(block.offset, block.parsed.message, repair, way)
        self.blocks = [block for block in self.blocks if not _is_forged(block)]
        self.their_blocks = [block for block in self.their_blocks if not _is_forged(block)]

    def _repair_header(self, head: bytes) -> bytes:
        """The header as it is, or as it would be made."""
        try:
            header = read_header(head)
        except (ValueError, RecursionError):
            anew = "made anew from the file's name" if self.blocks else _SET_ASIDE_REPAIR
            if self.blocks or not self.findings:
                self.add_finding(0, "the header cannot be read", anew)
            return _rebuild_header(self.name, head, self.blocks)
        if header.schema > Header("", "", "").schema:
            self.add_finding(0, "written by a newer companion", "", _NEWER_HINT)
        return head

    def renumber_entries(self, numbers: Mapping[int, int], names: Mapping[str, str]) -> None:
        """Give entries other numbers, and those that undo or redo them their other names."""
        anew = [_renumber_block(block, numbers, names) for block in self.blocks]
        if anew != self.blocks:
            highest = max(block.entry.number for block in self.blocks if block.entry)
            to = numbers.get(highest, highest)
            self.add_finding(0, NO_NUMBER_LEFT.format(highest), f"numbered anew, to {to:,}")
        self.blocks = anew

    def add_finding(
        self, at: int, message: str, repair: str = "", way: str = "", *, passing: bool = False
    ) -> None:
        """Something wrong at this offset."""
        line = self._lines.find_line(at) if self._lines is not None and at else 1
        problem = Problem(f"journal/{clean_text(self.name)}", line, "", message)
        self.findings.append(Finding(problem, repair, way, passing))

    @property
    def repaired_bytes(self) -> bytes | None:
        """What it would hold, each line ending as its first does; None where nothing would be
        left."""
        if not self.blocks:
            return None
        data = self.header + b"".join(block.data for block in self.blocks)
        return convert_to_crlf(data) if self._is_crlf else convert_to_lf(data)


def plan_journal_repair(sessions: Mapping[str, bytes], named: NameSession) -> RepairPlan:
    """What is wrong with these session files, by the names they have in `journal/`, and what they
    would be. Two clones that wrote on in one session have entries of the same name that say
    different things: those of the second get a session of their own."""
    files = [_SessionDraft(*each) for each in sorted(sessions.items(), key=_make_sort_key)]
    known: dict[str, Entry] = {}
    held: dict[str, bytes | None] = {}
    for file in files:
        apart = _remove_duplicates(file, known)
        if apart or any(each.entry and each.entry.name in known for each in file.their_blocks):
            held.update(_render_new_session(file, [*apart, *file.their_blocks], named))
        else:
            file.blocks = _sort_by_number([*file.blocks, *file.their_blocks])
            known.update((each.entry.name, each.entry) for each in file.their_blocks if each.entry)
    _renumber_past_gap(files)
    for file in files:
        if any(finding.repair for finding in file.findings):
            held[f"journal/{file.name}"] = file.repaired_bytes
    return RepairPlan(tuple(finding for file in files for finding in file.findings), held)


def _parse_blocks(data: bytes) -> Iterator[_Block]:
    for at, block in blocks.find_whole_blocks(data):
        yield _Block(at, block, read_block(block))


def _renumber_block(block: _Block, numbers: Mapping[int, int], names: Mapping[str, str]) -> _Block:
    old = block.entry
    if old is None:
        return block
    takes_back = tuple(names.get(name, name) for name in old.takes_back)
    new = replace(old, number=numbers.get(old.number, old.number), takes_back=takes_back)
    return block if new == old else block._replace(data=render_entry(new).encode(), parsed=new)


def _is_forged(block: _Block) -> bool:
    return isinstance(block.parsed, UnreadableBlock) and block.parsed.forged


def _sort_by_number(held: Sequence[_Block]) -> list[_Block]:
    """Blocks in the order of their numbers; one that cannot be read stays behind the one before."""
    last, placed = 0, list[tuple[int, _Block]]()
    for block in held:
        last = block.entry.number if block.entry is not None else last
        placed.append((last, block))
    return [block for _, block in sorted(placed, key=lambda each: each[0])]


def _renumber_past_gap(files: Sequence[_SessionDraft]) -> None:
    """Number anew what stands past the widest gap in the numbers, if they leave none for the next
    word. Each keeps its place, and an undo still names what it took back."""
    every = [block.entry for file in files for block in file.blocks if block.entry is not None]
    numbers = sorted({0, *(entry.number for entry in every)})
    if is_plausible_number(numbers[-1] + 1):
        return
    at = max(range(1, len(numbers)), key=lambda at: numbers[at] - numbers[at - 1])
    anew = {number: numbers[at - 1] + 1 + past for past, number in enumerate(numbers[at:])}
    names = {e.name: f"{e.session}-{anew[e.number]}" for e in every if e.number in anew}
    for file in files:
        file.renumber_entries(anew, names)


def _make_sort_key(named: tuple[str, bytes]) -> tuple[bool, str]:
    return _SESSION_FILE_NAME.fullmatch(named[0]) is None, named[0]


def _rebuild_header(name: str, head: bytes, held: Sequence[_Block]) -> bytes:
    """A header from a file's name and its entries; of the old one, the seed if it can be made
    out."""
    named, seed = _SESSION_FILE_NAME.fullmatch(name), _SEED_LINE.search(head)
    first = next((block.entry for block in held if block.entry is not None), None)
    session = first.session if first is not None else named[2] if named else ""
    began = named[1] if named else first.at[:10] if first is not None else ""
    return render_header(session, seed[1].decode() if seed else "", began).encode()


def _remove_duplicates(file: _SessionDraft, known: dict[str, Entry]) -> list[_Block]:
    """Take out of a file what is called as an entry before it; those that say something else than
    that. What stays is `known` then."""
    stay: list[_Block] = []
    apart: list[_Block] = []
    for block in file.blocks:
        entry = block.entry
        if entry is None or entry.name not in known:
            stay.append(block)
            if entry is not None:
                known[entry.name] = entry
            continue
        twice = f"the journal has an entry {clean_text(entry.name)} already"
        if known[entry.name] == entry:
            file.add_finding(block.offset, twice, _SET_ASIDE_REPAIR)
        else:
            apart.append(block)
            another = f"{twice}, which says something else"
            file.add_finding(block.offset, another, "given a session of its own")
    file.blocks = stay
    return apart


def _render_new_session(
    file: _SessionDraft, apart: Sequence[_Block], named: NameSession
) -> dict[str, bytes | None]:
    """Entries as a session of their own: its file, and what it holds."""
    entries = [block.entry for block in apart if block.entry is not None]
    header = read_header(file.header)
    session = named(f"{file.name}/{len(file.blocks)}/{entries[0].line}", header.began)
    called = {entry.name: f"{session.name}-{entry.number}" for entry in entries}
    text = render_header(session.name, header.seed, header.began)
    for entry in sorted(entries, key=lambda entry: entry.number):
        takes_back = tuple(called.get(name, name) for name in entry.takes_back)
        text += render_entry(replace(entry, session=session.name, takes_back=takes_back))
    return {f"journal/{session.file}": text.encode()}
