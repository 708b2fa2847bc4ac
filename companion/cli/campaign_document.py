"""Renders a whole campaign as a document at the shell, in the memory of one evening.

The journal is read backwards, because only its end says what was taken back and how the campaign
stands. A document begins at the beginning, so its parts wait on a spool and are written from there.
"""

from collections.abc import Iterable, Iterator

from companion.archive.campaign_storage import Archive
from companion.archive.disk.record_stack_in_temp_file import RecordStack
from companion.campaign.changes import Entry, PlainData
from companion.campaign.record.recap import list_ids_of_places_visited, read_evenings
from companion.campaign.secrecy import prepare_outcome_for_seat
from companion.campaign.undoable_entries import flag_entries_not_undone
from companion.commands.record.export import (
    LogRow,
    build_evening_with_secrets,
    build_guides_document,
    build_log_row,
    build_players_document,
    build_slots_reports,
    encode_log_row,
    encode_note_row,
    renumber_log_rows,
    should_export_entry,
    strip_secrets_from_evening,
)
from companion.reports.journal import EveningLine
from companion.view.record.export import render_document_as_json, render_document_as_markdown


def render_campaign_document(archive: Archive, *, as_json: bool, players: bool) -> Iterator[str]:
    """Every line of the document, the Guide's or the players'."""
    return _render_json(archive, players) if as_json else _render_markdown(archive, players)


def _render_markdown(archive: Archive, players: bool) -> Iterator[str]:
    visited = set[str]()
    with RecordStack(EveningLine) as story:
        for evening in read_evenings(archive.campaign, archive.read_entries()):
            line = build_evening_with_secrets(evening)
            story.add(strip_secrets_from_evening(line) if players else line)
            visited.update(list_ids_of_places_visited(evening))
            del evening  # it holds the campaign before and after each word
        head = _build_header(archive, players, visited)
        yield from render_document_as_markdown(
            head, story.read_backwards(), build_slots_reports(archive.campaign)
        )


def _render_json(archive: Archive, players: bool) -> Iterator[str]:
    visited = set[str]()
    with RecordStack(LogRow) as log:
        entries = _spool_log_rows(archive.read_entries(), log, players)
        if players:  # where the Company was is known evening by evening
            for where in map(list_ids_of_places_visited, read_evenings(archive.campaign, entries)):
                visited.update(where)
        for _ in entries:
            pass
        notes = (encode_note_row(row) for row in _read_log_rows(log, players) if row.note)
        lines = map(encode_log_row, _read_log_rows(log, players))
        yield from render_document_as_json(_build_header(archive, players, visited), notes, lines)


def _spool_log_rows(
    backwards: Iterable[Entry], log: RecordStack[LogRow], players: bool
) -> Iterator[Entry]:
    """Yield the entries as they are; put the log row of each exported one into `log` on the way."""
    for entry, is_live in flag_entries_not_undone(backwards):
        if should_export_entry(entry, is_live):
            row = build_log_row(prepare_outcome_for_seat(entry, guide=not players))
            if not (players and row.secret):
                log.add(row)
        yield entry


def _read_log_rows(log: RecordStack[LogRow], players: bool) -> Iterator[LogRow]:
    """The rows, oldest first; for the players numbered without gaps."""
    rows = log.read_backwards()
    return renumber_log_rows(rows) if players else iter(rows)


def _build_header(archive: Archive, players: bool, visited: set[str]) -> dict[str, PlainData]:
    """The document without what was played."""
    if players:
        return build_players_document(archive.campaign, (), visited)
    return build_guides_document(archive.campaign, ())
