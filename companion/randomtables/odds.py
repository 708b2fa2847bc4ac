"""Exact odds of a random table: how likely each row is as things stand, and, each by itself, those
of the tables that its texts draw from."""

from collections.abc import Iterator
from math import gcd
from typing import NamedTuple

from companion.dice.notation import Notation
from companion.dice.odds import compute_odds
from companion.randomtables.live_rows import (
    NO_FACTS,
    fold_facts,
    make_answers,
    sum_modifiers,
    weigh_live_rows,
)
from companion.randomtables.table import CardsOut, Facts, FindTable, Row, Table, find_no_table
from companion.randomtables.texts import Reference, Text, list_inserts
from companion.refusal import Impossible

_NO_CARDS_OUT: CardsOut = {}


class RowOdds(NamedTuple):
    """A row and its weight."""

    row: Row
    weight: int


class ReferenceOdds(NamedTuple):
    """What a text draws from another table: in which table, in which of its rows (None for its
    fallback), and the odds of each such draw."""

    table: Table
    row: Row | None
    reference: Reference
    odds: "TableOdds"


class TableOdds(NamedTuple):
    """The rows that may come as things stand, in file order, with their weights out of `whole`.

    `fallback` is the weight with which no row comes; `remainder` that of rolls in which a die
    explodes more than `dice.pools.DEPTH` times. Rows, fallback and remainder add up to `whole`,
    which is 0 where nothing is left to come. `modifier` is all that is added to the dice.
    `references` are those of the table's own texts, then
    those of the tables they lead to; each is told by itself, and nothing is multiplied through.
    """

    table: Table
    rows: tuple[RowOdds, ...]
    whole: int
    fallback: int = 0
    remainder: int = 0
    modifier: int = 0
    references: tuple[ReferenceOdds, ...] = ()


def compute_table_odds(
    table: Table,
    *,
    find: FindTable = find_no_table,
    facts: Facts = NO_FACTS,
    modifier: int = 0,
    out: CardsOut = _NO_CARDS_OUT,
) -> TableOdds:
    """The odds of a draw from a table as `draw` would make it with the same things given.

    Raises `Impossible` where the odds of its dice are too long to work out, or where it has no dice
    for a modifier; and whatever `find` raises.
    """
    facts = fold_facts(facts)
    worked_out = {table.name: _compute_own_odds(table, facts, modifier, out)}
    waiting = [worked_out[table.name]]
    references = []
    for one in waiting:
        for row, reference in _find_references(one, facts):
            if reference.table not in worked_out:
                other = _compute_own_odds(find(reference.table), facts, 0, out)
                worked_out[reference.table] = other
                waiting.append(other)
            found = worked_out[reference.table]
            references.append(ReferenceOdds(one.table, row, reference, found))
    return waiting[0]._replace(references=tuple(references))


def select_texts(table: Table, row: Row, facts: Facts) -> dict[str, Text]:
    """The texts of a row that are told as things stand, by column; "" where it has only one."""
    if "" in row.texts:
        return {"": row.texts[""]}
    fact = fold_facts(facts).get(table.column_fact)
    chosen = {name: text for name, text in row.texts.items() if name.casefold() == fact}
    return chosen or dict(row.texts)


def _compute_own_odds(table: Table, facts: Facts, modifier: int, out: CardsOut) -> TableOdds:
    """A table's own odds, without its references."""
    if table.dice is not None:
        return _compute_dice_odds(table, table.dice, facts, modifier)
    if modifier:
        raise Impossible(
            f"«{table.name}» has no dice that {modifier:+} could be added to.",
            "Ask for its odds without a modifier.",
        )
    left = tuple(RowOdds(row, weight) for row, weight in weigh_live_rows(table, facts, out))
    fallback = 1 if not left and table.fallback is not None else 0
    return _reduce_weights(TableOdds(table, left, sum(w for _, w in left) + fallback, fallback))


def _compute_dice_odds(table: Table, dice: Notation, facts: Facts, modifier: int) -> TableOdds:
    rolled, answering = compute_odds(dice), make_answers(table, facts)
    modifier += sum_modifiers(table, facts)
    found: dict[int, int] = {}
    fallback = 0
    for total, weight in rolled.weights:
        row = answering.find_row(total + modifier)
        if row is None:
            fallback += weight
        else:
            found[row.number] = found.get(row.number, 0) + weight
    rows = tuple(RowOdds(row, found[row.number]) for row in table.rows if row.number in found)
    return _reduce_weights(
        TableOdds(table, rows, rolled.whole, fallback, rolled.remainder, modifier)
    )


def _reduce_weights(found: TableOdds) -> TableOdds:
    common = gcd(found.whole, found.fallback, found.remainder, *(w for _, w in found.rows)) or 1
    return found._replace(
        rows=tuple(RowOdds(row, weight // common) for row, weight in found.rows),
        whole=found.whole // common,
        fallback=found.fallback // common,
        remainder=found.remainder // common,
    )


def _find_references(found: TableOdds, facts: Facts) -> Iterator[tuple[Row | None, Reference]]:
    """Every draw from another table in what may be told, in reading order."""
    told: list[tuple[Row | None, Text]] = []
    for each, _ in found.rows:
        told += [(each, text) for text in select_texts(found.table, each, facts).values()]
        told.append((each, each.sign or ()))
    if found.fallback:
        told.append((None, found.table.fallback or ()))
    for row, text in told:
        for insert in list_inserts(text):
            if isinstance(insert, Reference):
                yield row, insert
