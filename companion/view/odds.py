"""Renders odds as plain text: a bar for each total or row, several notations side by side.

From 40 columns on no line is wider than the screen. This module imports little, so that odds of
dice are as quick as a roll at the shell.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.text_cleaning import clean_text, clip_text
from companion.view.shared_wording import DetailLine, Headline, format_count

if TYPE_CHECKING:
    from companion.randomtables.draws_and_odds_encoding import Chance, Chances
    from companion.reports.rolls_and_random_tables import OddsReport, OutcomeLine

Odds: TypeAlias = "Chances | OddsReport"
"""Odds at the shell and at the prompt: their fields are the same."""
Outcome: TypeAlias = "Chance | OutcomeLine"
MAX_TOTALS_UNTRIMMED = 20
"""Above this many totals, the rare ones at each end share a line."""
MAX_LINES = 100
"""Above this many lines, totals are grouped in ranges: at most `MAX_RANGES` of them."""
MAX_RANGES = 50
MAX_RANGE_LABEL = 15
"""Above this many characters a label names only the beginning of a range."""
RARE_PROBABILITY = 0.00005
"""A smaller probability is printed as less than 0.01%."""
RAREST_ODDS = 10**12
PERCENT_WIDTH = len("100.00%")
MIN_BAR, MAX_BAR, ROW_BAR = 8, 40, 10
MIN_WIDTH_TEXT_BESIDE = 64
"""From this width on, a row's text stands beside its bar, else below it."""
DEFAULT_WIDTH = 40
"""For an unknown width. A row whose chance and bar would take more has no fraction."""
_EIGHTHS = "▏▎▍▌▋▊▉█"
_NO_CHANCE = "-".rjust(PERCENT_WIDTH)
BarDrawer: TypeAlias = Callable[[float, int], str]


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


def draw_odds_bar(share: float, width: int, *, ascii_only: bool = False) -> str:
    """So much of a full bar: blocks to the eighth of a column, or plain `#`. What is there at all
    is seen, but for `#`."""
    if ascii_only or width < 1:
        return "#" * round(share * width)
    full, part = divmod(max(round(share * width * 8), 1 if share else 0), 8)
    return _EIGHTHS[-1] * full + (_EIGHTHS[part - 1] if part else "")


def group_rare_totals(all_odds: Sequence[Odds]) -> list[OddsLine]:
    """A line for each total that any of these notations has, or where these are many, for those
    at each end that are too rare (`to 8`, `32+`) and for ranges (`10 to 19`)."""
    columns = [{chance.outcome: chance for chance in odds.outcomes or ()} for odds in all_odds]
    totals = sorted({int(total) for column in columns for total in column})
    compares = all(odds.compares for odds in all_odds)
    lines = [_make_odds_line(total, columns, compares) for total in totals]
    if len(lines) <= MAX_TOTALS_UNTRIMMED:
        return lines
    often = [at for at, line in enumerate(lines) if max(line.probabilities) >= RARE_PROBABILITY]
    first, last = (often[0], often[-1] + 1) if often else (0, len(lines))
    size = 1
    if last - first > MAX_LINES:
        size = _choose_range_size(totals[last - 1] - totals[first] + 1)
    first = bisect_left(totals, totals[first] // size * size)
    last = bisect_left(totals, (totals[last - 1] // size + 1) * size)
    ranges: dict[int, list[OddsLine]] = {}
    for total, line in zip(totals[first:last], lines[first:last], strict=True):
        ranges.setdefault(total // size, []).append(line)
    return [
        *_merge_lines(f"to {totals[first - 1]}", lines[:first]),
        *chain.from_iterable(_merge_lines(_label_range(each), each) for each in ranges.values()),
        *_merge_lines(f"{totals[min(last, len(totals) - 1)]}+", lines[last:]),
    ]


def _make_odds_line(
    total: int, columns: Sequence[Mapping[int | str, Outcome]], compares: bool
) -> OddsLine:
    found = [column.get(total) for column in columns]
    label = ("yes" if total else "no") if compares else str(total)
    exact = found[0].exact if len(found) == 1 and found[0] else ""
    probabilities = tuple([chance.probability if chance else 0.0 for chance in found])
    return OddsLine(label, probabilities, exact)


def _choose_range_size(totals: int) -> int:
    """1, 2, 5, 10, 20 …: the smallest size that makes about `MAX_RANGES` ranges."""
    size = 1
    while totals > size * MAX_RANGES:
        size = size * 5 // 2 if str(size)[0] == "2" else size * 2
    return size


def _label_range(inside: Sequence[OddsLine]) -> str:
    both = f"{inside[0].label} to {inside[-1].label}"
    return both if len(both) <= MAX_RANGE_LABEL else f"from {inside[0].label}"


def _merge_lines(label: str, lines: Sequence[OddsLine]) -> Sequence[OddsLine]:
    """Several lines as one, under that label; one or none as it is."""
    if len(lines) < 2:
        return lines
    probabilities = zip(*(line.probabilities for line in lines), strict=True)
    return [OddsLine(label, tuple([sum(each) for each in probabilities]))]


def render_odds_as_bars(
    all_odds: Sequence[Odds], width: int, *, ascii_only: bool = False
) -> list[str]:
    """Odds in lines of at most `width` columns (40 or more): several notations of dice side by side
    if there is room, everything else one after another."""
    draw = partial(draw_odds_bar, ascii_only=ascii_only)
    if len(all_odds) > 1 and all(each.table is None for each in all_odds):
        return list(_render_odds_comparison(all_odds, width, draw))
    lines: list[str] = []
    for each in all_odds:
        lines += (_render_dice_odds if each.table is None else _render_table_odds)(
            each, width, draw
        )
    return lines


def _render_dice_odds(odds: Odds, width: int, draw: BarDrawer) -> Iterator[str]:
    yield Headline(clip_text(f"{odds.notation}{_describe_average(odds)}:", width))
    lines = group_rare_totals([odds])
    label, exact = max(len(line.label) for line in lines), max(len(line.exact) for line in lines)
    room = width - label - PERCENT_WIDTH - 4
    if exact > width // 4 or room - exact - 2 < MIN_BAR:
        exact = 0
    room = min(room - exact - 2 if exact else room, MAX_BAR)
    most = max(line.probabilities[0] for line in lines)
    for line in lines:
        (probability,) = line.probabilities
        chance = _format_chance(probability, line.exact, exact)
        drawn = draw(probability / most, room)
        yield f"{line.label:>{label}}  {chance}  {drawn}".rstrip()
    yield from _render_chance_of_explosions(odds, width)


def _format_chance(probability: float, exact: str = "", exact_width: int = 0) -> str:
    """A probability in a column, and beside it in another the fraction, where there is room."""
    fraction = f"  {exact:>{exact_width}}" if exact_width else ""
    return f"{format_percent(probability):>{PERCENT_WIDTH}}{fraction}"


def _describe_average(odds: Odds) -> str:
    mean = _format_mean(odds)
    return f", {mean} on average" if mean else ""


def _format_mean(odds: Odds) -> str:
    if odds.compares or odds.mean is None:
        return ""
    return f"{odds.mean:.3f}".rstrip("0").rstrip(".")


def _render_chance_of_explosions(odds: Odds, width: int) -> Iterator[str]:
    """How likely a die explodes more often than the odds include."""
    if not odds.remainder:
        return
    if odds.remainder >= RARE_PROBABILITY:
        often = f"in {format_percent(odds.remainder)} of rolls"
    elif odds.remainder * RAREST_ODDS >= 1:
        often = f"in 1 roll of {round(1 / odds.remainder):,}"
    else:
        often = f"in less than 1 roll of {RAREST_ODDS:,}"
    explodes = f"{often} a die explodes more than {odds.depth} times; that is left out."
    yield from map(DetailLine, _wrap_text(f"{odds.notation}: {explodes}", width))


def _render_odds_comparison(all_odds: Sequence[Odds], width: int, draw: BarDrawer) -> Iterator[str]:
    lines = group_rare_totals(all_odds)
    label = max(len(line.label) for line in lines)
    column = min((width - label) // len(all_odds) - 2, PERCENT_WIDTH + 1 + MAX_BAR)
    if column < PERCENT_WIDTH + 1 + MIN_BAR:
        yield from _render_odds_below_totals(all_odds, lines, width, draw)
    else:
        names = [str(each.notation) for each in all_odds]
        means = [f"average {mean}" if mean else "" for mean in map(_format_mean, all_odds)]
        for heads in filter(any, (names, means)):
            clips = [clip_text(head, column) for head in heads]
            yield Headline(_align_columns("", clips, label, column))
        most, bars = max(max(line.probabilities) for line in lines), column - PERCENT_WIDTH - 1
        for line in lines:
            cells = [
                f"{_format_chance(share) if share else _NO_CHANCE} {draw(share / most, bars)}"
                for share in line.probabilities
            ]
            yield _align_columns(line.label, cells, label, column)
    if len(all_odds) == 2 and not any(each.compares for each in all_odds):
        lower, same, higher = map(format_percent, compare_odds(*all_odds))
        yield from _wrap_text(f"First lower {lower}, same {same}, higher {higher}.", width)
    for each in all_odds:
        yield from _render_chance_of_explosions(each, width)


def compare_odds(first: Odds, second: Odds) -> tuple[float, float, float]:
    """How likely one roll of dice comes to less than another, to the same, and to more, without the
    remainder of either."""
    others = sorted((int(each.outcome), each.probability) for each in second.outcomes or ())
    chances = dict(others)
    lower = same = below = 0.0
    at = 0
    for total, probability in sorted((int(e.outcome), e.probability) for e in first.outcomes or ()):
        while at < len(others) and others[at][0] < total:
            below += others[at][1]
            at += 1
        equal = chances.get(total, 0.0)
        same += probability * equal
        lower += probability * max(1 - second.remainder - below - equal, 0.0)
    included = (1 - first.remainder) * (1 - second.remainder)
    return lower, same, max(included - lower - same, 0.0)


def _align_columns(label: str, cells: Sequence[str], width: int, column: int) -> str:
    return "  ".join([f"{label:>{width}}", *(f"{cell:<{column}}" for cell in cells)]).rstrip()


def _render_odds_below_totals(
    all_odds: Sequence[Odds], lines: Sequence[OddsLine], width: int, draw: BarDrawer
) -> Iterator[str]:
    """Without room for columns: below each total its odds in each notation, called a, b, c …"""
    names = [chr(ord("a") + at) if at < 26 else str(at + 1) for at in range(len(all_odds))]
    for name, each in zip(names, all_odds, strict=True):
        yield Headline(clip_text(f"{name}: {each.notation}{_describe_average(each)}", width))
    label, widest_name = max(len(line.label) for line in lines), len(names[-1])
    most = max(max(line.probabilities) for line in lines)
    room = min(width - label - widest_name - PERCENT_WIDTH - 5, MAX_BAR)
    for line in lines:
        total = line.label
        for name, share in zip(names, line.probabilities, strict=True):
            if share:
                drawn = draw(share / most, room)
                start = f"{total:>{label}}  {name:<{widest_name}} {_format_chance(share)}"
                yield f"{start}  {drawn}".rstrip()
                total = ""


def _render_table_odds(odds: Odds, width: int, draw: BarDrawer) -> Iterator[str]:
    added = f"{odds.modifier:+}" if odds.modifier else ""
    dice = f", {odds.notation}{added}" if odds.notation else ""
    yield Headline(clip_text(f"{odds.table}{dice}:", width))
    if not odds.outcomes:
        yield "  Nothing is left to come."
    yield from _render_table_rows(odds.outcomes or (), width, draw)
    yield from _render_chance_of_explosions(odds, width)
    if odds.references:
        yield DetailLine("It draws from these too:")
    for each in odds.references or ():
        line = f"  odds {each.table} ({format_count(len(each.outcomes), 'row')})"
        yield from map(DetailLine, _wrap_text(line, width, hang=4))


def _render_table_rows(outcomes: Sequence[Outcome], width: int, draw: BarDrawer) -> Iterator[str]:
    """Each row with its bar, and its text beside it or below."""
    most = max((chance.probability for chance in outcomes), default=1.0)
    labels = [each.roll or (f"{each.row}." if each.row else "else") for each in outcomes]
    label = max(map(len, labels), default=0)
    exact = max((len(each.exact) for each in outcomes), default=0)
    if label + PERCENT_WIDTH + exact + ROW_BAR + 6 > min(width, DEFAULT_WIDTH):
        exact = 0
    bars = min(ROW_BAR, width - label - PERCENT_WIDTH - 4)
    begin = label + PERCENT_WIDTH + (exact + 2 if exact else 0) + bars + 6
    texts = [clean_text(str(each.outcome)) for each in outcomes]
    beside = width >= MIN_WIDTH_TEXT_BESIDE or all(len(text) <= width - begin for text in texts)
    hang = begin if beside else label + 2
    for name, text, each in zip(labels, texts, outcomes, strict=True):
        chance = _format_chance(each.probability, each.exact, exact)
        drawn = draw(each.probability / most, bars)
        first, *more = lines = _wrap_text(text, width - hang)
        behind = f"{drawn:<{bars}}  {first}" if beside else drawn
        yield f"{name:>{label}}  {chance}  {behind}".rstrip()
        yield from (f"{' ' * hang}{line}" for line in (more if beside else lines))


def _wrap_text(text: str, width: int, hang: int = 0) -> list[str]:
    from textwrap import wrap  # odds of dice rarely need it

    return wrap(text, width, break_on_hyphens=False, subsequent_indent=" " * hang) or [""]
