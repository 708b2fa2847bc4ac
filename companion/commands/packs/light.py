"""Light at the prompt: light, snuff, leave; and marking off by hand: burn, deplete."""

from operator import attrgetter

from companion.campaign.campaign import Campaign
from companion.campaign.turns import mark_off_resource
from companion.commands.context import WORDS, Ruling
from companion.commands.packs.transfers import build_item_report
from companion.commands.turns.effects import begin_effect
from companion.errant.depletion import settle_empty_item
from companion.errant.items import LIGHT_SOURCE_KINDS, Item
from companion.errant.light import (
    LightSource,
    compute_light_diameter,
    kindle_item,
    leave_lit_item,
    measure_light,
    snuff_item,
)
from companion.errant.timers import Effect
from companion.grammar.arguments import Arguments
from companion.grammar.context import Context
from companion.grammar.kinds.items import find_carried_item
from companion.grammar.names import require_able
from companion.grammar.registry import has_no_arguments
from companion.reports.packs import LightReport, LitSource
from companion.reports.turns import HappeningsReport


def can_be_lit(item: Item) -> bool:
    """True for a light source that is neither lit nor burnt out."""
    gives_light = item.kind in LIGHT_SOURCE_KINDS or item.burn is not None
    return gives_light and not item.lit and item.uses_left != 0


@WORDS.command(
    "light",
    subject="light",
    usage="light [ERRANT] ITEM | light",
    short=("l",),
    reads=has_no_arguments,
    completes=("unlit…",),
)
def handle_light(context: Context) -> Ruling:
    """Light something, or look at the light."""
    if not context.arguments:
        return Ruling(context.campaign, _build_light_report(context.campaign))
    errant, item = find_carried_item(context.campaign, context.arguments, can_be_lit, "light")
    after, lit = kindle_item(require_able(errant, forced=context.is_forced), item.id)
    return Ruling(context.campaign.with_errant(after), build_item_report(after, lit, 1, "lit"))


@WORDS.command("snuff", subject="light", usage="snuff [ERRANT] ITEM", completes=("lit…",))
def handle_snuff(context: Context) -> Ruling:
    """Put a light out."""
    errant, item = find_carried_item(
        context.campaign, context.arguments, attrgetter("lit"), "light"
    )
    after, out = snuff_item(errant, item.id)
    after, happened = settle_empty_item(after, out, context.campaign.book.rules.refill)
    report = build_item_report(errant, out, 1, "snuffed", happened)
    return Ruling(context.campaign.with_errant(after), report)


def _build_light_report(campaign: Campaign) -> LightReport:
    light = measure_light(campaign.errants)
    sources = [
        LitSource(
            errant=source.errant,
            item=source.item,
            burn=source.burn,
            feet=compute_light_diameter(source.burn),
            name=source.name,
            full=max(source.burn, _get_fuel(campaign, source).max_uses or 0),
        )
        for source in light.sources
    ]
    return LightReport(
        burn=light.burn, members=light.members, level=light.level, sources=tuple(sources)
    )


def _get_fuel(campaign: Campaign, source: LightSource) -> Item:
    return campaign.get_errant(source.errant).get_item(source.fuel)


_SPOT_WORDS = ("at", "by", "in", "on")


def _take_spot(arguments: Arguments) -> tuple[str, Arguments]:
    """The place in `torch at the vestry door`: the first such word and all that follows it."""
    for at, word in enumerate(arguments[:-1]):
        if at and word.casefold() in _SPOT_WORDS:
            return " ".join(arguments[at:]), arguments[:at]
    return "left behind", arguments


@WORDS.command(
    "leave", subject="light", usage="leave [ERRANT] ITEM [at PLACE…]", completes=("lit…",)
)
def handle_leave(context: Context) -> Ruling:
    """Leave a light that burns on by itself."""
    where, arguments = _take_spot(context.arguments)
    errant, item = find_carried_item(context.campaign, arguments, attrgetter("lit"), "light")
    after, source = leave_lit_item(errant, item.id)
    left = Effect(name=f"{source.name} {where}", kind="light", depletion=source.burn)
    return begin_effect(context.campaign.with_errant(after), left)


@WORDS.command("burn", subject="light", usage="burn", short=("b",))
@WORDS.command("deplete", subject="light", usage="deplete")
def handle_mark_off(context: Context) -> Ruling:
    """Mark off what a result of Burn or Deplete does."""
    campaign, happened = mark_off_resource(context.campaign, context.word)
    return Ruling(campaign, HappeningsReport(word=context.word, happened=happened))
