"""Which totals the rows of a table answer to: each total of the dice must be one row's."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.dice.notation import MOST_NUMBER, Notation
from companion.refusal import Malformed

_ROLL = re.compile(r"\s*(-?[0-9]{1,10})\s*(?:[-–]\s*(-?[0-9]{1,10})|(\+))?\s*")
_FORMS = 'Write 7, "3-5" or "12+".'


class Span(NamedTuple):
    """The totals from `low` to `high`, both included."""

    low: int
    high: int

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def read_span(value: int | str, highest: int) -> Span:
    """The totals that a `roll` names: `7`, `"3-5"`, or `"12+"`, which reaches up to `highest`.

    Raises `Malformed` where it is none of these, or runs backwards.
    """
    if isinstance(value, int):
        if abs(value) > MOST_NUMBER:
            raise Malformed("The number is larger than any dice roll.", _FORMS)
        return Span(value, value)
    found = _ROLL.fullmatch(value)
    if found is None:
        raise Malformed(f"«{value}» names no totals.", _FORMS)
    low = int(found[1])
    if found[3]:
        return Span(low, max(low, highest))
    span = Span(low, int(found[2] or low))
    if span.high < span.low:
        raise Malformed(f"«{value}» runs backwards.", f'Write "{Span(span.high, span.low)}".')
    return span


def misplaced(dice: Notation, spans: Mapping[int, Span]) -> Iterator[tuple[int, str]]:
    """The rows, by place in the file, that the dice cannot reach or another row has taken."""
    for place, span in spans.items():
        if span.low < dice.lowest or span.high > dice.highest:
            reach = Span(dice.lowest, dice.highest)
            yield place, f"{dice} rolls {reach}, and {span} is not within that"
    taken: tuple[int, Span] | None = None
    for place, span in sorted(spans.items(), key=lambda item: (item[1], item[0])):
        if taken is not None and span.low <= taken[1].high:
            both = Span(span.low, min(span.high, taken[1].high))
            first, second = sorted((place, taken[0]))
            yield second, f"row {first + 1} answers to {both} already"
        if taken is None or span.high > taken[1].high:
            taken = place, span


def missing(dice: Notation, spans: Mapping[int, Span]) -> tuple[Span, ...]:
    """The totals of the dice that no row answers to, lowest first."""
    gaps = []
    free = dice.lowest
    past_the_dice = Span(dice.highest + 1, dice.highest + 1)
    for span in [*sorted(spans.values()), past_the_dice]:
        end = min(span.low - 1, dice.highest)
        if free <= end:
            gaps.append(Span(free, end))
        free = max(free, span.high + 1)
    return tuple(gaps)
