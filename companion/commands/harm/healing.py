"""Answers `heal`: gives HP back to Errants and NPCs, by a number, dice or a night."""

from msgspec.structs import replace

from companion.campaign.fights.harm import build_unknown_hp_refusal, require_known_hp
from companion.commands.dice_for_handlers import make_harm_face_source
from companion.commands.handler_result import Ruling
from companion.commands.harm.direct_damage import (
    build_harm_report,
    require_victim_here_and_alive,
    roll_harm_or_healing_amount,
)
from companion.commands.harm.hp_and_wounds_for_reports import warn_of_certain_death
from companion.errant.attacks.weapons import find_damage_die
from companion.errant.company import Errant
from companion.errant.happenings import Happenings
from companion.errant.harm.dying import end_dying
from companion.errant.harm.harm import (
    choose_struck_member,
    find_current_hp,
    find_max_hp,
    list_group_hp,
    recover_hp,
)
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.argument_kinds.fights.harm import Amount, HealingWay, Victim
from companion.grammar.context import Context
from companion.grammar.name_matching import require_errant_or_retainer
from companion.refusal import Impossible


def heal_errant_or_npc(context: Context, victim: Victim, healing: Amount | HealingWay) -> Ruling:
    """Give an Errant or an NPC back HP: a number, dice, or what a night heals."""
    require_victim_here_and_alive(context, victim.who)
    if isinstance(victim.who, Npc):
        return _heal_npc(context, victim.who, victim.number, healing)
    errant = victim.who
    require_known_hp(errant)
    if healing == "night":
        return _heal_after_night(context, errant)
    effects = context.campaign.book.effects
    hp, most = find_current_hp(errant, effects), find_max_hp(errant, effects)
    if errant.is_person and hp >= most:
        return _end_dying(context, errant, most)
    with make_harm_face_source(context) as dice:
        if isinstance(healing, Amount):
            amount, faces, typed = roll_harm_or_healing_amount(healing, dice)
        else:
            amount, faces, typed = most, (), ""
        errant, effects, happened = recover_hp(errant, effects, amount, faces=faces)
    campaign = context.campaign.with_errant(errant).with_effects(effects)
    report = build_harm_report(
        campaign, "healed", errant, happened, faces, typed, entered=context.faces is not None
    )
    return Ruling(campaign, report, warnings=warn_of_certain_death(campaign, errant))


def _end_dying(context: Context, errant: Errant, most: int) -> Ruling:
    """End the dying of somebody who has all their HP, as after a wound that was said by hand.
    Raises Impossible where there is nothing to heal."""
    effects, ended = end_dying(context.campaign.book.effects, errant.id)
    if not ended:
        why = f"{errant.name} has all their HP, {most}."
        warnings = warn_of_certain_death(context.campaign, errant)
        hint = " ".join(warnings) or "To see who is hurt: company"
        raise Impossible(why, hint)
    campaign = context.campaign.with_effects(effects)
    return Ruling(campaign, build_harm_report(campaign, "healed", errant, ended))


def _heal_npc(context: Context, npc: Npc, number: int, healing: Amount | HealingWay) -> Ruling:
    """Give HP to one of a group, to the most hurt without a number; `full` to all who stand."""
    heads = list_group_hp(npc)
    most = npc.hp_max
    if healing == "night":
        raise Impossible(f"{npc.name} needs no kit.", f"Try: heal {quote_typed_name(npc)} full")
    if most is None:
        raise build_unknown_hp_refusal(npc)
    if healing == "full" and not number:
        after = replace(npc, hp=tuple(most if hp else 0 for hp in heads))
        campaign = context.campaign.with_npc(after)
        return Ruling(campaign, build_harm_report(campaign, "healed", after, ()))
    try:
        at = choose_struck_member(npc, number) - 1
    except IndexError:
        way = f"They are numbered from 1 to {len(heads)}."
        raise Impossible(f"{npc.name} {number} is none of them.", way) from None
    except ValueError:
        which = f" {number or 1}" if len(heads) > 1 else ""
        way = f"Try: hp {quote_typed_name(npc)}{which} {most}"
        raise Impossible(f"{npc.name}{which} is beaten.", way) from None
    with make_harm_face_source(context) as dice:
        rolled = (
            roll_harm_or_healing_amount(healing, dice)
            if isinstance(healing, Amount)
            else (most, (), "")
        )
        amount, faces, typed = rolled
    after = replace(npc, hp=(*heads[:at], min(most, heads[at] + amount), *heads[at + 1 :]))
    campaign = context.campaign.with_npc(after)
    return Ruling(campaign, build_harm_report(campaign, "healed", after, (), faces, typed))


def _heal_after_night(context: Context, errant: Errant) -> Ruling:
    """What a healer's kit gives after a night's Rest, once; a bed in a Settlement needs no kit."""
    from companion.commands.harm.wounds import use_healers_kit

    require_errant_or_retainer(errant, "has no night's healing")
    campaign = context.campaign
    if not errant.rested:
        context.refuse_unforced(
            f"{errant.name} has had no night's Rest that could still give HP.",
            f"To give it all the same: heal {quote_typed_name(errant)} d6",
        )
    die = find_damage_die(errant)
    if die is None:
        raise Impossible(
            f"Nobody has said {errant.name}'s damage die.",
            f"Try: heal {quote_typed_name(errant)} d6",
        )
    in_bed = (
        any(each.id == campaign.turns[-1].place for each in campaign.world.settlements)
        if (campaign.turns)
        else False
    )
    used: Happenings = ()
    if not in_bed:
        campaign, used = use_healers_kit(context, errant, None)
        errant = campaign.get_errant(errant.id)
    with make_harm_face_source(context) as dice:
        faces = (dice.face(die),)
        errant, effects, happened = recover_hp(
            errant, campaign.book.effects, faces[0], faces=faces, by="bed" if in_bed else "kit"
        )
    errant = replace(errant, rested=False)
    campaign = campaign.with_errant(errant).with_effects(effects)
    return Ruling(
        campaign,
        build_harm_report(
            campaign,
            "healed",
            errant,
            (*used, *happened),
            faces,
            f"d{die}",
            entered=context.faces is not None,
        ),
    )
