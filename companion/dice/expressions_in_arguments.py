"""Splits the arguments of a line into expressions of dice and names of tables, and recognises
dice."""

import re
from collections.abc import Sequence
from itertools import groupby

from companion.dice.notation_scanner_and_modifiers import BLANKS, NotationScanner
from companion.dice.parser import is_dice_notation

_CONTINUATION = re.compile(r"[+-][0-9]+|x[0-9]+|[a-z]+=[^=]+|=\S+", re.IGNORECASE)
_DICE_WORDS = re.compile(
    r"[0-9]+\+|at|or|on|than|keep|drop|kh|kl|dh|dl|enhanced?|impaired?|(?:dis)?advantage",
    re.IGNORECASE,
)
"""Words about dice. Arguments with one of them are read together, so that a mistake is refused as
dice and gets a hint. No table has such a name."""


def split_dice_and_table_expressions(arguments: Sequence[str]) -> list[str]:
    """The expressions in `arguments`.

    As many arguments as read as dice when joined are one expression (`d8 enhance 1`, `event -2`).
    Any other argument is one by itself, with what follows and belongs to it: a modifier, a number
    of times, a fact, faces (`marsh-encounters +2`, `d20 x3`, `weather season=winter`, `2d6 =3,5`).
    A `vs` ends an expression.
    """
    groups = groupby(arguments, lambda argument: argument.casefold() == "vs")
    return [each for is_vs, group in groups if not is_vs for each in _split_group(list(group))]


def _split_group(group: list[str]) -> list[str]:
    """Split arguments into the dice expressions they are made of."""
    expressions: list[str] = []
    at = 0
    while at < len(group):
        if expressions and _CONTINUATION.fullmatch(group[at]):
            expressions[-1] += f" {group[at]}"
            at += 1
            continue
        number = _count_arguments_of_dice(group[at:])
        if not number and _DICE_WORDS.fullmatch(group[at]) and looks_like_dice(group[0]):
            return [" ".join(group)]
        expressions.append(" ".join(group[at : at + (number or 1)]))
        at += number or 1
    return expressions


def _count_arguments_of_dice(arguments: list[str]) -> int:
    """How many of the first arguments, at most, read as dice when joined."""
    if not looks_like_dice(arguments[0]):
        return 0
    if is_dice_notation(" ".join(arguments)):
        return len(arguments)
    read = 0
    for number, argument in enumerate(arguments, 1):
        if is_dice_notation(" ".join(arguments[:number])):
            read = number
        elif is_dice_notation(argument):
            break
    return read


def looks_like_dice(text: str) -> bool:
    """True if a text begins as dice do, so that mistakes in it are mistakes in dice.

    Dice begin with a digit, `d6` or `d%`, a parenthesis, `min(`, `max(`, any of these after a
    sign, or with `event`, alone or with what may follow it. No table's name does.
    """
    reading = NotationScanner(text)
    reading.take_run(BLANKS + "+-")
    if reading.current.isdecimal() or reading.take_word("("):
        return True
    if reading.take_word("d"):
        return reading.current.isdecimal() or reading.current == "%"
    if reading.take_word("min", "max"):
        reading.skip_blanks()
        return reading.current == "("
    return bool(reading.take_word("event")) and _has_event_dice_tail(reading)


def _has_event_dice_tail(reading: NotationScanner) -> bool:
    """True if what follows the word `event` makes it dice: `event-signs` may name a table."""
    began = reading.at
    reading.skip_blanks()
    if not reading.current or reading.current in "+*×=<>≤≥[":
        return True
    if reading.take_word("-") or (reading.at > began and reading.take_word("x")):
        reading.skip_blanks()
        return not reading.current or reading.current.isdecimal()
    return False
