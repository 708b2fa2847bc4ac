"""A TOML text that cannot be read, taken apart line by line: which lines do not read by themselves,
and what people did to them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.archive.toml.duplicates import DuplicateFinder, Finding
from companion.archive.toml.layouts import Layout
from companion.archive.toml.line_hints import (
    correct_header,
    explain_header,
    explain_line,
    is_prose,
    parse_header_name,
)
from companion.archive.toml.lines import KeyPath
from companion.archive.toml.value_hints import (
    NO_END_MESSAGE,
    ValueContext,
    explain_after_bracket,
    explain_error,
    explain_in_brackets,
    explain_invisible,
    explain_value,
    find_syntax_error,
    is_valid_line,
)
from companion.text import clean_text, clip_text

_MAX_LINES = 100
"""Of a text that runs over several lines between single quotes."""
_MAX_PROSE = 1_000
"""Lines in a row that are no TOML at all and are looked at one by one."""
_MAX_KEY_LENGTH = 60
_BARE = r"[A-Za-z0-9_-]+"
_PART = rf"""(?:{_BARE}|"[^"\\\n]*"|'[^'\n]*')"""
_KEY = re.compile(rf"[ \t]*({_PART}(?:[ \t]*\.[ \t]*{_PART})*)[ \t]*=[ \t]*")
_CORRECT_LINE = re.compile(  # the lines nearly every file is made of
    rf"(?:[ \t]*({_BARE}(?:\.{_BARE})*)[ \t]*=[ \t]*"
    r'(?:"[^"\\\x00-\x08\x0a-\x1f\x7f]*"|true|false|[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?))?'
    r"[ \t]*(?:#[^\x00-\x08\x0a-\x1f\x7f]*)?"
)
_HEADER = re.compile(
    rf"[ \t]*(\[\[?)[ \t]*({_PART}(?:[ \t]*\.[ \t]*{_PART})*)[ \t]*(\]\]?)[ \t]*(?:#.*)?"
)
_STATEMENT_START = re.compile(
    rf"^[ \t]*(?:{_BARE}(?:\.{_BARE})*[ \t]*=(?!=)|\[\[?{_BARE}(?:\.{_BARE})*\]\]?[ \t]*(?:#|$))",
    re.MULTILINE,
)
"""How a line begins that is no part of what stands above it."""
_TRIPLE_QUOTE = re.compile(r'"""|\'\'\'')
_TOKEN = re.compile(
    r"""\"\"\"|'''|"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*'|\#[^\n]*|\\["'\\]|\n++|[\[\]{}"']"""
)
"""Behind a quote that stands alone on its line an escaped one opens nothing, as inside a text: each
would be looked for to the end of the line."""


class _Brackets(NamedTuple):
    """What stands in brackets: where it ends, whether it is closed there (else the next line begins
    something of its own, or there is none), and where in it a quote stands alone on its line."""

    end: int
    is_closed: bool
    lone_quote: int | None


class Scanner:
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

    def scan(self) -> Iterator[Finding]:
        """The slips, in order. Of a run of lines that are no TOML at all the first is told."""
        while self._at < len(self._text):
            line = self._text[self._at : self._find_end_of_line(self._at)]
            bare = line.strip()
            if right := _CORRECT_LINE.fullmatch(line):
                if right[1]:
                    self._note_key(tuple(right[1].split(".")))
                self._advance(len(line))
            elif not bare:
                self._advance(len(line))
            elif bare[0] == "#":
                yield from self._scan_comment(line)
            elif bare[0] == "[" or (bare[-1] == "]" and parse_header_name(bare)):
                yield from self._scan_header(line)
            elif key := _KEY.match(line):
                yield from self._scan_pair(line, key)
            else:
                yield from self._scan_loose_line(line)
                continue
            self._prose = 0

    def _find_end_of_line(self, at: int) -> int:
        end = self._text.find("\n", at)
        return len(self._text) if end < 0 else end

    def _advance(self, length: int) -> None:
        """Go on behind so many characters, and the end of the line there."""
        end = self._at + length + 1
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def _note_key(self, keys: tuple[str, ...]) -> None:
        self.duplicates.note_key(self._table, keys, self._line)

    def _scan_comment(self, line: str) -> Iterator[Finding]:
        if not is_valid_line(line):
            yield self._line, (), "an invisible or control character stands here; delete the line"
        self._advance(len(line))

    def _scan_header(self, line: str) -> Iterator[Finding]:
        found = _HEADER.fullmatch(line)
        message = ""
        if found and len(found[1]) == len(found[3]):
            keys = _split_key(found[2])
            block = len(found[1]) == 2
            name = keys[0] if len(keys) == 1 else ""
            if name in (self._layout.tables if block else self._layout.blocks):
                write = correct_header(name, line, self._layout)
                message = f"write {write}: " + _BRACKET_HINTS[block]
                block = not block
        else:
            name, message = explain_header(line, self._layout)
            keys = tuple(name.split(".")) if name else ()
            block = correct_header(name, line, self._layout).startswith("[[")
        if keys:
            self._table = self.duplicates.open_table(keys, block, self._line)
        if message:
            yield self._line, (), message
        self._advance(len(line))

    def _scan_pair(self, line: str, key: re.Match[str]) -> Iterator[Finding]:
        """A key with its value, however many lines that has."""
        keys, start, number = _split_key(key[1]), self._at + key.end(), self._line
        path = (*self._table, *keys)
        written = line[key.end() :]
        place = ValueContext(
            clip_text(clean_text(key[1]), _MAX_KEY_LENGTH),
            self._layout.key_kinds.get(keys[-1], ""),
            self._layout.is_hidden(path),
        )
        self._note_key(keys)
        if opens := _TRIPLE_QUOTE.match(written):
            yield from self._scan_long_text(path, start, opens[0])
        elif written[:1] in ("[", "{"):
            yield from self._scan_brackets(place, path, start)
        elif is_valid_line(line):
            self._advance(len(line))
        else:
            message = explain_invisible(line) or explain_value(place, written)
            lines = (
                self._count_lines_until_closed(written)
                if message.startswith(NO_END_MESSAGE[:20])
                else 0
            )
            if not written.strip() and self._is_continued_below():
                lines, message = 1, "the value stands on the next line; write it behind the ="
            elif lines:
                message = f"a text over several lines stands in {written[0] * 3} on both sides"
            yield number, path, message
            self._advance(len(line))
            for _ in range(lines):
                self._advance(self._find_end_of_line(self._at) - self._at)

    def _is_continued_below(self, begins: str = "") -> bool:
        """True where the next line is none of its own, and begins so."""
        at = self._find_end_of_line(self._at) + 1
        line = self._text[at : self._find_end_of_line(at)].strip()
        if not line or line[0] == "#" or not line.startswith(begins):
            return False
        return not _KEY.match(line) and not _HEADER.fullmatch(line)

    def _count_lines_until_closed(self, written: str) -> int:
        """How many more lines a text has that was begun with a single quote; 0 where it is only not
        closed."""
        at = self._find_end_of_line(self._at) + 1
        for number in range(1, _MAX_LINES):
            if at >= len(self._text):
                break
            line = self._text[at : self._find_end_of_line(at)]
            if _STATEMENT_START.match(line):
                break
            _, closing, behind = line.partition(written[0])
            if closing and behind.strip()[:1] in ("", "#"):
                return number
            at += len(line) + 1
        return 0

    def _scan_long_text(self, path: KeyPath, start: int, three: str) -> Iterator[Finding]:
        """A text in three quotes: closed, or not closed where the next three open another."""
        end = self._find_closing_quotes(start + 3, three)
        before = self._text[self._text.rfind("\n", 0, end) + 1 : end] if end > 0 else ""
        same_line = "\n" not in self._text[start:end]
        if end < 0 or (not same_line and _KEY.fullmatch(before)):
            yield self._line, path, f"the {three} that opens here is never closed"
            self._skip_to_next_statement(start)
            return
        whole = self._text[self._at : self._find_end_of_line(end)]
        if error := find_syntax_error(whole):
            number = self._line + error.lineno - 1
            behind = self._text[end + 3 : self._find_end_of_line(end)].strip()
            if "escape" in str(error.msg).lower() or "hex" in str(error.msg).lower():
                message = 'a \\ in a text between """ is special; write two of them (\\\\)'
            elif behind and error.lineno == whole.count("\n") + 1:
                message = f"nothing but a # remark stands behind the closing {three}"
            else:
                message = explain_error(error)
            yield number, path, message
        self._advance(len(whole))

    def _find_closing_quotes(self, at: int, three: str) -> int:
        """Where the three quotes stand that close a text; -1 where there are none. The whole text
        is looked through in vain once at most."""
        if three in self._unclosed:
            return -1
        while (end := self._text.find(three, at)) >= 0:
            if three == "'''" or self._count_backslashes(end) % 2 == 0:
                while self._text.startswith(three[0], end + 3):
                    end += 1  # a text may end with a quote of its own
                return end
            at = end + 1
        self._unclosed.add(three)
        return -1

    def _count_backslashes(self, at: int) -> int:
        """How many stand right before an offset."""
        begin = at
        while begin and self._text[begin - 1] == "\\":
            begin -= 1
        return at - begin

    def _skip_to_next_statement(self, start: int) -> None:
        """Go on at the next line that begins something of its own."""
        found = _STATEMENT_START.search(self._text, self._find_end_of_line(start))
        at = found.start() if found else len(self._text)
        self._line += self._text.count("\n", self._at, at)
        self._at = at

    def _scan_brackets(self, place: ValueContext, path: KeyPath, start: int) -> Iterator[Finding]:
        """A list or a table in brackets, over one line or several."""
        brackets = self._find_brackets(start)
        end = self._find_end_of_line(brackets.end) if brackets.is_closed else brackets.end
        whole = self._text[self._at : end]
        if error := find_syntax_error(whole):
            at = min(error.pos, len(whole))
            if brackets.lone_quote is not None:
                at = brackets.lone_quote - self._at
                message = f"a {whole[at]} is missing: every text has one on each side"
            elif message := explain_invisible(whole.split("\n")[error.lineno - 1]):
                pass
            elif not brackets.is_closed:
                at = start - self._at
                closes = "]" if whole[at] == "[" else "}"
                message = f"the {whole[at]} that opens here is never closed; write {closes}"
            elif self._at + at >= brackets.end:
                message = explain_after_bracket(self._text[brackets.end : end].strip())
            else:
                message = explain_in_brackets(place, whole, at)
            yield self._line + whole.count("\n", 0, at), path, message
        self._advance(len(whole))

    def _find_brackets(self, start: int) -> _Brackets:
        """The brackets that open at an offset."""
        at, odd = start, None
        opened: list[str] = []
        while token := _TOKEN.search(self._text, at):
            kind, at = token[0], token.end()
            if kind in "[{":
                opened.append(kind)
            elif kind in "]}":
                opened.pop()
                if not opened:
                    return _Brackets(at, True, odd)
            elif kind in ('"""', "'''"):
                end = self._find_closing_quotes(at, kind)
                at = end + 3 if end >= 0 else at
            elif kind[0] == "\n":
                line = self._text[at : self._find_end_of_line(at)]
                before = self._text[max(start, token.start() - 200) : token.start()].rstrip()[-1:]
                goes_on = opened[-1] == "{" and before in ",{" and line.lstrip()[:1] != "["
                if _STATEMENT_START.match(line) and not goes_on:
                    return _Brackets(at - 1, False, odd)
            elif kind in "\"'" and odd is None:
                odd = token.start()
        return _Brackets(len(self._text), False, odd)

    def _scan_loose_line(self, line: str) -> Iterator[Finding]:
        """A line that is neither a header nor begins with a key."""
        if self._prose > _MAX_PROSE:
            self._skip_to_next_statement(self._at)
            return
        path, message = explain_line(line.strip(), self._table, self._layout)
        if path and self._is_continued_below("="):
            yield self._line, path, "the line is broken in two; write key and value on one line"
            self._advance(len(line))
            self._advance(self._find_end_of_line(self._at) - self._at)
            return
        invisible = explain_invisible(line)
        if invisible:
            path, message = (), invisible
        if path:
            self._note_key((str(path[-1]),))
        prose = is_prose(message)
        if not (prose and self._prose):
            yield self._line, path, message
        self._prose = self._prose + 1 if prose else 0
        self._advance(len(line))


_BRACKET_HINTS = {
    False: "there can be several, so each has two brackets on each side",
    True: "there is one of it, so it has one bracket on each side",
}


def _split_key(key: str) -> tuple[str, ...]:
    """The parts of a key, dotted or not."""
    return tuple(part.strip("\"'") for part in re.findall(_PART, key))
