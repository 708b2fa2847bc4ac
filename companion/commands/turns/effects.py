"""Effects and timers at the prompt: timers, effect, every."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import Ruling, refuse_secret
from companion.errant.errants import Errant
from companion.errant.light import measure_light
from companion.errant.timers import Cadence, Effect, Timer, list_timers, list_wearing_turn_types
from companion.errant.turns import TurnType
from companion.grammar.context import Context
from companion.refusal import Impossible
from companion.reports.status import (
    CadenceLine,
    CadencesReport,
    EffectLine,
    EffectReport,
    TimersReport,
)
from companion.rows import replace_block
from companion.text import make_free_slug


def build_effect_line(effect: Effect) -> EffectLine:
    """An effect for a Report."""
    return EffectLine(
        effect.id, effect.name, effect.kind, effect.errant, effect.depletion, effect.lasting
    )


def list_effects_by_end(campaign: Campaign) -> tuple[EffectLine, ...]:
    """All effects; what ends next comes first, what no result ends last."""
    effects = sorted(
        campaign.book.effects,
        key=lambda e: (not list_wearing_turn_types(e), e.lasting, e.depletion or 1),
    )
    return tuple(map(build_effect_line, effects))


def list_campaign_timers(campaign: Campaign) -> tuple[Timer, ...]:
    """All that runs out or falls due; what can end soonest comes first."""
    book = campaign.book
    return list_timers(
        book.turns, measure_light(campaign.errants).sources, book.effects, book.every
    )


def show_timers(context: Context) -> Ruling:
    """What runs out next."""
    return Ruling(context.campaign, TimersReport(timers=list_campaign_timers(context.campaign)))


def show_effects(context: Context) -> Ruling:
    """What goes on."""
    lines = list_effects_by_end(context.campaign)
    return Ruling(context.campaign, EffectReport(step="listed", effects=lines))


def add_effect(
    context: Context, effect: Effect, errant: Errant | None, is_lasting: str | None
) -> Ruling:
    """Begin an effect."""
    refuse_secret(context, "What goes on")
    bearer = errant.id if errant else ""
    effect = replace(effect, errant=bearer, lasting=is_lasting is not None)
    return begin_effect(context.campaign, effect)


def end_effect(context: Context, effect: Effect) -> Ruling:
    """End an effect."""
    left = tuple(e for e in context.campaign.book.effects if e.id != effect.id)
    report = EffectReport(step="ended", effects=(build_effect_line(effect),))
    return Ruling(context.campaign.with_effects(left), report)


def keep_effect(context: Context, effect: Effect) -> Ruling:
    """Let no result end an effect."""
    if effect.lasting:
        raise Impossible(f"«{effect.name}» lasts already.", f"Try: effect end {effect.id}")
    kept = replace(effect, lasting=True)
    campaign = context.campaign
    after = campaign.with_effects(replace_block(campaign.book.effects, kept))
    return Ruling(after, EffectReport(step="kept", effects=(build_effect_line(kept),)))


def begin_effect(campaign: Campaign, effect: Effect) -> Ruling:
    """Begin an effect, which is given an id."""
    effects = campaign.book.effects
    effect = replace(effect, id=make_free_slug(effect.name, {each.id for each in effects}))
    report = EffectReport(step="began", effects=(build_effect_line(effect),))
    return Ruling(campaign.with_effects((*effects, effect)), report)


def _build_cadence_line(cadence: Cadence) -> CadenceLine:
    """A cadence for a Report."""
    return CadenceLine(cadence.id, cadence.turns, cadence.type, cadence.word, cadence.passed)


def show_cadences(context: Context) -> Ruling:
    """What is marked off, and how often."""
    lines = tuple(map(_build_cadence_line, context.campaign.book.every))
    return Ruling(context.campaign, CadencesReport(step="listed", every=lines))


def add_cadence(context: Context, turns: int, turn_type: TurnType | None, reminder: str) -> Ruling:
    """Begin to mark something off every so many Turns."""
    refuse_secret(context, "What falls due")
    campaign, every = context.campaign, context.campaign.book.every
    cadence = Cadence(
        id=make_free_slug(reminder, {c.id for c in every}),
        turns=turns,
        type=turn_type or campaign.innermost_turn.type,
        word=reminder,
    )
    report = CadencesReport(step="began", every=(_build_cadence_line(cadence),))
    return Ruling(campaign.with_cadences((*every, cadence)), report)


def end_cadence(context: Context, cadence: Cadence) -> Ruling:
    """Mark something off no longer."""
    left = tuple(c for c in context.campaign.book.every if c.id != cadence.id)
    report = CadencesReport(step="ended", every=(_build_cadence_line(cadence),))
    return Ruling(context.campaign.with_cadences(left), report)
