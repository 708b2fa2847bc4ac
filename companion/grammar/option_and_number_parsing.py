"""Finding options among the arguments of a line: `=2,5`, `+1`, `-2`, `x3`, `for 1h`.

Each `take_` function returns what it found and the arguments that are left.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from companion.dice.face_sources import MAX_NUMBER as MAX_MODIFIER
from companion.dice.face_sources import MAX_TIMES
from companion.refusal import Impossible, Malformed, Unknown, join_words, suggest_similar_words

if TYPE_CHECKING:
    from companion.randomtables.table import Table

Arguments: TypeAlias = tuple[str, ...]
S = TypeVar("S", bound=str)
MAX_NUMBER = 1_000_000_000
_SIGNED = re.compile(r"[+-]\d{1,12}")
_TIMES = re.compile(r"[x×][+-]?\d[\d.,]*", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?\d[\d.,]*")


def parse_whole_number(typed: str, *, what: str = "number") -> int:
    """A whole number, with or without a sign. Raises Malformed for anything else."""
    if not re.fullmatch(r"[+-]?\d{1,12}", typed):
        raise Malformed(f"«{typed}» is no {what}.")
    number = int(typed)
    if abs(number) > MAX_NUMBER:
        raise Malformed(f"«{typed}» is too large a {what}.", f"At most {MAX_NUMBER:,}.")
    return number


def take_dice_faces(
    arguments: Arguments, sign: str = "="
) -> tuple[tuple[int, ...] | None, Arguments]:
    """Faces rolled by hand, `=5` or `=2,5` (with another sign, `table=3,4`), or None. Spaces after
    the sign or a comma are allowed. Raises Malformed for anything but numbers with commas between
    them, and for faces given twice."""
    marked = [at for at, a in enumerate(arguments) if a.casefold().startswith(sign)]
    if not marked:
        return None, arguments
    at, *twice = marked
    if twice:
        both = " ".join(arguments[each] for each in marked)
        raise Malformed(f"«{both}»: the faces are given twice.", "Give them once.")
    typed, end = arguments[at][len(sign) :], at + 1
    while end < len(arguments) and (
        _is_list_continued(typed) or arguments[end].startswith((",", ";"))
    ):
        typed, end = typed + arguments[end], end + 1
    if not typed:
        ways = (f"{sign}5", f"{sign}2,5")
        hint = f"Try: {join_words(ways, 'or')}"
        raise Malformed(f"What fell must follow «{sign}».", hint, typed=sign, instead=ways)
    faces = re.split(r"[,;]", typed)
    if "" in faces:
        given = f"{sign}{','.join(filter(None, faces))}"
        message = f"«{sign}{typed}» has a comma too many."
        written = " ".join(arguments[at:end])
        raise Malformed(message, f"Try: {given}", typed=written, instead=(given,))
    bare = arguments[end:]
    if bare and all(map(str.isdecimal, bare)):  # otherwise a declared action has numbers in it
        given = f"{sign}{typed} {' '.join(bare)}"
        message = f"«{given}» has no commas between the faces."
        way = given.replace(" ", ",")
        raise Malformed(message, f"Try: {way}", typed=given, instead=(way,))
    found = tuple(parse_whole_number(face, what="face of a die") for face in faces)
    return found, arguments[:at] + arguments[end:]


def _is_list_continued(typed: str) -> bool:
    return not typed or typed[-1] in ",;"


def find_begun_word(typed: str, words: Iterable[str]) -> str:
    """The one of these words that is typed, or the only one that begins so, by two letters at
    least; "" for none."""
    folded = typed.casefold()
    begun = [word for word in words if len(folded) > 1 and word.startswith(folded)]
    return folded if folded in begun else begun[0] if len(begun) == 1 else ""


def take_signed_numbers(arguments: Arguments) -> tuple[tuple[int, ...], Arguments]:
    """Every `+N` and `-N` among the arguments."""
    signed = tuple(int(a) for a in arguments if _SIGNED.fullmatch(a))
    return signed, tuple(a for a in arguments if not _SIGNED.fullmatch(a))


def take_repeat_count(arguments: Arguments) -> tuple[int | None, Arguments]:
    """How many, as `x3`, or None. Raises Malformed for less than 1, for parts and for two of
    them."""
    counts = [argument for argument in arguments if _TIMES.fullmatch(argument)]
    if not counts:
        return None, arguments
    if len(counts) > 1:
        raise Malformed(f"«{counts[0]} {counts[1]}»: how many is said twice.", "Say it once.")
    rest = tuple(argument for argument in arguments if argument != counts[0])
    return _parse_repeat_count(counts[0][1:], counts[0]), rest


def take_leading_count(arguments: Arguments) -> tuple[int | None, Arguments]:
    """The count at the beginning of the arguments, as in `3 torches`, and the rest; None where no
    number stands first or nothing follows it. Raises Malformed as `take_repeat_count`."""
    if len(arguments) > 1 and _NUMBER.fullmatch(arguments[0]):
        return _parse_repeat_count(arguments[0], arguments[0]), arguments[1:]
    return None, arguments


def _parse_repeat_count(number: str, typed: str) -> int:
    if not re.fullmatch(r"\d{1,12}", number):
        raise Malformed(f"«{typed}» is no number to count by.", "Write a whole number, as x3.")
    if int(number) < 1:
        raise Malformed(f"«{typed}» is none at all.", "Write x1 or more.")
    return int(number)


def take_argument_after_word(
    arguments: Arguments, *names: str, example: str = ""
) -> tuple[str | None, Arguments]:
    """The argument after one of these words, as `for 1h`, or None. Raises Malformed with a correct
    `example` if nothing follows the word."""
    for at, argument in enumerate(arguments):
        if argument.casefold() in names:
            if at + 1 == len(arguments):
                way = f"Try: {example}" if example else ""
                raise Malformed(f"Something must follow «{argument}».", way)
            return arguments[at + 1], arguments[:at] + arguments[at + 2 :]
    return None, arguments


def require_no_arguments(word: str, arguments: Arguments) -> None:
    """Raises Malformed if anything follows a word that takes nothing after it."""
    if arguments:
        raise Malformed(
            f"Nothing can follow «{word}», not «{' '.join(arguments)}».", f"Try: {word}"
        )


def take_trailing_keyword(arguments: Arguments, *names: S) -> tuple[S | None, Arguments]:
    """One of these words if it comes last, or None: a hand axe is no axe in hand."""
    for name in names:
        if len(arguments) > 1 and arguments[-1].casefold() == name:
            return name, arguments[:-1]
    return None, arguments


def take_keyword(arguments: Arguments, *names: S) -> tuple[S | None, Arguments]:
    """The first of these words among the arguments, or None."""
    for at, argument in enumerate(arguments):
        for name in names:
            if argument.casefold() == name:
                return name, arguments[:at] + arguments[at + 1 :]
    return None, arguments


def parse_number_between(typed: str, least: int, most: int, *, what: str, example: str = "") -> int:
    """A whole number from `least` to `most`. Raises Malformed for anything else, and Impossible
    beyond these bounds, with an `example` that can stand instead."""
    instead = (example,) if example else ()
    possible = f"It is a whole number from {least} to {most:,}."
    try:
        number = parse_whole_number(typed, what=what)
    except Malformed as refusal:
        refusal.hint, refusal.typed, refusal.instead = possible, typed, instead
        raise
    if not least <= number <= most:
        raise Impossible(f"{number} is no {what}.", possible, typed=typed, instead=instead)
    return number


class Setting(NamedTuple):
    """A number as it is typed: what something is now, or by how much it changes."""

    number: int
    is_change: bool


def parse_value_or_change(
    typed: str, least: int, most: int, *, what: str, example: str = ""
) -> Setting:
    """`9`, or a change, as `+1`. Raises Malformed, or Impossible for a number beyond the bounds."""
    if typed[:1] in ("+", "-"):
        return Setting(parse_whole_number(typed, what=what), True)
    return Setting(parse_number_between(typed, least, most, what=what, example=example), False)


class TableRequest(NamedTuple):
    """A table, facts that hold beside those of the campaign, what to add to a roll on it, and how
    many times to roll."""

    table: "Table"
    facts: Mapping[str, str]
    modifier: int = 0
    times: int = 1


def parse_table_request(
    arguments: Arguments, find_table: Callable[[Arguments], "Table"]
) -> TableRequest:
    """Parse `TABLE [+N|-N] [FACT=VALUE…] [xN]`."""
    times, arguments = take_repeat_count(arguments)
    facts, arguments = take_table_facts(arguments)
    signed, arguments = take_signed_numbers(arguments)
    if not arguments:
        raise Malformed("On which table?", "Try: roll marsh-encounters +1")
    table, modifier = find_table(arguments), sum(signed)
    if abs(modifier) > MAX_MODIFIER:
        raise Impossible(f"{modifier:+} is too much.", f"Add {MAX_MODIFIER:,} at most.")
    if times is not None and times > MAX_TIMES:
        raise Impossible(f"x{times} is too often.", f"At most x{MAX_TIMES}.")
    return TableRequest(table, facts, modifier, times or 1)


def take_table_facts(arguments: Arguments) -> tuple[dict[str, str], Arguments]:
    """Take facts like `season=winter`, in any case; return them and the other arguments. Raises
    Unknown for a fact that no table asks."""
    typed = [argument for argument in arguments if "=" in argument]
    if not typed:
        return {}, arguments
    from companion.campaign.facts_and_decks_for_tables import (
        KNOWN_FACTS,  # measured: a plain roll needs no campaign
    )

    found: dict[str, str] = {}
    for argument in typed:
        fact, _, value = argument.casefold().partition("=")
        if fact not in KNOWN_FACTS:
            hint = suggest_similar_words(fact, KNOWN_FACTS)
            hint = hint or f"They ask {join_words(KNOWN_FACTS, 'or')}."
            raise Unknown(f"No table asks «{fact}».", hint)
        values = KNOWN_FACTS[fact]
        if not value or (values and value not in values):
            hint = f"It is {join_words(values, 'or')}." if values else ""
            ways = () if values else (f"{fact}={'winter' if fact == 'season' else 'marsh'}",)
            message = f"«{value}» is no {fact} that a table asks."
            raise Unknown(message, hint, typed=argument, instead=ways)
        found[fact] = value
    return found, tuple(argument for argument in arguments if "=" not in argument)
