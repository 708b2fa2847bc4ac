"""What a thing is called, its size, and where it is on open sale (Items & Equipment)."""

import pytest

from companion.errant.packs.items import Item
from companion.reports.market import PriceReport, WaresReport
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company in a town, between two adventures; Bree is rich."""
    table.done("out!", "out!", "zoom! downtime at reedmarket", "next =6")
    table.done("errant edit bree guilders 200", "drop bree saint")
    return table


def get_last_item(table: Table, errant: str = "bree") -> Item:
    return table.get_errant(errant).items[-1]


@pytest.mark.parametrize(
    "name",
    [
        "clothes",
        "set of clothes",
        "normal set of clothes",
        "normal clothes",
        "general clothing",
        "the reeve's clothes",
        "a dry set of clothes",
        "spare clothing",
        "handful of pebbles",
        "cheap rings",
    ],
)
def test_a_normal_set_of_clothes_fills_no_slot(name: str, table: Table) -> None:
    table.done(f'give bree "{name}"')
    assert (get_last_item(table).slots, get_last_item(table).count) == (0, 1)


@pytest.mark.parametrize("name", ["clothes", "set of clothes", "normal clothes"])
def test_a_normal_set_of_clothes_is_general_clothing(name: str, table: Table) -> None:
    assert table.read(PriceReport, f"price {name}").item == "general clothing"
    table.done(f"buy bree {name}")
    assert (get_last_item(table).slots, get_last_item(table).place) == (0, "worn")


@pytest.mark.parametrize("name", ["clothes horse", "clothing chest", "bundle", "ring"])
def test_other_things_of_no_given_size_fill_1(name: str, table: Table) -> None:
    table.done(f'give bree "{name}"')
    assert get_last_item(table).slots == 1


SIZELESS = [
    ("shield", ("small shield", "large shield")),
    ("sword", ("longsword", "arming sword")),
    ("crossbow", ("heavy crossbow", "light crossbow", "hand crossbow")),
    ("bow", ("longbow", "composite bow")),
    ("tent", ("personal tent", "grand tent")),
    ("silvered sword", ("longsword", "arming sword")),
]


@pytest.mark.parametrize("word", ["price", "buy bree", "give bree", "give bree 2"])
@pytest.mark.parametrize(("name", "sizes"), SIZELESS)
def test_what_a_thing_without_its_size_is_is_asked(
    word: str, name: str, sizes: tuple[str, ...], table: Table
) -> None:
    refused = table.refused(f"{word} {name}")
    assert refused.kind == "ambiguous"
    assert refused.message.startswith(f"«{name}» may be ")
    for each in sizes:
        assert each in refused.message
        table.done(f"{word} {each}")


def test_which_inn_is_asked_too(table: Table) -> None:
    for line in ("price inn", "buy bree inn", "price shoddy inn"):
        assert table.refused(line).message.startswith("«inn» may be poor inn, average inn, ")


@pytest.mark.parametrize("line", ["give bree shield slots 1", 'give bree "the Abbess\' shield"'])
def test_with_a_size_or_a_name_of_its_own_nothing_is_asked(line: str, table: Table) -> None:
    table.done(line)
    assert get_last_item(table).slots == 1


def test_nothing_is_asked_where_the_sizes_are_the_same(table: Table) -> None:
    table.done("give bree book", "give bree pole slots 2", "give bree axe")


@pytest.mark.parametrize(
    ("name", "good", "pennies"),
    [
        ("average inn", "average inn", 5),
        ("average inn x3", "average inn", 15),
        ("silvered dagger", "silvered light weapon", 100),
        ("silvered dagger masterwork", "silvered light weapon", 200),
        ("silvered longsword", "silvered heavy weapon", 400),
        ("silvered spear", "silvered medium weapon", 200),
        ("average dagger", "light weapon", 25),
    ],
)
def test_a_price_is_found_by_the_name_in_use(
    name: str, good: str, pennies: int, table: Table
) -> None:
    report = table.read(PriceReport, f"price {name}")
    assert (report.item, report.price_pennies) == (good, pennies)


@pytest.mark.parametrize("word", ["buy", "give"])
def test_what_was_bought_by_a_name_is_sold_by_it(word: str, table: Table) -> None:
    for name, good in (("bread", "loaf of bread"), ("silvered dagger", "silvered dagger")):
        table.done(f"{word} bree {name}", f"sell bree {name}")
        assert all(each.name != good for each in table.get_errant("bree").items)


@pytest.mark.parametrize("name", ["lock and key", "idol", "ring of the drowned", "bread of heaven"])
def test_what_no_price_table_lists_is_not_sold_as_something_else(name: str, table: Table) -> None:
    refused = table.refused(f'give bree "{name}"', f'sell bree "{name}"')
    assert refused.message.startswith("No price is listed for ")


def test_the_henchman_is_on_open_sale_nowhere(table: Table) -> None:
    assert not table.read(PriceReport, "price henchman").on_open_sale
    report = table.read(WaresReport, "wares retainers")
    assert "henchman" not in [ware.item for ware in report.wares]
    refused = table.refused("buy bree henchman")
    assert refused.message == "«henchman» is on open sale nowhere."
    assert refused.hint == "Try: errant add Hob retainer"
    assert "on open sale nowhere" in table.refused("wares henchman").message


@pytest.mark.parametrize(
    "potion",
    ["weak potion", "strong potion", "potion of the Nine Fogs", "Scroll of mending", "wand"],
)
def test_supply_refills_no_potion(potion: str, table: Table) -> None:
    table.done(f"give ondine {potion} uses 1", "supply ondine +9", f"use ondine {potion}")
    ondine = table.get_errant("ondine")
    assert all(each.name != potion for each in ondine.items)
    assert ondine.supply == 9
