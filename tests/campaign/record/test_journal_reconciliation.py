"""Files and journal brought together: rolled forward, but never over what a person wrote."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry
from companion.campaign.diff import apply_changes, diff_campaigns, invert_changes
from companion.campaign.record.file_and_journal_reconciliation import (
    MergeConflict,
    find_hand_edits_undoing_words,
    reconcile_files_with_journal,
)
from companion.errant.turns.moments_and_spans import Moment
from tests.making import campaign, errant, item


def make_campaign(number: int, phys: int = 10) -> Campaign:
    return campaign(replace(errant("Bree", item("rope")), supply=number, phys=phys))


def make_entry(before: Campaign, after: Campaign, number: int = 1) -> Entry:
    return Entry(
        session="aaaa",
        number=number,
        kind="word",
        line="supply",
        changes=diff_campaigns(before, after),
    )


def test_a_file_that_was_not_written_yet_is_rolled_forward() -> None:
    settled = reconcile_files_with_journal(
        make_campaign(1), [make_entry(make_campaign(1), make_campaign(2))], make_campaign(1)
    )
    assert settled.campaign == make_campaign(2)
    assert settled.forward_changes == diff_campaigns(make_campaign(1), make_campaign(2))
    assert settled.edits == settled.overridden_changes == ()


def test_a_file_that_stands_between_two_entries_is_rolled_forward() -> None:
    entries = [
        make_entry(make_campaign(1), make_campaign(2)),
        make_entry(make_campaign(2), make_campaign(3), 2),
    ]
    assert reconcile_files_with_journal(
        make_campaign(1), entries, make_campaign(2)
    ).campaign == make_campaign(3)


def test_what_was_written_already_is_left() -> None:
    settled = reconcile_files_with_journal(
        make_campaign(1), [make_entry(make_campaign(1), make_campaign(2))], make_campaign(2)
    )
    assert settled.campaign == make_campaign(2)
    assert settled.forward_changes == settled.edits == ()


def test_what_a_person_wrote_stays_and_is_told() -> None:
    settled = reconcile_files_with_journal(
        make_campaign(1), [make_entry(make_campaign(1), make_campaign(2))], make_campaign(9)
    )
    assert settled.campaign == make_campaign(9)
    assert [c.path for c in settled.overridden_changes] == ["errants/bree/supply"]
    assert settled.edits == diff_campaigns(make_campaign(2), make_campaign(9))


def test_an_edit_and_an_unwritten_entry_are_both_kept() -> None:
    settled = reconcile_files_with_journal(
        make_campaign(1),
        [make_entry(make_campaign(1), make_campaign(2))],
        make_campaign(1, phys=12),
    )
    assert settled.campaign == make_campaign(2, phys=12)
    assert [c.path for c in settled.edits] == ["errants/bree/phys"]
    assert settled.overridden_changes == ()


def test_an_entry_that_leads_nowhere_is_named_and_passed_over() -> None:
    lost = Entry(
        session="aaaa", number=1, kind="word", line="x", changes=(Change("errants/x/supply", 1, 2),)
    )
    settled = reconcile_files_with_journal(
        make_campaign(1),
        [lost, make_entry(make_campaign(1), make_campaign(2), 2)],
        make_campaign(1),
    )
    assert settled.lost_entries == ("aaaa-1",)
    assert settled.campaign == make_campaign(2)


def test_an_edit_that_undoes_a_word_is_told_by_that_word() -> None:
    words = [make_entry(make_campaign(1), make_campaign(2))]
    assert find_hand_edits_undoing_words(
        diff_campaigns(make_campaign(2), make_campaign(1)), words
    ) == (("errants/bree/supply", "supply"),)
    assert (
        find_hand_edits_undoing_words(diff_campaigns(make_campaign(2), make_campaign(7)), words)
        == ()
    )


def make_their_entry(before: Campaign, after: Campaign, number: int = 1) -> Entry:
    """A word of another clone."""
    return replace(make_entry(before, after, number), session="bbbb")


def test_the_same_sum_on_two_evenings_is_told() -> None:
    settled = reconcile_files_with_journal(
        make_campaign(3), [make_their_entry(make_campaign(2), make_campaign(3))], make_campaign(3)
    )
    assert settled.campaign == make_campaign(3)
    assert settled.forward_changes == settled.edits == settled.overridden_changes == ()
    assert settled.merge_conflicts == (
        MergeConflict("errants/bree/supply", 3, 3, 3, "bbbb-1", "supply"),
    )


def test_what_was_settled_in_a_merge_stands() -> None:
    for now in (5, 7, 10):
        settled = reconcile_files_with_journal(
            make_campaign(5),
            [make_their_entry(make_campaign(2), make_campaign(7))],
            make_campaign(now),
        )
        assert settled.campaign == make_campaign(now)
        assert settled.forward_changes == ()
        assert settled.edits == diff_campaigns(make_campaign(7), make_campaign(now))
        (crossed,) = settled.merge_conflicts
        assert crossed[:4] == ("errants/bree/supply", 5, 7, now)


def test_the_last_word_of_the_others_is_told() -> None:
    words = [
        make_their_entry(make_campaign(2), make_campaign(3)),
        make_their_entry(make_campaign(3), make_campaign(4), 2),
    ]
    (crossed,) = reconcile_files_with_journal(
        make_campaign(5), words, make_campaign(5)
    ).merge_conflicts
    assert crossed == MergeConflict("errants/bree/supply", 5, 4, 5, "bbbb-2", "supply")


def test_how_others_settled_it_comes_back_as_no_edit() -> None:
    """One merges 5 and 7 into 7, which its own word made it: an edit of 5 into 7. The other takes
    that in, and the first would take in nothing new."""
    mine, yours = (
        make_entry(make_campaign(2), make_campaign(7)),
        make_their_entry(make_campaign(2), make_campaign(5)),
    )
    merger = reconcile_files_with_journal(make_campaign(7), [yours], make_campaign(7))
    assert merger.edits == diff_campaigns(make_campaign(5), make_campaign(7))
    edit = replace(make_entry(make_campaign(5), make_campaign(7), 2), kind="edit")
    other = reconcile_files_with_journal(make_campaign(5), [mine, edit], make_campaign(7))
    assert other.campaign == make_campaign(7)
    assert other.edits == ()
    assert [each[1:4] for each in other.merge_conflicts] == [(5, 7, 7)]
    agreed = reconcile_files_with_journal(
        make_campaign(5),
        [replace(make_their_entry(make_campaign(7), make_campaign(5), 3), kind="edit")],
        make_campaign(5),
    )
    assert agreed.merge_conflicts == ()
    assert agreed.edits == ()


def test_the_same_word_given_twice_is_not_told() -> None:
    spring, winter = (
        replace(campaign(), book=replace(campaign().book, season=season))
        for season in ("spring", "winter")
    )
    assert (
        reconcile_files_with_journal(
            winter, [make_their_entry(spring, winter)], winter
        ).merge_conflicts
        == ()
    )


def test_what_one_dropped_and_one_used_stays_as_it_was_settled() -> None:
    both = campaign(errant("Bree", item("rope"), item("torch", count=3)))
    dropped = campaign(errant("Bree", item("torch", count=3)))
    used = campaign(errant("Bree", replace(item("rope"), slots=0.25), item("torch", count=3)))
    for now in (dropped, used):
        settled = reconcile_files_with_journal(dropped, [make_their_entry(both, used)], now)
        assert settled.campaign == now
        assert settled.merge_conflicts[0][:3] == ("errants/bree/items/rope/slots", None, 0.25)
        settled = reconcile_files_with_journal(used, [make_their_entry(both, dropped)], now)
        assert settled.campaign == now
        assert [each.path for each in settled.merge_conflicts] == ["errants/bree/items/rope"]
        assert settled.merge_conflicts[0].theirs is None


def test_an_entry_of_which_something_fits_is_not_lost() -> None:
    half = Entry(
        session="bbbb",
        number=1,
        kind="word",
        line="x",
        changes=(Change("errants/x/supply", 1, 2), Change("errants/bree/supply", 1, 2)),
    )
    settled = reconcile_files_with_journal(make_campaign(1), [half], make_campaign(2))
    assert settled.lost_entries == ()
    assert settled.campaign == make_campaign(2)
    assert settled.edits == ()


AMOUNTS = st.integers(0, 3)
ITEMS = st.lists(st.sampled_from(["rope", "torch", "candle"]), unique=True, max_size=3)


@st.composite
def campaigns(draw: st.DrawFn) -> Campaign:
    """Bree and Wim with a few numbers and things that words change."""
    things = [item(name, count=draw(st.integers(1, 3))) for name in draw(ITEMS)]
    bree = errant("Bree", *things, supply=draw(AMOUNTS), exhaustion=draw(AMOUNTS))
    wim = errant("Wim", supply=draw(AMOUNTS))
    clock = {"now": Moment(8 * 3600 + draw(AMOUNTS)), "travel_turns": draw(AMOUNTS)}
    return campaign(bree, wim).with_clock(**clock)


def make_evening(states: list[Campaign], session: str = "aaaa") -> list[Entry]:
    """The entries that lead from each of these to the next."""
    return [
        replace(make_entry(before, after, number), session=session)
        for number, (before, after) in enumerate(pairwise(states), 1)
    ]


@given(st.lists(campaigns(), min_size=2, max_size=6), st.data())
def test_words_of_one_journal_never_conflict_whatever_was_edited(
    states: list[Campaign], data: st.DataObject
) -> None:
    words = make_evening(states)
    if data.draw(st.booleans()):
        last = words[-1]
        states = [*states, states[-2]]
        words.append(
            replace(last, number=last.number + 1, kind="undo", changes=invert_changes(last.changes))
        )
    written = [each for each in diff_campaigns(states[0], states[-1]) if data.draw(st.booleans())]
    edited = [
        each
        for each in diff_campaigns(states[-1], data.draw(campaigns()))
        if data.draw(st.booleans())
    ]
    for found in (states[0], states[-1], apply_changes(states[0], written)):
        settled = reconcile_files_with_journal(states[0], words, found)
        assert diff_campaigns(settled.campaign, states[-1]) == ()
        assert settled.merge_conflicts == ()
        assert settled.lost_entries == ()
    settled = reconcile_files_with_journal(states[0], words, apply_changes(states[-1], edited))
    assert settled.merge_conflicts == ()


NUMBERS = ["errants/bree/supply", "errants/bree/exhaustion", "campaign/clock/travel_turns"]


def make_numbered(*numbers: int) -> Campaign:
    supply, exhaustion, turns = numbers
    bree = errant("Bree", supply=supply, exhaustion=exhaustion)
    return campaign(bree).with_clock(travel_turns=turns)


THREE = st.tuples(AMOUNTS, AMOUNTS, AMOUNTS)


@given(THREE, *[st.lists(THREE, min_size=1, max_size=3)] * 2, st.data())
def test_of_two_merged_evenings_what_both_changed_is_told(
    base: tuple[int, ...],
    mine: list[tuple[int, ...]],
    yours: list[tuple[int, ...]],
    data: st.DataObject,
) -> None:
    others = make_evening([make_numbered(*each) for each in (base, *yours)], "bbbb")
    merged, told = [], set()
    for path, was, my, your in zip(NUMBERS, base, mine[-1], yours[-1], strict=True):
        by_git = your if my == was else my
        differ = my != was != your and my != your
        merged.append(data.draw(st.sampled_from([my, your, 9])) if differ else by_git)
        if my != was != your:
            told.add(path)
    found = make_numbered(*merged)
    settled = reconcile_files_with_journal(make_numbered(*mine[-1]), others, found)
    assert settled.campaign == found
    assert settled.forward_changes == ()
    crossed = {each.path: each for each in settled.merge_conflicts}
    assert crossed.keys() >= told
    for path, was, my, now in zip(NUMBERS, base, mine[-1], merged, strict=True):
        if path in crossed:
            assert my != was
            assert crossed[path].ours == my
            assert crossed[path].now == now
