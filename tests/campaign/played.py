"""Evenings that are only kept in memory: words that leave a campaign so, and steps back."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry, EntryKind
from companion.campaign.diff import diff_campaigns
from companion.campaign.record.recap import ParsedEntry
from companion.campaign.undo_and_redo import HistoryStep, redo_newest_undo, undo_last_entries
from companion.errant.turns.turns import (
    add_declared_action,
    clear_declared_actions,
    make_next_turn,
    set_event_die_face,
)


def said(entry: Entry) -> ParsedEntry:
    """The word of an entry and what follows it, where every word is typed whole."""
    line = entry.line.removeprefix("secret ")
    word, _, rest = line.partition(" ")
    return ParsedEntry(word, rest, is_secret=line != entry.line)


class Played:
    """Evenings that are only kept in memory."""

    def __init__(self, began: Campaign) -> None:
        self.campaign = began
        self.entries: list[Entry] = []
        self.session, self.at = "aaaa", "2026-01-01T19:00:00Z"

    def backwards(self) -> Iterator[Entry]:
        return reversed(self.entries)

    def word(self, after: Campaign, line: str = "word", **more: object) -> None:
        entry = Entry(
            session=self.session,
            number=len(self.entries) + 1,
            kind="word",
            line=line,
            at=self.at,
            changes=diff_campaigns(self.campaign, after),
        )
        self.entries.append(replace(entry, **more))
        self.campaign = after

    def note(self, text: str, **more: object) -> None:
        self.word(self.campaign, f"note {text}", note=text, **more)

    def supply(self, name: str, supply: int) -> None:
        after = replace(self.campaign.get_errant(name), supply=supply)
        self.word(self.campaign.with_errant(after), f"supply {name}")

    def step(self, kind: EntryKind, step: HistoryStep) -> None:
        names = tuple(entry.name for entry in step.entries)
        self.word(step.campaign, kind, kind=kind, takes_back=names)

    def undo(self) -> None:
        self.step("undo", undo_last_entries(self.campaign, self.backwards()))

    def redo(self) -> None:
        self.step("redo", redo_newest_undo(self.campaign, self.backwards()))

    def another_day(self) -> None:
        day = int(self.at[8:10]) + 1
        self.session, self.at = f"{day:04}", f"2026-01-{day:02}T19:00:00Z"


def declared(played: Played, who: str, action: str) -> None:
    stack = (
        *played.campaign.turns[:-1],
        add_declared_action(played.campaign.turns[-1], who, action),
    )
    played.word(played.campaign.with_turns(stack), f"declare {action}")


def done(played: Played, text: str, word: str = "done", **more: object) -> None:
    stack = (*played.campaign.turns[:-1], clear_declared_actions(played.campaign.turns[-1]))
    played.word(played.campaign.with_turns(stack), f"{word} {text}".rstrip(), **more)


def next_turn(played: Played, face: int | None = None) -> None:
    begun = make_next_turn(played.campaign.turns[-1], played.campaign.now)
    begun = set_event_die_face(begun, face) if face else begun
    after = played.campaign.with_turns((*played.campaign.turns[:-1], begun))
    played.word(after.add_unsettled_encounter() if face == 1 else after, "next")
