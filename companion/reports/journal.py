"""Reports on the record of play: notes, the log, the recap, the export, undo and redo."""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.audience import Public, Seat, Secret
from companion.campaign.changes import Change, EntryKind, PlainData, RevertedValue
from companion.campaign.fights.fights_of_played_evening import FoughtLine
from companion.campaign.record.recap import ErrantFate
from companion.campaign.record.story import StoryLine
from companion.errant.happenings import Happenings
from companion.reports import Report
from companion.reports.packs import ItemCount, SlotsReport
from companion.reports.status import EffectLine
from companion.reports.turns import SignLine, TurnLine


class NoteReport(Report, frozen=True, tag="note"):
    """A note: `note` for everybody, or `secretly` for the Guide alone; the other is None."""

    day: Public[int]
    time: Public[str]
    seat: Public[Seat]
    note: Public[str | None]
    secretly: Secret[str | None]


class ReadOutReport(Report, frozen=True, tag="read_out"):
    """What was for the Guide alone is read out to all."""

    day: Public[int]
    time: Public[str]
    text: Public[str]


class LogLine(Struct, frozen=True):
    """An entry of the journal, and the game's time after it (`day 3 14:20`). `takes_back` names the
    entries that an undo took back or a redo repeated."""

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
    """The last entries or notes, oldest first; `number` gives the common order of public and secret
    ones. `more` is the count to ask for to see earlier ones, 0 if there are none."""

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


class RecapReport(Report, frozen=True, omit_defaults=True, tag="recap"):
    """One evening of play: the `number`th newest. The Company visited `places`, and was at the last
    one in the end; `story` and `secretly` have a common order by `number`. `fights` are there if
    there were any."""

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
    used_up: Public[tuple[ItemCount, ...]]
    began: Public[tuple[EffectLine, ...]]
    ended: Public[tuple[EffectLine, ...]]
    signs: Secret[tuple[SignLine, ...] | None]
    fights: Public[tuple[FoughtLine, ...]] = ()


class EveningLine(Struct, frozen=True):
    """An evening: when in the game it began and ended, and its story."""

    day_before: int
    time_before: str
    day_after: int
    time_after: str
    story: tuple[StoryLine, ...]


class ExportReport(Report, frozen=True, tag="export"):
    """A whole campaign: `document` is plain data by the field names of its files, with `notes` and
    `entries`. `guides` and `guides_evenings` are the same with the secrets."""

    form: Public[Literal["markdown", "json"]]
    players: Public[bool]
    document: Public[dict[str, PlainData]]
    packs: Public[tuple[SlotsReport, ...]]
    guides: Secret[dict[str, PlainData] | None]
    evenings: Public[tuple[EveningLine, ...]]
    guides_evenings: Secret[tuple[EveningLine, ...] | None]


class UndoReport(Report, frozen=True, tag="undo"):
    """Entries that were taken back; `line` is the typed line of the newest, `restored` what that
    gave back."""

    entry: Public[str]
    line: Public[str | None]
    changes: Public[int]
    entries: Public[tuple[str, ...]] = ()
    restored: Public[tuple[RevertedValue, ...]] = ()
    restored_secretly: Secret[tuple[RevertedValue, ...] | None] = ()


class RedoReport(UndoReport, frozen=True, tag="redo"):
    """Entries that were done again with the values they had."""

    @property
    def repeated_entries(self) -> tuple[str, ...]:
        """The entries that were done again, all of them."""
        return self.entries


Waiting: TypeAlias = Literal["", "rest", "encounter"]
"""What an Event Die has left open: the choice between a Rest and pressing on, or whom they meet."""


class ExternalWord(Struct, frozen=True):
    """A line of another prompt or script; `of` are the lines it took back or repeated, newest
    first (it `is_step`), `of_numbers` their entries', `told` the texts that they had told to all,
    and `restored` what that gave back; `outcome` is what the dice showed, or
    what was noted, `happened` what it used up and whom it harmed; `waits` is what it left open.
    `granted`: the seat asked for it."""

    seat: str
    line: str
    number: int
    of: tuple[str, ...] = ()
    outcome: str = ""
    happened: Happenings = ()
    restored: tuple[RevertedValue, ...] = ()
    is_step: bool = False
    is_redo: bool = False
    granted: bool = False
    waits: Waiting = ""
    of_numbers: tuple[int, ...] = ()
    told: tuple[str, ...] = ()


class ExternalSecret(Struct, frozen=True):
    """What the undo or redo of another (the entry `number`) gave back that is for the Guide, or how
    an NPC takes to the Company after an exchange."""

    number: int
    restored: tuple[RevertedValue, ...]


class ExternalTalk(Struct, frozen=True):
    """What a player hears of another's reaction or talk with an `npc` (a name), whose line is the
    Guide's. `outcome` is that of the journal: begins, ends, `giving pleased wim`; "" of a reaction.
    The talk has `ended` with it if their patience was worn out. A `step` took it back or did it
    again."""

    seat: str
    number: int
    npc: str
    outcome: str = ""
    ended: bool = False
    step: Literal["", "undo", "redo"] = ""


class ExternalResult(Struct, frozen=True):
    """What an Event Die of another prompt (the entry `number`) found that is for the Guide alone:
    the encounter of a sign and its `clue`, or the table to roll on."""

    number: int
    result: str
    foretold: str | None = None
    clue: str = ""
    table: str = ""


class ExternalChangesReport(Report, frozen=True, tag="outside"):
    """The words of others, and `files` edited by hand, with the values that everybody may see as
    `edited`. `mended`: broken files are right again."""

    words: Public[tuple[ExternalWord, ...]]
    secretly: Secret[tuple[ExternalWord, ...]]
    files: Public[tuple[str, ...]]
    edits: Secret[tuple[Change, ...]]
    mended: Public[bool] = False
    results: Secret[tuple[ExternalResult, ...] | None] = ()
    restored: Secret[tuple[ExternalSecret, ...] | None] = ()
    talks: Public[tuple[ExternalTalk, ...]] = ()
    edited: Public[tuple[RevertedValue, ...]] = ()
