"""What a Check is made under, as it is typed: DV, Position, Impact, helps and hindrances."""

import re
from itertools import pairwise
from typing import NamedTuple, TypeVar

from companion.errant.checks import IMPACTS, POSITIONS, Circumstance, Impact, Position, Stakes
from companion.grammar.arguments import Arguments, parse_whole_number, take_after
from companion.refusal import Malformed

_SIGNED = re.compile(r"([+-]\d{1,2}),?")
_MAX_DV = 20
T = TypeVar("T", bound=str)


class CheckTerms(NamedTuple):
    """What was typed of a Check: its base where that was said, its stakes, and what helps or
    hinders."""

    base_dv: int | None
    position: Position | None
    impact: Impact | None
    circumstances: tuple[Circumstance, ...]

    def fill_stakes(self, usual: Stakes) -> Stakes:
        """The stakes as typed, and as usual where nothing is said."""
        return Stakes(
            usual.dv if self.base_dv is None else self.base_dv,
            self.position or usual.position,
            self.impact or usual.impact,
        )


def parse_check_terms(arguments: Arguments) -> CheckTerms:
    """`[dv N] [shaky|risky|dire] [weak|fair|strong] [NAME ±N]…`; a name is all that stands between
    the rest and its number: `wet stone +4`; a name of several words, in quotes, may have one of
    those among them. Malformed for a DV that is none, and for anything that has no number."""
    refuse_misplaced_secret(("check", *arguments))
    typed, rest = take_after(arguments, "dv", example="check bree phys dv 4")
    base = None if typed is None else _parse_dv(typed)
    position, rest = _take_one_of(rest, POSITIONS)
    impact, rest = _take_one_of(rest, IMPACTS)
    found, rest = _take_circumstances(rest)
    if rest:
        raise _make_leftover_refusal(rest)
    return CheckTerms(base, position, impact, found)


def refuse_misplaced_secret(arguments: Arguments) -> None:
    """That what was meant to be secret is not said openly for a word in the wrong place; a secret
    door is a circumstance. Malformed."""
    folded = [*(argument.casefold() for argument in arguments), "+"]
    alone = any(each == "secret" and after[:1] in "+-" for each, after in pairwise(folded))
    if alone or folded[0] == "secret":
        raise Malformed("«secret» comes before the word.", "Try: secret check bree mind")


def _make_leftover_refusal(rest: Arguments) -> Malformed:
    """What is neither one of the words nor has a number."""
    said, first = " ".join(rest), rest[0].casefold()
    if first.isdecimal():
        return Malformed(
            f"What is the {first}?", f"Try: dv {first}, or a name before it: rope +{first}"
        )
    for what, known in (("Position", POSITIONS), ("Impact", IMPACTS), ("DV", ("dv",))):
        if first in known:
            return Malformed(f"There is one {what}, and «{said}» is another.", "Leave one out.")
    return Malformed(f"«{said}» has no number.", f"Say what it adds to the DV: {said} +4, or -2")


def _parse_dv(typed: str) -> int:
    number = parse_whole_number(typed, what="DV")
    if abs(number) > _MAX_DV:
        raise Malformed(
            f"«{typed}» is no DV.",
            f"0 is easy, 4 difficult, 8 almost impossible; at most {_MAX_DV}.",
        )
    return number


def _take_one_of(arguments: Arguments, known: tuple[T, ...]) -> tuple[T | None, Arguments]:
    for at, argument in enumerate(arguments):
        for each in known:
            if argument.casefold() == each:
                return each, arguments[:at] + arguments[at + 1 :]
    return None, arguments


def _take_circumstances(arguments: Arguments) -> tuple[tuple[Circumstance, ...], Arguments]:
    """`wet stone +4`: each number with the words before it; words without a number are left."""
    found: list[Circumstance] = []
    waiting: list[str] = []
    for argument in arguments:
        if number := _SIGNED.fullmatch(argument):
            name = " ".join(waiting).strip(" ,") or "circumstances"
            found.append(Circumstance(name, int(number[1])))
            waiting = []
        else:
            waiting.append(argument)
    return tuple(found), tuple(waiting)
