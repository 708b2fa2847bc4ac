"""A whole campaign written down at the shell, in the memory of one evening.

The journal is read backwards, because only its end says what was taken back and how the campaign
stands. A document begins at the beginning, so its parts wait on a spool and are written from there.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from companion.archive.disk.spool import Spool
from companion.archive.store import Archive
from companion.campaign.changes import Entry, PlainData
from companion.campaign.history import flag_live_entries
from companion.campaign.recap import Evening, list_places_visited, read_evenings
from companion.commands.record import export as exporting
from companion.commands.record.export import LogRow
from companion.reports.record import EveningLine
from companion.view.record.export import render_json, render_markdown

DocumentFormat: TypeAlias = Literal["markdown", "json"]


def render_document(archive: Archive, form: DocumentFormat, *, players: bool) -> Iterator[str]:
    """Every line of the document, the Guide's or the players'."""
    return (
        _render_markdown(archive, players) if form == "markdown" else _render_json(archive, players)
    )


def _render_markdown(archive: Archive, players: bool) -> Iterator[str]:
    visited = set[str]()
    with Spool(EveningLine) as story:
        for told, where in map(
            _summarize_evening, read_evenings(archive.campaign, archive.read_entries())
        ):
            story.add(exporting.strip_secrets(told) if players else told)
            visited.update(where)
        head = _build_header(archive, players, visited)
        packs = exporting.build_packs(archive.campaign)
        yield from render_markdown(head, story.read_backwards(), packs)


def _summarize_evening(evening: Evening) -> tuple[EveningLine, tuple[str, ...]]:
    """An evening of the document, and the places visited. The Evening itself is not kept: it
    holds the campaign before and after each word."""
    return exporting.build_evening_line(evening), list_places_visited(evening)


def _render_json(archive: Archive, players: bool) -> Iterator[str]:
    visited = set[str]()
    with Spool(LogRow) as log:
        entries = _spool_log(archive.read_entries(), log, players=players)
        if players:  # where the Company was is known evening by evening
            for where in map(list_places_visited, read_evenings(archive.campaign, entries)):
                visited.update(where)
        for _ in entries:
            pass
        notes = (exporting.encode_note(row) for row in log.read_backwards() if row.note)
        lines = map(exporting.encode_entry, log.read_backwards())
        yield from render_json(_build_header(archive, players, visited), notes, lines)


def _spool_log(backwards: Iterable[Entry], log: Spool[LogRow], *, players: bool) -> Iterator[Entry]:
    """The same entries; those that are exported go to the log on the way."""
    for entry, stands in flag_live_entries(backwards):
        if exporting.is_exported(entry, stands):
            row = exporting.build_log_row(entry)
            if not (players and row.secret):
                log.add(row)
        yield entry


def _build_header(archive: Archive, players: bool, visited: set[str]) -> dict[str, PlainData]:
    """The document without what was played."""
    if players:
        return exporting.build_players_document(archive.campaign, (), visited)
    return exporting.build_guides_document(archive.campaign, ())
