"""Who keeps the two watches of a night, one after the other, as `camp. bree and corvin first watch,
wim and ondine second`; and who keeps the second alone."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.errant.company import Errant, list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.errant.turns.turns import find_half_of_night
from companion.grammar.name_matching import find_only_match
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.refusal import Ambiguous

_JOIN = r"(?: ?(?:&|\+) ?|,? and | n )"
_WHOM = rf"[\w'’-]+(?:{_JOIN}[\w'’-]+)*"
_WHO_FIRST, _WHO_LATER = f"(?P<first>{_WHOM})", f"(?P<later>{_WHOM})"
_KEEPS = r"(?:(?:takes?|keeps?|has|have|does|do|on|is on|are on|stands?|gets?) )?(?:the )?"
_FIRST, _LATER = "(?:first|1st)", "(?:second|2nd|last|later|other|next)"
_THEN = r"(?:,|;|:)?(?: and)?(?: then)?"
_WATCHES = r"(?:watch(?:es)?|keeps? watch)"
_BOTH = (
    rf"{_WHO_FIRST} {_KEEPS}{_FIRST}(?: watch)?{_THEN} {_WHO_LATER}"
    rf"(?: {_KEEPS}{_LATER}(?: watch| one| half)?)?",
    rf"(?:the )?{_FIRST}(?: watch)?:? {_WHO_FIRST}(?:{_THEN} (?:the )?{_LATER}(?: watch)?:?"
    rf"|,? (?:and )?then) {_WHO_LATER}",
    rf"{_WHO_FIRST} {_WATCHES} first{_THEN} {_WHO_LATER}"
    rf"(?: (?:second|later|after|{_WATCHES} (?:second|later)))?",
    rf"(?:watch(?:es)?|watch order)(?: is| are)?:? {_WHO_FIRST},? then {_WHO_LATER}",
)
_NIGHT = r"(?:(?P<night>[\w' ]+?)(?:[.,;:]| with) )?"
_WHOLE = tuple(re.compile(f"(?i){_NIGHT}{each}") for each in _BOTH)
_REST_SLEEP = r"(?:,? (?:and )?(?:the )?(?:others|rest)(?: all)? sleep)?"
_SECOND = tuple(
    re.compile(f"(?i)(?:(?:ok|now|and|then),? )?{each}{_REST_SLEEP}")
    for each in (
        rf"{_WHO_LATER} {_KEEPS}{_LATER} (?:watch|half of the night)",
        rf"(?:the )?{_LATER} (?:watch|half)[,:]?(?: is| with| for)? (?P<later>{_WHOM}?)"
        r"(?: (?:on|keeps?|takes?|on) (?:the )?watch| watch(?:es)?| up)?",
    )
)
_WATCH, _MOST_CHARACTERS = "watch", 120
_OF_WATCHES = (_WATCH, "half of the night")
_ROUGH = re.compile(r"(?:rough|bad|poor|uncomfortable) (?:camp|spot|night|place)")
_IN_ORDER = re.compile(r"(?i)\b(?:first|1st) watch\b.*\b(?:second|2nd|third|3rd)\b")
_AROUND_NIGHT = re.compile(
    r"^(?:(?:ok|so|then|we|they|let's|lets|make|all|now)\b ?)+| (?:here|now|tonight)$"
)


class OrderedWatches(NamedTuple):
    """Who keeps the first watch of a night and who the second, as their names are typed, and how
    the second was said."""

    first: str
    later: str
    later_said: str
    camp: str = ""


def read_ordered_watches(typed: str, campaign: Campaign) -> OrderedWatches | None:
    """Who keeps which watch of the night, where both are said and nobody keeps two; None for any
    other line, and where what stands before them is no night's beginning."""
    said = _match_first(_WHOLE, typed)
    if said is None or _WATCH not in typed.casefold():  # the second half of a find
        return None
    night = _AROUND_NIGHT.sub("", (said["night"] or "").casefold().removeprefix("next "))
    first, later = (_name_watchers(said[each], campaign) for each in ("first", "later"))
    is_night = not night or night.strip() in load_phrases().groups["sleep"]
    is_rough = _ROUGH.search(night) is not None
    if not ((is_night or is_rough) and first and later) or {*first} & {*later}:
        return None
    camp = "uncomfortable " if is_rough else ""
    return OrderedWatches(" ".join(first), " ".join(later), said["later"], camp)


def list_ordered_watch_lines(typed: str, campaign: Campaign) -> Iterator[str]:
    """The line of a night's first watch, where both are said; and of the second watch in the Turn
    in which the first is over. Raises Ambiguous where more is said of who watches when."""
    turn = campaign.innermost_turn if campaign.turns else None
    if turn is None or turn.type != "travel":
        return
    is_first_over = bool(turn.rolled) and find_half_of_night(campaign.errants, turn) == 1
    if watches := read_ordered_watches(typed, campaign):
        night = "" if turn.asleep else f"sleep {watches.camp}"
        yield f"{night}watch {watches.first}"
    elif _IN_ORDER.search(typed[:_MOST_CHARACTERS]) and (named := _list_named(typed, campaign))[1:]:
        message = "A night is two Turns, and each has its watch."
        raise Ambiguous(message, f"Try: next sleep watch {named[0]}")
    elif is_first_over:
        said = _match_first(_SECOND, typed)
        later = _name_watchers(said["later"], campaign) if said else []
        yield from [f"next sleep watch {' '.join(later)}"] if later else []


def _list_named(typed: str, campaign: Campaign) -> list[str]:
    """Those of the Company whom a line names, in its order."""
    words = typed.casefold().replace(",", " ").split()
    found = [find_only_match(each, list_members_present(campaign.errants)) for each in words]
    return [*dict.fromkeys(quote_typed_name(each) for each in found if each)]


def _match_first(ways: Sequence[re.Pattern[str]], typed: str) -> re.Match[str] | None:
    """The first way in which a line is said that is short enough to be said at a table."""
    said = typed.strip(" .!")
    if len(said) > _MOST_CHARACTERS or not any(each in said.casefold() for each in _OF_WATCHES):
        return None
    return next(filter(None, (way.fullmatch(said) for way in ways)), None)


def _name_watchers(said: str, campaign: Campaign) -> Sequence[str]:
    """Those named, as they are typed; nobody where one of them is not of the Company here."""
    members = list_members_present(campaign.errants)
    found = [find_only_match(each, members) for each in re.split(_JOIN, said)]
    known = [each for each in found if isinstance(each, Errant)]
    return [quote_typed_name(each) for each in known] if len(known) == len(found) else []
