"""A whole campaign as a document, at the prompt: export."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry, Plain
from companion.campaign.history import with_standing
from companion.campaign.plain import plain
from companion.campaign.secrecy import for_the_guide, public_campaign
from companion.commands.reports import EveningLine, ExportReport
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
    "nothing secret, and no place they were never at. In the shell «companion export my-greenmire "
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
    played = tuple(chronicle.evenings(campaign, sitting.entries()))[::-1]
    evenings = tuple(map(_evening_line, played))
    visited = {place for evening in played for place in chronicle.places(evening)}
    report = ExportReport(
        form=form,
        players=for_players,
        document=_players_document(campaign, standing, visited),
        packs=tuple(slots_report(campaign.errants, each) for each in campaign.errants),
        guides=None if for_players else _document(campaign, standing),
        evenings=tuple(map(_in_the_open, evenings)),
        guides_evenings=None if for_players else evenings,
    )
    return Ruling(campaign, report)


def _standing(sitting: Sitting) -> Iterator[Entry]:
    """What stands of the journal, newest first; a step back or forward is no part of the tale."""
    for entry, stands in with_standing(sitting.entries()):
        if stands and entry.kind in ("word", "edit"):
            yield entry


def _evening_line(evening: "Evening") -> EveningLine:
    began, ended = evening[0].before.now, evening[-1].after.now
    return EveningLine(began.day, began.time, ended.day, ended.time, story_lines(evening))


def _in_the_open(evening: EveningLine) -> EveningLine:
    return replace(evening, story=tuple(line for line in evening.story if not line.secret))


def _players_document(
    campaign: Campaign, standing: tuple[Entry, ...], visited: Collection[str]
) -> dict[str, Plain]:
    """What players may know: of the places those they were at, and no place's hex."""
    public = tuple(entry for entry in standing if not for_the_guide(entry))
    document = _document(public_campaign(campaign), public)
    known = {*visited, *(turn.place for turn in campaign.turns)}
    world = document["world"]
    assert isinstance(world, dict)
    shown = dict(world)
    if "places" in world:
        shown["places"] = _shown(world["places"], known)
    if "settlements" in world:
        shown["settlements"] = _shown(world["settlements"], None)
    return {**document, "world": shown}


def _shown(places: Plain, known: Collection[str] | None) -> list[Plain]:
    """Places without their hexes: those whose ids are `known`, or all."""
    assert isinstance(places, list)
    return [
        {key: value for key, value in place.items() if key != "hex"}
        for place in places
        if isinstance(place, dict) and (known is None or place["id"] in known)
    ]


def _document(campaign: Campaign, standing: tuple[Entry, ...]) -> dict[str, Plain]:
    parts = plain(campaign)
    assert isinstance(parts, dict)
    return {
        "schema": SCHEMA,
        **parts,
        "notes": [{**_of_the_log(entry), "note": entry.note} for entry in standing if entry.note],
        "entries": [
            {**_of_the_log(entry), "line": entry.line, "outcome": entry.outcome}
            for entry in standing
        ],
    }


def _of_the_log(entry: Entry) -> dict[str, Plain]:
    return {
        "entry": entry.name,
        "number": entry.number,
        "clock": entry.clock,
        "seat": entry.seat,
        "secret": for_the_guide(entry),
    }
