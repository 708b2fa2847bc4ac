"""A fight in a line: who of those who fight is meant, who moves or leaves, the ground, who is
surprised, and the call for the order."""

import re
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from companion.campaign.fights.fights import list_combatants
from companion.errant.chases import Role
from companion.errant.company import list_everyone_present
from companion.errant.fights import MAX_DISTANCE, MAX_GROUP, Ground, Pace, Parity, Side
from companion.errant.harm.harm import count_group_members
from companion.errant.movement import TERRAIN
from companion.errant.world import Npc
from companion.grammar.argument_kind import (
    Completion,
    Kind,
    LineSoFar,
    Things,
    Words,
    WrongFormError,
)
from companion.grammar.argument_kinds.company import complete_present_errants_first
from companion.grammar.argument_kinds.fights.foes import (
    Person,
    complete_npcs_and_creatures,
    read_foes,
)
from companion.grammar.argument_kinds.npcs_and_factions import NPCS, find_npc, list_nameable_npcs
from companion.grammar.name_matching import (
    find_errant,
    find_only_match,
    match_things_by_name,
    take_leading_name,
)
from companion.grammar.option_and_number_parsing import parse_number_between, parse_whole_number
from companion.refusal import WHO, Malformed, Unknown, find_similar_words


class Leaving(NamedTuple):
    """Who leaves a fight, of a group those with these numbers; all of it without any."""

    person: Person
    numbers: tuple[int, ...] = ()


COMBATANTS: Things[Person] = Things(
    "combatant",
    lambda so_far: (each.who for each in list_combatants(so_far.campaign)),
    attrgetter("name"),
    listed_by="fight",
)


def _take_combatant(words: Words, so_far: LineSoFar) -> tuple[Person, Words]:
    """Somebody in the fight. Raises Unknown or Ambiguous; Impossible where nobody fights."""
    fighting = tuple(COMBATANTS.list_all(so_far))
    if not fighting:
        raise WrongFormError
    name, left = take_leading_name(words, fighting)
    return COMBATANTS.find(name, so_far), left


def _read_who_leaves(words: Words, so_far: LineSoFar) -> Leaving:
    """`NAME [N…]`. Raises Malformed for a number of somebody who is one."""
    person, left = _take_combatant(words, so_far)
    bare = [word for word in re.split(r"[\s,]+", " ".join(left)) if word and word != "and"]
    if bare and not (isinstance(person, Npc) and count_group_members(person) > 1):
        raise Malformed(f"{person.name} is one, and has no number.", typed=bare[0], instead=("",))
    numbers = [parse_number_between(each, 1, MAX_GROUP, what="number of a group") for each in bare]
    return Leaving(person, tuple(dict.fromkeys(numbers)))


def take_errant_or_npc(words: Words, so_far: LineSoFar) -> tuple[Person, Words]:
    """An Errant or an NPC by as many words as stand in a name; who fights comes first. Raises
    Unknown or Ambiguous."""
    fighting = tuple(COMBATANTS.list_all(so_far))
    npcs = list_nameable_npcs(so_far.context)
    for things in (fighting, so_far.campaign.errants, npcs):
        name, left = take_leading_name(words, things)
        if (person := find_only_match(name, things)) is not None:
            return person, left
    name, left = take_leading_name(words, (*so_far.campaign.errants, *npcs))
    if match_things_by_name(name, so_far.campaign.errants):
        return find_errant(so_far.campaign, name), left
    try:
        return find_npc(so_far.context, name), left
    except Unknown as refusal:
        raise Unknown(f"There is nobody called «{name}».", refusal.hint) from None


def _complete_fighters_first(so_far: LineSoFar) -> Iterable[Completion]:
    if so_far.before:
        return ()
    fighting = {each.who.id for each in list_combatants(so_far.campaign)}
    people = complete_present_errants_first(list_everyone_present(so_far.campaign.errants))
    found = [*people, *NPCS.list_completions(so_far)]
    return sorted(found, key=lambda each: not fighting & set(each.names or (each.text,)))


def _parse_terrain(typed: str) -> int:
    """Difficult terrain by a number or a word. Raises Unknown or Impossible."""
    if typed.casefold() in TERRAIN:
        return TERRAIN[typed.casefold()]
    if not typed.lstrip("+-").isdecimal():
        raise Unknown(
            f"«{typed}» is no difficult terrain.",
            typed=typed,
            instead=find_similar_words(typed, TERRAIN),
        )
    return parse_number_between(typed, 0, 20, what="terrain")


def _complete_terrain(_so_far: LineSoFar) -> Iterator[Completion]:
    for word, rating in TERRAIN.items():
        yield Completion(word, f"{rating}: {10 * rating} less")


_SURPRISES = {
    "none": "nobody is surprised",
    "npcs": "they surprise the Company",
    "company": "the Company surprises them",
}
_GROUNDS: dict[Ground, str] = {"enclosed": "in feet", "open": "in yards"}
_PACES: dict[str, str] = {
    "quick": "1 action, before the slow",
    "slow": "2 actions",
    "ready": "not said yet",
}
PACES: dict[str, Pace] = {"quick": "quick", "slow": "slow", "ready": ""}
_CALLS: dict[Parity, str] = {"odd": "the sum of two D6", "even": "the sum of two D6"}
_FIRST_SIDES: dict[Side, str] = {
    "company": "first, as the table has it",
    "others": "first, as the table has it",
}
_ROLES: dict[Role, str] = {"fugitives": "they flee", "pursuers": "they hunt the Company"}
_COMBATANT = Kind("person", "NAME", "Who of those who fight?", _take_combatant, COMBATANTS.complete)
_WHOEVER = Kind("person", "ERRANT|NPC", WHO, take_errant_or_npc, _complete_fighters_first)

KINDS: dict[str, Kind[Any]] = {
    "FOES": Kind.make_rest_of_line(
        "foes",
        "NPC|CREATURE [xN]…",
        "Whom do they fight?",
        read_foes,
        complete_npcs_and_creatures,
        "goblin x4",
    ),
    "COMBATANT": _COMBATANT,
    "LEAVER": Kind.make_rest_of_line(
        "leaving", "NAME [N…]", "Who leaves the fight?", _read_who_leaves, COMBATANTS.complete
    ),
    "CLEARED": Kind.make_rest_of_line(
        "leaving", "NAME [N…]", "Who is free of a gambit?", _read_who_leaves, COMBATANTS.complete
    ),
    "MOVER": _WHOEVER,
    "PACE": Kind.make_choice("pace", "pace", _PACES),
    "GROUND": Kind.make_flag("ground", _GROUNDS),
    "DISTANCE": Kind.make_number("distance", "distance", 0, MAX_DISTANCE, example="40"),
    "SURPRISE": Kind.make_choice("surprise", "surprise", _SURPRISES),
    "AMBUSH": Kind.make_flag("ambush", {"ambush": "the Company lies in wait"}),
    "CALL": Kind.make_choice("call", "call", _CALLS),
    "SIDE": Kind.make_choice("side", "side", _FIRST_SIDES),
    "SHIFT": Kind.make_flag("shift", {"shift": "free, once a Turn"}),
    "TERRAIN": Kind.make_word(
        "terrain", "N", "How difficult is the terrain?", _parse_terrain, _complete_terrain, "1"
    ),
    "MORE-DICE": Kind.make_word(
        "dice", "±N", "How many dice more?", parse_whole_number, example="+1"
    ),
    "WAY": Kind.make_flag("way", {"fly": "", "swim": "", "levitates": "", "climb": ""}),
    "MEETING-PART": Kind.make_choice(
        "part", "part", {"distance": "how far off they are", "surprise": "who is surprised"}
    ),
    "ROLE": Kind.make_flag("role", _ROLES),
}
