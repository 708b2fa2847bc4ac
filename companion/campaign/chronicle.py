"""The journal read back as a story: the evenings that were played, and what came of each.

Only what still stands is told. The campaign as it stood before and after each entry comes from
the recorded changes, taken back one entry after another; no rule is run again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.diff import DoesNotApply, applied, inverted
from companion.campaign.history import with_standing
from companion.campaign.secrecy import for_the_guide
from companion.errant.clock import Moment
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
    for entry, stands in with_standing(backwards):
        if later is not None and not _together(entry, later):
            yield from _told(evening)
            evening = []
        later = entry
        if stands and entry.kind in ("word", "edit"):
            before = _without(campaign, entry)
            evening.append(Standing(entry, before, campaign))
            campaign = before
    yield from _told(evening)


def evening_back(campaign: Campaign, backwards: Iterable[Entry], number: int) -> Evening:
    """The newest evening (1), the one before it (2) … Impossible where there is none."""
    newest = list(islice(evenings(campaign, backwards), number))
    if len(newest) == number:
        return newest[-1]
    if not newest:
        raise Impossible("Nothing has been played that could be told of.", "Try: next, or note")
    known = "one evening" if len(newest) == 1 else f"{len(newest)} evenings"
    raise Impossible(f"The journal tells of {known}, not {number}.", f"Try: recap {len(newest)}")


def _told(evening: list[Standing]) -> Iterator[Evening]:
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


Step: TypeAlias = Literal["action", "outcome", "note"]


class Passage(NamedTuple):
    """A piece of the story: an action that was declared (`who` is an Errant's id or `company`),
    the outcome of what was declared, or a note. `number` and `seat` are its entry's."""

    number: int
    at: Moment
    seat: str
    step: Step
    who: str
    text: str
    secret: bool


def story(evening: Evening) -> tuple[Passage, ...]:
    """What was declared, what came of it and what was noted, in order. An action of an earlier
    evening is told with its outcome."""
    passages: list[Passage] = []
    told: set[tuple[str, int, str, str]] = set()
    for entry, before, after in evening:
        if entry.kind == "edit":
            continue
        pieces: list[tuple[Step, str, str]] = []
        resolved = _resolved(entry, before)
        if resolved is not None:
            actions = [
                (who, text)
                for who, text in resolved.declared.items()
                if (resolved.id, resolved.number, who, text) not in told
            ]
            pieces += [("action", who, text) for who, text in actions]
            pieces.append(("outcome", "", _word_and_rest(entry)[1]))
        for turn, who, text in _declared(before, after):
            told.add((turn.id, turn.number, who, text))
            pieces.append(("action", who, text))
        pieces.append(("note", "", entry.note))
        secret = for_the_guide(entry)
        passages += [
            Passage(entry.number, after.now, entry.seat, step, who, text, secret)
            for step, who, text in pieces
            if text
        ]
    return tuple(passages)


def _declared(before: Campaign, after: Campaign) -> Iterator[tuple[Turn, str, str]]:
    """The actions that wait in a Turn now and did not before."""
    for turn in after.turns:
        earlier = _same_turn(turn, before)
        for who, text in turn.declared.items():
            if earlier is None or earlier.declared.get(who) != text:
                yield turn, who, text


def _resolved(entry: Entry, before: Campaign) -> Turn | None:
    """The Turn whose declared actions had their outcome, where that is all an entry changed."""
    paths = [change.path for change in entry.changes]
    for turn in before.turns:
        if paths == [f"campaign/turns/{turn.id}/declared"] and not entry.changes[0].after:
            return turn
    return None


def _same_turn(turn: Turn, campaign: Campaign) -> Turn | None:
    """The Turn of this type and number, where it is open and has begun."""
    for other in campaign.turns:
        if (other.type, other.number, other.begun) == (turn.type, turn.number, True):
            return other
    return None


def _word_and_rest(entry: Entry) -> tuple[str, str]:
    """What was typed as its word and what follows; `secret` is no word of its own."""
    word, _, rest = entry.line.partition(" ")
    if entry.secret and "secret".startswith(word):
        word, _, rest = rest.partition(" ")
    return word.casefold(), rest


def turns_played(evening: Evening) -> Mapping[TurnType, int]:
    """How many Turns of each type began."""
    return Counter(
        turn.type
        for entry, before, after in evening
        for turn in after.turns
        if entry.kind == "word" and turn.begun and _same_turn(turn, before) is None
    )


def results(evening: Evening) -> Mapping[Result, int]:
    """How often the Event Die came to each result: a Turn whose die was replaced counts once, one
    that was ignored not at all."""
    found: dict[tuple[TurnType, int], Result | None] = {}
    begun: Counter[TurnType] = Counter()
    for entry, before, after in evening:
        for turn in after.turns:
            earlier = _same_turn(turn, before)
            begun[turn.type] += earlier is None
            rolled = earlier is None or earlier.rolled != turn.rolled
            if entry.kind == "word" and rolled and turn.face is not None and turn.type in TABLES:
                alone = unguarded(after.errants, turn)
                result = result_of(turn.type, turn.face, unguarded=alone)
                found[turn.type, begun[turn.type]] = None if turn.ignored else result
    return Counter(result for result in found.values() if result is not None)


def places(evening: Evening) -> tuple[str, ...]:
    """The ids of the places the Company was at, in order; none where no Turn was open."""
    found: list[str] = []
    for campaign in (evening[0].before, *(after for _, _, after in evening)):
        place = campaign.turns[-1].place if campaign.turns else ""
        if place and found[-1:] != [place]:
            found.append(place)
    return tuple(found)


def used_up(evening: Evening) -> Mapping[str, int]:
    """How many things of each name were used to the last. What was dropped was not."""
    spent: Counter[str] = Counter()
    for entry, before, after in evening:
        if entry.kind != "word" or before.errants is after.errants or _drops(entry):
            continue
        were, are = _usable(before, after), _usable(after, before)
        spent += were - are
        if _die_changed(before, after):
            spent -= are - were
    return spent


def _usable(campaign: Campaign, other: Campaign) -> Counter[str]:
    """How many things that run down are not at 0, by name, of those who are in both campaigns."""
    also = {errant.id for errant in other.errants}
    found: Counter[str] = Counter()
    for errant in campaign.errants:
        for item in errant.items:
            if errant.id in also and item.left:
                found[name_of_one(item)] += item.count
    return found


def _drops(entry: Entry) -> bool:
    word = _word_and_rest(entry)[0].removesuffix("!")
    return len(word) > 1 and "drop".startswith(word)


def _die_changed(before: Campaign, after: Campaign) -> bool:
    """Whether an Event Die that had fallen was ignored or replaced: what it used up came back."""
    return any(
        earlier is not None and earlier.rolled and earlier.rolled != turn.rolled
        for turn in after.turns
        for earlier in (_same_turn(turn, before),)
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
