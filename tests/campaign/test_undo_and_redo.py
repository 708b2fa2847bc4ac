"""Undo and redo over the journal, without a disk."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry, EntryKind
from companion.campaign.diff import diff_campaigns
from companion.campaign.undo_and_redo import (
    HistoryStep,
    redo_newest_undo,
    undo_back_to_entry,
    undo_last_entries,
    undo_named_entry,
)
from companion.campaign.undoable_entries import find_undoable_entry, flag_entries_not_undone
from companion.refusal import Ambiguous, Impossible, Unknown
from tests.making import campaign, errant


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
        self.stepped("undo", undo_last_entries(self.campaign, self.backwards()))

    def redo(self) -> None:
        self.stepped("redo", redo_newest_undo(self.campaign, self.backwards()))


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
    newest = find_undoable_entry(evening.backwards())
    assert newest is not None
    assert newest.line == "bree 1"
    assert [s for _, s in flag_entries_not_undone(evening.backwards())] == [
        True,
        True,
        False,
        False,
        True,
    ]


def test_with_nothing_left_undo_says_so(evening: Evening) -> None:
    for _ in range(3):
        evening.undo()
    assert find_undoable_entry(evening.backwards()) is None
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
    evening.stepped("undo", undo_named_entry(evening.campaign, evening.backwards(), "2"))
    assert evening.campaign.get_errant("wim").supply == 0
    assert evening.campaign.get_errant("bree").supply == 2
    evening.redo()
    assert evening.campaign.get_errant("wim").supply == 1


def test_what_later_words_stand_on_is_refused_by_their_names(evening: Evening) -> None:
    with pytest.raises(Impossible, match=r"«bree 2» \(3\) came later"):
        undo_named_entry(evening.campaign, evening.backwards(), "aaaa-1")


def test_undo_to_takes_back_all_that_came_after_in_one_step(evening: Evening) -> None:
    step = undo_back_to_entry(evening.campaign, evening.backwards(), "1")
    assert [entry.number for entry in step.entries] == [3, 2]
    evening.stepped("undo", step)
    assert evening.campaign.get_errant("bree").supply == 1
    evening.redo()
    assert evening.campaign.get_errant("bree").supply == 2


def test_a_number_that_two_sessions_have_is_ambiguous(evening: Evening) -> None:
    evening.entries.append(replace(evening.entries[-1], session="bbbb"))
    with pytest.raises(Ambiguous) as ambiguous:
        undo_named_entry(evening.campaign, evening.backwards(), "3")
    assert "aaaa-3" in str(ambiguous.value)
    assert "bbbb-3" in str(ambiguous.value)


@pytest.mark.parametrize("name", ["4", "aaaa-4", "x", "9" * 30, "²"])
def test_what_is_not_in_the_journal_is_unknown(evening: Evening, name: str) -> None:
    with pytest.raises(Unknown):
        undo_named_entry(evening.campaign, evening.backwards(), name)
    with pytest.raises(Unknown):
        undo_back_to_entry(evening.campaign, evening.backwards(), name)
