"""Reads evenings back from the journal, and what came of each.

Entries that were undone are left out. The campaign before and after each entry comes from the
recorded changes, inverted one entry after another; no rule is run again.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import islice
from math import inf
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.diff import InapplicableChange, apply_changes, invert_changes
from companion.campaign.undoable_entries import flag_entries_not_undone, parse_entry_number
from companion.errant.company import Errant
from companion.errant.packs.stacks import name_single_item
from companion.errant.turns.event_die import EVENT_TABLES, EventResult, find_event_die_result
from companion.errant.turns.turns import Turn, TurnType, is_sleeping_unguarded
from companion.refusal import Impossible
from companion.values_with_ids import pair_changed_values

EVENING_PAUSE = timedelta(hours=6)
"""Words of two sessions less than this apart belong to one evening: two people may type."""


MAX_TURN_ENTRIES = 300
"""Entries of the journal in which one Turn is looked for."""


class PlayedEntry(NamedTuple):
    """An entry that still stands, and the campaign before and after it."""

    entry: Entry
    before: Campaign
    after: Campaign


Evening: TypeAlias = tuple[PlayedEntry, ...]
"""What stands of one evening's play, in the order it was typed; never empty."""


def read_evenings(campaign: Campaign, backwards: Iterable[Entry]) -> Iterator[Evening]:
    """Each evening of which a word still stands, newest first. `backwards` is the journal, newest
    entry first; only as much of it is read as is needed."""
    evening: list[PlayedEntry] = []
    later: Entry | None = None
    for entry, stands in _flag_standing_entries(flag_entries_not_undone(backwards)):
        if later is not None and not _is_same_evening(entry, later):
            yield from _keep_played_evening(evening)
            evening = []
        later = entry
        if stands and entry.kind in ("word", "edit"):
            before = _revert_entry(campaign, entry)
            evening.append(PlayedEntry(entry, before, campaign))
            campaign = before
    yield from _keep_played_evening(evening)


def _flag_standing_entries(entries: Iterable[tuple[Entry, bool]]) -> Iterator[tuple[Entry, bool]]:
    """The entries, newest first, each with whether it stands. What changed nothing, as a roll, no
    longer stands if the Turn or the Event Die before it was undone. An entry waits for that Turn
    only while an undone one is still to come."""
    waiting: list[tuple[Entry, bool]] = []
    taken_back = inf  # the lowest number of what was taken back; numbers fall on the way
    for entry, stands in entries:
        if entry.kind == "undo":
            taken_back = min([taken_back, *map(parse_entry_number, entry.takes_back)])
        if taken_back > entry.number:
            yield from waiting
            waiting = []
            yield entry, stands
            continue
        if waiting and _is_turn_entry(entry):
            yield from ((e, s and (stands or e.has_content)) for e, s in waiting)
            waiting = []
        if waiting or not entry.has_content:
            waiting.append((entry, stands))
        else:
            yield entry, stands
    yield from waiting


def _is_turn_entry(entry: Entry) -> bool:
    """True if a Turn was opened, begun or closed in an entry, or its Event Die rolled."""
    paths = [c.path.split("/") for c in entry.changes if c.path.startswith("campaign/turns/")]
    return any(len(path) == 3 or path[3] in ("number", "rolled") for path in paths)


def find_evening(campaign: Campaign, backwards: Iterable[Entry], number: int) -> Evening:
    """The newest evening (1), the one before it (2) … Raises Impossible if there is none."""
    newest = list(islice(read_evenings(campaign, backwards), number))
    if len(newest) == number:
        return newest[-1]
    if not newest:
        raise Impossible(
            "Nothing has been played that could be told of.",
            "Try: next, or note the bell has no clapper",
        )
    known = "one evening" if len(newest) == 1 else f"{len(newest)} evenings"
    raise Impossible(f"The journal tells of {known}, not {number}.", f"Try: recap {len(newest)}")


def read_entries_of_innermost_turn(campaign: Campaign, backwards: Iterable[Entry]) -> Evening:
    """What stands of the innermost Turn, from the word that began it; nothing where the journal
    does not tell of it."""
    turn, played = campaign.innermost_turn, list[PlayedEntry]()
    for entry, stands in islice(
        _flag_standing_entries(flag_entries_not_undone(backwards)), MAX_TURN_ENTRIES
    ):
        if not stands or entry.kind not in ("word", "edit"):
            continue
        if find_same_turn_in_campaign(turn, campaign) is None:
            return tuple(reversed(played))
        before = _revert_entry(campaign, entry)
        played.append(PlayedEntry(entry, before, campaign))
        campaign = before
    return tuple(reversed(played))


def _keep_played_evening(evening: list[PlayedEntry]) -> Iterator[Evening]:
    """The evening in order, unless no word of it left anything."""
    if any(each.entry.kind == "word" and each.entry.has_content for each in evening):
        yield tuple(reversed(evening))


def _is_same_evening(earlier: Entry, later: Entry) -> bool:
    if earlier.session == later.session:
        return True
    try:
        pause = datetime.fromisoformat(later.at) - datetime.fromisoformat(earlier.at)
    except (ValueError, TypeError):  # written by hand, or with no time zone beside one that has
        return False
    return abs(pause) < EVENING_PAUSE


def _revert_entry(campaign: Campaign, entry: Entry) -> Campaign:
    """The campaign before an entry; unchanged if the files no longer hold what it changed."""
    try:
        return apply_changes(campaign, invert_changes(entry.changes))
    except InapplicableChange:
        return campaign


class ParsedEntry(NamedTuple):
    """The typed line of an entry: its word by its full name, and the text after it."""

    word: str
    rest: str
    is_secret: bool = False


EntryParser: TypeAlias = Callable[[Entry], ParsedEntry]
"""Reads the typed line; the words are not known on this floor."""


def find_same_turn_in_campaign(turn: Turn, campaign: Campaign) -> Turn | None:
    """The Turn of this type and number, if it is open and has begun."""
    for other in campaign.turns:
        if (other.type, other.number, other.begun) == (turn.type, turn.number, True):
            return other
    return None


def _list_turns_after_entries(evening: Evening) -> Iterator[tuple[PlayedEntry, Turn | None, Turn]]:
    """Each Turn that is open after an entry, as it was before and as it is."""
    for played in evening:
        for turn in played.after.turns:
            yield played, find_same_turn_in_campaign(turn, played.before), turn


def count_turns_played(evening: Evening) -> Mapping[TurnType, int]:
    """How many Turns of each type began."""
    return Counter(
        turn.type
        for played, was, turn in _list_turns_after_entries(evening)
        if played.entry.kind == "word" and turn.begun and was is None
    )


def find_event_die_result_of_turn(turn: Turn, campaign: Campaign) -> EventResult | None:
    """The result of a Turn's Event Die; None if none was rolled, or it was ignored."""
    if turn.face is None or turn.ignored or turn.type not in EVENT_TABLES:
        return None
    return find_event_die_result(
        turn.type, turn.face, unguarded=is_sleeping_unguarded(campaign.errants, turn)
    )


def count_event_die_results(evening: Evening) -> Mapping[EventResult, int]:
    """How often the Event Die had each result. A replaced die counts once, an ignored one not."""
    found: dict[tuple[TurnType, int], EventResult | None] = {}
    begun: Counter[TurnType] = Counter()
    for played, was, turn in _list_turns_after_entries(evening):
        begun[turn.type] += was is None
        is_rolled = turn.face is not None and (was is None or was.rolled != turn.rolled)
        if played.entry.kind == "word" and is_rolled:
            found[turn.type, begun[turn.type]] = find_event_die_result_of_turn(turn, played.after)
    return Counter(result for result in found.values() if result is not None)


def list_ids_of_places_visited(evening: Evening) -> tuple[str, ...]:
    """The ids of the places at which Turns were played, in order."""
    found: list[str] = []
    for campaign in (evening[0].before, *(after for _, _, after in evening)):
        place = campaign.place_here
        if place and found[-1:] != [place]:
            found.append(place)
    return tuple(found)


PUT_DOWN_WORDS = ("drop", "leave", "stash", "sell", "pass")
"""Words that take a thing out of a pack and do not use it up."""


def count_used_up_things(evening: Evening, read: EntryParser) -> Mapping[str, int]:
    """How many things of each name were used up. Things put down somewhere do not count."""
    spent: Counter[str] = Counter()
    for entry, before, after in evening:
        if entry.kind != "word" or read(entry).word in PUT_DOWN_WORDS:
            continue
        pairs = [
            (was, now)
            for was, now in pair_changed_values(before.errants, after.errants)
            if not (was and now and now.dead and not was.dead)  # what the dead had lies there
        ]
        were = _count_undepleted_things(earlier for earlier, later in pairs if earlier and later)
        are = _count_undepleted_things(later for earlier, later in pairs if earlier and later)
        spent += were - are
        turns = ((find_same_turn_in_campaign(turn, before), turn) for turn in after.turns)
        if any(was and was.rolled and was.rolled != turn.rolled for was, turn in turns):
            spent -= are - were  # the Event Die was ignored or replaced: that came back
    return spent


def _count_undepleted_things(errants: Iterable[Errant]) -> Counter[str]:
    """How many things that run down are not at 0, by name."""
    found: Counter[str] = Counter()
    for item in (item for errant in errants for item in errant.items if item.uses_left):
        found[name_single_item(item)] += item.count
    return found


class ErrantFate(Struct, frozen=True):
    """What an evening did to one of the Company; `step` is "" if only their Exhaustion changed."""

    errant: str
    name: str
    step: Literal["", "joined", "left", "died", "away", "back"]
    exhaustion_before: int
    exhaustion_after: int


def list_errant_outcomes(before: Campaign, after: Campaign) -> tuple[ErrantFate, ...]:
    """Everyone to whom something happened, in the order of the Company; who left comes last."""
    pairs = pair_changed_values(before.errants, after.errants)
    found = (
        _find_fate_of_errant(was, now)
        for was, now in pairs
        if not any(each is not None and each.kind == "stash" for each in (was, now))
    )
    return tuple(f for f in found if f.step or f.exhaustion_before != f.exhaustion_after)


def _find_fate_of_errant(was: Errant | None, now: Errant | None) -> ErrantFate:
    step: Literal["", "joined", "left", "died", "away", "back"] = ""
    if was is None:
        step = "joined"
    elif now is None:
        step = "left"
    elif now.is_dead and not was.is_dead:
        step = "died"
    elif now.away != was.away:
        step = "away" if now.away else "back"
    errant = now or was
    assert errant is not None
    return ErrantFate(errant.id, errant.name, step, (was or errant).exhaustion, errant.exhaustion)
