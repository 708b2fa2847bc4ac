"""Inflation at the prompt: the prices of the land, listed or drawn."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.market import settlement_of_the_company
from companion.commands.places_meant import find_settlement, settlements_meant
from companion.commands.reports import InflationLine, InflationReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.hexes import MAP_REACH, Hex, distance
from companion.errant.inflation import THRESHOLDS, Carry, factor, left, levels, own_level
from companion.errant.world import Settlement
from companion.refusal import Impossible
from companion.words.options import take_flag
from companion.words.registry import always


@WORDS.command(
    "inflation",
    subject="market",
    usage="inflation [SETTLEMENT] | inflation map [SETTLEMENT]",
    summary="The level of prices in every Settlement, or in one, the Supply bought and left this "
    "month; map draws it on the hexes around one, or around the Company.",
    examples=("inflation", "inflation sallows-end", "inflation map reedmarket"),
    reads=always,
    completes=("map or settlement", "settlement mapped"),
)
def inflation_word(sitting: Sitting) -> Ruling:
    """List the prices of the land, or draw them."""
    campaign = sitting.campaign
    settlements, carry = settlements_meant(sitting), campaign.campaign.rules.inflation.carry
    if not settlements:
        raise Impossible("There is no Settlement.", "Try: settlement Saltford town")
    drawn, named = take_flag(sitting.arguments, "map")
    meant = find_settlement(sitting, " ".join(named)) if named else None
    spread = levels(campaign.world.settlements, carry)
    lines = {
        each.id: _inflation_line(each, spread.get(each.hex, 0), own_level(each, carry))
        for each in settlements
    }
    asked = (lines[meant.id],) if meant and not drawn else tuple(lines.values())
    report = InflationReport(settlements=asked)
    if there := meant or settlement_of_the_company(campaign):
        report = _told_of(report, lines[there.id])
    if not drawn:
        return Ruling(campaign, report)
    middle = meant.hex if meant else _middle(campaign, settlements[0])
    seen = _levels_seen(spread, settlements, carry)
    near = {place: at for place, at in seen.items() if distance(place, middle) <= MAP_REACH}
    return Ruling(campaign, replace(report, middle=middle, levels=tuple(sorted(near.items()))))


def _levels_seen(
    spread: Mapping[Hex, int], settlements: Sequence[Settlement], carry: Carry
) -> dict[Hex, int]:
    """The levels a map of these Settlements shows: on their own hexes as they are, around them what
    they spread, so that no hex gives away a Settlement that is not on the map."""
    own = {each.hex: spread[each.hex] for each in settlements if each.hex in spread}
    return levels(settlements, carry) | own


def _told_of(report: InflationReport, line: InflationLine) -> InflationReport:
    """The report with what is to be known of the Settlement it is about."""
    return replace(
        report,
        settlement=line.settlement,
        settlement_name=line.settlement_name,
        inflation_level=line.inflation_level,
        multiplier=line.multiplier,
        supply_bought=line.supply_bought,
        supply_available=line.supply_available,
    )


def _middle(campaign: Campaign, otherwise: Settlement) -> Hex:
    """The hex where the Company is, else that of a Settlement."""
    hexes = {site.id: site.hex for site in campaign.world.sites}
    for turn in reversed(campaign.turns):
        found = hexes.get(turn.place)
        if found is not None:
            return found
    return otherwise.hex


def _inflation_line(settlement: Settlement, level: int, own: int) -> InflationLine:
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
        left(settlement.type, bought),
        next((each for each in THRESHOLDS[settlement.type] if each > bought), None),
    )
