"""One verb by which each gets, gives, sells or suffers something is a line for each."""

from pathlib import Path

import pytest

from tests.commands.table import Table

IN_A_VILLAGE = ("done", "out", "done", "at Reedmarket")


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "bree gives wim 2 torches, corvin one and ondine the hammer",
            (
                "bree gives wim 2 torches",
                "bree gives corvin 1 torch",
                "bree gives ondine the hammer",
            ),
        ),
        (
            "bree gives wim a torch and corvin 20p",
            ("bree gives wim a torch", "bree gives corvin 20p"),
        ),
        ("bree pays wim 10p and corvin 5p", ("bree pays wim 10p", "bree pays corvin 5p")),
        ("give bree 2 torches, wim one", ("give bree 2 torches", "give wim 1 torch")),
        (
            "bree gets 2 torches and 5p, wim a rope",
            ("bree gets 2 torches and 5p", "wim gets a rope"),
        ),
        (
            "corvin takes the rope, wim the hammer",
            ("corvin takes the rope", "wim takes the hammer"),
        ),
        (
            "the hammer to wim and the lantern to corvin",
            ("bree gives wim the hammer", "ondine gives corvin the lantern"),
        ),
        ("bree takes a torch, wim too", ("bree takes a torch", "wim takes a torch")),
        (
            "bree gives wim a torch, corvin too",
            ("bree gives wim a torch", "bree gives corvin a torch"),
        ),
        ("wim takes 3 damage, bree 2", ("wim takes 3 damage", "bree takes 2 damage")),
        (
            "wim takes 3 damage, bree takes 2 and ondine 1",
            ("wim takes 3 damage", "bree takes 2 damage", "ondine takes 1 damage"),
        ),
    ],
)
def test_each_is_a_line(typed: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done")
    assert table.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "ondine buys bree 2 torches, wim one and corvin a rope",
            ("ondine buys bree 2 torches", "ondine buys wim 1 torch", "ondine buys corvin a rope"),
        ),
        ("buy wim a rope and corvin a torch", ("buy wim a rope", "buy corvin a torch")),
        ("wim buys 2 rations, bree 3", ("wim buys 2 rations", "bree buys 3 rations")),
        (
            "bree sells the hammer for 20p, wim the torch for 5p",
            ("bree sells the hammer for 20p", "wim sells the torch for 5p"),
        ),
        (
            "ondine buys 3 torches, 2 for bree and 1 for wim",
            ("buy bree 2 torches, ondine pays", "buy wim 1 torches, ondine pays"),
        ),
        (
            "bree buys a torch for herself and a rope for wim",
            ("buy bree a torch, bree pays", "buy wim a rope, bree pays"),
        ),
    ],
)
def test_each_buys_or_sells(typed: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*IN_A_VILLAGE)
    assert table.desk.split_line_into_commands(typed) == lines


def test_nobody_gets_coins_that_nobody_pays(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done")
    before = sum(each.coins for each in table.desk.campaign.errants)
    for line in table.desk.split_line_into_commands("bree pays wim 10p and corvin 5p"):
        table.done(line)
    assert sum(each.coins for each in table.desk.campaign.errants) == before


@pytest.mark.parametrize(
    "typed",
    [
        "corvin gives wim a torch and bree lights it",
        "give wim a torch and bree lights it",
        "bree takes the lead, wim the rear",
        "bree gives wim rations and torch, his florb",
        "bree pays pike 10p and wim 5p",
        "bree gives wim a torch and corvin nothing",
        "wim takes 3 damage, bree 2 torches",
        "bree gets 3, wim 2",
        "wim takes 2 torches, wim 3",
        "ondine buys 3 torches, 2 for bree and 2 for wim",
    ],
)
def test_any_other_line_is_one(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done")
    assert table.desk.split_line_into_commands(typed) == (typed,)


@pytest.mark.parametrize(
    "typed", ["a lantern for bree and a staff for wim", "a bedroll for wim and a lantern for bree"]
)
def test_a_list_for_a_shop_hands_nothing_over(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*IN_A_VILLAGE)
    assert not any(" gives " in each for each in table.desk.split_line_into_commands(typed))
