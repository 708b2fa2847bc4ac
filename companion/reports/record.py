"""What the evening's record answers: notes, the log, the recap, the export."""

from typing import Literal

from msgspec import Struct

from companion.audience import Public, Secret
from companion.campaign.changes import Change, EntryKind, PlainData
from companion.campaign.recap import ErrantFate
from companion.campaign.story import StoryLine
from companion.reports import Report
from companion.reports.packs import SlotsReport
from companion.reports.status import Seat
from companion.reports.timers import EffectLine
from companion.reports.turns import SignLine, TurnLine


class NoteReport(Report, frozen=True, tag="note"):
    """Something was written down at this moment of the game: `note` for everybody, or `secretly`
    for the Guide alone; the other is None."""

    day: Public[int]
    time: Public[str]
    seat: Public[Seat]
    note: Public[str | None]
    secretly: Secret[str | None]


class LogLine(Struct, frozen=True):
    """An entry of the journal: who typed what, the game's time after it (`day 3 14:20`), and
    whether it was taken back. `takes_back` names the entries that an undo took back or a redo did
    again; `note` is what it wrote down, `outcome` what the dice said."""

    entry: str
    clock: str
    seat: str
    line: str
    taken_back: bool
    number: int
    entry_kind: EntryKind
    takes_back: tuple[str, ...] = ()
    note: str = ""
    outcome: str = ""


class LogReport(Report, frozen=True, tag="log"):
    """The last entries of the journal (or the last notes), oldest first: those open to all, and
    those for the Guide alone. By `number` they are in one order. `more` is how many to ask for to
    see earlier ones too, 0 where there are none."""

    notes: Public[bool]
    more: Public[int]
    entries: Public[tuple[LogLine, ...]]
    secretly: Secret[tuple[LogLine, ...] | None] = ()


class TurnCount(Struct, frozen=True):
    """How many Turns of a type began."""

    turn_type: str
    turns: int


class ResultCount(Struct, frozen=True):
    """How often the Event Die came to a result."""

    result: str
    times: int


class UsedUpCount(Struct, frozen=True):
    """How many things of a name were used up."""

    name: str
    quantity: int


class RecapReport(Report, frozen=True, tag="recap"):
    """One evening's play as it stands: the `number`th newest, in these sessions of the journal.

    `places` are all the Company was at, by name, the last one where it was in the end; `nested`
    the Turns open then. `story` and what the Guide alone may read of it are in one order by
    `number`. What ends in `_before` and `_after` is of the evening's beginning and end.
    """

    number: Public[int]
    sessions: Public[tuple[str, ...]]
    day_before: Public[int]
    time_before: Public[str]
    day_after: Public[int]
    time_after: Public[str]
    places: Public[tuple[str, ...]]
    nested: Public[tuple[TurnLine, ...]]
    turns: Public[tuple[TurnCount, ...]]
    results: Public[tuple[ResultCount, ...]]
    story: Public[tuple[StoryLine, ...]]
    secretly: Secret[tuple[StoryLine, ...] | None]
    fates: Public[tuple[ErrantFate, ...]]
    supply_before: Public[int]
    supply_after: Public[int]
    rations_before: Public[int]
    rations_after: Public[int]
    used_up: Public[tuple[UsedUpCount, ...]]
    began: Public[tuple[EffectLine, ...]]
    ended: Public[tuple[EffectLine, ...]]
    signs: Secret[tuple[SignLine, ...] | None]


class EveningLine(Struct, frozen=True):
    """An evening that was played: when in the game it began and ended, and its story."""

    day_before: int
    time_before: str
    day_after: int
    time_after: str
    story: tuple[StoryLine, ...]


class ExportReport(Report, frozen=True, tag="export"):
    """A whole campaign, to be kept or given away. `document` is plain data by the field names of
    the campaign's files (`campaign`, `errants`, `world`), with `notes` and `entries`, and
    `evenings` their story, the first one first; both hold nothing secret. `guides` and
    `guides_evenings` are the same with everything, None in the players' version. `packs` are what
    fills everybody's slots."""

    form: Public[Literal["markdown", "json"]]
    players: Public[bool]
    document: Public[dict[str, PlainData]]
    packs: Public[tuple[SlotsReport, ...]]
    guides: Secret[dict[str, PlainData] | None]
    evenings: Public[tuple[EveningLine, ...]]
    guides_evenings: Secret[tuple[EveningLine, ...] | None]


class UndoReport(Report, frozen=True, tag="undo"):
    """Entries taken back; `line` is what was typed for the (newest) one. A player never takes back
    what they may not see."""

    entry: Public[str]
    line: Public[str | None]
    changes: Public[int]
    entries: Public[tuple[str, ...]] = ()


class RedoReport(Report, frozen=True, tag="redo"):
    """An entry done again with the values it had."""

    entry: Public[str]
    line: Public[str | None]
    changes: Public[int]
    entries: Public[tuple[str, ...]] = ()


class ExternalWord(Struct, frozen=True):
    """A word that another prompt or a script said: from which seat, and the entry's number; `of`
    are the lines that it took back or did again, newest first, as far as they may be read."""

    seat: str
    line: str
    number: int
    of: tuple[str, ...] = ()


class ExternalChangesReport(Report, frozen=True, tag="outside"):
    """What others did meanwhile: their words, and the files that were edited by hand; `mended`
    where a file or folder that was told to be wrong is right again."""

    words: Public[tuple[ExternalWord, ...]]
    secretly: Secret[tuple[ExternalWord, ...]]
    files: Public[tuple[str, ...]]
    edits: Secret[tuple[Change, ...]]
    mended: Public[bool] = False
