"""Hints for a line that is no key with its value, and for keys and headers that stand there
twice."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.archive.toml.file_shapes import Layout
from companion.archive.toml.statements import KeyPath, is_value, resolve_header_path
from companion.archive.toml.value_syntax_hints import Slips, ValueContext
from companion.refusal import join_words
from companion.text_cleaning import clean_text, clip_text
from companion.values_with_ids import make_slug

_MAX_SHOWN = 40
_MAX_NAMED = 3
_MAX_FOUND = 100
"""Keys that stand a second time, and headers, that are told."""
_MAX_PARTS = 100
"""Of the name in a header that are told apart; no file of ours has more than three."""
_NAME = r"([A-Za-z0-9_-]+(?:\s*\.\s*[A-Za-z0-9_-]+)*)"
_RIGHT_HEADER = re.compile(rf"(\[\[?)[ \t]*{_NAME}[ \t]*(\]\]?)")
_HEADER_LIKE = re.compile(rf"[\[({{]*\s*{_NAME}\s*[\])}}]+|[\[({{]+\s*{_NAME}\s*")
_SPACED_HEADER = re.compile(r"\[\[?([^\[\]#]+)\]\]?")
_LINES: Slips = {
    r"(?:<{7}|\|{7}|={7}|>{7})(?: .*)?": ("a mark of a conflict was left here; delete the line"),
    r"(?://|;|--|/\*|%|<!--).*": "a remark begins with #; write # at its beginning",
    "=.*": "no key stands before the =; write one, or delete the line",
    r"([\])}]).*": "this {1} closes nothing; delete it, or see the line that opened it",
    r"[-*•]\s+\S.*": 'a list stands behind its key, in brackets: key = ["…", "…"]',
    "[\"'“”].*": "a text stands here without a key; see whether the line above is closed",
}
_KEY_LIKE = re.compile(r"([A-Za-z0-9_-]++)(?:\s*(:=|:|=>|->)\s*|\s+|\Z)(.*)")
_NO_WORDS = re.compile(r"[\"'\[\]{}#]")


class Typo(NamedTuple):
    """A slip: its line, from 1, the path of its key (empty where there is none), and what it is and
    what to do."""

    line: int
    path: KeyPath
    message: str


class Header(NamedTuple):
    """The header that a line was meant as: its name, "" for none, whether it is one of several
    blocks, and what is wrong with it, "" for nothing."""

    name: str
    is_array: bool = False
    message: str = ""


def parse_intended_header(line: str) -> str:
    """The name in a line that was meant as a header, whatever its brackets; "" for other lines."""
    found = _HEADER_LIKE.fullmatch(line.partition("#")[0].strip())
    return "".join((found[1] or found[2]).split()) if found else ""


def explain_broken_header(line: str, layout: Layout) -> Header:
    """The header that was meant by a line that begins with a bracket, and what is wrong with it."""
    bare = line.partition(" #")[0].strip()
    header, bracket, _ = bare.rpartition("]")
    right = _RIGHT_HEADER.fullmatch(line.partition("#")[0].strip())
    message = "a bracket of this header is missing or too much; write {}"
    if name := parse_intended_header(line):
        if right and len(right[1]) == len(right[3]):
            is_array = len(right[1]) == 2
            if name not in (layout.tables if is_array else layout.blocks):
                return Header(name, is_array)
            message = (
                "write {}: there is one of it, so it has one bracket on each side"
                if is_array
                else "write {}: there can be several, so each has two brackets on each side"
            )
    elif not bare.strip("[] "):
        return Header("", message="a header has a name in its brackets")
    elif spaced := _SPACED_HEADER.fullmatch(bare):
        name = re.sub(r"[^A-Za-z0-9_.-]+", "_", spaced[1].strip("\"'“” "))
        message = "the name in a header is one word; write {}"
    elif bracket and (name := parse_intended_header(f"{header}]")):
        message = "nothing but a # remark stands behind {}"
    else:
        message = "a list stands here without a key; see whether a line above has a ] too many"
        return Header("", message=message)
    write = render_corrected_header(name, line, layout)
    return Header(name, write.startswith("[["), message.format(write))


def render_corrected_header(name: str, line: str, layout: Layout) -> str:
    """The header as it would be right: of a block where the file has such blocks, or where the line
    has two brackets on one side."""
    is_table = name in layout.tables or name.partition(".")[0] in layout.tables
    if name in layout.blocks or (not is_table and ("[[" in line or "]]" in line)):
        return f"[[{name}]]"
    return f"[{name}]"


def explain_broken_line(line: str, path: KeyPath, layout: Layout) -> tuple[KeyPath, str]:
    """What is wrong with a line without `key =` at its beginning, "" where it looks like nothing a
    file has, and the path of the key that was meant, if one was; `path` is that of the table around
    it."""
    if message := ValueContext("", "", False).explain_first_slip(_LINES, line):
        return (), message
    found = _KEY_LIKE.fullmatch(line)
    key, sign, written = found.groups() if found else ("", "", "")
    is_known = key in layout.blocks or key in layout.tables or key in layout.key_kinds
    is_shown = is_known or not layout.is_hidden((*path, key))
    if sign and is_shown:
        pair = _render_key_and_value(key, written, path, layout)
        return (*path, key), f"= stands between key and value, not {sign}; write {pair}"
    words, equals, value = line.partition("=")
    if equals and not _NO_WORDS.search(words):
        key = make_slug(words).replace("-", "_")
        message = "a key is one word of plain letters, digits, - and _"
        if key not in layout.key_kinds and layout.is_hidden((*path, key)):
            return (), message
        pair = _render_key_and_value(clip_text(key, _MAX_SHOWN), value, path, layout)
        return (), f"{message}; write {pair}"
    if key and not written and is_shown:
        if key in layout.blocks or key in layout.tables:
            write = render_corrected_header(key, line, layout)
            return (), f"a header stands in brackets; write {write}"
        shown = clip_text(key, _MAX_SHOWN)
        message = f"neither = nor a value stands after {shown}; write it as {shown} = …"
        return (*path, key), f"{message}, or delete it"
    if key and written and (is_known or (is_shown and is_value(written))):
        pair = _render_key_and_value(key, written, path, layout)
        return (*path, key), f"a = is missing; write {pair}"
    return (), ""


def _render_key_and_value(key: str, written: str, path: KeyPath, layout: Layout) -> str:
    """The line with its `=`; the value only where it may be shown, a text in its quotes."""
    bare = written.strip()
    is_hidden = layout.is_hidden((*path, key))
    context = ValueContext(key, layout.key_kinds.get(key, ""), is_hidden)
    if is_value(bare):
        return context.render_corrected_line(bare)
    is_text = bare and not set(bare) & set("\"'[{")
    return context.render_corrected_line(bare, "text") if is_text else f"{key} = …"


class DuplicateFinder:
    """The keys and headers of a text as they are met, and which of them were met before."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._lines: dict[tuple[KeyPath, KeyPath], int] = {}
        self._counts: dict[KeyPath, int] = {}
        self._count = 0
        self._headers: list[Typo] = []
        self._keys: dict[KeyPath, list[Typo]] = {}

    def note_key(self, table: KeyPath, keys: Sequence[str], line: int) -> None:
        """A key stands on this line, in this table."""
        path = tuple(keys)
        first = self._lines.setdefault((table, path), line)
        if first != line and self._count < _MAX_FOUND:
            self._count += 1
            more = ""
            if not table and self._layout.blocks:
                header = f"[[{next(iter(self._layout.blocks))}]]"
                more = f", or write the {header} that is missing above it"
            message = f"stands here a second time, the first on line {first}; delete one{more}"
            self._keys.setdefault(table, []).append(Typo(line, path, message))

    def note_table_header(self, name: str, is_array: bool, line: int) -> KeyPath:
        """The path of the table that a header opens, blocks with their number from 0."""
        keys = tuple(name.split(".")[:_MAX_PARTS])
        path = resolve_header_path(keys, is_array, self._counts)
        first = self._lines.setdefault((path, ()), line)
        if first != line and len(self._headers) < _MAX_FOUND:
            shown = _render_key_path(keys)
            message = (
                f"[{shown}] stands here a second time, the first on line {first}; write what is "
                f"below it there, or [[{shown}]] for both if there are to be several"
            )
            self._headers.append(Typo(line, (), message))
        return path

    def list_duplicates(self) -> Iterator[Typo]:
        """What stands a second time. Where several keys of one block do, it is its header that is
        missing, and this is told once."""
        yield from self._headers
        for table, typos in self._keys.items():
            keys = list(dict.fromkeys(_render_key_path(each.path) for each in typos))
            name = str(table[0]) if len(table) == 2 and isinstance(table[1], int) else ""
            if not table and len(self._layout.blocks) == 1:
                (name,) = self._layout.blocks
            if len(keys) > 1 and name:
                some = [*keys[:_MAX_NAMED], *(["others"] if len(keys) > _MAX_NAMED else [])]
                message = (
                    f"{join_words(some)} stand here a second time: write [[{name}]] above "
                    "this line if something new begins here, or delete what is twice"
                )
                yield Typo(typos[0].line, table, message)
                continue
            for line, path, message in typos:
                yield Typo(line, (*table, *path), message)


def _render_key_path(keys: KeyPath) -> str:
    return clip_text(clean_text(".".join(map(str, keys))), _MAX_SHOWN)
