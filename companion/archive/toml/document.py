"""A TOML text cut into parts, so that an edit of one block looks at no other.

A part is a header with the blank lines and the comments directly above it, and its keys, down to
the end of the last key's paragraph. Comments that stand apart below belong to no header: they are
the part's loose text. The first part is what stands above all headers. Joined together, the parts
are the text again.

In its parts a text has no byte order mark, it ends in a newline, and its lines end in LF where all
of them end in CRLF. `Document.text` gives all of this back.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import compress, count, islice, repeat
from operator import attrgetter, indexOf
from typing import NamedTuple

from companion.archive.toml.statements import Statement, parse_statements, parse_value
from companion.archive.toml.value_rendering_and_edits import CannotEdit, render_key

_END = Statement("table", 0, 0)
"""What stands behind the last statement of a text."""


class Part(NamedTuple):
    """A header with what belongs to it, the loose text below, and the keys of the header. `block`
    is `npcs/ysolde` for a block of an array at the top of the data, `npcs/` where it has no id, and
    "" for all else."""

    text: str
    loose: str
    keys: tuple[str, ...] = ()
    block: str = ""


class Document:
    """A text in parts. It does not change: an edit makes another one."""

    def __init__(self, parts: Sequence[Part], bom: str, crlf: bool, ends_open: bool) -> None:
        self.parts = parts
        self._style = (bom, crlf, ends_open)

    @cached_property
    def text(self) -> str:
        bom, crlf, ends_open = self._style
        text = join_document_parts(self.parts)
        if ends_open:
            text = text.removesuffix("\n")
        return bom + (text.replace("\n", "\r\n") if crlf else text)

    def replace_parts(self, start: int, end: int, text: str) -> "Document":
        """The document with another text in place of the parts from `start` to before `end`, which
        begins as part `start` does. What it ends with may go to the header of the next part."""
        behind = self.parts[end : end + 1]
        text += join_document_parts(behind)
        parts = list(cut_text_into_parts(text))[1 if start else 0 :]
        if behind and parts[-1] == behind[0]:
            parts[-1] = behind[0]  # the very same: who looks for what changed passes it over
        return Document([*self.parts[:start], *parts, *self.parts[end + 1 :]], *self._style)

    def convert_line_endings(self, text: str) -> str:
        """A text with its lines ending as they do in the parts."""
        return text.replace("\r\n", "\n") if self._style[1] else text

    def convert_to_whole_lines(self, piece: str) -> str:
        """Whole lines that were kept, as they stand in the parts."""
        return self.convert_line_endings(piece).removesuffix("\n") + "\n"

    def list_blocks(self, array: str) -> list[int]:
        """The numbers of the parts that an array's blocks begin with."""
        return list(compress(count(), self._flag_parts_of_array(array)))

    def list_ids(self, array: str) -> list[str]:
        """The ids of the blocks of an array, "" where one has none."""
        return [self.parts[at].block.partition("/")[2] for at in self.list_blocks(array)]

    def find_block(self, block: str) -> int:
        """The number of the first part with this `block`; -1 where there is none."""
        try:
            return indexOf(map(attrgetter("block"), self.parts), block)
        except ValueError:
            return -1

    def count_blocks(self, array: str, end: int) -> int:
        """How many blocks of an array begin before part `end`."""
        return sum(islice(self._flag_parts_of_array(array), end))

    def _flag_parts_of_array(self, array: str) -> Iterator[bool]:
        return map(str.startswith, map(attrgetter("block"), self.parts), repeat(f"{array}/"))

    def find_block_end(self, start: int) -> int:
        """The number of the part behind the block that begins with part `start`, its sub-tables
        included. Raises CannotEdit where one of them stands apart from it."""
        root = self.parts[start].keys[0]
        end = start + 1
        for number in range(end, len(self.parts)):
            part = self.parts[number]
            if part.keys[0] == root:
                if part.block:
                    break
                if number > end:
                    name = self.list_part_names()[start]
                    raise CannotEdit(f"the parts of `{name}` stand apart from each other")
                end = number + 1
        return end

    def list_part_names(self) -> list[str]:
        """The path of each part, with the position of its block: `clock`, `npcs.2`, `npcs.2.bonds`;
        "" for the first part."""
        names: list[str] = []
        counts: dict[str, int] = {}
        for part in self.parts:
            keys = [render_key(key) for key in part.keys]
            if part.block:
                counts[keys[0]] = counts.get(keys[0], -1) + 1
            if keys and keys[0] in counts:
                keys.insert(1, str(counts[keys[0]]))
            names.append(".".join(keys))
        return names


def parse_toml_document(text: str) -> Document:
    """The parts of a text that is TOML."""
    body = text.removeprefix("\ufeff")
    crlf = "\r\n" in body and body.count("\r\n") == body.count("\n")
    if crlf:
        body = body.replace("\r\n", "\n")
    ends_open = bool(body) and not body.endswith("\n")
    parts = list(cut_text_into_parts(f"{body}\n" if ends_open else body))
    return Document(parts, "\ufeff" * text.startswith("\ufeff"), crlf, ends_open)


def join_document_parts(parts: Sequence[Part]) -> str:
    """The text of parts that follow each other."""
    return "".join([part.text + part.loose for part in parts])


def cut_text_into_parts(text: str) -> Iterator[Part]:
    """The parts of whole lines, first what stands above all headers."""
    start = last = 0
    keys, is_block, block_id = tuple[str, ...](), False, ""
    gap: list[Statement] = []
    for each in (*parse_statements(text), _END):
        if not each.path and each is not _END:
            gap.append(each)
            continue
        if each.kind == "value":
            if is_block and each.path[2:] == ("id",) and text[each.value] in "\"'":
                block_id = str(parse_value(text[each.value : each.value_end]))
        else:
            end, first = _split_gap_before_header(gap, is_last=each is _END, is_first=not last)
            own = gap[end - 1].end if end else last
            lead = gap[first].start if first < len(gap) else each.start if each.path else len(text)
            block = f"{keys[0]}/{block_id}" if is_block else ""
            yield Part(text[start:own], text[own:lead], keys, block)
            start, keys = lead, tuple(key for key in each.path if isinstance(key, str))
            is_block, block_id = each.kind == "array" and len(keys) == 1, ""
        last = each.end
        gap = []


def _split_gap_before_header(
    gap: list[Statement], *, is_last: bool, is_first: bool
) -> tuple[int, int]:
    """How many lines of a gap between a key and the next header belong to the key's part, and where
    those begin that belong to the header."""
    lead = len(gap)
    while not is_last and lead and gap[lead - 1].kind == "comment":
        lead -= 1
    end = lead
    while end and gap[end - 1].kind == "blank":
        end -= 1
    lead = lead if is_last else end
    if not is_first:  # there, all that stands above the first header heads the file
        end = next((n for n in range(lead) if gap[n].kind == "blank"), lead)
    return end, lead
