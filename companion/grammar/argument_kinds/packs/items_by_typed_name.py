"""What a typed name fits among the things that somebody carries: by what they are called, and by
the category of thing that they are, as `bree armour`."""

from collections.abc import Callable, Iterable, Mapping

from companion.campaign.campaign import Campaign
from companion.errant.company import Errant, list_everyone_present
from companion.errant.names_to_type import (
    find_items_by_qualified_name,
    list_names_of_item,
    make_typed_item_name,
    quote_typed_name,
)
from companion.errant.packs.items import Item, parse_gear_kind_and_count
from companion.grammar.name_matching import find_only_match, match_things_by_name
from companion.grammar.option_and_number_parsing import Arguments
from companion.refusal import Ambiguous, join_words
from companion.text_cleaning import quote_name


def _is_armour(item: Item) -> bool:
    from companion.errant.attacks.armour import is_armour  # measured: few words need it

    return is_armour(item)


_CATEGORIES: Mapping[str, Callable[[Item], bool]] = {
    "armour": _is_armour,
    "armor": _is_armour,
    "weapon": lambda item: item.weapon is not None,
    "light": lambda item: item.lit,
    "food": lambda item: item.kind == "rations" and item.uses_left != 0,
}
"""Of somebody's things, those that the name of a category means: a light is a lit one."""


def match_carried_items(errant: Errant, typed: str) -> list[Item]:
    """The things of an Errant that a typed name fits: those with so much left, if it says that;
    other spellings of a kind fit it too."""
    found = find_items_by_qualified_name(errant, typed) or match_things_by_name(
        typed, errant.items, list_names_of_item
    )
    if found:
        return found
    kind, _ = parse_gear_kind_and_count(typed)
    return [item for item in errant.items if kind and item.kind == kind]


def build_ambiguous_item_refusal(typed: str, choices: Iterable[str]) -> Ambiguous:
    """The refusal of a name that may be each of these."""
    ways = tuple(choices)
    message = f"«{typed}» may be {join_words(ways, 'or')}."
    return Ambiguous(message, typed=typed, instead=map(quote_name, ways))


def replace_category_word_by_name(campaign: Campaign, arguments: Arguments) -> Arguments:
    """`bree armour` with the name of the one such thing that she has. Raises Ambiguous."""
    *whose, typed = arguments or ("",)
    is_of_category = _CATEGORIES.get(typed.casefold())
    if is_of_category is None or not whose:
        return arguments
    owner = find_only_match(" ".join(whose), campaign.errants)
    if owner is None or match_carried_items(owner, typed):
        return arguments
    found = filter(is_of_category, owner.items)
    names = [*dict.fromkeys(make_typed_item_name(owner, item) for item in found)]
    if len(names) > 1:
        raise build_ambiguous_item_refusal(typed, names)
    return (*whose, *(names or [typed]))


def replace_light_word_by_name(
    campaign: Campaign, arguments: Arguments, suits: Callable[[Item], bool]
) -> Arguments:
    """`wim light`, or `light` alone, with the name of the one lit thing that is meant and suits the
    word. Raises Ambiguous."""
    *whose, typed = arguments or ("",)
    if typed.casefold() not in ("light", "lights"):
        return arguments
    if whose:
        return replace_category_word_by_name(campaign, (*whose, "light"))
    here = list_everyone_present(campaign.errants)
    if any(match_carried_items(errant, typed) for errant in here):
        return arguments
    ways = dict.fromkeys(
        (quote_typed_name(errant), make_typed_item_name(errant, item))
        for errant in here
        for item in errant.items
        if item.lit and suits(item)
    )
    if len(ways) > 1:
        choices = [f"{who} {quote_name(name)}" for who, name in ways]
        raise Ambiguous("Which light?", typed=typed, instead=choices)
    return next(iter(ways), arguments)
