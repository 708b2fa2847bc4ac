"""`seat`: who is at the table of a campaign that is shared, and what the Guide decides."""

from pathlib import Path

import pytest

from companion.archive.seat_presence_and_guide_order_files import (
    mark_campaign_shared,
    read_guide_orders,
)
from companion.campaign.seat_presence_and_orders import Order, Presence
from companion.reports.requests_and_sharing import PlaceLine, SharingReport
from tests.desk.a_desk import a_desk, all_files, refused, said
from tests.desk.test_kept_seats import kept_desk


def list_places(folder: Path, line: str = "seat") -> SharingReport:
    """The answer to a line of `seat`."""
    report = said(a_desk(folder, seed=None), line).report
    assert isinstance(report, SharingReport)
    return report


def test_without_sharing_it_says_so_and_how_to_begin(folder: Path) -> None:
    report = list_places(folder)
    assert (report.shared, report.campaign, report.places) == (False, "mire", ())


def test_it_lists_who_is_there_with_the_orders(folder: Path) -> None:
    list_places(folder, "seat rename mapper Mo of the Marsh")
    with mark_campaign_shared(folder, "http://here:8000") as write_present:
        write_present((Presence("caller", 2, ("10.0.0.7",)), Presence("screen", 1)))
        report = list_places(folder)
    assert (report.shared, report.address) == (True, "http://here:8000")
    assert report.places == (
        PlaceLine("caller", "", False, 2, ("10.0.0.7",)),
        PlaceLine("mapper", "Mo of the Marsh", False, 0, ()),
        PlaceLine("screen", "", False, 1, ()),
    )


def test_orders_wait_for_whoever_shares(folder: Path) -> None:
    for line in ("rename mapper Mo", "mute mapper", "send-away mapper", "send-away mapper"):
        list_places(folder, f"seat {line}")
    assert read_guide_orders(folder) == {"mapper": Order("Mo", True, 2)}
    list_places(folder, "seat unmute mapper")
    list_places(folder, "seat rename mapper")
    assert read_guide_orders(folder) == {"mapper": Order("", False, 2)}


def test_a_muted_seat_looks_and_types_nothing(folder: Path) -> None:
    mapper, before = kept_desk(folder, "mapper"), all_files(folder)
    said(a_desk(folder, seed=None), "seat mute mapper")
    for line in ("note a stair", "request next", "roll 2d6", "at sallows-end", "next"):
        assert "muted" in refused(mapper, line)
    said(mapper, "status")
    assert all_files(folder) == before
    said(kept_desk(folder, "caller"), "note a stair")
    said(a_desk(folder, seed=None), "seat unmute mapper")
    said(mapper, "note a stair")


@pytest.mark.parametrize("line", ["seat mute guide", "seat mute screen", "seat mute"])
def test_what_makes_no_sense_is_refused(folder: Path, line: str) -> None:
    kind = "malformed" if line == "seat mute" else "impossible"
    assert refused(a_desk(folder, seed=None), line, kind)
    assert refused(a_desk(folder, seed=None), "seat mute nobody", "unknown")
    assert read_guide_orders(folder) == {}


@pytest.mark.parametrize("line", ["seat", "seat mute caller", "seat rename caller Mo"])
def test_it_is_the_guides_alone(folder: Path, line: str) -> None:
    assert refused(kept_desk(folder, "mapper"), line)
    player = a_desk(folder, seed=None)
    said(player, "as mapper")
    assert refused(player, line)
    assert read_guide_orders(folder) == {}


def test_it_is_answered_even_if_the_files_are_broken(folder: Path) -> None:
    guide = a_desk(folder, seed=None)
    (folder / "campaign.toml").write_text("name = ", encoding="utf-8")
    assert isinstance(said(guide, "seat").report, SharingReport)
