"""Lines in which each of several does the same with what they have, and in which all lights go
out: each deed is a line of its own."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


TAKERS = ("bree", "corvin", "ondine")
PACKS = [f"{name} drop their packs" for name in ("bree", "corvin", "ondine", "wim")]


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("bree and wim each drop a torch", ["bree drop a torch", "wim drop a torch"]),
        ("bree, wim and corvin each lose a torch", ["bree", "wim", "corvin"]),
        ("wim and bree take off their packs", ["wim take off their packs", "bree"]),
        ("bree and wim get 2 torches each", ["bree get 2 torches", "wim get 2 torches"]),
        ("bree and corvin each get 5 silver", ["bree get 5 silver", "corvin get 5 silver"]),
        ("bree and ondine eat a ration each", ["bree eat a ration", "ondine eat a ration"]),
        ("bree and ondine each take 2 candles from wim", ["bree take 2 candles", "ondine take 2"]),
        ("everyone lights a torch", ["bree", "corvin", "ondine", "wim"]),
        ("everyone drop their packs", PACKS),
        ("the party drop their packs", PACKS),
        ("we all drop their packs", PACKS),
        ("they drop their packs", PACKS),
    ],
)
def test_each_of_several_does_it(typed: str, lines: list[str], table: Table) -> None:
    split = table.desk.split_line_into_commands(typed)
    assert len(split) == len(lines)
    assert all(deed.startswith(line) for deed, line in zip(split, lines, strict=True))


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "wim's torch goes out, he lights another",
            ["wim's torch goes out", "wim lights another torch"],
        ),
        ("put the torch and the lantern out", ["put the torch out", "put the lantern out"]),
        ("snuff wim's torch and the lantern", ["snuff wim's torch", "snuff the lantern"]),
        ("don't put out the torch and the lantern",) * 2,
        ("the torch dies, bree lights a torch", ["torch dies", "bree lights a torch"]),
        ("next turn, bree takes 3 damage", ["next", "hurt bree 3"]),
        ("next turn, bree climbs down", ["next turn, bree climbs down"]),
        ("the torch is guttering, bree lights a torch",) * 2,
    ],
)
def test_two_deeds_of_a_line_are_a_line_each(
    typed: str, lines: Sequence[str], table: Table
) -> None:
    split = table.desk.split_line_into_commands(typed)
    assert [*split] == [lines] if isinstance(lines, str) else lines


TORCHES = ("pass bree corvin torch", "pass bree ondine torch", "pass bree wim torch")


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("bree gives everyone a torch", TORCHES),
        ("bree deals out a torch to everyone", TORCHES),
        ("bree shares out her torches, one each to corvin, ondine and wim", TORCHES),
        ("bree hands corvin and wim a torch each", (TORCHES[0], TORCHES[2])),
        ("wim gives each of them a candle", [f"pass wim {e} candle" for e in TAKERS]),
        ("wim hands out candles, one each", [f"pass wim {e} candle" for e in TAKERS]),
        ("bree gives everyone 2 torches", ["bree gives everyone 2 torches"]),
        ("give everyone a torch", ["give everyone a torch"]),
    ],
)
def test_what_one_hands_to_each_is_a_line_each(
    typed: str, lines: Sequence[str], table: Table
) -> None:
    split = table.desk.split_line_into_commands(typed)
    assert [line.removesuffix("s") for line in split] == [line.removesuffix("s") for line in lines]


@pytest.mark.parametrize(
    "typed",
    [
        "bree and wim drop a torch",
        "everyone gets a torch",
        "do bree and wim each drop a torch?",
        "bree and wim don't drop their packs",
        "bree and wim each search a room",
        "everyone eats",
    ],
)
def test_what_is_no_deed_of_each_stays_one_line(typed: str, table: Table) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)


@pytest.mark.parametrize(
    "typed",
    [
        "lights out",
        "snuff everything",
        "snuff everything, it's daylight",
        "blow out all the lights",
        "they put all the lights out",
        "put the lights out, it's day",
    ],
)
def test_all_lights_are_put_out_each_by_its_line(typed: str, table: Table) -> None:
    assert table.desk.split_line_into_commands(typed) == ("snuff ondine lantern", "snuff wim torch")


def test_the_lights_of_one_may_go_on_burning(table: Table) -> None:
    said = table.desk.split_line_into_commands("put out the lights except ondine's")
    assert said == ("snuff wim torch",)
