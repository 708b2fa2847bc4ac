"""Whoever attacks or is attacked in a line: an Errant, an NPC, some of a group."""

from collections.abc import Iterable, Iterator

from companion.campaign.fights.fights import Fighter, list_combatants
from companion.errant.company import Errant, list_everyone_present
from companion.errant.harm.harm import list_group_hp
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.argument_kind import Completion, LineSoFar, Words
from companion.grammar.argument_kinds.npcs_and_factions import list_nameable_npcs
from companion.grammar.argument_kinds.places import require_guide_seat
from companion.grammar.name_matching import get_names, take_errant_or_npc
from companion.refusal import Impossible, Malformed

_LINKS = ("on", "with")
"""What stands before whom somebody attacks, and with what."""


def _list_fighters(so_far: LineSoFar) -> list[Fighter]:
    """Whoever can attack or be attacked, at this seat; those who fight come first."""
    fighting = [who for _, who in list_combatants(so_far.campaign)]
    nameable = list_nameable_npcs(so_far.context)
    errants = [each for each in so_far.campaign.errants if each.kind != "stash"]
    others: list[Fighter] = [*errants, *nameable]
    if not fighting:
        return others
    first = [each for each in fighting if isinstance(each, Errant) or each in nameable]
    return [*first, *(each for each in others if each not in first)]


def take_fighter(words: Words, so_far: LineSoFar) -> tuple[Fighter, Words]:
    """An Errant or an NPC by as many words as stand in a name. Raises Unknown or Ambiguous."""
    known = _list_fighters(so_far)
    fighting = {who.id for _, who in list_combatants(so_far.campaign)}
    first = [each for each in known if each.id in fighting]
    return take_errant_or_npc(words, known, first=first)


def take_attacker(words: Words, so_far: LineSoFar) -> tuple[Fighter, Words]:
    """Whoever attacks. Raises Malformed for `on goblin 2`, which names nobody; Impossible at a
    player's seat for an NPC: their dice are secret."""
    if words[0].casefold() in _LINKS:
        here = map(quote_typed_name, list_everyone_present(so_far.campaign.errants))
        raise Malformed("Who attacks?", f"Try: attack {next(here, 'bree')} {' '.join(words)}")
    attacker, left = take_fighter(words, so_far)
    if isinstance(attacker, Npc):
        why = f"How {attacker.name} attacks is the Guide's to say."
        require_guide_seat(so_far.context, why, "Who goes along: company")
    return attacker, left


def take_attacker_numbers(words: Words, so_far: LineSoFar) -> tuple[tuple[int, ...], Words]:
    """The numbers of those of a group who attack, which stand before `on`; none for anybody else.
    Raises Impossible for a number that none of them has."""
    attacker: Fighter = so_far.values["attacker"]
    heads = max(attacker.count, len(list_group_hp(attacker))) if isinstance(attacker, Npc) else 1
    end = next((at for at, word in enumerate(words) if word.casefold() == "on"), 0)
    typed = [part for word in words[:end] for part in word.split(",") if part and part != "and"]
    if heads < 2 or not typed or not all(map(str.isdecimal, typed)):
        return (), words
    for each in typed:
        if not 1 <= int(each) <= heads:
            why = f"{attacker.name} {each} is none of them."
            way = f"They are numbered from 1 to {heads}."
            raise Impossible(why, way, typed=each, instead=("",))
    return tuple(dict.fromkeys(map(int, typed))), words[end:]


def _describe_fighter(who: Fighter) -> str:
    gone = isinstance(who, Errant) and not who.is_present
    return f"{who.name}, not here" if gone else who.name


def complete_fighters(
    so_far: LineSoFar, besides: Fighter | None = None, *, attackers: bool = False
) -> Iterator[Completion]:
    """Those who fight, then those who are here; `attackers` at a player's seat are no NPCs."""
    here = {each.id for each in list_everyone_present(so_far.campaign.errants)}
    for who in _list_fighters(so_far):
        is_npc = isinstance(who, Npc)
        is_here = (so_far.context.is_guide or not attackers) if is_npc else who.id in here
        if is_here and (besides is None or who.id != besides.id):
            yield Completion(quote_typed_name(who), _describe_fighter(who), get_names(who))


def complete_attackers(so_far: LineSoFar) -> Iterable[Completion]:
    """Whoever may attack, at this seat: those who fight come first."""
    return () if so_far.before else complete_fighters(so_far, attackers=True)
