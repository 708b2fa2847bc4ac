"""Plans the repair of a journal: what is wrong with its session files, and what they would hold
after it. Nothing is written here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.archive.file_texts_and_change_stamps import make_whole_file_problem
from companion.archive.journal import entry_blocks
from companion.archive.journal.entry_blocks import (
    NO_NUMBER_LEFT,
    Header,
    parse_entry_block,
    parse_session_header,
    render_entry_block,
    render_session_header,
)
from companion.archive.journal.journal_folder import Journal
from companion.campaign.changes import Entry, is_plausible_entry_number
from companion.refusal import Problem
from companion.text_cleaning import clean_text

SET_ASIDE_REPAIR = "set aside"
_SESSION_FILE_NAME = re.compile(r"(\d{4}-\d\d-\d\d)-([a-z0-9]+?)(?:-seeded)?\.toml")
_SEED_LINE = re.compile(rb'^seed = "([0-9A-Za-z _-]*)"\r?$', re.MULTILINE)
_NEWER_HINT = "Look at it with a newer companion, or take it out in an editor."


class Finding(NamedTuple):
    """Something wrong with a campaign. `repair` is what a repair does about it («set aside»); if it
    is "", `hint` is what a person can do. `is_transient` is true if the next word repairs it too:
    all that a stopped writer leaves. `quote` are lines of the file for the Guide to see."""

    problem: Problem
    repair: str = ""
    hint: str = ""
    is_transient: bool = False
    quote: tuple[str, ...] = ()


class RepairPlan(NamedTuple):
    """What is wrong, and what each file that can be mended would hold; None if it is removed."""

    findings: tuple[Finding, ...] = ()
    files: Mapping[str, bytes | None] = {}


class _Block(NamedTuple):
    """A whole block: where it begins in its file, its bytes, and its entry if it can be read."""

    offset: int
    data: bytes
    entry: Entry | None


class _SessionDraft:
    """The header and the blocks that one session's file would have after a repair."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.findings: list[Finding] = []
        self.their_blocks: list[_Block] = []
        """The blocks that only the other side of a merge has."""
        self._is_crlf = entry_blocks.has_crlf_line_breaks(data)
        self._lines: entry_blocks.LineCounter | None = entry_blocks.LineCounter(data)
        theirs = b""
        if (conflict := entry_blocks.find_offset_of_first_conflict(data)) is not None:
            found = "a merge was not resolved; the entries of both are read"
            self.add_finding(conflict, found, "its marks taken out; the entries of both stay")
            data, theirs = entry_blocks.split_conflict_sides(
                entry_blocks.convert_line_breaks_to_lf(data)
            )
            self._lines = None  # what else is found is on no line of this file
        elif data.startswith(b"[[entry]]"):
            data = b"\n" + data  # the header is gone, with the blank line behind it
        if (torn := entry_blocks.find_offset_of_torn_end(data)) is not None:
            is_whole = self._lines is not None  # a word leaves a file with a merge in it as it is
            message = "the last entry was never finished"
            self.add_finding(torn, message, SET_ASIDE_REPAIR, is_transient=is_whole)
        self.blocks = list(self._parse_blocks(data))
        ours = {block.data for block in self.blocks}
        self.their_blocks = [b for b in self._parse_blocks(theirs) if b.data not in ours]
        first, _ = next(entry_blocks.list_block_offsets(data), (len(data), 0))
        self.header = self._repair_header(data[:first])

    def add_finding(
        self, at: int, message: str, repair: str = "", hint: str = "", *, is_transient: bool = False
    ) -> None:
        """Add a finding: what is wrong at this offset of the file, and what a repair does about
        it."""
        line = self._lines.find_line(at) if self._lines is not None and at else 1
        problem = Problem(f"journal/{clean_text(self.name)}", line, "", message)
        self.findings.append(Finding(problem, repair, hint, is_transient))

    def _parse_blocks(self, data: bytes) -> Iterator[_Block]:
        """The whole blocks, but for those that no companion can have written."""
        for start, end, message in entry_blocks.list_blocks_and_faults(data):
            if message:
                self.add_finding(start, message, SET_ASIDE_REPAIR)
                continue
            entry = parse_entry_block(data[start:end])
            if isinstance(entry, Entry):
                yield _Block(start, data[start:end], entry)
            elif entry.forged:
                self.add_finding(start, entry.message, SET_ASIDE_REPAIR)
            else:
                self.add_finding(start, entry.message, hint=_NEWER_HINT)
                yield _Block(start, data[start:end], None)

    def _repair_header(self, head: bytes) -> bytes:
        """The header as it is, or as it would be made."""
        try:
            header = parse_session_header(head)
        except (ValueError, RecursionError):
            repair = "made anew from the file's name" if self.blocks else SET_ASIDE_REPAIR
            if self.blocks or not self.findings:
                self.add_finding(0, "the header cannot be read", repair)
            return self._rebuild_header(head)
        if header.schema > Header("", "", "").schema:
            self.add_finding(0, "written by a newer companion", hint=_NEWER_HINT)
        return head

    def _rebuild_header(self, head: bytes) -> bytes:
        """A header from the file's name and its entries, with the old seed if that can be read."""
        name, seed = _SESSION_FILE_NAME.fullmatch(self.name), _SEED_LINE.search(head)
        first = next((block.entry for block in self.blocks if block.entry is not None), None)
        session = first.session if first is not None else name[2] if name else ""
        began = name[1] if name else first.at[:10] if first is not None else ""
        return render_session_header(session, seed[1].decode() if seed else "", began).encode()

    def remove_duplicates(self, known: dict[str, Entry]) -> list[_Block]:
        """Take out the entries whose names are `known`; returns those that say something else. What
        stays is known then."""
        found, self.blocks = self.blocks, []
        apart: list[_Block] = []
        for block in found:
            entry = block.entry
            if entry is None or known.setdefault(entry.name, entry) is entry:
                self.blocks.append(block)
                continue
            message = f"the journal has an entry {clean_text(entry.name)} already"
            if known[entry.name] == entry:
                self.add_finding(block.offset, message, SET_ASIDE_REPAIR)
            else:
                apart.append(block)
                message += ", which says something else"
                self.add_finding(block.offset, message, "given a session of its own")
        return apart

    @property
    def repaired_bytes(self) -> bytes | None:
        """What the file would hold, with the line endings it has; None if no entry is left."""
        if not self.blocks:
            return None
        data = self.header + b"".join(block.data for block in self.blocks)
        return (
            entry_blocks.convert_line_breaks_to_crlf(data)
            if self._is_crlf
            else entry_blocks.convert_line_breaks_to_lf(data)
        )


def plan_journal_repair(journal: Journal) -> RepairPlan:
    """What is wrong with the session files, and what they would be. Two clones that wrote on in one
    session have entries of the same name that say different things: those of the second get a
    session of their own."""
    contents, unread = dict[str, bytes](), list[Finding]()
    for name in journal.measure_files():
        try:
            contents[name] = (journal.folder / name).read_bytes()
        except OSError as error:
            message = f"it cannot be read ({error.strerror})"
            problem = make_whole_file_problem(f"journal/{name}", message)
            unread.append(Finding(problem, hint="See that you may read it."))
    oddly_named_last = sorted(contents, key=lambda n: (not _SESSION_FILE_NAME.fullmatch(n), n))
    drafts = [_SessionDraft(name, contents[name]) for name in oddly_named_last]
    known: dict[str, Entry] = {}
    files: dict[str, bytes | None] = {}
    for draft in drafts:
        apart = draft.remove_duplicates(known)
        theirs = {each.entry.name: each.entry for each in draft.their_blocks if each.entry}
        if apart or theirs.keys() & known.keys():
            name, text = _render_new_session(draft, [*apart, *draft.their_blocks], journal)
            files[name] = text.encode()
        else:
            draft.blocks = _sort_blocks_by_number([*draft.blocks, *draft.their_blocks])
            known.update(theirs)
    _renumber_entries_past_gap(drafts)
    for draft in drafts:
        if any(finding.repair for finding in draft.findings):
            files[f"journal/{draft.name}"] = draft.repaired_bytes
    findings = (finding for draft in drafts for finding in draft.findings)
    return RepairPlan((*findings, *unread), files)


def make_files_without_torn_ends(journal: Journal) -> dict[str, bytes]:
    """The session files whose end was never finished, without that end: it goes before anything is
    added to them."""
    lengths, ends = journal.measure_files(), journal.find_untorn_lengths()
    return {
        f"journal/{name}": entry_blocks.read_byte_range(journal.folder / name, 0, end)
        for name, end in ends.items()
        if end < lengths.get(name, 0)
    }


def _sort_blocks_by_number(unsorted: Sequence[_Block]) -> list[_Block]:
    """Blocks in the order of their numbers; one that cannot be read stays behind the one before."""
    last, placed = 0, list[tuple[int, _Block]]()
    for block in unsorted:
        last = block.entry.number if block.entry is not None else last
        placed.append((last, block))
    return [block for _, block in sorted(placed, key=lambda each: each[0])]


def _render_new_session(
    draft: _SessionDraft, apart: Sequence[_Block], journal: Journal
) -> tuple[str, str]:
    """Entries as a session of their own: the name of its file, and what it holds."""
    entries = [block.entry for block in apart if block.entry is not None]
    header = parse_session_header(draft.header)
    seed = f"{draft.name}/{len(draft.blocks)}/{entries[0].line}"
    session = journal.name_session(seed, False, header.began)
    names = {entry.name: f"{session.name}-{entry.number}" for entry in entries}
    text = render_session_header(session.name, header.seed, header.began)
    for entry in sorted(entries, key=lambda entry: entry.number):
        takes_back = tuple(names.get(name, name) for name in entry.takes_back)
        text += render_entry_block(replace(entry, session=session.name, takes_back=takes_back))
    return f"journal/{session.file}", text


def _renumber_entries_past_gap(drafts: Sequence[_SessionDraft]) -> None:
    """Number anew what stands past the widest gap in the numbers, if they leave none for the next
    word. Each keeps its place, and an undo still names what it took back."""
    entries = [block.entry for draft in drafts for block in draft.blocks if block.entry is not None]
    numbers = sorted({0, *(entry.number for entry in entries)})
    if is_plausible_entry_number(numbers[-1] + 1):
        return
    at = max(range(1, len(numbers)), key=lambda at: numbers[at] - numbers[at - 1])
    anew = {number: numbers[at - 1] + 1 + past for past, number in enumerate(numbers[at:])}
    names = {e.name: f"{e.session}-{anew[e.number]}" for e in entries if e.number in anew}
    for draft in drafts:
        renumbered = [_renumber_block(block, anew, names) for block in draft.blocks]
        if renumbered != draft.blocks:
            highest = max(block.entry.number for block in draft.blocks if block.entry)
            repair = f"numbered anew, to {anew.get(highest, highest):,}"
            draft.add_finding(0, NO_NUMBER_LEFT.format(highest), repair)
        draft.blocks = renumbered


def _renumber_block(block: _Block, numbers: Mapping[int, int], names: Mapping[str, str]) -> _Block:
    old = block.entry
    if old is None:
        return block
    takes_back = tuple(names.get(name, name) for name in old.takes_back)
    new = replace(old, number=numbers.get(old.number, old.number), takes_back=takes_back)
    return block if new == old else block._replace(data=render_entry_block(new).encode(), entry=new)
