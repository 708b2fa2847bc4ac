"""What a handler is given, and what it gives back.

A handler is pure: it gets a `Context` (the campaign as it stands, the line, dice, tables, what
was typed before) and returns a `Ruling` (the campaign as it will be, and a Report). Only the desk
commits.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, get_args

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, EntryKind
from companion.commands.resolve.names import find_exact_errant
from companion.dice.faces import Faces, HandFaces, Streams
from companion.errant.checks import CHECK_SIDES
from companion.grammar.line import Line, quote_name
from companion.grammar.registry import Registry, Word
from companion.refusal import Impossible, Refusal, Unknown
from companion.reports import Report
from companion.reports.status import Seat

if TYPE_CHECKING:
    from companion.errant.goods import Goods
    from companion.randomtables.table import FindTable
    from companion.randomtables.validate import ReadTable

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
    before_effects: Campaign | None = None
    effects_turn_type: str = ""
    undone_changes: tuple[Change, ...] = ()
    base: Campaign | None = None
    kind: EntryKind = "word"
    undone_entries: tuple[str, ...] = ()
    note: str = ""
    outcome: str = ""
    secret: bool = False
    warnings: tuple[str, ...] = ()


class Context(NamedTuple):
    """Everything a handler may know. `stopped` is what the same word was just stopped for: typed
    again, it goes through."""

    campaign: Campaign
    seat: Seat
    word: str
    arguments: tuple[str, ...]
    rest: str
    is_secret: bool
    is_forced: bool
    stop_message: str
    streams: Streams
    seed: str
    find_table: "FindTable"
    list_tables: Callable[[], tuple[str, ...]]
    read_table: "ReadTable"
    read_entries: Callable[[], Iterator[Entry]]
    read_goods: Callable[[], "Goods"]

    def get_dice(self, stream: str, by_hand: tuple[int, ...] | None = None) -> Faces:
        """Where faces come from: a person's hand when they typed some, else a named stream."""
        return HandFaces(by_hand) if by_hand is not None else self.streams.stream(stream)


def refuse_secret(context: Context, what: str) -> None:
    """What stands in everybody's sight cannot be said secretly. Impossible."""
    if context.is_secret:
        raise Impossible(f"{what} is in everybody's sight.", f"Try: secret note {context.rest}")


class StillOpen(Refusal):
    """Something open that stops a step once: typed again, or with `!`, the word goes through."""

    kind = "open"


Handler: TypeAlias = Callable[[Context], Ruling]
WORDS: Registry[Handler] = Registry()


def resolve_word(line: Line, campaign: Campaign, *, whole: bool) -> Word[Handler]:
    """The word a line begins with. Unknown or Ambiguous with what would do: a line that begins
    with an Errant is told with its word put first."""
    try:
        return WORDS.find_word(line.word, whole=whole)
    except Unknown as refusal:
        errant = find_exact_errant(campaign, line.word)
        if errant is None:
            raise
        first, _, rest = line.rest.partition(" ")
        meant = WORDS.find_candidates(first.casefold()) if first else [WORDS.find_word("slots")]
        words = (meant[0].name, rest) if len(meant) == 1 else ("declare", line.rest)
        way = f"{words[0]} {quote_name(errant.id)} {words[1]}".rstrip()
        raise Unknown(refusal.message, f"The word comes first. Try: {way}") from None


@contextmanager
def open_dice(
    context: Context, stream: str, by_hand: tuple[int, ...] | None, number: int
) -> Iterator[Faces]:
    """Faces for so many dice, from a person's hand when they typed some. Impossible where they
    typed more or fewer."""
    dice = context.get_dice(stream, by_hand)
    if isinstance(dice, HandFaces):
        dice.expect(number)
    yield dice
    if isinstance(dice, HandFaces):
        dice.finish()


@contextmanager
def open_check_dice(
    context: Context, stream: str, by_hand: tuple[int, ...] | None, dvs: Sequence[int]
) -> Iterator[Faces]:
    """A D20 for each Check whose DV is not below 0. A hand rolls one for each Check, and what none
    needs is let lie: how many count is nothing that a refusal should give away."""
    needed = [dv >= 0 for dv in dvs]
    if by_hand is not None:
        with open_dice(context, stream, by_hand, len(dvs)) as dice:
            rolled = [dice.face(CHECK_SIDES) for _ in dvs]
        by_hand = tuple(face for face, need in zip(rolled, needed, strict=True) if need)
    with open_dice(context, stream, by_hand, sum(needed)) as dice:
        yield dice
