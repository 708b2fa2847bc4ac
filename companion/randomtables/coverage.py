"""Whether the rows of a table answer to each total of its dice, exactly one to each."""

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import TypeAlias

from companion.randomtables.spans import Span, meets, totals, uncovered
from companion.randomtables.table import ALWAYS, KeyPath, Modifier, Row, Table, When
from companion.randomtables.values import row_said
from companion.refusal import listed

MOST_COMBINATIONS = 1_000
"""Of the facts that modifiers ask after."""
MOST_CONDITIONED = 100
"""So many rows with conditions may answer to one total."""
_MOST_NAMED = 5

_Wrong: TypeAlias = Iterator[tuple[KeyPath, str]]


def misplaced(table: Table) -> _Wrong:
    """Rows of a table with dice that cannot come up, or that take a total of another row while
    the same facts hold.

    A row with a condition stands before those without, so only rows of one sort take each other's
    totals.
    """
    combined = prod(len(values) + 1 for values in _asked_after(table.modifiers).values())
    if combined > MOST_COMBINATIONS:
        yield (
            ("modifiers",),
            f"make {combined:,} combinations of facts; at most {MOST_COMBINATIONS:,} are checked",
        )
        return
    yield from _out_of_reach(table)
    yield from _taken([row for row in table.rows if not row.when])
    yield from _taken([row for row in table.rows if row.when])


def missing(table: Table) -> _Wrong:
    """Totals of the dice that no row answers to: no mistake where there is a fallback.

    No condition holds before its fact is known, so every total needs a row without one.
    """
    if table.dice is None or table.fallback is not None:
        return
    spans = [Span(row.low, row.high) for row in table.rows if not row.when]
    gaps = uncovered(totals(table.dice), spans)
    if not gaps:
        return
    named = [str(gap) for gap in gaps[:_MOST_NAMED]]
    if len(gaps) > _MOST_NAMED:
        named.append(f"{len(gaps) - _MOST_NAMED:,} more")
    conditioned = any(meets(gaps, Span(row.low, row.high)) for row in table.rows)
    without = " without a condition" if conditioned else ""
    yield ("dice",), f"{table.dice} may roll {listed(named)}, which no row has{without}"


def _taken(rows: list[Row]) -> _Wrong:
    """Rows that answer to a total another row has taken, where both may stand at once."""
    open_rows: list[Row] = []
    for row in sorted(rows, key=lambda row: (row.low, row.high, row.number)):
        open_rows = [other for other in open_rows if other.high >= row.low]
        if len(open_rows) >= MOST_CONDITIONED:
            yield _roll(row), f"is one of more than {MOST_CONDITIONED} rows for {row.low}"
            return
        for other in open_rows:
            if _both_hold(row.when, other.when):
                both = Span(row.low, min(row.high, other.high))
                first, second = sorted((row, other), key=lambda each: each.number)
                at_once = " while both conditions hold" if row.when else ""
                taken = row_said(first.number, first.roll)
                yield _roll(second), f"{taken} answers to {both} already{at_once}"
                break
        open_rows.append(row)


def _both_hold(one: When, other: When) -> bool:
    """Whether there are facts with which both conditions hold."""
    return all(
        fact not in other or not set(wanted).isdisjoint(other[fact]) for fact, wanted in one.items()
    )


def _out_of_reach(table: Table) -> _Wrong:
    if table.dice is None:
        return
    runs = totals(table.dice)
    asked = _asked_after(table.modifiers)
    sums: dict[tuple[tuple[str, tuple[str, ...]], ...], frozenset[int]]
    sums = {(): frozenset(_sums(table.modifiers, asked, ALWAYS))}
    reach = Span(runs[0].low + min(sums[()]), runs[-1].high + max(sums[()]))
    come = f"{table.dice} and its modifiers come to" if table.modifiers else f"{table.dice} rolls"
    for row in table.rows:
        span = Span(row.low, row.high)
        when = tuple([(fact, row.when[fact]) for fact in asked if fact in row.when])
        if when not in sums:
            sums[when] = frozenset(_sums(table.modifiers, asked, dict(when)))
        if span.low < reach.low or span.high > reach.high:
            yield _roll(row), f"{come} {reach}, and {span} is not within that"
        elif not any(meets(runs, Span(span.low - add, span.high - add)) for add in sums[when]):
            while_it_holds = " while its condition holds" if when else ""
            yield _roll(row), f"{table.dice} never rolls {span}{while_it_holds}"


def _asked_after(modifiers: tuple[Modifier, ...]) -> Mapping[str, tuple[str, ...]]:
    """The facts that modifiers ask after, each with every value asked for."""
    asked: dict[str, tuple[str, ...]] = {}
    for modifier in modifiers:
        for fact, wanted in modifier.when.items():
            asked[fact] = tuple(dict.fromkeys((*asked.get(fact, ()), *wanted)))
    return asked


def _sums(
    modifiers: tuple[Modifier, ...], asked: Mapping[str, tuple[str, ...]], when: When
) -> Iterator[int]:
    """What may be added while a condition holds; "" stands for a fact that is none of these."""
    values = [
        [value if value in known else "" for value in when[fact]] if fact in when else [*known, ""]
        for fact, known in asked.items()
    ]
    for combination in product(*values):
        facts = dict(zip(asked, combination, strict=True))
        yield sum(
            modifier.add
            for modifier in modifiers
            if all(facts[fact] in wanted for fact, wanted in modifier.when.items())
        )


def _roll(row: Row) -> KeyPath:
    return "rows", row.number - 1, "roll"
