"""Undo and redo over the journal, without a disk."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry, EntryKind
from companion.campaign.diff import diff_campaigns
from companion.campaign.event_die import apply_burn, apply_deplete
from companion.campaign.history import (
    HistoryStep,
    find_undoable,
    flag_live_entries,
    list_reverted_values,
    redo_last,
    undo_last,
    undo_named,
    undo_to,
)
from companion.errant.depletion import Refill
from companion.refusal import Ambiguous, Impossible, Unknown
from tests.making import campaign, effect, errant, item, torch


class Evening:
    """A journal that is only kept in memory."""

    def __init__(self) -> None:
        self.campaign = campaign(errant("Bree"), errant("Wim"))
        self.entries: list[Entry] = []

    def backwards(self) -> Iterator[Entry]:
        return reversed(self.entries)

    def word(self, name: str, supply: int) -> None:
        after = self.campaign.with_errant(replace(self.campaign.get_errant(name), supply=supply))
        self._noted("word", f"{name} {supply}", after)

    def stepped(self, kind: EntryKind, step: HistoryStep) -> None:
        names = tuple(entry.name for entry in step.entries)
        self._noted(kind, kind, step.campaign, names)

    def _noted(
        self, kind: EntryKind, line: str, after: Campaign, takes_back: tuple[str, ...] = ()
    ) -> None:
        self.entries.append(
            Entry(
                session="aaaa",
                number=len(self.entries) + 1,
                kind=kind,
                line=line,
                takes_back=takes_back,
                changes=diff_campaigns(self.campaign, after),
            )
        )
        self.campaign = after

    def undo(self) -> None:
        self.stepped("undo", undo_last(self.campaign, self.backwards()))

    def redo(self) -> None:
        self.stepped("redo", redo_last(self.campaign, self.backwards()))


@pytest.fixture
def evening() -> Evening:
    made = Evening()
    made.word("bree", 1)
    made.word("wim", 1)
    made.word("bree", 2)
    return made


def test_each_undo_takes_the_newest_word_that_stands(evening: Evening) -> None:
    evening.undo()
    evening.undo()
    newest = find_undoable(evening.backwards())
    assert newest is not None
    assert newest.line == "bree 1"
    assert [s for _, s in flag_live_entries(evening.backwards())] == [
        True,
        True,
        False,
        False,
        True,
    ]


def test_with_nothing_left_undo_says_so(evening: Evening) -> None:
    for _ in range(3):
        evening.undo()
    assert find_undoable(evening.backwards()) is None
    with pytest.raises(Impossible, match="nothing to undo"):
        evening.undo()


def test_redo_goes_forward_again_as_often_as_undo_went_back(evening: Evening) -> None:
    last = evening.campaign
    for _ in range(3):
        evening.undo()
    for _ in range(3):
        evening.redo()
    assert evening.campaign == last
    with pytest.raises(Impossible, match="nothing to redo"):
        evening.redo()


def test_after_a_new_word_there_is_nothing_to_redo(evening: Evening) -> None:
    evening.undo()
    evening.word("wim", 5)
    with pytest.raises(Impossible, match="nothing to redo"):
        evening.redo()


def test_a_word_by_itself_leaves_the_later_ones_alone(evening: Evening) -> None:
    evening.stepped("undo", undo_named(evening.campaign, evening.backwards(), "2"))
    assert evening.campaign.get_errant("wim").supply == 0
    assert evening.campaign.get_errant("bree").supply == 2
    evening.redo()
    assert evening.campaign.get_errant("wim").supply == 1


def test_what_later_words_stand_on_is_refused_by_their_names(evening: Evening) -> None:
    with pytest.raises(Impossible, match=r"«bree 2» \(3\) came later"):
        undo_named(evening.campaign, evening.backwards(), "aaaa-1")


def test_undo_to_takes_back_all_that_came_after_in_one_step(evening: Evening) -> None:
    step = undo_to(evening.campaign, evening.backwards(), "1")
    assert [entry.number for entry in step.entries] == [3, 2]
    evening.stepped("undo", step)
    assert evening.campaign.get_errant("bree").supply == 1
    evening.redo()
    assert evening.campaign.get_errant("bree").supply == 2


def test_a_number_that_two_sessions_have_is_ambiguous(evening: Evening) -> None:
    evening.entries.append(replace(evening.entries[-1], session="bbbb"))
    with pytest.raises(Ambiguous) as ambiguous:
        undo_named(evening.campaign, evening.backwards(), "3")
    assert "aaaa-3" in str(ambiguous.value)
    assert "bbbb-3" in str(ambiguous.value)


@pytest.mark.parametrize("name", ["4", "aaaa-4", "x", "9" * 30, "²"])
def test_what_is_not_in_the_journal_is_unknown(evening: Evening, name: str) -> None:
    with pytest.raises(Unknown):
        undo_named(evening.campaign, evening.backwards(), name)
    with pytest.raises(Unknown):
        undo_to(evening.campaign, evening.backwards(), name)


def given_back(before: Campaign, after: Campaign) -> set[tuple[str, str, str, int, int]]:
    return {
        (r.errant, r.name, r.what, r.before, r.after) for r in list_reverted_values(after, before)
    }


def test_the_burn_of_light_and_the_depletion_of_effects_come_back() -> None:
    made = campaign(errant("Wim", torch(2)), effects=(effect(depletion=3), effect("Fear")))
    after, _ = apply_burn(made)
    assert given_back(made, after) == {
        ("wim", "torch", "burn", 1, 2),
        ("", "Bless", "effect", 2, 3),
        ("", "Fear", "effect", 0, 1),
    }


@pytest.mark.parametrize("refill", ["ask", "never"])
def test_food_that_was_eaten_was_not_eaten(refill: Refill) -> None:
    made = campaign(errant("Bree", item("rations", 4)), refill=refill)
    after, _ = apply_deplete(made)
    assert given_back(made, after) == {("bree", "rations", "number", 3, 4)}


def test_hunger_and_supply_come_back() -> None:
    made = campaign(errant("Bree", supply=2), errant("Wim"))
    after, _ = apply_deplete(made)
    assert given_back(made, after) == {
        ("bree", "", "supply", 1, 2),
        ("wim", "", "exhaustion", 1, 0),
    }


def test_what_a_result_began_is_gone_again() -> None:
    made = campaign()
    flood = made.with_effects((effect("Flood", "complication"),))
    assert given_back(made, flood) == {("", "Flood", "effect", 1, 0)}


def test_the_same_again_is_nothing() -> None:
    made = campaign(errant("Bree", torch(1)), effects=(effect(),))
    assert (
        list_reverted_values(made, replace(made, errants=tuple(map(replace, made.errants)))) == ()
    )


def test_a_torch_that_burnt_out_and_went_is_there_again() -> None:
    made = campaign(errant("Wim", torch(1)))
    after, _ = apply_burn(made)
    assert after.errants[0].items == ()
    assert given_back(made, after) == {("wim", "torch", "number", 0, 1)}
