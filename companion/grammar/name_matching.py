"""Finds what a typed name means among what the campaign holds, by the beginning of any word of
it."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import TypeVar

from companion.campaign.campaign import Campaign
from companion.errant.company import Company, Errant, list_members_present
from companion.errant.names_to_type import make_typed_name, quote_typed_name
from companion.errant.packs.slots import can_act, find_encumbrance
from companion.grammar.option_and_number_parsing import Arguments
from companion.refusal import Ambiguous, Impossible, Unknown, join_words, suggest_similar_words
from companion.text_cleaning import quote_name
from companion.values_with_ids import find_changed_range

T = TypeVar("T")

_MAX_NAME_WORDS = 12
_FEWEST_JOINED, _BEGINNING = 6, 3
"""Letters of a name that may be several words in one, and of the first of them."""
_INSIDE_NAMES = frozenset(["of", "the", "and", "in", "on", "at", "to", "by", "for", "a", "an"])
"""Words that name nothing by themselves, wherever they stand in a name."""
_FEW = 50
"""Things whose names are listed anew each time."""

get_names: Callable[[object], tuple[str, str]] = attrgetter("id", "name")
"""The names of an Errant, an NPC, a Faction or a place. A campaign may have thousands of them."""


def find_only_match(typed: str, things: Iterable[T]) -> T | None:
    """The one thing that a typed name means; None where it is nothing's or several's."""
    found = match_things_by_name(typed, things)
    return found[0] if len(found) == 1 else None


def match_things_by_name(
    typed: str, things: Iterable[T], names: Callable[[T], Iterable[str]] = get_names
) -> list[T]:
    """What a typed name fits best: wholly (with other gaps last), else by its beginning, else by
    that of any word in it but a small one, else by beginnings of its words in any order."""
    folded, things = typed.casefold().strip(), tuple(things)
    if not folded or not things:
        return []
    lines = _list_casefolded_names_of_each(things, names)
    if exact := [
        at for at in _find_lines_with_part(folded, lines) if folded in lines[at].split("\n")
    ]:
        return [things[at] for at in exact]
    parts = re.split(r"[\s,]+", folded)
    longest, joined = max(parts, key=len), _join_name_parts(folded)
    likely = [(things[at], lines[at].split("\n")) for at in _find_lines_with_part(longest, lines)]
    fits: tuple[Callable[[str], bool], ...] = (
        lambda name: joined != "" and longest in name and _join_name_parts(name) == joined,
        lambda name: name.startswith(folded),
        lambda name: begins_word_of_name(folded, name),
        lambda name: all(begins_word_of_name(part, name) for part in parts),
    )
    for fit in fits[:2] if folded in _INSIDE_NAMES else fits:
        found = [thing for thing, its_names in likely if any(map(fit, its_names))]
        if found:
            return found
    return [things[at] for at in _find_names_typed_as_one_word(folded, lines)]


def begins_word_of_name(part: str, name: str) -> bool:
    """True if a word of a folded name begins so: `old` stands in «ysolde», and begins no word."""
    at = name.find(part)
    while at > 0 and name[at - 1].isalnum():
        at = name.find(part, at + 1)
    return at >= 0


def _join_name_parts(name: str) -> str:
    """A name without its gaps: a `long sword` is a longsword."""
    return re.sub(r"[\s-]+", "", name)


def _find_names_typed_as_one_word(folded: str, lines: Sequence[str]) -> list[int]:
    """The numbers of the lines with a name of several words that is typed as one: `warhorse`."""
    if len(folded) < _FEWEST_JOINED or not folded.isalpha():
        return []
    begun = folded[:_BEGINNING]
    likely = [(at, lines[at].split("\n")) for at in _find_lines_with_part(begun, lines)]
    return [at for at, names in likely if any(_join_name_parts(name) == folded for name in names)]


_last_listing: tuple[tuple[object, ...], object, list[str]] = (), None, []
"""The row whose names were listed last, the function that names its things, and the list."""


def _list_casefolded_names_of_each(
    things: tuple[T, ...], names: Callable[[T], Iterable[str]]
) -> list[str]:
    """The names of each thing, folded, with a line for each name. Only the names of things that
    were not in the last row are folded anew."""
    global _last_listing
    if len(things) <= _FEW:
        return ["\n".join(names(thing)).casefold() for thing in things]
    row, named_by, lines = _last_listing
    if row is things and named_by is names:
        return lines
    if named_by is not names:
        row, lines = (), []
    start, row_end, end = find_changed_range(row, things)
    new = ["\n".join(names(thing)).casefold() for thing in things[start:end]]
    lines = [*lines[:start], *new, *lines[row_end:]]
    _last_listing = things, names, lines
    return lines


def _find_lines_with_part(part: str, lines: Sequence[str]) -> Iterator[int]:
    """The numbers of the lines with a part in them; one search through all of them."""
    if not part:
        yield from range(len(lines))
        return
    text = "\0".join(lines)
    number, begun, at = 0, 0, text.find(part)
    while at >= 0:
        number += text.count("\0", begun, at)
        yield number
        begun = text.find("\0", at)
        at = text.find(part, begun) if begun >= 0 else -1


def find_one_by_name(
    what: str,
    typed: str,
    things: Iterable[T],
    names: Callable[[T], Iterable[str]] = get_names,
    *,
    listed: str = "",
) -> T:
    """The one thing that a typed name fits; of several the one whose first name, its id, it is.
    Raises Unknown with similar names or else the line that has them `listed`, or Ambiguous with
    the names that fit."""
    everything = tuple(things)
    found = match_things_by_name(typed, everything, names)
    if len(found) == 1:
        return found[0]
    exact = [thing for thing in found if next(iter(names(thing))) == typed]
    if exact:
        return exact[0]
    if found:
        choices = [choose_shown_name(thing, names) for thing in found]
        if len({choice.casefold() for choice in choices}) < len(choices):
            choices = [next(iter(names(thing))) for thing in found]  # nothing else tells them apart
        raise Ambiguous(
            f"«{typed}» may be {join_words(choices, 'or')}.",
            typed=typed,
            instead=map(quote_name, choices),
        )
    known = [name for thing in everything for name in list_shown_names(thing, names)]
    hint = suggest_similar_words(typed, known) or (f"To see them all: {listed}" if listed else "")
    raise Unknown(f"There is no {what} «{typed}».", hint)


def list_shown_names(thing: T, names: Callable[[T], Iterable[str]] = get_names) -> Iterator[str]:
    """Its names that a refusal may quote, each once and not with an article besides."""
    yield (shown := choose_shown_name(thing, names))
    same = {shown.casefold(), f"the {shown.casefold()}"}
    yield from (each for each in tuple(names(thing))[1:] if each.casefold() not in same)


def choose_shown_name(thing: T, names: Callable[[T], Iterable[str]] = get_names) -> str:
    """The name by which a refusal tells of a thing: never an id with a number."""
    return make_typed_name(*get_names(thing)) if names is get_names else next(iter(names(thing)))


def split_names(arguments: Arguments) -> tuple[str, ...]:
    """The names in `bree wim` or `bree, wim and tansy`. A name in quotes stays whole."""
    return tuple(
        name
        for word in arguments
        for name in ((word,) if " " in word else word.split(","))
        if name.strip() and name.casefold() != "and"
    )


def take_whole_name(arguments: Arguments, things: Iterable[object]) -> tuple[str, Arguments]:
    """`corvin half-hand rations`: as many arguments as are a whole name of any of these, and what
    comes after them; the first alone where no more are."""
    if len(arguments) > 1:
        known = {
            name.casefold() for thing in things for name in get_names(thing) if " " in name
        }  # as what is looked for has
    for end in range(min(len(arguments), _MAX_NAME_WORDS), 1, -1):
        if " ".join(arguments[:end]).casefold() in known:
            return " ".join(arguments[:end]), arguments[end:]
    return "".join(arguments[:1]), arguments[1:]


def take_leading_name(arguments: Arguments, things: Iterable[object]) -> tuple[str, Arguments]:
    """`harl dunn banal`: as many arguments as stand so in a name of any of these, and what comes
    after them; the first alone where no more do."""
    if len(arguments) > 1:
        known = [name.casefold() for thing in things for name in get_names(thing)]
    for end in range(min(len(arguments), _MAX_NAME_WORDS), 1, -1):
        typed = " ".join(arguments[:end])
        if any(begins_word_of_name(typed.casefold(), name) for name in known):
            return typed, arguments[end:]
    return "".join(arguments[:1]), arguments[1:]


def take_errant_or_npc(
    arguments: Arguments, people: Iterable[T], *, first: Iterable[T] = ()
) -> tuple[T, Arguments]:
    """The one of these people whom the leading arguments name, and what comes after them; one of
    those who come `first`, as those who fight, if any of these is so called. Raises Unknown or
    Ambiguous."""
    known, nearer = tuple(people), tuple(first)
    what, listed = "Errant or NPC", "company, or npc"
    name, left = take_leading_name(arguments, nearer)
    if nearer and match_things_by_name(name, nearer, get_names):
        return find_one_by_name(what, name, nearer, listed=listed), left
    name, left = take_leading_name(arguments, known)
    return find_one_by_name(what, name, known, listed=listed), left


def find_errant(campaign: Campaign, typed: str) -> Errant:
    """The Errant, Retainer or animal with this name. Raises Unknown or Ambiguous."""
    return find_one_by_name("Errant", typed, campaign.errants, listed="company")


def find_exact_errant(campaign: Campaign, typed: str) -> Errant | None:
    """The Errant whose id, whole name or first name this is; None for any other word."""
    folded = typed.casefold()
    for errant in campaign.errants:
        if folded in (errant.id, errant.name.casefold()):
            return errant
    named = [e for e in campaign.errants if e.name.casefold().partition(" ")[0] == folded]
    return named[0] if len(named) == 1 else None


def require_errant_or_retainer(errant: Errant, otherwise: str, what: str = "do") -> Errant:
    """The Errant, if they are an Errant or a Retainer. Raises Impossible for an animal or a
    vehicle, which makes no Checks, has no bonds, or whatever it says `otherwise`."""
    if not errant.is_person:
        raise Impossible(f"{errant.name} {otherwise}.", f"Errants and Retainers {what}.")
    return errant


_WHO_LIVES = "Who goes along: company"


def require_members_present(company: Company) -> Company:
    """The members who are here. Raises Impossible if nobody is."""
    members = list_members_present(company)
    if not members:
        raise Impossible("Nobody of the Company is here.", "To see who there is: company")
    return members


def require_present_errant(errant: Errant, *, forced: bool | None = None) -> Errant:
    """The Errant, if they are here and alive or the Guide has `forced` it; None where no force
    would help. Raises Impossible."""
    overrulable = forced is not None
    if errant.is_dead and not forced:
        raise Impossible(f"{errant.name} is dead.", _WHO_LIVES, overrulable=overrulable)
    if errant.away and not forced:
        way = f"Try: back {quote_typed_name(errant)}."
        raise Impossible(f"{errant.name} is away.", way, overrulable=overrulable)
    return errant


def require_present_and_able_errant(errant: Errant, *, forced: bool | None) -> Errant:
    """The Errant, if they are here and can do something. Raises Impossible, unless
    `forced`."""
    return require_able_errant_here_or_away(
        require_present_errant(errant, forced=forced), forced=forced
    )


def require_able_errant_here_or_away(errant: Errant, *, forced: bool | None) -> Errant:
    """The Errant, here or away, if they can do something: the dead cannot, nor can who is out
    of action or anybody at Encumbrance 8. Raises Impossible, unless `forced`."""
    if errant.is_dead and not forced:
        raise Impossible(f"{errant.name} is dead.", _WHO_LIVES, overrulable=forced is not None)
    if errant.out_of_action and not forced:
        raise Impossible(
            f"{errant.name} is out of action until the fight is over, or they have HP.",
            f"Try: heal {quote_typed_name(errant)} 1",
            overrulable=forced is not None,
        )
    if not can_act(errant) and not forced:
        raise Impossible(
            f"{errant.name}'s Encumbrance is {find_encumbrance(errant)}: they can do nothing.",
            "Lighten them first: drop, pass or stash something, see slots "
            f"{quote_typed_name(errant)}.",
            overrulable=forced is not None,
        )
    return errant
