"""The forms of an answer at the shell: text for people, JSON and CSV for programs.

An answer is written piece by piece, so that a million pieces take no more memory than one.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from companion.cli.exit_status import report_refusals
from companion.cli.options import require_format
from companion.refusal import Refusal
from companion.text import clean_text, escape_json

FORMATS = ("text", "json", "jsonl", "csv", "csv-raw")
CSV_FORMATS = ("csv", "csv-raw")
"""`csv` is for spreadsheets: a cell that one would run becomes text. `csv-raw` is for programs, and
keeps each cell as it is."""
_FORMULA_PREFIXES = tuple("=+-@＝＋－＠")
"""The first characters of what a spreadsheet takes for a formula."""
_BATCH_SIZE = 1_000


class OutputWriter:
    """Writes pieces to standard output: a line each, or with `json` one list of all.

    `header` names the columns of a CSV. Nothing is written before the first piece, so that a
    refusal before it leaves nothing behind.
    """

    def __init__(self, form: str, header: Sequence[str]) -> None:
        self._is_json_list = form == "json"
        self._header = "[\n" if self._is_json_list else ""
        if form in CSV_FORMATS:
            self._header = f"{encode_csv_row(header, form)}\n"
        self._has_begun = False

    def write(self, pieces: Iterable[str]) -> None:
        """Write all pieces, many at a time."""
        pieces = iter(pieces)
        while some := list(islice(pieces, _BATCH_SIZE)):
            if not self._has_begun:
                sys.stdout.write(self._header)
            elif self._is_json_list:
                sys.stdout.write(",\n")
            self._has_begun = True
            sys.stdout.write(",\n".join(some) if self._is_json_list else "\n".join(some) + "\n")

    def close(self, *, refused: bool = False) -> None:
        """End the list. Write an empty one if there was no piece, unless something was refused."""
        if self._has_begun:
            sys.stdout.write("\n]\n" if self._is_json_list else "")
        elif not refused:
            sys.stdout.write("[]\n" if self._is_json_list else self._header)


@contextmanager
def open_output(form: str, header: Sequence[str] = ()) -> Iterator[OutputWriter]:
    """A writer that is closed at the end, after a refusal too: a list that was begun can be
    parsed."""
    output = OutputWriter(form, header)
    try:
        yield output
    except Refusal:
        output.close(refused=True)
        raise
    output.close()


@contextmanager
def open_answer(
    form: str, header: Sequence[str], forms: Sequence[str] = FORMATS
) -> Iterator[OutputWriter]:
    """The answer of a command. A form that is none of `forms` is wrong usage; a refusal ends the
    call."""
    require_format(form, *forms)
    with report_refusals(), open_output(form, header) as output:
        yield output


def encode_json(data: object) -> str:
    """Data as JSON on one line, without anything that a terminal would obey."""
    from json import dumps

    return escape_json(dumps(data, ensure_ascii=False, separators=(",", ":")))


def encode_csv_row(values: Iterable[object], form: str) -> str:
    """Values as a row of CSV: None is empty, true is 1 and false is 0. The row is one line, without
    anything that a terminal would obey; in the form `csv` a spreadsheet runs none of it."""
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
    """True for a cell that a spreadsheet takes for a formula. Numbers with a sign, with blanks
    between them, are none."""
    if not cell.lstrip().startswith(_FORMULA_PREFIXES):
        return False
    import re

    return re.fullmatch(r"[+-]?[0-9]+(?:\.[0-9]+)?(?: [+-]?[0-9]+(?:\.[0-9]+)?)*", cell) is None
