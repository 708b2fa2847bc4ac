"""Where some of the Company are left out, the others are named: `everyone but bree eats`."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("everyone but bree eats", ("eat corvin ondine wim",)),
        ("everyone except bree and wim eats", ("eat corvin ondine",)),
        ("everyone but bree gets 1 exhaustion", ("exhaust corvin ondine wim +1",)),
        ("ok everyone but bree eats", ("eat corvin ondine wim",)),
        ("everyone eats but bree", ("eat corvin ondine wim",)),
        ("everyone but wim, bree and corvin eats", ("eat ondine",)),
        ("everyone is tired except wim", ("exhaust bree corvin ondine +1",)),
        (
            "all but bree get 10p",
            tuple(f"coins {x} +10 pennies" for x in ("corvin", "ondine", "wim")),
        ),
        (
            "everyone but wim takes 2 damage",
            tuple(f"hurt {x} 2" for x in ("bree", "corvin", "ondine")),
        ),
        (
            "everyone but bree gets 2 supply",
            tuple(f"supply {x} +2" for x in ("corvin", "ondine", "wim")),
        ),
        (
            "give everyone but bree a torch",
            tuple(f"give {x} torch" for x in ("corvin", "ondine", "wim")),
        ),
        ("everyone except ondine and wim saves phys", ("save bree phys", "save corvin phys")),
    ],
)
def test_the_others_are_meant(typed: str, meant: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    replies = [table.say(line) for line in table.desk.split_line_into_commands(typed)]
    assert tuple(reply.meant or reply.line for reply in replies) == meant
    assert all(reply.ok for reply in replies)


def test_nobody_gets_a_thing_called_but_bree(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    assert table.refused("give everyone but bree the rope").kind == "unknown"


@pytest.mark.parametrize(
    "typed",
    [
        "everyone but wim knows about the key",
        "all but one goblin flee",
        "everyone but bree, corvin, ondine and wim eats",
        "who has rope but bree",
        "everyone's torch but bree's",
        "everyone but wim gets 100p to split",
        "everyone but wim gets 30p in total",
        "everyone but wim gets a total of 30p",
        "everyone but wim gets 30p shared evenly",
        "all pay 10p to save bree",
        "no, everyone but bree takes 2 damage",
        "the guards and everyone but bree take 2 damage",
    ],
)
def test_any_other_line_stays_as_it_is(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    assert table.desk.split_line_into_commands(typed) == (typed,)
