"""The whole table at a glance, at the prompt: status."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.history import find_undoable
from companion.campaign.secrecy import mask_secret_line
from companion.commands.context import Ruling
from companion.commands.turns.effects import list_campaign_timers, list_effects_by_end
from companion.commands.turns.event_die import build_dice_report
from companion.commands.turns.turns import build_sign_lines, build_turn_lines, describe_open_matters
from companion.errant.errants import list_members, list_present
from companion.errant.event_die import EVENT_TABLES
from companion.errant.light import measure_light
from companion.errant.slots import OVERLOAD_LIMIT, encumbrance
from companion.errant.stacks import count_uses
from companion.grammar.context import Context
from companion.reports.status import StatusReport


def build_status_report(context: Context) -> StatusReport:
    """The whole table at a glance, for everybody's eyes: a secret line that undo would take back is
    called «secret»."""
    campaign = context.campaign
    turn = campaign.turns[-1] if campaign.turns else None
    light = measure_light(campaign.errants)
    last = find_undoable(context.read_entries())
    return StatusReport(
        name=campaign.book.name,
        day=campaign.now.day,
        time=campaign.now.time,
        watch=campaign.now.watch,
        turn_type=turn.type if turn else None,
        turn_number=turn.number if turn and turn.begun else None,
        nested=build_turn_lines(campaign),
        light=light.level,
        burn=light.burn,
        open=describe_open_matters(campaign),
        undo=mask_secret_line(last) if last else None,
        supply=sum(member.supply for member in list_members(campaign.errants)),
        food=sum(count_uses(errant, "rations") for errant in list_present(campaign.errants)),
        overloaded=tuple(
            e.id for e in list_members(campaign.errants) if encumbrance(e) > OVERLOAD_LIMIT
        ),
        event_dice=describe_event_dice(campaign),
        rolled=turn is not None and turn.face is not None,
        effects=list_effects_by_end(campaign),
        signs=build_sign_lines(campaign, campaign.world.signs),
        timers=list_campaign_timers(campaign),
    )


def describe_event_dice(campaign: Campaign) -> str | None:
    """The dice that `event` would roll, or `next` once the die has fallen: `D6`, or `3D6 low`; None
    if no Event Die is rolled."""
    if not campaign.turns or campaign.turns[-1].type not in EVENT_TABLES:
        return None
    dice = build_dice_report(campaign)
    return "D6" if dice.number == 1 else f"{dice.number}D6 {dice.keep}"


def show_status(context: Context) -> Ruling:
    """The table at a glance, with the very line that undo would take back."""
    last, report = find_undoable(context.read_entries()), build_status_report(context)
    return Ruling(context.campaign, replace(report, undo=last.line if last else None))
