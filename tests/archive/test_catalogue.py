"""The goods that come along, compared one by one with a second list of their figures, typed from
the public text (Goods & Services) and from nothing else."""

import re
from collections.abc import Iterable
from itertools import chain

import pytest

from companion.archive.data_folders import get_shipped_folder
from companion.archive.table_files import Shelf, Tables
from companion.errant.goods import Good, GoodSort, find_listed_good
from companion.errant.packs.items import GEAR_KINDS, GearKind
from tests.archive.catalogue import arms, paid_for, things
from tests.archive.catalogue.row import Row

TABLES = get_shipped_folder("tables")
GOODS = Tables(Shelf(TABLES, TABLES, "tables")).load_goods()
BY_NAME = {good.name: good for good in GOODS}

LISTED: dict[GoodSort, tuple[tuple[Row, ...], ...]] = {
    "thing": (
        arms.ARMOUR,
        arms.SHIELDS,
        arms.WEAPONS,
        arms.AMMUNITION,
        things.CONTAINERS,
        things.LIGHT,
        things.SUPPLY,
        things.GEAR,
        things.FOOD,
        things.TOOLS,
        things.CLOTHING,
        things.VANITIES,
    ),
    "animal": (paid_for.ANIMALS,),
    "vehicle": (paid_for.VEHICLES,),
    "service": (paid_for.SERVICES,),
    "lodging": (paid_for.LODGING,),
    "building": (paid_for.BUILDINGS,),
    "retainer": (paid_for.RETAINERS,),
}
"""A row each in the price tables."""

ONE_ROW_THERE = "the price tables have one row for them all, to be worked out for each"
IN_ANOTHER_CHAPTER = "Voyages has its figures; of Rarity 1 as the Supply that it is bought out of"
ADDED: tuple[tuple[Row, str], ...] = (
    *((row, ONE_ROW_THERE) for row in (*arms.BARDING, *arms.SILVERED)),
    *((row, IN_ANOTHER_CHAPTER) for row in things.PROVISIONS),
)
"""What the catalogue has on purpose beside the rows of the price tables, and why."""

ROWS = (
    *((sort, row) for sort, lists in LISTED.items() for row in chain(*lists)),
    *(("thing", row) for row, _ in ADDED),
)

TOO_LARGE_FOR_A_BACKPACK = {
    *("scale", "brigandine", "mail", "plate", "large shield"),
    *("gambeson barding", "scale barding", "brigandine barding", "mail barding", "plate barding"),
    *("heavy weapon", "silvered heavy weapon"),
    *("barrel", "chest"),
    *("ladder", "vaulting pole", "grand tent", "pavilion tent"),
    *("anvil", "hoe", "heavy pick", "iron plough"),
    *("pack tack", "riding tack", "military tack", "exotic tack"),
}
"""A suit of armour, as Containers has it, and what is as large or as long."""

CONTAINERS = {
    "backpack": "small",
    "barrel": "bulky",
    "basket": "small",
    "chest": "bulky",
    "pouch": "small",
    "sack": "small",
    "oilskin sack": "small",
}


def names(*lists: Iterable[Row]) -> set[str]:
    return {row.name for row in chain(*lists)}


def figures(good: Good) -> Row:
    return Row(*(getattr(good, field) for field in Row._fields))


@pytest.mark.parametrize(("sort", "row"), ROWS, ids=[row.name for _, row in ROWS])
def test_a_good_has_the_figures_of_the_public_text(sort: GoodSort, row: Row) -> None:
    good = BY_NAME[row.name]
    assert figures(good) == row
    assert good.sort == sort


def test_no_good_is_there_but_those_of_the_price_tables_and_what_was_added_on_purpose() -> None:
    listed = [row.name for _, row in ROWS]
    assert len(listed) == len(set(listed))
    assert set(BY_NAME) == set(listed)
    assert len(GOODS) == 244 + len(ADDED)


@pytest.mark.parametrize("suit", ["gambeson", "scale", "brigandine", "mail", "plate"])
def test_barding_is_the_suit_times_four_with_its_blocks_and_a_rarity_more(suit: str) -> None:
    suit_, barding = BY_NAME[suit], BY_NAME[f"{suit} barding"]
    assert suit_.price is not None
    assert suit_.rarity is not None
    assert barding.price == suit_.price * 4
    assert barding.slots == suit_.slots * 4
    assert barding.blocks == suit_.blocks
    assert barding.rarity == suit_.rarity + 1


@pytest.mark.parametrize("size", ["heavy", "medium", "light"])
def test_a_silvered_weapon_is_the_weapon_at_four_times_the_price(size: str) -> None:
    weapon = BY_NAME[f"{size} weapon"]
    assert weapon.price is not None
    row = figures(weapon)._replace(name=f"silvered {size} weapon", price=weapon.price * 4)
    assert figures(BY_NAME[row.name]) == row


def test_weapons_and_armour_alone_have_a_quality() -> None:
    made = names(arms.ARMOUR, arms.SHIELDS, arms.BARDING, arms.WEAPONS, arms.SILVERED)
    assert {good.name for good in GOODS if good.quality} == made


def test_light_burns_and_all_else_depletes() -> None:
    assert {good.name for good in GOODS if good.burn is not None} == {"candle", "torch"}
    assert not [good.name for good in GOODS if good.burn is not None and good.depletion is not None]


def test_what_cannot_fit_a_backpack_is_bulky() -> None:
    assert {good.name for good in GOODS if good.bulky} == TOO_LARGE_FOR_A_BACKPACK


def test_a_container_holds_small_things_and_a_large_one_bulky_ones() -> None:
    assert {good.name: good.holds for good in GOODS if good.holds} == CONTAINERS


def test_armour_and_clothing_are_worn_and_all_else_goes_into_the_pack() -> None:
    worn = names(arms.ARMOUR, arms.BARDING, things.CLOTHING)
    assert {good.name for good in GOODS if good.place == "worn"} == worn
    assert {good.place for good in GOODS} == {"pack", "worn"}


@pytest.mark.parametrize(("vehicle", "mounts"), paid_for.MOUNTS_HITCHED.items())
def test_a_vehicle_that_is_drawn_says_by_how_many_mounts(vehicle: str, mounts: int) -> None:
    assert re.findall(r"\d+", BY_NAME[vehicle].note) == [str(mounts)]


@pytest.mark.parametrize("kind", GEAR_KINDS.values(), ids=lambda kind: kind.name)
def test_what_the_procedures_know_by_kind_is_listed_so_under_all_its_names(kind: GearKind) -> None:
    good = BY_NAME[kind.name]
    assert (good.slots, good.depletion, good.burn) == (kind.slots, kind.depletion, kind.burn)
    assert {find_listed_good(name, GOODS) for name in (kind.name, *kind.spellings)} == {good}
