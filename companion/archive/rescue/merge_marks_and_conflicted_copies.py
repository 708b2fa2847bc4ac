"""Finds conflicts: the marks that a merge of git leaves in a file, and the copies that a file
manager or a disk in the cloud leaves beside it (`Copy of bree.toml`, `bree (1).toml`).

A conflict is told by its lines and never by what stands in them, which may be secret; `check` alone
quotes both sides, to the Guide.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import tomli

from companion.archive.file_texts_and_change_stamps import MAX_BYTES
from companion.campaign.file_layout import get_file_stem, list_block_folder_names
from companion.refusal import Problem
from companion.text_cleaning import clean_text, clip_text
from companion.values_with_ids import make_slug

_MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_MARKER_LINE = re.compile(r"^([<|=>])\1{6}(?: ([^\r\n]*))?\r?$", re.MULTILINE)
_COMMIT_HASH = re.compile(r"[0-9a-f]{40}")
_MAX_NAME_LENGTH = 30
_MAX_QUOTED_LINES = 30
_MAX_LINE_LENGTH = 100
_COPY_PREFIX = r"(?i)(?:another )?(?:copy|kopie|copie)(?: \([0-9]+\))? (?:of|von|de) (.+)"
_COPY_SUFFIX = (
    r"(?i)(.+?)(?:~| ?\([^()]*\)| - (?:copy|kopie|copie)| (?:copy|kopie|copie)| [0-9]+"
    r"|[. ](?:bak|backup|old|orig|save|tmp)|\.sync-conflict-.*)"
)
"""Compiled when a file is oddly named, not before."""
_MAX_AFFIXES = 3
"""`bree copy 2 (1)` is a copy of a copy of a copy."""
_MAX_STEM_LENGTH = 255
"""Characters of a name that any disk holds."""


class Conflict(NamedTuple):
    """One conflict: the lines of its marks, from 1 (`base` is None if git did not write what stood
    there before), and git's names of the two sides."""

    ours: int
    base: int | None
    theirs: int
    end: int
    our_name: str
    their_name: str

    def describe(self) -> str:
        """The lines of each side, and what to do."""
        ours = _describe_conflict_side(
            self.ours + 1, self.base or self.theirs, self.our_name or "above"
        )
        theirs = _describe_conflict_side(self.theirs + 1, self.end, self.their_name or "below")
        return f"two evenings differ: {ours} or {theirs}; keep one and delete the marks"


def find_merge_conflicts(file: str, text: str) -> tuple[Problem, ...]:
    """Every conflict in the text of a campaign's file. A row of `=======` in a note is none."""
    found = _parse_conflicts(text)
    return tuple(Problem(clean_text(file), each.ours, "", each.describe()) for each in found)


def quote_merge_conflict_lines(text: str) -> dict[int, tuple[str, ...]]:
    """The numbered lines of each conflict, marks included, by the line that it begins at."""
    if not may_have_conflict_markers(text):
        return {}
    lines = text.split("\n")
    return {each.ours: tuple(_quote_lines_of_side(lines, each)) for each in _parse_conflicts(text)}


def has_unresolved_merge(text: str) -> bool:
    """True for a text in the midst of a merge: it has a conflict, or some of the marks are left in
    it and it is no TOML."""
    if not may_have_conflict_markers(text):
        return False
    if any(_parse_conflicts(text)) or len(text) > MAX_BYTES:
        return True
    try:
        tomli.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return True
    return False


def may_have_conflict_markers(text: str) -> bool:
    """True if a line of a text looks like a mark of git's."""
    return any(mark in text for mark in _MARKERS) and _MARKER_LINE.search(text) is not None


def _parse_conflicts(text: str) -> Iterator[Conflict]:
    """The conflicts that have all their marks. Longer marks belong to what was there before."""
    if not may_have_conflict_markers(text):
        return
    marks: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        mark = _MARKER_LINE.match(line)
        if mark is None:
            continue
        letter, name = mark[1], mark[2] or ""
        if letter == "<":
            marks = {}
        elif "<" not in marks or (letter in "|=" and "=" in marks):
            continue
        marks[letter] = number, name
        if letter == ">" and "=" in marks:
            base = marks["|"][0] if "|" in marks else None
            yield Conflict(marks["<"][0], base, marks["="][0], number, marks["<"][1], name)
            marks = {}


def _describe_conflict_side(first: int, end: int, name: str) -> str:
    """The lines of a side before its `end`, and its name: of a commit the beginning of its hash."""
    lines = f"lines {first}-{end - 1}" if end - first > 1 else f"line {first}"
    is_commit = _COMMIT_HASH.fullmatch(name)
    shown = name[:7] if is_commit else clip_text(clean_text(name), _MAX_NAME_LENGTH)
    return f"{lines if end > first else 'nothing'} ({shown})"


def _quote_lines_of_side(lines: Sequence[str], conflict: Conflict) -> Iterator[str]:
    last = min(conflict.end, conflict.ours + _MAX_QUOTED_LINES - 1)
    for number in range(conflict.ours, last + 1):
        line = clip_text(clean_text(lines[number - 1]), _MAX_LINE_LENGTH)
        yield f"{number:>6}  {line}".rstrip()
    if last < conflict.end:
        yield f"        and {conflict.end - last:,} more lines"


def find_conflicted_copies(texts: Mapping[str, str]) -> dict[str, str]:
    """The files in folders that are copies of others, each with what it is and what to do."""
    found = {}
    for folder in list_block_folder_names():
        stems = {get_file_stem(file): file for file in texts if file.startswith(f"{folder}/")}
        for stem, file in stems.items():
            if original := find_original_of_copy(stem, stems):
                copied = stems[original]
                found[file] = _describe_duplicate(texts[file], texts[copied], copied)
    return found


def find_original_of_copy(stem: str, stems: Collection[str]) -> str:
    """The name, without its ending, of the file that one of this name is a copy of; "" if it is
    none of `stems`."""
    if stem.replace("-", "").replace("_", "").isalnum():
        return ""
    for _ in range(_MAX_AFFIXES):
        before, stem = stem, _strip_copy_affix(stem)
        if stem == before:
            return ""
        for candidate in (stem, make_slug(stem)):
            if candidate in stems:
                return candidate
    return ""


def strip_copy_marks_from_name(stem: str) -> str:
    """A file's name without what a file manager added, in letters, digits and hyphens."""
    for _ in range(_MAX_AFFIXES):
        stem = _strip_copy_affix(stem)
    return make_slug(stem)


def _strip_copy_affix(stem: str) -> str:
    """A name without what one copying added; the same if nothing did."""
    stem = stem[:_MAX_STEM_LENGTH]
    found = re.fullmatch(_COPY_PREFIX, stem) or re.fullmatch(_COPY_SUFFIX, stem)
    return found[1].strip() if found else stem


def _describe_duplicate(text: str, other: str, original: str) -> str:
    if text == other:
        return f"it is a copy of {original} and holds the same; delete it"
    lines = zip(text.split("\n"), other.split("\n"), strict=False)
    same = next((at for at, (one, two) in enumerate(lines) if one != two), None)
    first = min(text.count("\n"), other.count("\n")) + 1 if same is None else same + 1
    return (
        f"it is a copy of {original}, and differs from line {first} on; keep what is right in "
        f"{original} and move this one out of {original.partition('/')[0]}/"
    )
