"""The texts of rows: plain words, and inserts in braces.

Nothing in a text is ever executed. An insert is dice, a table to draw from, or a remembered value;
anything else is a mistake, which is told with its column.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple, TypeAlias

from companion.dice.expressions_in_arguments import looks_like_dice
from companion.dice.notation_tree import Notation
from companion.dice.parser import parse
from companion.refusal import Malformed, Refusal, join_words

_DRAWS = re.compile(
    r"(?:([A-Za-z][A-Za-z0-9_-]*)\s*=\s*)?(?:(\S|\S.*?\S)\s+)??(different\s+)?(?:of\s+)?(\S+)",
    re.IGNORECASE,
)
_MOST = 3

MAX_REFERENCES = 1_000
"""Draws from other tables in one result."""

_PIECES = re.compile(r"\{\{|\}\}|\{(?P<body>[^{}]*)\}|[{}]|[^{}]+")
_NAMED = re.compile(r"\s*([A-Za-z][A-Za-z0-9_-]*)\s*=\s*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,29}")
_TABLE = re.compile(r"[^\s/]+/[^\s/]+")
_OF = re.compile(r"(?:(.*?\S)\s+)?of\s+(\S+)")
_DIFFERENT = re.compile(r"(?:(.*?\S)\s+)?different", re.IGNORECASE)
_COLUMN = re.compile(r"goes wrong at column ([0-9]+)")
_ENDS = (".", "!", "?", "…", ")", "»", "”", '"')
_FORMS = "Write {2d6}, {n = 2d6}, {n} or {subject/table}."


class InlineDice(NamedTuple):
    """Dice in a text: `{2d6}`. With a name, the total is remembered."""

    notation: Notation
    name: str = ""

    def __str__(self) -> str:
        return f"{{{_render_name_of_insert(self.name)}{self.notation}}}"


class Reference(NamedTuple):
    """Draws from another table: `{3 of npcs/names}`. `different` ones never repeat a row. With a
    name, their text is remembered."""

    table: str
    number: Notation | int = 1
    different: bool = False
    name: str = ""

    def __str__(self) -> str:
        many = f"{self.number} {'different ' if self.different else ''}of "
        many = "" if self.number == 1 and not self.different else many
        return f"{{{_render_name_of_insert(self.name)}{many}{self.table}}}"


class Recall(NamedTuple):
    """A value remembered before: `{n}`."""

    name: str

    def __str__(self) -> str:
        return f"{{{self.name}}}"


Insert: TypeAlias = InlineDice | Reference | Recall
Text: TypeAlias = tuple[str | Insert, ...]
"""A parsed text: its pieces in order, none of them an empty string."""


def parse_text(written: str, names: Collection[str] = ()) -> tuple[Text, tuple[str, ...]]:
    """A text as far as it can be read, and a sentence for each mistake in its braces, with the
    column from 1. `names` are those of all tables, for hints.

    >>> parse_text("{n = d4} of {{them}}")[0][1]
    ' of {them}'
    """
    pieces: list[str | Insert] = []
    mistakes = []
    for found in _PIECES.finditer(written):
        piece, began = found[0], found.start()
        if found["body"] is not None:
            try:
                pieces.append(_parse_insert(found["body"], began + 1))
            except Malformed as mistake:
                hint = suggest_reference(found["body"], names) or mistake.hint
                mistakes.append(f"{mistake.message} {hint}".rstrip())
        elif piece in ("{", "}"):
            what = "is never closed" if piece == "{" else "closes nothing"
            hint = f"For a brace to be seen write {piece * 2}."
            mistakes.append(str(_make_row_text_refusal(piece, began, f"the brace {what}", hint)))
        else:
            pieces.append(piece[0] if piece in ("{{", "}}") else piece)
    text: list[str | Insert] = []
    for is_plain, group in groupby(pieces, lambda piece: isinstance(piece, str)):
        together = list(group)
        text += ["".join(map(str, together))] if is_plain else together
    return tuple(text), tuple(mistakes)


def render_text(text: Text) -> str:
    """A text before anything in it is rolled: `{2d6} goblins`."""
    return "".join(map(str, text))


def join_text_columns(columns: Mapping[str, str]) -> str:
    """Every column with its name, with a semicolon after one that does not end as a sentence."""
    *texts, last = (f"{column}: {text}" for column, text in columns.items())
    ended = (text if text.endswith(_ENDS) else f"{text};" for text in texts)
    return " ".join([*ended, last])


def list_inserts(text: Text) -> Iterator[Insert]:
    """The inserts in braces of a text."""
    return (piece for piece in text if not isinstance(piece, str))


def _render_name_of_insert(name: str) -> str:
    return f"{name} = " if name else ""


def _make_row_text_refusal(written: str, at: int, what: str, hint: str = "") -> Malformed:
    return Malformed(f"«{written}» goes wrong at column {at + 1}: {what}.", hint)


def _parse_insert(body: str, at: int) -> Insert:
    """Parse the inside of two braces, which begins at `at`. Raises Malformed."""
    if not body.strip():
        raise _make_row_text_refusal("{}", at - 1, "nothing stands between the braces", _FORMS)
    named = _NAMED.match(body)
    if named is None or looks_like_dice(named[1]):
        return _parse_insert_without_name(body, at)
    if not _NAME.fullmatch(named[1]):
        raise _make_row_text_refusal(named[1], at, "the name is longer than 30 letters")
    if named.end() == len(body):
        raise _make_row_text_refusal(
            body.strip(), at + named.end(), "nothing stands after it", _FORMS
        )
    value = _parse_insert_without_name(body[named.end() :], at + named.end())
    if isinstance(value, Recall):
        raise _make_row_text_refusal(
            value.name, at + named.end(), "that is no dice and no table", _FORMS
        )
    return value._replace(name=named[1])


def _parse_insert_without_name(body: str, at: int) -> Insert:
    at += len(body) - len(body.lstrip())
    body = body.strip()
    several = _OF.fullmatch(body)
    if several is not None and "[" not in body:
        return _parse_reference_with_number(several, at)
    if looks_like_dice(body):
        return InlineDice(_parse_dice(body, at))
    if _TABLE.fullmatch(body):
        return Reference(body)
    if _NAME.fullmatch(body):
        return Recall(body)
    raise _make_row_text_refusal(body, at, "that is no dice, no table and no name", _FORMS)


def _parse_reference_with_number(found: re.Match[str], at: int) -> Reference:
    """`3 of subject/table`, `d4 different of subject/table`."""
    number, table = found[1] or "", found[2]
    if not _TABLE.fullmatch(table):
        raise _make_row_text_refusal(table, at + found.start(2), "a table is written subject/table")
    different = _DIFFERENT.fullmatch(number)
    if different is not None:
        number = different[1] or ""
    if not number:
        raise _make_row_text_refusal(
            found[0], at, "it does not say how many", "Write {2 of subject/table}."
        )
    return Reference(table, _parse_number_of_draws(number, at), different is not None)


def _parse_number_of_draws(written: str, at: int) -> Notation | int:
    """Parse how many to draw: a number, or dice."""
    number: Notation | int
    if written.isascii() and written.isdecimal():
        number = most = int(written) if len(written) < 10 else MAX_REFERENCES + 1
    else:
        number = _parse_dice(written, at)
        most = number.highest
    if not 1 <= most <= MAX_REFERENCES:
        raise _make_row_text_refusal(written, at, f"1 to {MAX_REFERENCES:,} may be drawn")
    return number


def _parse_dice(written: str, at: int) -> Notation:
    """Parse dice. Raises Malformed with a column in the whole text."""
    try:
        notation = parse(written)
    except Refusal as refusal:
        if _COLUMN.search(refusal.message):
            moved = _COLUMN.sub(
                lambda found: f"goes wrong at column {int(found[1]) + at}", refusal.message
            )
            raise Malformed(moved, refusal.hint) from None
        raise _make_row_text_refusal(
            written, at, refusal.message.rstrip("."), refusal.hint
        ) from None
    if notation.times > 1:
        raise _make_row_text_refusal(written, at, "dice in a text are rolled one time")
    return notation


def suggest_reference(body: str, names: Collection[str]) -> str:
    """A hint for a brace without the whole name of a table: `Did you mean {2 of npcs/names}?`"""
    found = _DRAWS.fullmatch(body.strip())
    if found is None:
        return ""
    name, number, different, table = found.groups()
    folded = table.casefold()
    before = f"{name} = " if name else ""
    if number or different:
        before += f"{number or 2} {'different ' if different else ''}of "
    whole = sorted(each for each in names if each == folded or each.endswith(f"/{folded}"))
    if whole:
        meant = [f"{{{before}{each}}}" for each in whole[:_MOST]]
        return f"Did you mean {join_words(meant, 'or')}?"
    if number and number.isdecimal() and len(table) > 1 and not looks_like_dice(table):
        return f"Write {{{before}subject/table}}."
    return ""
