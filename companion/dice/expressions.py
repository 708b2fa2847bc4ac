"""Splits the arguments of a line into expressions, at the shell and at the prompt."""

import re
from collections.abc import Iterator, Sequence

from companion.dice.parser import is_rollable, looks_like_dice

_CONTINUATION = re.compile(r"[+-][0-9]+|x[0-9]+|[a-z]+=[^=]+|=\S+", re.IGNORECASE)
_DICE_WORDS = re.compile(
    r"[0-9]+\+|at|or|on|than|keep|drop|kh|kl|dh|dl|enhanced?|impaired?|(?:dis)?advantage",
    re.IGNORECASE,
)
"""Words about dice. Arguments with one of them are read together, so that a mistake is refused as
dice and gets a hint. No table has such a name."""


def split_expressions(arguments: Sequence[str]) -> list[str]:
    """The expressions in `arguments`.

    As many arguments as read as dice when joined are one expression (`d8 enhance 1`, `event -2`).
    Any other argument is one by itself, with what follows and belongs to it: a modifier, a number
    of times, a fact, faces (`marsh-encounters +2`, `d20 x3`, `weather season=winter`, `2d6 =3,5`).
    A `vs` ends an expression.
    """
    return [each for group in _split_at_vs(arguments) for each in _split_group(group)]


def _split_group(group: list[str]) -> list[str]:
    expressions: list[str] = []
    at = 0
    while at < len(group):
        if expressions and _CONTINUATION.fullmatch(group[at]):
            expressions[-1] += f" {group[at]}"
            at += 1
            continue
        number = _count_joined(group[at:])
        if not number and _DICE_WORDS.fullmatch(group[at]) and looks_like_dice(group[0]):
            return [" ".join(group)]
        expressions.append(" ".join(group[at : at + (number or 1)]))
        at += number or 1
    return expressions


def _count_joined(arguments: list[str]) -> int:
    """How many of the first arguments, at most, read as dice when joined."""
    if not looks_like_dice(arguments[0]):
        return 0
    if is_rollable(" ".join(arguments)):
        return len(arguments)
    read = 0
    for number, argument in enumerate(arguments, 1):
        if is_rollable(" ".join(arguments[:number])):
            read = number
        elif is_rollable(argument):
            break
    return read


def _split_at_vs(arguments: Sequence[str]) -> Iterator[list[str]]:
    group: list[str] = []
    for argument in arguments:
        if argument.casefold() == "vs":
            yield group
            group = []
        else:
            group.append(argument)
    yield group
