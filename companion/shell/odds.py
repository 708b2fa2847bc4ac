"""Odds at the shell: of dice, or of a table, in a form for people or programs."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from companion.dice.notation import Notation
from companion.randomtables.chances import Chances, as_data, dice_chances, table_chances
from companion.shell.asked import Asked, read
from companion.shell.forms import CSV, csv_row, json_object

if TYPE_CHECKING:
    from companion.shell.given import Given

COLUMNS = ("notation", "table", "row", "roll", "outcome", "probability", "exact")
"""The header of a CSV of odds: a line for each outcome, those of references left out."""
NARROWEST = 20


def odds_of(expressions: Sequence[str], given: "Given", form: str) -> Iterable[str]:
    """The odds of everything asked, in pieces of that form: in text compared side by side, in CSV
    a piece for each outcome, in JSON one for each that was asked."""
    asked = [read(each, given) for each in expressions]
    found = [_chances(each, given) for each in asked]
    if form == "text":
        from companion.view.odds_lines import odds_lines

        width = max(NARROWEST, get_terminal_size().columns)
        return odds_lines(found, width, ascii_only=not _writes_blocks())
    if form in CSV:
        return (row for each in found for row in _rows(each, form))
    return (json_object(as_data(each)) for each in found)


def _chances(asked: Asked, given: "Given") -> Chances:
    if isinstance(asked, Notation):
        return dice_chances(asked)
    return table_chances(
        asked.table, find=given.find, facts=asked.facts, modifier=asked.modifier, out={}
    )


def _rows(found: Chances, form: str) -> Iterator[str]:
    for each in found.outcomes:
        where = (found.notation, found.table, each.row, each.roll)
        yield csv_row((*where, each.outcome, each.probability, each.exact), form)


def _writes_blocks() -> bool:
    """Whether what reads this can show the blocks that bars are made of."""
    try:
        "▏█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
