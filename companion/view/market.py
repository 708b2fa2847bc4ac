"""The market as plain lines: prices, purchases, sales, what is sought, inflation."""

from collections.abc import Iterable
from string import ascii_uppercase

from companion.errant.coin import Purse
from companion.errant.market import Cost, compute_price_factor
from companion.errant.world import MAP_REACH, count_hexes_between, list_hexes_within
from companion.refusal import join_words
from companion.reports.market import (
    InflationLine,
    InflationReport,
    PriceReport,
    PurchaseReport,
    SaleReport,
    SeekReport,
    SettlementReport,
    WaresReport,
)
from companion.view.report import render_report
from companion.view.wording import (
    NameLookup,
    StyledLine,
    format_pennies,
    format_purse,
    format_quantity,
    format_slots,
)


def _describe_costs(costs: Iterable[Cost]) -> str:
    """How many at which price."""
    return " + ".join(f"{cost.quantity:,} × {cost.each_pennies:,}" for cost in costs)


def _describe_quality(quality: str | None) -> str:
    return "" if quality in (None, "average") else f"{quality} "


@render_report.register
def render_price(report: PriceReport, _name_of: NameLookup) -> list[str]:
    """What a good costs, and whether it can be had."""
    name = format_quantity(report.quantity, f"{_describe_quality(report.quality)}{report.item}")
    if report.price_pennies is None:
        costs = "what the Guide says"
    else:
        from_ = "from " if report.at_least else ""
        per = f" a {report.per}" if report.per and report.per[0].isalpha() else ""
        per = f" for each {report.per}" if report.per and not per else per
        costs = f"{from_}{format_pennies(report.price_pennies)}{per}"
    lines: list[str] = [StyledLine(f"{name} in {report.settlement_name}: {costs}.", "headline")]
    if len(report.costs) > 1:
        lines.append(f"  {_describe_costs(report.costs)} pennies, as thresholds are crossed.")
    if level := report.inflation_level:
        lines.append(f"  Prices are × {report.multiplier} here (level {level}).")
    of = [f"Rarity {report.rarity}"] if report.rarity is not None else []
    of += [f"{format_slots(report.slots)} each"] if report.slots else []
    of += [f"{report.blocks} Blocks"] if report.blocks is not None else []
    uses = "use" if report.uses == 1 else "uses"
    of += [f"{report.uses} {uses}"] if report.uses is not None else []
    of += [f"bears {report.carries} slots"] if report.carries is not None else []
    of += [f"SPD {report.spd}"] if report.spd is not None else []
    of += [f"bears × {report.times} what draws it could"] if report.times is not None else []
    of += [f"SPD -{report.slower}"] if report.slower else []
    of += [report.note] if report.note else []
    if of:
        lines.append(f"  {', '.join(of)}.")
    if not report.on_open_sale:
        there = f"; in {', '.join(report.elsewhere[:3])} it is" if report.elsewhere else ""
        where = f"Not on open sale in a {report.settlement_type}{there}."
        lines.append(StyledLine(where, "news"))
    elif report.lacking:
        lines.append(StyledLine("Sought in vain this month: it is not to be had.", "news"))
    return lines


@render_report.register
def render_wares(report: WaresReport, _name_of: NameLookup) -> list[str]:
    """What is on open sale, a line each; or how many of each sort."""
    where = f"in {report.settlement}" if report.settlement else "anywhere"
    if not report.wares:
        sorts = [f"{number} {name}" for name, number in report.sorts]
        return [
            StyledLine(f"On open sale {where}: {join_words(sorts)}.", "headline"),
            StyledLine("Type wares and a sort, or a part of a name: wares animals", "way"),
        ]
    lines: list[str] = [StyledLine(f"On open sale {where}:", "headline")]
    for ware in report.wares:
        least = "from " if ware.at_least else ""
        costs = "ask" if ware.price_pennies is None else f"{least}{ware.price_pennies:,}"
        per = f" for each {ware.per}" if ware.per else ""
        size = f", {format_slots(ware.slots)}" if ware.slots else ""
        lines.append(f"  {costs:>8}  {ware.item}{per}{size}")
    return lines


@render_report.register
def render_settlement(report: SettlementReport, _name_of: NameLookup) -> list[str]:
    """A Settlement on its hex."""
    q, hex_r = report.hex
    verb = "stands" if report.step == "made" else "is now"
    headline = f"{report.settlement_name} {verb} at hex {q}, {hex_r}: a {report.settlement_type}."
    way = f"at {report.settlement}, or zoom downtime at {report.settlement}"
    return [StyledLine(headline, "headline"), StyledLine(f"To go there: {way}", "way")]


@render_report.register
def render_purchase(report: PurchaseReport, name_of: NameLookup) -> list[str]:
    """A purchase line by line, and the purse after it."""
    whose = name_of(report.errant)
    there, paid = report.settlement_name, format_pennies(report.paid_pennies)
    lines: list[str] = [StyledLine(f"{whose} buys in {there}, for {paid}:", "headline")]
    for line in report.lines:
        name = format_quantity(line.quantity, f"{_describe_quality(line.quality)}{line.item}")
        more = f" ({_describe_costs(line.costs)})" if len(line.costs) > 1 else ""
        alone = "" if line.thing or line.item == "Supply" else ", paid for and in no pack"
        if line.joined:
            alone = f", in the Company as {join_words(line.joined)}"
        lines.append(f"  {line.paid_pennies:>6,}  {name}{more}{alone}")
    purse = format_purse(Purse(report.pennies, report.shillings, report.guilders))
    lines.append(f"{name_of(report.payer)} has {purse} left.")
    if (level := report.inflation_level_after) > report.inflation_level_before:
        lines.append(
            StyledLine(
                f"Prices rise in {there}: × {compute_price_factor(level)} (level {level}).", "news"
            )
        )
    if not report.supply_available:
        lines.append(StyledLine(f"{there} is sold out of Supply this month.", "news"))
    return lines


@render_report.register
def render_sale(report: SaleReport, name_of: NameLookup) -> list[str]:
    """What was sold, and for how much."""
    name = format_quantity(report.quantity, report.item)
    by = ""
    if report.worth_pennies is not None and report.rarity is not None:
        by = f" (worth {report.worth_pennies:,} new, Rarity {report.rarity})"
    purse = format_purse(Purse(report.pennies, report.shillings, report.guilders))
    whose, got = name_of(report.errant), format_pennies(report.fetched_pennies)
    return [
        StyledLine(f"{whose} sells: {name}{by}, for {got}.", "headline"),
        f"{whose} has {purse}.",
    ]


@render_report.register
def render_seek(report: SeekReport, _name_of: NameLookup) -> list[str]:
    """Whether a good is to be had."""
    fell = f"D100: {report.faces[0]}" if report.faces else "tested before this month"
    to_be_had = "is to be had" if report.found else "is not to be had until the next Downtime Turn"
    test = f"{fell}; it takes {report.chance} or less (Rarity {report.rarity})"
    name = f"{_describe_quality(report.quality)}{report.item}"
    return [
        StyledLine(
            f"{name[:1].upper()}{name[1:]} {to_be_had} in {report.settlement_name}.", "headline"
        ),
        f"  {test}.",
    ]


@render_report.register
def render_inflation(report: InflationReport, _name_of: NameLookup) -> list[str]:
    """Each Settlement and its prices; or the hexes they stand on."""
    if report.middle is not None:
        from companion.view.market import draw_hex_map  # no other answer draws one

        return draw_hex_map(report)
    return [line for each in report.settlements for line in _render_settlement_prices(each)]


def _render_settlement_prices(line: InflationLine) -> list[str]:
    next_ = "" if line.next_at is None else f", the next level at {line.next_at:,}"
    prices = "prices as listed"
    if level := line.inflation_level:
        prices = f"prices × {line.multiplier}, level {level}"
    bought, left = line.supply_bought, line.supply_available
    return [
        StyledLine(f"{line.settlement_name} ({line.settlement_type}): {prices}.", "headline"),
        f"  Supply bought {bought:,}, left {left:,}{next_}.",
    ]


def draw_hex_map(report: InflationReport) -> list[str]:
    """The map, and below it the legend of its letters."""
    assert report.middle is not None
    q0, r0 = report.middle
    near = [
        each
        for each in report.settlements
        if count_hexes_between(each.hex, report.middle) <= MAP_REACH
    ]
    lettered = dict(zip(ascii_uppercase, near, strict=False))
    signs = {place: str(level) for place, level in report.levels}
    signs |= {each.hex: letter for letter, each in lettered.items()}
    shown = [place for place in signs if count_hexes_between(place, report.middle) <= MAP_REACH]
    reach = max((count_hexes_between(place, report.middle) for place in shown), default=0) + 1
    rows: dict[int, dict[int, str]] = {}
    for (q, r_), _ in list_hexes_within((q0, r0), min(reach, MAP_REACH)):
        rows.setdefault(r_, {})[2 * (q - q0) + (r_ - r0)] = signs.get((q, r_), "·")
    left = min(min(row) for row in rows.values())
    lines = [
        "".join(rows[r_].get(x, " ") for x in range(left, max(rows[r_]) + 1)) for r_ in sorted(rows)
    ]
    return [*lines, *(_render_legend(letter, each) for letter, each in lettered.items())]


def _render_legend(letter: str, line: InflationLine) -> StyledLine:
    level = line.inflation_level
    prices = f"× {line.multiplier}, level {level}" if level else "as listed"
    q, r_ = line.hex
    return StyledLine(
        f"{letter}  {line.settlement_name} ({line.settlement_type}, {q} {r_}): prices {prices}",
        "headline",
    )
