"""Wounds and hazards as people read them."""

from pathlib import Path

import pytest

from companion.view.reply import render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("wound bree 1 shock", "Wound of Bree (shock 1): stunned for 1 Initiative Turn."),
        ("wound bree 3 shock =9", "Wound of Bree (shock 3): unconscious for 9 Initiative Turns."),
        ("wound bree 6 shock", "Wound of Bree (shock 6): brain trauma and unconscious."),
        ("wound bree 1 toxic", "Wound of Bree (toxic 1): Exhaustion."),
        ("hazard bree fall 30 =4,2", "  d6 × d6: 4 × 2."),
    ],
)
def test_all_that_a_row_does_is_told(tmp_path: Path, line: str, said: str) -> None:
    table = Table(tmp_path)
    reply = table.done(line)
    assert said in render_reply(reply, make_name_lookup(table.desk.campaign), guide=True)


def test_a_second_deaths_door_is_told_with_the_turns_left(tmp_path: Path) -> None:
    table = Table(tmp_path)
    reply = table.done("fight goblin surprise none", "wound bree 4", "next", "wound bree 1")
    told = render_reply(reply, make_name_lookup(table.desk.campaign), guide=True)
    assert any("dies as this Initiative Turn ends" in line for line in told)
