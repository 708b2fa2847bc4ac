"""Odds as lines of plain text: a bar for each total or row, several notations side by side.

No line is wider than asked where that is 40 columns or more. It imports little: at the shell, odds
of dice are told as quickly as a roll.
"""

from collections.abc import Iterator, Sequence

from companion.randomtables.chances import Chance, Chances, lower_same_higher
from companion.text import clean, clipped
from companion.view.bars import PERCENT, RARE, Line, bar, gathered, percent
from companion.view.told import Told

LEAST_BAR, MOST_BAR, BAR_OF_A_ROW = 8, 40, 10
TEXT_BESIDE = 64
"""From so many columns on, a row's text stands beside its bar, else below it."""
HARDLY_EVER = 10**12


def odds_lines(asked: Sequence[Chances], width: int, *, ascii_only: bool = False) -> list[str]:
    """The odds of everything asked, in lines of at most `width` columns (40 or more): dice compared
    with each other side by side where there is room, else everything one after another."""
    if len(asked) > 1 and all(each.table is None for each in asked):
        return list(_compared(asked, width, ascii_only))
    lines: list[str] = []
    for each in asked:
        lines += (_of_dice if each.table is None else _of_table)(each, width, ascii_only)
    return lines


def _of_dice(chances: Chances, width: int, ascii_only: bool) -> Iterator[str]:
    yield Told(clipped(f"{chances.notation}{_average(chances)}:", width), "headline")
    lines = gathered([chances])
    label, exact = (
        max(map(len, column))
        for column in zip(*((line.label, line.exact) for line in lines), strict=True)
    )
    room = width - label - PERCENT - 4
    if exact > width // 4 or room - exact - 2 < LEAST_BAR:
        exact = 0
    room = min(room - exact - 2 if exact else room, MOST_BAR)
    most = max(line.probabilities[0] for line in lines)
    for line in lines:
        (probability,) = line.probabilities
        fraction = f"  {line.exact:>{exact}}" if exact else ""
        drawn = bar(probability / most, room, ascii_only=ascii_only)
        chance = f"{percent(probability):>{PERCENT}}{fraction}"
        yield f"{line.label:>{label}}  {chance}  {drawn}".rstrip()
    yield from _left_out(chances, width)


def _average(chances: Chances) -> str:
    return "" if chances.compares or chances.mean is None else f", {_mean(chances)} on average"


def _mean(chances: Chances) -> str:
    return f"{chances.mean:.3f}".rstrip("0").rstrip(".")


def _left_out(chances: Chances, width: int) -> Iterator[str]:
    """How likely it is that a die explodes more often than is worked out."""
    if not chances.remainder:
        return
    if chances.remainder >= RARE:
        often = f"in {percent(chances.remainder)} of rolls"
    elif chances.remainder * HARDLY_EVER >= 1:
        often = f"in 1 roll of {round(1 / chances.remainder):,}"
    else:
        often = f"in less than 1 roll of {HARDLY_EVER:,}"
    told = f"{chances.notation}: {often} a die explodes more than {chances.depth} times; "
    told += "that is left out."
    yield from (Told(line, "detail") for line in _wrapped(told, width))


def _compared(asked: Sequence[Chances], width: int, ascii_only: bool) -> Iterator[str]:
    lines = gathered(asked)
    label = max(len(line.label) for line in lines)
    column = min((width - label) // len(asked) - 2, PERCENT + 1 + MOST_BAR)
    if column < PERCENT + 1 + LEAST_BAR:
        yield from _in_turn(asked, lines, width, ascii_only)
    else:
        names = [str(each.notation) for each in asked]
        means = [
            "" if each.compares or each.mean is None else f"average {_mean(each)}" for each in asked
        ]
        for heads in filter(any, (names, means)):
            clips = [clipped(head, column) for head in heads]
            yield Told(_in_columns("", clips, label, column), "headline")
        most, bars = max(max(line.probabilities) for line in lines), column - PERCENT - 1
        for line in lines:
            drawn = [
                f"{_or_none(share)} {bar(share / most, bars, ascii_only=ascii_only)}"
                for share in line.probabilities
            ]
            yield _in_columns(line.label, drawn, label, column)
    if len(asked) == 2 and not any(each.compares for each in asked):
        yield from _wrapped(_first_against_second(*asked), width)
    for each in asked:
        yield from _left_out(each, width)


def _first_against_second(first: Chances, second: Chances) -> str:
    lower, same, higher = map(percent, lower_same_higher(first, second))
    return f"First lower {lower}, same {same}, higher {higher}."


def _in_columns(label: str, cells: Sequence[str], width: int, column: int) -> str:
    return "  ".join([f"{label:>{width}}", *(f"{cell:<{column}}" for cell in cells)]).rstrip()


def _or_none(probability: float) -> str:
    return f"{percent(probability) if probability else '-':>{PERCENT}}"


def _in_turn(
    asked: Sequence[Chances], lines: Sequence[Line], width: int, ascii_only: bool
) -> Iterator[str]:
    """Where there is no room for columns: under each total how likely it is in each notation, which
    are called a, b, c …"""
    names = [chr(ord("a") + at) if at < 26 else str(at + 1) for at in range(len(asked))]
    for name, each in zip(names, asked, strict=True):
        yield Told(clipped(f"{name}: {each.notation}{_average(each)}", width), "headline")
    label, called = max(len(line.label) for line in lines), len(names[-1])
    most = max(max(line.probabilities) for line in lines)
    room = min(width - label - called - PERCENT - 5, MOST_BAR)
    for line in lines:
        total = line.label
        for name, share in zip(names, line.probabilities, strict=True):
            if share:
                drawn = bar(share / most, room, ascii_only=ascii_only)
                start = f"{total:>{label}}  {name:<{called}} {percent(share):>{PERCENT}}"
                yield f"{start}  {drawn}".rstrip()
                total = ""


def _of_table(chances: Chances, width: int, ascii_only: bool) -> Iterator[str]:
    added = f"{chances.modifier:+}" if chances.modifier else ""
    dice = f", {chances.notation}{added}" if chances.notation else ""
    yield Told(clipped(f"{chances.table}{dice}:", width), "headline")
    if not chances.outcomes:
        yield "  Nothing is left to come."
    yield from _rows(chances.outcomes, width, ascii_only)
    yield from _left_out(chances, width)
    if chances.references:
        yield Told("It draws from these too:", "detail")
    for each in chances.references:
        rows = len(each.outcomes)
        named = f"  odds {each.table} ({rows} row{'' if rows == 1 else 's'})"
        yield from (Told(line, "detail") for line in _wrapped(named, width, hang=4))


def _rows(outcomes: Sequence[Chance], width: int, ascii_only: bool) -> Iterator[str]:
    """Each row with its bar, and its text beside it or, where that is too narrow, below."""
    most = max((chance.probability for chance in outcomes), default=1.0)
    labels = [each.roll or (f"{each.row}." if each.row else "else") for each in outcomes]
    label = max(map(len, labels), default=0)
    exact = max((len(each.exact) for each in outcomes), default=0)
    if label + PERCENT + exact + BAR_OF_A_ROW + 6 > min(width, TEXT_BESIDE // 2 + 8):
        exact = 0
    bars = min(BAR_OF_A_ROW, width - label - PERCENT - 4)
    hang = label + PERCENT + (exact + 2 if exact else 0) + bars + 6
    texts = [clean(str(each.outcome)) for each in outcomes]
    beside = width >= TEXT_BESIDE or all(len(text) <= width - hang for text in texts)
    for name, text, each in zip(labels, texts, outcomes, strict=True):
        fraction = f"  {each.exact:>{exact}}" if exact else ""
        drawn = bar(each.probability / most, bars, ascii_only=ascii_only)
        start = f"{name:>{label}}  {percent(each.probability):>{PERCENT}}{fraction}  "
        if beside:
            first, *more = _wrapped(text, width - hang)
            yield f"{start}{drawn:<{bars}}  {first}".rstrip()
        else:
            hang = label + 2
            more = _wrapped(text, width - hang)
            yield f"{start}{drawn}".rstrip()
        yield from (f"{' ' * hang}{line}" for line in more)


def _wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    from textwrap import wrap  # plain dice have no need of it

    return wrap(text, width, break_on_hyphens=False, subsequent_indent=" " * hang) or [""]
