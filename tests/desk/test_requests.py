"""What a seat may not type it may ask for, and the Guide grants or denies it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.audience import Seat
from companion.campaign.campaign import Request
from companion.desk import Desk
from companion.reports.requests_and_sharing import RequestReport
from tests.desk.a_desk import a_desk, all_files, heard, refused, said
from tests.desk.test_kept_seats import kept_desk


@pytest.fixture
def sit(folder: Path) -> Callable[[Seat], Desk]:
    """Opens a desk for a seat that is kept."""
    return lambda seat: kept_desk(folder, seat)


@pytest.fixture
def guide(folder: Path) -> Desk:
    return a_desk(folder, seed=None)


Sit = Callable[[Seat], Desk]


def test_a_granted_line_is_played_as_that_seats(sit: Sit, guide: Desk) -> None:
    before = guide.campaign.get_errant("bree").supply
    said(sit("mapper"), "request supply bree +1")
    reply = said(guide, "grant")
    assert reply.meant == "supply bree +1"
    assert guide.campaign.get_errant("bree").supply == before + 1
    assert guide.campaign.book.requests == ()
    entry = next(guide.archive.read_entries())
    assert (entry.seat, entry.line, entry.typed) == ("mapper", "supply bree +1", "grant")


def test_a_request_outlives_every_process(folder: Path, sit: Sit) -> None:
    said(sit("mapper"), "request supply bree +1")
    anew = a_desk(folder, seed=None)
    assert anew.campaign.book.requests == (
        Request(
            id="1", seat="mapper", line="supply bree +1", turn_type="exploration", turn_number=8
        ),
    )
    said(anew, "grant")


def test_the_guide_hears_of_it_and_the_seat_of_its_end(sit: Sit, guide: Desk) -> None:
    mapper = sit("mapper")
    guide.take_in_external_changes()
    said(mapper, "request supply bree +1")
    (word,) = heard(guide).words
    assert (word.seat, word.line, word.granted) == ("mapper", "request supply bree +1", False)
    mapper.take_in_external_changes()
    said(guide, "grant")
    (word,) = heard(mapper).words
    assert (word.seat, word.line, word.granted) == ("mapper", "supply bree +1", True)
    said(mapper, "request supply bree +1")
    said(guide, "deny")
    mapper.take_in_external_changes()
    said(mapper, "request supply bree +1")
    said(guide, "deny mapper")
    (word,) = heard(mapper).words
    assert (word.line, word.outcome) == ("deny mapper", "mapper: supply bree +1")


def test_a_grant_in_another_type_of_turn_asks_once(sit: Sit, guide: Desk) -> None:
    said(sit("mapper"), "request supply bree +1")
    said(guide, "done")
    (matter,) = guide.build_status().matters
    assert matter.why == "mapper: supply bree +1"
    said(guide, "out!")
    status = guide.build_status()
    assert status.requests[0].late
    assert (status.requests[0].turn_type, status.requests[0].turn_number) == ("exploration", 8)
    assert status.matters[0].why == "mapper, in Exploration Turn 8: supply bree +1"
    before = guide.campaign
    told = refused(guide, "grant 1", "open")
    assert "in Exploration Turn 8, and now this is Travel Turn 9" in told
    assert "deny 1" in told
    assert guide.campaign == before
    assert said(guide, "grant 1").meant == "supply bree +1"


def test_a_grant_in_a_later_turn_of_the_same_type_asks_nothing(sit: Sit, guide: Desk) -> None:
    said(sit("mapper"), "request supply bree +1")
    said(guide, "next! =6", "grant")


def test_what_waits_is_in_the_status_of_every_seat(sit: Sit, guide: Desk) -> None:
    said(sit("mapper"), "request supply bree +1")
    said(guide, "status")
    assert guide.build_status().open[0] == "grant or deny (mapper: supply bree +1)"
    caller = sit("caller")
    assert not any(line.startswith("grant") for line in caller.build_status().open)
    assert [each.seat for each in caller.build_status().requests] == ["mapper"]
    assert guide.suggest_completions("")[0].text == "grant"
    assert "grant" not in [each.text for each in caller.suggest_completions("")]
    assert caller.suggest_completions("request lig")[0].text == "light"


def test_the_oldest_is_granted_first_and_any_by_number_or_seat(sit: Sit, guide: Desk) -> None:
    for seat, line in (("mapper", "+1"), ("caller", "+2"), ("caller", "+3")):
        said(sit(seat), f"request supply bree {line}")  # type: ignore[arg-type]
    said(guide, "grant 2")
    said(guide, "deny caller")
    report = said(sit("caller"), "request supply wim +1").report
    assert isinstance(report, RequestReport)
    assert report.request.id == "6", "the number of its entry: none is used twice"
    said(guide, "grant 1", "grant 6")
    assert refused(guide, "grant")
    assert refused(guide, "deny")
    assert refused(guide, "grant 7", "unknown")


def test_what_cannot_be_done_goes_on_waiting(sit: Sit, guide: Desk) -> None:
    mapper = sit("mapper")
    said(mapper, "request next")
    before = guide.campaign.turns
    why = refused(guide, "grant")
    assert "deny 1" in why
    assert guide.campaign.turns == before
    assert len(guide.campaign.book.requests) == 1
    said(guide, "grant!")
    assert guide.campaign.turns != before
    assert not guide.campaign.book.requests


@pytest.mark.parametrize(
    "line",
    [
        "request note a stair",
        "request status",
        "request at sallows-end",
        "request sign",
        "request tell six goblins",
        "request secret note the ferryman",
        "request note secret the ferryman",
        "request as guide",
        "request request next",
        "request grant",
        "request no such word",
        "request # nothing",
        "request light",
        "request light zanzibar",
        f"request declare {'x' * 300}",
        "secret request next",
    ],
)
def test_what_cannot_be_asked_for_changes_nothing(folder: Path, sit: Sit, line: str) -> None:
    mapper = sit("mapper")
    before = all_files(folder)
    assert refused(mapper, line)
    assert all_files(folder) == before


def test_the_same_line_is_asked_for_once_and_five_at_most(sit: Sit) -> None:
    mapper = sit("mapper")
    for more in range(1, 6):
        said(mapper, f"request supply bree +{more}")
    assert refused(mapper, "request supply bree +1")
    assert refused(mapper, "request supply bree +6")
    said(sit("caller"), "request supply bree +6")


def test_nobody_but_the_guide_grants(folder: Path, sit: Sit, guide: Desk) -> None:
    said(sit("mapper"), "request supply bree +1")
    assert refused(sit("mapper"), "grant")
    assert refused(sit("caller"), "deny 1")
    said(guide, "as mapper")
    assert refused(guide, "grant")
    assert refused(a_desk(folder, seed=None), "request next")


def test_a_line_as_people_talk_is_asked_for_in_the_companions_words(folder: Path) -> None:
    mapper = kept_desk(folder, "mapper", whole_words=False)
    said(mapper, "request give bree three supply")
    said(mapper, "request give wim bree's hammer")
    lines = [each.line for each in mapper.campaign.book.requests]
    assert lines == ["supply bree +3", "pass bree wim hammer"]


def test_a_hint_says_how_to_ask(sit: Sit) -> None:
    mapper = sit("mapper")
    assert refused(mapper, "supply bree +1").endswith("Try: request supply bree +1")
    said(mapper, "request supply bree +1")


def test_forcing_is_the_guides_but_a_stop_is_passed(sit: Sit) -> None:
    quartermaster, timekeeper = sit("quartermaster"), sit("timekeeper")
    said(quartermaster, "give bree anvil x40")
    assert "request light! bree torch" in refused(quartermaster, "light! bree torch")
    said(quartermaster, "request light! bree torch")
    said(timekeeper, "next!")


def test_undo_passes_over_requests(sit: Sit, guide: Desk) -> None:
    said(guide, "supply bree +1")
    before = guide.campaign.get_errant("bree").supply
    said(sit("timekeeper"), "request undo")
    said(guide, "deny")
    said(sit("timekeeper"), "request undo")
    said(guide, "grant!")
    assert guide.campaign.get_errant("bree").supply == before - 1
    assert guide.campaign.book.requests == ()


def test_an_undo_of_what_was_granted_lets_nothing_wait_again(sit: Sit, guide: Desk) -> None:
    before = guide.campaign
    said(sit("mapper"), "request supply bree +1")
    assert refused(guide, "undo 1")
    said(guide, "grant", "undo!")
    assert guide.campaign == before
    said(sit("caller"), "request next")
    said(guide, "deny", "redo")
    assert guide.campaign.get_errant("bree").supply == before.get_errant("bree").supply + 1
    said(guide, "undo 2")
    assert guide.campaign == before


def test_a_seat_takes_back_what_it_typed_last(sit: Sit, guide: Desk) -> None:
    mapper = sit("mapper")
    said(mapper, "note a stair", "undo")
    said(mapper, "note a stair")
    said(guide, "supply bree +1")
    assert refused(mapper, "undo")
    said(guide, "undo")
    said(mapper, "undo")
