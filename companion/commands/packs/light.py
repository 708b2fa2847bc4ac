"""Answers the words for lights: `light`, `snuff`, `leave` one burning; and marks off uses by hand:
`burn`, `deplete`."""

from companion.campaign.campaign import Campaign
from companion.campaign.turns.turns import apply_due_cadence
from companion.commands.handler_result import Ruling
from companion.commands.packs.transfers import (
    build_item_report,
    require_item_in_reach,
    require_unbroken_item,
)
from companion.commands.turns.timers_and_effects import begin_effect_with_new_id
from companion.errant.packs.depletion import refill_or_remove_empty_item
from companion.errant.packs.light import (
    LightSource,
    compute_light_diameter,
    kindle_item,
    measure_light,
    remove_lit_item_and_its_oil,
)
from companion.errant.packs.light import snuff_item as put_out_item
from companion.errant.turns.timers import Effect
from companion.grammar.argument_kinds.packs.carried_things import Carried
from companion.grammar.context import Context
from companion.grammar.name_matching import (
    require_able_errant_here_or_away,
    require_present_and_able_errant,
)
from companion.reports.packs import LightReport, LitSource
from companion.reports.turns import HappeningsReport


def show_light(context: Context) -> LightReport:
    """What is lit, and how far it reaches."""
    light = measure_light(context.campaign.errants)
    return LightReport(
        burn=light.burn,
        members=light.members,
        level=light.level,
        sources=tuple(_build_source(context.campaign, source) for source in light.sources),
    )


def _build_source(campaign: Campaign, source: LightSource) -> LitSource:
    fuel = campaign.get_errant(source.errant).get_item(source.fuel)
    return LitSource(
        errant=source.errant,
        item=source.item,
        burn=source.burn,
        feet=compute_light_diameter(source.burn),
        name=source.name,
        full=max(source.burn, fuel.max_uses or 0),
    )


def light_item(context: Context, carried: Carried) -> Ruling:
    """Light a torch, a candle or a lantern."""
    errant = require_present_and_able_errant(carried.errant, forced=context.is_forced)
    item = require_unbroken_item(
        context, errant, require_item_in_reach(context, errant, carried.item)
    )
    after, lit = kindle_item(errant, item.id)
    return Ruling(context.campaign.with_errant(after), build_item_report(after, lit, 1, "lit"))


def snuff_item(context: Context, carried: Carried) -> Ruling:
    """Put out a light that somebody carries; it is gone if it has burned down."""
    errant, item = (
        require_able_errant_here_or_away(carried.errant, forced=context.is_forced),
        carried.item,
    )
    after, out = put_out_item(errant, item.id)
    after, happened = refill_or_remove_empty_item(after, out, context.campaign.book.rules.refill)
    report = build_item_report(errant, out, 1, "snuffed", happened)
    return Ruling(context.campaign.with_errant(after), report)


def leave_light_behind_burning(context: Context, carried: Carried, spot: str | None) -> Ruling:
    """Leave a light that burns on by itself."""
    after, source = remove_lit_item_and_its_oil(carried.errant, carried.item.id)
    name = f"{source.name} {spot or 'left behind'}"
    left = Effect(name=name, kind="light", depletion=source.burn)
    return begin_effect_with_new_id(context.campaign.with_errant(after), left)


def apply_burn_or_deplete_result(context: Context) -> Ruling:
    """Mark off what a result of Burn or Deplete does."""
    campaign, happened = apply_due_cadence(context.campaign, context.word)
    return Ruling(campaign, HappeningsReport(word=context.word, happened=happened))
