"""Answers `slots`, `ride` and `hitch`: what fills Item Slots, who rides, and what draws a
vehicle."""

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.handler_result import Ruling
from companion.errant.company import Company, Errant, ErrantKind, Holding
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.containers import has_pack
from companion.errant.packs.items import PLACES, Item, Place
from companion.errant.packs.slots import (
    HELPLESS_ENCUMBRANCE,
    PLACE_SLOTS,
    RIDER_SLOTS,
    compute_spd_under_load,
    count_borne_quarter_slots,
    count_overflowing_quarter_slots,
    count_quarter_slots_before_encumbrance,
    count_quarter_slots_of_riders,
    find_bearer_capacity,
    find_encumbrance,
    list_animals_drawing_vehicle,
    list_riders,
    measure_load,
)
from companion.errant.packs.stacks import name_single_item
from companion.grammar.context import Context
from companion.grammar.name_matching import (
    require_errant_or_retainer,
    require_present_and_able_errant,
    require_present_errant,
)
from companion.refusal import Impossible, join_choices
from companion.reports.packs import (
    CarriedItem,
    HolderLine,
    HoldersReport,
    LoadCost,
    RideReport,
    RiderLine,
    RideStep,
    SlotsReport,
)

_QUARTERS_PER_SLOT = 4


def build_slots_report(company: Company, errant: Errant) -> SlotsReport:
    """What fills someone's slots, and what it costs them."""
    load, person = measure_load(errant), errant.is_person
    now = _build_load_cost(errant, load.filled_quarter_slots)
    pack_off = _build_load_cost(errant, load.filled_quarters_pack_off)
    one_more = _build_load_cost(errant, load.filled_quarter_slots + _QUARTERS_PER_SLOT)
    to_next = (
        count_quarter_slots_before_encumbrance(load.filled_quarter_slots, errant.item_slots) / 4
    )
    return SlotsReport(
        errant=errant.id,
        name=errant.name,
        member=errant.kind,
        phys=errant.phys,
        slots=find_bearer_capacity(company, errant),
        slots_filled=(load.filled_quarter_slots + count_quarter_slots_of_riders(company, errant))
        / 4,
        slots_filled_pack_off=load.filled_quarters_pack_off / 4,
        encumbrance=now.encumbrance,
        encumbrance_pack_off=pack_off.encumbrance,
        exhaustion=errant.exhaustion,
        supply=errant.supply,
        coin_pieces=errant.coins,
        spd=now.spd if person else compute_spd_under_load(company, errant),
        can_act=not errant.is_dead and now.encumbrance < HELPLESS_ENCUMBRANCE,
        items=_list_carried_items(errant),
        spd_pack_off=pack_off.spd if person else None,
        one_slot_more=one_more if person else None,
        slots_to_next=to_next if person else None,
        over_hand=count_overflowing_quarter_slots(errant, "hand") / 4,
        over_handy=count_overflowing_quarter_slots(errant, "handy") / 4,
        no_container=not has_pack(errant)
        and any(item.place == "pack" and not item.inside for item in errant.items),
        riders=tuple(
            RiderLine(
                rider.id, rider.name, RIDER_SLOTS + measure_load(rider).filled_quarter_slots / 4
            )
            for rider in list_riders(company, errant)
        ),
    )


def _list_carried_items(errant: Errant) -> tuple[CarriedItem, ...]:
    """Things in hand, handy, worn, then in the pack; after a container the things in it."""
    by_id = {item.id: item for item in errant.items}
    within: dict[str, list[Item]] = {}
    for item in errant.items:
        within.setdefault(item.inside if item.inside in by_id else "", []).append(item)

    def list_inside(inside: str, where: Place | None) -> Iterator[CarriedItem]:
        name = name_single_item(by_id[inside]) if inside else ""
        for item in sorted(within.get(inside, ()), key=lambda item: PLACES.index(item.place)):
            place = where or item.place
            yield _build_carried_item(item, place, name)
            if item.id in within:
                yield from list_inside(item.id, place)

    return tuple(list_inside("", None))


def _build_load_cost(errant: Errant, quarters: int) -> LoadCost:
    points = find_encumbrance(errant, quarters)
    return LoadCost(encumbrance=points, spd=max(0, errant.skill - points), dv=points)


def _build_carried_item(item: Item, place: Place, inside: str) -> CarriedItem:
    return CarriedItem(
        item=item.id,
        name=name_single_item(item),
        quantity=item.count,
        slots=item.quarter_slots / 4,
        place=place,
        left=item.uses_left,
        full=item.max_uses,
        lit=item.lit,
        inside=inside,
        quality=item.quality,
        blocks=UNSET if item.blocks is None or item.blocks_max is None else item.blocks,
        most_blocks=UNSET if item.blocks_max is None else item.blocks_max,
        broken=item.broken or UNSET,
    )


def warn_overfull_hands(before: Errant, after: Errant) -> tuple[str, ...]:
    """A warning if someone has got more than their hands or their handy places hold."""
    if not after.is_person:
        return ()
    names = {"hand": "in hand", "handy": "handy"}
    return tuple(
        f"{after.name} has more {names[place]} than the {slots} slots there are for that."
        for place, slots in PLACE_SLOTS.items()
        if count_overflowing_quarter_slots(after, place)
        > count_overflowing_quarter_slots(before, place)
    )


def show_slots(context: Context, errant: Errant) -> SlotsReport:
    """Report what fills the Item Slots of one Errant."""
    return build_slots_report(context.campaign.errants, errant)


def show_who_carries_item(context: Context, held: tuple[Holding, ...]) -> HoldersReport:
    """Who carries things of a name; the name itself where nobody does."""
    lines = []
    for errant, items in held:
        ids = {item.id for item in items}
        carried = tuple(each for each in _list_carried_items(errant) if each.item in ids)
        lines.append(HolderLine(errant.id, errant.name, errant.away, carried))
    total = sum(item.count for _, items in held for item in items)
    nothing = "" if held else " ".join(context.arguments)
    return HoldersReport(total=total, holders=tuple(lines), nothing=nothing)


def ride_mount_or_vehicle(context: Context, errant: Errant, bearer: Errant) -> Ruling:
    """Up into the saddle, or onto a vehicle."""
    rider, campaign = require_errant_or_retainer(errant, "rides nothing", "ride"), context.campaign
    require_present_and_able_errant(rider, forced=context.is_forced)
    require_present_errant(bearer, forced=context.is_forced)
    if bearer.kind not in ("animal", "vehicle"):
        way = _hint_animals_and_vehicles(
            campaign, f"ride {quote_typed_name(rider)} {{}}", "animal", "vehicle"
        )
        raise Impossible(f"{bearer.name} is neither a mount nor a vehicle.", way)
    if not bearer.ridden:
        context.refuse_unforced(f"{bearer.name} is not ridden: it bears packs and draws.")
    if rider.rides == bearer.id:
        raise Impossible(
            f"{rider.name} rides {bearer.name} already.", f"Try: ride {quote_typed_name(rider)} off"
        )
    return _build_load_ruling(campaign, replace(rider, rides=bearer.id), bearer.id, "rides")


def dismount_rider(context: Context, errant: Errant) -> Ruling:
    """Let somebody get off the mount or vehicle that they ride."""
    rider = require_errant_or_retainer(errant, "rides nothing", "ride")
    if not rider.rides:
        raise Impossible(f"{rider.name} rides nothing.", f"Try: slots {quote_typed_name(rider)}")
    return _build_load_ruling(context.campaign, replace(rider, rides=""), rider.rides, "dismounts")


def hitch_animal_to_vehicle(context: Context, animal: Errant, vehicle: Errant) -> Ruling:
    """Let an animal draw a vehicle."""
    campaign = context.campaign
    _require_animal(campaign, animal, quote_typed_name(vehicle))
    for each in (animal, vehicle):
        require_present_errant(each, forced=context.is_forced)
    if vehicle.kind != "vehicle":
        way = _hint_animals_and_vehicles(
            campaign, f"hitch {quote_typed_name(animal)} {{}}", "vehicle"
        )
        raise Impossible(f"{vehicle.name} is no vehicle.", way)
    others = [
        each
        for each in list_animals_drawing_vehicle(campaign.errants, vehicle)
        if each.id != animal.id
    ]
    if len(others) >= vehicle.team > 0:
        why = f"{vehicle.name} is drawn by {len(others)} already, and takes no more."
        context.refuse_unforced(why, f"Try: hitch {quote_typed_name(others[0])} off.")
    return _build_load_ruling(campaign, replace(animal, draws=vehicle.id), vehicle.id, "hitched")


def unhitch_animal(context: Context, animal: Errant) -> Ruling:
    """An animal draws nothing any longer."""
    _require_animal(context.campaign, animal, "off")
    if not animal.draws:
        raise Impossible(f"{animal.name} draws nothing.", f"Try: slots {quote_typed_name(animal)}")
    return _build_load_ruling(
        context.campaign, replace(animal, draws=""), animal.draws, "unhitched"
    )


def _require_animal(campaign: Campaign, animal: Errant, after: str) -> None:
    if animal.kind != "animal":
        way = _hint_animals_and_vehicles(campaign, f"hitch {{}} {after}", "animal")
        raise Impossible(f"{animal.name} is no animal.", way)


def _build_load_ruling(campaign: Campaign, after: Errant, bearer_id: str, step: RideStep) -> Ruling:
    """The campaign with this Errant, and what the mount or vehicle bears then."""
    campaign = campaign.with_errant(after)
    company, bearer = campaign.errants, campaign.get_errant(bearer_id)
    report = RideReport(
        errant=after.id,
        bearer=bearer.id,
        step=step,
        slots=find_bearer_capacity(company, bearer),
        slots_filled=count_borne_quarter_slots(company, bearer) / 4,
        spd=compute_spd_under_load(company, bearer),
    )
    return Ruling(campaign, report)


def _hint_animals_and_vehicles(campaign: Campaign, line: str, *kinds: ErrantKind) -> str:
    """The line with each animal or vehicle that is here; where there are none, how to buy one."""
    names = [quote_typed_name(e) for e in campaign.errants if e.is_present and e.kind in kinds]
    if names:
        return f"Try: {join_choices(line.format(name) for name in names[:3])}"
    return f"Try: buy bree {'mule' if 'animal' in kinds else 'cart'}"
