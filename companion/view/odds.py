"""Odds as lines of plain text: a bar for each total or row, several notations side by side.

From 40 columns on no line is wider than the screen. This module imports little, so that odds of
dice are as quick as a roll at the shell.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.text import clean_text, clip_text
from companion.view.screen.gauges import (
    PERCENT_WIDTH,
    RARE_PROBABILITY,
    Odds,
    OddsLine,
    Outcome,
    draw_bar,
    format_percent,
    group_totals,
)
from companion.view.wording import NameLookup, StyledLine

if TYPE_CHECKING:
    from companion.reports.tables import OddsReport

MIN_BAR, MAX_BAR, ROW_BAR = 8, 40, 10
MIN_WIDTH_TEXT_BESIDE = 64
"""From this width on, a row's text stands beside its bar, else below it."""
RAREST_ODDS = 10**12


def render_chances(asked: Sequence[Odds], width: int, *, ascii_only: bool = False) -> list[str]:
    """Odds in lines of at most `width` columns (40 or more): several notations of dice side by side
    if there is room, everything else one after another."""
    if len(asked) > 1 and all(each.table is None for each in asked):
        return list(_render_comparison(asked, width, ascii_only))
    lines: list[str] = []
    for each in asked:
        lines += (_render_dice if each.table is None else _render_table)(each, width, ascii_only)
    return lines


def _render_dice(odds: Odds, width: int, ascii_only: bool) -> Iterator[str]:
    yield StyledLine(clip_text(f"{odds.notation}{_describe_average(odds)}:", width), "headline")
    lines = group_totals([odds])
    label, exact = (
        max(map(len, column))
        for column in zip(*((line.label, line.exact) for line in lines), strict=True)
    )
    room = width - label - PERCENT_WIDTH - 4
    if exact > width // 4 or room - exact - 2 < MIN_BAR:
        exact = 0
    room = min(room - exact - 2 if exact else room, MAX_BAR)
    most = max(line.probabilities[0] for line in lines)
    for line in lines:
        (probability,) = line.probabilities
        fraction = f"  {line.exact:>{exact}}" if exact else ""
        drawn = draw_bar(probability / most, room, ascii_only=ascii_only)
        chance = f"{format_percent(probability):>{PERCENT_WIDTH}}{fraction}"
        yield f"{line.label:>{label}}  {chance}  {drawn}".rstrip()
    yield from _render_remainder(odds, width)


def _describe_average(odds: Odds) -> str:
    mean = _format_mean(odds)
    return f", {mean} on average" if mean else ""


def _format_mean(odds: Odds) -> str:
    if odds.compares or odds.mean is None:
        return ""
    return f"{odds.mean:.3f}".rstrip("0").rstrip(".")


def _render_remainder(odds: Odds, width: int) -> Iterator[str]:
    """How likely a die explodes more often than the odds include."""
    if not odds.remainder:
        return
    if odds.remainder >= RARE_PROBABILITY:
        often = f"in {format_percent(odds.remainder)} of rolls"
    elif odds.remainder * RAREST_ODDS >= 1:
        often = f"in 1 roll of {round(1 / odds.remainder):,}"
    else:
        often = f"in less than 1 roll of {RAREST_ODDS:,}"
    said = f"{odds.notation}: {often} a die explodes more than {odds.depth} times; "
    said += "that is left out."
    yield from (StyledLine(line, "detail") for line in _wrap_text(said, width))


def _render_comparison(asked: Sequence[Odds], width: int, ascii_only: bool) -> Iterator[str]:
    lines = group_totals(asked)
    label = max(len(line.label) for line in lines)
    column = min((width - label) // len(asked) - 2, PERCENT_WIDTH + 1 + MAX_BAR)
    if column < PERCENT_WIDTH + 1 + MIN_BAR:
        yield from _render_stacked(asked, lines, width, ascii_only)
    else:
        names = [str(each.notation) for each in asked]
        means = [f"average {mean}" if mean else "" for mean in map(_format_mean, asked)]
        for heads in filter(any, (names, means)):
            clips = [clip_text(head, column) for head in heads]
            yield StyledLine(_align_columns("", clips, label, column), "headline")
        most, bars = max(max(line.probabilities) for line in lines), column - PERCENT_WIDTH - 1
        for line in lines:
            drawn = [
                f"{_format_chance(share)} {draw_bar(share / most, bars, ascii_only=ascii_only)}"
                for share in line.probabilities
            ]
            yield _align_columns(line.label, drawn, label, column)
    if len(asked) == 2 and not any(each.compares for each in asked):
        yield from _wrap_text(_describe_first_vs_second(*asked), width)
    for each in asked:
        yield from _render_remainder(each, width)


def _describe_first_vs_second(first: Odds, second: Odds) -> str:
    lower, same, higher = map(format_percent, compare_odds(first, second))
    return f"First lower {lower}, same {same}, higher {higher}."


def compare_odds(first: Odds, second: Odds) -> tuple[float, float, float]:
    """How likely one roll of dice comes to less than another, to the same, and to more, without the
    remainder of either."""
    lower = same = below = 0.0
    others = _list_probabilities(second)
    at = 0
    for total, probability in _list_probabilities(first):
        while at < len(others) and others[at][0] < total:
            below += others[at][1]
            at += 1
        equal = others[at][1] if at < len(others) and others[at][0] == total else 0.0
        same += probability * equal
        lower += probability * max(1 - second.remainder - below - equal, 0.0)
    included = (1 - first.remainder) * (1 - second.remainder)
    return lower, same, max(included - lower - same, 0.0)


def _list_probabilities(odds: Odds) -> list[tuple[int, float]]:
    return sorted((int(each.outcome), each.probability) for each in odds.outcomes or ())


def _align_columns(label: str, cells: Sequence[str], width: int, column: int) -> str:
    return "  ".join([f"{label:>{width}}", *(f"{cell:<{column}}" for cell in cells)]).rstrip()


def _format_chance(probability: float) -> str:
    return f"{format_percent(probability) if probability else '-':>{PERCENT_WIDTH}}"


def _render_stacked(
    asked: Sequence[Odds], lines: Sequence[OddsLine], width: int, ascii_only: bool
) -> Iterator[str]:
    """Without room for columns: below each total its odds in each notation, called a, b, c …"""
    names = [chr(ord("a") + at) if at < 26 else str(at + 1) for at in range(len(asked))]
    for name, each in zip(names, asked, strict=True):
        yield StyledLine(
            clip_text(f"{name}: {each.notation}{_describe_average(each)}", width), "headline"
        )
    label, called = max(len(line.label) for line in lines), len(names[-1])
    most = max(max(line.probabilities) for line in lines)
    room = min(width - label - called - PERCENT_WIDTH - 5, MAX_BAR)
    for line in lines:
        total = line.label
        for name, share in zip(names, line.probabilities, strict=True):
            if share:
                drawn = draw_bar(share / most, room, ascii_only=ascii_only)
                start = (
                    f"{total:>{label}}  {name:<{called}} {format_percent(share):>{PERCENT_WIDTH}}"
                )
                yield f"{start}  {drawn}".rstrip()
                total = ""


def _render_table(odds: Odds, width: int, ascii_only: bool) -> Iterator[str]:
    added = f"{odds.modifier:+}" if odds.modifier else ""
    dice = f", {odds.notation}{added}" if odds.notation else ""
    yield StyledLine(clip_text(f"{odds.table}{dice}:", width), "headline")
    if not odds.outcomes:
        yield "  Nothing is left to come."
    yield from _render_rows(odds.outcomes or (), width, ascii_only)
    yield from _render_remainder(odds, width)
    if odds.references:
        yield StyledLine("It draws from these too:", "detail")
    for each in odds.references or ():
        rows = len(each.outcomes)
        named = f"  odds {each.table} ({rows} row{'' if rows == 1 else 's'})"
        yield from (StyledLine(line, "detail") for line in _wrap_text(named, width, hang=4))


def _render_rows(outcomes: Sequence[Outcome], width: int, ascii_only: bool) -> Iterator[str]:
    """Each row with its bar, and its text beside it or below."""
    most = max((chance.probability for chance in outcomes), default=1.0)
    labels = [each.roll or (f"{each.row}." if each.row else "else") for each in outcomes]
    label = max(map(len, labels), default=0)
    exact = max((len(each.exact) for each in outcomes), default=0)
    if label + PERCENT_WIDTH + exact + ROW_BAR + 6 > min(width, MIN_WIDTH_TEXT_BESIDE // 2 + 8):
        exact = 0
    bars = min(ROW_BAR, width - label - PERCENT_WIDTH - 4)
    hang = label + PERCENT_WIDTH + (exact + 2 if exact else 0) + bars + 6
    texts = [clean_text(str(each.outcome)) for each in outcomes]
    beside = width >= MIN_WIDTH_TEXT_BESIDE or all(len(text) <= width - hang for text in texts)
    for name, text, each in zip(labels, texts, outcomes, strict=True):
        fraction = f"  {each.exact:>{exact}}" if exact else ""
        drawn = draw_bar(each.probability / most, bars, ascii_only=ascii_only)
        start = f"{name:>{label}}  {format_percent(each.probability):>{PERCENT_WIDTH}}{fraction}  "
        if beside:
            first, *more = _wrap_text(text, width - hang)
            yield f"{start}{drawn:<{bars}}  {first}".rstrip()
        else:
            hang = label + 2
            more = _wrap_text(text, width - hang)
            yield f"{start}{drawn}".rstrip()
        yield from (f"{' ' * hang}{line}" for line in more)


def _wrap_text(text: str, width: int, hang: int = 0) -> list[str]:
    from textwrap import wrap  # odds of dice rarely need it

    return wrap(text, width, break_on_hyphens=False, subsequent_indent=" " * hang) or [""]


DEFAULT_WIDTH = 40
"""For an unknown width."""


def render_odds(report: "OddsReport", _called: NameLookup) -> list[str]:
    """Odds as lines that fit any screen."""
    return list(render_odds_within(report, DEFAULT_WIDTH, ascii_only=False))


def render_odds_within(report: "OddsReport", width: int, *, ascii_only: bool) -> Iterator[str]:
    """Odds as lines of at most `width` columns; what a seat may not see is left out."""
    asked = (report, *report.others)
    visible = [each for each in asked if each.outcomes is not None]
    if any(each.table is not None for each in visible):
        yield StyledLine("For you alone:", "secret")
    yield from render_chances(visible, width, ascii_only=ascii_only)
    for each in asked:
        if each.outcomes is None:
            yield f"What is in {each.table} is for the Guide alone."
