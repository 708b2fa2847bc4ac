"""The figures of a fight on an NPC: out of a table of creatures, or by hand."""

from pathlib import Path

import pytest

from companion.reports.npcs_and_factions import NpcFightLine, NpcReport
from tests.commands.table import Table


@pytest.mark.parametrize(
    "line",
    [
        'npc "Goblin band" goblin count 6',
        'npc "Goblin band" creature goblin count 6',
        'npc "Goblin band" count 6 creature goblins',
        'npc "Goblin band", a goblin count 6',
        "npc new Goblin band goblin count 6",
    ],
)
def test_an_npc_takes_the_figures_of_a_creature(table: Table, line: str) -> None:
    table.done(line.replace(",", ""))
    band = table.find_npc("goblin-band")
    assert (band.count, band.creature, band.hp_max, band.threat) == (6, "goblin", 6, 1)
    assert (band.morale, band.alignment, band.mv) == (7, "C1", "1")


def test_what_is_typed_beside_the_creature_counts(table: Table) -> None:
    table.done("npc Snik hp 9")
    table.done("npc Snak goblin hp 9 attacks 2 x spear d8 threat 3")
    snak = table.find_npc("snak")
    assert (snak.hp_max, snak.attacks, snak.threat) == (9, "2 x spear d8", 3)


def test_a_name_written_as_one_is_no_creature(table: Table) -> None:
    table.done("npc Old Goblin")
    assert table.find_npc("old-goblin").creature == ""


def test_figures_by_hand(table: Table) -> None:
    table.done("npc ysolde hp 12 mv 1/2 swim special she sings shown yes")
    ysolde = table.find_npc("ysolde")
    assert (ysolde.hp_max, ysolde.mv, ysolde.special) == (12, "1/2 swim", "she sings")
    assert ysolde.shown
    report = table.read(NpcReport, "npc ysolde")
    (line,) = report.known
    assert isinstance(line, NpcFightLine)
    table.done("npc ysolde hp none")
    assert table.find_npc("ysolde").hp_max is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("npc ysolde mv fast", "no MV"),
        ("npc ysolde hp 0", "no hp"),
        ("npc ysolde hp 10001", "no hp"),
        ("npc ysolde creature ogre", "no creature «ogre»"),
        ("npc ysolde shown perhaps", "says nothing"),
        ("npc ysolde ac 15", "no armour class and Hit Dice"),
        ("npc ysolde ac plate hd 4", "no armour class and Hit Dice"),
        ("npc ysolde ac 15 hd 4 fast", "no armour class and Hit Dice"),
    ],
)
def test_what_is_no_figure_is_refused(table: Table, line: str, words: str) -> None:
    refusal = table.refused(line)
    assert words in refusal.message
    assert refusal.hint


def test_a_creature_of_the_campaign_stands_before_the_shipped_one(table: Table) -> None:
    folder = table.desk.archive.folder / "tables" / "creatures"
    folder.mkdir(parents=True)
    text = 'schema = 1\n[[creatures]]\nname = "goblin"\nthreat = 2\nhp = 11\n'
    (folder / "own.toml").write_text(text)
    table.done("npc Snik goblin")
    assert table.find_npc("snik").hp_max == 11


def test_a_broken_table_of_creatures_is_told_by_file_and_line(table: Table) -> None:
    folder = table.desk.archive.folder / "tables" / "creatures"
    folder.mkdir(parents=True)
    (folder / "own.toml").write_text('schema = 1\n[[creatures]]\nname = "ogre"\nthreat = 2\n')
    assert "own.toml" in str(table.refused("npc Snik creature ogre").problems[0])


def test_players_hear_nothing_of_the_figures(tmp_path: Path, table: Table) -> None:
    table.done("npc ysolde goblin")
    player = Table(tmp_path, seat="caller")
    report = player.read(NpcReport, "npc")
    assert report.npcs
    assert not any(word in str(report.npcs) for word in ("goblin", "d6"))


@pytest.mark.parametrize(
    ("line", "hp", "threat", "mv"),
    [
        ("npc Ogre ac 15 hd 4", 28, 4, ""),
        ("npc Ogre ac 15 hd 4 speed 40", 28, 4, "2"),
        ("npc Ogre ac 18 hd 14 hp 180", 180, 10, ""),
        ("npc Ogre hp 110 ac 10 hd 11 threat 3 count 2", 110, 3, ""),
        ("npc Ogre AC 15 HD 4 speed 40 mv 1/3 fly", 28, 4, "1/3 fly"),
    ],
)
def test_figures_of_another_game_are_converted(
    table: Table, line: str, hp: int, threat: int, mv: str
) -> None:
    """Procedures 1.21: half of AC times HD; Threat is HD, above 10 HP/12; a die for 20 feet."""
    table.done(line)
    ogre = table.find_npc("ogre")
    assert (ogre.hp_max, ogre.threat, ogre.mv) == (hp, threat, mv)
