"""A Reply as it is drawn on the screen: tones become looks, words are wrapped, numbers that run out
get gauges. In plain mode it is the lines that are said, and nothing else."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace
from rich.style import Style
from rich.text import Text

from companion.commands.reply import Reply
from companion.commands.reports import Form
from companion.view.colours import STYLES, Look
from companion.view.gauges import ASCII, BLOCKS
from companion.view.happened import Called
from companion.view.panels import panel
from companion.view.reply import for_seat, reply_lines
from companion.view.rows import Piece, Row, told_row, wrapped
from companion.view.told import Told

_STYLES: dict[Look, Style] = {look: Style.parse(style) for look, style in STYLES.items()}
_LEFT_OUT_WHEN_BRIEF = ("detail", "way")


def drawn(
    reply: Reply,
    called: Called,
    *,
    guide: bool,
    form: Form,
    width: int,
    plain: bool,
    ascii_only: bool = False,
) -> list[Text]:
    """A Reply as lines of at most `width` columns, as the seat may see it.

    `brief` leaves out how it came about and what can be typed next, and says what happened in one
    paragraph; `plain` draws no gauges and no columns. A line is drawn as it is: print it without
    markup, and do not wrap it again.
    """
    width = max(1, width)
    return [
        _text(line)
        for row in _rows(reply, called, guide, form, width, None if plain else ascii_only)
        for line in wrapped(row, width)
    ]


def _rows(
    reply: Reply, called: Called, guide: bool, form: Form, width: int, ascii_only: bool | None
) -> list[Row]:
    """What is drawn, row by row; `ascii_only` is None in plain mode."""
    if ascii_only is not None and reply.report is not None:
        report = for_seat(reply.report, guide=guide)
        rows = panel(report, called, width, ASCII if ascii_only else BLOCKS)
        if rows is not None:
            others = reply_lines(replace(reply, report=None), called, guide=guide)
            return [*_kept(rows, form), *map(told_row, others)]
    lines = reply_lines(reply, called, guide=guide)
    if form == "brief":
        return _brief(lines, in_one=reply.entry is not None)
    return [told_row(line) for line in lines]


def _kept(rows: Iterable[Row], form: Form) -> Iterator[Row]:
    """The rows of a panel that this form shows."""
    for row in rows:
        if form == "full" or row.pieces[-1][1] not in _LEFT_OUT_WHEN_BRIEF:
            yield row


def _brief(lines: Sequence[Told], *, in_one: bool) -> list[Row]:
    """What happened, without how and what next; `in_one` runs the sentences together, but for
    what is not to be read aloud."""
    kept = [line for line in lines if line.tone not in _LEFT_OUT_WHEN_BRIEF] or lines[:1]
    if not in_one:
        return [told_row(line) for line in kept]
    rows: list[Row] = []
    paragraph: list[Piece] = []
    for line in kept:
        if line.startswith(" ") or line.tone == "secret":
            rows += [Row(tuple(paragraph), 0)] if paragraph else []
            rows.append(told_row(line))
            paragraph = []
        else:
            paragraph += [(" ", "said")] if paragraph else []
            paragraph += told_row(line).pieces
    return [*rows, Row(tuple(paragraph), 0)] if paragraph else rows


def _text(line: Iterable[Piece]) -> Text:
    text = Text(no_wrap=True, overflow="ignore")
    for look, pieces in groupby(line, key=lambda piece: piece[1]):
        text.append("".join(part for part, _ in pieces), _STYLES[look])
    return text
