"""A gift of several things, or to several people, is one of each: nothing is lost of it, and a
number that may be of each or of all is not guessed."""

from pathlib import Path

import pytest

from tests.commands.table import Table


def split(folder: Path, typed: str) -> tuple[str, ...]:
    return Table(folder, whole_words=False).desk.split_line_into_commands(typed)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "ondine gives wim two torches and 20 pennies",
            ("ondine gives wim 2 torches", "ondine gives wim 20 pennies"),
        ),
        (
            "bree hands wim two torches and 3 supply",
            ("bree hands wim 2 torches", "bree hands wim 3 supply"),
        ),
        (
            "bree gives wim two torches and half her supply",
            ("bree gives wim 2 torches", "bree gives wim 3 supply"),
        ),
        (
            "bree gives corvin two torches and wim one",
            ("bree gives corvin 2 torches", "bree gives wim 1 torches"),
        ),
        (
            "bree passes 2 supply to wim and 1 to corvin",
            ("bree passes wim 2 supply", "bree passes corvin 1 supply"),
        ),
        (
            "bree gives wim a torch and ondine her bedroll",
            ("bree gives wim a torch", "bree gives ondine her bedroll"),
        ),
        (
            "bree gives wim a torch and ondine a bedroll",
            ("bree gives wim a torch", "bree gives ondine a bedroll"),
        ),
        ("bree gives wim half her supply", ("bree gives wim 3 supply",)),
        ("wim gets half of bree's supply", ("bree gives wim 3 supply",)),
        ("half of bree's supply goes to wim", ("bree gives wim 3 supply",)),
        ("corvin gets half of ondine's shillings", ("ondine gives corvin 15 shillings",)),
        ("wim gets half of corvin's guilder", ("corvin gives wim 5 shillings",)),
        (
            "corvin gives ondine and wim 2 supply each",
            ("corvin gives ondine 2 supply", "corvin gives wim 2 supply"),
        ),
        (
            "bree hands 2 supply each to wim and ondine",
            ("bree hands wim 2 supply", "bree hands ondine 2 supply"),
        ),
        (
            "bree gives wim and ondine a torch",
            ("bree gives wim a torch", "bree gives ondine a torch"),
        ),
    ],
)
def test_each_gets_each_thing(typed: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    assert split(tmp_path, typed) == lines


@pytest.mark.parametrize(
    "typed",
    [
        "bree gives wim a torch",
        "bree gives a torch and a ration to wim",
        "bree gives wim and ondine 2 torches",
        "bree gives pike 2 torches and 3 pennies",
        "bree gives bree and wim a torch each",
        "wim gets half of wim's supply",
        "wim gets half of bree's guilders",
        "wim gets half of bree's torches",
        "does bree give wim a torch and a ration?",
    ],
)
def test_nothing_else_is_split(typed: str, tmp_path: Path) -> None:
    assert split(tmp_path, typed) == (typed,)


def test_each_gift_changes_hands(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    supply = {each.id: each.supply for each in table.desk.campaign.errants}
    for line in table.desk.split_line_into_commands("corvin gives ondine and wim 1 supply each"):
        table.done(line)
    after = {each.id: each.supply for each in table.desk.campaign.errants}
    gained = {who: after[who] - supply[who] for who in ("corvin", "ondine", "wim")}
    assert gained == {"corvin": -2, "ondine": 1, "wim": 1}
