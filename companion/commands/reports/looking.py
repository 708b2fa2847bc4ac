"""What looking at the table, stepping back and forward, and leaving answer."""

from msgspec import Struct

from companion.commands.reports.company import EffectLine
from companion.commands.reports.playing import SignLine, TurnLine
from companion.commands.reports.report import Public, Report, Secret
from companion.errant.light import Level


class StatusReport(Report, frozen=True, tag="status"):
    """The whole table at a glance."""

    name: Public[str]
    day: Public[int]
    time: Public[str]
    watch: Public[int]
    turn_type: Public[str | None]
    turn_number: Public[int | None]
    nested: Public[tuple[TurnLine, ...]]
    light: Public[Level]
    burn: Public[int]
    open: Public[tuple[str, ...]]
    undo: Secret[str | None]
    supply: Public[int]
    food: Public[int]
    overloaded: Public[tuple[str, ...]]
    event_dice: Public[str | None]
    effects: Public[tuple[EffectLine, ...]]
    signs: Secret[tuple["SignLine", ...]] = ()


class UndoReport(Report, frozen=True, tag="undo"):
    """Entries taken back; `line` is what was typed for the (newest) one."""

    entry: Public[str]
    line: Secret[str | None]
    changes: Public[int]
    entries: Public[tuple[str, ...]] = ()


class RedoReport(Report, frozen=True, tag="redo"):
    """An entry done again with the values it had."""

    entry: Public[str]
    line: Secret[str | None]
    changes: Public[int]
    entries: Public[tuple[str, ...]] = ()


class HelpReport(Report, frozen=True, tag="help"):
    """The words there are, or one of them in full."""

    words: Public[tuple["HelpLine", ...]]


class HelpLine(Struct, frozen=True):
    """A word: how it is typed, what it does, an example."""

    word: str
    subject: str
    usage: str
    summary: str
    short: tuple[str, ...]
    examples: tuple[str, ...]


class LogLine(Struct, frozen=True):
    """An entry of the journal: who typed what, when in the game, and whether it was taken back."""

    entry: str
    clock: str
    seat: str
    line: str
    taken_back: bool


class LogReport(Report, frozen=True, tag="log"):
    """The last entries of the journal, oldest first; None for any seat but the Guide's."""

    entries: Secret[tuple[LogLine, ...] | None]


class QuitReport(Report, frozen=True, tag="quit"):
    """The evening is over."""
