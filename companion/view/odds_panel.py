"""Odds as a panel: bars as wide as the screen, which stand out."""

import re

from companion.commands import reports as r
from companion.view.gauges import ASCII, Marks
from companion.view.happened import Called
from companion.view.odds_told import ANYWHERE, odds_within
from companion.view.rows import Row, told_row
from companion.view.told import Told

_BAR = re.compile(r"([▏▎▍▌▋▊▉█]+)")


def odds_panel(report: r.OddsReport, _called: Called, width: int, marks: Marks) -> list[Row] | None:
    """The rows of a panel of so many columns; None where lines that fit anywhere say it better."""
    if width < ANYWHERE:
        return None
    return [_row(line) for line in odds_within(report, width, ascii_only=marks is ASCII)]


def _row(line: str) -> Row:
    told = Told(line)
    pieces = _BAR.split(told)
    if len(pieces) == 1:
        return told_row(told)
    looks = ((piece, "gauge" if place % 2 else told.tone) for place, piece in enumerate(pieces))
    return Row(tuple((piece, look) for piece, look in looks if piece))
