"""What is declared in a Turn, in a line: an action and who does it, a Rest, a night and a watch."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple, get_args

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.errant.company import Errant, list_everyone_present, list_members_present
from companion.errant.turns.turns import WHOLE_COMPANY, Camp
from companion.grammar.action_splitting_by_actor import (
    AND,
    repeat_action_for_actors,
    split_action_by_actors,
)
from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words
from companion.grammar.argument_kinds.company import (
    complete_errants,
    complete_errants_not_yet_named,
)
from companion.grammar.name_matching import find_errant, find_exact_errant, split_names
from companion.refusal import Malformed, join_words
from companion.text_cleaning import quote_name

_CAMPS: dict[Camp, str] = dict(
    zip(get_args(Camp), ("a good camp", "no Exhaustion is lost", "a 5 counts as a 1"), strict=True)
)


class Night(NamedTuple):
    """How a night is slept through: the kind of camp and who keeps watch, as far as it is said."""

    camp: Camp | None = None
    watch: tuple[Errant, ...] | None = None


class DeclaredAction(NamedTuple):
    """What somebody does in a Turn, by their id; a Rest, or a night's sleep, is no action. `more`
    is what others do, named in the same line."""

    text: str = ""
    who: str = WHOLE_COMPANY
    is_rest: bool = False
    night: Night | None = None
    more: tuple["DeclaredAction", ...] = ()


def _read_watchers(words: Words, so_far: LineSoFar) -> tuple[Errant, ...]:
    """Those who keep watch, each once; none for `nobody`."""
    names = split_names(words)
    if not names:
        raise Malformed("Who keeps watch?", "Try: watch bree wim, or watch nobody")
    if [name.casefold() for name in names] == ["nobody"]:
        return ()
    found = {errant.id: errant for errant in (find_errant(so_far.campaign, n) for n in names)}
    return tuple(found.values())


def _is_in_travel_turn(campaign: Campaign) -> bool:
    return bool(campaign.turns) and campaign.turns[-1].type == "travel"


def _list_sleep_words(campaign: Campaign) -> Words:
    """The words with which a night's sleep is declared; a camp elsewhere is an action."""
    return ("sleep", "camp") if _is_in_travel_turn(campaign) else ("sleep",)


def _complete_watchers(so_far: LineSoFar) -> Iterator[Completion]:
    """Who could keep watch besides those named already, in a Travel Turn."""
    if not _is_in_travel_turn(so_far.campaign) or "nobody" in so_far.casefolded_words_before:
        return
    yield from complete_errants_not_yet_named(so_far, list_members_present(so_far.campaign.errants))
    if not so_far.before:
        yield Completion("nobody", "all of them sleep")


def _split_at_watch(words: Words) -> tuple[Words, Words | None]:
    """The words before `watch`, and those after it; None without that word."""
    folded = [word.casefold() for word in words]
    if "watch" not in folded:
        return words, None
    at = folded.index("watch")
    return words[:at], words[at + 1 :]


def _read_night(words: Words, so_far: LineSoFar, *, is_loose: bool = False) -> Night:
    """`[CAMP] [watch ERRANT…]`; one that is loose may say anything else too, as `in the open barn
    watch bree`."""
    before, after = _split_at_watch(words)
    typed = [word.casefold() for word in before]
    camps = [camp for word in typed for camp in _CAMPS if camp == word]
    other = next((word for word in typed if word not in _CAMPS), "")
    if other and not is_loose:
        raise Malformed(f"«{other}» is no kind of camp.", "Try: sleep open, or sleep watch bree")
    if len(set(camps)) > 1:
        kinds = join_words([f"«{camp}»" for camp in camps], "or")
        raise Malformed(f"A camp is of one kind: {kinds}?", f"Try: sleep {camps[-1]}")
    watch = None if after is None else _read_watchers(after, so_far)
    return Night(camps[0] if camps else None, watch)


def _complete_nights(so_far: LineSoFar) -> Iterator[Completion]:
    if not _is_in_travel_turn(so_far.campaign):
        return
    before, after = _split_at_watch(so_far.before)
    if after is not None:
        yield from _complete_watchers(so_far._replace(before=after))
        return
    if not before:
        yield from (Completion(camp, description) for camp, description in _CAMPS.items())
    yield Completion("watch", "who keeps watch")


def _read_action(words: Words, so_far: LineSoFar) -> DeclaredAction:
    """An action, of an Errant after their name, or those of several; `rest`, and `sleep` or `camp`
    with what follows. Raises Malformed for faces of dice, and for marks and numbers alone."""
    campaign = so_far.campaign
    clauses = chain.from_iterable(
        repeat_action_for_actors(e, campaign) for e in split_action_by_actors(words, campaign)
    )
    own, *more = (_read_action_of_one_doer(each, so_far) for each in clauses)
    if own.is_rest or own.night is not None:
        return _read_action_of_one_doer(words, so_far)
    return own._replace(more=tuple(more))


def _read_action_of_one_doer(words: Words, so_far: LineSoFar) -> DeclaredAction:
    """What one of them does, or the Company."""
    first, others = words[0], words[1:]
    numbers = re.findall(r"\w+", " ".join(words))
    if all(map(str.isdecimal, numbers)):
        is_rolled = bool(numbers) and {*numbers} <= {*"123456"}
        done = f"={','.join(numbers)}" if is_rolled else "search the nave"
        raise Malformed(f"«{' '.join(words)}» is nothing that is done.", f"Try: next {done}")
    if re.fullmatch(r"=\d[\d,]*", words[-1]):
        raise Malformed(f"No die is rolled for «{words[-1]}».", f"Try: next {' '.join(words)}")
    if first.casefold() == "rest":
        return DeclaredAction(is_rest=True)
    if first.casefold() in _list_sleep_words(so_far.campaign):
        return DeclaredAction(night=_read_night(others, so_far, is_loose=True))
    errant = find_exact_errant(so_far.campaign, first) if others else None
    if errant is None or others[0].casefold() in AND:  # `bree and old pike sing`
        return DeclaredAction(_join_action_words(words))
    return DeclaredAction(_join_action_words(others), errant.id)


def _join_action_words(words: Words) -> str:
    """The words of an action with the quotes of what is said in it; none around all of it."""
    return words[0] if len(words) == 1 else " ".join(map(quote_name, words))


def _complete_actions(so_far: LineSoFar) -> Iterator[Completion]:
    """Rest and sleep where there is such a thing, and who does something; the action itself is in
    the table's own words."""
    campaign = so_far.campaign
    if not campaign.turns:
        return
    if so_far.casefolded_words_before and so_far.casefolded_words_before[0] in _list_sleep_words(
        campaign
    ):
        yield from _complete_nights(so_far._replace(before=so_far.before[1:]))
    if so_far.before:
        return
    if campaign.turns[-1].type in ("travel", "exploration"):
        yield Completion("rest", "the Company Rests this Turn")
    if _is_in_travel_turn(campaign):
        yield Completion("sleep", "half of a night's Rest")
    present = list_everyone_present(campaign.errants)
    yield from complete_errants(e for e in present if find_exact_errant(campaign, e.id) is e)


_ACTION = Kind.make_rest_of_line(
    "action",
    "[ERRANT] ACTION…",
    "What is declared?",
    _read_action,
    _complete_actions,
    "search the nave",
)
KINDS: dict[str, Kind[Any]] = {
    "NIGHT": Kind.make_rest_of_line(
        "night", "suitable|uncomfortable|open] [watch ERRANT…", "", _read_night, _complete_nights
    ),
    "WATCHERS": Kind.make_rest_of_line(
        "watchers",
        "ERRANT…|nobody",
        "Who keeps watch?",
        _read_watchers,
        _complete_watchers,
        "nobody",
    ),
    "ACTION": _ACTION,
    "ACTION…": replace(_ACTION, usage="ACTION…"),
}
