"""The Company and odds as panels, in columns where there is room for them."""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from companion.errant.slots import HELPLESS_ENCUMBRANCE
from companion.refusal import join_words
from companion.reports import Report
from companion.reports.packs import CompanyLine, CompanyReport
from companion.reports.tables import OddsReport
from companion.text import clean_text
from companion.view.odds import DEFAULT_WIDTH, render_odds_within
from companion.view.packs import list_states
from companion.view.screen.gauges import ASCII, Marks, draw_gauge
from companion.view.screen.rows import Piece, Row, count_cells, make_line_row
from companion.view.wording import Gauge, StyledLine

Cell: TypeAlias = tuple[Piece, ...]
_COLUMN_HEADS = ("", "Slots", "Enc", "Exh", "Supply", "Food", "SPD")
_COLUMN_GAP = "  "
_TALLY_PLACES = 6
"""Marks of a tally where seven things stand in a line."""
_BAR = re.compile(r"([▏▎▍▌▋▊▉█]+)")


def build_panel(report: Report, width: int, marks: Marks) -> list[Row] | None:
    """A Report in columns; None for one that has none, or has no room for them."""
    if isinstance(report, CompanyReport) and report.errants:
        return _build_company(report, width, marks)
    if isinstance(report, OddsReport) and width >= DEFAULT_WIDTH:
        lines = render_odds_within(report, width, ascii_only=marks is ASCII)
        return [_make_odds_row(StyledLine(line).clean_controls()) for line in lines]
    return None


def _make_odds_row(line: StyledLine) -> Row:
    pieces = _BAR.split(line)
    if len(pieces) == 1:
        return make_line_row(line)
    looks = ((piece, "gauge" if place % 2 else line.tone) for place, piece in enumerate(pieces))
    return Row(tuple((piece, look) for piece, look in looks if piece))


def _build_company(report: CompanyReport, width: int, marks: Marks) -> list[Row] | None:
    table: list[tuple[Cell, ...]] = [tuple(((head, "label"),) for head in _COLUMN_HEADS)]
    table += [_make_cells(errant, marks) for errant in report.errants]
    widths = [max(_measure_cell(line[n]) for line in table) for n in range(len(_COLUMN_HEADS))]
    if sum(widths) + len(_COLUMN_GAP) * (len(widths) - 1) > width:
        return None
    rows = [Row(tuple(_align_cells(line, widths))) for line in table]
    for state in ("overloaded", "away", "starving", "dead"):
        names = [clean_text(e.name) for e in report.errants if state in list_states(e)]
        if names:
            rows.append(Row(((f"{state.capitalize()}: {join_words(names)}.", "news"),)))
    return rows


def _make_cells(e: CompanyLine, marks: Marks) -> tuple[Cell, ...]:
    def gauged(number: int, full: int | None = None, what: str = "") -> Cell:
        gauge = Gauge(number, full, _TALLY_PLACES) if full is None else Gauge(number, full)
        return ((draw_gauge(gauge, marks), "gauge"), (f" {number}{what}", "said"))

    name: Cell = ((clean_text(e.name), "headline"),)
    slots: Cell = ((f"{e.slots_filled:g} of {e.slots:g}", "said"),)
    speed: Cell = ((str(e.spd), "said"),)
    if e.member == "animal":
        return (name, slots, (), (), (), gauged(e.food, what=" feed"), ())
    if e.member == "vehicle":
        return (name, slots, (), (), (), (), speed)
    encumbrance = gauged(e.encumbrance, HELPLESS_ENCUMBRANCE)
    exhaustion: Cell = ((str(e.exhaustion), "said"),)
    return (name, slots, encumbrance, exhaustion, gauged(e.supply), gauged(e.food), speed)


def _measure_cell(cell: Cell) -> int:
    return sum(count_cells(text) for text, _ in cell)


def _align_cells(line: Sequence[Cell], widths: Sequence[int]) -> Iterator[Piece]:
    for at, (cell, width) in enumerate(zip(line, widths, strict=True)):
        yield from cell
        if any(line[at + 1 :]):
            yield (" " * (width - _measure_cell(cell)) + _COLUMN_GAP, "said")
