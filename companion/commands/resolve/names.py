"""Who and what is meant: a typed name found among what the campaign holds, by any part of it."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from companion.campaign.campaign import Campaign
from companion.campaign.rows import ChangedRange, find_changed_range
from companion.errant.errants import Errant
from companion.errant.items import Item, recognise_gear
from companion.errant.slots import can_act, encumbrance
from companion.grammar.arguments import Arguments
from companion.refusal import Ambiguous, Impossible, Malformed, Unknown, join_words, suggest_similar

T = TypeVar("T")


class OwnedItem(NamedTuple):
    """A thing and who has it."""

    errant: Errant
    item: Item


def match_names(typed: str, things: Iterable[T], names: Callable[[T], Iterable[str]]) -> list[T]:
    """What a typed name fits best: wholly, else by a beginning of any word, else by any part, else
    by parts in any order."""
    folded = typed.casefold().strip()
    if not folded:
        return []
    parts = re.split(r"[\s,]+", folded)
    longest = max(parts, key=len)
    likely = _filter_containing(longest, tuple(things), names)
    known = [(thing, [name.casefold() for name in names(thing)]) for thing in likely]
    fits: tuple[Callable[[str], bool], ...] = (
        lambda name: name == folded,
        lambda name: name.startswith(folded) or f" {folded}" in name or f"-{folded}" in name,
        lambda name: folded in name,
        lambda name: all(part in name for part in parts),
    )
    for fit in fits:
        found = [thing for thing, its_names in known if any(map(fit, its_names))]
        if found:
            return found
    return []


def _filter_containing(
    part: str, things: tuple[T, ...], names: Callable[[T], Iterable[str]]
) -> Sequence[T]:
    """Those that have this part in a name. One text of all names is searched: a campaign may have
    thousands, and a step of Python for each would be felt."""
    if not part:
        return things
    text = "\0".join(_list_names(things, names))
    found: list[T] = []
    number, begun, at = 0, 0, text.find(part)
    while at >= 0:
        number += text.count("\0", begun, at)
        found.append(things[number])
        begun = text.find("\0", at)
        at = text.find(part, begun) if begun >= 0 else -1
    return found


_MAX_UNCACHED = 50
"""Things whose names are listed at once."""
_last_listing: tuple[tuple[object, ...], object, list[str]] = (), None, []
"""The last row of more than a few things, the function that names them, and those names."""


def _list_names(things: tuple[T, ...], names: Callable[[T], Iterable[str]]) -> list[str]:
    """The names of each thing, folded, a line each. Of a long row only the names of things that
    were not listed the last time are made anew."""
    global _last_listing
    if len(things) <= _MAX_UNCACHED:
        return ["\n".join(names(thing)).casefold() for thing in things]
    before, by, known = _last_listing
    same = (
        find_changed_range(before, things)
        if by is names
        else ChangedRange(0, len(known), len(things))
    )
    new = ("\n".join(names(thing)).casefold() for thing in things[same.start : same.after_end])
    found = [*known[: same.start], *new, *known[same.before_end :]]
    _last_listing = things, names, found
    return found


def find_one(what: str, typed: str, things: Iterable[T], names: Callable[[T], Iterable[str]]) -> T:
    """The one thing that a typed name fits. Unknown with what is near; Ambiguous with the names."""
    everything = list(things)
    found = match_names(typed, everything, names)
    if len(found) == 1:
        return found[0]
    if found:
        choices = [next(iter(names(thing))) for thing in found]
        raise Ambiguous(f"«{typed}» may be {join_words(choices, 'or')}.", "Type more of the name.")
    known = [name for thing in everything for name in names(thing)]
    raise Unknown(f"There is no {what} «{typed}».", suggest_similar(typed, known))


def errant_names(errant: Errant) -> tuple[str, ...]:
    """What an Errant answers to."""
    return (errant.id, errant.name)


def find_errant(campaign: Campaign, typed: str) -> Errant:
    """The Errant, Retainer or animal that is meant."""
    return find_one("Errant", typed, campaign.errants, errant_names)


def split_names(arguments: Arguments) -> tuple[str, ...]:
    """Names in a row: `bree wim`, `bree, wim and tansy`; a name in quotes stays whole."""
    return tuple(
        name
        for word in arguments
        for name in ((word,) if " " in word else word.split(","))
        if name.strip() and name.casefold() != "and"
    )


def find_exact_errant(campaign: Campaign, typed: str) -> Errant | None:
    """The Errant whose whole name, id or first name this is; None for any other word."""
    folded = typed.casefold()
    for errant in campaign.errants:
        if folded in (errant.id, errant.name.casefold()):
            return errant
    named = [
        e
        for e in campaign.errants
        if folded in (e.id, e.name.casefold(), e.name.casefold().partition(" ")[0])
    ]
    return named[0] if len(named) == 1 else None


def item_names(item: Item) -> tuple[str, ...]:
    """What a thing answers to: its id, its name, its name with its Quality, its kind."""
    made = (f"{item.quality} {item.name}",) if item.quality else ()
    return (item.id, item.name, *made, item.kind) if item.kind else (item.id, item.name, *made)


def match_items(errant: Errant, typed: str) -> list[Item]:
    """The things of an Errant that a typed name fits; other spellings of a kind fit it too."""
    found = match_names(typed, errant.items, item_names)
    if found:
        return found
    kind, _ = recognise_gear(typed)
    return [item for item in errant.items if kind and item.kind == kind]


def find_item(errant: Errant, typed: str, suits: Callable[[Item], bool]) -> Item:
    """The thing of an Errant that is meant: of like ones that suit, the most used first."""
    found = match_items(errant, typed)
    if not found:
        names = [name for item in errant.items for name in item_names(item)]
        raise Unknown(f"{errant.name} carries no «{typed}».", suggest_similar(typed, names))
    exact = [item for item in found if item.id == typed.casefold()]
    suitable = [item for item in found if suits(item)] or found
    _require_one_quality(typed, suitable)
    if exact and (suits(exact[0]) or len(suitable) == len(found)):
        return exact[0]
    alike = {(item.kind or item.name.casefold()) for item in suitable}
    if len(alike) > 1:
        names = [item.id for item in suitable]
        raise Ambiguous(f"«{typed}» may be {join_words(names, 'or')}.", "Type more of the name.")
    return min(suitable, key=lambda item: (item.uses_left is None, item.uses_left or 0))


def _require_one_quality(typed: str, items: list[Item]) -> None:
    """That like things are of one Quality: a masterwork dagger is not just any. Ambiguous else."""
    made = dict.fromkeys(item.quality for item in items if item.quality)
    if len(made) > 1 and len({item.name.casefold() for item in items}) == 1:
        which = [f"{quality} {items[0].name}" for quality in made]
        raise Ambiguous(f"«{typed}» may be {join_words(which, 'or')}.", "Say which.")


def find_carried_item(
    campaign: Campaign, arguments: Arguments, suits: Callable[[Item], bool], what: str
) -> OwnedItem:
    """Who and what is meant by `[ERRANT] ITEM`; the Errant may be left out where only one of
    those here has such a thing."""
    if not arguments:
        raise Malformed(f"Which {what}?", f"Type the Errant and the {what}.")
    if len(arguments) > 1:
        errants = match_names(arguments[0], campaign.errants, errant_names)
        if errants:
            errant = find_errant(campaign, arguments[0])
            return OwnedItem(errant, find_item(errant, " ".join(arguments[1:]), suits))
    typed = " ".join(arguments)
    having = [e for e in campaign.errants if e.is_present and match_items(e, typed)]
    suited = [e for e in having if any(map(suits, match_items(e, typed)))]
    who = suited or having
    if len(who) == 1:
        return OwnedItem(who[0], find_item(who[0], typed, suits))
    if who:
        ways = join_words([f"{e.id} {typed}" for e in who], "or")
        if not suited:
            raise Impossible(
                f"Nobody's «{typed}» suits that as it is.",
                f"To mean it all the same, put the Errant before it: {ways}",
            )
        raise Ambiguous(f"Whose {typed}?", f"Put the Errant before it: {ways}")
    owners = match_names(typed, campaign.errants, errant_names)
    if len(owners) == 1:
        return OwnedItem(owners[0], _find_only_item(owners[0], suits))
    known = [name for e in campaign.errants for i in e.items for name in item_names(i)]
    known += [name for e in campaign.errants for name in errant_names(e)]
    raise Unknown(f"Nobody here carries «{typed}».", suggest_similar(typed, known))


def _find_only_item(errant: Errant, suits: Callable[[Item], bool]) -> Item:
    """The one thing of an Errant that can be meant when only they are named. Ambiguous where it
    may be several, Impossible where it can be none."""
    suitable = [item for item in errant.items if suits(item)]
    if len(suitable) == 1:
        return suitable[0]
    if not suitable:
        raise Impossible(f"{errant.name} carries nothing that this could mean.")
    names = join_words([item.id for item in suitable], "or")
    raise Ambiguous(f"Which of {errant.name}'s: {names}?", "Name the thing after the Errant.")


def require_present(errant: Errant, *, forced: bool | None = None) -> Errant:
    """This Errant, who must be here and alive unless the Guide has `forced` it; None where no
    force would help. Impossible otherwise."""
    overrulable = forced is not None
    if errant.is_dead and not forced:
        raise Impossible(f"{errant.name} is dead.", overrulable=overrulable)
    if errant.away and not forced:
        way = f"Try: back {errant.id}."
        raise Impossible(f"{errant.name} is away.", way, overrulable=overrulable)
    return errant


def require_able(errant: Errant, *, forced: bool | None = None) -> Errant:
    """The same, who must be able to do something: Encumbrance 8 or more leaves nothing."""
    require_present(errant, forced=forced)
    if not can_act(errant) and not errant.is_dead and not forced:
        raise Impossible(
            f"{errant.name}'s Encumbrance is {encumbrance(errant)}: they can do nothing.",
            f"Lighten them first: drop, pass or stash something, see slots {errant.id}.",
            overrulable=forced is not None,
        )
    return errant
