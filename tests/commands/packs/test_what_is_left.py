"""What is left of a thing tells it from its like, in what is read and in what is typed."""

import re

import pytest

from companion.view.reply import render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table
from tests.commands.test_completion import completed

INTERNAL = re.compile(r"\b(?:torch|oil|rations|lantern|sack)-\d")


@pytest.fixture
def table(table: Table) -> Table:
    """Bree has two torches, one of them lit with one Burn left; Wim's is at 0."""
    table.done("light bree torch", "burn")
    return table


def left_of(table: Table, who: str, kind: str) -> list[int]:
    items = table.get_errant(who).items
    return sorted(item.uses_left or 0 for item in items if item.kind == kind)


@pytest.mark.parametrize("word", ["use", "snuff", "light", "refill", "drop", "move", "pass"])
def test_the_menu_names_what_is_left_and_each_name_is_read(word: str, table: Table) -> None:
    for typed in (f"{word} ", f"{word} bree "):
        offered = completed(table, typed)
        assert not [each for each in offered if INTERNAL.search(each)]
    for each in completed(table, "drop bree "):
        table.done(each, "undo")


def test_the_name_with_what_is_left_means_that_one(table: Table) -> None:
    assert left_of(table, "bree", "torch") == [1, 2]
    table.done("drop bree torch 1 left")
    assert left_of(table, "bree", "torch") == [2]
    table.done("undo", 'drop "torch 1 left"')
    assert left_of(table, "bree", "torch") == [2]


def test_of_two_that_wait_at_0_nobody_reads_a_number_of_the_file(table: Table) -> None:
    table.done("use bree rations")
    reply = table.done("status")
    told = render_reply(reply, make_name_lookup(table.desk.campaign), guide=True)
    assert [str(line) for line in told if "refill" in line] == [
        "Open: refill or let-go bree rations.",
        "Open: refill or let-go wim torch.",
    ]
    assert not INTERNAL.search(" ".join(told))


def test_which_of_two_is_asked_by_what_is_left(table: Table) -> None:
    refused = table.refused("drop bree")
    assert not INTERNAL.search(refused.message)
    assert "torch 1 left" not in refused.message, "a lit one is meant only if it is named"
    refused = table.refused("snuff bree torhc 1 left")
    assert not INTERNAL.search(f"{refused.message} {refused.hint}")
