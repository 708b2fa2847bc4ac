"""The menu of what somebody carries: each thing with what is left of it, and whose it is where
others have the like."""

from collections.abc import Callable, Container, Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from companion.errant.company import Errant, list_everyone_present
from companion.errant.names_to_type import (
    find_unnumbered_name,
    label_item_with_uses_left,
    list_names_of_item,
    make_typed_item_names,
    quote_typed_name,
)
from companion.errant.packs.items import Item, parse_gear_kind_and_count
from companion.errant.packs.stacks import name_single_item
from companion.grammar.argument_kind import Completing, Completion, LineSoFar
from companion.grammar.argument_kinds.company import (
    complete_present_errants_first,
    find_typed_errant,
)
from companion.text_cleaning import quote_name

Suiting: TypeAlias = Callable[[Errant], list[Item]]
"""The things of an Errant that suit a word."""
_MANY = 4_096
"""Things that are remembered, so that a menu of hundreds is there at once."""


def complete_carried_things(
    suiting: Suiting, *, who_first: bool, several: bool = False
) -> Completing:
    """`[ERRANT] ITEM`: the things that suit. Where the Errant is left out, everybody's who is
    here, and the Errants who have such; `who_first` where there are many. Where `several` can be
    named, their things after each comma."""

    def offering(so_far: LineSoFar) -> Iterator[Completion]:
        if not so_far.before:
            things = _complete_items_of_everybody(so_far, suiting)
            people = complete_present_errants_first(filter(suiting, so_far.campaign.errants))
            yield from (*people, *things) if who_first else (*things, *people)
        elif len(so_far.before) == 1 or (several and so_far.before[-1].endswith(",")):
            errant = find_typed_errant(so_far, so_far.before[0])
            yield from (
                complete_items_not_yet_named(errant, suiting(errant), so_far) if errant else ()
            )

    return offering


def _complete_items_of_everybody(so_far: LineSoFar, suiting: Suiting) -> list[Completion]:
    """Things of those who are here; whose it is, is put in where somebody else has the like."""
    here = list_everyone_present(so_far.campaign.errants)
    things = [(e, _complete_items_by_id(e, e.items)) for e in here]
    found = [
        (errant, [t for t in fitting if any(so_far.begun in name for name in t.names)])
        for errant, carried in things
        if (fitting := [carried[item.id] for item in suiting(errant)])
    ]
    packs = ["\n".join(n for each in carried.values() for n in each.names) for _, carried in things]
    shared = {
        name
        for name in {thing.text for _, fitting in found for thing in fitting}
        if _count_packs_with_thing(packs, name) > 1
    }
    return [each for errant, fitting in found for each in _add_owner_name(errant, fitting, shared)]


def _add_owner_name(
    errant: Errant, things: Iterable[Completion], shared: Container[str]
) -> list[Completion]:
    """Things with the name of whoever carries them, as it must be typed where it is shared."""
    typed, called = quote_typed_name(errant), errant.name
    return [
        Completion(
            f"{typed} {thing.text}" if thing.text in shared else thing.text,
            f"{thing.description}, {called}" if thing.description else called,
            thing.names,
        )
        for thing in things
    ]


def _count_packs_with_thing(packs: list[str], thing: str) -> int:
    """In how many packs a name could mean something, by any part of it or by its kind."""
    thing = thing.strip('"')
    kind, _ = parse_gear_kind_and_count(thing)
    return sum(thing in names or bool(kind and kind in names) for names in packs)


def complete_items(errant: Errant, items: Iterable[Item]) -> Iterator[Completion]:
    """Things of an Errant's: what each is, how many there are, what is left of it."""
    return iter(_complete_items_by_id(errant, items).values())


def _complete_items_by_id(errant: Errant, items: Iterable[Item]) -> dict[str, Completion]:
    items = tuple(items)
    called = make_typed_item_names(errant, items)
    return {item.id: _complete_item(item, called[item.id]) for item in items}


@lru_cache(_MANY)
def _complete_item(item: Item, called: str) -> Completion:
    name = name_single_item(item)
    parts = [name] if name.casefold() != find_unnumbered_name(item) else []
    if item.count > 1:
        parts.append(f"{item.count} of them")
    if item.uses_left is not None:
        what = "Burn" if item.burn is not None else "Depletion"
        parts.append(f"{what} {item.uses_left} of {item.max_uses}")
    if item.lit:
        parts.append("lit")
    names = dict.fromkeys(
        known.casefold()
        for known in (called, label_item_with_uses_left(item), *list_names_of_item(item))
    )
    return Completion(quote_name(called), ", ".join(parts), tuple(names))


def complete_items_not_yet_named(
    errant: Errant, items: Iterable[Item], so_far: LineSoFar
) -> Iterator[Completion]:
    """Things of an Errant's that the line has not named yet."""
    named = {quote_name(word.removesuffix(",")) for word in so_far.before}
    return (each for each in complete_items(errant, items) if each.text not in named)
