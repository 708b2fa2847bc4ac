"""What the Guide's word `seat` knows of a shared table, and does to it."""

from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.disk.dot_companion_folder import LOG_NAME, OWN_FOLDER
from companion.archive.seat_presence_and_guide_order_files import read_sharing_state
from companion.campaign.seat_presence_and_orders import Presence
from companion.refusal import Impossible
from companion.share import shared_table
from companion.share.seat_links import LINKS_FILE, Links
from companion.share.server import ShareCall, open_shared_campaign
from tests.desk.a_desk import a_desk, said
from tests.share.serving import NAME, LiveTable, Phone, share, visit

PATIENCE = 10.0


def wait_for_presences(folder: Path, *expected: Presence) -> None:
    give_up = monotonic() + PATIENCE
    while (found := read_sharing_state(folder).present) != expected:
        assert monotonic() < give_up, found
        sleep(0.02)


def test_the_guides_prompt_knows_who_is_there(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    with LiveTable(tmp_path) as table:
        assert read_sharing_state(folder).address == table.opened.base
        with table.sit("mapper").listen() as heard, table.sit("mapper").listen() as second:
            next(heard)
            next(second)
            wait_for_presences(folder, Presence("mapper", 2, ("127.0.0.1",)))
        wait_for_presences(folder)
    assert not read_sharing_state(folder).is_shared


def test_a_campaign_is_shared_once_at_a_time(tmp_path: Path) -> None:
    kept = tmp_path / NAME / ".companion" / LINKS_FILE
    with share(tmp_path, keep_links=True):
        with pytest.raises(Impossible, match="shared already"):
            open_shared_campaign(ShareCall(NAME, port=0), CampaignFolders(tmp_path), print)
        assert kept.exists(), "the links are the first one's"
    with share(tmp_path) as opened:
        assert opened.port


def test_who_is_sent_away_hears_nothing_more_and_comes_back_by_the_new_link_alone(
    tmp_path: Path,
) -> None:
    with LiveTable(tmp_path) as table:
        phone, other = table.sit("mapper"), table.sit("caller")
        old = table.opened.links.tokens["mapper"]
        with phone.listen() as heard, other.listen() as heard_by_other:
            next(heard)
            said(a_desk(tmp_path / NAME), "seat send-away mapper")
            assert [event.kind for event in heard][-1] == "closed"
            said(a_desk(tmp_path / NAME), "note after that")
            assert any("after that" in str(event.data) for event in heard_by_other)
        for path in ("/", "/events", "/packs", "/menu?line=n"):
            with pytest.raises(AssertionError, match="403"):
                phone.get(path)
        with pytest.raises(AssertionError, match="403"):
            Phone(table.opened.port, old)
        new = table.opened.links.tokens["mapper"]
        assert new != old
        assert any(new in line for line in table.heard)
        phone = table.sit("mapper")
        assert "after that" in phone.get("/")
    assert "The mapper was sent away. A new link:" in table.heard


def test_a_muted_seat_is_told_so_and_looks(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "timekeeper") as (keeper,):
        assert "muted" not in keeper.get("/").text
        said(a_desk(tmp_path / NAME), "seat mute timekeeper", "seat rename timekeeper Mo <b>")
        page = keeper.say("next")
        assert 'class="mine refused"' in page
        assert "The Guide has muted this seat" in page
        assert "Mo &lt;b&gt;" in page
        assert 'value="done">done</button>' not in page
        assert 'class="mine"' in keeper.say("status")
        said(a_desk(tmp_path / NAME), "seat unmute timekeeper")
        assert "The Guide has muted this seat" not in keeper.say("done")


def test_no_player_asks_who_is_there(tmp_path: Path) -> None:
    with share(tmp_path) as opened, visit(opened, "mapper", "guide") as (mapper, guide):
        assert 'class="mine refused"' in mapper.say("seat")
        assert 'class="mine refused"' in mapper.say("seat send-away caller")
        assert 'class="mine"' in guide.say("seat")


def close_window(*_text: str) -> None:
    raise BrokenPipeError


def test_a_window_that_is_closed_ends_nobodys_evening(tmp_path: Path) -> None:
    with LiveTable(tmp_path, announce=close_window) as live:
        mapper, caller = live.sit("mapper"), live.sit("caller")
        with mapper.listen() as heard:
            next(heard)
            said(a_desk(tmp_path / NAME), "seat send-away caller")
            with pytest.raises(AssertionError, match="403"):
                caller.get("/")
            said(a_desk(tmp_path / NAME), "note later")
            assert any("later" in str(event.data) for event in heard)
        wait_for_presences(tmp_path / NAME)


def test_a_look_that_fails_deafens_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_table, "FAILED_SECONDS", 0.01)
    with LiveTable(tmp_path) as live:
        mapper, caller = live.sit("mapper"), live.sit("caller")
        for desk in (live.opened.table._desks.open("mapper"), live.opened.table):
            name = "catch_up" if desk is not live.opened.table else "_write_present"
            monkeypatch.setattr(desk, name, close_window)
        with caller.listen() as heard:
            said(a_desk(tmp_path / NAME), "note later")
            assert any("later" in str(event.data) for event in heard)
        log, until = tmp_path / NAME / OWN_FOLDER / LOG_NAME, monotonic() + 5
        while not log.exists() and monotonic() < until:  # the mapper's desk may look a moment later
            sleep(0.01)
        assert "listening" in log.read_text()
        assert mapper.say("note still here")["ok"]


def test_who_is_sent_away_before_the_evening_needs_a_new_link(tmp_path: Path) -> None:
    """The order is given while nothing is shared; the others' links stay those of last time."""
    with share(tmp_path, keep_links=True) as opened:
        before = dict(opened.links.tokens)
    said(a_desk(tmp_path / NAME), "seat send-away mapper", "seat rename caller Mo")
    for _ in range(2):
        with share(tmp_path, keep_links=True) as opened:
            after = dict(opened.links.tokens)
        assert [place for place in after if after[place] != before[place]] == ["mapper"]


def test_a_link_that_cannot_be_kept_is_told_and_not_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with LiveTable(tmp_path, keep_links=True) as live:
        old = live.opened.links.tokens["mapper"]
        mapper = live.sit("mapper")
        with monkeypatch.context() as patched:
            patched.setattr(Links, "save_tokens", fail)
            said(a_desk(tmp_path / NAME), "seat send-away mapper")
            with pytest.raises(AssertionError, match="403"):
                mapper.get("/")
    assert any("cannot be kept" in text for text in live.heard)
    with share(tmp_path, keep_links=True) as opened:
        assert opened.links.tokens["mapper"] != old
