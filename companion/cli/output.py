"""Output and exit status of a call: text for people, JSON or CSV for programs.

An answer on standard output is text for people, JSON or CSV for programs. It is written piece by
piece, so that a million pieces take no more memory than one.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from itertools import islice
from typing import TYPE_CHECKING, NoReturn, TextIO

from companion.refusal import (
    MAX_PROBLEMS_SHOWN,
    Refusal,
    make_problem_message_for_players,
    render_problems,
)
from companion.text_cleaning import clean_text, clip_text, escape_json

if TYPE_CHECKING:
    from companion.audience import Seat
    from companion.reports.reply import RefusalDetails

DONE, REFUSED, WRONG_USAGE, BROKEN = 0, 1, 2, 3
"""Exit statuses: done, refused, wrong usage, a broken file."""
_MAX_MESSAGE_LENGTH = 1_000
"""Characters; a message quotes the arguments, which may be of any length."""
FORMATS = ("text", "json", "jsonl", "csv", "csv-raw")
CSV_FORMATS = ("csv", "csv-raw")
"""`csv` is for spreadsheets: a cell that one would run becomes text. `csv-raw` is for programs, and
keeps each cell as it is."""
_FORMULA_PREFIXES = tuple("=+-@＝＋－＠")
"""The first characters of what a spreadsheet takes for a formula."""
_SIGNED_NUMBERS = r"[+-]?[0-9]+(?:\.[0-9]+)?(?: [+-]?[0-9]+(?:\.[0-9]+)?)*"
"""What begins as a formula and is none."""
_BATCH_SIZE = 1_000


def print_lines(*lines: str, err: bool = False) -> None:
    """Print lines without anything that a terminal would obey."""
    for line in lines:
        print(clean_text(line), file=sys.stderr if err else sys.stdout, flush=True)


def exit_with_refusal(refusal: "Refusal | RefusalDetails", *, guide: bool = True) -> NoReturn:
    """Print the refusal and exit with its status. Only for the `guide` problems of files are
    quoted."""
    if not refusal.problems:
        message = clip_text(clean_text(refusal.message), _MAX_MESSAGE_LENGTH)
        print_lines(f"{message} {refusal.hint}".rstrip(), err=True)
        sys.exit(REFUSED)
    most = MAX_PROBLEMS_SHOWN if refusal.list_all else None
    if guide:
        lines = [*render_problems(refusal.problems, refusal.list_all, most=most), refusal.hint]
    else:
        lines = [" ".join(make_problem_message_for_players(refusal.problems))]
    print_lines(*lines, err=True)
    sys.exit(BROKEN)


def exit_with_wrong_usage(message: str) -> NoReturn:
    """Print what was wrong with the call, and exit."""
    print_lines(message, err=True)
    sys.exit(WRONG_USAGE)


def require_known_format(form: str, *known: str) -> None:
    """Exit with wrong usage if the form is none of these."""
    if form not in known:
        exit_with_wrong_usage(f"--format is one of {', '.join(known)}, not «{form}».")


def parse_seat(given: str) -> "Seat":
    """A seat by its name; exits with wrong usage if it is none."""
    from companion.grammar.context import SEATS

    seat = next((seat for seat in SEATS if seat == given), None)
    if seat is None:
        exit_with_wrong_usage(f"--as is one of {', '.join(SEATS)}, not «{given}».")
    return seat


@contextmanager
def handle_output_errors() -> Iterator[None]:
    """Standard output is flushed after this block. Exit quietly when the reader closes the pipe
    (`| head`); report any other OSError in one line on standard error, if that can be written."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # it may not know every letter
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        discard_unwritten_output(sys.stdout)
        sys.exit(DONE)
    except OSError as error:
        discard_unwritten_output(sys.stdout)
        what = f"{error.filename} cannot be read or written"
        if error.filename is None:
            what = "The answer could not be written"
        with suppress(OSError):
            print_lines(f"{what}: {error.strerror}.", err=True)
        sys.exit(REFUSED)
    finally:
        try:
            sys.stderr.flush()
        except OSError:  # at its end Python would try again, and exit with a status of its own
            discard_unwritten_output(sys.stderr)


def discard_unwritten_output(stream: TextIO) -> None:
    """Drop what is still to be written, so that the exit does not try again."""
    with suppress(OSError):  # a stream that is no file, as in a test
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def exit_on_refusal(*, guide: bool = True) -> Iterator[None]:
    """A refusal in this block ends the call through `exit_with_refusal`."""
    try:
        yield
    except Refusal as refusal:
        exit_with_refusal(refusal, guide=guide)


@contextmanager
def exit_quietly_on_interrupt() -> Iterator[None]:
    """Ctrl-C and Ctrl-D at a question in this block end the call without an error."""
    try:
        yield
    except (EOFError, KeyboardInterrupt):
        print(flush=True)
        sys.exit(DONE)


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
def open_answer_output(
    form: str, header: Sequence[str] = (), forms: Sequence[str] = FORMATS
) -> Iterator[OutputWriter]:
    """The answer of a command. A form that is none of `forms` is wrong usage. A refusal ends the
    call; a list that was begun is ended too, so that it can be parsed."""
    require_known_format(form, *forms)
    output = OutputWriter(form, header)
    with exit_on_refusal():
        try:
            yield output
        except Refusal:
            output.close(refused=True)
            raise
        output.close()


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
    writer(row, lineterminator="").writerow(_encode_table_cell(value, form) for value in values)
    return row.getvalue()


def _encode_table_cell(value: object, form: str) -> object:
    if isinstance(value, bool):
        return int(value)
    if not isinstance(value, str):
        return value
    value = clean_text(value)
    if form == "csv" and value.lstrip().startswith(_FORMULA_PREFIXES):
        return value if re.fullmatch(_SIGNED_NUMBERS, value) else f"'{value}"
    return value
