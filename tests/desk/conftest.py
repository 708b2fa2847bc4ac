"""For the tests of what one desk sees of another."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The desk that is looked from."""
    table = Table(tmp_path)
    table.done("supply bree +1")
    return table


@pytest.fixture
def other(table: Table) -> Table:
    """Another process at the same campaign."""
    return Table(table.campaign_folders.campaigns, seat="timekeeper")
