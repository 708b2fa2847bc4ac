"""Finds every syntax error in a TOML text: the text is taken apart line by line, and each line, or
value over several lines, that does not read by itself is reported."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import tomli

from companion.archive.toml.broken_line_hints import (
    DuplicateFinder,
    Typo,
    explain_broken_header,
    explain_broken_line,
    parse_intended_header,
)
from companion.archive.toml.file_shapes import Layout
from companion.archive.toml.statements import KeyPath
from companion.archive.toml.value_syntax_hints import (
    BEHIND,
    NOT_CLOSED,
    ValueContext,
    explain_bracket_syntax,
    explain_invisible_characters,
    explain_toml_error,
    explain_value_syntax,
    find_syntax_error,
)
from companion.text_cleaning import clean_text, clip_text

_MAX_TYPOS = 100
"""Told of one file."""
_MAX_LINES = 100
"""Of a text that runs over several lines between single quotes."""
_MAX_PROSE = 1_000
"""Lines in a row that are no TOML at all and are looked at one by one."""
_MAX_KEY_LENGTH = 60
_PROSE_MESSAGE = "this is neither key = value nor a [header]; write # before it if it is a remark"
"""Told of a line that looks like nothing a file has: of several in a row, of the first."""
_BARE = r"[A-Za-z0-9_-]+"
_PART = rf"""(?:{_BARE}|"[^"\\\n]*"|'[^'\n]*')"""
_KEY = re.compile(rf"[ \t]*({_PART}(?:[ \t]*\.[ \t]*{_PART})*)[ \t]*=[ \t]*")
_CORRECT_LINE = re.compile(  # the lines nearly every file is made of
    rf"(?:[ \t]*({_BARE}(?:\.{_BARE})*)[ \t]*=[ \t]*"
    r'(?:"[^"\\\x00-\x08\x0a-\x1f\x7f]*"|true|false|[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?))?'
    r"[ \t]*(?:#[^\x00-\x08\x0a-\x1f\x7f]*)?"
)
_STATEMENT_START = re.compile(
    rf"^[ \t]*(?:{_BARE}(?:\.{_BARE})*[ \t]*=(?!=)|\[\[?{_BARE}(?:\.{_BARE})*\]\]?[ \t]*(?:#|$))",
    re.MULTILINE,
)
"""How a line begins that is no part of what stands above it."""
_TOKEN = re.compile(
    r"""\"\"\"|'''|"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*'|\#[^\n]*|\\["'\\]|\n++|[\[\]{}"']"""
)
"""Behind a quote that stands alone on its line an escaped one opens nothing, as inside a text: each
would be looked for to the end of the line."""
_CLOSING = {
    '"""': re.compile(r'(?s:(?:[^\\"]++|\\.|""?(?!"))*)"{3,5}'),
    "'''": re.compile(r"(?:[^']++|''?(?!'))*'{3,5}"),
}
"""What stands in three quotes, and those that close it; a text may end with quotes of its own. The
groups are not possessive: with a lookahead in them Python 3.11.2 finds nothing then."""


def find_syntax_errors(error: tomli.TOMLDecodeError, text: str, layout: Layout) -> list[Typo]:
    """Every slip in a text that the library would not read, in the order of their lines; at least
    one, and what the library says where that stands before all of them."""
    scanner = _Scanner(text.removeprefix("\ufeff").replace("\r\n", "\n"), layout)
    found = list(islice(scanner.scan(), _MAX_TYPOS))
    if len(found) < _MAX_TYPOS:
        found += scanner.duplicates.list_duplicates()
    found.sort(key=lambda typo: typo.line)
    if not found or found[0].line > error.lineno:
        last = text.count("\n", 0, len(text.rstrip())) + 1
        found.insert(0, Typo(min(error.lineno, last), (), explain_toml_error(error)))
    return found[:_MAX_TYPOS]


class _Extent(NamedTuple):
    """Where a value ends, whether it is closed there (else the next line begins something of its
    own, or there is none), and where in it a quote stands alone on its line."""

    end: int
    is_closed: bool
    lone_quote: int | None = None


class _Scanner:
    """One text on its way from its first line to its last."""

    def __init__(self, text: str, layout: Layout) -> None:
        self.duplicates = DuplicateFinder(layout)
        self._text = text
        self._layout = layout
        self._at = 0
        self._line = 1
        self._table: KeyPath = ()
        self._prose = 0
        self._unclosed: set[str] = set()

    def scan(self) -> Iterator[Typo]:
        """The slips, in order. Of a run of lines that are no TOML at all the first is told."""
        while self._at < len(self._text):
            line = self._read_line(self._at)
            bare = line.strip()
            prose, self._prose = self._prose, 0
            if right := _CORRECT_LINE.fullmatch(line):
                if right[1]:
                    self.duplicates.note_key(self._table, tuple(right[1].split(".")), self._line)
                self._advance_past_line_end(len(line))
            elif not bare or bare[0] == "#":
                if bare and find_syntax_error(line):
                    message = "an invisible or control character stands here; delete the line"
                    yield Typo(self._line, (), message)
                self._advance_past_line_end(len(line))
            elif key := _KEY.match(line):
                yield from self._scan_key_and_value(line, key)
            elif bare[0] == "[" or (bare[-1] == "]" and parse_intended_header(bare)):
                name, is_array, message = explain_broken_header(line, self._layout)
                if name:
                    self._table = self.duplicates.note_table_header(name, is_array, self._line)
                if message:
                    yield Typo(self._line, (), message)
                self._advance_past_line_end(len(line))
            elif prose > _MAX_PROSE:
                self._prose = prose
                self._advance_past_line_end(self._find_next_statement(self._at) - self._at - 1)
            else:
                yield from self._scan_line_without_key(line, prose)

    def _find_end_of_line(self, at: int) -> int:
        end = self._text.find("\n", at)
        return len(self._text) if end < 0 else end

    def _read_line(self, at: int) -> str:
        return self._text[at : self._find_end_of_line(at)]

    def _read_next_line(self) -> str:
        return self._read_line(self._find_end_of_line(self._at) + 1)

    def _find_next_statement(self, at: int) -> int:
        """Where the next line begins that begins something of its own."""
        found = _STATEMENT_START.search(self._text, self._find_end_of_line(at))
        return found.start() if found else len(self._text)

    def _advance_past_line_end(self, length: int, lines: int = 0) -> None:
        """Go on behind so many characters, the end of their line, and so many lines more."""
        end = self._at + length
        for _ in range(lines):
            end = self._find_end_of_line(end + 1)
        self._line += self._text.count("\n", self._at, end + 1)
        self._at = end + 1

    def _scan_key_and_value(self, line: str, key: re.Match[str]) -> Iterator[Typo]:
        """A key with its value, however many lines that has."""
        keys = tuple(part.strip("\"'") for part in re.findall(_PART, key[1]))
        path, start, number = (*self._table, *keys), self._at + key.end(), self._line
        self.duplicates.note_key(self._table, keys, number)
        context = ValueContext(
            clip_text(clean_text(key[1]), _MAX_KEY_LENGTH),
            self._layout.key_kinds.get(keys[-1], ""),
            self._layout.is_hidden(path),
        )
        written, lines = line[key.end() :], 0
        if written.startswith(("[", "{", '"""', "'''")):
            extent = self._measure_value(start)
            end = self._find_end_of_line(extent.end) if extent.is_closed else extent.end
            chunk = self._text[self._at : end]
            at, message = self._explain_value_of_many_lines(
                chunk, start - self._at, extent, context
            )
            if message:
                yield Typo(number + chunk.count("\n", 0, at), path, message)
            self._advance_past_line_end(len(chunk))
            return
        if find_syntax_error(line):
            message = explain_invisible_characters(line) or explain_value_syntax(context, written)
            if not written.strip() and self._is_continued_below():
                lines, message = 1, "the value stands on the next line; write it behind the ="
            elif message.startswith(NOT_CLOSED) and (
                lines := self._count_further_lines_of_text(written[0])
            ):
                message = f"a text over several lines stands in {written[0] * 3} on both sides"
            yield Typo(number, path, message)
        self._advance_past_line_end(len(line), lines)

    def _is_continued_below(self, begins: str = "") -> bool:
        """True where the next line is none of its own, and begins so."""
        line = self._read_next_line().strip()
        is_own = not line or line[0] == "#" or _KEY.match(line) or parse_intended_header(line)
        return line.startswith(begins) and not is_own

    def _count_further_lines_of_text(self, quote: str) -> int:
        """How many more lines a text has that was begun with a single quote; 0 where it is only not
        closed."""
        at = self._find_end_of_line(self._at) + 1
        for number in range(1, _MAX_LINES):
            line = self._read_line(at)
            if at >= len(self._text) or _STATEMENT_START.match(line):
                break
            _, closing, behind = line.partition(quote)
            if closing and behind.strip()[:1] in ("", "#"):
                return number
            at += len(line) + 1
        return 0

    def _measure_value(self, start: int) -> _Extent:
        """The text in three quotes, or the value in brackets, that opens at an offset."""
        at, lone_quote = start, None
        opened: list[str] = []
        while token := _TOKEN.search(self._text, at):
            kind, at = token[0], token.end()
            if kind in "[{":
                opened.append(kind)
            elif kind in "]}":
                opened.pop()
            elif kind in ('"""', "'''"):
                end = self._find_closing_quotes(at, kind)
                before = self._text[self._text.rfind("\n", 0, end) + 1 : end] if end > 0 else ""
                if not opened and (
                    end < 0 or ("\n" in self._text[at:end] and _KEY.fullmatch(before))
                ):
                    return _Extent(self._find_next_statement(start) - 1, False)
                at = end + 3 if end >= 0 else at
            elif kind[0] == "\n":
                before = self._text[max(start, token.start() - 200) : token.start()].rstrip()[-1:]
                line = self._read_line(at)
                goes_on = opened[-1] == "{" and before in ",{" and line.lstrip()[:1] != "["
                if _STATEMENT_START.match(line) and not goes_on:
                    return _Extent(at - 1, False, lone_quote)
            elif kind in "\"'" and lone_quote is None:
                lone_quote = token.start()
            if not opened:
                return _Extent(at, True, lone_quote)
        return _Extent(len(self._text), False, lone_quote)

    def _find_closing_quotes(self, at: int, three: str) -> int:
        """Where the three quotes stand that close a text; -1 where there are none. The whole text
        is looked through in vain once at most."""
        if three in self._unclosed:
            return -1
        if found := _CLOSING[three].match(self._text, at):
            return found.end() - 3
        self._unclosed.add(three)
        return -1

    def _explain_value_of_many_lines(
        self, chunk: str, start: int, extent: _Extent, context: ValueContext
    ) -> tuple[int, str]:
        """What is wrong with a value over several lines that begins at `start`, and where; nothing
        where it can be read."""
        error = find_syntax_error(chunk)
        opens = chunk[start : start + 3] if chunk[start] in "\"'" else chunk[start]
        if error is None:
            return 0, ""
        at = min(error.pos, len(chunk))
        behind = self._read_line(extent.end).strip() if self._at + at >= extent.end else None
        if not extent.is_closed and opens not in "[{":
            return start, f"the {opens} that opens here is never closed"
        if extent.lone_quote is not None:
            at = extent.lone_quote - self._at
            return at, f"a {chunk[at]} is missing: every text has one on each side"
        if opens not in "[{":
            if re.search("escape|hex", str(error.msg), re.IGNORECASE):
                return at, 'a \\ in a text between """ is special; write two of them (\\\\)'
            if behind:
                return at, f"nothing but a # remark stands behind the closing {opens}"
            return at, explain_toml_error(error)
        if message := explain_invisible_characters(chunk.split("\n")[error.lineno - 1]):
            return at, message
        if not extent.is_closed:
            closes = "]" if opens == "[" else "}"
            return start, f"the {opens} that opens here is never closed; write {closes}"
        if behind is not None:
            return at, context.explain_first_slip(BEHIND, behind)
        return at, explain_bracket_syntax(context, chunk, at)

    def _scan_line_without_key(self, line: str, prose: int) -> Iterator[Typo]:
        """A line that is neither a header nor begins with a key."""
        path, message = explain_broken_line(line.strip(), self._table, self._layout)
        lines = 1 if path and self._is_continued_below("=") else 0
        if lines:
            message = "the line is broken in two; write key and value on one line"
        elif invisible := explain_invisible_characters(line):
            path, message = (), invisible
        elif path:
            self.duplicates.note_key(self._table, (str(path[-1]),), self._line)
        if message or not prose:
            yield Typo(self._line, path, message or _PROSE_MESSAGE)
        self._prose = 0 if message else prose + 1
        self._advance_past_line_end(len(line), lines)
