"""Light at the prompt: light, snuff, leave, and marking off by hand: burn, deplete."""

from companion.campaign.campaign import Campaign
from companion.campaign.passing import marked_off
from companion.commands.handing import item_report
from companion.commands.lasting import effect_line
from companion.commands.names import able_only, find_carried
from companion.commands.reports import EffectReport, HappenedReport, LightReport, LitSource
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.depletion import at_zero
from companion.errant.effects import Effect
from companion.errant.items import LIGHT_SOURCES, Item
from companion.errant.light import Source, diameter, kindle, left_behind, light_of, snuff
from companion.text import free_slug
from companion.words.options import Arguments, nothing_more
from companion.words.registry import alone


def _lit_source(campaign: Campaign, source: Source) -> LitSource:
    burns = campaign.errant(source.errant).item(source.fuel)
    return LitSource(
        errant=source.errant,
        item=source.item,
        burn=source.burn,
        feet=diameter(source.burn),
        name=source.name,
        full=max(source.burn, burns.full or 0),
    )


def light_report(sitting: Sitting) -> LightReport:
    """All the light of the Company."""
    light = light_of(sitting.campaign.errants)
    return LightReport(
        burn=light.burn,
        members=light.members,
        level=light.level,
        sources=tuple(_lit_source(sitting.campaign, source) for source in light.sources),
    )


def can_be_lit(item: Item) -> bool:
    """Whether it gives light, and is not lit or burnt out."""
    return not item.lit and item.left != 0 and (item.kind in LIGHT_SOURCES or item.burn is not None)


def is_lit(item: Item) -> bool:
    """Whether it burns now."""
    return item.lit


@WORDS.command(
    "light",
    subject="light",
    usage="light [ERRANT] ITEM | light",
    summary="Light a torch, a candle or a lantern; alone, say what is lit and how far it reaches.",
    examples=("light bree torch", "light lantern", "light"),
    short=("l",),
    reads=alone,
    completes=("unlit…",),
)
def light_word(sitting: Sitting) -> Ruling:
    """Light something, or look at the light."""
    if not sitting.arguments:
        return Ruling(sitting.campaign, light_report(sitting))
    errant, item = find_carried(sitting.campaign, sitting.arguments, can_be_lit, "light")
    after, lit = kindle(able_only(errant, forced=sitting.forced), item.id)
    return Ruling(sitting.campaign.with_errant(after), item_report(after, lit, 1, "lit"))


@WORDS.command(
    "snuff",
    subject="light",
    usage="snuff [ERRANT] ITEM",
    summary="Put a light out. A torch or candle falls to Burn 0 for good; a lantern can be relit.",
    examples=("snuff bree torch", "snuff lantern"),
    completes=("lit…",),
)
def snuff_word(sitting: Sitting) -> Ruling:
    """Put a light out."""
    errant, item = find_carried(sitting.campaign, sitting.arguments, is_lit, "light")
    after, out = snuff(errant, item.id)
    after, happened = at_zero(after, out, sitting.campaign.campaign.rules.refill)
    report = item_report(errant, out, 1, "snuffed", happened)
    return Ruling(sitting.campaign.with_errant(after), report)


_WHERE = ("at", "by", "in", "on")


def _take_where(arguments: Arguments) -> tuple[str, Arguments]:
    """`at the vestry door`: the first such word after the thing, and all that follows it."""
    for at, word in enumerate(arguments[:-1]):
        if at and word.casefold() in _WHERE:
            return " ".join(arguments[at:]), arguments[:at]
    return "left behind", arguments


@WORDS.command(
    "leave",
    subject="light",
    usage="leave [ERRANT] ITEM [at PLACE…]",
    summary="Leave something lit where it is, to guard a door or show the way back. It is in no "
    "pack any more and burns down with the rest; timers tell how long yet, effect end ends it.",
    examples=("leave wim torch at the vestry door", "leave lantern by the stair"),
    completes=("lit…",),
)
def leave_word(sitting: Sitting) -> Ruling:
    """A light that burns on by itself."""
    where, arguments = _take_where(sitting.arguments)
    errant, item = find_carried(sitting.campaign, arguments, is_lit, "light")
    after, source = left_behind(errant, item.id)
    effects = sitting.campaign.campaign.effects
    name = f"{source.name} {where}"
    left = Effect(
        id=free_slug(name, {e.id for e in effects}), name=name, kind="light", depletion=source.burn
    )
    campaign = sitting.campaign.with_errant(after).with_effects((*effects, left))
    return Ruling(campaign, EffectReport(step="began", effects=(effect_line(left),)))


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
    short=("b",),
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
