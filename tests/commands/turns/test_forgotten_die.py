"""The Event Die is rolled each Travel, Exploration and Downtime Turn; in Downtime before anybody
declares an action (Core Procedures, Event Die). One that nobody rolled is said once."""

from pathlib import Path

import pytest

from tests.commands.table import Table

UNROLLED = "event (the Event Die has not been rolled)"
NOBODY = "declare bree, corvin, ondine or wim (nothing this month)"
DECLARED_FIRST = "event (it falls before anything is declared)"


@pytest.fixture
def table(table: Table) -> Table:
    """Between adventures; no Turn is open."""
    table.done("out!", "out!")
    return table


@pytest.mark.parametrize("word", ["next", "turn", "out"])
@pytest.mark.parametrize("turn_type", ["travel", "exploration", "downtime"])
def test_a_turn_without_its_event_die_is_left_at_the_second_time(
    turn_type: str, word: str, table: Table
) -> None:
    refused = table.refused(f"zoom! {turn_type}", "turn", word)
    open_lines = f"{UNROLLED}; {NOBODY}" if turn_type == "downtime" else UNROLLED
    assert (refused.kind, refused.message) == ("open", f"Still open: {open_lines}.")
    table.done(word)


@pytest.mark.parametrize("word", ["next", "turn", "out"])
def test_forced_it_is_left_at_once(word: str, table: Table) -> None:
    table.done("zoom exploration", "turn", f"{word}!")


@pytest.mark.parametrize("settled", ["event =6", "event =5", "event =3\nignore"])
def test_a_die_that_fell_stops_nothing(settled: str, table: Table) -> None:
    table.done("zoom exploration", "turn", *settled.splitlines(), "next")


def test_a_die_that_was_undone_has_not_fallen(table: Table) -> None:
    refused = table.refused("zoom exploration", "turn", "event =6", "undo", "next")
    assert refused.message == f"Still open: {UNROLLED}."
    table.done("next")


def test_in_the_sample_every_turn_that_has_begun_has_its_die(tmp_path: Path) -> None:
    """Nothing stops a new user whose first words are `done` and `next`."""
    table = Table(tmp_path)
    assert [turn.face for turn in table.desk.campaign.turns] == [6, 6]
    table.done("done", "next")


def test_it_is_said_beside_what_else_is_open(table: Table) -> None:
    refused = table.refused("zoom exploration", "declare dig", "next")
    assert refused.message == f"Still open: done (dig); {UNROLLED}."


@pytest.mark.parametrize("word", ["next", "out"])
def test_initiative_turns_and_turns_not_begun_have_none(word: str, table: Table) -> None:
    table.done("zoom travel", "zoom exploration", "out", "zoom initiative", "next", word)


def test_the_die_of_an_outer_turn_stops_no_inner_one(table: Table) -> None:
    table.done("zoom travel", "turn", "zoom exploration", "next =6", "next =6", "out")
    assert table.refused("out").message == f"Still open: {UNROLLED}."


def test_where_things_are_marked_off_instead_no_die_is_missed(table: Table) -> None:
    table.done("zoom exploration", "every 6 turns burn", "turn", "turn")
    table.done("every end burn", 'every 6 turns "the bell tolls"')
    assert table.refused("turn").kind == "open"


def test_in_downtime_declaring_before_the_die_is_said_once(table: Table) -> None:
    refused = table.refused("zoom! downtime", "declare bree sings")
    assert (refused.kind, refused.message) == ("open", f"Still open: {DECLARED_FIRST}.")
    table.done("declare", "declare wim sleeps")
    assert dict(table.desk.campaign.innermost_turn.declared) == {"bree": "sings", "wim": "sleeps"}


@pytest.mark.parametrize("line", ["next =6", "turn\nevent =6"])
def test_after_the_die_downtime_is_declared_at_once(line: str, table: Table) -> None:
    table.done("zoom! downtime", *line.splitlines(), "declare bree sings", "declare wim sleeps")


def test_the_turn_in_downtime_that_declares_at_once_is_said_once_too(table: Table) -> None:
    refused = table.refused("zoom! downtime", "next =6", "turn bree sings")
    assert refused.message == f"Still open: {NOBODY}; {DECLARED_FIRST}."
    table.done("turn")
    assert dict(table.desk.campaign.innermost_turn.declared) == {"bree": "sings"}
    refused = table.refused("done", "turn wim sleeps")
    idle = "declare corvin, ondine or wim (nothing this month)"
    assert refused.message == f"Still open: {UNROLLED}; {idle}; {DECLARED_FIRST}."
    table.done("turn")


def test_outside_downtime_the_die_comes_after_what_is_declared(table: Table) -> None:
    table.done("zoom travel", "declare bree sings", "event =6", "done", "turn go on", "event =6")
