"""What a word changed: one record that undoes, redoes, journals and writes the files.

A path names a value by the ids on the way to it, never by positions, and begins with the file it
lives in: `campaign/clock/time`, `errants/bree/exhaustion`, `errants/bree/items/torch/burn`,
`world/npcs/ysolde/disposition`. A path that ends in an id (`errants/bree/items/torch`) stands for
the whole block, a path of a file alone (`errants/bree`) for the whole file.
"""

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    PlainData: TypeAlias = (
        bool | int | float | str | list["PlainData"] | dict[str, "PlainData"] | None
    )
else:
    PlainData = Any  # msgspec reads annotations as they run and knows no recursive alias

EntryKind: TypeAlias = Literal["word", "edit", "undo", "redo"]

ENTRY_NUMBER_LIMIT = 10**9
"""No entry has this number or a larger one; `is_plausible_entry_number` says why."""


class Change(Struct, frozen=True, omit_defaults=True):
    """One value before and after; null if there was, or is, nothing.

    `was` is the exact text that stood in the file, kept only where writing `before` anew would
    not give it back ("" if the key was not written at all). `follows` is the id of the block
    that stood before an added or removed one ("" for the first): undo puts it back there. `put`
    is the exact text an undo puts back, written as it stands instead of `after` anew.
    `effect` is the type of Turn whose Event Die did it ("" for all else), so that `ignore` and
    `becomes` can take back just that.
    """

    path: str
    before: PlainData = None
    after: PlainData = None
    was: str | None = None
    follows: str | None = None
    effect: str = ""
    put: str | None = None


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One journal entry: a word that changed something (or moved the dice), or a hand edit.

    `at` is the wall clock (UTC, ISO 8601), `clock` the game's time after it. `streams` says how
    many faces each named stream has given in this session. `takes_back` names the entries that an
    undo took back or a redo did again. `note` is what somebody wrote down, `outcome` what the dice
    said; `secret` marks what is for the Guide alone. `typed` is the line as it was typed, where it
    was understood as another.
    """

    session: str
    number: int
    kind: EntryKind
    line: str
    seat: str = "guide"
    at: str = ""
    clock: str = ""
    streams: dict[str, int] = {}
    takes_back: tuple[str, ...] = ()
    note: str = ""
    outcome: str = ""
    secret: bool = False
    typed: str = ""
    changes: tuple[Change, ...] = ()

    @property
    def name(self) -> str:
        """How people and scripts name it: `k3f9-12`."""
        return f"{self.session}-{self.number}"

    @property
    def has_content(self) -> bool:
        """True if it left something that can be taken back: changes, or a note."""
        return bool(self.changes or self.note)


def is_plausible_entry_number(number: int) -> bool:
    """True for a number that an entry can have: from 0 to 999,999,999, which a word every second
    reaches after 31 years. A larger number is forged or spoilt: its entry is skipped, reported, and
    set aside by a repair; no word is journalled past it."""
    return 0 <= number < ENTRY_NUMBER_LIMIT


def make_entry_to_journal(
    kind: EntryKind, line: str, changes: tuple[Change, ...], **more: object
) -> Entry:
    """An entry not yet in the journal: it has no session, number or time."""
    return replace(Entry(session="", number=0, kind=kind, line=line, changes=changes), **more)


RevertedKind = Literal[
    "turn",
    "clock",
    "event_die",
    "declared",
    "rests",
    "choice",
    "encounter",
    "burn",
    "depletion",
    "number",
    "lit",
    "place",
    "blocks",
    "exhaustion",
    "supply",
    "hp",
    "purse",
    "attribute",
    "away",
    "alive",
    "company",
    "effect",
    "disposition",
    "exchanges",
    "npc_hp",
    "npc",
]


class RevertedValue(Struct, frozen=True):
    """A value that is as it was before again; the Depletion of an effect is 0 if it has ended.

    `errant` is "" for nobody's, `name` that of the thing, the effect, the Attribute, the Turn's
    type, the action or the NPC, "" for none. The `clock` is in seconds, a `purse` in pennies, a
    `place` the number of one of `PLACES`; of what is so or not, 1 is so."""

    errant: str
    name: str
    what: RevertedKind
    before: int
    after: int
