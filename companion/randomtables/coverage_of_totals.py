"""Validates that exactly one row of a table answers to each total of its dice."""

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import TypeAlias

from companion.randomtables.table import (
    NO_CONDITION,
    FactCondition,
    KeyPath,
    Modifier,
    Row,
    Span,
    Table,
    find_total_gaps,
    has_total_in_span,
    list_total_runs,
)
from companion.randomtables.table_file_values import describe_row
from companion.refusal import join_words

MAX_COMBINATIONS = 1_000
"""Of values of the facts that modifiers ask."""
MAX_CONDITIONED = 100
"""Rows with conditions for one total."""
_MAX_NAMED = 5

_Findings: TypeAlias = Iterator[tuple[KeyPath, str]]


def find_wrong_totals_of_rows(table: Table) -> _Findings:
    """Rows that cannot come up, and rows with a total of another row while the same facts hold.

    A row with a condition comes before those without, so it may share their totals.
    """
    combined = prod(
        len(values) + 1 for values in _list_facts_of_modifiers(table.modifiers).values()
    )
    if combined > MAX_COMBINATIONS:
        yield (
            ("modifiers",),
            f"make {combined:,} combinations of facts; at most {MAX_COMBINATIONS:,} are checked",
        )
        return
    yield from _find_unreachable_rows(table)
    yield from _find_overlapping_rows([row for row in table.rows if not row.when])
    yield from _find_overlapping_rows([row for row in table.rows if row.when])


def find_missing_totals(table: Table) -> _Findings:
    """Totals of the dice without a row. There are none with a fallback.

    A condition on an unknown fact does not hold, so each total needs a row without one.
    """
    if table.dice is None or table.fallback is not None:
        return
    spans = [row.span for row in table.rows if not row.when]
    if not (gaps := find_total_gaps(list_total_runs(table.dice), spans)):
        return
    named = [str(gap) for gap in gaps[:_MAX_NAMED]]
    if len(gaps) > _MAX_NAMED:
        named.append(f"{len(gaps) - _MAX_NAMED:,} more")
    conditioned = any(has_total_in_span(gaps, row.span) for row in table.rows)
    without = " without a condition" if conditioned else ""
    yield ("dice",), f"{table.dice} may roll {join_words(named)}, which no row has{without}"


def _find_overlapping_rows(rows: list[Row]) -> _Findings:
    """Rows with a total of another row, if both may come at once."""
    open_rows: list[Row] = []
    for row in sorted(rows, key=lambda row: (row.span, row.number)):
        open_rows = [other for other in open_rows if other.span.high >= row.span.low]
        if len(open_rows) >= MAX_CONDITIONED:
            yield (
                _make_roll_path(row),
                f"is one of more than {MAX_CONDITIONED} rows for {row.span.low}",
            )
            return
        for other in open_rows:
            shared = row.when.keys() & other.when.keys()
            if all(set(row.when[fact]) & set(other.when[fact]) for fact in shared):
                both = Span(row.span.low, min(row.span.high, other.span.high))
                first, second = sorted((row, other), key=lambda each: each.number)
                at_once = " while both conditions hold" if row.when else ""
                taken = describe_row(first.number, first.roll)
                yield _make_roll_path(second), f"{taken} answers to {both} already{at_once}"
                break
        open_rows.append(row)


def _find_unreachable_rows(table: Table) -> _Findings:
    if table.dice is None:
        return
    runs = list_total_runs(table.dice)
    asked = _list_facts_of_modifiers(table.modifiers)
    sums: dict[tuple[tuple[str, tuple[str, ...]], ...], frozenset[int]]
    sums = {(): frozenset(_list_modifier_sums(table.modifiers, asked, NO_CONDITION))}
    reach = Span(runs[0].low + min(sums[()]), runs[-1].high + max(sums[()]))
    come = f"{table.dice} and its modifiers come to" if table.modifiers else f"{table.dice} rolls"
    for row in table.rows:
        span = row.span
        when = tuple([(fact, row.when[fact]) for fact in asked if fact in row.when])
        if when not in sums:
            sums[when] = frozenset(_list_modifier_sums(table.modifiers, asked, dict(when)))
        if span.low < reach.low or span.high > reach.high:
            yield _make_roll_path(row), f"{come} {reach}, and {span} is not within that"
        elif not any(
            has_total_in_span(runs, Span(span.low - add, span.high - add)) for add in sums[when]
        ):
            while_it_holds = " while its condition holds" if when else ""
            yield _make_roll_path(row), f"{table.dice} never rolls {span}{while_it_holds}"


def _list_facts_of_modifiers(modifiers: tuple[Modifier, ...]) -> Mapping[str, tuple[str, ...]]:
    """The facts that modifiers ask, each with all its values."""
    asked: dict[str, tuple[str, ...]] = {}
    for modifier in modifiers:
        for fact, wanted in modifier.when.items():
            asked[fact] = tuple(dict.fromkeys((*asked.get(fact, ()), *wanted)))
    return asked


def _list_modifier_sums(
    modifiers: tuple[Modifier, ...], asked: Mapping[str, tuple[str, ...]], when: FactCondition
) -> Iterator[int]:
    """The possible sums while a condition holds; "" stands for any other value of a fact."""
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


def _make_roll_path(row: Row) -> KeyPath:
    return "rows", row.number - 1, "roll"
