"""The Company, a pack, the light and the whole table as panels: columns where there is room for
them, gauges with their numbers beside them."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from companion.commands import reports as r
from companion.errant.reaction import LEAST, MOST
from companion.errant.slots import HELPLESS, OVERLOADED
from companion.refusal import listed
from companion.text import clean
from companion.view import pack_lines, status_lines, talk_lines
from companion.view.colours import Look
from companion.view.gauges import Marks, gauge, tally
from companion.view.happened import Called
from companion.view.odds_panel import odds_panel
from companion.view.rows import HANG, Piece, Row, cells, padded, told_row
from companion.view.timer_lines import next_lines
from companion.view.told import Told
from companion.view.turn_lines import sign_line

NARROWEST = 30
"""Below this many columns the lines say it better."""
LABEL = 12
IN_TABLE = 6
"""Marks of a tally where seven things stand in a line."""
GAP = "  "
Cell: TypeAlias = tuple[Piece, ...]
_HEADS = ("", "Slots", "Enc", "Exh", "Supply", "Food", "SPD")
_LEVELS = {"darkness": 0, "dim": 1, "ordinary": 2, "bright": 3}


def panel(report: r.Report, called: Called, width: int, marks: Marks) -> list[Row] | None:
    """A Report as a panel; None for one that has none, or has nothing to show in it."""
    drawn = _PANELS.get(type(report)) if width >= NARROWEST else None
    rows = drawn(report, called, width, marks) if drawn else None
    return [_cleaned(row) for row in rows] if rows is not None else None


def _cleaned(row: Row) -> Row:
    """The same with nothing in it that a terminal would obey."""
    return Row(tuple((clean(text), look) for text, look in row.pieces), row.hang)


def _row(*pieces: Piece, hang: int = HANG) -> Row:
    return Row(pieces, hang)


def _labelled(label: str, *pieces: Piece) -> Row:
    return Row(((label.ljust(LABEL), "label"), *pieces), LABEL)


def _status(report: r.StatusReport, called: Called, _width: int, marks: Marks) -> list[Row]:
    rows = [
        _row((f"{report.name}: {status_lines.moment(report)}.", "headline")),
        *(
            _labelled("" if n else "Turn", (str(line), Told(line).tone))
            for n, line in enumerate(status_lines.turns(report, called))
        ),
        _light_now(report, marks),
        _labelled("Supply", (tally(report.supply, marks), "gauge"), (f" {report.supply}", "said")),
        _labelled("Rations", (tally(report.food, marks), "gauge"), (f" {report.food}", "said")),
    ]
    if report.event_dice is not None:
        rows.append(_labelled("Event Die", (status_lines.dice(report), "said")))
    if report.overloaded:
        rows.append(_labelled("Overloaded", (listed(map(called, report.overloaded)), "news")))
    for line in next_lines(report.timers, called):
        label, _, text = line.partition(": ")
        rows.append(_labelled(label, (text, "said")))
    for sign in report.signs or ():
        label, _, text = sign_line(sign).partition(": ")
        rows.append(_labelled(label, (text, "secret")))
    rows += [_labelled("" if n else "Open", (line, "news")) for n, line in enumerate(report.open)]
    if report.undo is not None:
        rows.append(_labelled("undo", (f"takes back «{report.undo}»", "detail")))
    return rows


def _light_now(report: r.StatusReport, marks: Marks) -> Row:
    """How much light there is; where none burns and nobody explores, words alone."""
    if not report.burn and not status_lines.explores(report):
        return _labelled("Light", ("no light burns", "said"))
    level = gauge(_LEVELS[report.light], 3, marks)
    text = f" {report.light}, Burn {report.burn}"
    return _labelled("Light", (level, "gauge"), (text, "said"))


def _light(report: r.LightReport, called: Called, _width: int, marks: Marks) -> list[Row]:
    rows = [told_row(line) for line in pack_lines.light(report, called) if line[0] != " "]
    widest = max((min(s.full, 8) for s in report.sources), default=0)
    sources = [
        _row(
            ("  ", "said"),
            (padded(gauge(s.burn, s.full, marks), widest), "gauge"),
            (f" {f'{s.burn} of {s.full}':7}", "said"),
            (f" {called(s.errant)}'s {s.name}, {s.feet} feet across", "said"),
            hang=widest + 11,
        )
        for s in report.sources
    ]
    return [*rows[:1], *sources, *rows[1:]]


def _slots(report: r.SlotsReport, _called: Called, _width: int, marks: Marks) -> list[Row] | None:
    if report.one_slot_more is None:
        return None
    assert report.spd_pack_off is not None

    def loaded(what: str, filled: str, encumbrance: int, last: str, look: Look) -> Row:
        return _row(
            (f"{what}: {filled} filled, Encumbrance ", look),
            (_encumbrance(encumbrance, marks), "gauge"),
            (f" {encumbrance}{last}.", look),
        )

    of = f"{report.slots_filled:g} of {pack_lines.slots(report.slots)}"
    pack_off = f"{report.slots_filled_pack_off:g}"
    on = f", SPD {report.spd}, DV +{report.encumbrance}"
    off = f", SPD {report.spd_pack_off}"
    rows = [
        loaded(report.name, of, report.encumbrance, on, "headline"),
        loaded("Pack off", pack_off, report.encumbrance_pack_off, off, "said"),
        *(_row((line, "news")) for line in pack_lines.amiss(report)),
    ]
    for thing in report.items:
        pieces: list[Piece] = [(f"  {thing.slots:>5g}  {pack_lines.thing_name(thing)}", "said")]
        if thing.left is not None and thing.full is not None:
            pieces.append((f"  {gauge(thing.left, thing.full, marks)}", "gauge"))
            pieces.append((f" {thing.left} of {thing.full} left", "said"))
        lit = ", lit" if thing.lit else ""
        pieces += [(lit, "said"), (f" ({pack_lines.carried(thing)})", "label")]
        rows.append(Row(tuple(pieces), 11))
    others = pack_lines.other_load(report)
    rows += [Row(((f"  {filled:>5g}  {what}", "said"),), 11) for filled, what in others]
    return [*rows, *(_row((line, "said")) for line in pack_lines.next_slot(report))]


def _encumbrance(encumbrance: int, marks: Marks) -> str:
    return gauge(min(encumbrance, HELPLESS), HELPLESS, marks)


def _company(
    report: r.CompanyReport, _called: Called, width: int, marks: Marks
) -> list[Row] | None:
    if not report.errants:
        return None
    table: list[tuple[Cell, ...]] = [tuple(((head, "label"),) for head in _HEADS)]
    table += [_in_cells(errant, marks) for errant in report.errants]
    widths = [max(_size(line[n]) for line in table) for n in range(len(_HEADS))]
    if sum(widths) + len(GAP) * (len(widths) - 1) > width:
        return [row for errant in report.errants for row in _block(errant, marks)]
    rows = [Row(tuple(_in_columns(line, widths))) for line in table]
    for state in ("overloaded", "away", "starving", "dead"):
        names = [e.name for e in report.errants if state in _states(e)]
        if names:
            rows.append(_row((f"{state.capitalize()}: {listed(names)}.", "news")))
    return rows


def _states(e: r.CompanyLine) -> list[str]:
    states = {
        "overloaded": e.encumbrance > OVERLOADED and not e.dead,
        "away": e.away,
        "starving": e.starving,
        "dead": e.dead,
    }
    return [state for state, so in states.items() if so]


def _in_cells(e: r.CompanyLine, marks: Marks) -> tuple[Cell, ...]:
    name: Cell = ((e.name, "headline"),)
    slots: Cell = ((f"{e.slots_filled:g} of {e.slots:g}", "said"),)
    food: Piece = (tally(e.food, marks, IN_TABLE), "gauge")
    if e.member == "animal":
        return (name, slots, (), (), (), (food, (f" {e.food} feed", "said")), ())
    if e.member == "vehicle":
        return (name, slots, (), (), (), (), ((str(e.spd), "said"),))
    return (
        name,
        slots,
        ((_encumbrance(e.encumbrance, marks), "gauge"), (f" {e.encumbrance}", "said")),
        ((str(e.exhaustion), "said"),),
        ((tally(e.supply, marks, IN_TABLE), "gauge"), (f" {e.supply}", "said")),
        (food, (f" {e.food}", "said")),
        ((str(e.spd), "said"),),
    )


def _size(cell: Cell) -> int:
    return sum(cells(text) for text, _ in cell)


def _in_columns(line: Sequence[Cell], widths: Sequence[int]) -> Iterator[Piece]:
    for at, (cell, width) in enumerate(zip(line, widths, strict=True)):
        yield from cell
        if any(line[at + 1 :]):
            yield (" " * (width - _size(cell)) + GAP, "said")


def _block(e: r.CompanyLine, marks: Marks) -> list[Row]:
    """One of the Company where there is no room for a table."""
    states = f" ({', '.join(_states(e))})" if _states(e) else ""
    filled = f"  {e.slots_filled:g} of {pack_lines.slots(e.slots)} filled"
    food: Piece = (tally(e.food, marks), "gauge")
    rows = [_row((e.name, "headline"), (states, "news"))]
    if e.member == "vehicle":
        return [*rows, _row((f"{filled}, SPD {e.spd}", "said"), hang=4)]
    if e.member == "animal":
        feed = _row(("  feed ", "label"), food, (f" {e.food}", "said"))
        return [*rows, _row((filled, "said")), feed]
    return [
        *rows,
        _row((f"{filled}, Exhaustion {e.exhaustion}", "said"), hang=4),
        _row(
            ("  Encumbrance ", "label"),
            (_encumbrance(e.encumbrance, marks), "gauge"),
            (f" {e.encumbrance}, SPD {e.spd}", "said"),
        ),
        _row(
            ("  Supply ", "label"),
            (tally(e.supply, marks), "gauge"),
            (f" {e.supply}", "said"),
            ("  rations ", "label"),
            food,
            (f" {e.food}", "said"),
        ),
    ]


def _exchange(
    report: r.ExchangeReport, called: Called, _width: int, marks: Marks
) -> list[Row] | None:
    return _with_bars(report, talk_lines.exchange(report, called), marks)


def _negotiation(
    report: r.NegotiationReport, called: Called, _width: int, marks: Marks
) -> list[Row] | None:
    return _with_bars(report, talk_lines.negotiation(report, called), marks)


def _with_bars(
    report: r.ExchangeReport | r.NegotiationReport, lines: list[str], marks: Marks
) -> list[Row] | None:
    """The lines, with a bar for disposition and one for patience where they are told; None where
    they are not."""
    told = talk_lines.standing(report)
    disposition = talk_lines.disposition_now(report)
    if not told or disposition is None or report.patience is None:
        return None
    said, joint, left = told.rpartition("; ") if "; " in told else (told, "", "")
    before, number, after = said.partition(str(disposition))
    squares = MOST - LEAST + 1
    bar = gauge(disposition - LEAST + 1, squares, marks, squares)
    pieces: list[Piece] = [(before, "said"), (bar, "gauge"), (f" {number}{after}{joint}", "said")]
    if joint:
        patience = gauge(report.exchanges_left, report.patience, marks, MOST)
        pieces += [(patience, "gauge"), (f" {left}", "said")]
    row = Row(tuple(pieces), 4)
    return [row if line == told else told_row(line) for line in lines]


_PANELS: dict[type[r.Report], Callable[..., list[Row] | None]] = {
    r.StatusReport: _status,
    r.LightReport: _light,
    r.SlotsReport: _slots,
    r.CompanyReport: _company,
    r.NegotiationReport: _negotiation,
    r.ExchangeReport: _exchange,
    r.OddsReport: odds_panel,
    r.TableOddsReport: odds_panel,
}
