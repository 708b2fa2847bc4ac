"""The journal read back: evenings, what stands of them, and what came of each."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry
from companion.campaign.record.recap import (
    ErrantFate,
    Evening,
    count_event_die_results,
    count_turns_played,
    count_used_up_things,
    find_evening,
    list_errant_outcomes,
    list_ids_of_places_visited,
    read_evenings,
)
from companion.campaign.undo_and_redo import undo_back_to_entry, undo_named_entry
from companion.campaign.undoable_entries import flag_entries_not_undone
from companion.errant.turns.turns import set_event_die_face
from companion.refusal import Impossible, Refusal
from tests.campaign.played import Played, declared, next_turn, said
from tests.making import campaign, errant, item, torch, turn


@pytest.fixture
def played() -> Played:
    return Played(campaign(errant("Bree"), errant("Wim"), turns=(turn(),)))


def lines(played: Played) -> list[list[str]]:
    """What stands of each evening, newest evening first."""
    found = read_evenings(played.campaign, played.backwards())
    return [[each.entry.line for each in evening] for evening in found]


def in_order(played: Played) -> list[Evening]:
    """Every evening, the first one first."""
    return list(read_evenings(played.campaign, played.backwards()))[::-1]


def test_an_evening_is_what_was_said_in_its_session_in_order(played: Played) -> None:
    played.note("one")
    played.note("two")
    played.another_day()
    played.note("three")
    assert lines(played) == [["note three"], ["note one", "note two"]]


def test_two_who_type_on_one_evening_share_it(played: Played) -> None:
    played.note("one")
    played.session, played.at = "bbbb", "2026-01-02T00:30:00Z"
    played.note("two")
    played.session, played.at = "aaaa", "2026-01-02T01:00:00Z"
    played.note("three")
    assert lines(played) == [["note one", "note two", "note three"]]


@pytest.mark.parametrize("at", ["2026-01-02T01:00:00Z", "", "yesterday", "2026-01-01T19:30:00"])
def test_a_session_after_a_pause_is_another_evening(at: str, played: Played) -> None:
    played.note("one")
    played.session, played.at = "bbbb", at
    played.note("two")
    assert lines(played) == [["note two"], ["note one"]]


def test_what_was_taken_back_is_not_told_and_what_was_done_again_is(played: Played) -> None:
    played.note("one")
    played.note("two")
    played.undo()
    assert lines(played) == [["note one"]]
    played.redo()
    assert lines(played) == [["note one", "note two"]]


def test_an_evening_of_which_nothing_stands_is_passed_over(played: Played) -> None:
    played.note("one")
    played.another_day()
    played.note("two")
    played.supply("bree", 3)
    played.undo()
    played.undo()
    assert lines(played) == [["note one"]]


def test_dice_and_edits_alone_make_no_evening(played: Played) -> None:
    played.word(played.campaign, "roll 2d6")
    played.word(played.campaign.with_errant(errant("Wim", supply=4)), "edited by hand", kind="edit")
    assert lines(played) == []
    with pytest.raises(Impossible, match="Nothing has been played"):
        find_evening(played.campaign, played.backwards(), 1)


def test_an_evening_further_back_than_the_journal_goes_is_refused(played: Played) -> None:
    played.note("one")
    with pytest.raises(Impossible, match="one evening, not 3"):
        find_evening(played.campaign, played.backwards(), 3)


def test_no_more_is_read_than_the_evening_that_is_asked_for(played: Played) -> None:
    played.note("one")
    played.another_day()
    played.note("two")

    def journal() -> Iterator[Entry]:
        yield from reversed(played.entries)
        raise AssertionError("read past the evening before")

    assert [e.entry.line for e in find_evening(played.campaign, journal(), 1)] == ["note two"]


def test_a_roll_without_a_turn_reads_only_its_evening(played: Played) -> None:
    """Nothing before it was taken back, so it stands whatever it was said after."""
    played.note("one")
    played.another_day()
    played.word(played.campaign, "roll 2d6")
    played.note("two")
    played.supply("bree", 3)
    played.undo()

    def journal() -> Iterator[Entry]:
        yield from reversed(played.entries)
        raise AssertionError("read past the evening before")

    evening = find_evening(played.campaign, journal(), 1)
    assert [standing.entry.line for standing in evening] == ["roll 2d6", "note two"]


def test_an_entry_that_no_longer_applies_breaks_nothing(played: Played) -> None:
    played.supply("bree", 3)
    lost = Entry(
        session="aaaa", number=2, kind="word", line="x", changes=(Change("errants/x/supply", 1, 2),)
    )
    played.entries.append(lost)
    assert lines(played) == [["supply bree", "x"]]


def _exhausted(played: Played, number: int) -> None:
    after = replace(played.campaign.errants[0], exhaustion=number)
    played.word(played.campaign.with_errant(after))


def _joined(played: Played, number: int) -> None:
    who = errant(f"Newcomer {number}", torch(), item("rations", number))
    others = [e for e in played.campaign.errants if e.id != who.id]
    played.word(played.campaign.with_company(tuple(sorted((*others, who), key=lambda e: e.id))))


def _left(played: Played, number: int) -> None:
    company = played.campaign.errants
    gone = company[number % len(company)]
    if len(company) > 1:
        played.word(played.campaign.with_company(tuple(e for e in company if e is not gone)))


def _noted(played: Played, number: int) -> None:
    played.note(f"note {number}")


def _rolled(played: Played, number: int) -> None:
    played.word(played.campaign, f"roll {number}d6")


def _turned(played: Played, number: int) -> None:
    next_turn(played, number)


def _undone(played: Played, _number: int) -> None:
    played.undo()


def _undone_by_name(played: Played, number: int) -> None:
    played.step("undo", undo_named_entry(played.campaign, played.backwards(), str(number)))


def _undone_to(played: Played, number: int) -> None:
    played.step("undo", undo_back_to_entry(played.campaign, played.backwards(), str(number)))


def _redone(played: Played, _number: int) -> None:
    played.redo()


Deed = tuple[Callable[[Played, int], None], int]
DEEDS: st.SearchStrategy[Deed] = st.tuples(
    st.sampled_from(
        [_exhausted, _joined, _left, _noted, _undone, _undone_by_name, _undone_to, _redone]
    ),
    st.integers(1, 6),
)
TURNS: st.SearchStrategy[Deed] = st.tuples(
    st.sampled_from([_rolled, _turned, _undone, _undone_by_name]), st.integers(1, 6)
)
EVENINGS = st.lists(st.lists(DEEDS, max_size=8), min_size=1, max_size=4)


def play(played: Played, deeds: list[Deed]) -> None:
    for deed, number in deeds:
        try:
            deed(played, number)
        except Refusal:
            continue


@given(st.lists(DEEDS, max_size=15))
def test_an_evening_begins_and_ends_as_the_campaign_did(deeds: list[Deed]) -> None:
    """The net of what stands is the difference between the campaign before and after."""
    began = campaign(errant("Bree"), errant("Wim"))
    played = Played(began)
    play(played, deeds)
    for evening in read_evenings(played.campaign, played.backwards()):
        assert evening[0].before == began
        assert evening[-1].after == played.campaign
        for earlier, later in pairwise(evening):
            assert earlier.after == later.before


@given(EVENINGS)
def test_one_evening_begins_where_the_one_before_it_ended(evenings_of: list[list[Deed]]) -> None:
    played = Played(campaign(errant("Bree"), errant("Wim")))
    for deeds in evenings_of:
        play(played, deeds)
        played.another_day()
    told = list(read_evenings(played.campaign, played.backwards()))
    if told:
        assert told[0][-1].after == played.campaign
        assert told[-1][0].before == campaign(errant("Bree"), errant("Wim"))
    for later, earlier in pairwise(told):
        assert earlier[-1].after == later[0].before


@given(st.lists(DEEDS, max_size=10))
def test_when_every_word_is_undone_nothing_is_told(deeds: list[Deed]) -> None:
    played = Played(campaign(errant("Bree"), errant("Wim")))
    play(played, deeds)
    for _ in range(len(played.entries)):
        try:
            played.undo()
        except Impossible:
            break
    assert list(read_evenings(played.campaign, played.backwards())) == []


@given(st.lists(st.one_of(DEEDS, TURNS), max_size=25))
@example([(_exhausted, 2), (_turned, 1), (_rolled, 1), (_undone, 1)])
def test_a_roll_stands_with_itself_and_the_turn_it_was_said_after(deeds: list[Deed]) -> None:
    played = Played(campaign(errant("Bree"), errant("Wim"), turns=(turn(),)))
    play(played, deeds)
    stands = {e.name: stands for e, stands in flag_entries_not_undone(played.backwards())}
    expected, turn_stands = list[Entry](), True
    for entry in played.entries:
        if any(change.path.startswith("campaign/turns/") for change in entry.changes):
            turn_stands = stands[entry.name]
        if entry.kind == "word" and stands[entry.name] and (entry.has_content or turn_stands):
            expected.append(entry)
    told = [standing.entry for evening in in_order(played) for standing in evening]
    assert told == (expected if any(entry.has_content for entry in expected) else [])


def test_turns_and_results_are_counted(played: Played) -> None:
    for face in (1, 6, 6, None):
        next_turn(played, face)
    evening = find_evening(played.campaign, played.backwards(), 1)
    assert count_turns_played(evening) == {"exploration": 4}
    assert count_event_die_results(evening) == {"encounter": 1, "free": 2}


def test_a_replaced_die_counts_once_and_an_ignored_one_not(played: Played) -> None:
    next_turn(played, 1)
    replaced = set_event_die_face(played.campaign.turns[0], 6)
    played.word(played.campaign.with_turns((replaced,)), "becomes 6")
    next_turn(played, 4)
    ignored = set_event_die_face(played.campaign.turns[0], 4, ignored=True)
    played.word(played.campaign.with_turns((ignored,)), "ignore")
    assert count_event_die_results(find_evening(played.campaign, played.backwards(), 1)) == {
        "free": 1
    }


def test_a_die_of_the_evening_before_is_not_this_evenings(played: Played) -> None:
    next_turn(played, 1)
    played.another_day()
    declared(played, "company", "dig")
    evening = find_evening(played.campaign, played.backwards(), 1)
    assert (count_turns_played(evening), count_event_die_results(evening)) == ({}, {})


def test_places_are_told_in_order(played: Played) -> None:
    for place in ("chapel", "chapel", "marsh", "chapel"):
        moved = replace(played.campaign.turns[0], place=place)
        played.word(played.campaign.with_turns((moved,)), f"at {place}")
        played.note("here")
    evening = find_evening(played.campaign, played.backwards(), 1)
    assert list_ids_of_places_visited(evening) == ("chapel", "marsh", "chapel")


def carrying(thing: tuple[str, int, int]) -> Campaign:
    """Bree with this thing: its name, how many, and what one of them has left."""
    name, count, left = thing
    return campaign(errant("Bree", item(name, count, left=left)), errant("Wim"))


@pytest.mark.parametrize(
    ("before", "after", "line", "spent"),
    [
        (("torch", 1, 1), ("torch", 1, 0), "burn", {"torch": 1}),
        (("rations", 3, 1), ("rations", 2, 1), "deplete", {"rations": 1}),
        (("torch", 1, 2), ("torch", 1, 1), "burn", {}),
        (("torch", 1, 0), ("torch", 1, 2), "refill torch", {}),
        (("rations", 3, 1), ("rations", 2, 1), "drop rations", {}),
        (("torch", 2, 1), ("torch", 1, 1), "leave torch at the vestry door", {}),
        (("rations", 2, 1), ("rations", 3, 1), "give rations", {}),
    ],
)
def test_what_came_to_nothing_is_used_up(
    before: tuple[str, int, int], after: tuple[str, int, int], line: str, spent: dict[str, int]
) -> None:
    played = Played(carrying(before))
    played.word(carrying(after), line)
    assert count_used_up_things(find_evening(played.campaign, played.backwards(), 1), said) == spent


def test_what_is_handed_over_or_goes_with_someone_is_not_used_up() -> None:
    bree, wim = errant("Bree", item("rations", 2)), errant("Wim", item("rations", 2))
    played = Played(campaign(errant("Bree"), wim))
    played.word(campaign(bree, errant("Wim")), "pass wim bree rations")
    played.word(campaign(errant("Wim")), "errant remove bree")
    assert count_used_up_things(find_evening(played.campaign, played.backwards(), 1), said) == {}


def test_what_an_ignored_die_used_up_is_there_again() -> None:
    first = turn(face=3, rolled=1)
    lit, dark = errant("Bree", torch(1)), errant("Bree")
    played = Played(campaign(lit, turns=(turn(),)))
    played.word(campaign(dark, turns=(first,)), "event")
    played.word(campaign(lit, turns=(set_event_die_face(first, 3, ignored=True),)), "ignore")
    assert count_used_up_things(find_evening(played.campaign, played.backwards(), 1), said) == {}


def test_fates_are_what_became_of_each() -> None:
    before = (errant("Ada"), errant("Bo"), errant("Cy", away=True), errant("Di"), errant("Ed"))
    after = (
        errant("Ada", exhaustion=2),
        errant("Bo", exhaustion=10),
        errant("Cy"),
        errant("Di", supply=3),
        errant("Flo"),
    )
    assert list_errant_outcomes(campaign(*before), campaign(*after)) == (
        ErrantFate("ada", "Ada", "", 0, 2),
        ErrantFate("bo", "Bo", "died", 0, 10),
        ErrantFate("cy", "Cy", "back", 0, 0),
        ErrantFate("flo", "Flo", "joined", 0, 0),
        ErrantFate("ed", "Ed", "left", 0, 0),
    )
