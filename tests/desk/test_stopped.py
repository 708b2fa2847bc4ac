"""What is open stops a step once: typed again, the word goes through with what it was to do."""

from itertools import product
from pathlib import Path

import pytest

from companion.reports.turns import EventReport
from companion.view.reply import render_reply
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
    report = table.read(EventReport, again)
    assert report.faces == (2, 6)
    assert [action.action for action in report.declared] == ["listen at the door"]
    (entry, *_) = table.desk.archive.read_entries()
    assert entry.line == f"{again.split()[0]} listen at the door =2,6"


def test_with_other_words_it_is_stopped_once_more(table: Table) -> None:
    for line in ("n", "n listen at the door =2,6", "n climb =3,4"):
        assert table.refused(line).kind == "open"
    assert table.refused("n listen at the door").kind == "open"
    assert table.refused("n climb =3,4").kind == "open"
    report = table.read(EventReport, "next climb =3,4")
    assert report.faces == (3, 4)


def test_dice_that_have_fallen_meanwhile_are_no_other_words(table: Table) -> None:
    table.refused("n listen at the door")
    report = table.read(EventReport, "n listen at the door =3,4")
    assert report.faces == (3, 4)


def test_a_look_in_between_makes_no_other_words_pass(table: Table) -> None:
    table.refused("n listen at the door")
    table.done("status")
    assert table.refused("n climb").kind == "open"
    table.done("status", "n climb =3,4")


def test_another_word_in_between_forgets_it(table: Table) -> None:
    table.refused("n listen at the door =2,6")
    table.done("done")
    report = table.read(EventReport, "n")
    assert report.declared == ()
    assert not report.entered


def test_zoom_stopped_is_not_next_stopped(table: Table) -> None:
    table.refused("next")
    assert table.refused("out").kind == "open"


@pytest.mark.parametrize("again", ["n", "n!", "next again"])
def test_what_is_done_again_is_said_with_the_faces_it_keeps(again: str, table: Table) -> None:
    table.refused("n =2,5")
    reply = table.done(again)
    assert isinstance(reply.report, EventReport)
    assert reply.report.faces == (2, 5)
    assert render_reply(reply, str, guide=True)[0] == f"= {again.split()[0]} =2,5"
    (entry, *_) = table.desk.archive.read_entries()
    assert entry.typed == again


def test_a_word_that_keeps_nothing_says_nothing_of_it(table: Table) -> None:
    table.refused("n")
    assert table.done("n!").meant is None


def test_a_script_is_answered_with_the_whole_line(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.refused("next listen =2,6")
    reply = table.done("next!")
    assert (reply.line, reply.meant) == ("next! listen =2,6", None)


@pytest.mark.parametrize("line", ["n 2 5", "next 9", "declare 2, 5", "turn 3"])
def test_numbers_alone_are_declared_by_nobody(line: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done")
    refusal = table.refused(line)
    assert refusal.kind == "malformed"
    assert refusal.hint.startswith("Try: next ")
