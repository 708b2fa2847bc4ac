"""Predicates on deeds of numbered members of a group: which of several deeds go on where one is
refused."""

import re

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import list_combatants, list_numbers_still_standing
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc

_NUMBERED = re.compile(r"(?i)(?!the |all |a |any )[a-z]\S*(?: [a-z])? \d")
_ATTACKERS = re.compile(r"attack (.+?) ((?:\d+ )+)on ")


_ADDED = re.compile(r"(?i)(?:with )?(?:a )?gambit\b")
_JOINING, _BEGINNING = "errant add ", frozenset(["next", "downtime"])


def is_gambit_after_attack(deed: str) -> bool:
    """True for a gambit that follows an attack: after a refused one it would be another's."""
    return _ADDED.match(deed) is not None


def is_deed_of_numbered_foes(deed: str) -> bool:
    """True for what those of a group with certain numbers do, as `goblins 2 and 3 attack bree`: it
    takes nobody from the rest."""
    return _NUMBERED.match(deed) is not None


def is_attack_by_fallen(line: str, campaign: Campaign) -> bool:
    """True for an attack by those of a group who all stand no longer: the rest is the same without
    it."""
    found = _ATTACKERS.match(line)
    for _, who in list_combatants(campaign) if found else ():
        if found and isinstance(who, Npc) and quote_typed_name(who) == found[1]:
            return {*map(int, found[2].split())}.isdisjoint(
                list_numbers_still_standing(campaign, who)
            )
    return False


def begins_turn(line: str) -> bool:
    """True for the line of a Turn that begins: nothing is done in one that was refused."""
    return line.partition(" ")[0] in _BEGINNING


def joins_for_payment(deed: str) -> bool:
    """True for whoever joins behind a payment: nobody does, where it was refused."""
    return deed.startswith(_JOINING)
