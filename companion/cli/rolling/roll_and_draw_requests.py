"""Parses what a call, or a line on standard input, asks for: a roll of dice, or a draw from a
table."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.cli.output import OutputWriter
from companion.dice.expressions_in_arguments import (
    looks_like_dice,
    split_dice_and_table_expressions,
)
from companion.dice.notation_tree import Notation
from companion.dice.parser import parse
from companion.grammar.option_and_number_parsing import (
    TableRequest,
    parse_table_request,
    take_dice_faces,
    take_repeat_count,
)
from companion.refusal import Malformed, Refusal, Unknown

if TYPE_CHECKING:
    from companion.cli.rolling.resolved_options import CallOptions
    from companion.randomtables.table import Table

BY_HAND_MESSAGE = "Faces rolled by hand are those of one expression, rolled once."


Request: TypeAlias = Notation | TableRequest
_TYPED_FACES = re.compile(r"(^|\s)=[0-9]")
"""Typed faces stand apart, right after their sign: `2d6 =3,5`. `2d6=7` and `2d6 = 7` compare."""


class RollRequest(NamedTuple):
    """What to roll, and the faces typed by hand, or None."""

    request: Request
    entered: tuple[int, ...] | None = None


def parse_dice_or_table_with_faces(expression: str, options: "CallOptions") -> RollRequest:
    """Parse an expression, with `=3,5` for typed faces. Raises what `parse_dice_or_table` does."""
    if not _TYPED_FACES.search(expression):
        return RollRequest(parse_dice_or_table(expression, options))
    entered, arguments = take_dice_faces(tuple(expression.split()))
    return RollRequest(parse_dice_or_table(" ".join(arguments), options), entered)


def parse_dice_or_table(expression: str, options: "CallOptions") -> Request:
    """Parse dice, or `TABLE [+N|-N] [FACT=VALUE…] [xN]`. Raises the refusal of either."""
    if looks_like_dice(expression):
        return parse(expression)
    request = parse_table_request(
        tuple(expression.split()), lambda typed: _resolve_table(" ".join(typed), options)
    )
    return request._replace(facts={**options.facts, **request.facts})


def _resolve_table(typed: str, options: "CallOptions") -> "Table":
    """A table by its name. The refusal of a fact's value has a hint: `season=winter`."""
    try:
        return options.resolve_table(typed)
    except Unknown as refusal:
        from companion.grammar.argument_kinds.dice_and_tables import FACTS_BY_VALUE

        value = typed.casefold()
        if value in FACTS_BY_VALUE:
            refusal.hint = f"Try: {FACTS_BY_VALUE[value]}={value}"
        raise


class DrawRequest(NamedTuple):
    """A table as typed, how many rows of it, facts (`season=winter`), and the faces typed by hand,
    or None."""

    table: str
    times: int
    typed_facts: tuple[str, ...] = ()
    entered: tuple[int, ...] | None = None

    @property
    def extra_arguments(self) -> tuple[str, ...]:
        """The words after the table at the prompt, without facts."""
        times = f"x{self.times}"
        return (times,) if self.entered is None else (times, f"={','.join(map(str, self.entered))}")


def parse_draw_request(arguments: Sequence[str], times: int) -> DrawRequest:
    """Parse `TABLE [FACT=VALUE…] [xN] [=FACES]`. Raises Malformed."""
    entered, left = take_dice_faces(tuple(arguments))
    if entered is not None and times > 1:
        raise Malformed(BY_HAND_MESSAGE, "Try: companion draw rumours x2 =3,1")
    number, left = take_repeat_count(left)
    facts = tuple(each for each in left if "=" in each)
    left = tuple(each for each in left if "=" not in each)
    return DrawRequest(require_one_table_name(left, "draw"), (number or 1) * times, facts, entered)


def require_one_table_name(arguments: Sequence[str], word: str) -> str:
    """The only table that is named. Raises Malformed for none and for several."""
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
"""The answer to several expressions, in pieces; all are parsed before the first is answered."""
_HINT_TO_QUOTE = re.compile(r"^Try: ([^<>\n]*[<>].*)$")
"""A hint in which a shell would redirect to a file."""


def answer_arguments_or_input_lines(
    arguments: Sequence[str], output: OutputWriter, answer: Answerer
) -> None:
    """Answer the arguments of a call. For `-`, or none, answer each line of standard input as it
    comes. Raises the refusal of the first that cannot be answered, with its line number."""
    if arguments and list(arguments) != ["-"]:
        try:
            output.write(answer(split_dice_and_table_expressions(arguments)))
        except Refusal as refusal:
            refusal.hint = quote_hint_for_shell(refusal.hint)
            raise
        return
    typed = (line.decode("utf-8", errors="replace") for line in sys.stdin.buffer)
    for number, expression in _read_request_lines(typed):
        try:
            output.write(answer([expression]))
        except Refusal as refusal:
            refusal.message = f"Line {number}: {refusal.message}"
            raise
        sys.stdout.flush()


def quote_hint_for_shell(hint: str) -> str:
    """A hint that can be typed in a shell."""
    return _HINT_TO_QUOTE.sub(r'Try: "\1"', hint)


def _read_request_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The expressions on standard input, one a line, each with its line number. Empty lines and
    comments (`#`) are skipped."""
    for number, line in enumerate(lines, 1):
        expression = line.removeprefix("\ufeff").strip()
        if expression and not expression.startswith("#"):
            yield number, expression
