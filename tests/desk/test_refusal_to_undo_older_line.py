"""«That» is what was done last: where it left nothing to take back, nothing older is taken back."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.mark.parametrize("typed", ["take that back", "undo that", "no, take it back"])
def test_that_is_no_older_line(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("hurt bree 3", "check bree phys dv 4")
    refused = table.refused(typed)
    assert refused.message == "«check bree phys dv 4» left nothing that could be taken back."
    assert refused.hint == "To take back «hurt bree 3»: undo"
    assert table.get_errant("bree").hp == 10


def test_what_is_named_is_taken_back(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("hurt bree 3", "check bree phys dv 4", "oops that damage was wrong, take it back")
    assert table.get_errant("bree").hp is None


@pytest.mark.parametrize("typed", ["take that back", "undo that"])
def test_that_is_the_last_line(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("hurt bree 3")
    table.done(typed)
    assert table.get_errant("bree").hp is None
