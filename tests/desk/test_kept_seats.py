"""A desk that keeps to its seat: what is another's is refused, and changes nothing."""

from pathlib import Path

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.audience import Seat
from companion.desk import Desk
from tests.desk.a_desk import a_desk, all_files, greenmire, refused, said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the sample in which something has been played."""
    folder = greenmire(tmp_path / "shelf")
    said(a_desk(folder, seed="before"), "note the bell")
    return folder


def kept_desk(folder: Path, seat: Seat, *, whole_words: bool = True) -> Desk:
    archive, campaign_folders = Archive(folder, seed="kept"), CampaignFolders(folder.parent)
    return Desk(archive, campaign_folders, seat=seat, whole_words=whole_words, keeps_to_seat=True)


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        ("mapper", "next"),
        ("mapper", "light bree torch"),
        ("caller", "npc ysolde hostile"),
        ("quartermaster", "declare search"),
        ("note-taker", "hp bree 1"),
        ("timekeeper", "undo"),
        ("timekeeper", "undo x3"),
        ("timekeeper", "sign the tithe collectors"),
        ("timekeeper", "sign"),
        ("timekeeper", "tell six goblins"),
        ("note-taker", "note secret the ferryman lies"),
        ("note-taker", "secret note the ferryman lies"),
        ("note-taker", "errant edit bree note=false"),
        ("caller", "known causeway no"),
        ("caller", "as guide"),
        ("guide", "as caller"),
        ("caller", "tutorial"),
    ],
)
def test_what_is_another_seats_is_refused_and_changes_nothing(
    folder: Path, seat: Seat, line: str
) -> None:
    before = all_files(folder)
    desk = kept_desk(folder, seat)
    assert refused(desk, line)
    assert desk.seat == seat
    assert all_files(folder) == before


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        ("mapper", "timers"),
        ("mapper", "light"),
        ("caller", "price rope in reedmarket"),
        ("caller", "help next"),
        ("note-taker", "log"),
        ("mapper", "known"),
        ("mapper", "roll 2d6"),
        ("mapper", "note a stair"),
        ("timekeeper", "+10m"),
        ("quartermaster", "supply bree +1"),
        ("caller", "declare force the crypt door"),
        ("caller", "brief"),
        ("guide", "npc ysolde"),
        ("guide", "secret note the ferryman lies"),
    ],
)
def test_its_own_work_and_looking_go_on(folder: Path, seat: Seat, line: str) -> None:
    desk = kept_desk(folder, seat)
    reply = said(desk, line)
    if reply.entry is not None:
        entry = next(iter(desk.archive.read_entries()))
        assert entry.seat == seat


def test_the_menu_offers_no_word_of_another_seats(folder: Path) -> None:
    offered = [each.text for each in kept_desk(folder, "mapper").suggest_completions("")]
    assert {"at", "note", "status", "request", "light"} <= set(offered)
    assert not {"next", "declare", "sign", "as", "secret", "tell"} & set(offered)
    assert "next" in [
        each.text for each in kept_desk(folder, "mapper").suggest_completions("request ne")
    ]
    assert {"next", "hp", "seat"} <= {
        each.text for each in kept_desk(folder, "guide").suggest_completions("")
    }


def test_an_undo_after_anothers_word_is_told_whose_is_the_last(folder: Path) -> None:
    keeper, guide = kept_desk(folder, "timekeeper"), a_desk(folder, seed=None)
    said(keeper, "done")
    said(guide, "note the bell rings")
    message = refused(keeper, "undo")
    assert message.startswith("The last word is the Guide's by now: «note the bell rings».")
    said(guide, "secret note the ferryman lies")
    assert "ferryman" not in refused(keeper, "undo")
    said(guide, "undo", "undo")
    said(keeper, "undo")


@pytest.mark.parametrize("whole_words", [True, False])
@pytest.mark.parametrize("line", ["npc {} hostile", "hurt {} 3", "sign end {}", "wares weapons {}"])
def test_a_refusal_tells_nothing_of_what_is_there(
    folder: Path, line: str, whole_words: bool
) -> None:
    """One name is of somebody whom the players do not know of, the other of nobody."""
    desk = kept_desk(folder, "mapper", whole_words=whole_words)
    answers = []
    for name in ("tithe", "zanzibar"):
        reply = desk.run(line.format(name))
        assert reply is not None
        assert reply.refusal is not None
        answers.append((reply.refusal.kind, str(reply.refusal).replace(name, "…")))
    assert answers[0] == answers[1]


def test_a_line_as_people_talk_is_kept_to_the_seat(folder: Path) -> None:
    desk = kept_desk(folder, "mapper", whole_words=False)
    before = all_files(folder)
    assert refused(desk, "bree lights a torch")
    assert all_files(folder) == before


def test_what_the_file_gives_to_a_seat_holds_at_the_next_word(folder: Path) -> None:
    desk = kept_desk(folder, "mapper")
    assert refused(desk, "supply bree +1")
    book = folder / "campaign.toml"
    text = book.read_text("utf-8").replace("[clock]", '[seats]\nmapper = ["supply"]\n\n[clock]', 1)
    book.write_text(text, encoding="utf-8")
    said(desk, "supply bree +1")
    assert refused(desk, "at sallows-end")


def test_an_edit_of_the_seats_can_be_taken_back(folder: Path) -> None:
    book = folder / "campaign.toml"
    given = '[seats]\nnote-taker = ["recording"]\n\n[clock]'
    before = book.read_text("utf-8").replace("[clock]", given, 1)
    book.write_text(before, encoding="utf-8")
    guide = a_desk(folder, seed=None)
    said(guide, "note the bell swings")
    book.write_text(before.replace('["recording"]', '["recording", "turns"]'), encoding="utf-8")
    said(guide, "note the bell rings")
    assert guide.campaign.book.seats.note_taker == ("recording", "turns")
    said(guide, "undo", "undo")
    assert book.read_text("utf-8") == before
