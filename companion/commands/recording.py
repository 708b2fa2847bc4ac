"""The evening's record at the prompt: note and log."""

from itertools import islice

from companion.campaign.changes import Entry
from companion.campaign.history import with_standing
from companion.campaign.secrecy import for_the_guide
from companion.commands.reports import LogLine, LogReport, NoteReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.refusal import Impossible, Malformed
from companion.words.options import Arguments, nothing_more, take_flag, whole_number
from companion.words.registry import always

MOST_LOGGED = 1_000


def _said_secretly(arguments: Arguments) -> bool:
    """`note secret …`: whether it is for the Guide alone."""
    return bool(arguments) and arguments[0].casefold() == "secret"


@WORDS.command(
    "note",
    subject="recording",
    usage="note [secret] TEXT",
    summary="Write something down in the journal, at this moment of the game; secret, for the "
    "Guide alone.",
    examples=("note the bell has no clapper", "note secret the ferryman lies"),
    secret=_said_secretly,
    completes=("secretly",),
)
def note_word(sitting: Sitting) -> Ruling:
    """Something to remember."""
    named = _said_secretly(sitting.arguments)
    text = sitting.rest.partition(" ")[2].strip() if named else sitting.rest
    if not text:
        word = "note secret" if named else "note"
        raise Malformed("There is nothing to note down.", f"Try: {word} the bell has no clapper")
    report = NoteReport(
        day=sitting.campaign.now.day,
        time=sitting.campaign.now.time,
        seat=sitting.seat,
        note=None if sitting.secretly else text,
        secretly=text if sitting.secretly else None,
    )
    return Ruling(sitting.campaign, report, note=text)


@WORDS.command(
    "log",
    subject="recording",
    usage="log [N] [notes]",
    summary="The last words of the journal in the game's own time, with their numbers for undo; "
    "ten of them, or N; or the last notes alone.",
    examples=("log", "log 30", "log notes"),
    reads=always,
    completes=("which log…",),
)
def log_word(sitting: Sitting) -> Ruling:
    """The end of the journal. The players' log leaves out what is the Guide's."""
    notes, arguments = take_flag(sitting.arguments, "notes")
    number = whole_number(arguments[0]) if arguments else 10
    nothing_more(f"log {number} {notes or ''}".rstrip(), arguments[1:])
    if not 1 <= number <= MOST_LOGGED:
        raise Impossible(f"The log shows 1 to {MOST_LOGGED:,} entries, not {number}.")
    seen = (
        (entry, stands)
        for entry, stands in with_standing(sitting.entries())
        if (entry.note or not notes) and (sitting.seat == "guide" or not for_the_guide(entry))
    )
    newest = list(islice(seen, number))[::-1]
    earlier = next(seen, None) is not None
    report = LogReport(
        notes=notes is not None,
        more=min(3 * number, MOST_LOGGED) if earlier and number < MOST_LOGGED else 0,
        entries=tuple(_log_line(e, stands) for e, stands in newest if not for_the_guide(e)),
        secretly=tuple(_log_line(e, stands) for e, stands in newest if for_the_guide(e)),
    )
    return Ruling(sitting.campaign, report)


def _log_line(entry: Entry, stands: bool) -> LogLine:
    return LogLine(
        entry.name,
        entry.clock,
        entry.seat,
        entry.line,
        not stands,
        entry.number,
        entry.kind,
        entry.takes_back,
        entry.note,
        entry.outcome,
    )
