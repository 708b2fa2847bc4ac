"""Renders Reports on the market as plain lines: prices, wares, purchases, sales, searches,
inflation."""

from collections.abc import Iterable, Iterator
from string import ascii_uppercase

from companion.errant.market import Cost, compute_price_factor
from companion.errant.names_to_type import quote_typed_name_from_id
from companion.errant.world import MAP_REACH, Hex, count_hexes_between, list_hexes_within
from companion.refusal import join_words
from companion.reports import market as reports
from companion.view import shared_wording as w
from companion.view.reply import render_report


def _describe_costs(costs: Iterable[Cost]) -> str:
    return " + ".join(f"{cost.quantity:,} × {cost.each_pennies:,}" for cost in costs)


def _name_good_with_quality(quality: str | None, item: str) -> str:
    return item if quality in (None, "average") else f"{quality} {item}"


@render_report.register
def _render_price(report: reports.PriceReport, _name_of: w.NameLookup) -> w.Lines:
    """What a good costs, what it is, and whether it can be had."""
    name = w.format_quantity(report.quantity, _name_good_with_quality(report.quality, report.item))
    costs = "what the Guide says"
    if report.price_pennies is not None:
        from_ = "from " if report.at_least else ""
        joint = "a" if report.per[:1].isalpha() else "for each"
        per = f" {joint} {report.per}" if report.per else ""
        costs = f"{from_}{w.format_pennies(report.price_pennies)}{per}"
    yield w.Headline(f"{name} in {report.settlement_name}: {costs}.")
    if len(report.costs) > 1:
        yield f"  {_describe_costs(report.costs)} pennies, as thresholds are crossed."
    if level := report.inflation_level:
        yield f"  Prices are × {report.multiplier} here (level {level})."
    if traits := ", ".join(filter(None, _list_good_traits(report))):
        yield f"  {traits}."
    if not report.on_open_sale and report.rarity is None:
        yield w.NewsLine("On open sale nowhere.")
    elif not report.on_open_sale:
        elsewhere = f"; in {', '.join(report.elsewhere[:3])} it is" if report.elsewhere else ""
        yield w.NewsLine(f"Not on open sale in a {report.settlement_type}{elsewhere}.")
    elif report.lacking:
        yield w.NewsLine("Sought in vain this month: it is not to be had.")


def _list_good_traits(report: reports.PriceReport) -> Iterator[str]:
    """What a good is; "" for what is not told of it."""
    yield f"Rarity {report.rarity}" if report.rarity is not None else ""
    yield f"{w.format_count(report.slots, 'slot')} each" if report.slots else ""
    yield f"{report.blocks} Blocks" if report.blocks is not None else ""
    yield w.format_count(report.uses, "use") if report.uses is not None else ""
    yield f"bears {report.carries} slots" if report.carries is not None else ""
    yield f"SPD {report.spd}" if report.spd is not None else ""
    yield f"bears × {report.times} what draws it could" if report.times is not None else ""
    yield f"SPD -{report.slower}" if report.slower else ""
    yield report.note


@render_report.register
def _render_wares(report: reports.WaresReport, _name_of: w.NameLookup) -> w.Lines:
    """What is on open sale, a line each; or how many of each sort."""
    where = f"in {report.settlement}" if report.settlement else "anywhere"
    if not report.wares:
        sorts = [f"{number} {name}" for name, number in report.sorts]
        yield w.Headline(f"On open sale {where}: {join_words(sorts)}.")
        yield w.HintLine("Type wares and a sort, or a part of a name: wares animals")
        return
    paid = "" if report.budget is None else f" for {report.budget:,} pennies or less"
    yield w.Headline(f"On open sale {where}{paid}:")
    for ware in report.wares:
        least = "from " if ware.at_least else ""
        costs = "ask" if ware.price_pennies is None else f"{least}{ware.price_pennies:,}"
        per = f" for each {ware.per}" if ware.per else ""
        size = f", {w.format_count(ware.slots, 'slot')}" if ware.slots else ""
        yield f"  {costs:>8}  {ware.item}{per}{size}"
    if report.more:
        yield w.HintLine(f"{report.more} more are cheaper. Of one sort: wares tools under 20p")


@render_report.register
def _render_settlement(report: reports.SettlementReport, _name_of: w.NameLookup) -> w.Lines:
    q, hex_r = report.hex
    verb = "stands" if report.step == "made" else "is now"
    yield w.Headline(
        f"{report.settlement_name} {verb} at hex {q}, {hex_r}: a {report.settlement_type}."
    )
    place = quote_typed_name_from_id(report.settlement, report.settlement_name)
    yield w.HintLine(f"To go there: at {place}, or zoom downtime at {place}")


@render_report.register
def _render_purchase(report: reports.PurchaseReport, name_of: w.NameLookup) -> w.Lines:
    """A purchase line by line, and the purse after it."""
    place, paid = report.settlement_name, w.format_pennies(report.paid_pennies)
    yield w.Headline(f"{name_of(report.errant)} buys in {place}, for {paid}:")
    for line in report.lines:
        name = w.format_quantity(line.quantity, _name_good_with_quality(line.quality, line.item))
        more = f" ({_describe_costs(line.costs)})" if len(line.costs) > 1 else ""
        alone = "" if line.thing or line.item == "Supply" else ", paid for and in no pack"
        if line.joined:
            alone = f", in the Company as {join_words(map(name_of, line.joined))}"
        yield f"  {line.paid_pennies:>6,}  {name}{more}{alone}"
    yield f"{name_of(report.payer)} has {w.format_purse(report)} left."
    if (level := report.inflation_level_after) > report.inflation_level_before:
        factor = compute_price_factor(level)
        yield w.NewsLine(f"Prices rise in {place}: × {factor} (level {level}).")
    if not report.supply_available:
        yield w.NewsLine(f"{place} is sold out of Supply this month.")


@render_report.register
def _render_sale(report: reports.SaleReport, name_of: w.NameLookup) -> w.Lines:
    by = ""
    if report.worth_pennies is not None and report.rarity is not None:
        by = f" (worth {report.worth_pennies:,} new, Rarity {report.rarity})"
    whose, goods = name_of(report.errant), w.format_quantity(report.quantity, report.item)
    yield w.Headline(f"{whose} sells: {goods}{by}, for {w.format_pennies(report.fetched_pennies)}.")
    yield f"{whose} has {w.format_purse(report)}."


@render_report.register
def _render_seek(report: reports.SeekReport, _name_of: w.NameLookup) -> w.Lines:
    test = f"D100: {report.faces[0]}" if report.faces else "tested before this month"
    to_be_had = "is to be had" if report.found else "is not to be had until the next Downtime Turn"
    name = _name_good_with_quality(report.quality, report.item)
    yield w.Headline(f"{w.capitalize_first_letter(name)} {to_be_had} in {report.settlement_name}.")
    yield f"  {test}; it takes {report.chance} or less (Rarity {report.rarity})."


@render_report.register
def _render_inflation(report: reports.InflationReport, _name_of: w.NameLookup) -> w.Lines:
    """Each Settlement and its prices; or the hexes they stand on."""
    if report.middle is not None:
        yield from _draw_hex_map(report, report.middle)
        return
    for line in report.settlements:
        next_ = "" if line.next_at is None else f", the next level at {line.next_at:,}"
        prices = "prices as listed"
        if level := line.inflation_level:
            prices = f"prices × {line.multiplier}, level {level}"
        yield w.Headline(f"{line.settlement_name} ({line.settlement_type}): {prices}.")
        yield f"  Supply bought {line.supply_bought:,}, left {line.supply_available:,}{next_}."


def _draw_hex_map(report: reports.InflationReport, middle: Hex) -> Iterator[str]:
    """The map, and below it the legend of its letters."""

    def is_near(place: Hex) -> bool:
        return count_hexes_between(place, middle) <= MAP_REACH

    near = [each for each in report.settlements if is_near(each.hex)]
    lettered = dict(zip(ascii_uppercase, near, strict=False))
    signs = {place: str(level) for place, level in report.levels}
    signs |= {each.hex: letter for letter, each in lettered.items()}
    reach = max((count_hexes_between(each, middle) for each in signs if is_near(each)), default=0)
    rows: dict[int, dict[int, str]] = {}
    for (q, hex_r), _ in list_hexes_within(middle, min(reach + 1, MAP_REACH)):
        column = 2 * (q - middle[0]) + (hex_r - middle[1])
        rows.setdefault(hex_r, {})[column] = signs.get((q, hex_r), "·")
    left = min(min(row) for row in rows.values())
    for _, row in sorted(rows.items()):
        yield "".join(row.get(column, " ") for column in range(left, max(row) + 1))
    for letter, line in lettered.items():
        level = line.inflation_level
        prices = f"× {line.multiplier}, level {level}" if level else "as listed"
        place = f"{line.settlement_type}, {line.hex[0]} {line.hex[1]}"
        yield w.Headline(f"{letter}  {line.settlement_name} ({place}): prices {prices}")


@render_report.register
def _render_given_to_each(report: reports.GivenToEachReport, name_of: w.NameLookup) -> w.Lines:
    for each in report.each:
        yield from render_report(each, name_of)
