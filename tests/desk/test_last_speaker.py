"""Whoever of the Company spoke last in a Negotiation speaks on, where nobody else is named."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


@pytest.mark.parametrize(
    ("before", "typed", "meant"),
    [
        ("corvin talks to pike", "ask him to ferry us for free", "taking by corvin"),
        ("wim flatters pike", "ask him to ferry us for free", "taking by wim"),
    ],
)
def test_who_spoke_last_speaks_on(table: Table, before: str, typed: str, meant: str) -> None:
    table.done("done", "out", "done", "talk pike")
    table.say(before)
    assert table.say(typed).meant == f'talk "Old Pike" {meant}'


@pytest.mark.parametrize("before", ["talk pike", "hurt corvin 1"])
def test_nobody_speaks_on_who_did_not_speak(table: Table, before: str) -> None:
    table.done("done", "out", "done", "talk pike", before)
    assert table.say("ask him to ferry us for free").meant == 'talk "Old Pike" taking'


def test_whoever_is_named_speaks(table: Table) -> None:
    table.done("done", "out", "done")
    table.say("corvin talks to pike")
    assert table.say("wim asks him to ferry us for free").meant == 'talk "Old Pike" taking by wim'
