"""The journal at the prompt: note, log."""

from itertools import islice

from companion.campaign.changes import Entry
from companion.campaign.history import flag_live_entries
from companion.campaign.secrecy import is_for_guide
from companion.commands.context import WORDS, Ruling
from companion.grammar.arguments import (
    Arguments,
    parse_whole_number,
    require_no_arguments,
    take_flag,
)
from companion.grammar.context import Context
from companion.grammar.registry import match_all
from companion.refusal import Impossible, Malformed
from companion.reports.record import LogLine, LogReport, NoteReport

MAX_LOGGED = 1_000


def _is_secret_note(arguments: Arguments) -> bool:
    """True for `note secret …`."""
    return bool(arguments) and arguments[0].casefold() == "secret"


@WORDS.command(
    "note",
    subject="recording",
    usage="note [secret] TEXT",
    secret=_is_secret_note,
    completes=("secretly",),
)
def handle_note(context: Context) -> Ruling:
    """Write a note."""
    is_secret = _is_secret_note(context.arguments)
    text = context.rest.partition(" ")[2].strip() if is_secret else context.rest
    if not text:
        word = "note secret" if is_secret else "note"
        raise Malformed("There is nothing to note down.", f"Try: {word} the bell has no clapper")
    report = NoteReport(
        day=context.campaign.now.day,
        time=context.campaign.now.time,
        seat=context.seat,
        note=None if context.is_secret else text,
        secretly=text if context.is_secret else None,
    )
    return Ruling(context.campaign, report, note=text)


@WORDS.command(
    "log", subject="recording", usage="log [N] [notes]", reads=match_all, completes=("which log…",)
)
def handle_log(context: Context) -> Ruling:
    """The newest entries of the journal; a player's log leaves out those of the Guide."""
    notes, arguments = take_flag(context.arguments, "notes")
    number = parse_whole_number(arguments[0]) if arguments else 10
    require_no_arguments(f"log {number} {notes or ''}".rstrip(), arguments[1:])
    if not 1 <= number <= MAX_LOGGED:
        raise Impossible(f"The log shows 1 to {MAX_LOGGED:,} entries, not {number}.")
    seen = (
        (entry, stands)
        for entry, stands in flag_live_entries(context.read_entries())
        if (entry.note or not notes) and (context.seat == "guide" or not is_for_guide(entry))
    )
    newest = list(islice(seen, number))[::-1]
    earlier = next(seen, None) is not None
    report = LogReport(
        notes=notes is not None,
        more=min(3 * number, MAX_LOGGED) if earlier and number < MAX_LOGGED else 0,
        entries=tuple(_build_log_line(e, stands) for e, stands in newest if not is_for_guide(e)),
        secretly=tuple(_build_log_line(e, stands) for e, stands in newest if is_for_guide(e)),
    )
    return Ruling(context.campaign, report)


def _build_log_line(entry: Entry, stands: bool) -> LogLine:
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
