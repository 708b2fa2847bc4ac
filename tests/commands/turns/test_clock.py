"""The clock by hand, and what falls due where no die is rolled."""

from pathlib import Path

import pytest

from companion.errant.happenings import Burned, Happenings, ReminderDue
from companion.reports.turns import ClockReport, TurnReport
from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "moved", "day", "time"),
    [
        ("+4h", "4h", 3, "17:20"),
        ("+ 1h 30m", "1h 30m", 3, "14:50"),
        ("-30m", "-30m", 3, "12:50"),
        ("+2t", "20m", 3, "13:40"),
        ("+1d", "1d", 4, "13:20"),
        ("-90d", "-2d 13h 20m", 1, "00:00"),
    ],
)
def test_the_clock_says_how_far_it_moved(
    typed: str, moved: str, day: int, time: str, tmp_path: Path
) -> None:
    table = Table(tmp_path)
    reply = table.say(typed) if typed[1] != " " else table.say(f"clock {typed}")
    report = reply.report
    assert isinstance(report, ClockReport)
    assert (report.moved, report.day, report.time) == (moved, day, time)


def test_what_is_marked_off_falls_due_every_so_many_turns_without_a_die(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "turn", "every 3 turns burn")
    burned = []
    for _ in range(6):
        report = table.read(TurnReport, "turn")
        burned.append(any(isinstance(each, Burned) for each in report.happened))
        table.say("let-go all")
    assert burned == [False, False, True, False, False, True]


def happened(table: Table, line: str) -> Happenings:
    """What happens as a Turn is closed by this line."""
    report = table.read(TurnReport, line)
    return report.happened


def test_a_turn_with_a_die_marks_off_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "every 1 turns burn", "event! =6")
    assert happened(table, "turn") == ()
    assert [type(each) for each in happened(table, "turn")][:1] == [Burned]


def test_a_reminder_falls_due_in_turns_with_a_die_as_well(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("done", "every 2 turns drip", "event! =6", "turn", "event =6")
    assert happened(table, "turn") == (ReminderDue("drip"),)


def test_backwards_nothing_falls_due(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("every 1 turns drip")
    assert table.read(ClockReport, "-2h").happened == ()
