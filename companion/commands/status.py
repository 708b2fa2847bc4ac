"""Answers `status` with the whole table at a glance, and builds the lines that other Reports share
with it: effects, signs, open Turns, requests, and the Event Dice."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign, Request
from companion.campaign.secrecy import mask_secret_line
from companion.campaign.undoable_entries import find_undoable_entry
from companion.commands.open_matters import (
    list_open_matters_for_seat,
    list_requests_to_grant,
    list_undecided_turn_order,
)
from companion.errant.company import list_everyone_present, list_members_present
from companion.errant.packs.light import measure_light
from companion.errant.packs.slots import OVERLOAD_LIMIT, find_encumbrance
from companion.errant.packs.stacks import count_uses_left
from companion.errant.turns.event_die import (
    EVENT_TABLES,
    Modifier,
    compute_net_event_dice,
    count_event_dice_to_roll,
    find_event_die_result,
    list_company_modifiers,
)
from companion.errant.turns.timers import Effect, Timer, list_depleting_turn_types, list_timers
from companion.errant.turns.turns import Turn
from companion.errant.world import Sign
from companion.grammar.context import Context
from companion.reports.status import EffectLine, HpLine, RequestLine, StatusReport, WearLine
from companion.reports.turns import Action, DiceToRollReport, SignLine, TurnLine


def build_status_report(context: Context) -> StatusReport:
    """The whole table at a glance, for everybody's eyes: a secret line that undo would take back is
    called «secret»."""
    campaign = context.campaign
    turn = campaign.turns[-1] if campaign.turns else None
    light = measure_light(campaign.errants)
    last = find_undoable_entry(context.read_entries())
    matters = (
        *list_requests_to_grant(context),
        *list_undecided_turn_order(campaign),
        *list_open_matters_for_seat(context),
    )
    return StatusReport(
        name=campaign.book.name,
        day=campaign.now.day,
        time=campaign.now.time,
        watch=campaign.now.watch,
        turn_type=turn.type if turn else None,
        turn_number=turn.number if turn and turn.begun else None,
        nested=build_open_turn_lines(campaign),
        light=light.level,
        burn=light.burn,
        open=tuple(matter.text for matter in matters),
        encounters=campaign.book.clock.unsettled_encounter_count,
        undo=mask_secret_line(last) if last else None,
        supply=count_supply(campaign),
        food=count_rations(campaign),
        overloaded=tuple(
            e.id
            for e in list_members_present(campaign.errants)
            if find_encumbrance(e) > OVERLOAD_LIMIT
        ),
        event_dice=describe_event_dice_to_roll(campaign),
        rolled=turn is not None and turn.face is not None,
        effects=build_effect_lines_by_end(campaign),
        signs=build_encounter_sign_lines(campaign, campaign.world.signs),
        timers=list_campaign_timers(campaign),
        requests=tuple(build_request_line(campaign, each) for each in campaign.book.requests),
        matters=matters,
        hurt=build_hp_lines_of_hurt(campaign),
        worn=build_worn_down_arms_lines(campaign),
    )


_HEALTH_KINDS = ("wound", "dying", "condition", "burning", "breath")


def build_hp_lines_of_hurt(campaign: Campaign) -> tuple[HpLine, ...]:
    """HP and wounds of those of the Company who are hurt, for a Report."""
    has_lost = any(each.hp is not None or each.out_of_action for each in campaign.errants)
    if not has_lost and not any(each.kind in _HEALTH_KINDS for each in campaign.book.effects):
        return ()
    from companion.commands.harm.hp_and_wounds_for_reports import (
        build_company_hp_lines,  # only who is hurt pays for it
    )

    return build_company_hp_lines(campaign, hurt_only=True)


def build_worn_down_arms_lines(campaign: Campaign) -> tuple[WearLine, ...]:
    """The arms of those who are here whose armour has lost Blocks, or who may soon lose a weapon or
    a piece."""
    company = list_everyone_present(campaign.errants)
    worn = [e for e in company if any(i.blocks_max or i.quality_left for i in e.items)]
    if not worn:
        return ()
    # Only what is worn down pays for it.
    from companion.errant.attacks.armour import measure_weapon_and_armour_wear

    found = ((errant.id, measure_weapon_and_armour_wear(errant)) for errant in worn)
    return tuple(WearLine(errant, *wear) for errant, wear in found if wear)


def build_effect_line(campaign: Campaign, effect: Effect) -> EffectLine:
    """An effect that goes on, for a Report."""
    npc = find_npc_name(campaign, effect.npc)
    return EffectLine(
        effect.id,
        effect.name,
        effect.kind,
        effect.errant,
        effect.depletion,
        effect.lasting,
        npc=npc,
        turns=effect.turns,
        turn_type=effect.turn_type or "",
        own_attacks=effect.own_attacks,
        against=effect.against,
        foe=find_npc_name(campaign, effect.foe),
    )


def find_npc_name(campaign: Campaign, npc_id: str) -> str:
    """The name of an NPC; "" for nobody."""
    if not npc_id:
        return ""
    return next((npc.name for npc in campaign.world.npcs if npc.id == npc_id), npc_id)


def build_effect_lines_by_end(campaign: Campaign) -> tuple[EffectLine, ...]:
    """All effects; what ends next comes first, what no result ends last."""
    effects = sorted(
        campaign.book.effects,
        key=lambda e: (not list_depleting_turn_types(e), e.lasting, e.depletion or 1),
    )
    return tuple(build_effect_line(campaign, effect) for effect in effects)


def list_campaign_timers(campaign: Campaign) -> tuple[Timer, ...]:
    """Everything that runs out or falls due; what can end soonest comes first."""
    book = campaign.book
    return list_timers(
        book.turns, measure_light(campaign.errants).sources, book.effects, book.every
    )


def build_encounter_sign_lines(campaign: Campaign, signs: tuple[Sign, ...]) -> tuple[SignLine, ...]:
    """The signs of encounters that wait, for a Report."""
    return tuple(
        SignLine(
            sign.turn_type,
            sign.place,
            sign.encounter,
            campaign.get_place_name(sign.place),
            sign.clue,
            sign.row,
        )
        for sign in signs
    )


def build_open_turn_lines(campaign: Campaign) -> tuple[TurnLine, ...]:
    """The open Turns for a Report, the outermost first."""
    return tuple(
        TurnLine(
            turn_type=turn.type,
            turn_number=turn.number if turn.begun else 0,
            place=turn.place,
            declared=list_declared_actions(turn),
            asleep=turn.asleep,
            watch=turn.watch,
            place_name=campaign.get_place_name(turn.place),
        )
        for turn in campaign.turns
    )


def build_request_line(campaign: Campaign, request: Request) -> RequestLine:
    """A line that a player asks the Guide for, for a Report."""
    return RequestLine(
        request.id,
        request.seat,
        request.line,
        request.turn_type,
        request.turn_number,
        request.is_from_other_turn_type(campaign.turns),
    )


def list_declared_actions(turn: Turn) -> tuple[Action, ...]:
    """The actions that were declared in a Turn, each with who does it."""
    return tuple(Action(who, action) for who, action in turn.declared.items())


def count_supply(campaign: Campaign) -> int:
    """The Supply of the members who are here."""
    return sum(member.supply for member in list_members_present(campaign.errants))


def count_rations(campaign: Campaign) -> int:
    """The rations of everybody who is here."""
    return sum(
        count_uses_left(errant, "rations") for errant in list_everyone_present(campaign.errants)
    )


def list_event_dice_modifiers(campaign: Campaign, by_hand: tuple[int, ...]) -> tuple[Modifier, ...]:
    """Everything that adds Event Dice to the next roll of the innermost Turn, by name."""
    rest_dice = campaign.book.clock.rest_dice
    return (
        *list_company_modifiers(campaign.errants, campaign.innermost_turn.type, rest_dice),
        *(Modifier("by hand", dice) for dice in by_hand if dice),
    )


def build_dice_to_roll_report(
    campaign: Campaign, by_hand: tuple[int, ...] = ()
) -> DiceToRollReport:
    """How many D6 to roll by hand, and which one counts: for this Turn, or for the next one if this
    Turn's die has fallen. Raises Impossible in Initiative Turns."""
    turn = campaign.innermost_turn
    find_event_die_result(turn.type, 1)
    modifiers = list_event_dice_modifiers(campaign, by_hand)
    dice = compute_net_event_dice(modifiers)
    return DiceToRollReport(
        turn_type=turn.type,
        number=count_event_dice_to_roll(modifiers),
        keep="high" if dice > 0 else "low" if dice < 0 else "only",
        modifiers=modifiers,
        rolled=turn.face,
    )


def describe_event_dice_to_roll(campaign: Campaign) -> str | None:
    """The dice that `event` would roll, or `next` once the die has fallen: `D6`, or `3D6 low`; None
    if no Event Die is rolled."""
    if not campaign.turns or campaign.turns[-1].type not in EVENT_TABLES:
        return None
    dice = build_dice_to_roll_report(campaign)
    return "D6" if dice.number == 1 else f"{dice.number}D6 {dice.keep}"


def show_status(context: Context) -> StatusReport:
    """The table at a glance, with the very line that undo would take back."""
    last, report = find_undoable_entry(context.read_entries()), build_status_report(context)
    return replace(report, undo=last.line if last else None)
