"""Whoever of the Company spoke last in a Negotiation speaks on, where nobody else is named."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


@pytest.mark.parametrize(
    ("before", "who"),
    [
        (("corvin talks to pike",), "corvin"),
        (("talk pike", "wim flatters pike"), "wim"),
        (("corvin talks to pike", "wim flatters him"), "wim"),
    ],
)
def test_who_spoke_last_speaks_on(table: Table, before: tuple[str, ...], who: str) -> None:
    table.done("done", "out", "done")
    table.say(*before)
    meant = table.say("ask him to ferry us for free").meant
    assert meant == f'talk "Old Pike" taking by {who}'


def test_what_is_done_between_changes_nothing(table: Table) -> None:
    table.done("done", "out", "done")
    table.say("corvin talks to pike", "hurt wim 1")
    assert table.say("flatter him").meant == 'talk "Old Pike" giving by corvin'


def test_nobody_speaks_on_where_nobody_was_named(table: Table) -> None:
    table.done("done", "out", "done", "talk pike")
    assert table.say("ask him to ferry us for free").meant == 'talk "Old Pike" taking'


def test_whoever_is_named_speaks(table: Table) -> None:
    table.done("done", "out", "done")
    table.say("corvin talks to pike")
    assert table.say("wim asks him to ferry us for free").meant == 'talk "Old Pike" taking by wim'
