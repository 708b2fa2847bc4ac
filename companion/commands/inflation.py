"""Inflation at the prompt: the prices of the land, listed or drawn."""

from companion.campaign.campaign import Campaign
from companion.commands.market import find_settlement
from companion.commands.reports import InflationLine, InflationReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.hexes import MAP_REACH, Hex, distance
from companion.errant.inflation import THRESHOLDS, factor, levels, own_level
from companion.errant.world import Settlement
from companion.refusal import Impossible, Malformed
from companion.words.registry import always


@WORDS.command(
    "inflation",
    subject="market",
    usage="inflation | inflation map [SETTLEMENT]",
    summary="The level of prices in every Settlement, the Supply bought and left this month; map "
    "draws it on the hexes around one, or around the Company.",
    examples=("inflation", "inflation map reedmarket"),
    reads=always,
    completes=("map", "settlement"),
)
def inflation_word(sitting: Sitting) -> Ruling:
    """List the prices of the land, or draw them."""
    campaign = sitting.campaign
    settlements, carry = campaign.world.settlements, campaign.campaign.rules.inflation.carry
    if not settlements:
        raise Impossible("There is no Settlement.", "Write one into world.toml.")
    spread = levels(settlements, carry)
    lines = tuple(
        _inflation_line(each, spread.get(each.hex, 0), own_level(each, carry))
        for each in settlements
    )
    if not sitting.arguments:
        return Ruling(campaign, InflationReport(settlements=lines))
    first, *named = sitting.arguments
    if first.casefold() != "map":
        raise Malformed(f"«inflation {sitting.rest}» asks for nothing.", "Try: inflation map")
    middle = _middle(campaign, " ".join(named))
    near = {place: at for place, at in spread.items() if distance(place, middle) <= MAP_REACH}
    report = InflationReport(settlements=lines, middle=middle, levels=tuple(sorted(near.items())))
    return Ruling(campaign, report)


def _middle(campaign: Campaign, typed: str) -> Hex:
    """The hex to draw a map around: of the Settlement named, else of where the Company is."""
    if typed:
        return find_settlement(campaign, typed).hex
    hexes = {site.id: site.hex for site in campaign.world.sites}
    for turn in reversed(campaign.turns):
        found = hexes.get(turn.place)
        if found is not None:
            return found
    return campaign.world.settlements[0].hex


def _inflation_line(settlement: Settlement, level: int, own: int) -> InflationLine:
    thresholds = THRESHOLDS[settlement.type]
    bought = settlement.supply_bought
    return InflationLine(
        settlement.id,
        settlement.name,
        settlement.type,
        settlement.hex,
        level,
        own,
        factor(level),
        bought,
        max(0, thresholds[-1] - bought),
        next((each for each in thresholds if each > bought), None),
    )
