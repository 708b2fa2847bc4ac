"""Answers `timers`, `effect` and `every`: effects that last so many Turns, and reminders."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.handler_result import Ruling
from companion.commands.harm.hp_and_wounds_for_reports import warn_of_certain_death
from companion.commands.people.reactions_and_morale import mark_npc_met
from companion.commands.status import (
    build_effect_line,
    build_effect_lines_by_end,
    list_campaign_timers,
)
from companion.commands.stops_until_typed_again import refuse_secret_line
from companion.errant.company import Errant
from companion.errant.names_to_type import quote_typed_name
from companion.errant.turns.timers import Cadence, Effect
from companion.errant.turns.turns import TurnType, is_turn_begun
from companion.errant.world import Npc
from companion.grammar.argument_kinds.effects import Status
from companion.grammar.context import Context
from companion.refusal import Impossible
from companion.reports.status import CadenceLine, CadencesReport, EffectReport, TimersReport
from companion.values_with_ids import make_free_slug, replace_by_id


def show_timers(context: Context) -> TimersReport:
    """Show what runs out or ends next."""
    return TimersReport(timers=list_campaign_timers(context.campaign))


def show_effects(context: Context) -> EffectReport:
    """Every effect that goes on, the first to end first."""
    return EffectReport(step="listed", effects=build_effect_lines_by_end(context.campaign))


def add_effect(
    context: Context,
    effect: Effect,
    bearer: Errant | Npc | None,
    is_lasting: str | None,
    status: Status | None,
) -> Ruling:
    """Begin an effect. A Status that moves damage dice lasts, if nothing says for how long."""
    refuse_secret_line(context, "What goes on")
    campaign = context.campaign
    status = status or Status()
    is_npc = isinstance(bearer, Npc)
    effect = replace(
        effect,
        errant=bearer.id if bearer and not is_npc else "",
        npc=bearer.id if bearer and is_npc else "",
        own_attacks=status.own,
        against=status.against,
        foe=status.foe.id if status.foe else "",
    )
    if status.turns is not None:
        if effect.depletion is not None:
            raise Impossible(
                "An effect lasts so many Turns or has Depletion, not both.", "Leave one out."
            )
        turn_type = status.turn_type or campaign.innermost_turn.type
        began = is_turn_begun(campaign.turns, turn_type)
        effect = replace(effect, turns=status.turns, turn_type=turn_type, began=began)
    lasts = effect.depletion is None and effect.turns is None
    is_endless = lasts and bool(status.own or status.against)
    effect = replace(effect, lasting=is_lasting is not None or is_endless)
    for npc in (bearer, status.foe):
        if isinstance(npc, Npc):
            campaign = campaign.with_npc(mark_npc_met(context, npc))
    return begin_effect_with_new_id(campaign, effect)


def end_effect(context: Context, effect: Effect) -> Ruling:
    """End an effect before its time."""
    campaign = context.campaign
    left = tuple(e for e in campaign.book.effects if e.id != effect.id)
    report = EffectReport(step="ended", effects=(build_effect_line(campaign, effect),))
    campaign = campaign.with_effects(left)
    bearer = next((each for each in campaign.errants if each.id == effect.errant), None)
    doomed = warn_of_certain_death(campaign, bearer) if bearer and effect.kind == "wound" else ()
    return Ruling(campaign, report, warnings=doomed)


def keep_effect_from_ending(context: Context, effect: Effect) -> Ruling:
    """Make an effect last until it is ended by hand."""
    if effect.lasting:
        raise Impossible(
            f"«{effect.name}» lasts already.", f"Try: effect end {quote_typed_name(effect)}"
        )
    kept = replace(effect, lasting=True)
    campaign = context.campaign
    after = campaign.with_effects(replace_by_id(campaign.book.effects, kept))
    return Ruling(after, EffectReport(step="kept", effects=(build_effect_line(campaign, kept),)))


def begin_effect_with_new_id(campaign: Campaign, effect: Effect) -> Ruling:
    """Begin an effect, which is given an id."""
    effects = campaign.book.effects
    effect = replace(effect, id=make_free_slug(effect.name, {each.id for each in effects}))
    report = EffectReport(step="began", effects=(build_effect_line(campaign, effect),))
    return Ruling(campaign.with_effects((*effects, effect)), report)


def _build_cadence_line(cadence: Cadence) -> CadenceLine:
    return CadenceLine(cadence.id, cadence.turns, cadence.type, cadence.word, cadence.passed)


def show_reminders(context: Context) -> CadencesReport:
    """Report the reminders that come every so many Turns."""
    lines = tuple(map(_build_cadence_line, context.campaign.book.every))
    return CadencesReport(step="listed", every=lines)


def add_reminder(context: Context, turns: int, turn_type: TurnType | None, reminder: str) -> Ruling:
    """Begin a reminder that comes every so many Turns."""
    refuse_secret_line(context, "What falls due")
    campaign, every = context.campaign, context.campaign.book.every
    cadence = Cadence(
        id=make_free_slug(reminder, {c.id for c in every}),
        turns=turns,
        type=turn_type or campaign.innermost_turn.type,
        word=reminder,
    )
    report = CadencesReport(step="began", every=(_build_cadence_line(cadence),))
    return Ruling(campaign.with_cadences((*every, cadence)), report)


def end_reminder(context: Context, cadence: Cadence) -> Ruling:
    """End a reminder that comes every so many Turns."""
    left = tuple(c for c in context.campaign.book.every if c.id != cadence.id)
    report = CadencesReport(step="ended", every=(_build_cadence_line(cadence),))
    return Ruling(context.campaign.with_cadences(left), report)
