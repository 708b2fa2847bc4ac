"""The terms of a Check in a line: its DV, Position, Impact, helps and hindrances."""

import re
from itertools import pairwise
from typing import NamedTuple

from companion.errant.checks_and_saves import (
    IMPACTS,
    POSITIONS,
    Circumstance,
    Impact,
    Position,
    Stakes,
)
from companion.errant.world import Npc
from companion.grammar.option_and_number_parsing import (
    Arguments,
    take_argument_after_word,
    take_keyword,
)
from companion.refusal import Malformed

_SIGNED = re.compile(r"([+-]\d{1,2}),?")
_MAX_DV = 20
STAKES_WORDS = {
    "dv": "how hard it is: 0, 4, 8",
    "shaky": "failure is not as bad",
    "dire": "failure is worse",
    "weak": "success is less",
    "strong": "success is more",
}
"""What the menu offers of the stakes; what is usual needs no word."""


class CheckTerms(NamedTuple):
    """What was typed of a Check: its base DV, its stakes, what helps or hinders, whether it is
    `physical`, and the NPC it is made `with`."""

    base_dv: int | None = None
    position: Position | None = None
    impact: Impact | None = None
    circumstances: tuple[Circumstance, ...] = ()
    is_physical: bool = False
    npc: Npc | None = None

    def fill_missing_stakes(self, usual: Stakes) -> Stakes:
        """The stakes that were typed, and the usual ones where none were."""
        return Stakes(
            usual.dv if self.base_dv is None else self.base_dv,
            self.position or usual.position,
            self.impact or usual.impact,
        )


def parse_check_terms(arguments: Arguments) -> CheckTerms:
    """`[dv N] [shaky|risky|dire] [weak|fair|strong] [NAME ±N]…`. A name is all the words before its
    number, as in `wet stone +4`. Raises Malformed for a wrong DV, and for a name without a
    number."""
    refuse_misplaced_secret(("check", *arguments))
    typed, rest = take_argument_after_word(arguments, "dv", example="check bree phys dv 4")
    base = None if typed is None else _parse_dv(typed)
    position, rest = take_keyword(rest, *POSITIONS)
    impact, rest = take_keyword(rest, *IMPACTS)
    found, rest = _take_circumstances(rest)
    if rest:
        raise _make_refusal_of_leftover_words(rest)
    return CheckTerms(base, position, impact, found)


def refuse_misplaced_secret(arguments: Arguments) -> None:
    """Raises Malformed for `secret` in the wrong place, which would be rolled openly; a secret door
    is a circumstance."""
    folded = [*(argument.casefold() for argument in arguments), "+"]
    alone = any(each == "secret" and after[:1] in "+-" for each, after in pairwise(folded))
    if alone or folded[0] == "secret":
        raise Malformed("«secret» comes before the word.", "Try: secret check bree mind")


def _make_refusal_of_leftover_words(rest: Arguments) -> Malformed:
    """The refusal of what is neither one of the words nor has a number."""
    text, first = " ".join(rest), rest[0].casefold()
    if first.isdecimal():
        return Malformed(
            f"What is the {first}?", typed=first, instead=(f"dv {first}", f"rope +{first}")
        )
    for what, known in (("Position", POSITIONS), ("Impact", IMPACTS), ("DV", ("dv",))):
        if first in known:
            return Malformed(
                f"There is one {what}, and «{text}» is another.", typed=text, instead=("",)
            )
    ways = [f"{text} +4", f"{text} -2"]
    return Malformed(f"«{text}» has no number.", typed=text, instead=ways)


def _parse_dv(typed: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,2}", typed) or abs(int(typed)) > _MAX_DV:
        known = f"0 is easy, 4 difficult, 8 almost impossible; at most {_MAX_DV}."
        raise Malformed(f"«{typed}» is no DV.", known, typed=typed, instead=("4",))
    return int(typed)


def _take_circumstances(arguments: Arguments) -> tuple[tuple[Circumstance, ...], Arguments]:
    """`wet stone +4`: each number with the words before it. Words without a number are left."""
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
