"""What was asked in a call, or line by line on standard input, answered on standard output."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from companion.dice.expressions import one_by_one
from companion.refusal import Refusal
from companion.shell.asked import lines_asked
from companion.shell.forms import sheet

Pieces: TypeAlias = Callable[[Sequence[str]], Iterable[str]]
"""What is answered to expressions asked together, piece by piece; all are read before the first is
answered."""
_TO_QUOTE = re.compile(r"^Try: ([^<>\n]*[<>].*)$")
"""A hint that a shell would take for a file to write."""


def answer(arguments: Sequence[str], form: str, columns: Sequence[str], pieces: Pieces) -> None:
    """Answer the arguments of a call; or where they are `-` or none at all, each line of standard
    input as it comes.

    Raises the refusal of the first that cannot be answered, with the number of its line.
    """
    with sheet(form, columns) as paper:
        if arguments and list(arguments) != ["-"]:
            with _as_a_shell_takes_it():
                paper.write(pieces(one_by_one(arguments)))
            return
        typed = (line.decode("utf-8", errors="replace") for line in sys.stdin.buffer)
        for number, expression in lines_asked(typed):
            with _on_line(number):
                paper.write(pieces([expression]))
            sys.stdout.flush()


@contextmanager
def _as_a_shell_takes_it() -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        refusal.hint = _TO_QUOTE.sub(r'Try: "\1"', refusal.hint)
        raise


@contextmanager
def _on_line(number: int) -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        refusal.message = f"Line {number}: {refusal.message}"
        raise
