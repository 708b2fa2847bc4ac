"""Odds at the shell, of dice or of a table."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from companion.cli.output import CSV_FORMATS, encode_csv_row, encode_json
from companion.cli.request import Request, parse_request
from companion.dice.notation import Notation
from companion.randomtables.results import Chances, compute_dice_chances, encode_chances

if TYPE_CHECKING:
    from companion.cli.options import CallOptions

ODDS_COLUMNS = ("notation", "table", "row", "roll", "outcome", "probability", "exact")
"""The header of a CSV of odds. A row is an outcome; references have none."""
MIN_WIDTH = 20


def answer_odds(expressions: Sequence[str], options: "CallOptions", form: str) -> Iterable[str]:
    """The odds of all expressions, in pieces: lines of text, a CSV row for each outcome, or a JSON
    object for each expression."""
    asked = [parse_request(each, options) for each in expressions]
    found = [_compute_chances(each, options) for each in asked]
    if form == "text":
        from companion.view.odds import render_chances

        width = max(MIN_WIDTH, get_terminal_size().columns)
        return render_chances(found, width, ascii_only=not _can_write_blocks())
    if form in CSV_FORMATS:
        return (row for each in found for row in _encode_csv_rows(each, form))
    return (encode_json(encode_chances(each)) for each in found)


def _compute_chances(asked: Request, options: "CallOptions") -> Chances:
    if isinstance(asked, Notation):
        return compute_dice_chances(asked)
    from companion.randomtables.odds import compute_table_chances  # dice do not need it

    return compute_table_chances(
        asked.table, find=options.find_table, facts=asked.facts, modifier=asked.modifier, out={}
    )


def _encode_csv_rows(found: Chances, form: str) -> Iterator[str]:
    for each in found.outcomes:
        where = (found.notation, found.table, each.row, each.roll)
        yield encode_csv_row((*where, each.outcome, each.probability, each.exact), form)


def _can_write_blocks() -> bool:
    """True if the output can show the blocks of a bar."""
    try:
        "▏█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
