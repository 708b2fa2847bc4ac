"""What a call, or a line on standard input, asks for: dice, or a table."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.dice.grammar import looks_like_dice, parse
from companion.dice.notation import MOST_NUMBER, MOST_TIMES, Notation
from companion.refusal import Impossible, Malformed, Unknown

if TYPE_CHECKING:
    from companion.randomtables.table import Table
    from companion.shell.given import Given


class OnTable(NamedTuple):
    """A table, what holds and what is added as it is rolled on, and how many times it is."""

    table: "Table"
    facts: Mapping[str, str]
    modifier: int = 0
    times: int = 1


Asked: TypeAlias = Notation | OnTable
_TYPED_FACES = re.compile(r"(^|\s)=[0-9]")
"""Faces stand apart from what they are of, and right after their sign: `2d6 =3,5`. A total is
compared in `2d6=7` and `2d6 = 7`."""


class ToRoll(NamedTuple):
    """What to roll, and the faces that were rolled by hand; None where it is the companion's."""

    what: Asked
    entered: tuple[int, ...] | None = None


def lines_asked(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The expressions on standard input, one a line, with the numbers of their lines. Empty lines
    and comments (`#`) ask for nothing."""
    for number, line in enumerate(lines, 1):
        expression = line.removeprefix("\ufeff").strip()
        if expression and not expression.startswith("#"):
            yield number, expression


def read_to_roll(expression: str, given: "Given") -> ToRoll:
    """What an expression asks to roll, with `=3,5` for what fell. Raises as `read` does."""
    if not _TYPED_FACES.search(expression):
        return ToRoll(read(expression, given))
    from companion.words.options import take_faces

    entered, arguments = take_faces(tuple(expression.split()))
    return ToRoll(read(" ".join(arguments), given), entered)


def read(expression: str, given: "Given") -> Asked:
    """What an expression asks for: dice, or `TABLE [+N|-N] [FACT=VALUE…] [xN]`.

    Raises the refusal of the dice, or of the table.
    """
    if looks_like_dice(expression):
        return parse(expression)
    from companion.words.options import take_signed, take_times

    times, arguments = take_times(tuple(expression.split()))
    signed, arguments = take_signed(arguments)
    facts: Mapping[str, str] = {}
    if "=" in expression:
        from companion.commands.rolling import take_facts  # heavy, and rarely asked for

        facts, arguments = take_facts(arguments)
    if not arguments:
        raise Malformed(f"«{expression}» names no table.", "Try: marsh-encounters +1")
    if abs(sum(signed)) > MOST_NUMBER or (times or 1) > MOST_TIMES:
        hint = f"Add up to {MOST_NUMBER:,}, and roll up to x{MOST_TIMES}."
        raise Impossible(f"«{expression}» is more than can be rolled.", hint)
    table = _table_meant(" ".join(arguments), given)
    return OnTable(table, {**given.facts, **facts}, sum(signed), times or 1)


def _table_meant(typed: str, given: "Given") -> "Table":
    """A table by its name. What holds is no table, and says so: `season=winter`."""
    try:
        return given.table(typed)
    except Unknown as refusal:
        from companion.campaign.facts import KNOWN, SEASONS

        for fact, values in {**KNOWN, "season": SEASONS}.items():
            if typed.casefold() in values:
                refusal.hint = f"Try: {fact}={typed.casefold()}"
        raise
