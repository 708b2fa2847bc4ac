"""Which expressions the arguments of a line are, at the shell and at the prompt alike."""

import re
from collections.abc import Iterator, Sequence

from companion.dice.grammar import looks_like_dice, parse
from companion.refusal import Refusal

_GOES_ON = re.compile(r"[+-][0-9]+|x[0-9]+|[a-z]+=[^=]+", re.IGNORECASE)


def one_by_one(arguments: Sequence[str]) -> list[str]:
    """The expressions that arguments are.

    Those that read as dice when joined by blanks are one (`d8 enhance 1`, `event -2`). Else each
    is one, together with what belongs to it: a modifier, a number of times, what holds
    (`marsh-encounters +2`, `d20 x3`, `weather season=winter`). A `vs` parts those before it from
    those after.
    """
    expressions: list[str] = []
    for group in _between_vs(arguments):
        if len(group) > 1 and _are_dice(" ".join(group)):
            expressions.append(" ".join(group))
            continue
        begun = len(expressions)
        for argument in group:
            if len(expressions) > begun and _GOES_ON.fullmatch(argument):
                expressions[-1] += f" {argument}"
            else:
                expressions.append(argument)
    return expressions


def _between_vs(arguments: Sequence[str]) -> Iterator[list[str]]:
    group: list[str] = []
    for argument in arguments:
        if argument.casefold() == "vs":
            yield group
            group = []
        else:
            group.append(argument)
    yield group


def _are_dice(text: str) -> bool:
    try:
        return looks_like_dice(text) and bool(parse(text))
    except Refusal:
        return False
