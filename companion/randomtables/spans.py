"""Spans of totals: those of rows, and those that dice can reach."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from companion.dice.notation import MAX_NUMBER, Notation
from companion.refusal import Impossible, Malformed

_ROLL = re.compile(r"(-?[0-9]{1,10})\s*(?:[-–]\s*(-?[0-9]{1,10})|(\+|[-–]))?")
_FORMS = 'Write 7, "3-5", "12+" or "3-".'


class Span(NamedTuple):
    """The totals from `low` to `high`, both included."""

    low: int
    high: int

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def read_span(value: int | str, reach: Span) -> Span:
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


def find_totals(dice: Notation) -> tuple[Span, ...]:
    """All totals of dice, in runs, lowest first. If that would take too long to work out, it is
    every whole number between the lowest and the highest."""
    from companion.dice.odds import compute_odds  # a plain draw does not need it

    try:
        known = compute_odds(dice)
    except Impossible:
        return (Span(dice.lowest, dice.highest),)
    runs = _find_runs([total for total, _ in known.weights])
    if known.remainder:
        runs[-1] = Span(runs[-1].low, dice.highest)
    return tuple(runs)


def _find_runs(rising: list[int]) -> list[Span]:
    """Rising totals as runs without gaps."""
    last = [place for place, (one, other) in enumerate(pairwise(rising)) if other > one + 1]
    first = [0, *(place + 1 for place in last)]
    ends = zip(first, [*last, len(rising) - 1], strict=True)
    return [Span(rising[low], rising[high]) for low, high in ends]


def has_overlap(runs: Sequence[Span], span: Span) -> bool:
    """True if a total of these runs, lowest first, is in the span."""
    place = bisect_left(runs, span.low, key=attrgetter("high"))
    return place < len(runs) and runs[place].low <= span.high


def find_gaps(runs: Iterable[Span], spans: Iterable[Span]) -> tuple[Span, ...]:
    """The totals of these runs, lowest first, that are in none of the spans."""
    covering = _merge_spans(spans)
    gaps = []
    at = 0
    for low, high in runs:
        while low <= high:
            while at < len(covering) and covering[at].high < low:
                at += 1
            until = covering[at].low - 1 if at < len(covering) else high
            if low <= until:
                gaps.append(Span(low, min(until, high)))
            low = covering[at].high + 1 if at < len(covering) and until < high else high + 1
    return tuple(gaps)


def _merge_spans(spans: Iterable[Span]) -> list[Span]:
    """Spans, lowest first, with those that touch or overlap as one."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.low <= joined[-1].high + 1:
            joined[-1] = Span(joined[-1].low, max(joined[-1].high, span.high))
        else:
            joined.append(span)
    return joined
