"""The evening's record at the prompt: note, log, recap, export."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Literal

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry, Plain
from companion.campaign.history import with_standing
from companion.campaign.plain import plain
from companion.campaign.secrecy import for_the_guide, public_campaign
from companion.commands.lasting import effect_line
from companion.commands.nights import sign_lines
from companion.commands.packs import slots_report
from companion.commands.reports import (
    ExportReport,
    FateLine,
    LogLine,
    LogReport,
    NoteReport,
    RecapReport,
    ResultCount,
    StoryLine,
    TurnsPlayed,
    UsedUp,
)
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.turns import place_name, turn_lines
from companion.errant.errants import here, members
from companion.errant.stacks import uses
from companion.refusal import Impossible, Malformed
from companion.words.options import Arguments, nothing_more, take_flag, whole_number
from companion.words.registry import always

if TYPE_CHECKING:
    from companion.campaign.chronicle import Passage

MOST_LOGGED = 1_000
SCHEMA = 1


def _said_secretly(arguments: Arguments) -> bool:
    """`note secret …`: whether it is for the Guide alone."""
    return bool(arguments) and arguments[0].casefold() == "secret"


@WORDS.command(
    "note",
    subject="recording",
    usage="note [secret] TEXT",
    summary="Write something down in the journal, at this moment of the game; secret, for the "
    "Guide alone.",
    examples=("note the bell has no clapper", "note secret the ferryman lies"),
    secret=_said_secretly,
    completes=("secretly",),
)
def note_word(sitting: Sitting) -> Ruling:
    """Something to remember."""
    named = _said_secretly(sitting.arguments)
    text = sitting.rest.partition(" ")[2].strip() if named else sitting.rest
    if not text:
        word = "note secret" if named else "note"
        raise Malformed("There is nothing to note down.", f"Try: {word} the bell has no clapper")
    report = NoteReport(
        day=sitting.campaign.now.day,
        time=sitting.campaign.now.time,
        seat=sitting.seat,
        note=None if sitting.secretly else text,
        secretly=text if sitting.secretly else None,
    )
    return Ruling(sitting.campaign, report, note=text)


@WORDS.command(
    "log",
    subject="recording",
    usage="log [N] [notes]",
    summary="The last words of the journal in the game's own time, with their numbers for undo; "
    "ten of them, or N; or the last notes alone.",
    examples=("log", "log 30", "log notes"),
    reads=always,
    completes=("which log…",),
)
def log_word(sitting: Sitting) -> Ruling:
    """The end of the journal. The players' log leaves out what is the Guide's."""
    notes, arguments = take_flag(sitting.arguments, "notes")
    number = whole_number(arguments[0]) if arguments else 10
    nothing_more(f"log {number}", arguments[1:])
    if not 1 <= number <= MOST_LOGGED:
        raise Impossible(f"The log shows 1 to {MOST_LOGGED:,} entries, not {number}.")
    seen = (
        (entry, stands)
        for entry, stands in with_standing(sitting.entries())
        if (entry.note or not notes) and (sitting.seat == "guide" or not for_the_guide(entry))
    )
    newest = list(islice(seen, number))[::-1]
    report = LogReport(
        notes=notes is not None,
        entries=tuple(_log_line(e, stands) for e, stands in newest if not for_the_guide(e)),
        secretly=tuple(_log_line(e, stands) for e, stands in newest if for_the_guide(e)),
    )
    return Ruling(sitting.campaign, report)


def _log_line(entry: Entry, stands: bool) -> LogLine:
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
    )


@WORDS.command(
    "recap",
    subject="recording",
    usage="recap [N]",
    summary="The last evening in a page, to read aloud before the next one; with a number, the one "
    "before it (2) and so on.",
    examples=("recap",),
    reads=always,
)
def recap_word(sitting: Sitting) -> Ruling:
    """What came of an evening's play."""
    from companion.campaign import chronicle  # no other word pays for its import

    number = whole_number(sitting.arguments[0]) if sitting.arguments else 1
    nothing_more(f"recap {number}", sitting.arguments[1:])
    if number < 1:
        raise Impossible(f"There is no evening {number}.", "Try: recap, or recap 2")
    evening = chronicle.evening_back(sitting.campaign, sitting.entries(), number)
    before, after = evening[0].before, evening[-1].after
    passages = chronicle.story(evening)
    were = {effect.id for effect in before.campaign.effects}
    are = {effect.id for effect in after.campaign.effects}
    report = RecapReport(
        number=number,
        sessions=tuple(dict.fromkeys(entry.session for entry, _, _ in evening)),
        day_before=before.now.day,
        time_before=before.now.time,
        day_after=after.now.day,
        time_after=after.now.time,
        places=tuple(place_name(after, place) for place in chronicle.places(evening)),
        nested=turn_lines(after),
        turns=tuple(TurnsPlayed(*each) for each in chronicle.turns_played(evening).items()),
        results=tuple(ResultCount(*each) for each in chronicle.results(evening).items()),
        story=tuple(_story_line(p) for p in passages if not p.secret),
        secretly=tuple(_story_line(p) for p in passages if p.secret),
        fates=tuple(FateLine(*fate) for fate in chronicle.fates(before, after)),
        supply_before=_supply(before),
        supply_after=_supply(after),
        rations_before=_rations(before),
        rations_after=_rations(after),
        used_up=tuple(UsedUp(*each) for each in chronicle.used_up(evening).items()),
        began=tuple(effect_line(e) for e in after.campaign.effects if e.id not in were),
        ended=tuple(effect_line(e) for e in before.campaign.effects if e.id not in are),
        signs=sign_lines(after, after.world.signs),
    )
    return Ruling(sitting.campaign, report)


def _story_line(passage: "Passage") -> StoryLine:
    at = passage.at
    return StoryLine(
        passage.number, at.day, at.time, passage.seat, passage.step, passage.who, passage.text
    )


def _supply(campaign: Campaign) -> int:
    return sum(member.supply for member in members(campaign.errants))


def _rations(campaign: Campaign) -> int:
    return sum(uses(errant, "rations") for errant in here(campaign.errants))


@WORDS.command(
    "export",
    subject="recording",
    usage="export [players] [markdown|json]",
    summary="The whole campaign as a document to keep or to give away, with its notes and its log; "
    "the players' version holds nothing secret. The shell's «companion export» writes it to a "
    "file.",
    examples=("export", "export players", "export json"),
    reads=always,
    completes=("export form…",),
)
def export_word(sitting: Sitting) -> Ruling:
    """The campaign as a document."""
    players, arguments = take_flag(sitting.arguments, "players")
    asked, arguments = take_flag(arguments, "markdown", "json")
    nothing_more("export", arguments)
    form: Literal["markdown", "json"] = "json" if asked == "json" else "markdown"
    for_players = players is not None or sitting.seat != "guide"
    standing = tuple(_standing(sitting))[::-1]
    public = tuple(entry for entry in standing if not for_the_guide(entry))
    report = ExportReport(
        form=form,
        players=for_players,
        document=_document(public_campaign(sitting.campaign), public),
        packs=tuple(map(slots_report, sitting.campaign.errants)),
        guides=None if for_players else _document(sitting.campaign, standing),
    )
    return Ruling(sitting.campaign, report)


def _standing(sitting: Sitting) -> Iterator[Entry]:
    """What stands of the journal, newest first; a step back or forward is no part of the tale."""
    for entry, stands in with_standing(sitting.entries()):
        if stands and entry.kind in ("word", "edit"):
            yield entry


def _document(campaign: Campaign, standing: tuple[Entry, ...]) -> dict[str, Plain]:
    parts = plain(campaign)
    assert isinstance(parts, dict)
    return {
        "schema": SCHEMA,
        **parts,
        "notes": [{**_of_the_log(entry), "note": entry.note} for entry in standing if entry.note],
        "entries": [{**_of_the_log(entry), "line": entry.line} for entry in standing],
    }


def _of_the_log(entry: Entry) -> dict[str, Plain]:
    return {
        "entry": entry.name,
        "number": entry.number,
        "clock": entry.clock,
        "seat": entry.seat,
        "secret": for_the_guide(entry),
    }
