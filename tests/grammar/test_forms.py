"""Forms: which one answers for a line that fits none, and what stands in the menu."""

from pathlib import Path

import pytest

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
