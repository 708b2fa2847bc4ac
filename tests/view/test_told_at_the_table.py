"""What a table reads of what happens, by the sentences and the bottom line alone."""

from pathlib import Path

import pytest

from companion.view.reply import render_reply
from companion.view.screen.bottom_line import render_bottom_line
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def read(table: Table, *lines: str) -> str:
    """What is read after the last of these lines."""
    return "\n".join(render_reply(table.done(*lines), str, guide=True))


def read_below(table: Table, width: int) -> str:
    """The bottom line."""
    names = make_name_lookup(table.desk.campaign)
    return "".join(text for _, text in render_bottom_line(table.desk.build_status(), names, width))


def test_meanwhile_tells_what_came_of_it_and_the_guide_what_to_roll(
    table: Table, tmp_path: Path
) -> None:
    Table(tmp_path, seat="timekeeper").done("next! creep on =4")
    reply = table.desk.take_in_external_changes()
    assert reply is not None
    told = "\n".join(render_reply(reply, str, guide=True))
    assert "Event Die 4, local effect" in told
    assert "type roll chapel-" in told


def test_what_the_dead_carried_is_not_told_as_used_up(table: Table) -> None:
    player = Table(table.campaign_folders.campaigns, seat="timekeeper")
    table.done("done", "out", "done", "wound wim 8", "next! =6")
    reply = player.desk.take_in_external_changes()
    assert reply is not None
    told = "\n".join(render_reply(reply, str, guide=False))
    assert "dead" in told
    assert "Used up" not in told
    assert "Supply" not in told


def test_who_will_have_a_nights_rest_is_read_as_the_watch_changes(table: Table) -> None:
    table.done("done", "out", "turn!")
    assert "corvin, ondine and wim after one more Turn" in read(table, "sleep watch bree")
    told = read(table, "watch wim")
    assert "bree, corvin and ondine after one more Turn" in told
    assert "not wim, who watches alone" in told


def test_an_encounter_left_behind_is_read_below_until_it_is_settled(table: Table) -> None:
    table.done("next! =1", "next! =6", "next! =6")
    assert "encounter?" in read_below(table, 80)
    table.done("encounter =2")
    assert "tell or react?" in read_below(table, 80)
    assert "That settles an encounter." in read(table, "done they hid")
    assert "?" not in read_below(table, 80)


@pytest.mark.parametrize(
    ("width", "field"), [(40, "done?"), (80, "done?"), (80, "2D6"), (100, "Sup")]
)
def test_each_field_of_the_bottom_line_keeps_its_column(
    width: int, field: str, table: Table
) -> None:
    columns = set()
    for line in ("status", "+30m", "snuff ondine lantern", "snuff wim torch", "+8h", "declare dig"):
        table.done(line)
        below = read_below(table, width)
        columns.add(below.find(field))
    assert len(columns - {-1}) == 1
