"""The creatures that come along, with the figures of the bestiary; and a Guide's own."""

from pathlib import Path

import pytest

from companion.archive.data_folders import get_shipped_folder
from companion.archive.price_and_creature_tables import CREATURE_TABLES
from companion.archive.table_files import CREATURES, Shelf, Tables
from companion.errant.creatures import Creature, find_creature, list_creature_names
from companion.refusal import Broken

TABLES = get_shipped_folder("tables")
SHIPPED = CREATURE_TABLES.read([Shelf(TABLES, TABLES, "tables")])[0]
HEAD = 'schema = 1\n\n[[creatures]]\nname = "goblin"\nthreat = 2\nhp = 9\n'


def read_mine(folder: Path, text: str) -> Tables:
    place = folder / CREATURES
    place.mkdir(parents=True)
    (place / "mine.toml").write_text(text)
    return Tables(Shelf(folder, folder, "mine"), Shelf(TABLES, TABLES, "tables"))


@pytest.mark.parametrize("path", sorted((TABLES / CREATURES).glob("*.toml")), ids=lambda p: p.stem)
def test_a_table_of_creatures_says_where_it_comes_from(path: Path) -> None:
    credit = path.read_text("utf-8").partition("\nschema")[0].replace("\n# ", " ")
    assert "(Ava Islam, Kill Jester Publishing, CC BY-SA 4.0)" in credit
    assert "tables/LICENSE" in credit


@pytest.mark.parametrize(
    ("name", "threat", "hp", "attacks", "mv", "morale", "alignment"),
    [
        ("goblin", 1, 6, "1 x weapon d6", "1", 7, "C1"),
        ("gnoll", 2, 14, "1 x claws 2d4 or bite 2d6", "1", 8, "C1"),
        ("veteran", 3, 24, "2 x weapon d8", "1", 9, None),
        ("gelatinous cube", 4, 20, "1 x touch 2d4", "1", 12, "N"),
        ("cockatrice", 5, 30, "1 x beak d6", "1/3 fly", 7, "N"),
        ("gosbear", 6, 42, "2 x claw d8, 1 x bite d8 or honk", "2", 10, "C1"),
        ("remorhaz", 7, 56, "1 x bite 6d6", "2", 10, "N"),
        ("brainsquatter", 8, 56, "4 x tentacle d4; or beam; or brainwash", "2 levitates", 11, "N"),
        ("hell knight", 9, 72, "4 x weapon d10; or magic", "2", 12, "C1"),
        (
            *("dragon", 10, 100),
            "2 x claw d8, 1 x bite 4d8 or tail 3d8; or breath; or wing 2d6",
            *("1/4 fly", 10, "C1"),
        ),
    ],
)
def test_the_figures_of_the_bestiary(
    name: str, threat: int, hp: int, attacks: str, mv: str, morale: int, alignment: str | None
) -> None:
    found = find_creature(name, SHIPPED)
    assert found is not None
    assert found.special
    figures = (found.threat, found.hp, found.attacks, found.mv, found.morale, found.alignment)
    assert figures == (threat, hp, attacks, mv, morale, alignment)


def test_no_name_of_a_shipped_creature_means_two() -> None:
    names = [name.casefold() for each in SHIPPED for name in list_creature_names(each)]
    assert len(SHIPPED) == 15
    assert len(set(names)) == len(names)


def test_a_cube_surprises_on_1_to_4_and_no_other() -> None:
    assert {each.name: each.surprises for each in SHIPPED if each.surprises != 2} == {
        "gelatinous cube": 4
    }


@pytest.mark.parametrize("typed", ["goblin", "Goblins", " GOBLIN "])
def test_a_creature_is_found_by_one_or_by_several(typed: str) -> None:
    found = find_creature(typed, SHIPPED)
    assert found is not None
    assert found.name == "goblin"


def test_a_guides_own_creature_stands_in_the_place_of_the_one_before(tmp_path: Path) -> None:
    creatures = read_mine(tmp_path, HEAD).load_creatures()
    assert len(creatures) == len(SHIPPED)
    assert find_creature("goblin", creatures) == Creature(name="goblin", threat=2, hp=9)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{HEAD}hitpoints = 3\n", "mine/creatures/mine.toml:7: creatures[1].hitpoints"),
        (HEAD.replace("= 2", "= 11"), "creatures[1].threat"),
        (HEAD.replace("= 9", "= 0"), "creatures[1].hp"),
        (f'{HEAD}mv = "fast"\n', "creatures[1].mv: «fast» is no MV."),
        (f"{HEAD}{HEAD[12:]}", "creatures[2].name: it is listed twice"),
        (HEAD.replace('"goblin"', '" "'), "creatures[1].name: a name cannot be empty"),
        ("schema = [", "mine/creatures/mine.toml:1"),
    ],
)
def test_a_mistake_is_told_by_file_line_and_key_and_the_rest_is_still_listed(
    tmp_path: Path, text: str, problem: str
) -> None:
    tables = read_mine(tmp_path, text)
    creatures, problems = tables.read_creatures()
    assert problem in str(problems[0])
    assert len(creatures) >= len(SHIPPED)
    with pytest.raises(Broken):
        tables.load_creatures()
    assert [*tables.validate_price_and_creature_tables(lambda name: name == "creatures/mine")] == [
        "mine/creatures/mine.toml"
    ]


def test_every_creature_that_a_shipped_row_names_is_there() -> None:
    tables = Tables(Shelf(TABLES, TABLES, "tables"))
    named = {
        str(row.data["creature"])
        for name in tables.list_names()
        for row in tables.load_table(name).rows
        if "creature" in row.data
    }
    assert "chorister" in named
    assert all(find_creature(name, SHIPPED) for name in named)


def test_creatures_are_no_tables_to_roll_on(tmp_path: Path) -> None:
    tables = read_mine(tmp_path, HEAD)
    assert not [name for name in tables.list_names() if name.startswith(CREATURES)]
