"""For the tests of what people read."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company as the sample has it, nothing declared in the chapel any more."""
    table = Table(tmp_path)
    table.done("done")
    return table
