"""`[rules] done`: whether an outcome is asked for before the next Turn, or taken as had."""

from pathlib import Path

import pytest

from tests.commands.table import Table
from tests.view.replies import lines


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table that never says `done`; something is declared in its Turns."""
    Table(tmp_path)
    book = tmp_path / "my-greenmire" / "campaign.toml"
    book.write_text(book.read_text().replace("[rules]\n", '[rules]\ndone = "assumed"\n', 1))
    return Table(tmp_path)


def test_next_takes_a_declared_action_as_done(table: Table) -> None:
    table.done("next search the nave =6", "next climb the stair =6")
    assert table.desk.campaign.innermost_turn.declared == {"company": "climb the stair"}
    assert table.desk.build_status().open == ()
    table.done("out")


def test_what_came_of_it_may_still_be_told(table: Table) -> None:
    table.done("done they find the stair")
    assert any("They find the stair." in line for line in lines(table, "recap"))


def test_the_rest_that_is_asked_for_still_stops_it(table: Table) -> None:
    assert table.refused("event! =2", "next").message == "Still open: rest or press-on."


def test_the_recap_calls_nothing_unsettled(table: Table) -> None:
    shown = lines(table, "next search the nave =6", "recap")
    assert any("search the nave" in line for line in shown)
    assert not any("to be settled" in line for line in shown)


def test_another_value_is_named_as_a_problem(tmp_path: Path, table: Table) -> None:
    book = tmp_path / "my-greenmire" / "campaign.toml"
    book.write_text(book.read_text().replace('"assumed"', '"assume"', 1))
    reply = table.say("next")
    assert reply.refusal is not None
    assert any("done" in str(problem) for problem in reply.refusal.problems)
