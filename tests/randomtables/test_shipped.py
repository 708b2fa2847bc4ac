"""The tables that come with the companion, and the page that says how to write more."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.dice.notation import parse
from companion.randomtables.table import Table, read_table

ROOT = Path(__file__).parents[2]
TABLES = ROOT / "tables"
NAMES = sorted(
    path.relative_to(TABLES).with_suffix("").as_posix() for path in TABLES.rglob("*.toml")
)


def shipped(name: str) -> Table:
    file = TABLES / f"{name}.toml"
    table, problems = read_table(name, tomllib.loads(file.read_text("utf-8")), file.name)
    assert problems == ()
    assert table is not None
    return table


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_table_is_read_without_a_problem(name: str) -> None:
    table = shipped(name)
    assert table.name == name
    texts = [row.text for row in table.rows]
    assert len(set(texts)) == len(texts)


def test_the_tables_the_game_and_the_sample_campaign_need_are_shipped() -> None:
    assert set(NAMES) >= {
        "downtime/complications",
        "downtime/trends",
        "greenmire/chapel-effects",
        "greenmire/chapel-encounters",
        "greenmire/marsh-effects",
        "greenmire/marsh-encounters",
        "greenmire/road-encounters",
    }


# Errant, Downtime Turns: Downtime Complications and Downtime Trends, row by row; and whether an
# expiration leaves what happened standing.
COMPLICATIONS = [
    (2, "natural-disaster", True),
    (3, "ongoing-disaster", False),
    (4, "major-figure-killed", True),
    (5, "murders-begin", False),
    (6, "scourge-arises", True),
    (7, "undertaking-setback", True),
    (8, "lawsuit-or-slander", False),
    (9, "ally-loses-trust", True),
    (10, "insurrection-or-siege", False),
    (11, "factions-fall-out", False),
    (12, "ally-dies", True),
]
TRENDS = [
    (2, "factions-ally", True),
    (3, "religious-event", False),
    (4, "scandal", False),
    (5, "new-npc", True),
    (6, "rival-company", True),
    (7, "discovery", True),
    (8, "new-faction", True),
]


@pytest.mark.parametrize(
    ("name", "dice", "rows"),
    [("downtime/complications", "2d6", COMPLICATIONS), ("downtime/trends", "2d4", TRENDS)],
)
def test_the_downtime_tables_hold_the_kinds_of_the_game_row_by_row(
    name: str, dice: str, rows: list[tuple[int, str, bool]]
) -> None:
    table = shipped(name)
    assert str(table.dice) == dice
    assert [(row.low, row.high) for row in table.rows] == [(total, total) for total, _, _ in rows]
    assert [dict(row.data) for row in table.rows] == [
        {"kind": kind, "lasting": lasting} for _, kind, lasting in rows
    ]


def test_an_insurrection_says_when_it_succeeds() -> None:
    assert "d4 Downtime Turns" in shipped("downtime/complications").rows[8].text


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_table_says_where_it_comes_from(name: str) -> None:
    text = (TABLES / f"{name}.toml").read_text("utf-8")
    assert text.startswith("# ")
    if name.startswith("downtime/"):
        assert "Ava Islam" in text
        assert "CC BY-SA 4.0" in text


def test_the_licence_names_the_source_and_links_to_the_terms() -> None:
    text = (TABLES / "LICENSE").read_text("utf-8")
    for needed in ("Errant", "Ava Islam", "Kill Jester Publishing", "CC BY-SA 4.0"):
        assert needed in text
    assert "https://creativecommons.org/licenses/by-sa/4.0/" in text


def test_the_page_on_tables_shows_a_table_and_dice_that_are_read() -> None:
    page = (ROOT / "docs" / "tables.md").read_text("utf-8")
    blocks = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert blocks
    for block in blocks:
        assert read_table("example", tomllib.loads(block), "tables.md")[1] == ()
    dice = re.findall(r"`([0-9]*d[0-9%][^`]*)`", page)
    assert len(dice) >= 10
    for notation in dice:
        parse(notation)
