"""Renders Reports on the Company, its packs and its light as plain lines."""

from collections.abc import Iterator

from msgspec import UNSET

from companion.errant.packs.slots import COINS_A_QUARTER, HELPLESS_ENCUMBRANCE, OVERLOAD_LIMIT
from companion.refusal import join_choices, join_words
from companion.reports import packs as reports
from companion.reports.packs import ItemReport, SlotsReport
from companion.text_cleaning import quote_name
from companion.view import shared_wording as w
from companion.view.reply import render_report


@render_report.register
def _render_member_change(report: reports.ErrantReport, _name_of: w.NameLookup) -> w.Lines:
    what = {
        "added": "joins the Company",
        "removed": "leaves the Company for good",
        "away": "is away and counted in nothing",
        "back": "is back",
        "edited": f"is changed: {', '.join(report.edited)}",
    }[report.step]
    yield w.Headline(f"{report.name} {what}.")


@render_report.register
def _render_item(report: ItemReport, name_of: w.NameLookup) -> w.Lines:
    whose, to = name_of(report.errant), name_of(report.to)
    things = [(report.quantity, report.name), *((e.quantity, e.name) for e in report.others)]
    thing = join_words(w.format_quantity(quantity, name) for quantity, name in things)
    burn = f": Burn {report.left}" if report.left is not None else ""
    spent = ": its Burn falls to 0 and it cannot be relit" if report.left == 0 else ""
    size, where = w.format_count(report.slots, "slot"), _describe_item_place(report)
    worth = f"worth {w.format_pennies(report.worth)}" if report.worth is not UNSET else ""
    load = f"{thing} ({', '.join(filter(None, (size, where, worth)))})"
    what = {
        "given": f"{whose} gets: {load}.",
        "dropped": f"{whose} drops: {thing} ({size}).",
        "lit": f"{whose}'s {report.name} is lit{burn}.",
        "snuffed": f"{whose}'s {report.name} is snuffed{spent}.",
        "moved": f"{whose} has {where or 'in the pack'}: {thing} ({size}).",
        "passed": f"{whose} passes to {to}: {load}.",
        "stashed": f"{whose} leaves: {thing} ({size}). {to} has it.",
    }[report.step]
    yield w.Headline(what)
    if contents := join_words(_list_moved_contents(report)):
        beside = "And with it" if report.step == "given" else "With all that is in it"
        yield f"  {beside}: {contents}."
    if report.step == "stashed":
        names = [w.format_errant_name(each, name_of) for each in (report.to, report.errant)]
        line = " ".join(("pass", *names, quote_name(report.name)))
        yield w.HintLine(f"To have it again here: {line}")
    if report.happened:
        # Only where something befell somebody.
        from companion.view.turns.happenings import render_happenings

        yield from render_happenings(report.happened, name_of)
    if report.instead:
        yield w.HintLine(
            f"That is new. From hand to hand: undo, then {join_choices(report.instead)}"
        )


def _describe_item_place(report: ItemReport) -> str:
    """Where an item is carried; "" for the pack."""
    if report.inside:
        return f"in the {report.inside}"
    return {"hand": "in hand", "handy": "handy", "worn": "worn"}.get(report.place, "")


def _list_moved_contents(report: ItemReport) -> Iterator[str]:
    """The contents that moved with a container."""
    yield from (w.format_quantity(each.quantity, each.name) for each in report.brought)
    if report.supply and report.item:
        yield f"{report.supply} Supply"
    if report.coin_pieces:
        yield f"{report.coin_pieces} coins, worth {w.format_pennies(report.coins_pennies)}"


@render_report.register
def _render_fetch(report: reports.FetchReport, name_of: w.NameLookup) -> w.Lines:
    whose = name_of(report.errant)
    rolled = f": D4 {report.faces[0]}" if report.faces else ""
    tried = f"{report.name} (try {report.try_number}, {report.chance}-in-4{rolled})"
    if not report.try_number:
        yield w.Headline(f"{whose} has in hand: {report.name}.")
    elif report.found:
        emptied = " All that was in the pack may lie on the floor." if not report.faces else ""
        yield w.Headline(f"{whose} finds: {tried}.{emptied}")
    else:
        yield w.Headline(f"{whose} does not find: {tried}.")
        yield w.HintLine("That was their action; the next try is likelier.")


@render_report.register
def _render_ride(report: reports.RideReport, name_of: w.NameLookup) -> w.Lines:
    who, bearer = name_of(report.errant), name_of(report.bearer)
    what = {
        "rides": f"{who} rides {bearer}",
        "dismounts": f"{who} gets off {bearer}",
        "hitched": f"{who} draws {bearer}",
        "unhitched": f"{who} draws {bearer} no more",
    }[report.step]
    yield w.Headline(f"{what}.")
    yield f"  {bearer}: {_describe_filled_slots(report)}, SPD {report.spd}."
    if report.slots_filled > report.slots:
        yield w.NewsLine(f"{bearer} bears more than it can: SPD 0.")


def _describe_filled_slots(load: reports.RideReport | SlotsReport | reports.CompanyLine) -> str:
    return f"{load.slots_filled:g} of {w.format_count(load.slots, 'slot')} filled"


@render_report.register
def _render_outfit(report: reports.OutfitReport, name_of: w.NameLookup) -> w.Lines:
    things = [w.format_quantity(each.quantity, each.name) for each in report.things]
    yield w.Headline(f"{name_of(report.errant)} starts as the {report.archetype.capitalize()}:")
    yield f"  a backpack, {join_words([*things, f'{report.supply} Supply'])}."
    if report.others:
        others = join_words(report.others, "or")
        yield w.HintLine(f"It could have been: {others}. Type undo, and name it.")


@render_report.register
def _render_stashes(report: reports.StashesReport, name_of: w.NameLookup) -> w.Lines:
    if not report.stashes:
        yield "Nothing is stashed anywhere."
        yield w.HintLine("Try: stash bree rope at the old well")
    for each in report.stashes:
        yield from render_slots_report(each, name_of)


@render_report.register
def render_slots_report(report: SlotsReport, _name_of: w.NameLookup) -> w.Lines:
    """The lines of a pack: what fills its Item Slots, thing by thing."""
    is_stash = report.member == "stash"
    yield from _render_filled_slots(report)
    yield from map(w.NewsLine, _list_load_warnings(report))
    for thing in report.items:
        yield _describe_carried_item(thing, worn_or_held=not is_stash)
    coins = report.coin_pieces // COINS_A_QUARTER / 4
    if report.supply:
        yield f"  {report.supply / 4:>5g}  {report.supply} Supply"
    if coins or (report.coin_pieces and is_stash):
        yield f"  {coins:>5g}  {report.coin_pieces} coins"
    if report.exhaustion:
        yield f"  {report.exhaustion:>5g}  {report.exhaustion} Exhaustion"
    yield from _render_cost_of_next_slot(report)


def _render_filled_slots(report: SlotsReport) -> Iterator[str]:
    """Slots filled with the pack on and off, and what they cost."""
    filled = f"{report.name}: {_describe_filled_slots(report)}"
    if report.member == "stash":
        yield w.Headline(f"{report.name}: {w.format_count(report.slots_filled, 'slot')}.")
    elif report.one_slot_more is None:
        yield w.Headline(f"{filled}, SPD {report.spd}.")
    else:
        yield w.Headline(
            f"{filled}, Encumbrance ",
            w.Gauge(report.encumbrance, HELPLESS_ENCUMBRANCE),
            f"{report.encumbrance}, SPD {report.spd}, DV +{report.encumbrance}.",
        )
        yield w.StyledLine(
            f"Pack off: {report.slots_filled_pack_off:g} filled, Encumbrance ",
            w.Gauge(report.encumbrance_pack_off, HELPLESS_ENCUMBRANCE),
            f"{report.encumbrance_pack_off}, SPD {report.spd_pack_off}.",
        )


def _list_load_warnings(report: SlotsReport) -> Iterator[str]:
    is_stash = report.member == "stash"
    if not report.can_act and not is_stash:
        yield f"{report.name} can do nothing."
    if report.no_container:
        yield f"{report.name} has no container: nothing can be in the pack."
    for over, room in ((report.over_hand, "in hand (2)"), (report.over_handy, "handy (4)")):
        if over:
            yield f"{w.format_count(over, 'slot').capitalize()} more than can be {room}."
    if report.one_slot_more is None and not is_stash and report.slots_filled > report.slots:
        yield f"{report.name} bears more than it can: SPD 0."


def _describe_carried_item(thing: reports.CarriedItem, *, worn_or_held: bool) -> w.StyledLine:
    """An item: its slots, quantity, what is left of it, and where it is carried."""
    parts = _make_item_line_parts(thing, worn_or_held=worn_or_held)
    return w.StyledLine(f"  {thing.slots:>5g}  ", *parts)


def _make_item_line_parts(thing: reports.CarriedItem, *, worn_or_held: bool) -> list[str | w.Gauge]:
    quality = f"{thing.quality} " if thing.quality not in (None, "average") else ""
    name = w.format_quantity(thing.quantity, f"{quality}{thing.name}")
    location = f"in the {thing.inside}" if thing.inside else thing.place
    where = f" ({location})" if thing.inside or worn_or_held else ""
    parts: list[str | w.Gauge] = [name]
    if thing.left is not None and thing.full is not None:
        parts += [", ", w.Gauge(thing.left, thing.full), f"{thing.left} of {thing.full} left"]
    if thing.blocks is not UNSET:
        parts.append(f", {thing.blocks} of {thing.most_blocks} Blocks")
    if thing.broken is not UNSET:
        parts.append(", broken")
    return [*parts, f"{', lit' if thing.lit else ''}{where}"]


@render_report.register
def _render_holders(report: reports.HoldersReport, _name_of: w.NameLookup) -> w.Lines:
    """A line for each stack, and how many there are where there are several."""
    lines = [(holder, thing) for holder in report.holders for thing in holder.items]
    for holder, thing in lines:
        away = " (away)" if holder.away else ""
        yield w.StyledLine(
            f"{holder.name}{away}: ", *_make_item_line_parts(thing, worn_or_held=True)
        )
    if lines[1:]:
        yield f"{report.total} in all."
    if report.nothing:
        yield f"Nobody carries «{report.nothing}»."


def _render_cost_of_next_slot(report: SlotsReport) -> Iterator[str]:
    """What one slot more would cost; of a mount, its riders."""
    more = report.one_slot_more
    if more is None:
        yield from (f"  {rider.slots:>5g}  {rider.name}, riding" for rider in report.riders)
    elif more.encumbrance == report.encumbrance:
        free = report.slots_to_next or 0
        verb = "is" if free == 1 else "are"
        yield f"One slot more costs nothing; {w.format_count(free, 'slot')} {verb} free."
    else:
        yield f"One slot more: Encumbrance {more.encumbrance}, SPD {more.spd}, DV +{more.dv}."


@render_report.register
def _render_company(report: reports.CompanyReport, _name_of: w.NameLookup) -> w.Lines:
    if not report.errants:
        yield "Nobody belongs to the Company yet."
        yield w.HintLine("Type errant add NAME phys 12")
    for line in report.errants:
        load = f"Encumbrance {line.encumbrance}, Exhaustion {line.exhaustion}, "
        load += f"Supply {line.supply}, rations {line.food}, SPD {line.spd}"
        if line.member == "animal":
            load = f"feed {line.food}"
        elif line.member == "vehicle":
            load = f"SPD {line.spd}"
        states = ", ".join(list_unusual_member_states(line))
        states = f" ({states})" if states else ""
        yield f"  {line.name}{states}: {_describe_filled_slots(line)}, {load}."


def list_unusual_member_states(line: reports.CompanyLine) -> list[str]:
    """Unusual states of a member of the Company."""
    states = {
        "overloaded": line.encumbrance > OVERLOAD_LIMIT and not line.dead,
        "dead": line.dead,
        "away": line.away,
        "starving": line.starving,
    }
    health = [] if line.dead else list(_list_health_states(line))
    if line.blocks is not None:
        health.append(f"Blocks {line.blocks}/{line.most_blocks}")
    health += [f"{name} Quality 1" for name in line.failing]
    return [*health, *(state for state, is_so in states.items() if is_so)]


def _list_health_states(line: reports.CompanyLine) -> Iterator[str]:
    """What is wrong with somebody in a few words; `hp` tells more."""
    if line.hp is not None:
        yield f"HP {line.hp}/{line.hp_max}"
    if line.dying is not None:
        yield w.describe_dying_briefly(line.dying, line.dying_turns)
    if line.out_of_action:
        yield "out of action"
    if line.wounds:
        yield w.format_count(line.wounds, "wound")


@render_report.register
def _render_light(report: reports.LightReport, name_of: w.NameLookup) -> w.Lines:
    members = w.format_count(report.members, "member")
    yield w.Headline(f"Light: {report.level}, Burn {report.burn} for {members}.")
    for source in report.sources:
        yield w.StyledLine(
            f"  {name_of(source.errant)}'s {source.name}: Burn ",
            w.Gauge(source.burn, source.full),
            f"{source.burn} of {source.full}, {source.feet} feet across.",
        )
    if not report.sources:
        yield "Nothing is lit."
        yield w.HintLine("Type light and what: light torch")
