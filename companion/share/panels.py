"""The pages beside the table: packs, market, time, deeds, map and notes, each made of the answers
to words that only look, for the seat that looks."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

from markupsafe import Markup

from companion.campaign.seat_presence_and_orders import Place
from companion.desk import Desk
from companion.reports.market import WaresReport
from companion.reports.packs import CompanyReport
from companion.reports.reply import Reply
from companion.reports.status import StatusReport
from companion.share.hex_map import build_hex_map
from companion.share.html_rendering import LinePiece, PageLine, limit_page_lines, render_template
from companion.share.one_tap_choices import Button, get_first_word
from companion.text_cleaning import quote_name
from companion.view.reply import render_reply
from companion.view.shared_wording import (
    format_errant_name,
    format_turn_name,
    make_name_lookup,
    render_declared_actions,
)

MAX_PACKS = 40
"""Packs on one page; `slots NAME` shows any other."""


class Section(NamedTuple):
    """A part of a page: a heading, lines, what can be tapped, and a picture."""

    title: str
    lines: tuple[PageLine, ...] = ()
    buttons: tuple[Button, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    picture: Markup = Markup()

    @property
    def begins_with_title(self) -> bool:
        """True if the first line begins with the title: then it need not be shown twice."""
        first = "".join(piece.text for piece in self.lines[0].pieces) if self.lines else ""
        return first.startswith(self.title)


class PanelViewer(NamedTuple):
    """Somebody looks at a page: a desk at which only looking words are typed, how things stand at
    their seat, and what they ask for."""

    desk: Desk
    status: StatusReport
    asked: str = ""

    @property
    def is_guide(self) -> bool:
        return self.desk.seat == "guide"

    def answer_looking_line(self, line: str) -> Reply | None:
        """The answer to a word that looks."""
        return self.desk.run(line)

    def list_reply_lines(self, reply: Reply | None) -> tuple[PageLine, ...]:
        """The lines of an answer, without what can be typed next: these pages have no line."""
        if reply is None:
            return ()
        names = make_name_lookup(self.desk.campaign)
        lines = render_reply(reply, names, guide=self.is_guide, numbered=self.is_guide)
        return tuple(limit_page_lines(line for line in lines if line.tone != "way"))

    def make_section(self, title: str, line: str, *buttons: str) -> Section:
        """A section that shows the answer to a word."""
        return Section(
            title,
            self.list_reply_lines(self.answer_looking_line(line)),
            tuple(map(Button, buttons)),
        )


def _list_pack_sections(viewer: PanelViewer) -> Iterator[Section]:
    """The Company in a line each, then each pack with its gauges."""
    company = viewer.answer_looking_line("company")
    yield Section("The Company", viewer.list_reply_lines(company))
    names = make_name_lookup(viewer.desk.campaign)
    report = company.report if company is not None else None
    for member in report.errants[:MAX_PACKS] if isinstance(report, CompanyReport) else ():
        typed = format_errant_name(member.errant, names)
        verbs = (f"give {typed} ", f"light {typed} ", f"drop {typed} ", f"pass {typed} ")
        yield viewer.make_section(member.name, f"slots {typed}", *verbs)
    yield viewer.make_section("Light", "light")
    yield viewer.make_section("Left behind", "stash")


def _list_market_sections(viewer: PanelViewer) -> Iterator[Section]:
    """What is for sale where they are, first what was asked for, and how prices stand."""
    if viewer.asked:
        yield viewer.make_section(viewer.asked, f"wares {quote_name(viewer.asked)}")
    wares = viewer.answer_looking_line("wares")
    sorts = wares.report.sorts if wares and isinstance(wares.report, WaresReport) else ()
    links = tuple((sort, f"?for={quote(sort)}") for sort, _ in sorts)
    buttons = tuple(map(Button, ("price ", "buy ", "sell ", "seek ")))
    yield Section("On open sale", viewer.list_reply_lines(wares), buttons, links)
    yield viewer.make_section("Prices", "inflation")


def _list_time_sections(viewer: PanelViewer) -> Iterator[Section]:
    """The Turns, the light, and all that runs out."""
    yield viewer.make_section("Now", "status", "next", "event")
    yield viewer.make_section("What runs out", "timers")
    yield viewer.make_section("Light", "light", "light ", "snuff ")
    yield viewer.make_section("Effects", "effect")
    yield viewer.make_section("Every so many Turns", "every")


def _list_deed_sections(viewer: PanelViewer) -> Iterator[Section]:
    """What was declared in each open Turn, the innermost first."""
    names = make_name_lookup(viewer.desk.campaign)
    for turn in reversed(viewer.status.nested):
        where = turn.place_name or turn.place
        name = format_turn_name(turn.turn_type, turn.turn_number)
        actions = render_declared_actions(turn.declared, names) or ["Nothing is declared."]
        lines = tuple(PageLine("said", (LinePiece(text, False),), False) for text in actions)
        is_inner = turn is viewer.status.nested[-1]
        buttons = ("done", "done ", "declare ") if is_inner else ()
        yield Section(f"{name}, {where}" if where else name, lines, tuple(map(Button, buttons)))
    if not viewer.status.nested:
        yield viewer.make_section("No Turn is open", "help")


def _list_map_sections(viewer: PanelViewer) -> Iterator[Section]:
    """The hexes that the players know of, drawn and said."""
    found = build_hex_map(viewer.desk.campaign, guide=viewer.is_guide)
    lines = tuple(
        PageLine("said", (LinePiece(f"{spot.letter}  {spot.describe()}", False),), True)
        for spot in found.spots
    )
    buttons = tuple(map(Button, ("at ", "settlement ", "note ")))
    picture = render_template("_hexes.html", map=found) if found.cells else Markup()
    yield Section("The land", lines, buttons, picture=picture)
    yield viewer.make_section("Known places", "known")


def _list_note_sections(viewer: PanelViewer) -> Iterator[Section]:
    """The notes, the story of the evening, and its last words."""
    yield viewer.make_section("Notes", "log 30 notes", "note ")
    yield viewer.make_section("The last evening", "recap")
    yield viewer.make_section("The last words", "log 20")


class Panel(NamedTuple):
    """A page beside the table: its path, its title, whose work it is, what shows it, and whether
    something can be searched for on it."""

    path: str
    title: str
    place: Place
    show: Callable[[PanelViewer], Iterator[Section]]
    is_searched: bool = False


PanelName: TypeAlias = str
PANELS: dict[PanelName, Panel] = {
    panel.path: panel
    for panel in (
        Panel("packs", "Packs", "quartermaster", _list_pack_sections),
        Panel("market", "Market", "quartermaster", _list_market_sections, is_searched=True),
        Panel("time", "Time", "timekeeper", _list_time_sections),
        Panel("deeds", "Deeds", "caller", _list_deed_sections),
        Panel("map", "Map", "mapper", _list_map_sections),
        Panel("notes", "Notes", "note-taker", _list_note_sections),
    )
}


def render_panel(panel: Panel, sections: list[Section], may_say: frozenset[str]) -> Markup:
    """A page beside the table, as its seat may see it."""
    return render_template(
        "_panel.html",
        title=panel.title,
        sections=sections,
        may=lambda button: get_first_word(button.line) in may_say,
    )
