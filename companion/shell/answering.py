"""What was asked in a call, or line by line on standard input, answered on standard output."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from companion.dice.expressions import one_by_one
from companion.refusal import Refusal
from companion.shell.asked import Asked, lines_asked, read
from companion.shell.forms import sheet
from companion.shell.given import Given

Pieces: TypeAlias = Callable[[Sequence[Asked]], Iterable[str]]
"""What is answered to what was asked together, piece by piece."""


def answer(
    arguments: Sequence[str], given: Given, form: str, columns: Sequence[str], pieces: Pieces
) -> None:
    """Answer the arguments of a call, all of which are read before the first is answered; or where
    they are `-` or none at all, each line of standard input as it comes.

    Raises the refusal of the first that cannot be answered, with the number of its line.
    """
    with sheet(form, columns) as paper:
        if arguments and list(arguments) != ["-"]:
            paper.write(pieces([read(each, given) for each in one_by_one(arguments)]))
            return
        typed = (line.decode("utf-8", errors="replace") for line in sys.stdin.buffer)
        for number, expression in lines_asked(typed):
            with _on_line(number):
                paper.write(pieces([read(expression, given)]))
            sys.stdout.flush()


@contextmanager
def _on_line(number: int) -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        refusal.message = f"Line {number}: {refusal.message}"
        raise
