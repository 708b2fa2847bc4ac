"""Draws a Reply on the screen: tones become looks, words are wrapped, gauges are drawn. Plain mode
draws the lines of text alone. The Company and odds stand in columns where there is room."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from msgspec.structs import replace
from rich.style import Style
from rich.text import Text

from companion.errant.slots import HELPLESS_ENCUMBRANCE
from companion.refusal import join_words
from companion.reports import Report, filter_report
from companion.reports.packs import CompanyLine, CompanyReport
from companion.reports.reply import Reply
from companion.reports.status import Verbosity
from companion.reports.tables import OddsReport
from companion.text import clean_text
from companion.view.odds import DEFAULT_WIDTH
from companion.view.packs import list_states
from companion.view.reply import render_reply
from companion.view.screen.rows import (
    ASCII,
    BLOCKS,
    STYLES,
    Look,
    Marks,
    Piece,
    Row,
    count_cells,
    draw_gauge,
    make_line_row,
    wrap_row,
)
from companion.view.tables import render_odds
from companion.view.wording import Gauge, NameLookup, StyledLine, style_line

_STYLES: dict[Look, Style] = {look: Style.parse(style) for look, style in STYLES.items()}
NARROWEST = 30
"""Below this many columns there are no gauges: the lines say it better."""
_TONES_HIDDEN_WHEN_BRIEF = ("detail", "way")
Cell: TypeAlias = tuple[Piece, ...]
_COLUMN_HEADS = ("", "Slots", "Enc", "Exh", "Supply", "Food", "SPD")
_COLUMN_GAP = "  "
_TALLY_PLACES = 6
"""Marks of a tally where seven things stand in a line."""
_BAR = re.compile(r"([▏▎▍▌▋▊▉█]+)")


def draw_reply(
    reply: Reply,
    name_of: NameLookup,
    *,
    guide: bool,
    form: Verbosity,
    width: int,
    plain: bool,
    ascii_only: bool = False,
) -> list[Text]:
    """A Reply as lines of at most `width` columns, as the seat may see it.

    `brief` leaves out details and hints, and puts what happened in one paragraph. `plain` draws no
    gauges and no columns. Print the lines without markup and without wrapping.
    """
    width = max(1, width)
    marks = None if plain or width < NARROWEST else ASCII if ascii_only else BLOCKS
    return [
        _make_text(line)
        for row in _build_rows(reply, name_of, guide, form, width, marks)
        for line in wrap_row(row, width)
    ]


def _build_rows(
    reply: Reply, name_of: NameLookup, guide: bool, form: Verbosity, width: int, marks: Marks | None
) -> list[Row]:
    """The rows to draw; without `marks` there are no gauges and no columns."""
    if marks is not None and reply.report is not None:
        panel = _build_panel(filter_report(reply.report, guide=guide), width, marks)
        if panel is not None:
            others = render_reply(replace(reply, report=None), name_of, guide=guide)
            return [*panel, *map(make_line_row, others)]
    lines = render_reply(reply, name_of, guide=guide)
    if form == "brief":
        return _build_brief_rows(lines, marks, in_one=reply.entry is not None)
    return [make_line_row(line, marks) for line in lines]


def _build_brief_rows(
    lines: Sequence[StyledLine], marks: Marks | None, *, in_one: bool
) -> list[Row]:
    """What happened, without details and hints. `in_one` joins the sentences into one paragraph,
    except secret ones."""
    shown = [line for line in lines if line.tone not in _TONES_HIDDEN_WHEN_BRIEF] or lines[:1]
    if not in_one:
        return [make_line_row(line, marks) for line in shown]
    rows: list[Row] = []
    paragraph: list[Piece] = []
    for line in shown:
        if line.startswith(" ") or line.tone == "secret":
            rows += [Row(tuple(paragraph), 0)] if paragraph else []
            rows.append(make_line_row(line, marks))
            paragraph = []
        else:
            paragraph += [(" ", "said")] if paragraph else []
            paragraph += make_line_row(line, marks).pieces
    return [*rows, Row(tuple(paragraph), 0)] if paragraph else rows


def _make_text(line: Iterable[Piece]) -> Text:
    text = Text(no_wrap=True, overflow="ignore")
    for look, pieces in groupby(line, key=lambda piece: piece[1]):
        text.append("".join(part for part, _ in pieces), _STYLES[look])
    return text


def _build_panel(report: Report, width: int, marks: Marks) -> list[Row] | None:
    """A Report in columns; None for one that has none, or has no room for them."""
    if isinstance(report, CompanyReport) and report.errants:
        return _build_company(report, width, marks)
    if isinstance(report, OddsReport) and width >= DEFAULT_WIDTH:
        lines = render_odds(report, str, width, ascii_only=marks is ASCII)
        return [_make_odds_row(style_line(line).clean_controls()) for line in lines]
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
