"""Light at the prompt: light, snuff, and marking off by hand: burn, deplete."""

from companion.campaign.passing import marked_off
from companion.commands.names import find_carried, here_only
from companion.commands.packs import item_report
from companion.commands.reports import HappenedReport, LightReport, LitSource
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.depletion import at_zero
from companion.errant.items import LIGHT_SOURCES, Item
from companion.errant.light import diameter, kindle, light_of, snuff
from companion.words.options import nothing_more
from companion.words.registry import alone


def light_report(sitting: Sitting) -> LightReport:
    """All the light of the Company."""
    light = light_of(sitting.campaign.errants)
    return LightReport(
        burn=light.burn,
        members=light.members,
        level=light.level,
        sources=tuple(LitSource(s.errant, s.item, s.burn, diameter(s.burn)) for s in light.sources),
    )


def _can_be_lit(item: Item) -> bool:
    return not item.lit and item.left != 0 and (item.kind in LIGHT_SOURCES or item.burn is not None)


def _is_lit(item: Item) -> bool:
    return item.lit


@WORDS.command(
    "light",
    subject="light",
    usage="light [ERRANT] ITEM | light",
    summary="Light a torch, a candle or a lantern; alone, say what is lit and how far it reaches.",
    examples=("light bree torch", "light lantern", "light"),
    short=("l",),
    reads=alone,
    completes=("errant", "item"),
)
def light_word(sitting: Sitting) -> Ruling:
    """Light something, or look at the light."""
    if not sitting.arguments:
        return Ruling(sitting.campaign, light_report(sitting))
    errant, item = find_carried(sitting.campaign, sitting.arguments, _can_be_lit, "light")
    after, lit = kindle(here_only(errant, forced=sitting.forced), item.id)
    return Ruling(sitting.campaign.with_errant(after), item_report(after, lit, 1, "lit"))


@WORDS.command(
    "snuff",
    subject="light",
    usage="snuff [ERRANT] ITEM",
    summary="Put a light out. A torch or candle falls to Burn 0 for good; a lantern can be relit.",
    examples=("snuff bree torch", "snuff lantern"),
    completes=("errant", "item"),
)
def snuff_word(sitting: Sitting) -> Ruling:
    """Put a light out."""
    errant, item = find_carried(sitting.campaign, sitting.arguments, _is_lit, "light")
    after, out = snuff(errant, item.id)
    after, happened = at_zero(after, out, sitting.campaign.campaign.rules.refill)
    report = item_report(errant, out, 1, "snuffed", happened)
    return Ruling(sitting.campaign.with_errant(after), report)


def _mark(sitting: Sitting, word: str) -> Ruling:
    nothing_more(word, sitting.arguments)
    campaign, happened = marked_off(sitting.campaign, word)
    return Ruling(campaign, HappenedReport(word=word, happened=happened))


@WORDS.command(
    "burn",
    subject="light",
    usage="burn",
    summary="Mark off by hand what a result of Burn does: every lit source loses 1 Burn (or, in "
    "the dark, every member 1 Supply), effects run down.",
    examples=("burn",),
)
def burn_word(sitting: Sitting) -> Ruling:
    """Mark off light and effects."""
    return _mark(sitting, "burn")


@WORDS.command(
    "deplete",
    subject="light",
    usage="deplete",
    summary="Mark off by hand what a result of Deplete does: everybody eats, effects run down.",
    examples=("deplete",),
)
def deplete_word(sitting: Sitting) -> Ruling:
    """Mark off food and effects."""
    return _mark(sitting, "deplete")
