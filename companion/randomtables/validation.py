"""Problems of tables together, found before play, with file and line."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, islice
from typing import TypeAlias

from companion.randomtables.circular_or_long_references import (
    find_circular_or_long_references,
    find_values_recalled_before_set,
)
from companion.randomtables.row_texts import Reference, list_inserts
from companion.randomtables.table import FactCondition, KeyPath, Table, list_texts_of_table
from companion.randomtables.table_file_values import MAX_PROBLEMS, describe_key_path, find_key_line
from companion.refusal import Problem, Refusal, join_words, suggest_similar_words
from companion.text_cleaning import clean_text

ReadTable: TypeAlias = Callable[[str], tuple[Table | None, tuple[Problem, ...]]]
"""Reads a table by its whole name, with its problems. A table with problems comes as far as it can
be read, or is None. Raises Unknown for a name without a table."""
KnownFacts: TypeAlias = Mapping[str, tuple[str, ...]]
"""All facts with their values; without values any text will do."""

Findings: TypeAlias = Iterator[tuple[Table, KeyPath, str]]
"""Problems: the table, the key, and what is wrong."""


def find_problems(
    names: Iterable[str], read: ReadTable, known: KnownFacts, among: Iterable[str] = ()
) -> tuple[Problem, ...]:
    """All problems of these tables, in their order and by line.

    These are the problems of reading them, references to nothing, circles, results that may be too
    long, conditions on unknown facts, and values that nothing remembers. The tables they draw from
    are followed; tables in `among` may draw from these, and remember values for them. A table has
    at most `MAX_PROBLEMS` of a kind. Never raises.
    """

    @cache
    def read_table_once(name: str) -> tuple[Table | None, tuple[Problem, ...]]:
        try:
            return read(name)
        except Refusal as refusal:  # there is no such table
            return None, (Problem(name, 0, "", clean_text(str(refusal))),)

    def find_table(name: str) -> Table | None:
        return read_table_once(name)[0]

    found: list[Problem] = []
    tables: list[Table] = []
    names, among = dict.fromkeys(names), tuple(among)
    for name in names:
        table, wrong = read_table_once(name)
        found += wrong
        if table is not None:
            tables.append(table)
            alone = chain(
                _validate_fact_conditions(table, known),
                _validate_references(table, read_table_once),
            )
            found += map(_make_problem, islice(alone, MAX_PROBLEMS))
    found += map(_make_problem, find_circular_or_long_references(tables, find_table))
    found += map(
        _make_problem, find_values_recalled_before_set(tables, find_table, among, {*names, *among})
    )
    files = {file: place for place, file in enumerate(dict.fromkeys(wrong.file for wrong in found))}
    return tuple(sorted(found, key=lambda wrong: (files[wrong.file], wrong.line)))


def _validate_fact_conditions(table: Table, known: KnownFacts) -> Findings:
    """Conditions and columns on unknown facts, or on unknown values of facts."""
    conditions: list[tuple[KeyPath, FactCondition]] = [
        (("rows", row.number - 1, "when"), row.when) for row in table.rows
    ]
    conditions += [
        (("modifiers", place, "when"), modifier.when)
        for place, modifier in enumerate(table.modifiers)
    ]
    for path, when in conditions:
        for fact, wanted in when.items():
            for message in _explain_unknown_fact(fact, wanted, known):
                yield table, (*path, fact), message
    if table.column_fact:
        for message in _explain_unknown_fact(table.column_fact, table.columns, known):
            yield table, ("columns",), message


def _explain_unknown_fact(fact: str, wanted: Iterable[str], known: KnownFacts) -> Iterator[str]:
    if not fact:
        return
    if fact not in known:
        hint = suggest_similar_words(fact, known) or f"Known are {join_words(known)}."
        yield f"asks after «{fact}», which nobody knows. {hint}"
        return
    values = known[fact]
    folded = [value.casefold() for value in values]
    for value in wanted:
        if values and value and value.casefold() not in folded:
            hint = suggest_similar_words(value, values) or f"It is {join_words(values, 'or')}."
            yield f"«{value}» is no {fact}. {hint}"


def _validate_references(table: Table, read: ReadTable) -> Findings:
    """References to missing tables, to tables with problems, or to too many rows."""
    for path, text in list_texts_of_table(table):
        for reference in list_inserts(text):
            if not isinstance(reference, Reference):
                continue
            other, wrong = read(reference.table)
            if other is None or wrong:
                why = f"«{reference.table}» has problems of its own"
                if len(wrong) == 1 and not wrong[0].line and not wrong[0].key:
                    why = wrong[0].message  # the table is missing
                yield table, path, f"{reference} leads nowhere: {why}"
            elif few := _explain_too_few_rows(reference, other):
                yield table, path, f"{reference} asks for more than there is: {few}"


def _explain_too_few_rows(reference: Reference, table: Table) -> str:
    number = reference.number
    if not isinstance(number, int) or table.fallback is not None:
        return ""
    if reference.different and number > len(table.rows):
        return f"«{table.name}» has {len(table.rows):,} rows"
    whole = sum(row.weight for row in table.rows)
    if table.deck and number > whole:
        return f"the deck «{table.name}» has {whole:,} to draw"
    return ""


def _make_problem(wrong: tuple[Table, KeyPath, str]) -> Problem:
    table, path, message = wrong
    where = describe_key_path(path, [row.roll for row in table.rows])
    return Problem(table.file, find_key_line(path, table.lines), where, message)
