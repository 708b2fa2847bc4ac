"""The market as plain lines: prices, purchases, sales, what is sought, inflation."""

from collections.abc import Iterable

from companion.commands import reports as r
from companion.errant.coin import Purse, in_fewest
from companion.errant.inflation import Cost, factor
from companion.view.happened import Called
from companion.view.pack_lines import several, slots
from companion.view.told import Told


def coins(pennies: int) -> str:
    """Pennies as people count them: «2 guilders 3 shillings 7 pennies»."""
    return counted(in_fewest(pennies))


def counted(purse: Purse) -> str:
    """Coins by denomination, the largest first."""
    of = (
        (purse.guilders, "guilder", "guilders"),
        (purse.shillings, "shilling", "shillings"),
        (purse.pennies, "penny", "pennies"),
    )
    said = [f"{number:,} {one if number == 1 else many}" for number, one, many in of if number]
    return " ".join(said) or "no coin"


def _costs(costs: Iterable[Cost]) -> str:
    """How many at which price, where there is more than one."""
    return " + ".join(f"{cost.number:,} × {cost.each:,}" for cost in costs)


def _made(quality: str | None) -> str:
    return "" if quality in (None, "average") else f"{quality} "


def price(report: r.PriceReport, _called: Called) -> list[str]:
    """What a good costs, and whether it can be had."""
    name = several(report.number, f"{_made(report.quality)}{report.good}")
    if report.total is None:
        costs = "what the Guide says"
    else:
        from_ = "from " if report.at_least else ""
        per = f" a {report.per}" if report.per and report.per[0].isalpha() else ""
        per = f" for each {report.per}" if report.per and not per else per
        costs = f"{from_}{coins(report.total)}{per}"
    lines: list[str] = [Told(f"{name} in {report.settlement}: {costs}.", "headline")]
    if len(report.costs) > 1:
        lines.append(f"  {_costs(report.costs)} pennies, as thresholds are crossed.")
    if report.level:
        lines.append(f"  Prices are × {factor(report.level)} here (level {report.level}).")
    of = [f"Rarity {report.rarity}"] if report.rarity is not None else []
    of += [f"{slots(report.slots)} each"] if report.slots else []
    of += [f"{report.blocks} Blocks"] if report.blocks is not None else []
    of += [f"{report.uses} uses"] if report.uses is not None else []
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


def purchase(report: r.PurchaseReport, called: Called) -> list[str]:
    """What was bought, line by line, and what is left in the purse."""
    whose = called(report.errant)
    lines: list[str] = [
        Told(f"{whose} buys in {report.settlement}, for {coins(report.total)}:", "headline")
    ]
    for line in report.lines:
        name = several(line.number, f"{_made(line.quality)}{line.good}")
        more = f" ({_costs(line.costs)})" if len(line.costs) > 1 else ""
        alone = "" if line.item or line.good == "Supply" else ", paid for and in no pack"
        lines.append(f"  {line.total:>6,}  {name}{more}{alone}")
    purse = counted(Purse(report.pennies, report.shillings, report.guilders))
    lines.append(f"{called(report.payer)} has {purse} left.")
    if report.level > report.level_before:
        now = f"× {factor(report.level)} (level {report.level})"
        lines.append(Told(f"Prices rise in {report.settlement}: {now}.", "news"))
    if not report.supply_left:
        lines.append(Told(f"{report.settlement} is sold out of Supply this month.", "news"))
    return lines


def sale(report: r.SaleReport, called: Called) -> list[str]:
    """What was sold, and for how much."""
    name = several(report.number, report.name)
    by = ""
    if report.worth is not None and report.rarity is not None:
        by = f" (worth {report.worth:,} new, Rarity {report.rarity})"
    purse = counted(Purse(report.pennies, report.shillings, report.guilders))
    return [
        Told(f"{called(report.errant)} sells: {name}{by}, for {coins(report.total)}.", "headline"),
        f"{called(report.errant)} has {purse}.",
    ]


def seek(report: r.SeekReport, _called: Called) -> list[str]:
    """Whether a good is to be had."""
    rolled = "tested before this month" if report.face is None else f"D100: {report.face}"
    to_be_had = "is to be had" if report.found else "is not to be had until the next Downtime Turn"
    test = f"{rolled}; it takes {report.chance} or less (Rarity {report.rarity})"
    return [
        Told(f"{report.good.capitalize()} {to_be_had} in {report.settlement}.", "headline"),
        f"  {test}.",
    ]


def inflation(report: r.InflationReport, _called: Called) -> list[str]:
    """Every Settlement and its prices; or the hexes they stand on."""
    if report.middle is not None:
        from companion.view.hex_map import hex_map  # no other answer draws one

        return hex_map(report)
    return [line for each in report.settlements for line in _settlement(each)]


def _settlement(line: r.InflationLine) -> list[str]:
    next_ = "" if line.next_at is None else f", the next level at {line.next_at:,}"
    prices = f"prices × {line.factor}, level {line.level}" if line.level else "prices as listed"
    headline = Told(f"{line.name} ({line.settlement_type}): {prices}.", "headline")
    return [headline, f"  Supply bought {line.bought:,}, left {line.left:,}{next_}."]
