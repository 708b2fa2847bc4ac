"""What the player screen shows, in a terminal and in a browser."""

from itertools import islice
from typing import cast

from msgspec.structs import replace

from companion.audience import Seat
from companion.campaign.changes import Entry
from companion.campaign.undoable_entries import flag_entries_not_undone
from companion.commands.record.changes_by_others import find_external_changes
from companion.commands.record.recap import parse_journal_entry_line
from companion.commands.status import build_status_report
from companion.grammar.context import Context
from companion.reports import filter_report_for_seat
from companion.reports.requests_and_sharing import ScreenReport

MAX_HEARD = 4
"""Words that the screen tells of."""
_MAX_READ = 60
"""Entries of the journal that are looked through for those."""
_NOBODY = cast(Seat, "screen")
"""No seat: the screen shows not even what a seat may know of its own lines."""


def build_player_screen_report(context: Context) -> ScreenReport:
    """How things stand, and what was done last and still stands, for everybody's eyes."""
    context = context._replace(seat=_NOBODY, is_secret=False)
    newest = list(islice(flag_entries_not_undone(context.read_entries()), _MAX_READ))
    standing = {entry.number for entry, stands in newest if stands and _is_played_entry(entry)}
    heard = find_external_changes(
        tuple(entry for entry, _ in newest)[::-1],
        (),
        context.read_entries,
        context.campaign,
        context.list_tables,
        seat=context.seat,
    ).report
    numbers = {word.number for word in heard.words} | {talk.number for talk in heard.talks}
    told = sorted(numbers & standing)[-MAX_HEARD:]
    heard = replace(
        heard,
        words=tuple(word for word in heard.words if word.number in told),
        talks=tuple(talk for talk in heard.talks if talk.number in told),
    )
    status = build_status_report(context)
    return ScreenReport(
        status=filter_report_for_seat(status, guide=False),
        heard=filter_report_for_seat(heard, guide=False),
    )


def _is_played_entry(entry: Entry) -> bool:
    """True for a word that was not only asked for, or denied."""
    return entry.kind == "word" and parse_journal_entry_line(entry).word not in ("request", "deny")
