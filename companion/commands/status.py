"""Answers `status` with the whole table at a glance, and builds the lines that other Reports share
with it."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.campaign.campaign import Campaign, Request
from companion.campaign.secrecy import mask_secret_line
from companion.campaign.undoable_entries import find_undoable_entry
from companion.errant.company import Errant, list_everyone_present, list_members_present
from companion.errant.packs.depletion import can_refill, group_empty_items
from companion.errant.packs.items import Item
from companion.errant.packs.light import measure_light
from companion.errant.packs.slots import OVERLOAD_LIMIT, find_encumbrance
from companion.errant.packs.stacks import count_uses_left
from companion.errant.turns.event_die import (
    EVENT_TABLES,
    Modifier,
    compute_net_event_dice,
    find_event_die_result,
    list_company_modifiers,
)
from companion.errant.turns.timers import Effect, Timer, list_run_down_turn_types, list_timers
from companion.errant.turns.turns import WHOLE_COMPANY, Turn
from companion.errant.world import Sign
from companion.grammar.context import Context
from companion.reports.status import (
    EffectLine,
    HpLine,
    OpenMatter,
    RequestLine,
    StatusReport,
    WearLine,
)
from companion.reports.turns import Action, DiceToRollReport, SignLine, TurnLine


def build_status_report(context: Context) -> StatusReport:
    """The whole table at a glance, for everybody's eyes: a secret line that undo would take back is
    called «secret»."""
    campaign = context.campaign
    turn = campaign.turns[-1] if campaign.turns else None
    light = measure_light(campaign.errants)
    last = find_undoable_entry(context.read_entries())
    matters = (
        *_list_requests(context),
        *_list_uncalled_order(campaign),
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
        encounters=campaign.book.clock.encounters,
        undo=mask_secret_line(last) if last else None,
        supply=sum(member.supply for member in list_members_present(campaign.errants)),
        food=sum(
            count_uses_left(errant, "rations") for errant in list_everyone_present(campaign.errants)
        ),
        overloaded=tuple(
            e.id
            for e in list_members_present(campaign.errants)
            if find_encumbrance(e) > OVERLOAD_LIMIT
        ),
        event_dice=describe_event_dice(campaign),
        rolled=turn is not None and turn.face is not None,
        effects=build_effect_lines_by_end(campaign),
        signs=build_sign_lines(campaign, campaign.world.signs),
        timers=list_campaign_timers(campaign),
        requests=tuple(build_request_line(campaign, each) for each in campaign.book.requests),
        matters=matters,
        hurt=build_hp_lines_of_hurt(campaign),
        worn=build_arms_wear_lines(campaign),
    )


_HEALTH_KINDS = ("wound", "dying", "condition", "burning", "breath")


def build_hp_lines_of_hurt(campaign: Campaign) -> tuple[HpLine, ...]:
    """HP and wounds of those of the Company who are hurt, for a Report."""
    has_lost = any(each.hp is not None or each.out_of_action for each in campaign.errants)
    if not has_lost and not any(each.kind in _HEALTH_KINDS for each in campaign.book.effects):
        return ()
    from companion.commands.harm.hp_report_lines import (
        build_company_hp_lines,  # only who is hurt pays for it
    )

    return build_company_hp_lines(campaign, hurt_only=True)


def build_arms_wear_lines(campaign: Campaign) -> tuple[WearLine, ...]:
    """The arms of those who are here whose armour has lost Blocks, or who may soon lose a weapon or
    a piece."""
    company = list_everyone_present(campaign.errants)
    worn = [e for e in company if any(i.blocks_max or i.quality_left for i in e.items)]
    if not worn:
        return ()
    # Only what is worn down pays for it.
    from companion.errant.attacks.armour import measure_wear_of_arms

    found = ((errant.id, measure_wear_of_arms(errant)) for errant in worn)
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
        key=lambda e: (not list_run_down_turn_types(e), e.lasting, e.depletion or 1),
    )
    return tuple(build_effect_line(campaign, effect) for effect in effects)


def list_campaign_timers(campaign: Campaign) -> tuple[Timer, ...]:
    """Everything that runs out or falls due; what can end soonest comes first."""
    book = campaign.book
    return list_timers(
        book.turns, measure_light(campaign.errants).sources, book.effects, book.every
    )


def build_sign_lines(campaign: Campaign, signs: tuple[Sign, ...]) -> tuple[SignLine, ...]:
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


def describe_unsettled_encounters(context: Context) -> list[str]:
    """An encounter stays open, whichever Turn brought it."""
    return [matter.text for matter in _list_unsettled_encounters(context)]


def _list_unsettled_encounters(context: Context) -> list[OpenMatter]:
    """The encounters that nobody has settled, as one. Where a table says whom they meet, it is
    rolled before it is told."""
    campaign = context.campaign
    clock = campaign.book.clock
    if not clock.encounter:
        return []
    from companion.campaign.table_facts_and_decks import find_table_of_current_place
    from companion.commands.record.untold_findings import (
        list_drawn_encounters,  # only while an encounter waits
    )

    drawn = len(list_drawn_encounters(context))
    may_roll = drawn < clock.encounters and find_table_of_current_place(campaign, "encounters")
    lines = (("tell", "encounter") if drawn else ("encounter",)) if may_roll else ("tell", "react")
    which = "nobody has rolled whom they meet" if may_roll else "an encounter"
    if earlier := clock.earlier_encounters:
        which = f"{earlier + 1} encounters, {earlier} of them earlier"
    return [OpenMatter(" or ".join(lines), lines, which)]


_UNTOLD = OpenMatter("encounter", (), "the Guide has not told it yet")
UNTOLD_ENCOUNTER = _UNTOLD.text
"""An open encounter at a player's seat, where nobody can tell it."""


def reword_open_matters_for_seat(context: Context, lines: Iterable[str]) -> tuple[str, ...]:
    """What is open, in the words of the seat that types."""
    if context.is_guide:
        return tuple(lines)
    untold = describe_unsettled_encounters(context)
    return tuple(UNTOLD_ENCOUNTER if line in untold else line for line in lines)


def describe_open_matters(context: Context, *, all_at_0: bool = True) -> tuple[str, ...]:
    """What is open in the Turn being played, in a line each: the words that settle it, and on
    what."""
    return tuple(matter.text for matter in _list_open_matters(context, all_at_0=all_at_0))


def list_open_matters_for_seat(
    context: Context, *, all_at_0: bool = True
) -> tuple[OpenMatter, ...]:
    """What is open in the Turn being played, as the seat that types sees it. `all_at_0` counts in
    things at 0, whichever Turn used them up."""
    matters = _list_open_matters(context, all_at_0=all_at_0)
    if context.is_guide:
        return matters
    untold = _list_unsettled_encounters(context)
    return tuple(_UNTOLD if each in untold else each for each in matters)


def _list_open_matters(context: Context, *, all_at_0: bool) -> tuple[OpenMatter, ...]:
    matters = context.campaign.open_matters
    empty = group_empty_items(context.campaign.errants) if all_at_0 else {}
    return (
        *([OpenMatter("rest or press-on", ("rest", "press-on"))] if matters.choices else []),
        *_list_unsettled_encounters(context),
        *(_build_refill_matter(named, alike) for named, alike in empty.items()),
        *(
            OpenMatter("done", ("done",), action if who == WHOLE_COMPANY else f"{who} {action}")
            for who, action in matters.unresolved_actions
        ),
    )


def _build_refill_matter(named: str, alike: list[tuple[Errant, Item]]) -> OpenMatter:
    """A thing at 0, or several of somebody's that differ in nothing."""
    errant, item = alike[0]
    return OpenMatter(
        ways=f"refill or let-go {named}",
        lines=(f"refill {named}", f"let-go {named}"),
        why="" if len(alike) == 1 else f"{len(alike)} of them",
        supply=item.quarters_each if can_refill(item) else None,
        supply_left=errant.supply,
        uses=item.max_uses or 0,
    )


def _list_requests(context: Context) -> list[OpenMatter]:
    """What players have asked for, to the Guide, who grants it."""
    waiting = context.campaign.book.requests if context.is_guide else ()
    return [
        OpenMatter(
            "grant or deny",
            (f"grant {each.id}", f"deny {each.id}"),
            f"{each.seat}{_describe_turn_of_late_request(context.campaign, each)}: {each.line}",
        )
        for each in waiting
    ]


def _describe_turn_of_late_request(campaign: Campaign, request: Request) -> str:
    """The Turn in which something was asked for, if another type is played by now."""
    if not request.is_late(campaign.turns):
        return ""
    return f", in {format_turn_in_sentence(request.turn_type, request.turn_number)}"


def build_request_line(campaign: Campaign, request: Request) -> RequestLine:
    """A line that a player asks the Guide for, for a Report."""
    return RequestLine(
        request.id,
        request.seat,
        request.line,
        request.turn_type,
        request.turn_number,
        request.is_late(campaign.turns),
    )


def format_turn_in_sentence(turn_type: str | None, number: int) -> str:
    """A Turn by its type and number, as in a sentence."""
    if turn_type is None:
        return "no Turn"
    return (
        f"{turn_type.capitalize()} Turn {number}" if number else f"{turn_type.capitalize()} Turns"
    )


def _list_uncalled_order(campaign: Campaign) -> tuple[OpenMatter, ...]:
    """The order of a fight that nobody has called. It stops nobody: some tables have none."""
    if not campaign.book.combatants:
        return ()
    from companion.campaign.fights.fights import lacks_action_order  # only who fights pays for it

    if not lacks_action_order(campaign):
        return ()
    return (OpenMatter("order odd or even", ("order odd", "order even"), "who acts first"),)


def list_declared_actions(turn: Turn) -> tuple[Action, ...]:
    """The actions that were declared in a Turn, each with who does it."""
    return tuple(Action(who, action) for who, action in turn.declared.items())


def list_event_dice_modifiers(
    campaign: Campaign, by_hand: tuple[int, ...] = ()
) -> tuple[Modifier, ...]:
    """Everything that adds Event Dice to the next roll of the innermost Turn, by name."""
    rest_dice = campaign.book.clock.rest_dice
    return (
        *list_company_modifiers(campaign.errants, campaign.innermost_turn.type, rest_dice),
        *(Modifier("by hand", dice) for dice in by_hand if dice),
    )


def count_event_dice(modifiers: tuple[Modifier, ...]) -> int:
    """How many D6 are rolled for the Event Die with these modifiers."""
    return abs(compute_net_event_dice(modifiers)) + 1


def build_event_dice_report(campaign: Campaign, by_hand: tuple[int, ...] = ()) -> DiceToRollReport:
    """How many D6 to roll by hand, and which one counts: for this Turn, or for the next one if this
    Turn's die has fallen. Raises Impossible in Initiative Turns."""
    turn = campaign.innermost_turn
    find_event_die_result(turn.type, 1)
    modifiers = list_event_dice_modifiers(campaign, by_hand)
    dice = compute_net_event_dice(modifiers)
    return DiceToRollReport(
        turn_type=turn.type,
        number=count_event_dice(modifiers),
        keep="high" if dice > 0 else "low" if dice < 0 else "only",
        modifiers=modifiers,
        rolled=turn.face,
    )


def describe_event_dice(campaign: Campaign) -> str | None:
    """The dice that `event` would roll, or `next` once the die has fallen: `D6`, or `3D6 low`; None
    if no Event Die is rolled."""
    if not campaign.turns or campaign.turns[-1].type not in EVENT_TABLES:
        return None
    dice = build_event_dice_report(campaign)
    return "D6" if dice.number == 1 else f"{dice.number}D6 {dice.keep}"


def show_status(context: Context) -> StatusReport:
    """The table at a glance, with the very line that undo would take back."""
    last, report = find_undoable_entry(context.read_entries()), build_status_report(context)
    return replace(report, undo=last.line if last else None)
