"""Forms: which one answers for a line that fits none, and what stands in the menu."""

from pathlib import Path

import pytest

from companion.commands.dispatch import classify_line
from companion.reports.record import NoteReport
from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company as the sample has it."""
    return Table(tmp_path)


def test_a_form_that_goes_on_explains_a_line_before_one_that_ends(table: Table) -> None:
    refusal = table.refused("ride wim dragon")
    assert refusal.message == "There is no Errant «dragon»."


def test_a_hint_fills_each_place_that_is_empty(table: Table) -> None:
    assert table.refused("exhaust").hint == "Try: exhaust bree +1"
    table.done("exhaust bree +1")


def test_names_are_offered_before_the_steps_of_a_word(table: Table) -> None:
    table.done("back tansy")
    assert [each.text for each in table.desk.suggest("ride wim ")] == ["tansy", "off"]


def test_the_form_that_opens_with_the_word_typed_is_the_only_one_meant(table: Table) -> None:
    refusal = table.refused("undo to")
    assert (refusal.message, refusal.hint) == ("Which entry?", "Try: undo to 12")
    assert table.refused("note secret").message == "There is nothing to note down."


def test_what_may_be_left_out_is_offered_before_what_must_follow(table: Table) -> None:
    offered = [each.text for each in table.desk.suggest("every 6 ")]
    assert offered == ["downtime", "travel", "exploration", "initiative", "turns"]


@pytest.mark.parametrize(
    ("line", "privacy"),
    [("note secret salt", "secret"), ("note salt", "open"), ("sign end", "secret")],
)
def test_a_line_of_a_secret_form_is_for_the_guide_alone(
    line: str, privacy: str, table: Table
) -> None:
    assert classify_line(line, table.desk.campaign) == privacy


def test_a_text_is_kept_as_it_was_typed(table: Table) -> None:
    report = table.done('note secret the "ferryman"   lies').report
    assert isinstance(report, NoteReport)
    assert report.secretly == 'the "ferryman"   lies'
