"""The specials of NPCs, as far as an attack asks for them: what they cost, and what they do to
gambits."""

import re

from companion.campaign.fights.attacks import Attack
from companion.campaign.fights.fights import Fighter
from companion.errant.world import Npc

_OWN_GAMBITS = re.compile(r"(?<!against )\bgambits ([+-]\d{1,2})\b", re.IGNORECASE)
_SAVED_GAMBITS = re.compile(r"\bagainst gambits ([+-]\d{1,2})\b", re.IGNORECASE)
_WEARING = re.compile(r"\b1 against it costs (\d) Quality\b", re.IGNORECASE)


def find_weapon_quality_lost_by_ones(target: Fighter | None) -> int:
    """The Quality that a 1 costs the weapon: 1, unless the target's special says more."""
    said = _WEARING.search(target.special) if isinstance(target, Npc) else None
    return int(said[1]) if said else 1


def find_special_text_for_attack(attack: Attack, damage: int, *, is_day: bool = False) -> str:
    """What of an NPC's special is about the attack that is made: from the first sentence on that
    names it or, where nothing was blocked, what is not blocked or shows on a die. By day it is what
    daylight does to them, too, whoever attacks whom."""
    words = {"daylight"} if is_day else set[str]()
    npc = attack.attacker if isinstance(attack.attacker, Npc) else attack.target
    if not isinstance(npc, Npc):
        return ""
    if npc is attack.attacker:
        words |= {roll.name.casefold() for roll in attack.rolls}
        if damage and not attack.blocks:
            words |= {"unblocked", "on a die"}
    sentences = re.split(r"(?<=\.)\s+", npc.special)
    found = (any(word in each.casefold() for word in words) for each in sentences)
    return " ".join(
        sentences[next((at for at, fits in enumerate(found) if fits), len(sentences)) :]
    )


def list_gambit_dv_changes(attacker: Fighter, target: Fighter | None) -> list[tuple[str, int]]:
    """What the specials of NPCs do to the DV of a gambit: `gambits +2` to their own, `saves against
    gambits -2` to those against them. Each with whose it is."""
    found = []
    for who, pattern in ((attacker, _OWN_GAMBITS), (target, _SAVED_GAMBITS)):
        if isinstance(who, Npc) and (said := pattern.search(who.special)):
            found.append((who.name, int(said[1])))
    return found
