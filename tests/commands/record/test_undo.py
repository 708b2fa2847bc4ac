"""Steps back at the prompt."""

from pathlib import Path

import pytest

from companion.campaign.news_of_changes import LightChanged
from companion.reports import filter_report_for_seat
from companion.reports.journal import ExternalChangesReport, UndoReport
from companion.view.reply import encode_reply, render_reply
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """Five words said: three wards begun, and a light that burnt down twice under one of them."""
    table.done("burn", *(f"effect add ward-{number} miracle 9" for number in range(2, 5)), "burn")
    return table


def test_undo_x3_takes_back_the_last_three_words_in_one(table: Table) -> None:
    table.done("undo x3")
    assert {"ward-2"} == {e.id for e in table.desk.campaign.book.effects if "ward" in e.id}
    report = table.done("redo").report
    assert report is not None
    assert len([e for e in table.desk.campaign.book.effects if "ward" in e.id]) == 3


def test_undo_x3_is_undo_three_times(table: Table, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = Table(tmp_path / "other")
    other.done("burn", *(f"effect add ward-{number} miracle 9" for number in range(2, 5)), "burn")
    table.done("undo", "redo", "undo x2", "undo x3")
    other.done("undo", "undo", "undo", "undo", "undo")
    assert table.desk.campaign == other.desk.campaign


def test_a_step_back_takes_back_no_step_back(table: Table) -> None:
    report = table.read(UndoReport, "undo", "undo x2")
    assert [name.rpartition("-")[2] for name in report.entries] == ["4", "3"]


def test_undo_3_names_entry_3_and_hints_at_undo_x3(table: Table) -> None:
    refusal = table.refused("undo 3")
    assert "ward-3" in refusal.message
    assert refusal.hint.endswith("For the last 3 words: undo x3")
    assert table.read(UndoReport, "undo", "undo 3").line == "effect add ward-3 miracle 9"


@pytest.mark.parametrize("typed", ["undo 3000", "undo k3f9-3"])
def test_what_can_only_be_an_entry_hints_at_nothing_else(typed: str, table: Table) -> None:
    assert "undo x" not in table.refused(typed).hint


def test_more_than_there_is_is_refused_whole(table: Table) -> None:
    assert table.refused("undo x6").hint == "All there are: undo x5"
    assert "none at all" in table.refused("undo x0").message
    table.done("undo x5")
    assert table.refused("undo x2").message == "There is nothing to undo."


def test_a_newcomer_with_an_effect_on_them_is_not_undone_alone(tmp_path: Path) -> None:
    """Else the later could never be taken back any more: their effect would be on nobody."""
    table = Table(tmp_path)
    table.done("errant add Hob", "effect add bless on hob", "burn")
    refusal = table.refused("undo 1")
    assert "«effect add bless on hob»" in refusal.message
    table.done("undo", "undo", "undo")
    assert table.refused("undo").message == "There is nothing to undo."


def test_an_undo_tells_how_it_stands_and_no_old_news(table: Table) -> None:
    """A torch that was low before the Burn is not told of again; the light is as it is now."""
    news = table.done("undo to 0").news
    assert [type(item) for item in news] == [LightChanged]
    assert [type(item) for item in table.done("redo").news] == [LightChanged]


def test_an_undo_and_a_redo_tell_what_they_put_back(table: Table) -> None:
    restored = []
    for line in ("undo", "redo"):
        report = table.read(UndoReport, line)
        restored.append({(r.errant, r.name, r.what, r.before, r.after) for r in report.restored})
    assert ("ondine", "flask of oil", "depletion", 1, 2) in restored[0]
    assert ("ondine", "flask of oil", "depletion", 2, 1) in restored[1]
    report = table.read(UndoReport, "supply wim +1", "note x", "undo 8")
    assert [(r.errant, r.what, r.after) for r in report.restored] == [("wim", "supply", 2)]


def test_what_an_npc_thinks_again_is_told_to_the_guide_alone(table: Table) -> None:
    report = table.read(UndoReport, "react harl =6,6", "undo")
    assert [(r.name, r.what) for r in report.restored_secretly or ()] == [
        ("Harl Dunn", "disposition")
    ]
    assert not report.restored
    assert filter_report_for_seat(report, guide=False).restored_secretly is None


@pytest.fixture
def timekeeper(table: Table, tmp_path: Path) -> Table:
    """A second prompt, whose last words are a Turn."""
    timekeeper = Table(tmp_path, seat="timekeeper")
    timekeeper.done("done", "next sneak =6")
    table.desk.take_in_external_changes()
    return timekeeper


@pytest.mark.parametrize("again", ["undo", "undo!", "u", "u!"])
def test_what_another_seat_did_is_taken_back_at_the_second_undo(
    again: str, table: Table, timekeeper: Table
) -> None:
    refusal = table.refused("undo")
    assert refusal.kind == "open"
    assert refusal.message == "«next sneak =6» (7) is the timekeeper's."
    assert table.read(UndoReport, again).line == "next sneak =6"
    timekeeper.desk.take_in_external_changes()
    assert timekeeper.refused("undo x2").message == "«burn» (5) is the Guide's."


def test_undo_of_several_names_those_of_other_seats(table: Table, timekeeper: Table) -> None:
    message = "«next sneak =6» (7) and «done» (6) are the timekeeper's."
    assert table.refused("undo x3").message == message
    assert table.refused("status", "undo to 5").message == message
    report = table.read(UndoReport, "undo")
    assert len(report.entries) == 2
    assert timekeeper.desk.campaign != table.desk.campaign


def test_another_word_in_between_names_what_undo_takes_back_anew(
    table: Table, timekeeper: Table
) -> None:
    table.refused("undo")
    timekeeper.done("note who is there")
    table.desk.take_in_external_changes()
    assert "note who is there" in table.refused("undo").message
    timekeeper.done("undo", "undo")


def test_an_entry_that_is_named_is_taken_back_whosever_it_is(
    table: Table, timekeeper: Table
) -> None:
    table.done("undo 7")
    timekeeper.done("undo 5")


def test_the_number_beside_an_answer_is_the_one_that_undo_takes(table: Table) -> None:
    said = [render_reply(table.done(line), str, guide=True)[-1] for line in ("undo", "redo")]
    assert said == ["redo does it again.", "undo takes it back (5)."]
    table.done("undo 5", "redo", "undo x2")
    assert render_reply(table.done("redo"), str, guide=True)[-1] == "undo x2 takes it back."


def test_the_log_numbers_what_each_step_took_back_or_did_again(table: Table) -> None:
    table.done("undo", "undo 2", "undo x2", "redo")
    shown = render_reply(table.done("log 4"), str, guide=True)
    assert [line.partition("  13:20  ")[2] for line in shown if "→" in line] == [
        "undo → took back 5",
        "undo 2 → took back 2",
        "undo x2 → took back 4 and 3",
        "redo → did 4 and 3 again",
    ]


OWN = ("secret note the reeve lies", "secret supply wim +1", "talk harl", "react harl =6,6")


@pytest.mark.parametrize("line", OWN)
def test_a_player_takes_back_what_they_said_for_the_guide_alone(
    line: str, timekeeper: Table, tmp_path: Path
) -> None:
    mapper, before = Table(tmp_path, seat="mapper"), timekeeper.desk.campaign
    timekeeper.done(line)
    mapper.desk.take_in_external_changes()
    number = timekeeper.desk.archive.session.last_number
    assert "the Guide's alone" in mapper.refused(f"undo {number}").message
    passed = mapper.refused("undo").message
    assert "is the" in passed, "it passes over what the mapper does not know of"
    assert line not in passed
    assert timekeeper.read(UndoReport, "undo").line == line
    assert timekeeper.desk.campaign == before
    heard = mapper.desk.take_in_external_changes()
    if line.startswith("secret"):
        assert heard is None or line.startswith("secret supply")
    else:
        assert heard is not None
        assert isinstance(heard.report, ExternalChangesReport)
        assert not any(text in encode_reply(heard, guide=False) for text in (line, "disposition"))
    timekeeper.done("redo")


def test_a_player_is_not_told_why_a_secret_of_theirs_stays(table: Table, timekeeper: Table) -> None:
    timekeeper.done("react harl =2,3")
    table.desk.take_in_external_changes()
    table.done("npc harl disposition 9")
    timekeeper.desk.take_in_external_changes()
    assert timekeeper.refused("undo 8").message == "That is the Guide's alone to take back."


def test_why_a_word_stays_is_said_by_its_line_to_the_guide_alone(
    table: Table, timekeeper: Table
) -> None:
    table.done("supply bree 3", "secret supply bree 4")
    timekeeper.desk.take_in_external_changes()
    number = table.desk.archive.session.last_number - 1
    start = "«supply bree 3» cannot be taken back by itself:"
    told = table.refused(f"undo {number}").message
    assert told.startswith(f"{start} «secret supply bree 4» (")
    told = timekeeper.refused(f"undo {number}").message
    assert told == "«supply bree 3» cannot be taken back: something else stands on it."


def test_a_player_hears_that_the_guide_took_back_what_they_said(
    table: Table, timekeeper: Table, tmp_path: Path
) -> None:
    mapper = Table(tmp_path, seat="mapper")
    timekeeper.done("talk harl")
    table.desk.take_in_external_changes()
    table.done("undo!")
    for player in (timekeeper, mapper):
        seen = player.desk.take_in_external_changes()
        heard = render_reply(seen, str, guide=False) if seen else []
        assert heard == (
            ["Meanwhile, the Guide: «undo!» of «talk harl» (9)"]
            if player is timekeeper
            else [
                "Meanwhile, the timekeeper: the talk with Harl Dunn begins",
                "Meanwhile, the Guide took back: the talk with Harl Dunn begins",
            ]
        )


def test_a_player_is_told_of_no_more_changes_than_they_see(timekeeper: Table) -> None:
    timekeeper.done("react harl =6,6")
    assert timekeeper.read(UndoReport, "undo").changes == 0


def test_what_later_words_make_no_sense_without_is_not_taken_back(tmp_path: Path) -> None:
    table = Table(tmp_path)
    refusal = table.refused("talk harl", "talk harl giving by ondine", "undo 1")
    assert refusal.message == "What came later would make no sense without it."
