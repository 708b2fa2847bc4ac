"""The player screen: Turn and light in large letters, the place, what waits, and what the table
just heard. A Report as lines of text, for any size and without colour."""

from collections.abc import Iterable

from rich.text import Text

from companion.reports.requests_and_sharing import ScreenReport
from companion.reports.status import StatusReport
from companion.view.reply import render_report
from companion.view.requests_and_sharing import get_company_place_name, render_what_players_heard
from companion.view.screen.large_letters import draw_large_letters
from companion.view.screen.reply_drawing import style_pieces_as_text
from companion.view.screen.styled_rows import (
    Look,
    Piece,
    Row,
    count_columns_of_text,
    make_line_row,
    wrap_row,
)
from companion.view.shared_wording import (
    Headline,
    NameLookup,
    NewsLine,
    ResultLine,
    StyledLine,
    format_day_and_time,
    make_styled_line,
)
from companion.view.status import is_exploring

_LEAST_ROWS = 20
"""Rows of a terminal in which there is room for large letters."""


def draw_player_screen(
    report: ScreenReport,
    name_of: NameLookup,
    *,
    width: int,
    height: int,
    plain: bool = False,
    ascii_only: bool = False,
) -> list[Text]:
    """At most `height` lines of at most `width` columns. Where there is no room for all, the oldest
    of what was heard is left out. `plain` draws no large letters."""
    width = max(1, width)
    mark = "" if plain or height < _LEAST_ROWS else "#" if ascii_only else "█"
    if plain:
        lines = [
            make_styled_line(line).remove_control_characters()
            for line in render_report(report, name_of)
        ]
        return _wrap_lines(lines, width)
    status = report.status
    moment = StyledLine(
        f"{status.name} · {format_day_and_time(status.day, status.time)}", tone="detail"
    )
    head = [
        *_wrap_lines([moment], width),
        *_draw_largest_fitting_text(_list_turn_texts(status), "headline", mark, width),
        *_wrap_lines([ResultLine(get_company_place_name(report))], width),
        *_draw_largest_fitting_text(
            _list_light_texts(status), _choose_look_of_light(status), mark, width
        ),
        *_wrap_lines([NewsLine(f"Open: {line}.") for line in status.open], width),
        Text(""),
    ]
    heard = _wrap_lines(
        [line.remove_control_characters() for line in render_what_players_heard(report, name_of)],
        width,
    )
    room = max(0, height - len(head))
    return [*head[:height], *heard[len(heard) - room :]] if len(heard) > room else [*head, *heard]


def _list_turn_texts(status: StatusReport) -> list[str]:
    """The Turn being played, the longest way to say it first."""
    if status.turn_type is None:
        return ["No Turn"]
    number = f" {status.turn_number}" if status.turn_number else ""
    return [f"{status.turn_type}{number}", f"{status.turn_type[:4]}{number}"]


def _list_light_texts(status: StatusReport) -> list[str]:
    if status.light != "darkness":
        return [f"{status.light} {status.burn}"]
    return ["Dark"] if status.burn or is_exploring(status) else ["No light"]


def _choose_look_of_light(status: StatusReport) -> Look:
    return "warning" if _list_light_texts(status) == ["Dark"] else "said"


def _draw_largest_fitting_text(texts: list[str], look: Look, mark: str, width: int) -> list[Text]:
    """The longest text that fits in large letters, with blank rows around them; else in capitals on
    a line."""
    for text in texts if mark else ():
        rows = draw_large_letters(text, mark=mark)
        if rows and max(map(count_columns_of_text, rows)) <= width:
            blank: tuple[Piece, ...] = ()
            return [
                style_pieces_as_text(row)
                for row in (blank, *(((each, look),) for each in rows), blank)
            ]
    return _wrap_lines([Headline(texts[0].upper())], width)


def _wrap_lines(lines: Iterable[StyledLine], width: int) -> list[Text]:
    rows: Iterable[Row] = (
        make_line_row(line.remove_control_characters()) for line in lines if line
    )
    return [style_pieces_as_text(line) for row in rows for line in wrap_row(row, width)]
