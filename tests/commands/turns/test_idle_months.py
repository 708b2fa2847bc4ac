"""A month in which somebody declared nothing is said once, before it is over."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A Downtime Turn whose Event Die has fallen."""
    table = Table(tmp_path)
    table.done("out!", "out!", "zoom downtime", "next =6")
    return table


def test_who_declared_nothing_is_named_when_the_others_are_done(table: Table) -> None:
    table.done("declare bree mends", "declare ondine prays", "done", "declare wim sleeps")
    assert table.done("done").warnings == ("Corvin Half-Hand has declared nothing this month.",)
    table.done("declare corvin reads")
    assert table.done("done").warnings == ()


def test_a_month_of_the_whole_company_names_nobody(table: Table) -> None:
    assert table.done("declare they rest", "done").warnings == ()


def test_each_month_is_counted_by_itself(table: Table) -> None:
    everybody = [f"declare {who} mends" for who in ("bree", "ondine", "wim", "corvin")]
    assert table.done(*everybody, "done").warnings == ()
    assert "declared nothing" in table.done("next =6", "declare bree mends", "done").warnings[0]


def test_a_light_that_burns_into_a_month_is_said_with_what_it_costs(table: Table) -> None:
    (warning,) = table.done("out", "zoom downtime").warnings
    assert "type burn" in warning
