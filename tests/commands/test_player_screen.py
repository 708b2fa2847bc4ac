"""What the player screen shows: what everybody may know, at whichever seat it is built."""

from pathlib import Path

import pytest

from companion.desk import Desk
from companion.reports.requests_and_sharing import ScreenReport
from companion.view.reply import render_report
from companion.view.requests_and_sharing import get_company_place_name, render_what_players_heard
from tests.desk.a_desk import a_desk, greenmire, said
from tests.desk.test_kept_seats import kept_desk


@pytest.fixture
def guide(tmp_path: Path) -> Desk:
    return a_desk(greenmire(tmp_path / "shelf"))


def list_heard(report: ScreenReport) -> list[str]:
    """The lines that were typed, of what the screen tells."""
    return [word.line for word in report.heard.words]


def test_it_shows_turn_place_light_and_what_was_done_last(guide: Desk) -> None:
    said(guide, "done", "next explore the nave =4")
    report = guide.build_player_screen()
    assert (report.status.turn_type, report.status.turn_number) == ("exploration", 9)
    assert get_company_place_name(report) == "The Drowned Chapel"
    assert report.status.light == "bright"
    assert list_heard(report) == ["done", "next explore the nave =4"]


def test_four_words_are_told_the_newest_last(guide: Desk) -> None:
    for number in range(6):
        said(guide, f"note stair {number}")
    assert list_heard(guide.build_player_screen()) == [f"note stair {n}" for n in range(2, 6)]


def test_what_was_taken_back_or_only_asked_for_is_not_told(guide: Desk) -> None:
    said(guide, "note a stair", "note a bell", "undo")
    said(kept_desk(guide.archive.folder, "mapper"), "request next")
    said(guide, "deny")
    assert list_heard(guide.build_player_screen()) == ["note a stair"]


@pytest.mark.parametrize("seat", ["guide", "note-taker", "caller"])
def test_it_is_the_same_at_every_seat_and_holds_no_secret(guide: Desk, seat: str) -> None:
    said(guide, "note a stair", "secret note the ferryman lies", "roll chapel-encounters =6")
    said(guide, 'npc ysolde note "a liar"', "npc Zanzibar at reedmarket", "react ysolde is 7")
    said(guide, f"as {seat}")
    if seat != "guide":
        said(guide, "secret note the caller lies")
    report = guide.build_player_screen()
    assert report.status.signs is None
    assert report.status.undo is None
    assert report.heard.secretly is None
    assert list_heard(report) == ["note a stair"]
    shown = "\n".join(map(str, render_report(report, str))) + repr(report)
    for secret in ("ferryman", "novice", "liar", "Zanzibar", "caller lies", "reedmarket"):
        assert secret not in shown


def test_a_text_is_read_out_and_a_word_told_with_what_came_of_it(guide: Desk) -> None:
    said(guide, "tell six goblins, asleep", "note a stair", "supply bree +1")
    lines = list(map(str, render_what_players_heard(guide.build_player_screen(), str)))
    assert lines == [
        "The Guide: «six goblins, asleep»",
        "The Guide notes: «a stair»",
        "The Guide: «supply bree +1»",
    ]


SECRETLY = (
    ("npc harl threat 2 wants gold note he lies", "npc harl threat 3 wants blood note he dies"),
    ("secret note the ferryman lies", "secret note the reeve lies"),
    ("roll chapel-encounters =6", "roll chapel-encounters =1"),
    ("bond pike bree 4", "npc pike disposition 7"),
    ("npc Zora at reedmarket", "npc Zelda at sallows-end"),
    ("seat rename mapper Mo", "seat mute mapper"),
    ("react harl is 8", "react harl is 7"),
)
"""What a Guide may do that the table does not hear, one way and another."""
OPENLY = ("done", "next explore the nave =4", "tell a novice, alone", "supply bree +1", "undo")


def test_two_campaigns_that_differ_in_secrets_alone_have_one_screen(tmp_path: Path) -> None:
    guides = [a_desk(greenmire(tmp_path / name)) for name in ("one", "other")]
    for openly, lines in zip(("status", *OPENLY, "status"), SECRETLY, strict=True):
        for guide, line in zip(guides, lines, strict=True):
            said(guide, line, openly)
        one, other = (guide.build_player_screen() for guide in guides)
        assert one == other, (lines, openly)
        shown = [tuple(map(str, render_report(each, str))) for each in (one, other)]
        assert shown[0] == shown[1]
