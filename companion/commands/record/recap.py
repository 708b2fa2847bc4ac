"""Answers `recap`: tells the story of one evening of play."""

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.commands.status import (
    build_effect_line,
    build_encounter_sign_lines,
    build_open_turn_lines,
    count_rations,
    count_supply,
)
from companion.grammar.context import Context
from companion.grammar.journalled_lines import parse_journalled_line
from companion.refusal import Impossible
from companion.reports.journal import RecapReport, ResultCount, TurnCount
from companion.reports.packs import ItemCount
from companion.reports.turns import TurnLine

if TYPE_CHECKING:
    from companion.campaign.record.recap import Evening, ParsedEntry
    from companion.campaign.record.story import StoryLine


def show_evening_recap(context: Context, number: int | None) -> RecapReport:
    """Report what happened in one evening of play, the last one without a number."""
    from companion.campaign.fights.fights_of_played_evening import list_fights_of_evening
    from companion.campaign.record import recap  # measured: only this word needs it

    number = 1 if number is None else number
    if number < 1:
        raise Impossible(f"There is no evening {number}.", "Try: recap, or recap 2")
    evening = recap.find_evening(context.campaign, context.read_entries(), number)
    before, after = evening[0].before, evening[-1].after
    story = build_evening_story(evening)
    were = {effect.id for effect in before.book.effects}
    are = {effect.id for effect in after.book.effects}
    return RecapReport(
        number=number,
        sessions=tuple(dict.fromkeys(entry.session for entry, _, _ in evening)),
        day_before=before.now.day,
        time_before=before.now.time,
        day_after=after.now.day,
        time_after=after.now.time,
        places=tuple(
            after.get_place_name(place) for place in recap.list_ids_of_places_visited(evening)
        ),
        nested=_list_unsettled_turns(after),
        turns=tuple(TurnCount(*each) for each in recap.count_turns_played(evening).items()),
        results=tuple(
            ResultCount(*each) for each in recap.count_event_die_results(evening).items()
        ),
        story=tuple(line for line in story if not line.secret),
        secretly=tuple(line for line in story if line.secret),
        fates=recap.list_errant_outcomes(before, after),
        supply_before=count_supply(before),
        supply_after=count_supply(after),
        rations_before=count_rations(before),
        rations_after=count_rations(after),
        used_up=tuple(
            ItemCount(*each)
            for each in recap.count_used_up_things(evening, parse_journal_entry_line).items()
        ),
        began=tuple(build_effect_line(after, e) for e in after.book.effects if e.id not in were),
        ended=tuple(build_effect_line(before, e) for e in before.book.effects if e.id not in are),
        signs=build_encounter_sign_lines(after, after.world.signs),
        fights=list_fights_of_evening(evening),
    )


def _list_unsettled_turns(campaign: Campaign) -> tuple[TurnLine, ...]:
    """The open Turns, with the actions that wait for their outcome: none where it is assumed."""
    turns = build_open_turn_lines(campaign)
    if campaign.book.rules.done == "asked":
        return turns
    return tuple(replace(turn, declared=()) for turn in turns)


def parse_journal_entry_line(entry: Entry) -> "ParsedEntry":
    """The word of an entry by its full name, and what follows it; both empty for a line without a
    word, as `+4h`, or with one that is no word any more."""
    return _parse_journalled_line(entry.line)


@lru_cache(maxsize=1024)
def _parse_journalled_line(typed: str) -> "ParsedEntry":
    """Remembered: what waits to be told is read off the same entries after each word."""
    from companion.campaign.record.recap import ParsedEntry

    found = parse_journalled_line(typed)
    if found is None:
        return ParsedEntry("", "")
    return ParsedEntry(found.line.word, found.line.rest, found.is_secret)


def build_evening_story(evening: "Evening") -> "tuple[StoryLine, ...]":
    """The story of an evening; what is secret in it is marked so."""
    from companion.campaign.record.story import build_story_of_evening

    return build_story_of_evening(evening, parse_journal_entry_line)
