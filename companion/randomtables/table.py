"""Random tables as values: rows that a total, or chance alone, chooses between; spans of totals,
and the names of tables."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.dice.face_sources import MAX_NUMBER
from companion.dice.notation_tree import Notation
from companion.randomtables.row_texts import Text
from companion.refusal import (
    Ambiguous,
    Impossible,
    Malformed,
    Unknown,
    find_similar_words,
    join_words,
    suggest_similar_words,
)

_ROLL = re.compile(r"(-?[0-9]{1,10})\s*(?:[-–]\s*(-?[0-9]{1,10})|(\+|[-–]))?")
_FORMS = 'Write 7, "3-5", "12+" or "3-".'


class Span(NamedTuple):
    """The totals from `low` to `high`, both included."""

    low: int
    high: int

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def parse_total_span(value: int | str, reach: Span) -> Span:
    """The span of a `roll`: `7`, `"3-5"`, `"12+"` or `"3-"`; the last two go to the end of `reach`,
    the totals of dice and modifiers. Raises Malformed for anything else."""
    if isinstance(value, int):
        if abs(value) > MAX_NUMBER:
            raise Malformed("The number is larger than any dice roll.", _FORMS)
        return Span(value, value)
    found = _ROLL.fullmatch(value.strip())
    if found is None:
        raise Malformed(f"«{value}» names no totals.", _FORMS)
    low = int(found[1])
    if found[3] == "+":
        return Span(low, max(low, reach.high))
    if found[3]:
        return Span(min(low, reach.low), low)
    span = Span(low, int(found[2] or low))
    if span.high < span.low:
        raise Malformed(f"«{value}» runs backwards.", f'Write "{Span(span.high, span.low)}".')
    return span


def list_total_runs(dice: Notation) -> tuple[Span, ...]:
    """All totals of dice, in runs, lowest first; without gaps if they take too long to work out."""
    from companion.dice.odds import compute_odds  # a plain draw does not need it

    try:
        known = compute_odds(dice)
    except Impossible:
        return (Span(dice.lowest, dice.highest),)
    runs = _merge_touching_spans([Span(total, total) for total, _ in known.weights])
    if known.remainder:
        runs[-1] = Span(runs[-1].low, dice.highest)
    return tuple(runs)


def has_total_in_span(runs: Sequence[Span], span: Span) -> bool:
    """True if a total of these runs, lowest first, is in the span."""
    place = bisect_left(runs, span.low, key=attrgetter("high"))
    return place < len(runs) and runs[place].low <= span.high


def find_total_gaps(runs: Iterable[Span], spans: Iterable[Span]) -> tuple[Span, ...]:
    """The totals of these runs, lowest first, that are in none of the spans."""
    covering = _merge_touching_spans(spans)
    gaps = []
    for low, high in runs:
        first = bisect_left(covering, low, key=attrgetter("high"))
        for span in covering[first:]:
            if span.low > high:
                break
            if span.low > low:
                gaps.append(Span(low, span.low - 1))
            low = span.high + 1
        if low <= high:
            gaps.append(Span(low, high))
    return tuple(gaps)


def _merge_touching_spans(spans: Iterable[Span]) -> list[Span]:
    """Spans, lowest first, with those that touch or overlap as one."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.low <= joined[-1].high + 1:
            joined[-1] = Span(joined[-1].low, max(joined[-1].high, span.high))
        else:
            joined.append(span)
    return joined


Facts: TypeAlias = Mapping[str, str]
"""Known facts with their values: {"season": "winter", "time": "night"}. The caller decides which
facts there are."""
FactCondition: TypeAlias = Mapping[str, tuple[str, ...]]
"""A condition: for each fact the values that fit, without capitals."""
CardsOut: TypeAlias = Mapping[str, tuple[int, ...]]
"""By table, the numbers of the rows that are out of its deck. A row of weight 3 may be out three
times."""
FindTable: TypeAlias = Callable[[str], "Table"]
"""Finds a table by its whole name; raises Unknown or Broken."""
KeyPath: TypeAlias = tuple[str | int, ...]
"""The way to a value in the data of a file, rows counted from 0: ("rows", 2, "roll")."""
KeyLines: TypeAlias = Mapping[KeyPath, int]
"""The line each key stands on, from 1."""

NO_FACTS: Facts = MappingProxyType({})
NO_CARDS_OUT: CardsOut = MappingProxyType({})
NO_DATA: Mapping[str, object] = MappingProxyType({})
NO_CONDITION: FactCondition = MappingProxyType({})
NO_LINES: KeyLines = MappingProxyType({})


class Row(NamedTuple):
    """One row.

    `number` is its place in the file, from 1. It answers to the totals in `span`; without dice
    `weight` says how often it comes. `texts` are by column, or under "" without columns. `sign`
    gives it away beforehand (Core Procedures, Encounter Sign). It comes only while `when` holds.
    `data` is for programs. `roll` is the span as the file has it, `"8-9"`.
    """

    number: int
    span: Span = Span(0, 0)
    weight: int = 1
    texts: Mapping[str, Text] = MappingProxyType({"": ()})
    sign: Text | None = None
    when: FactCondition = NO_CONDITION
    data: Mapping[str, object] = NO_DATA
    roll: str = ""


class Modifier(NamedTuple):
    """A number added to the roll while a condition holds."""

    add: int
    when: FactCondition


class Table(NamedTuple):
    """A random table.

    The total of `dice` chooses a row; without dice the weights do, row 1 first. `rows` are in file
    order. `columns` are the names of the columns, if rows have several texts, and `column_fact` is
    the fact that chooses one of them ("": all are told). From a `deck` no row comes twice before it
    is shuffled. The `fallback` comes if no row does. `file` and `lines` locate problems. With
    `is_misread` a text has mistakes and may hold more than was read. Of one that is `secret` the
    Guide alone knows.
    """

    name: str
    title: str
    dice: Notation | None
    rows: tuple[Row, ...]
    columns: tuple[str, ...] = ()
    column_fact: str = ""
    deck: bool = False
    fallback: Text | None = None
    modifiers: tuple[Modifier, ...] = ()
    file: str = ""
    lines: KeyLines = NO_LINES
    is_misread: bool = False
    secret: bool = False


def list_texts_of_table(table: Table) -> Iterator[tuple[KeyPath, Text]]:
    """Every text of a table with its key, in file order."""
    for row in table.rows:
        path: KeyPath = ("rows", row.number - 1)
        for column, text in row.texts.items():
            yield ((*path, "text", column) if column else (*path, "text")), text
        if row.sign is not None:
            yield (*path, "sign"), row.sign
    if table.fallback is not None:
        yield ("fallback",), table.fallback


def refuse_every_table(name: str) -> Table:
    """Raises Unknown for every name: the `FindTable` of those who have no tables."""
    raise Unknown(f"There is no table «{name}».", "No other tables were given to look in.")


def resolve_table_name(typed: str, names: Sequence[str]) -> str:
    """The whole name of a table; the folder and the plural's s may be left out, a space follow the
    folder, or stand for each hyphen. Raises Unknown with similar names, Ambiguous if several tables
    have the name."""
    folded = typed.casefold().strip("/")
    hyphened = folded.replace(" ", "-")
    for whole in (folded, folded.replace(" ", "/", 1), hyphened):
        if whole in names:
            return whole
    found: list[str] = []
    for end in (folded, f"{folded}s", hyphened, f"{hyphened}s"):  # `roll rumour`
        found = found or [name for name in names if name.endswith(f"/{end}")]
    if len(found) == 1:
        return found[0]
    if found:
        raise Ambiguous(
            f"«{typed}» may be {join_words(found, 'or')}.",
            "Type its whole name.",
            typed=typed,
            instead=found,
        )
    hint = suggest_similar_words(folded, names)
    if not hint:
        ends: dict[str, list[str]] = {}  # names without their folders
        for name in names:
            ends.setdefault(name.rpartition("/")[2], []).append(name)
        similar = [
            n for end in find_similar_words(folded.rpartition("/")[2], ends) for n in ends[end]
        ]
        hint = f"Did you mean {join_words(similar[:3], 'or')}?" if similar else ""
    raise Unknown(f"There is no table «{typed}».", hint or "Type tables to see which there are.")


def list_subject_tables(typed: str, names: Sequence[str]) -> list[str]:
    """The tables of a subject, or all for an empty text. Raises Unknown with similar subjects."""
    subject = typed.casefold().strip("/")
    found = [name for name in names if not subject or name.startswith(f"{subject}/")]
    if not found:
        subjects = list(dict.fromkeys(name.partition("/")[0] for name in names))
        hint = suggest_similar_words(subject, subjects) or f"There are {join_words(subjects)}."
        raise Unknown(f"There are no tables about «{typed}».", hint)
    return found


def shorten_table_name(name: str, names: Iterable[str]) -> str:
    """The shortest name of a table that no other table shares."""
    short = name.rpartition("/")[2]
    others = (other for other in names if other != name)
    return name if any(f"/{other}".endswith(f"/{short}") for other in others) else short
