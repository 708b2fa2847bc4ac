"""Who carries a thing, and how many of it there are."""

from pathlib import Path

import pytest

from companion.reports.packs import HoldersReport
from companion.view.reply import render_reply
from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


def test_everybody_who_carries_a_thing_is_told_and_how_many_there_are(table: Table) -> None:
    report = table.read(HoldersReport, "company torch")
    held = [
        (line.errant, each.quantity, each.lit) for line in report.holders for each in line.items
    ]
    assert held == [("bree", 3, False), ("wim", 1, True)]
    assert report.total == 4


def test_who_is_away_and_what_is_stashed_count_too(table: Table) -> None:
    table.done("stash bree torch x2", "back tansy", "pass bree tansy torch", "away tansy")
    report = table.read(HoldersReport, "company torches")
    assert {(line.errant, line.away) for line in report.holders} == {
        ("tansy", True),
        ("stash-drowned-chapel", False),
        ("wim", False),
    }
    assert report.total == 4


def test_what_nobody_carries_is_refused(table: Table) -> None:
    assert table.refused("company gizmo").message == "Nobody carries «gizmo»."


def test_of_a_good_that_nobody_carries_that_is_the_answer(table: Table) -> None:
    for line in ("company rope", "who has rope", "does anybody have rope"):
        report = table.read(HoldersReport, line)
        assert not report.holders
        assert report.nothing == "rope"
        shown = render_reply(table.done(line), str, guide=True)
        assert str(shown[-1]) == "Nobody carries «rope»."


def test_it_is_offered_by_name(table: Table) -> None:
    offered = [str(each.text) for each in table.desk.suggest_completions("company t")]
    assert "torch" in offered


@pytest.mark.parametrize(
    "line",
    [
        "how many torches do we have",
        "who has a torch",
        "who carries torches",
        "how many torches are left",
    ],
)
def test_a_question_after_a_thing_is_answered_with_who_has_it(line: str, table: Table) -> None:
    assert table.read(HoldersReport, line).total == 4


def test_each_stack_is_a_line_and_all_are_counted(table: Table) -> None:
    lines = render_reply(table.done("company torch"), str, guide=True)
    assert [str(line) for line in lines] == [
        "Bree Tanner: 3 × torch, 2 of 2 left (pack)",
        "Wim the Lesser: torch, 1 of 2 left, lit (hand)",
        "4 in all.",
    ]
