"""Lines by which several get something are taken apart into a line for each."""

from pathlib import Path

import pytest

from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("120 pennies to bree and 35 to wim", ("bree gets 120 pennies", "wim gets 35 pennies")),
        ("a hundred and five pennies for bree, wim", ("a hundred and five pennies for bree, wim",)),
        (
            "bree gets 12 pennies, wim 35 shillings and ondine three",
            ("bree gets 12 pennies", "wim gets 35 shillings", "ondine gets 3 shillings"),
        ),
        ("bree pays 3p and wim pays 2", ("bree pays 3 p", "wim pays 2 p")),
        (
            "bree gets 12 pennies and wim 3 torches",  # of which only one is a sum
            ("bree gets 12 pennies", "wim gets 3 torches"),
        ),
        ("5 pennies to bree, 3 to the ferryman", ("5 pennies to bree, 3 to the ferryman",)),
        ("bree gets 12 pennies and bree 3", ("bree gets 12 pennies and bree 3",)),
        (
            "bree and corvin swap hammer and staff",
            ("pass bree corvin hammer", "pass corvin bree staff"),
        ),
        (
            "corvin trades bree his staff for her hammer",
            ("pass corvin bree staff", "pass bree corvin hammer"),
        ),
        (
            "split bree's torches between corvin and ondine, one each",
            ("pass bree corvin torch x1", "pass bree ondine torch x1"),
        ),
        (
            "split 90p three ways between bree, wim and corvin",
            ("coins bree +30 pennies", "coins wim +30 pennies", "coins corvin +30 pennies"),
        ),
        ("buy 2 torches each for bree and wim", ("buy bree torch x2", "buy wim torch x2")),
        ("stock up, a rope apiece for bree and wim", ("buy bree rope", "buy wim rope")),
        ("light 2 torches, one for wim one for bree", ("light wim torch", "light bree torch")),
        (
            "bree, wim and corvin split 60p",
            ("coins bree +20 pennies", "coins wim +20 pennies", "coins corvin +20 pennies"),
        ),
        (
            "light 2 candles, one for wim one for corvin",
            ("pass wim corvin candles x1", "light wim candles", "light corvin candles"),
        ),
        (
            "bree splits 54p with wim and corvin",
            ("pass bree wim 18 pennies", "pass bree corvin 18 pennies"),
        ),
        (
            "wim splits 60p between bree and corvin",
            ("pass wim bree 30 pennies", "pass wim corvin 30 pennies"),
        ),
        (
            "split 60p from wim between bree and corvin",
            ("pass wim bree 30 pennies", "pass wim corvin 30 pennies"),
        ),
        (
            "divide wim's 60p between bree and corvin",
            ("pass wim bree 30 pennies", "pass wim corvin 30 pennies"),
        ),
        (
            "everyone gets a torch from bree",
            ("pass bree corvin torch", "pass bree ondine torch", "pass bree wim torch"),
        ),
        (
            "give everyone one of bree's torches",
            ("pass bree corvin torch", "pass bree ondine torch", "pass bree wim torch"),
        ),
        (
            "bree buys a lantern and gives it to wim",
            ("bree buys a lantern", "bree gives lantern to wim"),
        ),
        (
            "ondine takes a torch from bree and lights it",
            ("ondine takes a torch from bree", "ondine lights torch"),
        ),
        ("bree gives wim a torch and he lights it", ("bree gives wim a torch", "wim lights torch")),
        (
            "ondine takes a torch from bree and she lights it",
            ("ondine takes a torch from bree", "ondine lights torch"),
        ),
        (
            "bree lights one of her torches and gives it to corvin",
            ("bree lights one of her torches", "bree gives light to corvin"),
        ),
        (
            "bree drops the hammer and gives wim 2 torches",
            ("bree drops the hammer", "bree gives wim 2 torches"),
        ),
        (
            "bree drops a torch and wim lights a candle",
            ("bree drops a torch", "wim lights a candle"),
        ),
        ("bree buys a torch and sells her old one", ("bree sells her torch", "bree buys a torch")),
        ("bree sells a torch and buys rope", ("bree sells a torch", "bree buys rope")),
        (
            "bree gives wim a torch then drops her bedroll",
            ("bree gives wim a torch", "bree drops her bedroll"),
        ),
    ],
)
def test_several_who_get_something_are_a_line_each(
    table: Table, typed: str, lines: tuple[str, ...]
) -> None:
    assert table.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize(
    "typed",
    [
        "split 91p between bree, wim and corvin",
        "bree and corvin swap weapons",
        "bree and wim split 60p with corvin",
        "bree gives all torches to corvin and wim",
        "bree doesn't swap hammer and staff with corvin",
        "bree and corvin want to swap hammer and staff",
        "note bree and corvin swap hammer and staff",
        "should bree and corvin swap hammer and staff?",
        "bree splits wim's 60p between ondine and corvin",
        "give everyone two of bree's torches",
        "everyone gets a torch",
        "note bree buys a lantern and gives it to wim",
        "bree drops a torch and a candle",
        "bree gives wim a torch and corvin a candle",
        "bree does not drop the hammer and gives wim a torch",
        "should bree drop the hammer and give wim a torch?",
        "should bree buy a lantern and give it to wim?",
        "bree does not buy a lantern and give it to wim",
    ],
)
def test_what_is_open_denied_or_only_kept_stays_one_line(table: Table, typed: str) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)


def _do(table: Table, typed: str) -> None:
    for line in table.desk.split_line_into_commands(typed):
        table.done(line)


def _count_pennies(table: Table) -> dict[str, int]:
    return {each.id: each.purse.worth for each in table.desk.campaign.errants if each.is_person}


@pytest.mark.parametrize(
    ("typed", "gained"),
    [
        ("bree splits 54p with wim and corvin", {"bree": -36, "wim": 18, "corvin": 18}),
        ("bree splits her 54 pennies with wim and corvin", {"bree": -36, "wim": 18, "corvin": 18}),
        (
            "bree gives wim, corvin and ondine 6p each",
            {"bree": -18, "wim": 6, "corvin": 6, "ondine": 6},
        ),
        (
            "bree splits the 24 pennies with everyone",
            {"bree": -18, "wim": 6, "corvin": 6, "ondine": 6},
        ),
        ("bree shares 60p with wim", {"bree": -30, "wim": 30}),
        ("bree divides 60p between wim and corvin", {"bree": -60, "wim": 30, "corvin": 30}),
        ("bree splits 60p among bree, wim and corvin", {"bree": -40, "wim": 20, "corvin": 20}),
        ("split 60p between bree and wim", {"bree": 30, "wim": 30}),
        ("bree and wim give all their coins to corvin", {"bree": -190, "wim": -12, "corvin": 202}),
        ("bree gives her coins to wim", {"bree": -190, "wim": 190}),
        ("bree hands wim all of her money", {"bree": -190, "wim": 190}),
    ],
)
def test_who_shares_coins_pays_them(table: Table, typed: str, gained: dict[str, int]) -> None:
    before = _count_pennies(table)
    _do(table, typed)
    after = _count_pennies(table)
    assert {each: after[each] - n for each, n in before.items() if after[each] != n} == gained


@pytest.mark.parametrize(
    ("typed", "name", "counts"),
    [
        ("light 2 candles, one for wim one for corvin", "candle", {"wim": 3, "corvin": 1}),
        ("bree and corvin pass all their rations to wim", "rations", {"ondine": 3, "wim": 3}),
        ("bree hands corvin and wim a torch each", "torch", {"bree": 1, "corvin": 1, "wim": 2}),
        ("corvin takes half the candles from wim", "candle", {"wim": 2, "corvin": 2}),
    ],
)
def test_who_shares_things_has_them_no_more(
    table: Table, typed: str, name: str, counts: dict[str, int]
) -> None:
    _do(table, typed)
    people = [each for each in table.desk.campaign.errants if each.is_person]
    has = {who.id: sum(item.count for item in match_carried_items(who, name)) for who in people}
    assert {who_id: count for who_id, count in has.items() if count} == counts


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "bree gives wim two torches and 20 pennies",
            ("bree gives wim 2 torches", "bree gives wim 20 pennies"),
        ),
        (
            "bree hands ondine a torch, 5 shillings",
            ("bree hands ondine a torch", "bree hands ondine 5 shillings"),
        ),
        ("bree gives wim two torches and a rope", ("bree gives wim two torches and a rope",)),
        ("bree gives wim 20 pennies", ("bree gives wim 20 pennies",)),
    ],
)
def test_a_gift_of_a_thing_and_of_coins_is_two(
    typed: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    assert Table(tmp_path, whole_words=False).desk.split_line_into_commands(typed) == lines
