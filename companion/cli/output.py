"""The forms of an answer at the shell: text for people, JSON and CSV for programs.

Whatever the form, an answer is written piece by piece as it comes, so that a million pieces take
no more memory than one.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from companion.refusal import Refusal
from companion.text import clean_text, escape_json

FORMATS = ("text", "json", "jsonl", "csv", "csv-raw")
CSV_FORMATS = ("csv", "csv-raw")
"""Of these the first is for spreadsheets: a cell that one would run is made a text. The second is
for programs, which get each cell as it is."""
_FORMULA_PREFIXES = tuple("=+-@＝＋－＠")
"""What a cell begins with that a spreadsheet takes for a formula."""
_BATCH_SIZE = 1_000


class OutputWriter:
    """What is written on standard output: a line a piece, or with `json` one list of all pieces.

    `header` names the columns of a CSV. Nothing is written before the first piece, so that what
    is refused at once leaves nothing behind.
    """

    def __init__(self, form: str, header: Sequence[str]) -> None:
        self._is_json_list = form == "json"
        self._header = (
            "[\n"
            if self._is_json_list
            else f"{encode_csv_row(header, form)}\n"
            if form in CSV_FORMATS
            else ""
        )
        self._has_begun = False

    def write(self, pieces: Iterable[str]) -> None:
        """Write each piece, many at a time where there are many."""
        pieces = iter(pieces)
        while some := list(islice(pieces, _BATCH_SIZE)):
            if not self._has_begun:
                sys.stdout.write(self._header)
            elif self._is_json_list:
                sys.stdout.write(",\n")
            self._has_begun = True
            sys.stdout.write(",\n".join(some) if self._is_json_list else "\n".join(some) + "\n")

    def close(self, *, refused: bool = False) -> None:
        """Close what was begun. Where nothing was, say so, unless something was refused."""
        if self._has_begun:
            sys.stdout.write("\n]\n" if self._is_json_list else "")
        elif not refused:
            sys.stdout.write("[]\n" if self._is_json_list else self._header)


@contextmanager
def open_output(form: str, header: Sequence[str] = ()) -> Iterator[OutputWriter]:
    """A sheet to write on, closed at the end: a list that was begun is one that reads, even where
    something was refused on the way."""
    opened = OutputWriter(form, header)
    try:
        yield opened
    except Refusal:
        opened.close(refused=True)
        raise
    opened.close()


def encode_json(data: object) -> str:
    """Data as JSON on one line, nothing in it that a terminal would obey."""
    from json import dumps

    return escape_json(dumps(data, ensure_ascii=False, separators=(",", ":")))


def encode_csv_row(values: Iterable[object], form: str) -> str:
    """Values as one row of CSV, in quotes where they need them: None is nothing at all, what is
    true 1 and what is not 0. It stands on one line, with nothing that a terminal would obey, and
    in the form `csv` nothing that a spreadsheet would run."""
    from csv import writer
    from io import StringIO

    row = StringIO()
    writer(row, lineterminator="").writerow(
        int(value) if isinstance(value, bool) else _encode_cell(value, form) for value in values
    )
    return row.getvalue()


def _encode_cell(value: object, form: str) -> object:
    if not isinstance(value, str):
        return value
    value = clean_text(value)
    return f"'{value}" if form == "csv" and _is_formula(value) else value


def _is_formula(cell: str) -> bool:
    """True for a cell that a spreadsheet takes for a formula; false for numbers with a sign, one
    or several with blanks between."""
    if not cell.lstrip().startswith(_FORMULA_PREFIXES):
        return False
    import re

    return re.fullmatch(r"[+-]?[0-9]+(?:\.[0-9]+)?(?: [+-]?[0-9]+(?:\.[0-9]+)?)*", cell) is None
