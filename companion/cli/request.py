"""What a call, or a line on standard input, asks for: dice, or a table."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.cli.output import open_output
from companion.dice.expressions import split_expressions
from companion.dice.notation import MAX_NUMBER, MAX_TIMES, Notation
from companion.dice.parser import looks_like_dice, parse
from companion.grammar.arguments import take_faces, take_times
from companion.refusal import Impossible, Malformed, Refusal, Unknown

if TYPE_CHECKING:
    from companion.cli.options import CallOptions
    from companion.randomtables.table import Table

BY_HAND_MESSAGE = "Faces rolled by hand are those of one expression, rolled once."


class TableRequest(NamedTuple):
    """A table, what holds and what is added as it is rolled on, and how many times it is."""

    table: "Table"
    facts: Mapping[str, str]
    modifier: int = 0
    times: int = 1


Request: TypeAlias = Notation | TableRequest
_TYPED_FACES = re.compile(r"(^|\s)=[0-9]")
"""Faces stand apart from what they are of, and right after their sign: `2d6 =3,5`. A total is
compared in `2d6=7` and `2d6 = 7`."""


class RollRequest(NamedTuple):
    """What to roll, and the faces that were rolled by hand; None where it is the companion's."""

    request: Request
    entered: tuple[int, ...] | None = None


def read_request_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The expressions on standard input, one a line, with the numbers of their lines. Empty lines
    and comments (`#`) ask for nothing."""
    for number, line in enumerate(lines, 1):
        expression = line.removeprefix("\ufeff").strip()
        if expression and not expression.startswith("#"):
            yield number, expression


def parse_roll_request(expression: str, given: "CallOptions") -> RollRequest:
    """What an expression asks to roll, with `=3,5` for what fell. Raises as `read` does."""
    if not _TYPED_FACES.search(expression):
        return RollRequest(parse_request(expression, given))
    from companion.grammar.arguments import take_faces

    entered, arguments = take_faces(tuple(expression.split()))
    return RollRequest(parse_request(" ".join(arguments), given), entered)


def parse_request(expression: str, given: "CallOptions") -> Request:
    """What an expression asks for: dice, or `TABLE [+N|-N] [FACT=VALUE…] [xN]`.

    Raises the refusal of the dice, or of the table.
    """
    if looks_like_dice(expression):
        return parse(expression)
    from companion.grammar.arguments import take_signed, take_times

    times, arguments = take_times(tuple(expression.split()))
    signed, arguments = take_signed(arguments)
    facts: Mapping[str, str] = {}
    if "=" in expression:
        from companion.commands.tables.table_request import (
            take_facts,  # heavy, and rarely asked for
        )

        facts, arguments = take_facts(arguments)
    if not arguments:
        raise Malformed(f"«{expression}» names no table.", "Try: marsh-encounters +1")
    if abs(sum(signed)) > MAX_NUMBER or (times or 1) > MAX_TIMES:
        hint = f"Add up to {MAX_NUMBER:,}, and roll up to x{MAX_TIMES}."
        raise Impossible(f"«{expression}» is more than can be rolled.", hint)
    table = _resolve_table(" ".join(arguments), given)
    return TableRequest(table, {**given.facts, **facts}, sum(signed), times or 1)


def _resolve_table(typed: str, given: "CallOptions") -> "Table":
    """A table by its name. What holds is no table, and says so: `season=winter`."""
    try:
        return given.resolve_table(typed)
    except Unknown as refusal:
        from companion.campaign.tables import KNOWN_FACTS, SEASONS

        for fact, values in {**KNOWN_FACTS, "season": SEASONS}.items():
            if typed.casefold() in values:
                refusal.hint = f"Try: {fact}={typed.casefold()}"
        raise


class DrawRequest(NamedTuple):
    """A table as typed, how many rows of it, what holds (`season=winter`), and the faces that were
    rolled by hand; None where it is the companion's to roll."""

    table: str
    times: int
    typed_facts: tuple[str, ...] = ()
    entered: tuple[int, ...] | None = None

    @property
    def extra_arguments(self) -> tuple[str, ...]:
        """What is typed after the table at a desk, what holds aside."""
        times = f"x{self.times}"
        return (times,) if self.entered is None else (times, f"={','.join(map(str, self.entered))}")


def parse_draw_request(arguments: Sequence[str], times: int) -> DrawRequest:
    """`TABLE [FACT=VALUE…] [xN] [=FACES]`, so many times. Raises `Malformed`."""
    entered, left = take_faces(tuple(arguments))
    if entered is not None and times > 1:
        raise Malformed(BY_HAND_MESSAGE, "Try: companion draw rumours x2 =3,1")
    number, left = take_times(left)
    holds = tuple(each for each in left if "=" in each)
    left = tuple(each for each in left if "=" not in each)
    return DrawRequest(require_one_table(left, "draw"), (number or 1) * times, holds, entered)


def require_one_table(arguments: Sequence[str], word: str) -> str:
    """The table that is named. `Malformed` for none, and for more than one."""
    if len(arguments) == 1:
        return arguments[0]
    numbers = [each for each in arguments if each.isdecimal()]
    names = [each for each in arguments if not each.isdecimal()] or ["rumours"]
    if word == "draw" and len(numbers) == len(names) == 1:
        hint = f"Try: companion draw {names[0]} -n {numbers[0]}"
    else:
        hint = f"Try: companion {word} {names[0]}"
    raise Malformed(f"«{' '.join(arguments)}» is not one table to {word}.", hint)


Answerer: TypeAlias = Callable[[Sequence[str]], Iterable[str]]
"""What is answered to expressions asked together, piece by piece; all are read before the first is
answered."""
_HINT_TO_QUOTE = re.compile(r"^Try: ([^<>\n]*[<>].*)$")
"""A hint that a shell would take for a file to write."""


def answer_requests(
    arguments: Sequence[str], form: str, columns: Sequence[str], pieces: Answerer
) -> None:
    """Answer the arguments of a call; or where they are `-` or none at all, each line of standard
    input as it comes.

    Raises the refusal of the first that cannot be answered, with the number of its line.
    """
    with open_output(form, columns) as paper:
        if arguments and list(arguments) != ["-"]:
            with _quote_hints():
                paper.write(pieces(split_expressions(arguments)))
            return
        typed = (line.decode("utf-8", errors="replace") for line in sys.stdin.buffer)
        for number, expression in read_request_lines(typed):
            with _number_refusals(number):
                paper.write(pieces([expression]))
            sys.stdout.flush()


@contextmanager
def _quote_hints() -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        refusal.hint = _HINT_TO_QUOTE.sub(r'Try: "\1"', refusal.hint)
        raise


@contextmanager
def _number_refusals(number: int) -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        refusal.message = f"Line {number}: {refusal.message}"
        raise
