"""The Company, its packs and its light, as plain lines."""

from companion.commands import reports as r
from companion.view.happened import Called, happened_lines


def errant(report: r.ErrantReport, _called: Called) -> list[str]:
    """Who joined, left or changed."""
    what = {
        "added": "joins the Company",
        "removed": "leaves the Company for good",
        "away": "is away and counted in nothing",
        "back": "is back",
        "edited": f"is changed: {', '.join(report.edited)}",
    }[report.step]
    return [f"{report.name} {what}."]


def _uses(left: int | None, full: int | None = None) -> str:
    if left is None:
        return ""
    return f", {left} left" if full is None else f", {left} of {full}"


def item(report: r.ItemReport, called: Called) -> list[str]:
    """What became of a thing."""
    number = f"{report.quantity} × " if report.quantity != 1 else ""
    whose = called(report.errant)
    spent = ": its Burn falls to 0 and it cannot be relit" if report.left == 0 else ""
    what = {
        "given": f"{whose} gets: {number}{report.name} ({_slots(report.slots)}).",
        "dropped": f"{whose} drops: {number}{report.name} ({_slots(report.slots)}).",
        "lit": f"{whose}'s {report.name} is lit.",
        "snuffed": f"{whose}'s {report.name} is snuffed{spent}.",
    }[report.step]
    return [what, *happened_lines(report.happened, called)]


def _slots(number: float) -> str:
    return f"{number:g} slot{'' if number == 1 else 's'}"


def slots_report(report: r.SlotsReport, _called: Called) -> list[str]:
    """A pack, line by line."""
    lines = [
        f"{report.name}: {report.slots_filled:g} of {_slots(report.slots)} filled, "
        f"Encumbrance {report.encumbrance}, SPD {report.spd}.",
        f"Pack off: {report.slots_filled_pack_off:g} filled, "
        f"Encumbrance {report.encumbrance_pack_off}.",
    ]
    if not report.can_act:
        lines.append(f"{report.name} can do nothing.")
    for item in report.items:
        number = f"{item.quantity} × " if item.quantity != 1 else ""
        lit = ", lit" if item.lit else ""
        lines.append(
            f"  {item.slots:>5g}  {number}{item.name}{_uses(item.left, item.full)}{lit} "
            f"({item.place})"
        )
    for what, filled in (
        (f"{report.supply} Supply", report.supply / 4),
        (f"{report.coin_pieces} coins", report.coin_pieces // 25 / 4),
        (f"{report.exhaustion} Exhaustion", report.exhaustion),
    ):
        if filled:
            lines.append(f"  {filled:>5g}  {what}")
    return lines


def company(report: r.CompanyReport, _called: Called) -> list[str]:
    """Everybody, a line each."""
    if not report.errants:
        return ["Nobody belongs to the Company yet. Type: errant add NAME phys 12"]
    return [line for errant in report.errants for line in _company_line(errant)]


def _company_line(e: r.CompanyLine) -> list[str]:
    states = [
        *(["dead"] if e.dead else []),
        *(["away"] if e.away else []),
        *(["starving"] if e.starving else []),
    ]
    if e.member == "animal":
        load = f"{e.slots_filled:g}/{e.slots:g} slots, feed {e.food}"
    else:
        load = (
            f"{e.slots_filled:g}/{e.slots:g} slots, Enc {e.encumbrance}, Exh {e.exhaustion}, "
            f"Supply {e.supply}, rations {e.food}, SPD {e.spd}"
        )
    state = f" ({', '.join(states)})" if states else ""
    return [f"{e.name}{state}: {load}"]


def light(report: r.LightReport, called: Called) -> list[str]:
    """All the light there is."""
    many = "1 member" if report.members == 1 else f"{report.members} members"
    lines = [f"Light: {report.level}, Burn {report.burn} for {many}."]
    lines += [
        f"  Burn {s.burn}  {called(s.errant)}: {s.item}, {s.feet} feet across"
        for s in report.sources
    ]
    if not report.sources:
        lines.append("Nothing is lit. Type: light ERRANT torch")
    return lines
