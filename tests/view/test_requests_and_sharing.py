"""Sentences about seats: what they ask for, who is there, and the player screen."""

from pathlib import Path

import pytest

from companion.archive.seat_presence_and_guide_order_files import mark_campaign_shared
from companion.campaign.seat_presence_and_orders import Presence
from companion.desk import Desk
from companion.reports.reply import Reply
from companion.view.reply import render_reply
from companion.view.shared_wording import make_name_lookup
from tests.desk.a_desk import a_desk, greenmire, said
from tests.desk.test_kept_seats import kept_desk


@pytest.fixture
def guide(tmp_path: Path) -> Desk:
    return a_desk(greenmire(tmp_path / "shelf"), seed="test")


@pytest.fixture
def mapper(guide: Desk) -> Desk:
    """A seat at the same campaign, kept to its own work."""
    return kept_desk(guide.archive.folder, "mapper")


def show(desk: Desk, reply: Reply | None) -> list[str]:
    """An answer as that seat reads it."""
    assert reply is not None
    names = make_name_lookup(desk.campaign)
    return list(map(str, render_reply(reply, names, guide=desk.seat == "guide")))


def test_a_request_is_told_to_whoever_asks_and_to_the_guide(guide: Desk, mapper: Desk) -> None:
    guide.take_in_external_changes()
    assert show(mapper, mapper.run("request supply bree +1")) == [
        "Asked of the Guide: supply bree +1"
    ]
    assert show(guide, guide.take_in_external_changes()) == [
        "Meanwhile, the mapper: «request supply bree +1» (1)",
        "y plays what is asked for, deny plays nothing.",
    ]
    assert "Waits for the Guide (mapper): supply bree +1" in show(mapper, mapper.run("status"))
    assert "Open: grant or deny (mapper: supply bree +1)." in show(guide, guide.run("status"))


def test_another_player_hears_of_a_request_without_how_it_is_granted(mapper: Desk) -> None:
    caller = kept_desk(mapper.archive.folder, "caller")
    caller.take_in_external_changes()
    said(mapper, "request supply bree +1")
    assert show(caller, caller.take_in_external_changes()) == [
        "Meanwhile, the mapper: «request supply bree +1» (1)"
    ]


def test_what_is_granted_and_denied_is_told_to_both(guide: Desk, mapper: Desk) -> None:
    mapper.take_in_external_changes()
    said(mapper, "request supply bree +1")
    assert show(guide, guide.run("grant"))[0] == "Granted to the mapper: supply bree +1"
    assert show(mapper, mapper.take_in_external_changes())[0] == (
        "Meanwhile, the mapper (granted): «supply bree +1» (2)"
    )
    said(mapper, "request supply bree +1")
    assert show(guide, guide.run("deny")) == ["Denied: the mapper's «supply bree +1»."]
    assert show(mapper, mapper.take_in_external_changes()) == [
        "Meanwhile, the Guide: «deny» → mapper: supply bree +1 (4)"
    ]


def test_a_request_that_is_called_as_a_result_of_the_die_is_none(guide: Desk, mapper: Desk) -> None:
    said(mapper, "request rest")
    said(guide, "deny")
    assert show(mapper, mapper.take_in_external_changes()) == [
        "Meanwhile, the Guide: «deny» → mapper: rest (2)"
    ]


def test_a_refusal_says_whose_it_is_and_how_to_ask(mapper: Desk) -> None:
    assert show(mapper, mapper.run("next")) == [
        "«next» is the timekeeper's, not the mapper's. Try: request next"
    ]
    assert show(mapper, mapper.run("hp bree 3")) == [
        "«hp» is the Guide's, not the mapper's. Try: request hp bree 3"
    ]
    assert show(mapper, mapper.run("sign")) == [
        "What is secret is the Guide's alone. For everybody to read: note the bell is cracked"
    ]


def test_who_is_there_is_listed(guide: Desk) -> None:
    said(guide, "seat rename mapper Mo", "seat mute caller")
    unshared = show(guide, guide.run("seat"))
    assert unshared[0] == "This campaign is not shared now."
    assert unshared[1].endswith("companion share mire")
    with mark_campaign_shared(guide.archive.folder, "http://here:8000") as write_present:
        empty = show(guide, guide.run("seat"))
        assert empty[0] == "Shared at http://here:8000."
        assert empty[-1] == "Nobody is there yet."
        write_present((Presence("caller", 1, ("10.0.0.7",)), Presence("mapper", 2)))
        assert show(guide, guide.run("seat"))[1:] == [
            "caller: 1 page at 10.0.0.7, muted",
            "mapper (Mo): 2 pages",
        ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("seat rename mapper Mo", "The mapper is Mo."),
        ("seat rename mapper", "The mapper has no name."),
        ("seat mute mapper", "The mapper only looks from now on."),
        ("seat unmute mapper", "The mapper types again."),
        ("seat send-away mapper", "The mapper's pages end, and the link opens nothing any more."),
    ],
)
def test_what_the_guide_decides_is_said(guide: Desk, line: str, told: str) -> None:
    with mark_campaign_shared(guide.archive.folder):
        assert show(guide, guide.run(line)) == [told]
