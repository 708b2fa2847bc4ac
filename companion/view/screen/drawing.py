"""Draws a Reply on the screen: tones become looks, words are wrapped, gauges are drawn. Plain mode
draws the lines of text alone."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec.structs import replace
from rich.style import Style
from rich.text import Text

from companion.reports import filter_report
from companion.reports.reply import Reply
from companion.reports.status import Verbosity
from companion.view.reply import render_reply
from companion.view.screen.gauges import ASCII, BLOCKS, Marks
from companion.view.screen.panels import build_panel
from companion.view.screen.rows import STYLES, Look, Piece, Row, make_line_row, wrap_row
from companion.view.wording import NameLookup, StyledLine

_STYLES: dict[Look, Style] = {look: Style.parse(style) for look, style in STYLES.items()}
NARROWEST = 30
"""Below this many columns there are no gauges: the lines say it better."""
_TONES_HIDDEN_WHEN_BRIEF = ("detail", "way")


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
        panel = build_panel(filter_report(reply.report, guide=guide), width, marks)
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
