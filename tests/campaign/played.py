"""Evenings that are only kept in memory: words that leave a campaign so, and steps back."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry, EntryKind
from companion.campaign.chronicle import Said
from companion.campaign.diff import diff
from companion.campaign.history import Step, redo_last, undo_last
from companion.errant.turns import declares, following, resolved, shows


def said(entry: Entry) -> Said:
    """The word of an entry and what follows it, where every word is typed whole."""
    line = entry.line.removeprefix("secret ")
    word, _, rest = line.partition(" ")
    return Said(word, rest, secretly=line != entry.line)


class Played:
    """Evenings that are only kept in memory."""

    def __init__(self, began: Campaign) -> None:
        self.campaign = began
        self.entries: list[Entry] = []
        self.session, self.at = "aaaa", "2026-01-01T19:00:00Z"

    def backwards(self) -> Iterator[Entry]:
        return reversed(self.entries)

    def word(self, after: Campaign, line: str = "word", **more: object) -> None:
        """A word that leaves the campaign so."""
        entry = Entry(
            session=self.session,
            number=len(self.entries) + 1,
            kind="word",
            line=line,
            at=self.at,
            changes=diff(self.campaign, after),
        )
        self.entries.append(replace(entry, **more))
        self.campaign = after

    def note(self, text: str, **more: object) -> None:
        self.word(self.campaign, f"note {text}", note=text, **more)

    def supply(self, name: str, supply: int) -> None:
        after = replace(self.campaign.errant(name), supply=supply)
        self.word(self.campaign.with_errant(after), f"supply {name}")

    def step(self, kind: EntryKind, step: Step) -> None:
        names = tuple(entry.name for entry in step.entries)
        self.word(step.campaign, kind, kind=kind, takes_back=names)

    def undo(self) -> None:
        self.step("undo", undo_last(self.campaign, self.backwards()))

    def redo(self) -> None:
        self.step("redo", redo_last(self.campaign, self.backwards()))

    def another_day(self) -> None:
        day = int(self.at[8:10]) + 1
        self.session, self.at = f"{day:04}", f"2026-01-{day:02}T19:00:00Z"


def declared(played: Played, who: str, action: str) -> None:
    stack = (*played.campaign.turns[:-1], declares(played.campaign.turns[-1], who, action))
    played.word(played.campaign.with_turns(stack), f"declare {action}")


def done(played: Played, text: str, word: str = "done", **more: object) -> None:
    stack = (*played.campaign.turns[:-1], resolved(played.campaign.turns[-1]))
    played.word(played.campaign.with_turns(stack), f"{word} {text}".rstrip(), **more)


def next_turn(played: Played, face: int | None = None) -> None:
    begun = following(played.campaign.turns[-1], played.campaign.now)
    begun = shows(begun, face) if face else begun
    played.word(played.campaign.with_turns((*played.campaign.turns[:-1], begun)), "next")
