"""Answers `inflation` and `settlement`: makes Settlements, and shows how their prices rise."""

from collections.abc import Mapping, Sequence

from msgspec.structs import asdict, replace

from companion.campaign.campaign import Campaign
from companion.campaign.places_known_to_players import find_company_settlement
from companion.commands.handler_result import Ruling
from companion.errant.market import (
    SUPPLY_THRESHOLDS,
    compute_own_inflation_level,
    compute_price_factor,
    count_supply_left,
    map_inflation_levels_by_hex,
)
from companion.errant.world import (
    MAP_REACH,
    CarryRule,
    Hex,
    Settlement,
    SettlementType,
    count_hexes_between,
)
from companion.grammar.argument_kinds.places import (
    NEW_NAMES,
    NOTE_NAME,
    list_nameable_settlements,
    require_guide_seat,
)
from companion.grammar.context import Context
from companion.refusal import Impossible
from companion.reports.market import InflationLine, InflationReport, SettlementReport
from companion.text_cleaning import quote_name
from companion.values_with_ids import make_free_slug

_PLACE_FIELDS = set(InflationReport.__struct_fields__) & set(InflationLine.__struct_fields__)
"""What the Report tells of the Settlement it is about."""


def show_inflation(
    context: Context, as_map: str | None, settlement: Settlement | None
) -> InflationReport:
    """List the prices of the land, or draw them."""
    campaign = context.campaign
    settlements, carry = list_nameable_settlements(context), campaign.book.rules.inflation.carry
    if not settlements:
        raise Impossible("There is no Settlement.", "Try: settlement Saltford town")
    spread = map_inflation_levels_by_hex(campaign.world.settlements, carry)
    lines = {
        each.id: _build_inflation_line(
            each, spread.get(each.hex, 0), compute_own_inflation_level(each, carry)
        )
        for each in settlements
    }
    listed = (lines[settlement.id],) if settlement and not as_map else tuple(lines.values())
    report = InflationReport(settlements=listed)
    if there := settlement or find_company_settlement(campaign):
        line = asdict(lines[there.id])
        report = replace(report, **{field: line[field] for field in _PLACE_FIELDS})
    if not as_map:
        return report
    middle = settlement.hex if settlement else _find_hex_of_company(campaign, settlements[0])
    seen = _list_inflation_by_hex(spread, settlements, carry)
    near = {
        place: at for place, at in seen.items() if count_hexes_between(place, middle) <= MAP_REACH
    }
    return replace(report, middle=middle, levels=tuple(sorted(near.items())))


def _list_inflation_by_hex(
    spread: Mapping[Hex, int], settlements: Sequence[Settlement], carry: CarryRule
) -> dict[Hex, int]:
    """The levels on a map of these Settlements: their own on their own hexes, and around them what
    they spread. No hex gives away a Settlement that is not on the map."""
    own = {each.hex: spread[each.hex] for each in settlements if each.hex in spread}
    return map_inflation_levels_by_hex(settlements, carry) | own


def _find_hex_of_company(campaign: Campaign, otherwise: Settlement) -> Hex:
    hexes = {site.id: site.hex for site in campaign.world.sites}
    found = (hexes.get(turn.place) for turn in reversed(campaign.turns))
    return next(filter(None, found), otherwise.hex)


def _build_inflation_line(settlement: Settlement, level: int, own: int) -> InflationLine:
    bought = settlement.supply_bought
    return InflationLine(
        settlement.id,
        settlement.name,
        settlement.type,
        settlement.hex,
        level,
        own,
        compute_price_factor(level),
        bought,
        count_supply_left(settlement),
        next((each for each in SUPPLY_THRESHOLDS[settlement.type] if each > bought), None),
    )


def make_or_change_settlement(
    context: Context, name: str, settlement_type: SettlementType, place: Hex | None
) -> Ruling:
    """Make a place to buy in, which the Guide does, or change one."""
    known = list_nameable_settlements(context)
    named = (each for each in known if name.casefold() in (each.id, each.name.casefold()))
    settlement = next(named, None)
    is_new = settlement is None
    if settlement is None:
        require_guide_seat(context, NEW_NAMES, NOTE_NAME)
        taken = {site.id for site in context.campaign.world.sites}
        settlement = Settlement(
            id=make_free_slug(name, taken), name=name, type=settlement_type, hex=(0, 0)
        )
    settlement = replace(
        settlement,
        type=settlement_type,
        hex=place or settlement.hex,
        known=settlement.known or not context.is_secret,
    )
    there = [e.name for e in known if e.hex == settlement.hex and e.id != settlement.id]
    if there:
        q, r = settlement.hex
        way = f"settlement {quote_name(settlement.name)} {settlement_type} hex {q + 1},{r}"
        context.refuse_unforced(f"On which hex? {there[0]} stands at {q},{r}.", f"Try: {way}")
    report = SettlementReport(
        settlement=settlement.id,
        settlement_name=settlement.name,
        settlement_type=settlement.type,
        hex=settlement.hex,
        step="made" if is_new else "changed",
    )
    return Ruling(context.campaign.with_settlement(settlement), report)
