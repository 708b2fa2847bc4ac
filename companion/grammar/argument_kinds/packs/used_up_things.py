"""What is used up, in a line: a thing at 0 of one owner, all of them, or all of one name."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.errant.company import Company, Errant, list_everyone_present
from companion.errant.packs.depletion import refill_item
from companion.errant.packs.items import LIGHT_SOURCE_KINDS, Item
from companion.errant.packs.light import find_fuel
from companion.errant.packs.stacks import name_single_item
from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words, WrongFormError
from companion.grammar.argument_kinds.packs.carried_thing_completions import Suiting
from companion.grammar.argument_kinds.packs.carried_things import (
    Carried,
    is_allowed,
    make_carried_list,
    make_item_filter,
    read_who_carries,
)
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.argument_kinds.packs.list_splitting import split_at_commas_and_ands
from companion.text_cleaning import quote_name


def _is_food(item: Item) -> bool:
    return item.kind in ("rations", "feed")


def _burns(item: Item) -> bool:
    return item.kind in LIGHT_SOURCE_KINDS or item.burn is not None


_SEVERAL: Mapping[str, Callable[[Item], bool]] = {
    **dict.fromkeys(("food", "meals"), _is_food),
    **dict.fromkeys(("light", "lights"), _burns),
}
"""What stands for things of several names."""


def is_out_of_depletion(item: Item) -> bool:
    """True for a thing at 0, which waits to be refilled or let go."""
    return item.uses_left == 0


def _list_refillable_items(errant: Errant) -> list[Item]:
    return [
        item
        for item in errant.items
        if is_out_of_depletion(item) and is_allowed(refill_item, errant, item)
    ]


def _make_word_all_kind(suiting: Suiting) -> Kind[str]:
    """`all`: everything at 0; completed where there is such a thing."""

    def complete(so_far: LineSoFar) -> Iterator[Completion]:
        if any(map(suiting, list_everyone_present(so_far.campaign.errants))):
            yield Completion("all", "everything that is at 0")

    def take(words: Words, _so_far: LineSoFar) -> tuple[str, Words]:
        if words[0].casefold() != "all":
            raise WrongFormError
        return "all", words[1:]

    return Kind("_all", "all", "Which thing?", take, complete)


def _read_all_empty_things(words: Words, so_far: LineSoFar) -> tuple[Carried, ...]:
    """What is at 0 of these names, of everybody who is here: of a lantern its oil. Raises Unknown
    for a name of nothing."""
    present = list_everyone_present(so_far.campaign.errants)
    parts = split_at_commas_and_ands(words, lambda part: bool(_list_named(present, part)))
    found = dict.fromkeys(each for part in parts for each in _list_empty_things(part, so_far))
    return tuple(found)


def _list_named(company: Company, name: Words) -> list[Carried]:
    """The things of this name, or of what it stands for, that anybody carries."""
    typed = " ".join(name)
    named = [Carried(e, item) for e in company for item in match_carried_items(e, typed)]
    is_of_them = _SEVERAL.get(typed.casefold())
    if named or is_of_them is None:
        return named
    return [Carried(e, item) for e in company for item in filter(is_of_them, e.items)]


def _list_empty_things(name: Words, so_far: LineSoFar) -> list[Carried]:
    named = _list_named(list_everyone_present(so_far.campaign.errants), name)
    if not named:
        read_who_carries(name, so_far)
    burning = [Carried(errant, find_fuel(errant, item) or item) for errant, item in named]
    return [each for each in burning if is_out_of_depletion(each.item)]


def _complete_empty_things(so_far: LineSoFar) -> Iterator[Completion]:
    """The names of what is at 0."""
    present = list_everyone_present(so_far.campaign.errants)
    empty = [item for errant in present for item in errant.items if is_out_of_depletion(item)]
    names = dict.fromkeys(map(name_single_item, empty))
    yield from (Completion(quote_name(name)) for name in names)


KINDS: dict[str, Kind[Any]] = {
    "EMPTY": make_carried_list(is_out_of_depletion, fuel=True),
    "REFILLABLE": make_carried_list(
        is_out_of_depletion, _list_refillable_items, fuel=True, all_of_them=True
    ),
    "ALL-EMPTY": _make_word_all_kind(make_item_filter(is_out_of_depletion)),
    "ALL-REFILLABLE": _make_word_all_kind(_list_refillable_items),
    "EMPTY-OF-NAME": Kind.make_rest_of_line(
        "empty", "ITEM, ITEM…", "Which thing?", _read_all_empty_things, _complete_empty_things
    ),
}
