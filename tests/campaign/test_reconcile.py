"""Files and journal brought together: rolled forward, but never over what a person wrote."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry
from companion.campaign.diff import diff
from companion.campaign.reconcile import put_back, reconcile
from tests.making import campaign, errant, item


def supply(number: int, phys: int = 10) -> Campaign:
    return campaign(replace(errant("Bree", item("rope")), supply=number, phys=phys))


def entry(before: Campaign, after: Campaign, number: int = 1) -> Entry:
    return Entry(
        session="aaaa", number=number, kind="word", line="supply", changes=diff(before, after)
    )


def test_a_file_that_was_not_written_yet_is_rolled_forward() -> None:
    settled = reconcile(supply(1), [entry(supply(1), supply(2))], supply(1))
    assert settled.campaign == supply(2)
    assert settled.forward == diff(supply(1), supply(2))
    assert settled.edits == settled.overridden == ()


def test_a_file_that_stands_between_two_entries_is_rolled_forward() -> None:
    entries = [entry(supply(1), supply(2)), entry(supply(2), supply(3), 2)]
    assert reconcile(supply(1), entries, supply(2)).campaign == supply(3)


def test_what_was_written_already_is_left() -> None:
    settled = reconcile(supply(1), [entry(supply(1), supply(2))], supply(2))
    assert settled.campaign == supply(2)
    assert settled.forward == settled.edits == ()


def test_what_a_person_wrote_stays_and_is_told() -> None:
    settled = reconcile(supply(1), [entry(supply(1), supply(2))], supply(9))
    assert settled.campaign == supply(9)
    assert [c.path for c in settled.overridden] == ["errants/bree/supply"]
    assert settled.edits == diff(supply(2), supply(9))


def test_an_edit_beside_an_unwritten_entry_is_kept_and_so_is_the_entry() -> None:
    settled = reconcile(supply(1), [entry(supply(1), supply(2))], supply(1, phys=12))
    assert settled.campaign == supply(2, phys=12)
    assert [c.path for c in settled.edits] == ["errants/bree/phys"]
    assert settled.overridden == ()


def test_an_entry_that_leads_nowhere_is_named_and_passed_over() -> None:
    lost = Entry(
        session="aaaa", number=1, kind="word", line="x", changes=(Change("errants/x/supply", 1, 2),)
    )
    settled = reconcile(supply(1), [lost, entry(supply(1), supply(2), 2)], supply(1))
    assert settled.lost == ("aaaa-1",)
    assert settled.campaign == supply(2)


def test_an_edit_that_gives_a_value_from_before_a_word_is_told_by_that_word() -> None:
    words = [entry(supply(1), supply(2))]
    assert put_back(diff(supply(2), supply(1)), words) == (("errants/bree/supply", "supply"),)
    assert put_back(diff(supply(2), supply(7)), words) == ()
