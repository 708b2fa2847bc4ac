"""Renders Reports as HTML for one seat. Templates escape all that they are given."""

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2s
from itertools import chain
from pathlib import Path
from secrets import token_bytes
from typing import NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion.campaign.seat_presence_and_orders import Order, Place
from companion.campaign.undoable_entries import parse_entry_number
from companion.reports import filter_report_for_seat
from companion.reports.journal import ExternalChangesReport, RedoReport, UndoReport
from companion.reports.reply import Reply, filter_reply_for_seat
from companion.reports.requests_and_sharing import ScreenReport
from companion.reports.status import StatusReport
from companion.share.one_tap_choices import (
    Button,
    Choice,
    find_ask_guide_button,
    get_first_word,
    list_choice_buttons,
)
from companion.share.seat_feed import Article
from companion.view.reply import describe_deeds_not_done, render_reply
from companion.view.requests_and_sharing import get_company_place_name, render_what_players_heard
from companion.view.screen.bottom_line import render_bottom_line
from companion.view.screen.styled_rows import BLOCKS, draw_gauge
from companion.view.shared_wording import (
    Gauge,
    NameLookup,
    NewsLine,
    StyledLine,
    format_day_and_time,
    format_turn_name,
    make_styled_line,
)
from companion.view.status import describe_company_light

ROOM = Path(__file__).parent
_WIDEST = 400
"""Columns of a bottom line in which nothing has to be shortened."""
MAX_LINES, MAX_SIZE = 400, 40_000
"""Lines of one answer that a page shows, and characters."""


class LinePiece(NamedTuple):
    """A part of a line: text, or a gauge, whose number the text beside it says."""

    text: str
    is_gauge: bool


class PageLine(NamedTuple):
    """A line as a page shows it; one that begins with blanks is a row of a list."""

    tone: str
    pieces: tuple[LinePiece, ...]
    is_row: bool


@cache
def get_templates() -> Environment:
    """The templates, all read at once: an upgrade while a table is shared mixes no two versions.
    All of them escape; an unknown name in one is a bug of ours."""
    made = Environment(
        loader=FileSystemLoader(ROOM / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["in_link"] = lambda text: quote(text, safe="")
    for name in made.list_templates():
        made.get_template(name)
    return made


def render_template(template: str, **values: object) -> Markup:
    """A template filled in with these values, which it escapes."""
    return Markup(get_templates().get_template(template).render(values).strip())


def render_answer(
    reply: Reply, name_of: NameLookup, *, guide: bool, numbered: bool, typed: str
) -> Article:
    """An answer, under the line that was `typed`; "" for what others did. Unless it is `numbered`
    it names no entry of the journal by its number."""
    lines = limit_page_lines(render_reply(reply, name_of, guide=guide, numbered=numbered))
    asking = find_ask_guide_button(reply.refusal.hint) if reply.refusal is not None else None
    entries, takes_back, repeats = _list_entries_of_reply(filter_reply_for_seat(reply, guide=guide))
    html = render_template(
        "_answer.html",
        typed=typed,
        lines=lines,
        ok=reply.ok,
        asking=asking,
        numbers={
            "entries": _name_entries_for_page(entries),
            "back": _name_entries_for_page(takes_back),
            "again": _name_entries_for_page(repeats),
        },
    )
    return Article(html, entries, takes_back, repeats)


_ENTRY_KEY = token_bytes(16)


def _name_entries_for_page(numbers: Iterable[int]) -> list[str]:
    """The entries as a page knows them: by names from which nobody can count those between."""
    return [
        blake2s(str(each).encode(), key=_ENTRY_KEY, digest_size=6).hexdigest() for each in numbers
    ]


def render_deeds_not_done(deeds: tuple[str, ...]) -> Article:
    """The deeds of a line that were left undone after the answers to the others."""
    lines = limit_page_lines([NewsLine(describe_deeds_not_done(deeds))])
    return Article(
        render_template("_answer.html", typed="", lines=lines, ok=True, asking=None, numbers={})
    )


def _list_entries_of_reply(reply: Reply) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """The numbers of the entries that an answer tells of, takes back, and does again. A step back
    or forward is not told of as taken back itself: `log` says what stands."""
    report = reply.report
    if isinstance(report, UndoReport):
        numbers = frozenset(map(parse_entry_number, report.entries))
        is_redo = isinstance(report, RedoReport)
        return (
            frozenset(),
            frozenset(() if is_redo else numbers),
            frozenset(numbers if is_redo else ()),
        )
    if isinstance(report, ExternalChangesReport):
        words = (*report.words, *(report.secretly or ()))
        back = (each.of_numbers for each in words if each.is_step and not each.is_redo)
        again = (each.of_numbers for each in words if each.is_redo)
        told = {each.number for each in words} | {each.number for each in report.talks}
        is_step = any(each.is_step for each in words)
        return (
            frozenset(() if is_step else told),
            frozenset(chain.from_iterable(back)),
            frozenset(chain.from_iterable(again)),
        )
    own = {parse_entry_number(reply.entry)} if reply.entry is not None else set[int]()
    return frozenset(own), frozenset(), frozenset()


def render_seat_state(
    status: StatusReport,
    reply: Reply,
    name_of: NameLookup,
    place: Place,
    order: Order,
    may_say: Iterable[str],
    lights: Iterable[Choice] = (),
) -> Markup:
    """How things stand at a seat: the bottom line and `status`, what is open, and the `lights` that
    it may light where it is dark.
    `reply` is the answer to `status`; `may_say` the first words that this seat may type."""
    guide = place == "guide"
    seen = filter_report_for_seat(status, guide=guide)
    fragments = render_bottom_line(seen, name_of, _WIDEST)
    parts = [(tone, text.strip()) for tone, text in fragments if tone != "way"]
    allowed, lines = frozenset(may_say), render_reply(reply, name_of, guide=guide)

    def may_press_all(buttons: Iterable[Button]) -> bool:
        return all(get_first_word(each.line) in allowed for each in buttons)

    return render_template(
        "_state.html",
        place=place,
        order=order,
        parts=[each for each in parts if each[1]],
        lines=limit_page_lines(lines),
        choices=[
            *list_choice_buttons(seen.matters),
            *(each for each in lights if may_press_all(each.buttons)),
        ],
        may_all=may_press_all,
    )


def render_player_screen(report: ScreenReport, name_of: NameLookup) -> Markup:
    """The player screen: Turn, place and light, what waits, and what the table just heard."""
    status = report.status
    return render_template(
        "_screen.html",
        turn=format_turn_name(status.turn_type, status.turn_number),
        at=get_company_place_name(report),
        moment=format_day_and_time(status.day, status.time),
        light=limit_page_lines(
            [make_styled_line(describe_company_light(status)).remove_control_characters()]
        ),
        open=status.open,
        heard=limit_page_lines(
            line.remove_control_characters() for line in render_what_players_heard(report, name_of)
        ),
    )


def limit_page_lines(lines: Iterable[StyledLine]) -> list[PageLine]:
    """Lines of an answer for a page; what does not fit is counted."""
    found: list[PageLine] = []
    size, left = 0, 0
    for line in lines:
        size += len(line)
        if left or (found and size > MAX_SIZE) or len(found) >= MAX_LINES:
            left += 1
        else:
            found.append(
                PageLine(line.tone, tuple(_list_pieces_of_line(line)), line.startswith(" "))
            )
    if left:
        more = f"{left} lines more: the prompt of a terminal shows all of them."
        found.append(PageLine("way", (LinePiece(more, False),), False))
    return found


def _list_pieces_of_line(line: StyledLine) -> Iterator[LinePiece]:
    for part in line.parts:
        if isinstance(part, Gauge):
            yield LinePiece(f"{draw_gauge(part, BLOCKS)} ", True)
        elif part:
            yield LinePiece(part, False)
