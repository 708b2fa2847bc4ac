"""The random tables of Heroes, Cities and Mines say what the game's own files say."""

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from companion.parlour.games.player_turns.data import Row
from companion.parlour.games.player_turns.data_loading import load_data
from tests.parlour.making import SHIPPED

PACK = SHIPPED / "player-turns"
FIGURES = load_data((SHIPPED,)).figures
ITEMS = load_data((SHIPPED,)).items


def read_rows(path: Path) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = tomllib.loads(path.read_text("utf-8"))["rows"]
    return rows


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("monsters", FIGURES.monsters),
        ("mines", FIGURES.mines),
        ("caches", FIGURES.caches),
        ("finds", FIGURES.types),
        ("upgrades", FIGURES.upgrades),
        ("arrivals", FIGURES.arrivals),
        ("tied-votes", FIGURES.tied),
    ],
)
def test_a_table_has_the_rows_of_the_game(name: str, rows: tuple[Row, ...]) -> None:
    found = read_rows(PACK / f"{name}.toml")
    for row, written in zip(rows, found, strict=True):
        low, high = row.roll
        assert written["roll"] == (str(low) if low == high else f"{low}-{high}")
        data = written["data"]
        assert isinstance(data, dict)
        assert data["result"] == row.result
        assert data.get("number", "d1") == row.number


@pytest.mark.parametrize(
    ("name", "kind"), [("main-hand", "main-hand"), ("off-hand", "off-hand"), ("amulets", "amulet")]
)
def test_rarities_come_as_often_as_the_repeated_rolls_bring_them(name: str, kind: str) -> None:
    rows = read_rows(PACK / f"{name}.toml")
    up = Fraction(
        sum(r.roll[1] - r.roll[0] + 10 for r in FIGURES.upgrades if r.result == "success"), 100
    )
    chances = [up**n * (1 - up) for n in range(4)] + [up**4]
    assert [row["weight"] for row in rows] == [chance * 10_000 for chance in chances]
    numbers = [row["data"]["number"] for row in rows if isinstance(row["data"], dict)]
    assert tuple(numbers) == ITEMS.adds[kind]
