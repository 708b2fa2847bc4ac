"""The price tables that come along, and what is wrong with others told by file, line and key."""

from pathlib import Path

import pytest

from companion.archive.data_folders import get_shipped_folder
from companion.archive.price_and_creature_tables import PRICE_TABLES
from companion.archive.table_files import GOODS, Shelf, Tables
from companion.refusal import Broken

TABLES = get_shipped_folder("tables")
HEAD = 'schema = 1\n\n[[goods]]\nname = "rope"\nprice = 7\n'


def mine(folder: Path, text: str) -> list[Shelf]:
    place = folder / GOODS
    place.mkdir(parents=True)
    (place / "mine.toml").write_text(text)
    return [Shelf(folder, folder, "mine"), Shelf(TABLES, TABLES, "tables")]


@pytest.mark.parametrize("path", sorted((TABLES / GOODS).glob("*.toml")), ids=lambda p: p.stem)
def test_a_price_table_says_where_it_comes_from(path: Path) -> None:
    credit = path.read_text("utf-8").partition("\nschema")[0].replace("\n# ", " ")
    assert "Errant (Ava Islam, Kill Jester Publishing, CC BY-SA 4.0)" in credit
    assert "tables/LICENSE" in credit


def test_what_comes_along_reads_well_and_no_name_means_two_goods() -> None:
    goods, problems = PRICE_TABLES.read([Shelf(TABLES, TABLES, "tables")])
    assert problems == ()
    names = [name.casefold() for good in goods for name in (good.name, *good.also)]
    assert len(names) == len(set(names))
    assert len(goods) == 253


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{HEAD}pirce = 3\n", "mine/goods/mine.toml:6: goods[1].pirce: unknown key"),
        (f"{HEAD}rarity = 7\n", "mine/goods/mine.toml:6: goods[1].rarity"),
        (f"{HEAD}slots = 0.3\n", "goods[1].slots: Item Slots are counted in quarters"),
        (f"{HEAD}{HEAD[12:]}", "goods[2].name: it is listed twice"),
        (HEAD.replace('"rope"', '" "'), "goods[1].name: a name cannot be empty"),
        (HEAD.replace("7", "'7'"), "goods[1].price"),
        ("schema = [", "mine/goods/mine.toml:1"),
    ],
)
def test_a_mistake_is_told_by_file_line_and_key_and_the_rest_is_still_listed(
    tmp_path: Path, text: str, problem: str
) -> None:
    shelves = mine(tmp_path, text)
    goods, problems = PRICE_TABLES.read(shelves)
    assert problem in str(problems[0])
    assert len(goods) >= 253
    with pytest.raises(Broken):
        Tables(*shelves).load_goods()


def test_a_good_of_the_same_name_stands_in_the_place_of_the_one_before(tmp_path: Path) -> None:
    goods = Tables(*mine(tmp_path, HEAD)).load_goods()
    assert [good.price for good in goods if good.name == "rope"] == [7]
    assert len(goods) == 253
