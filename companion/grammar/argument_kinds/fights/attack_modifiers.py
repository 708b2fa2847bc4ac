"""The modifiers of an Attack Roll in a line: gambits, what is added to the damage, and the steps of
the dice."""

import re
from typing import Any, NamedTuple

from companion.errant.attacks.attacks import MAX_ATTACK_DICE, DamageDice
from companion.errant.checks_and_saves import Attribute
from companion.grammar.argument_kind import Kind, LineSoFar, Words, complete_fixed_words
from companion.grammar.argument_kinds.checks_and_saves import ATTRIBUTE_WORDS
from companion.grammar.argument_kinds.fights.attack_aims import (
    AIM_USAGE,
    LINKS,
    complete_aim,
    read_aim,
)
from companion.grammar.argument_kinds.fights.fighters import (
    complete_attackers,
    take_attacker,
    take_attacker_numbers,
)
from companion.grammar.option_and_number_parsing import parse_number_between
from companion.refusal import Malformed

MAX_STEPS = 20
_ALL = "all"


class Gambit(NamedTuple):
    """By how much the damage is lowered, None for all of it; the Attribute of an Errant who saves,
    whether at dire Position, and what is added to the DV."""

    lowered: int | None
    attribute: Attribute | None = None
    is_dire: bool = False
    dv: int = 0


class Bonus(NamedTuple):
    """What is added to the damage of each Attack Roll."""

    flat: int = 0
    dice: tuple[DamageDice, ...] = ()


def _take_gambit(words: Words, _so_far: LineSoFar) -> tuple[Gambit, Words]:
    """`N|all [ATTRIBUTE] [dire] [dv ±N]`. Raises Malformed or Impossible."""
    lowered = None
    if words[0].casefold() != _ALL:
        lowered = parse_number_between(words[0], 0, 1_000, what="gambit")
    gambit, left = Gambit(lowered), words[1:]
    while left:
        folded = left[0].casefold()
        if folded in ATTRIBUTE_WORDS:
            gambit, left = gambit._replace(attribute=ATTRIBUTE_WORDS[folded]), left[1:]
        elif folded == "dire":
            gambit, left = gambit._replace(is_dire=True), left[1:]
        elif folded == "dv" and left[1:]:
            dv = parse_number_between(left[1], -MAX_STEPS, MAX_STEPS, what="change of a DV")
            gambit, left = gambit._replace(dv=gambit.dv + dv), left[2:]
        else:
            break
    return gambit, left


_BONUS = re.compile(r"([+-])(\d{0,2})(?:(d)(\d{1,3}))?", re.IGNORECASE)


def _take_attack_bonus(words: Words) -> tuple[Bonus | None, Words]:
    """Every `+2`, `-1`, `+d8` and `+2d6`. Raises Malformed for a die that is none."""
    flat, dice, left = 0, list[DamageDice](), list[str]()
    for word in words:
        said = _BONUS.fullmatch(word)
        if not said or len(word) == 1:
            left.append(word)
        elif said[3]:
            number, sides = int(said[2] or 1), int(said[4])
            if said[1] == "-" or not (1 <= number <= MAX_ATTACK_DICE and 2 <= sides <= 100):
                raise Malformed(f"«{word}» is no damage to add.", typed=word, instead=("+d8", "+2"))
            dice.append(DamageDice(number, sides))
        else:
            flat += int(f"{said[1]}{said[2]}")
    found = Bonus(flat, tuple(dice))
    return (found if found != Bonus() else None), tuple(left)


def _make_die_steps_kind(name: str) -> Kind[int]:
    """By how many steps the damage die is enhanced or impaired."""
    return Kind.make_number(name, "number of steps", 0, MAX_STEPS, example="1")


_GAMBITS = complete_fixed_words(
    {"2": "a little of the damage", "4": "more: harder to withstand", _ALL: "no damage is done"}
)
KINDS: dict[str, Kind[Any]] = {
    "ATTACKER": Kind("attacker", "ERRANT|NPC", "Who attacks?", take_attacker, complete_attackers),
    "OF-THEM": Kind("numbers", "N…", "Which of them?", take_attacker_numbers),
    "AIM": Kind("aim", AIM_USAGE, "Whom?", read_aim, complete_aim, "rest", links=LINKS),
    "UP": _make_die_steps_kind("enhanced"),
    "DOWN": _make_die_steps_kind("impaired"),
    "GAMBIT": Kind(
        "gambit",
        "N|all [ATTRIBUTE] [dire] [dv ±N]",
        "How much damage goes into the gambit?",
        _take_gambit,
        _GAMBITS,
        example="2",
    ),
    "SNEAK": Kind.make_flag("sneak", {"sneak": "2 dice", "assassin": "3 dice"}),
    "FAR": Kind.make_flag("far", {"far": "extended range"}),
    "CLOSE": Kind.make_flag("close", {"close": "a foe within reach"}),
    "STRIKE": Kind.make_flag("strike", {"strike": "a True Strike: maxima"}),
    "+BONUS": Kind.make_kind_found_anywhere(
        "bonus", "+DICE|+N", _take_attack_bonus, complete_fixed_words({"+d8": ""})
    ),
    "TO-WHAT…": Kind.make_text(
        "purpose", "WHAT…", "What does the gambit try?", lambda text, _so_far: text
    ),
}
