"""Random packs beside a naive count of them: every quarter slot laid out in a row, every thing by
itself; and nothing made or lost, however it changes hands."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errant.company import Errant, ErrantKind
from companion.errant.packs.containers import (
    give_bundle_to_errant,
    list_contents,
    move_item,
    require_item_fits,
    take_bundle_from_errant,
)
from companion.errant.packs.containers import take_off_backpack as taken_off
from companion.errant.packs.items import PLACES, Item
from companion.errant.packs.slots import (
    compute_person_spd,
    count_borne_quarter_slots,
    count_quarter_slots_before_encumbrance,
    find_encumbrance,
    measure_load,
)
from companion.refusal import Impossible
from tests.errant.census import everything, must_be_sound, pieces
from tests.making import errant, item
from tests.rounds import rounds

SEEDS = st.integers(0, 2**32)
BAGS = (
    item("sack", slots=0.0, holds="small"),
    item("pouch", slots=0.0, holds="small"),
    item("backpack", slots=0.0, holds="small"),
    item("chest", slots=5.0, holds="bulky", bulky=True),
)
THINGS = (
    item("torch"),
    item("torch", left=1),
    item("torch", left=1, lit=True),
    item("rations"),
    item("oil"),
    item("oil", left=2),
    item("rope"),
    item("spear", quality="masterwork"),
    item("spear", quality="shoddy"),
    item("plate", slots=6.0, bulky=True),
    item("pebble", slots=0.0),
    item("idol", slots=2.25),
)


def any_pack(
    chance: Random, name: str = "Bree", kind: ErrantKind = "errant", bags: Sequence[Item] = BAGS
) -> Errant:
    """Somebody with anything in anything, written in any order."""
    found, packed = list[Item](), list[Item]()
    for _ in range(chance.randrange(5)):
        bag = replace(chance.choice(bags), id=f"bag-{len(found)}", place=chance.choice(PLACES))
        bag = replace(bag, count=chance.choice((1, 1, 1, 2)))
        found.append(replace(bag, inside=chance.choice(["", *(each.id for each in found)])))
    for number in range(chance.randrange(9)):
        thing = replace(chance.choice(THINGS), id=f"thing-{number}", place=chance.choice(PLACES))
        thing = replace(thing, count=chance.choice((1, 1, 2, 7)))
        packed.append(replace(thing, inside=chance.choice(["", "", *(each.id for each in found)])))
    carried = [*found, *packed]
    chance.shuffle(carried)
    return replace(
        errant(name),
        kind=kind,
        items=tuple(carried),
        phys=chance.randint(1, 20),
        skill=chance.randint(1, 20),
        supply=chance.choice((0, 0, 1, 9)),
        exhaustion=chance.choice((0, 0, 1, 3)),
        backpack=chance.random() < 0.5,
        pennies=chance.choice((0, 3, 24, 180)),
        shillings=chance.choice((0, 1, 26)),
        guilders=chance.choice((0, 7)),
    )


def in_a_row(who: Errant) -> list[bool]:
    """Each quarter that is filled, and whether it is still filled with the pack off."""
    row = list[bool]()
    for thing in who.items:
        outer, place = thing, thing.place
        while outer.inside:
            outer = next(each for each in who.items if each.id == outer.inside)
            place = outer.place
        for _ in range(thing.count):
            size = Fraction(thing.slots)
            while size > 0:
                row.append(place in ("hand", "handy", "worn"))
                size -= Fraction(1, 4)
    purse = ["penny"] * who.pennies + ["shilling"] * who.shillings + ["guilder"] * who.guilders
    while len(purse) >= 25:
        purse = purse[25:]
        row.append(False)
    row += [False] * who.supply
    for _ in range(who.exhaustion):
        row += [True] * 4
    return row


def climbed(row: Sequence[bool], slots: int) -> int:
    """Encumbrance, a quarter after the other laid on: a point at each fourth part of the slots,
    then at each whole slot."""
    all_ = 4 * slots
    steps = [all_ // 4, all_ // 2, 3 * all_ // 4, *range(all_, all_ + len(row), 4)]
    return sum(laid in steps for laid in range(1, len(row) + 1))


@rounds(800)
@given(SEEDS)
def test_any_pack_costs_what_a_row_of_its_quarters_costs(seed: int) -> None:
    bree = any_pack(Random(seed))
    on = in_a_row(bree)
    off = [quarter for quarter in on if quarter]
    assert (
        measure_load(bree).filled_quarter_slots,
        measure_load(bree).filled_quarters_pack_off,
    ) == (len(on), len(off))
    assert find_encumbrance(bree) == climbed(on, bree.phys)
    assert find_encumbrance(bree, measure_load(bree).filled_quarters_pack_off) == climbed(
        off, bree.phys
    )
    assert compute_person_spd(bree) == max(0, bree.skill - climbed(on, bree.phys))
    free = 0
    while climbed([*on, *[True] * (free + 1)], bree.phys) == climbed(on, bree.phys):
        free += 1
    assert count_quarter_slots_before_encumbrance(len(on), bree.phys) == free
    mule = errant("Tansy", kind="animal")
    assert count_borne_quarter_slots(
        (replace(bree, rides="tansy", phys=99), mule), mule
    ) == 80 + len(on)


def passed(chance: Random, giver: Errant, taker: Errant) -> tuple[Errant, Errant]:
    """Anything from one to the other; a container must come with what was in it, a backpack that is
    put on with what is in the pack then."""
    thing = chance.choice(giver.items)
    number = chance.randint(1, thing.count)
    within = pieces(list_contents(giver, thing.id)) if number == thing.count else Counter()
    giver, bundle = take_bundle_from_errant(giver, thing, number)
    assert within <= pieces(bundle.items[1:])
    before = pieces(taker.items)
    taker, put = give_bundle_to_errant(taker, bundle)
    if put in taker.items:
        assert not bundle.items[1:] or pieces(list_contents(taker, put.id)) == pieces(
            bundle.items[1:]
        )
    else:
        assert (put.name, taker.backpack) == ("backpack", True)
        assert pieces(taker.items) == before + pieces(bundle.items[1:])
    return giver, taker


def shifted(chance: Random, who: Errant) -> Errant:
    """Anything to anywhere with the same Errant; it must then be there."""
    thing, place = chance.choice(who.items), chance.choice(PLACES)
    inside = chance.choice(["", *(each.id for each in who.items)])
    place = "pack" if inside else place
    try:
        require_item_fits(who, thing, place, inside, forced=True)
    except Impossible:
        return who
    number = chance.randint(1, thing.count)
    was = pieces(list_contents(who, thing.id)) if number == thing.count else Counter()
    who, put = move_item(who, thing, number, place, inside)
    assert (put.place, put.inside) == (place, inside)
    assert put == who.get_item(put.id)
    assert put.count >= number
    assert was <= pieces(list_contents(who, put.id))
    return who


@rounds(600)
@given(SEEDS)
def test_whatever_is_moved_or_passed_nothing_is_made_or_lost_nor_in_itself(seed: int) -> None:
    chance = Random(seed)
    kinds: tuple[ErrantKind, ...] = ("errant", "errant", "animal", "stash")
    company = [any_pack(chance, kind, kind) for kind in kinds]
    before = everything(*company)
    for _ in range(12):
        one, other = chance.sample(range(len(company)), 2)
        if not chance.randrange(6):
            company[one] = taken_off(company[one])
        elif company[one].items and chance.randrange(2):
            company[one] = shifted(chance, company[one])
        elif company[one].items:
            company[one], company[other] = passed(chance, company[one], company[other])
        for each in company:
            must_be_sound(each)
        assert everything(*company) == before


@rounds(500)
@given(SEEDS)
def test_a_backpack_off_and_on_again_weighs_the_same(seed: int) -> None:
    bags = [bag for bag in BAGS if bag.name != "backpack"]
    bree = replace(any_pack(Random(seed), bags=bags), backpack=True)
    off = taken_off(bree)
    left, bundle = take_bundle_from_errant(off, off.get_item("backpack"), 1)
    loose = [each for each in left.items if each.place == "pack" and not each.inside]
    assert all(each.name == "chest" for each in loose)
    if not loose:
        assert (
            measure_load(left).filled_quarter_slots == measure_load(bree).filled_quarters_pack_off
        )
    again, _ = give_bundle_to_errant(left, bundle)
    assert measure_load(again) == measure_load(bree)
