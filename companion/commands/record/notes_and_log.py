"""Answers `note` and `log`: writes a note into the journal, and shows its entries."""

from itertools import islice

from companion.campaign.changes import Entry
from companion.campaign.secrecy import is_entry_for_guide_alone, prepare_outcome_for_seat
from companion.campaign.undoable_entries import flag_entries_not_undone
from companion.commands.handler_result import Ruling
from companion.grammar.context import Context
from companion.refusal import Impossible
from companion.reports.journal import LogLine, LogReport, NoteReport

MAX_LOGGED = 1_000


def write_note(context: Context, text: str) -> Ruling:
    """Write a note into the journal."""
    report = NoteReport(
        day=context.campaign.now.day,
        time=context.campaign.now.time,
        seat=context.seat,
        note=None if context.is_secret else text,
        secretly=text if context.is_secret else None,
    )
    return Ruling(context.campaign, report, note=text)


def show_log(context: Context, number: int | None, only_notes: str | None) -> LogReport:
    """The newest entries of the journal; a player's log leaves out those of the Guide."""
    number = 10 if number is None else number
    if not 1 <= number <= MAX_LOGGED:
        why = f"The log shows 1 to {MAX_LOGGED:,} entries, not {number}."
        raise Impossible(why, typed=f"{number}", instead=("10",))
    is_guide = context.seat == "guide"
    seen = (
        (prepare_outcome_for_seat(entry, guide=is_guide), stands)
        for entry, stands in flag_entries_not_undone(context.read_entries())
        if (entry.note or not only_notes) and (is_guide or not is_entry_for_guide_alone(entry))
    )
    newest = list(islice(seen, number))[::-1]
    earlier = next(seen, None) is not None
    return LogReport(
        notes=only_notes is not None,
        more=min(3 * number, MAX_LOGGED) if earlier and number < MAX_LOGGED else 0,
        entries=tuple(
            _build_log_line(e, stands) for e, stands in newest if not is_entry_for_guide_alone(e)
        ),
        secretly=tuple(
            _build_log_line(e, stands) for e, stands in newest if is_entry_for_guide_alone(e)
        ),
    )


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
