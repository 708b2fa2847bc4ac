"""The rows of a table that can come up now: conditions, modifiers, decks, and the row of a
total."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate
from typing import NamedTuple

from companion.randomtables.table import (
    CardsOut,
    FactCondition,
    Facts,
    Row,
    Span,
    Table,
    list_total_runs,
)
from companion.refusal import Impossible


def fold_case_of_facts(facts: Facts) -> Facts:
    """Facts without capitals, as conditions compare them."""
    return {fact: value.casefold() for fact, value in facts.items()}


def is_condition_met(when: FactCondition, facts: Facts) -> bool:
    """True if a condition holds; it does not if a fact is unknown."""
    return not when or all(facts.get(fact) in wanted for fact, wanted in when.items())


def sum_modifiers(table: Table, facts: Facts) -> int:
    """The sum of a table's modifiers whose conditions hold."""
    return sum(
        modifier.add for modifier in table.modifiers if is_condition_met(modifier.when, facts)
    )


def weigh_possible_rows(
    table: Table, facts: Facts, out: CardsOut, *, deck: bool = False
) -> tuple[tuple[Row, int], ...]:
    """The rows whose conditions hold, with their weights; a deck is without its cards out."""
    gone = Counter(out.get(table.name, ()) if deck or table.deck else ())
    left = [
        (row, row.weight - gone[row.number])
        for row in table.rows
        if is_condition_met(row.when, facts)
    ]
    return tuple([each for each in left if each[1] > 0])


def require_enough_cards(table: Table, times: int, facts: Facts, out: CardsOut) -> None:
    """Raises Impossible if fewer cards than `times` are left and there is no fallback."""
    left = make_weighted_rows(table, fold_case_of_facts(facts), out, deck=True).sides
    if left < times and table.fallback is None:
        are = "None is" if not left else "One is" if left == 1 else f"{left:,} are"
        hint = f"Put all back with: shuffle {table.name}" if out.get(table.name) else ""
        fewer = (f"x{left}",) if left else ()
        why = f"{are} left in «{table.name}», not {times:,}."
        raise Impossible(why, hint, typed=f"x{times}", instead=fewer)


def make_empty_deck_refusal(name: str, *, deck: bool) -> Impossible:
    """The refusal for a deck without a card left."""
    if deck:
        return Impossible(
            f"«{name}» has been drawn to the end.", f"Put it back with: shuffle {name}"
        )
    return Impossible(
        f"No row of «{name}» holds just now.", "Each has a condition; see its `when`."
    )


class WeightedRows:
    """Rows to draw by weight, row 1 first.

    `sides` is the sum of all weights, which is the die to roll; 0 if nothing is left.
    """

    __slots__ = ("_ends", "_places", "_rows", "_weights", "sides")

    def __init__(self, rows: Sequence[Row], weights: list[int], places: Mapping[int, int]) -> None:
        self._rows = rows
        self._weights = weights
        self._places = places
        self._ends: list[int] | None = None
        self.sides = sum(weights)

    def pick_row(self, face: int) -> Row:
        if self._ends is None:
            self._ends = list(accumulate(self._weights))
        return self._rows[bisect_left(self._ends, face)]

    def lower_weight_of_row(self, number: int) -> None:
        self._weights[self._places[number]] -= 1
        self._ends = None
        self.sides -= 1

    def sum_weights_of_rows(self, numbers: Iterable[int]) -> int:
        return sum([self._weights[self._places[n]] for n in numbers if n in self._places])

    def exclude_rows(self, numbers: AbstractSet[int]) -> "WeightedRows":
        weights = self._weights.copy()
        for number in numbers & self._places.keys():
            weights[self._places[number]] = 0
        return WeightedRows(self._rows, weights, self._places)


def make_weighted_rows(
    table: Table, facts: Facts, out: CardsOut, *, deck: bool = False
) -> WeightedRows:
    """The rows that can come up now, to be drawn by weight alone."""
    left = weigh_possible_rows(table, facts, out, deck=deck)
    places = {row.number: place for place, (row, _) in enumerate(left)}
    return WeightedRows([row for row, _ in left], [weight for _, weight in left], places)


class Answers(NamedTuple):
    """The row of each total: the one at the last of `lows` that is not above the total. None is a
    gap; the first and the last are gaps without an end."""

    lows: tuple[int, ...]
    rows: tuple[Row | None, ...]
    reach: Span
    """From the lowest to the highest total of rows and dice."""
    has_fallback: bool

    def find_row_of_total(self, total: int) -> Row | None:
        """The row of a total; None for the fallback.

        A total past an end counts as the end. Without a fallback the row below a gap comes, or the
        lowest row: only modifiers lead into a gap, the dice alone never do.
        """
        place = self._count_spans_up_to(total) - 1
        found = self.rows[place]
        if found is not None or self.has_fallback:
            return found
        below = (row for row in reversed(self.rows[:place]) if row is not None)
        return next(below, None) or next((row for row in self.rows if row is not None), None)

    def list_rows(self, span: Span) -> tuple[Row | None, ...]:
        inside = self.lows[self._count_spans_up_to(span.low) : self._count_spans_up_to(span.high)]
        return tuple(map(self.find_row_of_total, (span.low, *inside)))

    def _count_spans_up_to(self, total: int) -> int:
        return bisect_right(self.lows, max(self.reach.low, min(total, self.reach.high)))


def map_totals_to_rows(table: Table, facts: Facts) -> Answers:
    """The row of each total now. A row whose condition holds comes before one without a condition;
    otherwise the later in the file comes first."""
    live = [row for row in table.rows if is_condition_met(row.when, facts)]
    live.sort(key=lambda row: bool(row.when))
    lows = sorted({end for row in live for end in (row.span.low, row.span.high + 1)})
    places = {low: place for place, low in enumerate(lows)}
    rows: list[Row | None] = [None] * len(lows)
    for row in live:
        first, last = places[row.span.low], places[row.span.high + 1]
        rows[first:last] = [row] * (last - first)
    ends = [end for row in live for end in row.span]
    if table.dice is not None:
        ends += [table.dice.lowest, table.dice.highest]
    reach = Span(min(ends, default=0), max(ends, default=0))
    return Answers((reach.low - 1, *lows), (None, *rows), reach, table.fallback is not None)


class CurrentTables:
    """The tables of one result: facts, cards out of decks, and each table's urn or answers, made at
    first use."""

    __slots__ = ("_answers", "_can_come", "_urns", "facts", "out")

    def __init__(self, facts: Facts, out: CardsOut) -> None:
        self.facts = fold_case_of_facts(facts)
        self.out: dict[str, tuple[int, ...]] = dict(out)
        self._answers: dict[str, Answers] = {}
        self._can_come: dict[str, tuple[int, ...]] = {}
        self._urns: dict[tuple[str, bool], WeightedRows] = {}

    def get_rows_by_total(self, table: Table) -> Answers:
        if table.name not in self._answers:
            self._answers[table.name] = map_totals_to_rows(table, self.facts)
        return self._answers[table.name]

    def get_weighted_rows(self, table: Table, *, deck: bool = False) -> WeightedRows:
        """The urn of a table without dice; with `deck` it is a deck."""
        key = table.name, deck or table.deck
        if key not in self._urns:
            self._urns[key] = make_weighted_rows(table, self.facts, self.out, deck=deck)
        return self._urns[key]

    def take_card(self, table: Table, number: int) -> None:
        self.get_weighted_rows(table, deck=True).lower_weight_of_row(number)
        self.out[table.name] = (*self.out.get(table.name, ()), number)

    def list_possible_row_numbers(self, table: Table) -> tuple[int, ...]:
        """The numbers of the rows that the dice can reach, lowest totals first; or 0."""
        if table.name not in self._can_come and table.dice is not None:
            add = sum_modifiers(table, self.facts)
            moved = (Span(low + add, high + add) for low, high in list_total_runs(table.dice))
            found = [row for run in moved for row in self.get_rows_by_total(table).list_rows(run)]
            self._can_come[table.name] = tuple(dict.fromkeys(map(get_row_number, found)))
        return self._can_come[table.name]

    def can_draw_row_besides(self, came: AbstractSet[int], table: Table) -> bool:
        """True if a row may come that is not in `came`, or if a deck is used up."""
        if table.dice is not None:
            return not came >= set(self.list_possible_row_numbers(table))
        left = self.get_weighted_rows(table)
        return left.sides > left.sum_weights_of_rows(came) or (left.sides == 0 and 0 not in came)


def get_row_number(row: Row | None) -> int:
    """The number of a row, 0 for the fallback."""
    return row.number if row is not None else 0
