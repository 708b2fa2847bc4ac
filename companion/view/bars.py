"""How likely things are, as bars with their percentage, for people: what is too rare or too many to
be told one by one is told together."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.randomtables.chances import Chance, Chances

ALL_SHOWN = 20
"""Where there are more totals than this, those at each end that are too rare are one line."""
MOST_LINES = 100
"""Where there are still more than this, totals are told in ranges: at most `RANGES` of them."""
RANGES = 50
MOST_OF_A_RANGE = 15
"""Past so many characters only where a range begins is told."""
RARE = 0.00005
"""Less than this is printed as less than 0.01%."""
PERCENT = len("100.00%")
_BLOCKS = "▏▎▍▌▋▊▉█"


class Line(NamedTuple):
    """A total, or several together, and how likely in each of the notations asked. `exact` is the
    fraction of one total of one notation, else empty."""

    label: str
    probabilities: tuple[float, ...]
    exact: str = ""


def percent(probability: float) -> str:
    """`16.67%`; what would round to nothing, or to certainty without being it, says so."""
    if 0 < probability < RARE:
        return "<0.01%"
    if 1 - RARE < probability < 1:
        return ">99.99%"
    return f"{probability * 100:.2f}%"


def bar(share: float, width: int, *, ascii_only: bool = False) -> str:
    """So much of a full bar: blocks to the eighth of a column, or plain `#`. What is there at all
    is seen, but for `#`."""
    if ascii_only or width < 1:
        return "#" * round(share * width)
    full, part = divmod(max(round(share * width * 8), 1 if share else 0), 8)
    return _BLOCKS[-1] * full + (_BLOCKS[part - 1] if part else "")


def gathered(asked: Sequence[Chances]) -> list[Line]:
    """A line for each total that any of these notations has, or where these are many, for those
    at each end that are too rare (`to 8`, `32+`) and for ranges (`10 to 19`)."""
    each = [{chance.outcome: chance for chance in chances.outcomes} for chances in asked]
    totals = sorted({int(total) for chances in each for total in chances})
    compares = all(chances.compares for chances in asked)
    lines = [_line(total, each, compares) for total in totals]
    if len(lines) <= ALL_SHOWN:
        return lines
    often = [at for at, line in enumerate(lines) if max(line.probabilities) >= RARE]
    first, last = (often[0], often[-1] + 1) if often else (0, len(lines))
    size = _round_size(totals[last - 1] - totals[first] + 1) if last - first > MOST_LINES else 1
    first = bisect_left(totals, totals[first] // size * size)
    last = bisect_left(totals, (totals[last - 1] // size + 1) * size)
    ranges = _in_ranges(totals[first:last], lines[first:last], size)
    below = _together(f"to {totals[first - 1]}", lines[:first])
    above = _together(f"{totals[min(last, len(totals) - 1)]}+", lines[last:])
    return [*below, *ranges, *above]


def _line(total: int, each: Sequence[Mapping[int | str, Chance]], compares: bool) -> Line:
    found = [chances.get(total) for chances in each]
    label = ("yes" if total else "no") if compares else str(total)
    exact = found[0].exact if len(found) == 1 and found[0] else ""
    return Line(label, tuple([chance.probability if chance else 0.0 for chance in found]), exact)


def _round_size(totals: int) -> int:
    """1, 2, 5, 10, 20 …: such that so many totals are about `RANGES` ranges at most."""
    size = 1
    while totals > size * RANGES:
        size = size * 5 // 2 if str(size)[0] == "2" else size * 2
    return size


def _in_ranges(totals: Sequence[int], lines: Sequence[Line], size: int) -> list[Line]:
    ranges: dict[int, list[Line]] = {}
    for total, line in zip(totals, lines, strict=True):
        ranges.setdefault(total // size * size, []).append(line)
    return [
        line
        for inside in ranges.values()
        for line in _together(_range(inside[0].label, inside[-1].label), inside)
    ]


def _range(lowest: str, highest: str) -> str:
    both = f"{lowest} to {highest}"
    return both if len(both) <= MOST_OF_A_RANGE else f"from {lowest}"


def _together(label: str, lines: Sequence[Line]) -> Sequence[Line]:
    """Several lines as one, under that label; one or none as it is."""
    if len(lines) < 2:
        return lines
    probabilities = zip(*(line.probabilities for line in lines), strict=True)
    return [Line(label, tuple([sum(each) for each in probabilities]))]
