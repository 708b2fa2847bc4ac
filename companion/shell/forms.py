"""The forms of an answer at the shell: text for people, JSON and CSV for programs.

Whatever the form, an answer is written piece by piece as it comes, so that a million pieces take
no more memory than one.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from companion.refusal import Refusal
from companion.text import clean, in_json

FORMS = ("text", "json", "jsonl", "csv")
_AT_ONCE = 1_000


class Sheet:
    """What is written on standard output: a line a piece, or with `json` one list of all pieces.

    `header` names the columns of a CSV. Nothing is written before the first piece, so that what
    is refused at once leaves nothing behind.
    """

    def __init__(self, form: str, header: Sequence[str]) -> None:
        self._as_list = form == "json"
        self._opening = "[\n" if self._as_list else f"{csv_row(header)}\n" if form == "csv" else ""
        self._begun = False

    def write(self, pieces: Iterable[str]) -> None:
        """Write each piece, many at a time where there are many."""
        pieces = iter(pieces)
        while some := list(islice(pieces, _AT_ONCE)):
            if not self._begun:
                sys.stdout.write(self._opening)
            elif self._as_list:
                sys.stdout.write(",\n")
            self._begun = True
            sys.stdout.write(",\n".join(some) if self._as_list else "\n".join(some) + "\n")

    def end(self, *, refused: bool = False) -> None:
        """Close what was begun. Where nothing was, say so, unless something was refused."""
        if self._begun:
            sys.stdout.write("\n]\n" if self._as_list else "")
        elif not refused:
            sys.stdout.write("[]\n" if self._as_list else self._opening)


@contextmanager
def sheet(form: str, header: Sequence[str] = ()) -> Iterator[Sheet]:
    """A sheet to write on, closed at the end: a list that was begun is one that reads, even where
    something was refused on the way."""
    opened = Sheet(form, header)
    try:
        yield opened
    except Refusal:
        opened.end(refused=True)
        raise
    opened.end()


def json_object(data: object) -> str:
    """Data as JSON on one line, nothing in it that a terminal would obey."""
    from json import dumps

    return in_json(dumps(data, ensure_ascii=False, separators=(",", ":")))


def csv_row(values: Iterable[object]) -> str:
    """Values as one row of CSV, in quotes where they need them: None is nothing at all, what is
    true 1 and what is not 0. It stands on one line, with nothing that a terminal would obey."""
    from csv import writer
    from io import StringIO

    row = StringIO()
    writer(row, lineterminator="").writerow(
        int(value) if isinstance(value, bool) else _cleaned(value) for value in values
    )
    return row.getvalue()


def _cleaned(value: object) -> object:
    return clean(value) if isinstance(value, str) else value
