"""What fills someone's Item Slots, and what it costs them, at the prompt."""

from collections.abc import Iterator

from companion.commands.names import errant_called, find_errant
from companion.commands.reports import Burden, CarriedItem, RiderLine, SlotsReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.containers import has_pack
from companion.errant.errants import Company, Errant
from companion.errant.items import PLACES, Item, Place
from companion.errant.mounts import A_RIDER, ridden, riders, room, speed
from companion.errant.slots import HELPLESS, ROOM, encumbrance, load, over, to_next
from companion.errant.stacks import name_of_one
from companion.refusal import Malformed
from companion.words.registry import always

_A_SLOT = 4


def slots_report(company: Company, errant: Errant) -> SlotsReport:
    """What fills someone's slots and what it costs them."""
    fills, person = load(errant), errant.is_person
    now, pack_off = _burden(errant, fills.filled), _burden(errant, fills.filled_pack_off)
    return SlotsReport(
        errant=errant.id,
        name=errant.name,
        member=errant.kind,
        phys=errant.phys,
        slots=room(company, errant),
        slots_filled=(fills.filled + ridden(company, errant)) / 4,
        slots_filled_pack_off=fills.filled_pack_off / 4,
        encumbrance=now.encumbrance,
        encumbrance_pack_off=pack_off.encumbrance,
        exhaustion=errant.exhaustion,
        supply=errant.supply,
        coin_pieces=errant.coins,
        spd=now.spd if person else speed(company, errant),
        can_act=not errant.dead and now.encumbrance < HELPLESS,
        items=_things(errant),
        spd_pack_off=pack_off.spd if person else None,
        one_slot_more=_burden(errant, fills.filled + _A_SLOT) if person else None,
        slots_to_next=to_next(fills.filled, errant.item_slots) / 4 if person else None,
        over_hand=over(errant, "hand") / 4,
        over_handy=over(errant, "handy") / 4,
        no_container=not has_pack(errant) and _has_loose(errant),
        riders=tuple(
            RiderLine(rider.id, rider.name, A_RIDER + load(rider).filled / 4)
            for rider in riders(company, errant)
        ),
    )


def _things(errant: Errant) -> tuple[CarriedItem, ...]:
    """What is in hand, handy, worn, then in the pack; after a container what is in it."""
    by_id = {item.id: item for item in errant.items}
    within: dict[str, list[Item]] = {}
    for item in errant.items:
        within.setdefault(item.inside if item.inside in by_id else "", []).append(item)

    def told(inside: str, where: Place | None) -> Iterator[CarriedItem]:
        name = name_of_one(by_id[inside]) if inside else ""
        for item in sorted(within.get(inside, ()), key=lambda item: PLACES.index(item.place)):
            place = where or item.place
            yield _carried(item, place, name)
            if item.id in within:
                yield from told(item.id, place)

    return tuple(told("", None))


def _burden(errant: Errant, filled: int) -> Burden:
    points = encumbrance(errant, filled)
    return Burden(encumbrance=points, spd=max(0, errant.skill - points), dv=points)


def _has_loose(errant: Errant) -> bool:
    return any(item.place == "pack" and not item.inside for item in errant.items)


def _carried(item: Item, place: Place, inside: str) -> CarriedItem:
    return CarriedItem(
        item=item.id,
        name=name_of_one(item),
        quantity=item.count,
        slots=item.quarters / 4,
        place=place,
        left=item.left,
        full=item.full,
        lit=item.lit,
        inside=inside,
        quality=item.quality,
    )


def overfull(before: Errant, after: Errant) -> tuple[str, ...]:
    """What has become more than hands can hold, or handy places, to be pointed out; refused to
    nobody."""
    if not after.is_person:
        return ()
    said = {"hand": "in hand", "handy": "handy"}
    return tuple(
        f"{after.name} has more {said[place]} than the {slots} slots there are for that."
        for place, slots in ROOM.items()
        if over(after, place) > over(before, place)
    )


@WORDS.command(
    "slots",
    subject="looking",
    usage="slots ERRANT",
    summary="What fills someone's Item Slots, line by line, with the pack on and off; what it "
    "costs them in Encumbrance, SPD and DV, and what one slot more would.",
    examples=("slots bree",),
    short=("s",),
    reads=always,
    completes=("errant",),
)
def slots_word(sitting: Sitting) -> Ruling:
    """Explain one pack."""
    if not sitting.arguments:
        raise Malformed("Whose slots?", "Try: slots bree, or company for everybody")
    typed = " ".join(sitting.arguments)
    errant = errant_called(sitting.campaign, typed) or find_errant(sitting.campaign, typed)
    return Ruling(sitting.campaign, slots_report(sitting.campaign.errants, errant))
