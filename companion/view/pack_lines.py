"""The Company, its packs and its light, as plain lines."""

from companion.commands import reports as r
from companion.errant.coin import Purse
from companion.errant.slots import COINS_A_QUARTER
from companion.refusal import listed
from companion.view.counted import counted, counted_out
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
    thing = listed([thing, *(several(each.quantity, each.name) for each in report.others)])
    burn = f": Burn {report.left}" if report.left is not None else ""
    spent = ": its Burn falls to 0 and it cannot be relit" if report.left == 0 else ""
    size, where = slots(report.slots), _where(report)
    what = {
        "given": f"{whose} gets: {thing} ({size}{f', {where}' if where else ''}).",
        "dropped": f"{whose} drops: {thing} ({size}).",
        "lit": f"{whose}'s {report.name} is lit{burn}.",
        "snuffed": f"{whose}'s {report.name} is snuffed{spent}.",
        "moved": f"{whose} has {where or 'in the pack'}: {thing} ({size}).",
        "passed": f"{whose} passes to {called(report.to)}: {thing} "
        f"({size}{f', {where}' if where else ''}).",
        "stashed": f"{whose} leaves: {thing} ({size}). {called(report.to)} has it.",
    }[report.step]
    lines: list[str] = [Told(what, "headline"), *_brought(report)]
    if report.step == "stashed":
        name = f'"{report.name}"' if " " in report.name else report.name
        way = f"pass {report.to} {report.errant} {name}"
        lines.append(Told(f"To have it again here: {way}", "way"))
    return [*lines, *happened_lines(report.happened, called)]


def _where(report: r.ItemReport) -> str:
    """Where a thing is carried; nothing for the pack, where most things are."""
    if report.inside:
        return f"in the {report.inside}"
    return {"hand": "in hand", "handy": "handy", "worn": "worn"}.get(report.place, "")


def _brought(report: r.ItemReport) -> list[str]:
    """What went along in a container."""
    found = [several(each.quantity, each.name) for each in report.brought]
    found += [f"{report.supply} Supply"] if report.supply and report.item else []
    worth = counted_out(report.coins_pennies)
    found += [f"{report.coin_pieces} coins, worth {worth}"] if report.coin_pieces else []
    return [f"  With all that is in it: {listed(found)}."] if found else []


def coins(report: r.CoinsReport, called: Called) -> list[str]:
    """What came into a purse, or went."""
    amount = counted_out(abs(report.changed_pennies))
    whose = called(report.errant)
    if report.to:
        what = f"{whose} passes to {called(report.to)}: {amount}."
    else:
        what = f"{whose} {'gets' if report.changed_pennies > 0 else 'gives out'}: {amount}."
    purse = counted(Purse(report.pennies, report.shillings, report.guilders))
    return [Told(what, "headline"), f"{whose} has {purse}."]


def fetch(report: r.FetchReport, called: Called) -> list[str]:
    """Whether a thing was found in a hurry."""
    whose = called(report.errant)
    if not report.try_number:
        return [Told(f"{whose} has in hand: {report.name}.", "headline")]
    tried = f"try {report.try_number}, {report.chance}-in-4"
    rolled = f": D4 {report.faces[0]}" if report.faces else ""
    if report.found:
        emptied = " All that was in the pack may lie on the floor." if not report.faces else ""
        return [Told(f"{whose} finds: {report.name} ({tried}{rolled}).{emptied}", "headline")]
    return [
        Told(f"{whose} does not find: {report.name} ({tried}{rolled}).", "headline"),
        Told("That was their action; the next try is likelier.", "way"),
    ]


def ride(report: r.RideReport, called: Called) -> list[str]:
    """Who rides, and what is borne."""
    who, bearer = called(report.errant), called(report.bearer)
    what = {
        "rides": f"{who} rides {bearer}",
        "dismounts": f"{who} gets off {bearer}",
        "hitched": f"{who} draws {bearer}",
        "unhitched": f"{who} draws {bearer} no more",
    }[report.step]
    filled = f"{report.slots_filled:g} of {slots(report.slots)} filled, SPD {report.spd}"
    lines: list[str] = [Told(f"{what}.", "headline"), f"  {bearer}: {filled}."]
    if report.slots_filled > report.slots:
        lines.append(Told(f"{bearer} bears more than it can: SPD 0.", "news"))
    return lines


def outfit(report: r.OutfitReport, called: Called) -> list[str]:
    """What a new Errant starts with."""
    things = [several(each.quantity, each.name) for each in report.things]
    lines: list[str] = [
        Told(f"{called(report.errant)} starts as the {report.archetype.capitalize()}:", "headline"),
        f"  a backpack, {listed([*things, f'{report.supply} Supply'])}.",
    ]
    if report.others:
        ways = listed(report.others, "or")
        lines.append(Told(f"It could have been: {ways}. Type undo, and name it.", "way"))
    return lines


def stashes(report: r.StashesReport, called: Called) -> list[str]:
    """What lies where."""
    if not report.stashes:
        return ["Nothing is stashed anywhere.", Told("Try: stash bree rope at the old well", "way")]
    return [line for each in report.stashes for line in slots_report(each, called)]


def several(number: int, name: str) -> str:
    """A thing, and how many of it where it is not one."""
    if name == "Supply":
        return f"{number} Supply"
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
    few = report.coin_pieces > 0 and report.member == "stash"
    found = (
        (report.supply / 4, f"{report.supply} Supply", False),
        (report.coin_pieces // COINS_A_QUARTER / 4, f"{report.coin_pieces} coins", few),
        (report.exhaustion, f"{report.exhaustion} Exhaustion", False),
    )
    return [(filled, what) for filled, what, so_few in found if filled or so_few]


def slots_report(report: r.SlotsReport, _called: Called) -> list[str]:
    """A pack, line by line."""
    return [
        *summed_up(report),
        *(thing_line(thing, worn_or_held=report.member != "stash") for thing in report.items),
        *(f"  {filled:>5g}  {what}" for filled, what in other_load(report)),
        *next_slot(report),
    ]


def summed_up(report: r.SlotsReport) -> list[str]:
    """What is filled, with the pack on and off, and what that costs; what is amiss."""
    filled = f"{report.slots_filled:g} of {slots(report.slots)} filled"
    if report.member == "stash":
        return [Told(f"{report.name}: {slots(report.slots_filled)}.", "headline")]
    if report.one_slot_more is None:
        return [Told(f"{report.name}: {filled}, SPD {report.spd}.", "headline"), *amiss(report)]
    return [
        Told(
            f"{report.name}: {filled}, Encumbrance {report.encumbrance}, SPD {report.spd}, "
            f"DV +{report.encumbrance}.",
            "headline",
        ),
        f"Pack off: {report.slots_filled_pack_off:g} filled, Encumbrance "
        f"{report.encumbrance_pack_off}, SPD {report.spd_pack_off}.",
        *amiss(report),
    ]


def amiss(report: r.SlotsReport) -> list[str]:
    """What should not be so."""
    found = []
    if not report.can_act and report.member != "stash":
        found.append(f"{report.name} can do nothing.")
    if report.no_container:
        found.append(f"{report.name} has no container: nothing can be in the pack.")
    for over, room in ((report.over_hand, "in hand (2)"), (report.over_handy, "handy (4)")):
        if over:
            found.append(f"{slots(over).capitalize()} more than can be {room}.")
    bears = report.one_slot_more is None and report.member != "stash"
    if bears and report.slots_filled > report.slots:
        found.append(f"{report.name} bears more than it can: SPD 0.")
    return [Told(line, "news") for line in found]


def thing_line(thing: r.CarriedItem, *, worn_or_held: bool = True) -> str:
    """One thing: what it fills, how many, what is left of it, and where it is, if anywhere but
    here."""
    left = "" if thing.left is None else f", {thing.left} of {thing.full} left"
    lit = ", lit" if thing.lit else ""
    where = f" ({carried(thing)})" if thing.inside or worn_or_held else ""
    return f"  {thing.slots:>5g}  {thing_name(thing)}{left}{lit}{where}"


def thing_name(thing: r.CarriedItem) -> str:
    """How a thing in a pack is called, with its Quality where it is not the usual one."""
    made = f"{thing.quality} " if thing.quality not in (None, "average") else ""
    return several(thing.quantity, f"{made}{thing.name}")


def carried(thing: r.CarriedItem) -> str:
    """Where a thing is."""
    return f"in the {thing.inside}" if thing.inside else thing.place


def next_slot(report: r.SlotsReport) -> list[str]:
    """What one slot more would cost."""
    more = report.one_slot_more
    if more is None:
        return [f"  {rider.slots:>5g}  {rider.name}, riding" for rider in report.riders]
    costs = f"Encumbrance {more.encumbrance}, SPD {more.spd}, DV +{more.dv}"
    if more.encumbrance == report.encumbrance:
        free = report.slots_to_next or 0
        verb = "is" if free == 1 else "are"
        return [f"One slot more costs nothing; {slots(free)} {verb} free."]
    return [f"One slot more: {costs}."]


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
    elif e.member == "vehicle":
        load = f"{filled}, SPD {e.spd}"
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
