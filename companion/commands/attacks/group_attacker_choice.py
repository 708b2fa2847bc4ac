"""Picks who of a group attack: those whom the line numbers, else those who have yet to attack."""

from companion.campaign.fights.fights import Fighter, find_combatant, list_numbers_still_standing
from companion.commands.attacks.attack_rolls import list_attacks_of_npc_action
from companion.errant.attacks.attacks import NpcAttack
from companion.errant.fights import Combatant, pick_attackers_of_group
from companion.errant.harm.harm import list_group_hp
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.refusal import join_words


def select_standing_attackers(
    context: Context, attacker: Fighter, numbers: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The numbers of those of a group who stand, and a sentence about the others. Raises Impossible
    where none of them stands, unless the line is forced."""
    if not numbers or not isinstance(attacker, Npc) or context.is_forced:
        return numbers, ()
    standing = list_numbers_still_standing(context.campaign, attacker)
    able = tuple(number for number in numbers if number in standing)
    down = [str(number) for number in numbers if number not in standing]
    if not down:
        return able, ()
    told = f"{attacker.name} {join_words(down)} {'fight' if down[1:] else 'fights'} no longer."
    if not able:
        stand = join_words([*map(str, standing)])
        context.refuse_unforced(told, f"Those who stand are {stand}." if stand else "")
    return able, (told,)


def count_group_attack_rolls(
    npc: Npc, chosen: NpcAttack | None, numbers: tuple[int, ...], ledger: Combatant | None
) -> int | None:
    """How many Attack Rolls those of a group with these numbers make: one with a granted action
    (R8); None for as many as usual."""
    if not numbers:
        return None
    attacks = [chosen] if chosen else list_attacks_of_npc_action(npc)
    usual = max(1, sum(each.rolls for each in attacks if each.dice))
    ready = ledger.ready if ledger else ()
    return sum(1 if number in ready else usual for number in numbers)


def pick_who_of_group_attacks(
    context: Context, npc: Npc, rolls: int, *, at_once: bool
) -> tuple[int, ...]:
    """The numbers of those of a group who make so many Attack Rolls where the line names nobody;
    none for an NPC alone, or outside a fight."""
    ledger = find_combatant(context.campaign, npc.id)
    if ledger is None or max(npc.count, len(list_group_hp(npc))) < 2:
        return ()
    usual = max(1, sum(each.rolls for each in list_attacks_of_npc_action(npc) if each.dice))
    many = max(1, -(-rolls // usual))
    return pick_attackers_of_group(
        ledger, list_numbers_still_standing(context.campaign, npc), many, at_once=at_once
    )
