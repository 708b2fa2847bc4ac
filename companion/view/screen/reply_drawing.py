"""Draws a Reply on the screen: tones become looks, words are wrapped, gauges are drawn. Plain mode
draws the lines of text alone. The Company and odds stand in columns where there is room."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from msgspec.structs import replace
from rich.style import Style
from rich.text import Text

from companion.errant.packs.slots import HELPLESS_ENCUMBRANCE
from companion.reports import Report, filter_report_for_seat
from companion.reports.packs import CompanyLine, CompanyReport
from companion.reports.reply import Reply
from companion.reports.rolls_and_random_tables import OddsReport
from companion.reports.status import Verbosity
from companion.text_cleaning import clean_text
from companion.view.odds import DEFAULT_WIDTH
from companion.view.packs import list_unusual_member_states
from companion.view.reply import render_reply
from companion.view.rolls_and_random_tables import render_odds_report
from companion.view.screen.styled_rows import (
    ASCII,
    BLOCKS,
    HANGING_INDENT,
    STYLES,
    Look,
    Marks,
    Piece,
    Row,
    count_columns_of_text,
    draw_gauge,
    make_line_row,
    wrap_row,
)
from companion.view.shared_wording import Gauge, NameLookup, StyledLine, make_styled_line

_STYLES: dict[Look, Style] = {look: Style.parse(style) for look, style in STYLES.items()}
NARROWEST = 30
"""Below this many columns there are no gauges: the lines say it better."""
_TONES_HIDDEN_WHEN_BRIEF = ("detail", "way")
Cell: TypeAlias = tuple[Piece, ...]
_COLUMN_HEADS = ("", "Slots", "Enc", "Exh", "Sup", "Food", "SPD", "")
_WIDE_COLUMNS = (1, 6)
"""Slots and SPD, left out where there is least room."""
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
        style_pieces_as_text(line)
        for row in _build_rows(reply, name_of, guide, form, width, marks)
        for line in wrap_row(row, width)
    ]


def _build_rows(
    reply: Reply, name_of: NameLookup, guide: bool, form: Verbosity, width: int, marks: Marks | None
) -> list[Row]:
    """The rows to draw; without `marks` there are no gauges and no columns."""
    if marks is not None and reply.report is not None:
        panel = _build_report_columns(
            filter_report_for_seat(reply.report, guide=guide), name_of, width, marks
        )
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


def style_pieces_as_text(line: Iterable[Piece]) -> Text:
    """One line of a screen, each piece in its look."""
    text = Text(no_wrap=True, overflow="ignore")
    for look, pieces in groupby(line, key=lambda piece: piece[1]):
        text.append("".join(part for part, _ in pieces), _STYLES[look])
    return text


def _build_report_columns(
    report: Report, name_of: NameLookup, width: int, marks: Marks
) -> list[Row] | None:
    """A Report in columns; None for one that has none, or has no room for them."""
    if isinstance(report, CompanyReport) and report.errants:
        return _build_company_rows(report, name_of, width, marks)
    if isinstance(report, OddsReport) and width >= DEFAULT_WIDTH:
        lines = render_odds_report(report, str, width, ascii_only=marks is ASCII)
        return [
            _make_odds_row(make_styled_line(line).remove_control_characters()) for line in lines
        ]
    return None


def _make_odds_row(line: StyledLine) -> Row:
    pieces = _BAR.split(line)
    if len(pieces) == 1:
        return make_line_row(line)
    looks = ((piece, "gauge" if place % 2 else line.tone) for place, piece in enumerate(pieces))
    return Row(tuple((piece, look) for piece, look in looks if piece))


def _build_company_rows(
    report: CompanyReport, name_of: NameLookup, width: int, marks: Marks
) -> list[Row]:
    """A row for each of the Company, with what is wrong at its end. Where there is less room there
    are no gauges; where there is least, short names and no columns that `slots` tells."""
    wide = _make_company_table(report, lambda e: e.name, marks)
    bare = _make_company_table(report, lambda e: e.name, None)
    short = _make_company_table(report, lambda e: name_of(e.errant), None)
    least = [
        [_shorten_company_cell(cell) for n, cell in enumerate(line) if n not in _WIDE_COLUMNS]
        for line in short
    ]
    layouts = ((wide, 2), (bare, 2), (short, 1), (least, 1))
    fits = (each for each in layouts if _measure_table(*each) <= width)
    table, gap = next(fits, (least, 1))
    widths = _measure_columns(table)
    return [Row(tuple(_align_cells(line, widths, gap)), HANGING_INDENT) for line in table]


def _make_company_table(
    report: CompanyReport, name_of: Callable[[CompanyLine], str], marks: Marks | None
) -> list[list[Cell]]:
    heads: list[Cell] = [((head, "label"),) if head else () for head in _COLUMN_HEADS]
    return [heads, *(_make_company_cells(e, clean_text(name_of(e)), marks) for e in report.errants)]


def _make_company_cells(e: CompanyLine, name: str, marks: Marks | None) -> list[Cell]:
    """The cells of one row; only what has an end has a gauge, where there are `marks`."""
    load: Cell = ((str(e.encumbrance), "said"),)
    if marks is not None:
        load = ((draw_gauge(Gauge(e.encumbrance, HELPLESS_ENCUMBRANCE), marks), "gauge"),)
        load += ((f" {e.encumbrance}", "said"),)
    numbers = {
        "Slots": f"{e.slots_filled:g} of {e.slots:g}",
        "Exh": str(e.exhaustion),
        "Sup": str(e.supply),
        "Food": str(e.food),
        "SPD": str(e.spd),
    }
    if e.member == "animal":
        numbers = {"Slots": numbers["Slots"], "Food": f"{e.food} feed"}
    elif e.member == "vehicle":
        numbers = {"Slots": numbers["Slots"], "SPD": numbers["SPD"]}
    cells: dict[str, Cell] = {head: ((text, "said"),) for head, text in numbers.items()}
    if "Exh" in numbers:
        cells["Enc"] = load
    states = ", ".join(list_unusual_member_states(e))
    wrong: Cell = ((states, "news"),) if states else ()
    name_cell: Cell = ((name, "headline"),)
    return [name_cell, *(cells.get(head, ()) for head in _COLUMN_HEADS[1:-1]), wrong]


def _shorten_company_cell(cell: Cell) -> Cell:
    """A cell without what the head of its column says for all but an animal."""
    return tuple((text.removesuffix(" feed"), look) for text, look in cell)


def _measure_columns(table: Sequence[Sequence[Cell]]) -> list[int]:
    return [max(map(_measure_cell, column)) for column in zip(*table, strict=True)]


def _measure_table(table: Sequence[Sequence[Cell]], gap: int) -> int:
    widths = _measure_columns(table)
    return sum(widths) + gap * (len(widths) - 1)


def _measure_cell(cell: Cell) -> int:
    return sum(count_columns_of_text(text) for text, _ in cell)


def _align_cells(line: Sequence[Cell], widths: Sequence[int], gap: int) -> Iterator[Piece]:
    for at, (cell, width) in enumerate(zip(line, widths, strict=True)):
        yield from cell
        if any(line[at + 1 :]):
            yield (" " * (width - _measure_cell(cell) + gap), "said")
