"""The bottom line: how things stand, in one line that fits, with nothing secret in it."""

from pathlib import Path

import pytest

from companion.view.bottom_line import bottom_line
from companion.view.called import called_in
from tests.commands.a_table import Table


def shown(table: Table, width: int) -> str:
    return bottom_line(table.desk.status(), called_in(table.desk.campaign), width)


def test_at_40_columns_it_tells_turn_light_and_what_is_open(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert shown(table, 40) == "exploration 8 · bright 4"
    table.done("event =2")
    assert shown(table, 40) == "exploration 8 · bright 4 · rest/press-on"


def test_a_turn_about_to_begin_has_no_number_and_none_is_told(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("zoom initiative")
    assert shown(table, 40).startswith("initiative – · ")
    table.done("out", "done", "out", "done", "out")
    assert shown(table, 40).startswith("no Turn · ")


def test_from_80_columns_it_tells_the_rest(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("supply bree +1")
    line = shown(table, 200)
    assert line == (
        "day 3 13:20 w4 · exploration 8 · bright 4 · Supply 16 · overloaded Bree Tanner · "
        "event 2D6 low · undo supply bree +1"
    )


@pytest.mark.parametrize("width", [1, 10, 20, 40, 79, 80, 100, 300])
def test_it_fits_and_tells_nothing_secret(width: int, tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("event =5")
    (sign,) = table.desk.campaign.world.signs
    line = shown(table, width)
    assert len(line) <= width
    assert "\n" not in line
    assert sign.encounter[:12] not in line
