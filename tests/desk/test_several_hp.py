"""A line in which the HP of several change is a line for each, in a fight and outside one."""

from pathlib import Path

import pytest

from tests.commands.table import Table

HURT = ("hp corvin 2", "hp wim 3", "hp bree 4")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    found = Table(tmp_path, whole_words=False)
    found.done(*HURT)
    return found


CASES = [
    ("heal corvin 6, heal wim 4", ["heal corvin 6", "heal wim 4"]),
    ("heal corvin 6, wim 4", ["heal corvin 6", "heal wim 4"]),
    ("heal corvin 6 and wim 4", ["heal corvin 6", "heal wim 4"]),
    ("heal all 6", ["heal bree 6", "heal corvin 6", "heal wim 6"]),
    ("heal bree corvin wim 6", ["heal bree 6", "heal corvin 6", "heal wim 6"]),
    ("heal bree, corvin and wim d6", ["heal bree d6", "heal corvin d6", "heal wim d6"]),
    ("heal bree and wim full", ["heal bree full", "heal wim full"]),
    ("hurt bree and wim 2 burn", ["hurt bree 2 burn", "hurt wim 2 burn"]),
    ("hp bree 3, wim +1", ["hp bree 3", "hp wim +1"]),
    ("bree, corvin and wim get 6 hp", ["bree get 6 hp", "corvin get 6 hp", "wim get 6 hp"]),
    ("corvin and wim get 5 hp each", ["corvin get 5 hp", "wim get 5 hp"]),
    ("wim gets 5 hp, bree gets 5 hp", ["wim gets 5 hp", "bree gets 5 hp"]),
    ("bree and wim take 1 damage", ["bree take 1 damage", "wim take 1 damage"]),
    ("bree and wim slip and take 1 damage", ["bree take 1 damage", "wim take 1 damage"]),
]


@pytest.mark.parametrize(("typed", "lines"), CASES)
def test_hp_of_several_are_a_line_each(table: Table, typed: str, lines: list[str]) -> None:
    assert [*table.desk.split_line_into_commands(typed)] == lines
    table.done(*lines)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("goblins go for wim, 6 damage, then 3 more on bree", ["wim 6", "bree 3"]),
        ("goblin 1 hits wim for 6, then 3 more on bree", ["wim 6", "bree 3"]),
        ("bree takes 2 damage and then another 4 to corvin", ["bree 2", "corvin 4"]),
    ],
)
def test_more_harm_of_another_is_a_line_of_its_own(
    table: Table, typed: str, lines: list[str]
) -> None:
    table.done("fight goblin x3 distance 10 surprise none")
    done = [table.say(each).meant for each in table.desk.split_line_into_commands(typed)]
    assert done == [f"hurt {each}" for each in lines]


def test_hp_of_several_are_a_line_each_in_a_fight(table: Table) -> None:
    table.done("fight goblin x3 distance 10 surprise none")
    for typed, lines in CASES:
        assert [*table.desk.split_line_into_commands(typed)] == lines


@pytest.mark.parametrize(
    "typed",
    [
        "heal bree 6",
        "hp bree",
        "heal bree 6 and tend wim",
        "heal bree 3 by wim",
        "note heal all 6",
        "do all heal 6 hp?",
        "bree and wim get 5 torches",
        "bree and wim slip and corvin takes 2 damage",
        "bree takes 2 damage, then 3 more coins to wim",
        "would bree and wim get 5 hp",
        "hurt bree 2d6 blocks 2 mail",
    ],
)
def test_any_other_line_of_hp_stays_as_it_is(table: Table, typed: str) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)


def test_no_other_line_is_offered_that_would_be_refused(tmp_path: Path) -> None:
    assert "bree 7 ondine 6" not in Table(tmp_path).refused("heal bree corvin ondine 6").hint
