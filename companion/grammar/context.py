"""The Context: the campaign, dice, tables and journal that a line is read, completed and answered
with."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, get_args

from companion.audience import Seat
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.dice.face_sources import Faces, HandFaces, Streams
from companion.refusal import Impossible

if TYPE_CHECKING:
    from companion.campaign.seat_presence_and_orders import Sharing
    from companion.errant.creatures import Creatures
    from companion.errant.goods import Goods
    from companion.randomtables.table import FindTable
    from companion.randomtables.validation import ReadTable

ROLLING_FIELDS = ("faces", "table_faces", "is_asking")
"""What a line says of its dice, by the names of the kinds that read it."""
SEATS: tuple[Seat, ...] = get_args(Seat)


class Context(NamedTuple):
    """Everything a handler may know. `arguments` are what follows the word, `rest` is the same as
    it was typed. `is_secret` lines are for the Guide alone; `is_forced` ones have a `!`.
    `stop_message` is the one that has just stopped this line: typed again, it goes through. One
    that `goes_on` passes whatever stops a word once, and overrules nothing.
    `faces` were rolled by hand, `table_faces` for the table that a result draws on; a line that
    `is_asking` has a `?`, and rolls nothing. `unfinished` is
    an attack, a purchase or a sale before it that was refused, if nothing was done since, or a
    price that was asked."""

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
    read_creatures: Callable[[], "Creatures"]
    read_sharing: Callable[[], "Sharing"]
    faces: tuple[int, ...] | None = None
    table_faces: tuple[int, ...] | None = None
    is_asking: str | None = None
    goes_on: bool = False
    unfinished: str = ""

    @property
    def is_guide(self) -> bool:
        return self.seat == "guide"

    def refuse_unforced(self, message: str, hint: str = "") -> None:
        """Raises Impossible, which the Guide may overrule, unless the line is forced."""
        if not self.is_forced:
            raise Impossible(message, hint, overrulable=True)

    def get_face_source(self, stream: str) -> Faces:
        """A source of faces: those that were typed, or else a named stream."""
        return HandFaces(self.faces) if self.faces is not None else self.streams.stream(stream)
