"""Gambits at the prompt: what of the damage went into one, the target's Saving Throw, and the end
of what gambits did."""

from typing import NamedTuple

from companion.campaign.fights.attacks import Attack
from companion.campaign.fights.fights import Fighter, find_combatant, replace_combatants
from companion.campaign.fights.npc_specials_read_for_attacks import list_gambit_dv_changes
from companion.commands.fights.fight_reports import build_fight_report
from companion.commands.handler_result import Ruling
from companion.commands.people.checks_and_saves import CheckRequest, build_check_report
from companion.commands.stops_until_typed_again import refuse_secret_line
from companion.dice.face_sources import Faces
from companion.errant import fights
from companion.errant.attacks.attacks import compute_gambit_dv
from companion.errant.checks_and_saves import (
    Circumstance,
    Stakes,
    compute_npc_check_target,
    roll_check,
)
from companion.errant.world import Npc
from companion.grammar.argument_kinds.fights.attack_modifiers import Gambit
from companion.grammar.argument_kinds.fights.fight_arguments import Leaving
from companion.grammar.context import Context
from companion.refusal import Impossible, join_words
from companion.reports.attacks import GambitLine
from companion.reports.checks_and_saves import CheckReport
from companion.values_with_ids import replace_by_id


def find_damage_put_into_gambit(context: Context, gambit: Gambit, damage: int) -> int:
    """The part of the rolled damage that goes into the gambit. Raises Impossible if the line asks
    for more than all of it, and the damage was known when it was typed."""
    if gambit.lowered is None:
        return damage
    if gambit.lowered > damage and context.faces is not None:
        message = f"There is {damage} damage to put into a gambit, not {gambit.lowered}."
        raise Impossible(message, typed=f"gambit {gambit.lowered}", instead=(f"gambit {damage}",))
    return min(gambit.lowered, damage)


class GambitEnd(NamedTuple):
    """What came of a gambit: its DV, and the save that was rolled against it."""

    line: GambitLine
    dv: int
    save: CheckReport | None = None


def roll_save_against_gambit(
    attack: Attack, gambit: Gambit, lowered: int, purpose: str, dice: Faces
) -> GambitEnd:
    """The target saves at a DV of the damage that went into the gambit: an NPC by Threat, an Errant
    with the Attribute that the line names. If neither can, the save is rolled at the table."""
    target = attack.target
    specials = list_gambit_dv_changes(attack.attacker, target)
    changes = [Circumstance(name, dv) for name, dv in (*specials, ("said", gambit.dv))]
    dv = compute_gambit_dv(lowered, changes)
    is_secret = isinstance(target, Npc) or bool(specials)
    shown_dv = None if is_secret else dv
    request = _make_save_request(gambit, target, dv, is_secret=is_secret)
    if request is None:
        return GambitEnd(GambitLine(lowered, shown_dv, purpose, None, False), dv)
    rolled = roll_check(request.target, dv, dice)
    acts = rolled.success and not gambit.is_dire
    line = GambitLine(lowered, shown_dv, purpose, not rolled.success, acts)
    return GambitEnd(line, dv, build_check_report(request, rolled))


def _make_save_request(
    gambit: Gambit, target: Fighter | None, dv: int, *, is_secret: bool
) -> CheckRequest | None:
    """The save of the target; None where nobody knows what it is rolled against."""
    if isinstance(target, Npc):
        aim = compute_npc_check_target(target.threat) if target.threat else None
        attribute = None
    else:
        attribute = gambit.attribute
        aim = getattr(target, attribute) if target and attribute else None
    if target is None or aim is None:
        return None
    return CheckRequest(
        errant="" if isinstance(target, Npc) else target.id,
        name=target.name,
        attribute=attribute,
        target=aim,
        stakes=Stakes(dv=dv, position="dire" if gambit.is_dire else "risky"),
        circumstances=(),
        guide_only=is_secret,
        saving=True,
    )


def end_gambit_effects(context: Context, leaving: Leaving) -> Ruling:
    """End what gambits did to somebody, or to some of a group. Raises Impossible if they did
    nothing."""
    refuse_secret_line(context, "Who fights")
    person, combatants = leaving.person, context.campaign.book.combatants
    combatant = find_combatant(context.campaign, person.id)
    assert combatant is not None
    cleared = fights.clear_gambits(combatant, leaving.numbers)
    if cleared == combatant:
        raise Impossible(f"There is nothing to clear of {person.name}.", "Who suffers what: fight")
    campaign = replace_combatants(context.campaign, replace_by_id(combatants, cleared))
    named = " ".join((person.name, join_words([*map(str, leaving.numbers)]))).strip()
    return Ruling(campaign, build_fight_report(campaign, "cleared", (named,)))
