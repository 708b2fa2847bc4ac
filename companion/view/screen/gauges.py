"""Gauges for Burn, rations, Supply and Encumbrance: rows of marks that read without colour. Their
number always stands beside them."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.view.wording import Gauge

if TYPE_CHECKING:
    from companion.randomtables.results import Chance, Chances
    from companion.reports.tables import OddsReport, OutcomeLine


class Marks(NamedTuple):
    """What a full and an empty place of a gauge look like."""

    full: str
    empty: str


BLOCKS = Marks("▮", "▯")
ASCII = Marks("#", "-")
"""For a console whose encoding holds no blocks."""


def draw_gauge(gauge: Gauge, marks: Marks) -> str:
    """So much of so much: Burn 2 of 3 is `▮▮▯`. Where there are too few places each stands for
    several: only what is whole looks whole, and only what is gone looks gone. Without `full` there
    is a mark for each, `+` for those past the last place, and an empty mark for none."""
    left, full, most = gauge
    if full is None:
        return marks.full * min(left, most) + "+" * (left > most) if left > 0 else marks.empty
    places = min(max(full, left, 1), most)
    filled = left
    if full > places:
        filled = min(-(-left * places // full), places if left >= full else places - 1)
    filled = max(0, min(filled, places))
    return marks.full * filled + marks.empty * (places - filled)


MAX_TOTALS_UNTRIMMED = 20
"""Above this many totals, the rare ones at each end share a line."""
MAX_LINES = 100
"""Above this many lines, totals are grouped in ranges: at most `MAX_RANGES` of them."""
MAX_RANGES = 50
MAX_RANGE_LABEL = 15
"""Above this many characters a label names only the beginning of a range."""
RARE_PROBABILITY = 0.00005
"""A smaller probability is printed as less than 0.01%."""
PERCENT_WIDTH = len("100.00%")
_EIGHTHS = "▏▎▍▌▋▊▉█"

Odds: TypeAlias = "Chances | OddsReport"
"""Odds at the shell and at the prompt: their fields are the same."""
Outcome: TypeAlias = "Chance | OutcomeLine"


class OddsLine(NamedTuple):
    """A total, or several together, and how likely in each of the notations asked. `exact` is the
    fraction of one total of one notation, else empty."""

    label: str
    probabilities: tuple[float, ...]
    exact: str = ""


def format_percent(probability: float) -> str:
    """`16.67%`; what would round to nothing, or to certainty without being it, says so."""
    if 0 < probability < RARE_PROBABILITY:
        return "<0.01%"
    if 1 - RARE_PROBABILITY < probability < 1:
        return ">99.99%"
    return f"{probability * 100:.2f}%"


def draw_bar(share: float, width: int, *, ascii_only: bool = False) -> str:
    """So much of a full bar: blocks to the eighth of a column, or plain `#`. What is there at all
    is seen, but for `#`."""
    if ascii_only or width < 1:
        return "#" * round(share * width)
    full, part = divmod(max(round(share * width * 8), 1 if share else 0), 8)
    return _EIGHTHS[-1] * full + (_EIGHTHS[part - 1] if part else "")


def group_totals(asked: Sequence[Odds]) -> list[OddsLine]:
    """A line for each total that any of these notations has, or where these are many, for those
    at each end that are too rare (`to 8`, `32+`) and for ranges (`10 to 19`)."""
    each = [{chance.outcome: chance for chance in chances.outcomes or ()} for chances in asked]
    totals = sorted({int(total) for chances in each for total in chances})
    compares = all(chances.compares for chances in asked)
    lines = [_make_line(total, each, compares) for total in totals]
    if len(lines) <= MAX_TOTALS_UNTRIMMED:
        return lines
    often = [at for at, line in enumerate(lines) if max(line.probabilities) >= RARE_PROBABILITY]
    first, last = (often[0], often[-1] + 1) if often else (0, len(lines))
    size = (
        _choose_range_size(totals[last - 1] - totals[first] + 1) if last - first > MAX_LINES else 1
    )
    first = bisect_left(totals, totals[first] // size * size)
    last = bisect_left(totals, (totals[last - 1] // size + 1) * size)
    ranges = _group_ranges(totals[first:last], lines[first:last], size)
    below = _merge_lines(f"to {totals[first - 1]}", lines[:first])
    above = _merge_lines(f"{totals[min(last, len(totals) - 1)]}+", lines[last:])
    return [*below, *ranges, *above]


def _make_line(total: int, each: Sequence[Mapping[int | str, Outcome]], compares: bool) -> OddsLine:
    found = [chances.get(total) for chances in each]
    label = ("yes" if total else "no") if compares else str(total)
    exact = found[0].exact if len(found) == 1 and found[0] else ""
    return OddsLine(
        label, tuple([chance.probability if chance else 0.0 for chance in found]), exact
    )


def _choose_range_size(totals: int) -> int:
    """1, 2, 5, 10, 20 …: the smallest size that makes about `MAX_RANGES` ranges."""
    size = 1
    while totals > size * MAX_RANGES:
        size = size * 5 // 2 if str(size)[0] == "2" else size * 2
    return size


def _group_ranges(totals: Sequence[int], lines: Sequence[OddsLine], size: int) -> list[OddsLine]:
    ranges: dict[int, list[OddsLine]] = {}
    for total, line in zip(totals, lines, strict=True):
        ranges.setdefault(total // size * size, []).append(line)
    return [
        line
        for inside in ranges.values()
        for line in _merge_lines(_label_range(inside[0].label, inside[-1].label), inside)
    ]


def _label_range(lowest: str, highest: str) -> str:
    both = f"{lowest} to {highest}"
    return both if len(both) <= MAX_RANGE_LABEL else f"from {lowest}"


def _merge_lines(label: str, lines: Sequence[OddsLine]) -> Sequence[OddsLine]:
    """Several lines as one, under that label; one or none as it is."""
    if len(lines) < 2:
        return lines
    probabilities = zip(*(line.probabilities for line in lines), strict=True)
    return [OddsLine(label, tuple([sum(each) for each in probabilities]))]
