"""The small signs among a line's arguments: `=2,5`, `+1`, `-2`, `x3`, `for 1h`, `at the-chapel`.

Each function takes the arguments and gives back what it found with the arguments that are left.
"""

import re
from typing import TypeAlias

from companion.refusal import Impossible, Malformed

Arguments: TypeAlias = tuple[str, ...]
MAX_NUMBER = 1_000_000_000
_SIGNED = re.compile(r"[+-]\d{1,12}")
_TIMES = re.compile(r"[x×]([+-]?\d[\d.,]*)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?\d[\d.,]*")


def parse_whole_number(typed: str, *, what: str = "number") -> int:
    """A whole number as typed, with or without a sign. Malformed for anything else."""
    try:
        if not re.fullmatch(r"[+-]?\d{1,12}", typed):
            raise ValueError(typed)
        number = int(typed)
    except ValueError:
        raise Malformed(f"«{typed}» is no {what}.", "Type a whole number.") from None
    if abs(number) > MAX_NUMBER:
        raise Malformed(f"«{typed}» is too large a {what}.", f"At most {MAX_NUMBER:,}.")
    return number


def take_faces(arguments: Arguments, sign: str = "=") -> tuple[tuple[int, ...] | None, Arguments]:
    """`=5` or `=2,5` (or after another sign, `table=3,4`): faces rolled by hand; None where there
    are none. A space after a comma or the sign does no harm. Malformed when they are no numbers,
    given twice, or have no comma between them."""
    marked = [at for at, a in enumerate(arguments) if a.casefold().startswith(sign)]
    if not marked:
        return None, arguments
    at, *twice = marked
    if twice:
        both = " ".join(arguments[each] for each in marked)
        raise Malformed(f"«{both}»: the faces are given twice.", "Give them once.")
    typed, end = arguments[at][len(sign) :], at + 1
    while end < len(arguments) and (_is_continued(typed) or arguments[end].startswith((",", ";"))):
        typed, end = typed + arguments[end], end + 1
    if not typed:
        raise Malformed(f"What fell must follow «{sign}».", f"Try: {sign}5 or {sign}2,5")
    faces = re.split(r"[,;]", typed)
    if "" in faces:
        given = ",".join(filter(None, faces))
        raise Malformed(f"«{sign}{typed}» has a comma too many.", f"Try: {sign}{given}")
    bare = arguments[end:]
    if bare and all(map(str.isdecimal, bare)):  # else they belong to what is declared
        given = f"{sign}{typed} {' '.join(bare)}"
        raise Malformed(
            f"«{given}» has no commas between the faces.", f"Try: {given.replace(' ', ',')}"
        )
    found = tuple(parse_whole_number(face, what="face of a die") for face in faces)
    return found, arguments[:at] + arguments[end:]


def _is_continued(typed: str) -> bool:
    return not typed or typed[-1] in ",;"


def take_signed(arguments: Arguments) -> tuple[tuple[int, ...], Arguments]:
    """Every `+N` and `-N` among the arguments."""
    signed = tuple(int(a) for a in arguments if _SIGNED.fullmatch(a))
    return signed, tuple(a for a in arguments if not _SIGNED.fullmatch(a))


def take_times(arguments: Arguments) -> tuple[int | None, Arguments]:
    """`x3`: how many; None where it is not said. Malformed for none at all, for less than that and
    for parts."""
    for at, argument in enumerate(arguments):
        if found := _TIMES.fullmatch(argument):
            rest = arguments[:at] + arguments[at + 1 :]
            twice = next((each for each in rest if _TIMES.fullmatch(each)), None)
            if twice is not None:
                raise Malformed(f"«{argument} {twice}»: how many is said twice.", "Say it once.")
            return _parse_count(found[1], argument), rest
    return None, arguments


def take_number(arguments: Arguments) -> tuple[int | None, Arguments]:
    """`3 torches`: how many, where that comes first and something follows. Malformed as
    `take_times`."""
    if len(arguments) > 1 and _NUMBER.fullmatch(arguments[0]):
        return _parse_count(arguments[0], arguments[0]), arguments[1:]
    return None, arguments


def _parse_count(number: str, typed: str) -> int:
    if not re.fullmatch(r"\d{1,12}", number):
        raise Malformed(f"«{typed}» is no number to count by.", "Write a whole number, as x3.")
    if int(number) < 1:
        raise Malformed(f"«{typed}» is none at all.", "Write x1 or more.")
    return int(number)


def take_after(
    arguments: Arguments, *names: str, example: str = ""
) -> tuple[str | None, Arguments]:
    """The argument after one of these words: `for 1h`; None where the word is not there.
    Malformed when nothing follows it, with a line that would do as an `example`."""
    for at, argument in enumerate(arguments):
        if argument.casefold() in names:
            if at + 1 == len(arguments):
                way = f"Try: {example}" if example else ""
                raise Malformed(f"Something must follow «{argument}».", way)
            return arguments[at + 1], arguments[:at] + arguments[at + 2 :]
    return None, arguments


def take_rest_after(arguments: Arguments, *names: str) -> tuple[str | None, Arguments]:
    """All that stands after the last of these words: `in Gull Rock`; None where the word is not
    there, or comes first. Malformed when nothing follows it."""
    for at in range(len(arguments) - 1, 0, -1):
        if arguments[at].casefold() in names:
            if at + 1 == len(arguments):
                raise Malformed(f"Something must follow «{arguments[at]}».")
            return " ".join(arguments[at + 1 :]), arguments[:at]
    return None, arguments


def require_no_arguments(word: str, arguments: Arguments) -> None:
    """A word that takes nothing after it. Malformed when something stands there all the same."""
    if arguments:
        raise Malformed(
            f"Nothing can follow «{word}», not «{' '.join(arguments)}».", f"Try: {word}"
        )


def take_last(arguments: Arguments, *names: str) -> tuple[str | None, Arguments]:
    """One of these words, where it comes last: a hand axe is no axe in hand."""
    if len(arguments) > 1 and arguments[-1].casefold() in names:
        return arguments[-1].casefold(), arguments[:-1]
    return None, arguments


def take_flag(arguments: Arguments, *names: str) -> tuple[str | None, Arguments]:
    """Whichever of these words is among the arguments; None where none is."""
    for at, argument in enumerate(arguments):
        if argument.casefold() in names:
            return argument.casefold(), arguments[:at] + arguments[at + 1 :]
    return None, arguments


def parse_number_between(typed: str, least: int, most: int, *, what: str) -> int:
    """A whole number within these bounds. Malformed for what is none, Impossible beyond them; both
    say what is possible."""
    possible = f"It is a whole number from {least} to {most:,}."
    try:
        number = parse_whole_number(typed, what=what)
    except Malformed as refusal:
        refusal.hint = possible
        raise
    if not least <= number <= most:
        raise Impossible(f"{number} is no {what}.", possible)
    return number
