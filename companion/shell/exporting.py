"""A whole campaign written down at the shell, in the memory of one evening.

The journal is read from its end, for only there is it known what was taken back, and how the
campaign stood; a document begins at the beginning. So what is told goes onto a spool on the way
back, and is written from there.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from companion.archive.archive import Archive
from companion.archive.spool import Spool
from companion.campaign.changes import Entry, Plain
from companion.campaign.chronicle import Evening, evenings, places
from companion.campaign.history import with_standing
from companion.commands import exporting
from companion.commands.exporting import LogRow
from companion.commands.reports import EveningLine
from companion.view.export import json_lines, markdown_lines

Form: TypeAlias = Literal["markdown", "json"]


def document_lines(archive: Archive, form: Form, *, players: bool) -> Iterator[str]:
    """Every line of the document, the Guide's or the players'."""
    return _in_markdown(archive, players) if form == "markdown" else _in_json(archive, players)


def _in_markdown(archive: Archive, players: bool) -> Iterator[str]:
    visited = set[str]()
    with Spool(EveningLine) as story:
        for told, where in map(_tell, evenings(archive.campaign, archive.entries())):
            story.add(exporting.in_the_open(told) if players else told)
            visited.update(where)
        head = _head(archive, players, visited)
        packs = exporting.packs(archive.campaign)
        yield from markdown_lines(head, story.backwards(), packs)


def _tell(evening: Evening) -> tuple[EveningLine, tuple[str, ...]]:
    """An evening as the document tells it, and where the Company was. Nothing holds on to the
    evening itself when the next one is read: the campaign before and after each word is in it."""
    return exporting.evening_line(evening), places(evening)


def _in_json(archive: Archive, players: bool) -> Iterator[str]:
    visited = set[str]()
    with Spool(LogRow) as log:
        entries = _put_down(archive.entries(), log, players=players)
        if players:  # where the Company was is known evening by evening
            for where in map(places, evenings(archive.campaign, entries)):
                visited.update(where)
        for _ in entries:
            pass
        notes = (exporting.note_of(row) for row in log.backwards() if row.note)
        lines = map(exporting.line_of, log.backwards())
        yield from json_lines(_head(archive, players, visited), notes, lines)


def _put_down(backwards: Iterable[Entry], log: Spool[LogRow], *, players: bool) -> Iterator[Entry]:
    """The same entries; those that are told are put down in the log on the way."""
    for entry, stands in with_standing(backwards):
        if exporting.is_told(entry, stands):
            row = exporting.log_row(entry)
            if not (players and row.secret):
                log.add(row)
        yield entry


def _head(archive: Archive, players: bool, visited: set[str]) -> dict[str, Plain]:
    """The document without what was played."""
    if players:
        return exporting.players_document(archive.campaign, (), visited)
    return exporting.guides_document(archive.campaign, ())
