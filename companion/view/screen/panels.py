"""The Company, a pack, the light and the whole table as panels: columns where there is room for
them, gauges with their numbers beside them."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from companion.errant.reaction import MAX_DISPOSITION, MIN_DISPOSITION
from companion.errant.slots import HELPLESS_ENCUMBRANCE, OVERLOAD_LIMIT
from companion.refusal import join_words
from companion.reports import Report
from companion.reports.negotiation import ExchangeReport, NegotiationReport
from companion.reports.odds import OddsReport, TableOddsReport
from companion.reports.packs import CompanyLine, CompanyReport, LightReport, SlotsReport
from companion.reports.status import StatusReport
from companion.text import clean_text
from companion.view import negotiation as talk_lines
from companion.view import packs as pack_lines
from companion.view import status as status_lines
from companion.view.odds import DEFAULT_WIDTH, render_odds_within
from companion.view.screen.gauges import ASCII, Marks, draw_gauge, draw_tally
from companion.view.screen.rows import (
    HANGING_INDENT,
    Look,
    Piece,
    Row,
    count_cells,
    make_line_row,
    pad_text,
)
from companion.view.timers import render_timer_lines
from companion.view.turns import describe_sign
from companion.view.wording import NameLookup, StyledLine, format_slots

_BAR = re.compile(r"([▏▎▍▌▋▊▉█]+)")


def build_odds_panel(
    report: OddsReport, _called: NameLookup, width: int, marks: Marks
) -> list[Row] | None:
    """The rows of a panel of so many columns; None where lines that fit anywhere say it better."""
    if width < DEFAULT_WIDTH:
        return None
    return [
        _make_odds_row(line)
        for line in render_odds_within(report, width, ascii_only=marks is ASCII)
    ]


def _make_odds_row(line: str) -> Row:
    told = StyledLine(line)
    pieces = _BAR.split(told)
    if len(pieces) == 1:
        return make_line_row(told)
    looks = ((piece, "gauge" if place % 2 else told.tone) for place, piece in enumerate(pieces))
    return Row(tuple((piece, look) for piece, look in looks if piece))


NARROWEST = 30
"""Below this many columns the lines say it better."""
LABEL_WIDTH = 12
TABLE_TALLY = 6
"""Marks of a tally where seven things stand in a line."""
COLUMN_GAP = "  "
Cell: TypeAlias = tuple[Piece, ...]
_COLUMN_HEADS = ("", "Slots", "Enc", "Exh", "Supply", "Food", "SPD")
_LIGHT_LEVELS = {"darkness": 0, "dim": 1, "ordinary": 2, "bright": 3}


def build_panel(report: Report, called: NameLookup, width: int, marks: Marks) -> list[Row] | None:
    """A Report as a panel; None for one that has none, or has nothing to show in it."""
    drawn = _PANELS.get(type(report)) if width >= NARROWEST else None
    rows = drawn(report, called, width, marks) if drawn else None
    return [_clean_row(row) for row in rows] if rows is not None else None


def _clean_row(row: Row) -> Row:
    """The same with nothing in it that a terminal would obey."""
    return Row(tuple((clean_text(text), look) for text, look in row.pieces), row.hang)


def _make_row(*pieces: Piece, hang: int = HANGING_INDENT) -> Row:
    return Row(pieces, hang)


def _make_labelled_row(label: str, *pieces: Piece) -> Row:
    return Row(((label.ljust(LABEL_WIDTH), "label"), *pieces), LABEL_WIDTH)


def _build_status(report: StatusReport, called: NameLookup, _width: int, marks: Marks) -> list[Row]:
    rows = [
        _make_row((f"{report.name}: {status_lines.describe_moment(report)}.", "headline")),
        *(
            _make_labelled_row("" if n else "Turn", (str(line), StyledLine(line).tone))
            for n, line in enumerate(status_lines.render_turns(report, called))
        ),
        _make_light_row(report, marks),
        _make_labelled_row(
            "Supply", (draw_tally(report.supply, marks), "gauge"), (f" {report.supply}", "said")
        ),
        _make_labelled_row(
            "Rations", (draw_tally(report.food, marks), "gauge"), (f" {report.food}", "said")
        ),
    ]
    if report.event_dice is not None:
        rows.append(
            _make_labelled_row("Event Die", (status_lines.describe_event_dice(report), "said"))
        )
    if report.overloaded:
        rows.append(
            _make_labelled_row("Overloaded", (join_words(map(called, report.overloaded)), "news"))
        )
    for line in render_timer_lines(report.timers, called):
        label, _, text = line.partition(": ")
        rows.append(_make_labelled_row(label, (text, "said")))
    for sign in report.signs or ():
        label, _, text = describe_sign(sign).partition(": ")
        rows.append(_make_labelled_row(label, (text, "secret")))
    rows += [
        _make_labelled_row("" if n else "Open", (line, "news"))
        for n, line in enumerate(report.open)
    ]
    if report.undo is not None:
        rows.append(_make_labelled_row("undo", (f"takes back «{report.undo}»", "detail")))
    return rows


def _make_light_row(report: StatusReport, marks: Marks) -> Row:
    """How much light there is; where none burns and nobody explores, words alone."""
    if not report.burn and not status_lines.is_exploring(report):
        return _make_labelled_row("Light", ("no light burns", "said"))
    level = draw_gauge(_LIGHT_LEVELS[report.light], 3, marks)
    text = f" {report.light}, Burn {report.burn}"
    return _make_labelled_row("Light", (level, "gauge"), (text, "said"))


def _build_light(report: LightReport, called: NameLookup, _width: int, marks: Marks) -> list[Row]:
    rows = [
        make_line_row(line) for line in pack_lines.render_light(report, called) if line[0] != " "
    ]
    widest = max((min(s.full, 8) for s in report.sources), default=0)
    sources = [
        _make_row(
            ("  ", "said"),
            (pad_text(draw_gauge(s.burn, s.full, marks), widest), "gauge"),
            (f" {f'{s.burn} of {s.full}':7}", "said"),
            (f" {called(s.errant)}'s {s.name}, {s.feet} feet across", "said"),
            hang=widest + 11,
        )
        for s in report.sources
    ]
    return [*rows[:1], *sources, *rows[1:]]


def _build_slots(
    report: SlotsReport, _called: NameLookup, _width: int, marks: Marks
) -> list[Row] | None:
    if report.one_slot_more is None:
        return None
    assert report.spd_pack_off is not None

    def loaded(what: str, filled: str, encumbrance: int, last: str, look: Look) -> Row:
        return _make_row(
            (f"{what}: {filled} filled, Encumbrance ", look),
            (_draw_encumbrance(encumbrance, marks), "gauge"),
            (f" {encumbrance}{last}.", look),
        )

    of = f"{report.slots_filled:g} of {format_slots(report.slots)}"
    pack_off = f"{report.slots_filled_pack_off:g}"
    on = f", SPD {report.spd}, DV +{report.encumbrance}"
    off = f", SPD {report.spd_pack_off}"
    rows = [
        loaded(report.name, of, report.encumbrance, on, "headline"),
        loaded("Pack off", pack_off, report.encumbrance_pack_off, off, "said"),
        *(_make_row((line, "news")) for line in pack_lines.render_load_warnings(report)),
    ]
    for thing in report.items:
        pieces: list[Piece] = [
            (f"  {thing.slots:>5g}  {pack_lines.format_item_name(thing)}", "said")
        ]
        if thing.left is not None and thing.full is not None:
            pieces.append((f"  {draw_gauge(thing.left, thing.full, marks)}", "gauge"))
            pieces.append((f" {thing.left} of {thing.full} left", "said"))
        lit = ", lit" if thing.lit else ""
        pieces += [(lit, "said"), (f" ({pack_lines.describe_location(thing)})", "label")]
        rows.append(Row(tuple(pieces), 11))
    others = pack_lines.list_other_load(report)
    rows += [Row(((f"  {filled:>5g}  {what}", "said"),), 11) for filled, what in others]
    return [*rows, *(_make_row((line, "said")) for line in pack_lines.render_next_slot(report))]


def _draw_encumbrance(encumbrance: int, marks: Marks) -> str:
    return draw_gauge(min(encumbrance, HELPLESS_ENCUMBRANCE), HELPLESS_ENCUMBRANCE, marks)


def _build_company(
    report: CompanyReport, _called: NameLookup, width: int, marks: Marks
) -> list[Row] | None:
    if not report.errants:
        return None
    table: list[tuple[Cell, ...]] = [tuple(((head, "label"),) for head in _COLUMN_HEADS)]
    table += [_make_cells(errant, marks) for errant in report.errants]
    widths = [max(_measure_cell(line[n]) for line in table) for n in range(len(_COLUMN_HEADS))]
    if sum(widths) + len(COLUMN_GAP) * (len(widths) - 1) > width:
        return [row for errant in report.errants for row in _build_member_block(errant, marks)]
    rows = [Row(tuple(_align_cells(line, widths))) for line in table]
    for state in ("overloaded", "away", "starving", "dead"):
        names = [e.name for e in report.errants if state in _list_states(e)]
        if names:
            rows.append(_make_row((f"{state.capitalize()}: {join_words(names)}.", "news")))
    return rows


def _list_states(e: CompanyLine) -> list[str]:
    states = {
        "overloaded": e.encumbrance > OVERLOAD_LIMIT and not e.dead,
        "away": e.away,
        "starving": e.starving,
        "dead": e.dead,
    }
    return [state for state, so in states.items() if so]


def _make_cells(e: CompanyLine, marks: Marks) -> tuple[Cell, ...]:
    name: Cell = ((e.name, "headline"),)
    slots: Cell = ((f"{e.slots_filled:g} of {e.slots:g}", "said"),)
    food: Piece = (draw_tally(e.food, marks, TABLE_TALLY), "gauge")
    if e.member == "animal":
        return (name, slots, (), (), (), (food, (f" {e.food} feed", "said")), ())
    if e.member == "vehicle":
        return (name, slots, (), (), (), (), ((str(e.spd), "said"),))
    return (
        name,
        slots,
        ((_draw_encumbrance(e.encumbrance, marks), "gauge"), (f" {e.encumbrance}", "said")),
        ((str(e.exhaustion), "said"),),
        ((draw_tally(e.supply, marks, TABLE_TALLY), "gauge"), (f" {e.supply}", "said")),
        (food, (f" {e.food}", "said")),
        ((str(e.spd), "said"),),
    )


def _measure_cell(cell: Cell) -> int:
    return sum(count_cells(text) for text, _ in cell)


def _align_cells(line: Sequence[Cell], widths: Sequence[int]) -> Iterator[Piece]:
    for at, (cell, width) in enumerate(zip(line, widths, strict=True)):
        yield from cell
        if any(line[at + 1 :]):
            yield (" " * (width - _measure_cell(cell)) + COLUMN_GAP, "said")


def _build_member_block(e: CompanyLine, marks: Marks) -> list[Row]:
    """One of the Company where there is no room for a table."""
    states = f" ({', '.join(_list_states(e))})" if _list_states(e) else ""
    filled = f"  {e.slots_filled:g} of {format_slots(e.slots)} filled"
    food: Piece = (draw_tally(e.food, marks), "gauge")
    rows = [_make_row((e.name, "headline"), (states, "news"))]
    if e.member == "vehicle":
        return [*rows, _make_row((f"{filled}, SPD {e.spd}", "said"), hang=4)]
    if e.member == "animal":
        feed = _make_row(("  feed ", "label"), food, (f" {e.food}", "said"))
        return [*rows, _make_row((filled, "said")), feed]
    return [
        *rows,
        _make_row((f"{filled}, Exhaustion {e.exhaustion}", "said"), hang=4),
        _make_row(
            ("  Encumbrance ", "label"),
            (_draw_encumbrance(e.encumbrance, marks), "gauge"),
            (f" {e.encumbrance}, SPD {e.spd}", "said"),
        ),
        _make_row(
            ("  Supply ", "label"),
            (draw_tally(e.supply, marks), "gauge"),
            (f" {e.supply}", "said"),
            ("  rations ", "label"),
            food,
            (f" {e.food}", "said"),
        ),
    ]


def _build_exchange(
    report: ExchangeReport, called: NameLookup, _width: int, marks: Marks
) -> list[Row] | None:
    return _add_bars(report, talk_lines.render_exchange(report, called), marks)


def _build_negotiation(
    report: NegotiationReport, called: NameLookup, _width: int, marks: Marks
) -> list[Row] | None:
    return _add_bars(report, talk_lines.render_negotiation(report, called), marks)


def _add_bars(
    report: ExchangeReport | NegotiationReport, lines: list[str], marks: Marks
) -> list[Row] | None:
    """The lines, with a bar for disposition and one for patience where they are told; None where
    they are not."""
    told = talk_lines.describe_standing(report)
    disposition = talk_lines.find_disposition(report)
    if not told or disposition is None or report.patience is None:
        return None
    said, joint, left = told.rpartition("; ") if "; " in told else (told, "", "")
    before, number, after = said.partition(str(disposition))
    squares = MAX_DISPOSITION - MIN_DISPOSITION + 1
    bar = draw_gauge(disposition - MIN_DISPOSITION + 1, squares, marks, squares)
    pieces: list[Piece] = [(before, "said"), (bar, "gauge"), (f" {number}{after}{joint}", "said")]
    if joint:
        patience = draw_gauge(report.exchanges_left, report.patience, marks, MAX_DISPOSITION)
        pieces += [(patience, "gauge"), (f" {left}", "said")]
    row = Row(tuple(pieces), 4)
    return [row if line == told else make_line_row(line) for line in lines]


_PANELS: dict[type[Report], Callable[..., list[Row] | None]] = {
    StatusReport: _build_status,
    LightReport: _build_light,
    SlotsReport: _build_slots,
    CompanyReport: _build_company,
    NegotiationReport: _build_negotiation,
    ExchangeReport: _build_exchange,
    OddsReport: build_odds_panel,
    TableOddsReport: build_odds_panel,
}
