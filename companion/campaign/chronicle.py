"""The journal read back: the evenings that were played, and what came of each.

Only what still stands is told. The campaign as it stood before and after each entry comes from
the recorded changes, taken back one entry after another; no rule is run again.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import islice
from math import inf
from typing import Literal, NamedTuple, TypeAlias

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.diff import DoesNotApply, applied, inverted
from companion.campaign.history import number_in, with_standing
from companion.errant.errants import Errant
from companion.errant.event_die import TABLES, Result, result_of
from companion.errant.nights import unguarded
from companion.errant.stacks import name_of_one
from companion.errant.turns import Turn, TurnType
from companion.refusal import Impossible

PAUSE = timedelta(hours=6)
"""Words of two sessions less than this apart belong to one evening: two people may type."""


class Standing(NamedTuple):
    """An entry that still stands, and the campaign before and after it."""

    entry: Entry
    before: Campaign
    after: Campaign


Evening: TypeAlias = tuple[Standing, ...]
"""What stands of one evening's play, in the order it was typed; never empty."""


def evenings(campaign: Campaign, backwards: Iterable[Entry]) -> Iterator[Evening]:
    """Each evening of which a word still stands, newest first; `backwards` is the journal, newest
    entry first, and only as much of it is read as is asked for."""
    evening: list[Standing] = []
    later: Entry | None = None
    for entry, stands in _with_rolls(with_standing(backwards)):
        if later is not None and not _together(entry, later):
            yield from _worth_telling(evening)
            evening = []
        later = entry
        if stands and entry.kind in ("word", "edit"):
            before = _without(campaign, entry)
            evening.append(Standing(entry, before, campaign))
            campaign = before
    yield from _worth_telling(evening)


def _with_rolls(entries: Iterable[tuple[Entry, bool]]) -> Iterator[tuple[Entry, bool]]:
    """The same, newest first; what changed nothing, as a roll does, falls with the Event Die or the
    Turn it was said after, where that was taken back later. An entry waits for that Turn to be
    read only while something that was taken back is still to come."""
    waiting: list[tuple[Entry, bool]] = []
    taken_back = inf  # the lowest number of what was taken back; numbers fall on the way
    for entry, stands in entries:
        if entry.kind == "undo":
            taken_back = min([taken_back, *map(number_in, entry.takes_back)])
        if taken_back > entry.number:
            yield from waiting
            waiting = []
            yield entry, stands
            continue
        if waiting and _of_a_turn(entry):
            yield from ((e, s and (stands or e.tells)) for e, s in waiting)
            waiting = []
        if waiting or not entry.tells:
            waiting.append((entry, stands))
        else:
            yield entry, stands
    yield from waiting


def _of_a_turn(entry: Entry) -> bool:
    """Whether a Turn was opened, begun or closed in an entry, or its Event Die fell."""
    paths = [c.path.split("/") for c in entry.changes if c.path.startswith("campaign/turns/")]
    return any(len(path) == 3 or path[3] in ("number", "rolled") for path in paths)


def evening_back(campaign: Campaign, backwards: Iterable[Entry], number: int) -> Evening:
    """The newest evening (1), the one before it (2) … Impossible where there is none."""
    newest = list(islice(evenings(campaign, backwards), number))
    if len(newest) == number:
        return newest[-1]
    if not newest:
        raise Impossible("Nothing has been played that could be told of.", "Try: next, or note")
    known = "one evening" if len(newest) == 1 else f"{len(newest)} evenings"
    raise Impossible(f"The journal tells of {known}, not {number}.", f"Try: recap {len(newest)}")


def _worth_telling(evening: list[Standing]) -> Iterator[Evening]:
    """The evening in order, where anything was said in it that left something."""
    if any(each.entry.kind == "word" and each.entry.tells for each in evening):
        yield tuple(reversed(evening))


def _together(earlier: Entry, later: Entry) -> bool:
    if earlier.session == later.session:
        return True
    try:
        pause = datetime.fromisoformat(later.at) - datetime.fromisoformat(earlier.at)
    except (ValueError, TypeError):  # written by hand, or with no time zone beside one that has
        return False
    return abs(pause) < PAUSE


def _without(campaign: Campaign, entry: Entry) -> Campaign:
    """The campaign before an entry; as it is, where the files no longer hold what it changed."""
    try:
        return applied(campaign, inverted(entry.changes))
    except DoesNotApply:
        return campaign


class Said(NamedTuple):
    """What was typed for an entry: its word by its full name, the text after it, and whether
    `secret` stood before it."""

    word: str
    rest: str
    secretly: bool = False


Reader: TypeAlias = Callable[[Entry], Said]
"""Who knows the words reads what was typed; here nobody does."""


def same_turn(turn: Turn, campaign: Campaign) -> Turn | None:
    """The Turn of this type and number, where it is open and has begun."""
    for other in campaign.turns:
        if (other.type, other.number, other.begun) == (turn.type, turn.number, True):
            return other
    return None


def turns_played(evening: Evening) -> Mapping[TurnType, int]:
    """How many Turns of each type began."""
    return Counter(
        turn.type
        for entry, before, after in evening
        for turn in after.turns
        if entry.kind == "word" and turn.begun and same_turn(turn, before) is None
    )


def result_in(turn: Turn, campaign: Campaign) -> Result | None:
    """What the Event Die of a Turn came to; None where none fell, or it was ignored."""
    if turn.face is None or turn.ignored or turn.type not in TABLES:
        return None
    return result_of(turn.type, turn.face, unguarded=unguarded(campaign.errants, turn))


def results(evening: Evening) -> Mapping[Result, int]:
    """How often the Event Die came to each result: a Turn whose die was replaced counts once, one
    that was ignored not at all."""
    found: dict[tuple[TurnType, int], Result | None] = {}
    begun: Counter[TurnType] = Counter()
    for entry, before, after in evening:
        for turn in after.turns:
            earlier = same_turn(turn, before)
            begun[turn.type] += earlier is None
            rolled = earlier is None or earlier.rolled != turn.rolled
            if entry.kind == "word" and rolled and turn.face is not None:
                found[turn.type, begun[turn.type]] = result_in(turn, after)
    return Counter(result for result in found.values() if result is not None)


def places(evening: Evening) -> tuple[str, ...]:
    """The ids of the places the Company was at, in order; none where no Turn was open."""
    found: list[str] = []
    for campaign in (evening[0].before, *(after for _, _, after in evening)):
        place = campaign.turns[-1].place if campaign.turns else ""
        if place and found[-1:] != [place]:
            found.append(place)
    return tuple(found)


PUT_DOWN = ("drop", "leave", "stash", "sell", "pass")
"""Words after which a thing is in no pack and yet not used up: a ration dropped and a ration eaten
change the same in a file."""


def used_up(evening: Evening, read: Reader) -> Mapping[str, int]:
    """How many things of each name were used to the last. What was put down somewhere was not."""
    spent: Counter[str] = Counter()
    for entry, before, after in evening:
        if entry.kind != "word" or before.errants is after.errants:
            continue
        if read(entry).word in PUT_DOWN:
            continue
        changed = _changed_errants(before, after)
        were = _usable(earlier for earlier, _ in changed)
        are = _usable(later for _, later in changed)
        spent += were - are
        if _die_changed(before, after):
            spent -= are - were
    return spent


def _changed_errants(before: Campaign, after: Campaign) -> list[tuple[Errant, Errant]]:
    """The Errants who are in both campaigns and differ, before and after. The others have as much
    in the one as in the other."""
    were = {errant.id: errant for errant in before.errants}
    return [
        (were[errant.id], errant)
        for errant in after.errants
        if errant.id in were and were[errant.id] is not errant
    ]


def _usable(errants: Iterable[Errant]) -> Counter[str]:
    """How many things that run down are not at 0, by name."""
    found: Counter[str] = Counter()
    for errant in errants:
        for item in errant.items:
            if item.left:
                found[name_of_one(item)] += item.count
    return found


def _die_changed(before: Campaign, after: Campaign) -> bool:
    """Whether an Event Die that had fallen was ignored or replaced: what it used up came back."""
    return any(
        earlier is not None and earlier.rolled and earlier.rolled != turn.rolled
        for turn in after.turns
        for earlier in (same_turn(turn, before),)
    )


class Fate(NamedTuple):
    """What an evening did to one of the Company: Exhaustion before and after, and whether they
    joined, left for good, died, went away or came back (else "")."""

    errant: str
    name: str
    step: Literal["", "joined", "left", "died", "away", "back"]
    exhaustion_before: int
    exhaustion_after: int


def fates(before: Campaign, after: Campaign) -> tuple[Fate, ...]:
    """Everyone to whom something happened, in the order of the Company; who left comes last."""
    were = {errant.id: errant for errant in before.errants}
    are = {errant.id for errant in after.errants}
    found = [_fate(were.get(errant.id), errant) for errant in after.errants]
    found += [
        Fate(e.id, e.name, "left", e.exhaustion, e.exhaustion)
        for e in were.values()
        if e.id not in are
    ]
    return tuple(f for f in found if f.step or f.exhaustion_before != f.exhaustion_after)


def _fate(was: Errant | None, now: Errant) -> Fate:
    if was is None:
        return Fate(now.id, now.name, "joined", now.exhaustion, now.exhaustion)
    step: Literal["", "died", "away", "back"] = ""
    if now.dead and not was.dead:
        step = "died"
    elif now.away != was.away:
        step = "away" if now.away else "back"
    return Fate(now.id, now.name, step, was.exhaustion, now.exhaustion)
