"""A player who gives something new may mean to hand it over: the answer says how that is typed."""

import pytest

from companion.reports.packs import ItemReport
from tests.commands.table import Table


def test_a_player_who_gives_what_another_carries_hears_of_pass(table: Table) -> None:
    table.done("as quartermaster")
    report = table.read(ItemReport, "give bree torch")
    assert report.instead == ("pass wim bree torch",)
    table.done("undo", *report.instead)
    assert "torch" in [item.name for item in table.get_errant("bree").items]


@pytest.mark.parametrize("line", ["give bree sapphire", "give bree torch x40", "give wim torch x9"])
def test_what_nobody_else_carries_is_new_without_a_word(table: Table, line: str) -> None:
    table.done("as quartermaster")
    assert table.read(ItemReport, line).instead == ()


def test_the_guide_gives_what_is_new(table: Table) -> None:
    assert table.read(ItemReport, "give bree torch").instead == ()
