"""The Company, its packs and its light, as plain lines."""

from companion.commands import reports as r
from companion.errant.slots import COINS_A_QUARTER
from companion.view.happened import Called, happened_lines
from companion.view.told import Told


def errant(report: r.ErrantReport, _called: Called) -> list[str]:
    """Who joined, left or changed."""
    what = {
        "added": "joins the Company",
        "removed": "leaves the Company for good",
        "away": "is away and counted in nothing",
        "back": "is back",
        "edited": f"is changed: {', '.join(report.edited)}",
    }[report.step]
    return [Told(f"{report.name} {what}.", "headline")]


def item(report: r.ItemReport, called: Called) -> list[str]:
    """What became of a thing."""
    whose, thing = called(report.errant), several(report.quantity, report.name)
    burn = f": Burn {report.left}" if report.left is not None else ""
    spent = ": its Burn falls to 0 and it cannot be relit" if report.left == 0 else ""
    what = {
        "given": f"{whose} gets: {thing} ({slots(report.slots)}).",
        "dropped": f"{whose} drops: {thing} ({slots(report.slots)}).",
        "lit": f"{whose}'s {report.name} is lit{burn}.",
        "snuffed": f"{whose}'s {report.name} is snuffed{spent}.",
    }[report.step]
    return [Told(what, "headline"), *happened_lines(report.happened, called)]


def several(number: int, name: str) -> str:
    """A thing, and how many of it where it is not one."""
    return name if number == 1 else f"{number} × {name}"


def slots(number: float) -> str:
    """A number of Item Slots."""
    return f"{number:g} slot{'' if number == 1 else 's'}"


def state(line: r.CompanyLine) -> str:
    """How someone is, where it is not as usual."""
    states = {"dead": line.dead, "away": line.away, "starving": line.starving}
    return ", ".join(state for state, so in states.items() if so)


def other_load(report: r.SlotsReport) -> list[tuple[float, str]]:
    """What fills slots beside things: how many, and what it is."""
    found = (
        (report.supply / 4, f"{report.supply} Supply"),
        (report.coin_pieces // COINS_A_QUARTER / 4, f"{report.coin_pieces} coins"),
        (report.exhaustion, f"{report.exhaustion} Exhaustion"),
    )
    return [(filled, what) for filled, what in found if filled]


def slots_report(report: r.SlotsReport, _called: Called) -> list[str]:
    """A pack, line by line."""
    lines: list[str] = [
        Told(
            f"{report.name}: {report.slots_filled:g} of {slots(report.slots)} filled, "
            f"Encumbrance {report.encumbrance}, SPD {report.spd}.",
            "headline",
        ),
        f"Pack off: {report.slots_filled_pack_off:g} filled, "
        f"Encumbrance {report.encumbrance_pack_off}.",
    ]
    if not report.can_act:
        lines.append(Told(f"{report.name} can do nothing.", "news"))
    for thing in report.items:
        left = "" if thing.left is None else f", {thing.left} of {thing.full} left"
        lit = ", lit" if thing.lit else ""
        name = several(thing.quantity, thing.name)
        lines.append(f"  {thing.slots:>5g}  {name}{left}{lit} ({thing.place})")
    return lines + [f"  {filled:>5g}  {what}" for filled, what in other_load(report)]


def company(report: r.CompanyReport, _called: Called) -> list[str]:
    """Everybody, a line each."""
    if not report.errants:
        return [
            "Nobody belongs to the Company yet.",
            Told("Type errant add NAME phys 12", "way"),
        ]
    return [_company_line(errant) for errant in report.errants]


def _company_line(e: r.CompanyLine) -> str:
    filled = f"{e.slots_filled:g} of {slots(e.slots)} filled"
    if e.member == "animal":
        load = f"{filled}, feed {e.food}"
    else:
        load = (
            f"{filled}, Encumbrance {e.encumbrance}, Exhaustion {e.exhaustion}, "
            f"Supply {e.supply}, rations {e.food}, SPD {e.spd}"
        )
    return f"  {e.name}{f' ({state(e)})' if state(e) else ''}: {load}."


def light(report: r.LightReport, called: Called) -> list[str]:
    """All the light there is."""
    many = "1 member" if report.members == 1 else f"{report.members} members"
    lines: list[str] = [
        Told(f"Light: {report.level}, Burn {report.burn} for {many}.", "headline"),
        *(
            f"  {called(s.errant)}'s {s.name}: Burn {s.burn} of {s.full}, {s.feet} feet across."
            for s in report.sources
        ),
    ]
    if not report.sources:
        lines += ["Nothing is lit.", Told("Type light and what: light torch", "way")]
    return lines
