"""The market as plain lines: prices, purchases, sales, what is sought, inflation."""

from collections.abc import Iterable

from companion.commands import reports as r
from companion.errant.coin import Purse
from companion.errant.inflation import Cost, factor
from companion.refusal import listed
from companion.view.counted import counted, counted_out
from companion.view.happened import Called
from companion.view.pack_lines import several, slots
from companion.view.told import Told


def _costs(costs: Iterable[Cost]) -> str:
    """How many at which price, where there is more than one."""
    return " + ".join(f"{cost.quantity:,} × {cost.each_pennies:,}" for cost in costs)


def _made(quality: str | None) -> str:
    return "" if quality in (None, "average") else f"{quality} "


def price(report: r.PriceReport, _called: Called) -> list[str]:
    """What a good costs, and whether it can be had."""
    name = several(report.quantity, f"{_made(report.quality)}{report.item}")
    if report.price_pennies is None:
        costs = "what the Guide says"
    else:
        from_ = "from " if report.at_least else ""
        per = f" a {report.per}" if report.per and report.per[0].isalpha() else ""
        per = f" for each {report.per}" if report.per and not per else per
        costs = f"{from_}{counted_out(report.price_pennies)}{per}"
    lines: list[str] = [Told(f"{name} in {report.settlement_name}: {costs}.", "headline")]
    if len(report.costs) > 1:
        lines.append(f"  {_costs(report.costs)} pennies, as thresholds are crossed.")
    if level := report.inflation_level:
        lines.append(f"  Prices are × {report.multiplier} here (level {level}).")
    of = [f"Rarity {report.rarity}"] if report.rarity is not None else []
    of += [f"{slots(report.slots)} each"] if report.slots else []
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
        lines.append(Told(where, "news"))
    elif report.lacking:
        lines.append(Told("Sought in vain this month: it is not to be had.", "news"))
    return lines


def wares(report: r.WaresReport, _called: Called) -> list[str]:
    """What is on open sale, a line each; or how many of each sort."""
    where = f"in {report.settlement}" if report.settlement else "anywhere"
    if not report.wares:
        sorts = [f"{number} {name}" for name, number in report.sorts]
        return [
            Told(f"On open sale {where}: {listed(sorts)}.", "headline"),
            Told("Type wares and a sort, or a part of a name: wares animals", "way"),
        ]
    lines: list[str] = [Told(f"On open sale {where}:", "headline")]
    for ware in report.wares:
        least = "from " if ware.at_least else ""
        costs = "ask" if ware.price_pennies is None else f"{least}{ware.price_pennies:,}"
        per = f" for each {ware.per}" if ware.per else ""
        size = f", {slots(ware.slots)}" if ware.slots else ""
        lines.append(f"  {costs:>8}  {ware.item}{per}{size}")
    return lines


def settlement(report: r.SettlementReport, _called: Called) -> list[str]:
    """A Settlement on its hex."""
    q, hex_r = report.hex
    said = "stands" if report.step == "made" else "is now"
    headline = f"{report.settlement_name} {said} at hex {q}, {hex_r}: a {report.settlement_type}."
    way = f"at {report.settlement}, or zoom downtime at {report.settlement}"
    return [Told(headline, "headline"), Told(f"To go there: {way}", "way")]


def purchase(report: r.PurchaseReport, called: Called) -> list[str]:
    """What was bought, line by line, and what is left in the purse."""
    whose = called(report.errant)
    there, paid = report.settlement_name, counted_out(report.paid_pennies)
    lines: list[str] = [Told(f"{whose} buys in {there}, for {paid}:", "headline")]
    for line in report.lines:
        name = several(line.quantity, f"{_made(line.quality)}{line.item}")
        more = f" ({_costs(line.costs)})" if len(line.costs) > 1 else ""
        alone = "" if line.thing or line.item == "Supply" else ", paid for and in no pack"
        if line.joined:
            alone = f", in the Company as {listed(line.joined)}"
        lines.append(f"  {line.paid_pennies:>6,}  {name}{more}{alone}")
    purse = counted(Purse(report.pennies, report.shillings, report.guilders))
    lines.append(f"{called(report.payer)} has {purse} left.")
    if (level := report.inflation_level_after) > report.inflation_level_before:
        lines.append(Told(f"Prices rise in {there}: × {factor(level)} (level {level}).", "news"))
    if not report.supply_available:
        lines.append(Told(f"{there} is sold out of Supply this month.", "news"))
    return lines


def sale(report: r.SaleReport, called: Called) -> list[str]:
    """What was sold, and for how much."""
    name = several(report.quantity, report.item)
    by = ""
    if report.worth_pennies is not None and report.rarity is not None:
        by = f" (worth {report.worth_pennies:,} new, Rarity {report.rarity})"
    purse = counted(Purse(report.pennies, report.shillings, report.guilders))
    whose, got = called(report.errant), counted_out(report.fetched_pennies)
    return [
        Told(f"{whose} sells: {name}{by}, for {got}.", "headline"),
        f"{whose} has {purse}.",
    ]


def seek(report: r.SeekReport, _called: Called) -> list[str]:
    """Whether a good is to be had."""
    fell = f"D100: {report.faces[0]}" if report.faces else "tested before this month"
    to_be_had = "is to be had" if report.found else "is not to be had until the next Downtime Turn"
    test = f"{fell}; it takes {report.chance} or less (Rarity {report.rarity})"
    name = f"{_made(report.quality)}{report.item}"
    return [
        Told(f"{name[:1].upper()}{name[1:]} {to_be_had} in {report.settlement_name}.", "headline"),
        f"  {test}.",
    ]


def inflation(report: r.InflationReport, _called: Called) -> list[str]:
    """Each Settlement and its prices; or the hexes they stand on."""
    if report.middle is not None:
        from companion.view.hex_map import hex_map  # no other answer draws one

        return hex_map(report)
    return [line for each in report.settlements for line in _settlement(each)]


def _settlement(line: r.InflationLine) -> list[str]:
    next_ = "" if line.next_at is None else f", the next level at {line.next_at:,}"
    prices = "prices as listed"
    if level := line.inflation_level:
        prices = f"prices × {line.multiplier}, level {level}"
    bought, left = line.supply_bought, line.supply_available
    return [
        Told(f"{line.settlement_name} ({line.settlement_type}): {prices}.", "headline"),
        f"  Supply bought {bought:,}, left {left:,}{next_}.",
    ]
