"""A whole campaign as a document, at the prompt: export."""

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry, Plain
from companion.campaign.history import with_standing
from companion.campaign.places_known import make_known
from companion.campaign.plain import plain
from companion.campaign.secrecy import for_the_guide, public_campaign
from companion.commands.reports import EveningLine, ExportReport, SlotsReport
from companion.commands.retelling import story_lines
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.slots import slots_report
from companion.words.options import nothing_more, take_flag
from companion.words.registry import always

if TYPE_CHECKING:
    from companion.campaign.chronicle import Evening

SCHEMA = 1


@WORDS.command(
    "export",
    subject="recording",
    usage="export [players] [markdown|json]",
    summary="The whole campaign as a document to keep or to give away: how things stand, and the "
    "story of every evening with its notes (in JSON, with its log). The players' version holds "
    "nothing secret, and no place they do not know of. In the shell «companion export my-greenmire "
    "--players > players.md» writes it to a file.",
    examples=("export", "export players", "export json"),
    reads=always,
    completes=("export form…",),
)
def export_word(sitting: Sitting) -> Ruling:
    """The campaign as a document."""
    from companion.campaign import chronicle  # no other word but recap pays for its import

    players, arguments = take_flag(sitting.arguments, "players")
    asked, arguments = take_flag(arguments, "markdown", "json")
    nothing_more("export", arguments)
    form: Literal["markdown", "json"] = "json" if asked == "json" else "markdown"
    for_players = players is not None or sitting.seat != "guide"
    campaign, standing = sitting.campaign, tuple(_standing(sitting))[::-1]
    evenings, visited = list[EveningLine](), set[str]()
    for evening in chronicle.evenings(campaign, sitting.entries()):
        evenings.append(evening_line(evening))
        visited.update(chronicle.places(evening))
    evenings.reverse()
    report = ExportReport(
        form=form,
        players=for_players,
        document=players_document(campaign, standing, visited),
        packs=packs(campaign),
        guides=None if for_players else guides_document(campaign, standing),
        evenings=tuple(map(in_the_open, evenings)),
        guides_evenings=None if for_players else tuple(evenings),
    )
    return Ruling(campaign, report)


def _standing(sitting: Sitting) -> Iterator[Entry]:
    """What stands of the journal, newest first."""
    return (entry for entry, stands in with_standing(sitting.entries()) if is_told(entry, stands))


def is_told(entry: Entry, stands: bool) -> bool:
    """Whether an entry is in the document; a step back or forward is no part of the tale."""
    return stands and entry.kind in ("word", "edit")


def packs(campaign: Campaign) -> tuple[SlotsReport, ...]:
    """What fills everybody's slots."""
    return tuple(slots_report(campaign.errants, each) for each in campaign.errants)


def evening_line(evening: "Evening") -> EveningLine:
    """An evening as the document tells it, with all that is secret."""
    began, ended = evening[0].before.now, evening[-1].after.now
    return EveningLine(began.day, began.time, ended.day, ended.time, story_lines(evening))


def in_the_open(evening: EveningLine) -> EveningLine:
    """The same without what is secret."""
    return replace(evening, story=tuple(line for line in evening.story if not line.secret))


def players_document(
    campaign: Campaign, standing: Iterable[Entry], visited: Collection[str]
) -> dict[str, Plain]:
    """What players may know: of the places those they know of or were at, and no place's hex."""
    public = (entry for entry in standing if not for_the_guide(entry))
    document = guides_document(public_campaign(make_known(campaign, *visited)), public)
    world = document["world"]
    assert isinstance(world, dict)
    shown = dict(world)
    for key in ("places", "settlements"):
        if key in world:
            shown[key] = _shown(world[key])
    return {**document, "world": shown}


def _shown(places: Plain) -> list[Plain]:
    """Places as players may see them: where they lie is left out, and that they are known."""
    assert isinstance(places, list)
    return [
        {key: value for key, value in place.items() if key not in ("hex", "known")}
        for place in places
        if isinstance(place, dict)
    ]


def guides_document(campaign: Campaign, standing: Iterable[Entry]) -> dict[str, Plain]:
    """The whole campaign, and these entries of its journal."""
    parts = plain(campaign)
    assert isinstance(parts, dict)
    rows = [log_row(entry) for entry in standing]
    return {
        "schema": SCHEMA,
        **parts,
        "notes": [note_of(row) for row in rows if row.note],
        "entries": [line_of(row) for row in rows],
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


def log_row(entry: Entry) -> LogRow:
    """An entry as the document has it."""
    return LogRow(
        entry.name,
        entry.number,
        entry.clock,
        entry.seat,
        for_the_guide(entry),
        entry.line,
        entry.outcome,
        entry.note,
    )


def note_of(row: LogRow) -> dict[str, Plain]:
    """What was noted, and when."""
    return {**_when(row), "note": row.note}


def line_of(row: LogRow) -> dict[str, Plain]:
    """What was typed, when, and what the dice said."""
    return {**_when(row), "line": row.line, "outcome": row.outcome}


def _when(row: LogRow) -> dict[str, Plain]:
    return {
        "entry": row.entry,
        "number": row.number,
        "clock": row.clock,
        "seat": row.seat,
        "secret": row.secret,
    }
