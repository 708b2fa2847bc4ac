"""A whole campaign as a document, at the prompt: export."""

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry, PlainData
from companion.campaign.encoding import encode
from companion.campaign.history import flag_live_entries
from companion.campaign.secrecy import is_for_guide, make_known, make_public_campaign
from companion.commands.context import WORDS, Context, Ruling
from companion.commands.packs.slots import build_slots_report
from companion.commands.record.recap import build_story_lines
from companion.grammar.arguments import require_no_arguments, take_flag
from companion.grammar.registry import match_all
from companion.reports.packs import SlotsReport
from companion.reports.record import EveningLine, ExportReport

if TYPE_CHECKING:
    from companion.campaign.recap import Evening

SCHEMA = 1


@WORDS.command(
    "export",
    subject="recording",
    usage="export [players] [markdown|json]",
    reads=match_all,
    completes=("export form…",),
)
def handle_export(context: Context) -> Ruling:
    """The campaign as a document."""
    from companion.campaign import recap as chronicle

    players, arguments = take_flag(context.arguments, "players")
    asked, arguments = take_flag(arguments, "markdown", "json")
    require_no_arguments("export", arguments)
    form: Literal["markdown", "json"] = "json" if asked == "json" else "markdown"
    for_players = players is not None or context.seat != "guide"
    campaign, standing = context.campaign, tuple(_list_live_entries(context))[::-1]
    evenings, visited = list[EveningLine](), set[str]()
    for evening in chronicle.read_evenings(campaign, context.read_entries()):
        evenings.append(build_evening_line(evening))
        visited.update(chronicle.list_places_visited(evening))
    evenings.reverse()
    report = ExportReport(
        form=form,
        players=for_players,
        document=build_players_document(campaign, standing, visited),
        packs=build_packs(campaign),
        guides=None if for_players else build_guides_document(campaign, standing),
        evenings=tuple(map(strip_secrets, evenings)),
        guides_evenings=None if for_players else tuple(evenings),
    )
    return Ruling(campaign, report)


def _list_live_entries(context: Context) -> Iterator[Entry]:
    """What stands of the journal, newest first."""
    return (
        entry
        for entry, stands in flag_live_entries(context.read_entries())
        if is_exported(entry, stands)
    )


def is_exported(entry: Entry, stands: bool) -> bool:
    """Whether an entry is in the document; a step back or forward is no part of the tale."""
    return stands and entry.kind in ("word", "edit")


def build_packs(campaign: Campaign) -> tuple[SlotsReport, ...]:
    """What fills everybody's slots."""
    return tuple(build_slots_report(campaign.errants, each) for each in campaign.errants)


def build_evening_line(evening: "Evening") -> EveningLine:
    """An evening as the document tells it, with all that is secret."""
    began, ended = evening[0].before.now, evening[-1].after.now
    return EveningLine(began.day, began.time, ended.day, ended.time, build_story_lines(evening))


def strip_secrets(evening: EveningLine) -> EveningLine:
    """The same without what is secret."""
    return replace(evening, story=tuple(line for line in evening.story if not line.secret))


def build_players_document(
    campaign: Campaign, standing: Iterable[Entry], visited: Collection[str]
) -> dict[str, PlainData]:
    """What players may know: of the places those they know of or were at, and no place's hex."""
    public = (entry for entry in standing if not is_for_guide(entry))
    document = build_guides_document(make_public_campaign(make_known(campaign, *visited)), public)
    world = document["world"]
    assert isinstance(world, dict)
    shown = dict(world)
    for key in ("places", "settlements"):
        if key in world:
            shown[key] = _strip_hidden_keys(world[key])
    return {**document, "world": shown}


def _strip_hidden_keys(places: PlainData) -> list[PlainData]:
    """Places as players may see them: where they lie is left out, and that they are known."""
    assert isinstance(places, list)
    return [
        {key: value for key, value in place.items() if key not in ("hex", "known")}
        for place in places
        if isinstance(place, dict)
    ]


def build_guides_document(campaign: Campaign, standing: Iterable[Entry]) -> dict[str, PlainData]:
    """The whole campaign, and these entries of its journal."""
    parts = encode(campaign)
    assert isinstance(parts, dict)
    rows = [build_log_row(entry) for entry in standing]
    return {
        "schema": SCHEMA,
        **parts,
        "notes": [encode_note(row) for row in rows if row.note],
        "entries": [encode_entry(row) for row in rows],
    }


class LogRow(Struct, frozen=True):
    """What a document has of an entry, for its notes and its log."""

    entry: str
    number: int
    clock: str
    seat: str
    secret: bool
    line: str
    outcome: str
    note: str


def build_log_row(entry: Entry) -> LogRow:
    """An entry as the document has it."""
    return LogRow(
        entry.name,
        entry.number,
        entry.clock,
        entry.seat,
        is_for_guide(entry),
        entry.line,
        entry.outcome,
        entry.note,
    )


def encode_note(row: LogRow) -> dict[str, PlainData]:
    """What was noted, and when."""
    return {**_encode_moment(row), "note": row.note}


def encode_entry(row: LogRow) -> dict[str, PlainData]:
    """What was typed, when, and what the dice said."""
    return {**_encode_moment(row), "line": row.line, "outcome": row.outcome}


def _encode_moment(row: LogRow) -> dict[str, PlainData]:
    return {
        "entry": row.entry,
        "number": row.number,
        "clock": row.clock,
        "seat": row.seat,
        "secret": row.secret,
    }
