"""Tables a second time, slowly and plainly: what the engine is compared with."""

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from companion.randomtables.table import Row, Table

Facts = Mapping[str, str]


def holds(row: Row, facts: Facts) -> bool:
    """Whether every condition of a row is met."""
    for fact, wanted in row.when.items():
        if fact not in facts or facts[fact] not in wanted:
            return False
    return True


def answering(table: Table, facts: Facts, total: int) -> list[Row]:
    """The rows for a total, found one by one: those with a condition, else those without."""
    found = [
        row for row in table.rows if holds(row, facts) and row.span.low <= total <= row.span.high
    ]
    return [row for row in found if row.when] or found


def every_facts(table: Table) -> Iterator[dict[str, str]]:
    """Every combination of the facts that a table asks after, each unknown in some."""
    asked: dict[str, set[str]] = {}
    for when in [row.when for row in table.rows] + [each.when for each in table.modifiers]:
        for fact, wanted in when.items():
            asked.setdefault(fact, {"something else"}).update(wanted)
    choices = [[None, *sorted(values)] for values in asked.values()]
    assert prod(map(len, choices)) < 2_000
    for values in product(*choices):
        yield {fact: value for fact, value in zip(asked, values, strict=True) if value is not None}


def added(table: Table, facts: Facts) -> int:
    """What the modifiers add."""
    total = 0
    for modifier in table.modifiers:
        if all(facts.get(fact, "") in wanted for fact, wanted in modifier.when.items()):
            total += modifier.add
    return total


def chances(table: Table, facts: Facts) -> list[Row]:
    """A table without dice as a long list: each row as often as it weighs."""
    return [row for row in table.rows if holds(row, facts) for _ in range(row.weight)]
