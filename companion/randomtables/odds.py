"""Exact odds of a random table: how likely each row is now, and the same for each table that its
texts draw from."""

from collections.abc import Iterator
from math import gcd
from typing import NamedTuple

from companion.dice.notation_tree import Notation
from companion.dice.odds import DEPTH, compute_odds
from companion.randomtables.draws_and_odds_encoding import (
    Chance,
    Chances,
    Drawing,
    ReferencedTable,
    make_chance,
    render_fraction,
)
from companion.randomtables.possible_rows import (
    fold_case_of_facts,
    map_totals_to_rows,
    sum_modifiers,
    weigh_possible_rows,
)
from companion.randomtables.row_texts import Reference, Text, list_inserts, render_text
from companion.randomtables.table import (
    NO_CARDS_OUT,
    NO_FACTS,
    CardsOut,
    Facts,
    FindTable,
    Row,
    Table,
    refuse_every_table,
)
from companion.refusal import Impossible


class ReferenceOdds(NamedTuple):
    """A reference, the table and row it stands in (None for the fallback), and the odds of each of
    its draws."""

    table: Table
    row: Row | None
    reference: Reference
    odds: "TableOdds"


class TableOdds(NamedTuple):
    """The rows that may come now, in file order, with their weights out of `whole`.

    `fallback` is the weight of the fallback, `remainder` that of rolls in which a die explodes more
    than `dice.odds.DEPTH` times. Rows, fallback and remainder add up to `whole`, which is 0 if
    nothing is left to come. `modifier` is the sum that is added to the dice. `references` are those
    of the table's own texts, then those of the tables they lead to. Their odds are separate:
    nothing is multiplied through.
    """

    table: Table
    rows: tuple[tuple[Row, int], ...]
    whole: int
    fallback: int = 0
    remainder: int = 0
    modifier: int = 0
    references: tuple[ReferenceOdds, ...] = ()


def compute_table_odds(
    table: Table,
    *,
    find: FindTable = refuse_every_table,
    facts: Facts = NO_FACTS,
    modifier: int = 0,
    out: CardsOut = NO_CARDS_OUT,
) -> TableOdds:
    """The odds of what `draw_from_table` would draw with the same arguments.

    Raises Impossible if the odds of the dice are too long to work out, or if there are no dice for
    a modifier; and whatever `find` raises.
    """
    facts = fold_case_of_facts(facts)
    by_name = {table.name: _compute_row_odds(table, facts, modifier, out)}
    waiting = [by_name[table.name]]
    references = []
    for one in waiting:
        for row, reference in _find_references(one, facts):
            name = reference.table
            if name not in by_name:
                by_name[name] = _compute_row_odds(find(name), facts, 0, out)
                waiting.append(by_name[name])
            references.append(ReferenceOdds(one.table, row, reference, by_name[name]))
    return waiting[0]._replace(references=tuple(references))


def _select_texts_of_row(table: Table, row: Row, facts: Facts) -> dict[str, Text]:
    """The texts of a row that are told now, by column; "" if it has only one."""
    if "" in row.texts:
        return {"": row.texts[""]}
    fact = fold_case_of_facts(facts).get(table.column_fact)
    chosen = {name: text for name, text in row.texts.items() if name.casefold() == fact}
    return chosen or dict(row.texts)


def _compute_row_odds(table: Table, facts: Facts, modifier: int, out: CardsOut) -> TableOdds:
    """The chance of each row of this table alone."""
    if table.dice is not None:
        return _compute_row_odds_of_dice(table, table.dice, facts, modifier)
    if modifier:
        raise Impossible(
            f"«{table.name}» has no dice that {modifier:+} could be added to.",
            "Ask for its odds without a modifier.",
        )
    left = weigh_possible_rows(table, facts, out)
    fallback = 1 if not left and table.fallback is not None else 0
    return _reduce_row_weights(TableOdds(table, left, sum(w for _, w in left) + fallback, fallback))


def _compute_row_odds_of_dice(
    table: Table, dice: Notation, facts: Facts, modifier: int
) -> TableOdds:
    """The chance of each row of a table with dice, after its modifiers."""
    rolled, answering = compute_odds(dice), map_totals_to_rows(table, facts)
    modifier += sum_modifiers(table, facts)
    found: dict[int, int] = {}
    fallback = 0
    for total, weight in rolled.weights:
        row = answering.find_row_of_total(total + modifier)
        if row is None:
            fallback += weight
        else:
            found[row.number] = found.get(row.number, 0) + weight
    rows = tuple((row, found[row.number]) for row in table.rows if row.number in found)
    return _reduce_row_weights(
        TableOdds(table, rows, rolled.whole, fallback, rolled.remainder, modifier)
    )


def _reduce_row_weights(found: TableOdds) -> TableOdds:
    common = gcd(found.whole, found.fallback, found.remainder, *(w for _, w in found.rows)) or 1
    return found._replace(
        rows=tuple((row, weight // common) for row, weight in found.rows),
        whole=found.whole // common,
        fallback=found.fallback // common,
        remainder=found.remainder // common,
    )


def _find_references(found: TableOdds, facts: Facts) -> Iterator[tuple[Row | None, Reference]]:
    """The references in all texts that may be told, in reading order."""
    texts: list[tuple[Row | None, Text]] = []
    for each, _ in found.rows:
        texts += [(each, text) for text in _select_texts_of_row(found.table, each, facts).values()]
        texts.append((each, each.sign or ()))
    if found.fallback:
        texts.append((None, found.table.fallback or ()))
    for row, text in texts:
        for insert in list_inserts(text):
            if isinstance(insert, Reference):
                yield row, insert


def compute_table_chances(
    table: Table, *, find: FindTable, facts: Facts, modifier: int = 0, out: CardsOut
) -> Chances:
    """The odds of a table for people and programs. Raises as `compute_table_odds`."""
    found = compute_table_odds(table, find=find, facts=facts, modifier=modifier, out=out)
    return Chances(
        None if table.dice is None else str(table.dice),
        table.name,
        _list_chances_of_texts(found, facts),
        found.remainder / found.whole if found.whole else 0.0,
        render_fraction(found.remainder, found.whole),
        DEPTH if found.remainder else None,
        modifier=found.modifier,
        references=tuple(_list_referenced_tables(found, facts)),
    )


def _list_referenced_tables(found: TableOdds, facts: Facts) -> Iterator[ReferencedTable]:
    """Each table that is drawn from, in the order of its first reference."""
    by_table: dict[str, list[ReferenceOdds]] = {}
    for each in found.references:
        by_table.setdefault(each.reference.table, []).append(each)
    for name, several in by_table.items():
        draws = [
            Drawing(each.table.name, each.row.number if each.row else None, str(each.reference))
            for each in several
        ]
        yield ReferencedTable(name, tuple(draws), _list_chances_of_texts(several[0].odds, facts))


def _list_chances_of_texts(found: TableOdds, facts: Facts) -> tuple[Chance, ...]:
    """Each text that a draw may tell, with its chance."""
    outcomes = [
        make_chance(_render_row(found.table, row, facts), weight, found.whole)._replace(
            row=row.number, roll=str(row.span) if found.table.dice else ""
        )
        for row, weight in found.rows
    ]
    if found.fallback:
        fallback = render_text(found.table.fallback or ())
        outcomes.append(make_chance(fallback, found.fallback, found.whole))
    return tuple(outcomes)


def _render_row(table: Table, row: Row, facts: Facts) -> str:
    texts = [
        (name, render_text(text)) for name, text in _select_texts_of_row(table, row, facts).items()
    ]
    return texts[0][1] if len(texts) == 1 else "; ".join(map(": ".join, texts))
