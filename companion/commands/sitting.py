"""What a handler is given, and what it gives back.

A handler is pure: it gets a `Sitting` (the campaign as it stands, the line, dice, tables, what
was typed before) and returns a `Ruling` (the campaign as it will be, and a Report). Only the desk
commits.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, get_args

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, EntryKind
from companion.commands.reports import Report, Seat
from companion.dice.faces import ByHand, Faces, Streams
from companion.refusal import Impossible, Refusal
from companion.words.registry import Registry

if TYPE_CHECKING:
    from companion.errant.goods import Goods
    from companion.randomtables.check import ReadTable
    from companion.randomtables.table import FindTable

SEATS: tuple[Seat, ...] = get_args(Seat)


class Ruling(NamedTuple):
    """What a word comes to.

    `taken_back` are the changes of an undo (or of an Event Die that is replaced), made first;
    what differs between `effects_from` and `campaign` is what the Event Die of `effect_of` did.
    `base` is what the changes are counted from where that is not the campaign as it stood. `note`
    is journalled even where nothing changed; `outcome` is what the dice said, for the log;
    `secret` keeps the entry for the Guide alone, whatever its line is. `warnings` are said beside
    the answer: what may be a slip.
    """

    campaign: Campaign
    report: Report
    effects_from: Campaign | None = None
    effect_of: str = ""
    taken_back: tuple[Change, ...] = ()
    base: Campaign | None = None
    kind: EntryKind = "word"
    takes_back: tuple[str, ...] = ()
    note: str = ""
    outcome: str = ""
    secret: bool = False
    warnings: tuple[str, ...] = ()


class Sitting(NamedTuple):
    """Everything a handler may know. `stopped` is what the same word was just stopped for: typed
    again, it goes through."""

    campaign: Campaign
    seat: Seat
    word: str
    arguments: tuple[str, ...]
    rest: str
    secretly: bool
    forced: bool
    stopped: str
    streams: Streams
    seed: str
    tables: "FindTable"
    table_names: Callable[[], tuple[str, ...]]
    read_table: "ReadTable"
    entries: Callable[[], Iterator[Entry]]
    goods: Callable[[], "Goods"]

    def faces(self, stream: str, by_hand: tuple[int, ...] | None = None) -> Faces:
        """Where faces come from: a person's hand when they typed some, else a named stream."""
        return ByHand(by_hand) if by_hand is not None else self.streams.stream(stream)


def seen_by_all(sitting: Sitting, what: str) -> None:
    """What stands in everybody's sight cannot be said secretly. Impossible."""
    if sitting.secretly:
        raise Impossible(f"{what} is in everybody's sight.", f"Try: secret note {sitting.rest}")


class Stopped(Refusal):
    """Something open that stops a step once: typed again, or with `!`, the word goes through."""

    kind = "open"


Handler: TypeAlias = Callable[[Sitting], Ruling]
WORDS: Registry[Handler] = Registry()
