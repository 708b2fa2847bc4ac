"""Answers `export`: writes the campaign as a document."""

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import asdict, replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry, PlainData
from companion.campaign.places_known_to_players import mark_sites_known
from companion.campaign.plain_data_encoding import encode_value
from companion.campaign.secrecy import (
    is_entry_for_guide_alone,
    make_campaign_without_secrets,
    prepare_outcome_for_seat,
)
from companion.campaign.undoable_entries import flag_entries_not_undone
from companion.commands.packs.slots_and_riding import build_slots_report
from companion.commands.record.recap import build_evening_story
from companion.grammar.context import Context
from companion.reports.journal import EveningLine, ExportReport
from companion.reports.packs import SlotsReport

if TYPE_CHECKING:
    from companion.campaign.record.recap import Evening

SCHEMA = 1
_PLACE_KEYS = ("places", "settlements")


def export_campaign(
    context: Context, for_players: str | None, document_format: str | None
) -> ExportReport:
    """Report the campaign as a document, for the Guide or without secrets."""
    # Measured.
    from companion.campaign.record.recap import list_ids_of_places_visited, read_evenings

    form: Literal["markdown", "json"] = "json" if document_format == "json" else "markdown"
    is_public = for_players is not None or not context.is_guide
    campaign = context.campaign
    entries = [
        e
        for e, live in flag_entries_not_undone(context.read_entries())
        if should_export_entry(e, live)
    ]
    entries.reverse()
    evenings, visited = list[EveningLine](), set[str]()
    for evening in read_evenings(campaign, context.read_entries()):
        evenings.append(build_evening_with_secrets(evening))
        visited.update(list_ids_of_places_visited(evening))
    evenings.reverse()
    return ExportReport(
        form=form,
        players=is_public,
        document=build_players_document(campaign, entries, visited),
        packs=build_slots_reports(campaign),
        guides=None if is_public else build_guides_document(campaign, entries),
        evenings=tuple(map(strip_secrets_from_evening, evenings)),
        guides_evenings=None if is_public else tuple(evenings),
    )


def should_export_entry(entry: Entry, is_live: bool) -> bool:
    """True for an entry of the document: one that was not taken back, and is no undo or redo."""
    return is_live and entry.kind in ("word", "edit")


def build_slots_reports(campaign: Campaign) -> tuple[SlotsReport, ...]:
    """What fills the Item Slots of everybody in the campaign, a Report each."""
    return tuple(build_slots_report(campaign.errants, each) for each in campaign.errants)


def build_evening_with_secrets(evening: "Evening") -> EveningLine:
    """An evening for the document, secrets included."""
    began, ended = evening[0].before.now, evening[-1].after.now
    return EveningLine(began.day, began.time, ended.day, ended.time, build_evening_story(evening))


def strip_secrets_from_evening(evening: EveningLine) -> EveningLine:
    """The line of an evening without the secret lines of its story."""
    return replace(evening, story=tuple(line for line in evening.story if not line.secret))


def build_players_document(
    campaign: Campaign, entries: Iterable[Entry], visited: Collection[str]
) -> dict[str, PlainData]:
    """The document without secrets; of places those that the players know or `visited`, no hex. Its
    entries are numbered without gaps, which would tell where a secret was."""
    public = (
        prepare_outcome_for_seat(entry, guide=False)
        for entry in entries
        if not is_entry_for_guide_alone(entry)
    )
    rows = renumber_log_rows(map(build_log_row, public))
    seen = make_campaign_without_secrets(mark_sites_known(campaign, *visited))
    document = _build_document(seen, tuple(rows))
    world = document["world"]
    assert isinstance(world, dict)
    places = {key: _strip_hidden_keys(world[key]) for key in _PLACE_KEYS if key in world}
    return {**document, "world": {**world, **places}}


def _strip_hidden_keys(places: PlainData) -> list[PlainData]:
    assert isinstance(places, list)
    return [
        {key: value for key, value in place.items() if key not in ("hex", "known")}
        for place in places
        if isinstance(place, dict)
    ]


def build_guides_document(campaign: Campaign, entries: Iterable[Entry]) -> dict[str, PlainData]:
    """The whole campaign, and these entries of its journal."""
    rows = tuple(build_log_row(prepare_outcome_for_seat(entry, guide=True)) for entry in entries)
    return _build_document(campaign, rows)


def _build_document(campaign: Campaign, rows: tuple["LogRow", ...]) -> dict[str, PlainData]:
    parts = encode_value(campaign)
    assert isinstance(parts, dict)
    return {
        "schema": SCHEMA,
        **parts,
        "notes": [encode_note_row(row) for row in rows if row.note],
        "entries": [encode_log_row(row) for row in rows],
    }


class LogRow(Struct, frozen=True):
    """An entry for the notes and the log of a document, in the order of their keys."""

    entry: str
    number: int
    clock: str
    seat: str
    secret: bool
    line: str
    outcome: str
    note: str


def build_log_row(entry: Entry) -> LogRow:
    """The row of a journal entry in an exported document."""
    return LogRow(
        entry.name,
        entry.number,
        entry.clock,
        entry.seat,
        is_entry_for_guide_alone(entry),
        entry.line,
        entry.outcome,
        entry.note,
    )


def renumber_log_rows(rows: Iterable[LogRow]) -> Iterator[LogRow]:
    """The rows, oldest first, numbered one after another."""
    for number, row in enumerate(rows, 1):
        session = row.entry.rpartition("-")[0]
        yield replace(row, entry=f"{session}-{number}", number=number)


def encode_note_row(row: LogRow) -> dict[str, PlainData]:
    """A note as plain data for JSON, without the keys of a typed line."""
    return {key: value for key, value in asdict(row).items() if key not in ("line", "outcome")}


def encode_log_row(row: LogRow) -> dict[str, PlainData]:
    """An entry of the log as plain data for JSON, without a note."""
    return {key: value for key, value in asdict(row).items() if key != "note"}
