"""What is open stops a step once: typed again, the word goes through with what it was to do."""

from itertools import product
from pathlib import Path

import pytest

from companion.reports.turns import EventReport
from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """At the flooded stair, where an action waits for its outcome."""
    return Table(tmp_path, whole_words=False)


@pytest.mark.parametrize(("first", "again"), [*product(("n", "next"), repeat=2)])
def test_a_word_and_its_short_form_are_one(first: str, again: str, table: Table) -> None:
    assert table.refused(first).kind == "open"
    table.done(again)


@pytest.mark.parametrize("again", ["n", "next", "n!", "next!", "next again"])
def test_the_word_alone_goes_on_with_what_it_was_to_do(again: str, table: Table) -> None:
    table.refused("n listen at the door =2,6")
    report = table.done(again).report
    assert isinstance(report, EventReport)
    assert report.faces == (2, 6)
    assert [action.action for action in report.declared] == ["listen at the door"]
    (entry, *_) = table.desk.archive.read_entries()
    assert entry.line == f"{again.split()[0]} listen at the door =2,6"


def test_with_something_else_to_do_it_does_that(table: Table) -> None:
    table.refused("n listen at the door =2,6")
    report = table.done("n climb =3,4").report
    assert isinstance(report, EventReport)
    assert report.faces == (3, 4)


def test_another_word_in_between_forgets_it(table: Table) -> None:
    table.refused("n listen at the door =2,6")
    table.done("done")
    report = table.done("n").report
    assert isinstance(report, EventReport)
    assert report.declared == ()
    assert not report.entered


def test_zoom_stopped_is_not_next_stopped(table: Table) -> None:
    table.refused("next")
    assert table.refused("out").kind == "open"
