"""A fight in a line: whom one fights, who of them is meant, the ground, who is surprised, the call
for the order, and who moves."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from companion.campaign.fights.fights import list_combatants
from companion.errant.chases import Role
from companion.errant.company import Errant, list_everyone_present
from companion.errant.creatures import (
    Creature,
    find_creature,
    list_creature_names,
    render_missing_fight_fields,
)
from companion.errant.fights import MAX_DISTANCE, MAX_GROUP, Ground, Pace, Parity, Side
from companion.errant.harm.harm import list_group_hp
from companion.errant.movement import TERRAIN
from companion.errant.typed_names import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.argument_kind import Completion, Kind, Scene, Things, Words, WrongFormError
from companion.grammar.argument_kinds.company import complete_present_errants_first
from companion.grammar.argument_kinds.creatures import complete_creatures, find_creature_in_tables
from companion.grammar.argument_kinds.npcs_and_factions import NPCS, find_npc, list_nameable_npcs
from companion.grammar.argument_options import parse_number_between, parse_whole_number
from companion.grammar.name_matching import (
    choose_shown_name,
    find_errant,
    find_one_by_name,
    match_things_by_name,
    take_leading_name,
)
from companion.refusal import WHO, Broken, Impossible, Malformed, Unknown, find_similar, join_words
from companion.text_cleaning import quote_name

Person: TypeAlias = Errant | Npc
MAX_FOES = 1_000


class Foe(NamedTuple):
    """Whom a line names for a fight: somebody there is, or a `number` of a creature."""

    who: Person | Creature
    number: int | None = None


class Leaving(NamedTuple):
    """Who leaves a fight, of a group those with these numbers; all of it without any."""

    person: Person
    numbers: tuple[int, ...] = ()


_COUNT = re.compile(r"[x×]?(\d{1,6})[x×]?", re.IGNORECASE)
_DICE = re.compile(r"(?i)\d*d\d+(?:[+-]\d+)?")
_SEPARATORS = ("and", "with", ",")


def _read_foes(words: Words, scene: Scene) -> tuple[Foe, ...]:
    """`harl dunn, goblins x4 and gnoll`. Raises Unknown, Ambiguous, or Impossible for too many."""
    foes: list[Foe] = []
    left = tuple(part for word in words for part in _split_word_at_commas(word))
    _refuse_dice_as_count(left)
    while left:
        if left[0].casefold() in _SEPARATORS:
            left = left[1:]
            continue
        foe, left = _take_foe(left, scene)
        foes.append(foe)
    return tuple(foes)


def _refuse_dice_as_count(words: Words) -> None:
    """Raises Malformed for `2d4 goblins` and `goblin x2d4`."""
    for dice in (word.lstrip("x×") for word in words):
        if _DICE.fullmatch(dice):
            typed = " ".join(words).replace(dice, "5")
            then = f". Then, for 5 of them: fight {typed}" if len(words) > 1 else ""
            hint = f"Try: roll {dice}{then}"
            raise Malformed(f"How many are {dice}? That is rolled first.", hint)


def _split_word_at_commas(word: str) -> Iterator[str]:
    if " " in word:
        yield word
    else:
        yield from filter(None, re.split(r"(,)", word))


def _take_foe(words: Words, scene: Scene) -> tuple[Foe, Words]:
    """One of the list: a number before or after makes it a creature. A whole name goes before a
    creature, a creature before a part of a name."""
    before, words = _take_foe_count(words)
    if not words:
        raise Malformed("How many of what?", "Try: fight goblin x4")
    end = next((n for n, word in enumerate(words) if word.casefold() in _SEPARATORS), len(words))
    named = words[:end]
    for size in range(len(named), 0, -1):
        count, left = _take_foe_count(words[size:])
        count = before if count is None else count
        if (who := _find_foe(" ".join(named[:size]), scene, counted=count is not None)) is None:
            continue
        _require_possible_count(who, count)
        return Foe(who, None if isinstance(who, Errant | Npc) else count), left
    at = next((n for n, word in enumerate(named) if n and _COUNT.fullmatch(word)), len(named))
    if len(named) > at:
        before = _take_foe_count(named[at:])[0]
    raise _make_refusal_of_unknown_foe(" ".join(named[:at]), before, scene)


def _take_foe_count(words: Words) -> tuple[int | None, Words]:
    found = _COUNT.fullmatch(words[0]) if words else None
    return (int(found[1]), words[1:]) if found else (None, words)


def _find_foe(typed: str, scene: Scene, *, counted: bool) -> Person | Creature | None:
    """Whoever this name means: None if nobody. Raises Ambiguous."""
    context = scene.context
    npcs = list_nameable_npcs(context)
    people: tuple[Person, ...] = (*npcs, *scene.campaign.errants)
    folded = typed.casefold()
    exact = [each for each in people if folded in (each.id, each.name.casefold())]
    creature = find_creature(typed, context.read_creatures())
    if creature is not None and (counted or not exact):
        return creature
    fitting = exact or match_things_by_name(typed, people)
    if fitting and (drawn := _find_npc_of_drawn_encounter(scene, typed)):
        return drawn
    if exact:
        return exact[0]
    if fitting:
        return find_one_by_name("NPC", typed, people)
    with suppress(Unknown):
        return find_creature_in_tables(context, typed) if context.is_guide else None
    return None


def _find_npc_of_drawn_encounter(scene: Scene, typed: str) -> Npc | None:
    """The NPC whom the encounter of this Turn drew, if this name fits it: those of long ago are not
    the ones who are here. For players only once whom they met is told."""
    campaign = scene.campaign
    if campaign.book.clock.encounter and not scene.context.is_guide:
        return None
    drawn = tuple(each for each in campaign.world.npcs if each.id == campaign.book.met.npc)
    return next(iter(match_things_by_name(typed, drawn)), None)


def _require_possible_count(who: Person | Creature, count: int | None) -> None:
    """Raises Impossible for a count of somebody which they are not, for none and for too many."""
    if count is None or (isinstance(who, Npc) and who.count == count):
        return
    if isinstance(who, Npc):
        name = quote_typed_name(who)
        figures = f" {render_missing_fight_fields(who)}".rstrip()
        then = f"Try: npc {name} count {count}{figures}. Then: fight {name}"
        raise Impossible(f"{who.name} is there already.", then)
    if isinstance(who, Errant):
        raise Impossible(f"{who.name} is one, and of the Company.", "Who fights: fight")
    if not 1 <= count <= MAX_FOES:
        raise Impossible(f"{count} are none, or too many to fight.", f"At most {MAX_FOES:,}.")


def _make_refusal_of_unknown_foe(typed: str, count: int | None, scene: Scene) -> Unknown:
    creatures = scene.context.read_creatures() if scene.context.is_guide else ()
    names = [name for each in creatures for name in list_creature_names(each)]
    people = (*list_nameable_npcs(scene.context), *scene.campaign.errants)
    near = find_similar(typed, (*map(choose_shown_name, people), *names))
    known = join_words([each.name for each in creatures][:6])
    listed = f"Creatures are {known} … " if known else ""
    hint = "" if near else f"{listed}To make them: {write_foe_creation_lines(typed, count)}"
    return Unknown(f"There is no NPC and no creature «{typed}».", hint, typed=typed, instead=near)


def write_foe_creation_lines(name: str, count: int | None) -> str:
    """The lines by which somebody whom nobody knows is made and fought."""
    many = f"count {count} " if count and count > 1 else ""
    make = f"npc new {name} {many}{render_missing_fight_fields(None)}"
    return f"{make}. Then: fight {quote_name(name)}"


def _complete_foes(scene: Scene) -> Iterable[Completion]:
    with suppress(Broken):
        return [*NPCS.list_completions(scene), *complete_creatures(scene)]
    return NPCS.list_completions(scene)


COMBATANTS: Things[Person] = Things(
    "combatant",
    lambda scene: (each.who for each in list_combatants(scene.campaign)),
    attrgetter("name"),
    listed_by="fight",
)


def _take_combatant(words: Words, scene: Scene) -> tuple[Person, Words]:
    """Somebody in the fight. Raises Unknown or Ambiguous; Impossible where nobody fights."""
    fighting = tuple(COMBATANTS.list_all(scene))
    if not fighting:
        raise WrongFormError
    name, left = take_leading_name(words, fighting)
    return COMBATANTS.find(name, scene), left


def _read_who_leaves(words: Words, scene: Scene) -> Leaving:
    """`NAME [N…]`. Raises Malformed for a number of somebody who is one."""
    person, left = _take_combatant(words, scene)
    bare = [word for word in re.split(r"[\s,]+", " ".join(left)) if word and word != "and"]
    if bare and not (isinstance(person, Npc) and len(list_group_hp(person)) > 1):
        raise Malformed(f"{person.name} is one, and has no number.", typed=bare[0], instead=("",))
    numbers = [parse_number_between(each, 1, MAX_GROUP, what="number of a group") for each in bare]
    return Leaving(person, tuple(dict.fromkeys(numbers)))


def take_errant_or_npc(words: Words, scene: Scene) -> tuple[Person, Words]:
    """An Errant or an NPC by as many words as stand in a name; who fights comes first. Raises
    Unknown or Ambiguous."""
    fighting = tuple(COMBATANTS.list_all(scene))
    npcs = list_nameable_npcs(scene.context)
    for things in (fighting, scene.campaign.errants, npcs):
        name, left = take_leading_name(words, things)
        found = match_things_by_name(name, things)
        if len(found) == 1:
            return found[0], left
    name, left = take_leading_name(words, (*scene.campaign.errants, *npcs))
    if match_things_by_name(name, scene.campaign.errants):
        return find_errant(scene.campaign, name), left
    try:
        return find_npc(scene.context, name), left
    except Unknown as refusal:
        raise Unknown(f"There is nobody called «{name}».", refusal.hint) from None


def _complete_fighters_first(scene: Scene) -> Iterable[Completion]:
    if scene.before:
        return ()
    fighting = {each.who.id for each in list_combatants(scene.campaign)}
    people = complete_present_errants_first(list_everyone_present(scene.campaign.errants))
    found = [*people, *NPCS.list_completions(scene)]
    return sorted(found, key=lambda each: not fighting & set(each.names or (each.text,)))


def _parse_terrain(typed: str) -> int:
    """Difficult terrain by a number or a word. Raises Unknown or Impossible."""
    if typed.casefold() in TERRAIN:
        return TERRAIN[typed.casefold()]
    if not typed.lstrip("+-").isdecimal():
        raise Unknown(
            f"«{typed}» is no difficult terrain.", typed=typed, instead=find_similar(typed, TERRAIN)
        )
    return parse_number_between(typed, 0, 20, what="terrain")


def _complete_terrain(_scene: Scene) -> Iterator[Completion]:
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
    "FOES": Kind.make_rest(
        "foes", "NPC|CREATURE [xN]…", "Whom do they fight?", _read_foes, _complete_foes, "goblin x4"
    ),
    "COMBATANT": _COMBATANT,
    "LEAVER": Kind.make_rest(
        "leaving", "NAME [N…]", "Who leaves the fight?", _read_who_leaves, COMBATANTS.complete
    ),
    "CLEARED": Kind.make_rest(
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
