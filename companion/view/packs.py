"""The Company, its packs and its light, as plain lines."""

from companion.errant.coin import Purse
from companion.errant.slots import COINS_A_QUARTER, HELPLESS_ENCUMBRANCE, OVERLOAD_LIMIT
from companion.refusal import join_words
from companion.reports.packs import (
    CarriedItem,
    CoinsReport,
    CompanyLine,
    CompanyReport,
    ErrantReport,
    FetchReport,
    ItemReport,
    LightReport,
    LitSource,
    OutfitReport,
    RideReport,
    SlotsReport,
    StashesReport,
)
from companion.view.happenings import render_happenings
from companion.view.report import render_report
from companion.view.wording import (
    Gauge,
    NameLookup,
    StyledLine,
    format_pennies,
    format_purse,
    format_quantity,
    format_slots,
)


@render_report.register
def render_errant(report: ErrantReport, _name_of: NameLookup) -> list[str]:
    """Who joined, left or changed."""
    what = {
        "added": "joins the Company",
        "removed": "leaves the Company for good",
        "away": "is away and counted in nothing",
        "back": "is back",
        "edited": f"is changed: {', '.join(report.edited)}",
    }[report.step]
    return [StyledLine(f"{report.name} {what}.", "headline")]


@render_report.register
def render_item(report: ItemReport, name_of: NameLookup) -> list[str]:
    """What was done with an item."""
    whose, thing = name_of(report.errant), format_quantity(report.quantity, report.name)
    thing = join_words(
        [thing, *(format_quantity(each.quantity, each.name) for each in report.others)]
    )
    burn = f": Burn {report.left}" if report.left is not None else ""
    spent = ": its Burn falls to 0 and it cannot be relit" if report.left == 0 else ""
    size, where = format_slots(report.slots), _describe_place(report)
    what = {
        "given": f"{whose} gets: {thing} ({size}{f', {where}' if where else ''}).",
        "dropped": f"{whose} drops: {thing} ({size}).",
        "lit": f"{whose}'s {report.name} is lit{burn}.",
        "snuffed": f"{whose}'s {report.name} is snuffed{spent}.",
        "moved": f"{whose} has {where or 'in the pack'}: {thing} ({size}).",
        "passed": f"{whose} passes to {name_of(report.to)}: {thing} "
        f"({size}{f', {where}' if where else ''}).",
        "stashed": f"{whose} leaves: {thing} ({size}). {name_of(report.to)} has it.",
    }[report.step]
    lines: list[str] = [StyledLine(what, "headline"), *_render_contents(report)]
    if report.step == "stashed":
        name = f'"{report.name}"' if " " in report.name else report.name
        way = f"pass {report.to} {report.errant} {name}"
        lines.append(StyledLine(f"To have it again here: {way}", "way"))
    return [*lines, *render_happenings(report.happened, name_of)]


def _describe_place(report: ItemReport) -> str:
    """Where an item is carried; "" for the pack."""
    if report.inside:
        return f"in the {report.inside}"
    return {"hand": "in hand", "handy": "handy", "worn": "worn"}.get(report.place, "")


def _render_contents(report: ItemReport) -> list[str]:
    """The contents that moved with a container."""
    found = [format_quantity(each.quantity, each.name) for each in report.brought]
    found += [f"{report.supply} Supply"] if report.supply and report.item else []
    worth = format_pennies(report.coins_pennies)
    found += [f"{report.coin_pieces} coins, worth {worth}"] if report.coin_pieces else []
    return [f"  With all that is in it: {join_words(found)}."] if found else []


@render_report.register
def render_coins(report: CoinsReport, name_of: NameLookup) -> list[str]:
    """A change of a purse."""
    amount = format_pennies(abs(report.changed_pennies))
    whose = name_of(report.errant)
    if report.to:
        what = f"{whose} passes to {name_of(report.to)}: {amount}."
    else:
        what = f"{whose} {'gets' if report.changed_pennies > 0 else 'gives out'}: {amount}."
    purse = format_purse(Purse(report.pennies, report.shillings, report.guilders))
    return [StyledLine(what, "headline"), f"{whose} has {purse}."]


@render_report.register
def render_fetch(report: FetchReport, name_of: NameLookup) -> list[str]:
    """Whether a thing was found in a hurry."""
    whose = name_of(report.errant)
    if not report.try_number:
        return [StyledLine(f"{whose} has in hand: {report.name}.", "headline")]
    tried = f"try {report.try_number}, {report.chance}-in-4"
    rolled = f": D4 {report.faces[0]}" if report.faces else ""
    if report.found:
        emptied = " All that was in the pack may lie on the floor." if not report.faces else ""
        return [StyledLine(f"{whose} finds: {report.name} ({tried}{rolled}).{emptied}", "headline")]
    return [
        StyledLine(f"{whose} does not find: {report.name} ({tried}{rolled}).", "headline"),
        StyledLine("That was their action; the next try is likelier.", "way"),
    ]


@render_report.register
def render_ride(report: RideReport, name_of: NameLookup) -> list[str]:
    """Who rides what, and its load."""
    who, bearer = name_of(report.errant), name_of(report.bearer)
    what = {
        "rides": f"{who} rides {bearer}",
        "dismounts": f"{who} gets off {bearer}",
        "hitched": f"{who} draws {bearer}",
        "unhitched": f"{who} draws {bearer} no more",
    }[report.step]
    filled = f"{report.slots_filled:g} of {format_slots(report.slots)} filled, SPD {report.spd}"
    lines: list[str] = [StyledLine(f"{what}.", "headline"), f"  {bearer}: {filled}."]
    if report.slots_filled > report.slots:
        lines.append(StyledLine(f"{bearer} bears more than it can: SPD 0.", "news"))
    return lines


@render_report.register
def render_outfit(report: OutfitReport, name_of: NameLookup) -> list[str]:
    """What a new Errant starts with."""
    things = [format_quantity(each.quantity, each.name) for each in report.things]
    lines: list[str] = [
        StyledLine(
            f"{name_of(report.errant)} starts as the {report.archetype.capitalize()}:", "headline"
        ),
        f"  a backpack, {join_words([*things, f'{report.supply} Supply'])}.",
    ]
    if report.others:
        ways = join_words(report.others, "or")
        lines.append(StyledLine(f"It could have been: {ways}. Type undo, and name it.", "way"))
    return lines


@render_report.register
def render_stashes(report: StashesReport, name_of: NameLookup) -> list[str]:
    """What lies where."""
    if not report.stashes:
        return [
            "Nothing is stashed anywhere.",
            StyledLine("Try: stash bree rope at the old well", "way"),
        ]
    return [line for each in report.stashes for line in render_slots(each, name_of)]


@render_report.register
def render_slots(report: SlotsReport, _name_of: NameLookup) -> list[str]:
    """A pack, line by line."""
    stash = report.member == "stash"
    return [
        *_render_load(report),
        *_render_load_warnings(report),
        *(_describe_carried_item(thing, worn_or_held=not stash) for thing in report.items),
        *_render_other_load(report),
        *_render_next_slot(report),
    ]


def _render_other_load(report: SlotsReport) -> list[str]:
    """Supply, coins and Exhaustion, which fill slots too."""
    coins = report.coin_pieces // COINS_A_QUARTER / 4
    found = [(report.supply / 4, f"{report.supply} Supply")] if report.supply else []
    if coins or (report.coin_pieces and report.member == "stash"):
        found.append((coins, f"{report.coin_pieces} coins"))
    if report.exhaustion:
        found.append((report.exhaustion, f"{report.exhaustion} Exhaustion"))
    return [f"  {filled:>5g}  {what}" for filled, what in found]


def _render_load(report: SlotsReport) -> list[str]:
    """Slots filled with the pack on and off, and what they cost."""
    filled = f"{report.slots_filled:g} of {format_slots(report.slots)} filled"
    if report.member == "stash":
        return [StyledLine(f"{report.name}: {format_slots(report.slots_filled)}.", "headline")]
    if report.one_slot_more is None:
        return [StyledLine(f"{report.name}: {filled}, SPD {report.spd}.", "headline")]
    return [
        StyledLine.compose(
            f"{report.name}: {filled}, Encumbrance ",
            Gauge(report.encumbrance, HELPLESS_ENCUMBRANCE),
            f"{report.encumbrance}, SPD {report.spd}, DV +{report.encumbrance}.",
            tone="headline",
        ),
        StyledLine.compose(
            f"Pack off: {report.slots_filled_pack_off:g} filled, Encumbrance ",
            Gauge(report.encumbrance_pack_off, HELPLESS_ENCUMBRANCE),
            f"{report.encumbrance_pack_off}, SPD {report.spd_pack_off}.",
        ),
    ]


def _render_load_warnings(report: SlotsReport) -> list[str]:
    """Warnings about the load."""
    found = []
    if not report.can_act and report.member != "stash":
        found.append(f"{report.name} can do nothing.")
    if report.no_container:
        found.append(f"{report.name} has no container: nothing can be in the pack.")
    for over, room in ((report.over_hand, "in hand (2)"), (report.over_handy, "handy (4)")):
        if over:
            found.append(f"{format_slots(over).capitalize()} more than can be {room}.")
    bears = report.one_slot_more is None and report.member != "stash"
    if bears and report.slots_filled > report.slots:
        found.append(f"{report.name} bears more than it can: SPD 0.")
    return [StyledLine(line, "news") for line in found]


def _describe_carried_item(thing: CarriedItem, *, worn_or_held: bool) -> StyledLine:
    """An item: its slots, quantity, what is left of it, and where it is carried."""
    made = f"{thing.quality} " if thing.quality not in (None, "average") else ""
    name = format_quantity(thing.quantity, f"{made}{thing.name}")
    location = f"in the {thing.inside}" if thing.inside else thing.place
    where = f" ({location})" if thing.inside or worn_or_held else ""
    parts: list[str | Gauge] = [f"  {thing.slots:>5g}  {name}"]
    if thing.left is not None:
        parts += [", ", Gauge(thing.left, thing.full), f"{thing.left} of {thing.full} left"]
    return StyledLine.compose(*parts, f"{', lit' if thing.lit else ''}{where}")


def _render_next_slot(report: SlotsReport) -> list[str]:
    """What one slot more would cost; of a mount, its riders."""
    more = report.one_slot_more
    if more is None:
        return [f"  {rider.slots:>5g}  {rider.name}, riding" for rider in report.riders]
    costs = f"Encumbrance {more.encumbrance}, SPD {more.spd}, DV +{more.dv}"
    if more.encumbrance == report.encumbrance:
        free = report.slots_to_next or 0
        verb = "is" if free == 1 else "are"
        return [f"One slot more costs nothing; {format_slots(free)} {verb} free."]
    return [f"One slot more: {costs}."]


@render_report.register
def render_company(report: CompanyReport, _name_of: NameLookup) -> list[str]:
    """The Company, one line a member."""
    if not report.errants:
        return [
            "Nobody belongs to the Company yet.",
            StyledLine("Type errant add NAME phys 12", "way"),
        ]
    return [_describe_member(errant) for errant in report.errants]


def _describe_member(e: CompanyLine) -> str:
    filled = f"{e.slots_filled:g} of {format_slots(e.slots)} filled"
    if e.member == "animal":
        load = f"{filled}, feed {e.food}"
    elif e.member == "vehicle":
        load = f"{filled}, SPD {e.spd}"
    else:
        load = (
            f"{filled}, Encumbrance {e.encumbrance}, Exhaustion {e.exhaustion}, "
            f"Supply {e.supply}, rations {e.food}, SPD {e.spd}"
        )
    states = ", ".join(list_states(e))
    return f"  {e.name}{f' ({states})' if states else ''}: {load}."


def list_states(line: CompanyLine) -> list[str]:
    """Unusual states of a member of the Company."""
    states = {
        "overloaded": line.encumbrance > OVERLOAD_LIMIT and not line.dead,
        "dead": line.dead,
        "away": line.away,
        "starving": line.starving,
    }
    return [state for state, so in states.items() if so]


@render_report.register
def render_light(report: LightReport, name_of: NameLookup) -> list[str]:
    """All the light there is."""
    many = "1 member" if report.members == 1 else f"{report.members} members"
    lines: list[str] = [
        StyledLine(f"Light: {report.level}, Burn {report.burn} for {many}.", "headline"),
        *(_describe_source(source, name_of) for source in report.sources),
    ]
    if not report.sources:
        lines += ["Nothing is lit.", StyledLine("Type light and what: light torch", "way")]
    return lines


def _describe_source(source: LitSource, name_of: NameLookup) -> StyledLine:
    return StyledLine.compose(
        f"  {name_of(source.errant)}'s {source.name}: Burn ",
        Gauge(source.burn, source.full),
        f"{source.burn} of {source.full}, {source.feet} feet across.",
    )
