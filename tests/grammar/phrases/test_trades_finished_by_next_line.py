"""What is said next finishes the line before: whoever buys one, pays for it, or what it fetches."""

from pathlib import Path

import pytest

from tests.commands.table import Table

TOWN = ("done", "out", "at Reedmarket")


def mean_after(folder: Path, before: str, typed: str) -> str:
    """What a line means after another that was asked or refused; "" if it is refused."""
    table = Table(folder, whole_words=False)
    table.done(*TOWN)
    table.say(before)
    reply = table.say(typed)
    return reply.meant or "" if reply.ok else ""


@pytest.mark.parametrize(
    ("before", "typed", "meant"),
    [
        ("price lantern", "corvin buys one", "buy corvin lantern"),
        ("price lantern", "bree buys it", "buy bree lantern"),
        ("price lantern", "buy one for bree", "buy bree lantern"),
        ("how much is a rope", "corvin buys two", "buy corvin rope x2"),
        ("price torch x3", "bree buys one", "buy bree torch"),
        ("price torch x3", "bree buys them", "buy bree torch x3"),
        ("price torch?", "bree buys one for wim", "buy wim torch from bree"),
        ("buy wim lantern", "ondine pays for it", "buy wim lantern from ondine"),
        ("buy wim lantern", "let ondine pay", "buy wim lantern from ondine"),
        ("sell wim short bow", "he gets five pennies for it", "sell wim short bow for 5 pennies"),
        ("sell wim short bow", "for 5 shillings", "sell wim short bow for 5 shillings"),
        ("sell wim short bow", "he gets 140 for it", "sell wim short bow for 140 pennies"),
        ("sell wim short bow", "corvin haggles, gets 12", "sell wim short bow for 12 pennies"),
        ("sell wim short bow", "they settle on 12 pennies", "sell wim short bow for 12 pennies"),
        ("sell wim short bow", "harl pays 12 for it", "sell wim short bow for 12 pennies"),
        ("sell wim short bow", "they give him 2s for it", "sell wim short bow for 2 s"),
    ],
)
def test_a_line_is_finished_by_what_is_said_next(
    before: str, typed: str, meant: str, tmp_path: Path
) -> None:
    assert mean_after(tmp_path, before, typed) == meant


@pytest.mark.parametrize(
    ("before", "typed", "meant"),
    [
        ("sell wim short bow", "bree gets 5 pennies", "coins bree +5 pennies"),
        ("sell wim short bow", "wim gets 5 damage", "hurt wim 5"),
        ("sell wim short bow", "wim takes 5", ""),
        ("sell wim short bow", "bree pays 5 pennies for it", "coins bree -5 pennies"),
        ("price lantern", "corvin buys a rope", "buy corvin rope"),
        ("how much is a rope", "corvin takes two", ""),
        ("supply wim +1", "corvin buys one", ""),
        ("supply wim +1", "ondine pays for it", ""),
    ],
)
def test_what_says_something_else_finishes_nothing(
    before: str, typed: str, meant: str, tmp_path: Path
) -> None:
    assert mean_after(tmp_path, before, typed) == meant


def test_what_is_done_in_between_ends_it(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*TOWN, "price lantern", "supply wim +1")
    assert not table.say("corvin buys one").ok


def test_another_line_that_is_refused_ends_a_purchase(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*TOWN)
    table.refused("buy wim lantern")
    table.refused("frobnicate the altar")
    assert not table.say("ondine pays for it").ok
