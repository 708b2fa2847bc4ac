"""Matches what is typed with things that are carried: which are meant, and how many of them."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.errant.company import Errant, list_everyone_present
from companion.errant.names_to_type import (
    list_names_of_item,
    make_typed_item_name,
    make_typed_item_names,
    quote_typed_name,
)
from companion.errant.packs.containers import BACKPACK, choose_counts_from_stacks, take_off_backpack
from companion.errant.packs.items import Item
from companion.errant.packs.stacks import name_single_item
from companion.grammar.argument_kinds.packs.items_by_typed_name import (
    build_ambiguous_item_refusal,
    match_carried_items,
    replace_category_word_by_name,
    replace_light_word_by_name,
)
from companion.grammar.argument_kinds.packs.list_splitting import split_at_commas_and_ands
from companion.grammar.name_matching import (
    find_errant,
    find_only_match,
    list_shown_names,
    match_things_by_name,
)
from companion.grammar.option_and_number_parsing import (
    Arguments,
    take_keyword,
    take_leading_count,
    take_repeat_count,
)
from companion.refusal import (
    Ambiguous,
    Impossible,
    Malformed,
    Refusal,
    Unknown,
    join_words,
    suggest_similar_words,
)
from companion.text_cleaning import quote_name

_PACK_WORDS = (BACKPACK.name, "pack")


_ALIKE = 0.7
"""How similar a thing must be to be named: «another one» is no lantern."""


class ItemSelection(NamedTuple):
    """Whose things are meant, which, and how many of each; and how many in all."""

    errant: Errant
    pieces: tuple[tuple[Item, int], ...]
    number: int


def _list_readable_item_names(errant: Errant) -> Iterator[str]:
    """The names of an Errant's things as people read them."""
    called = make_typed_item_names(errant)
    for item in errant.items:
        yield from (called[item.id], *list_names_of_item(item)[1:])


def is_unlit(item: Item) -> bool:
    """True for an unlit item. A lit one is chosen only if there is no other."""
    return not item.lit


def find_carried_item(
    campaign: Campaign, arguments: Arguments, suits: Callable[[Item], bool], what: str
) -> tuple[Errant, Item]:
    """Who and what is meant by `[ERRANT] ITEM`. The Errant may be left out where only one of those
    here has such a thing. Raises Unknown, Ambiguous or Impossible."""
    if not arguments:
        raise Malformed(f"Which {what}?")
    arguments = replace_light_word_by_name(campaign, arguments, suits)
    if len(arguments) > 1 and match_things_by_name(arguments[0], campaign.errants):
        errant = find_errant(campaign, arguments[0])
        return errant, _find_most_used_item(errant, " ".join(arguments[1:]), suits)
    typed = " ".join(arguments)
    owners = [e for e in campaign.errants if e.is_present and match_carried_items(e, typed)]
    suited = [e for e in owners if any(map(suits, match_carried_items(e, typed)))]
    who = suited or owners
    if len(who) == 1:
        return who[0], _find_most_used_item(who[0], typed, suits)
    ways = [f"{quote_typed_name(e)} {' '.join(map(quote_name, arguments))}" for e in who]
    if suited:
        raise Ambiguous(f"Whose {typed}?", typed=typed, instead=ways)
    if who:
        message = f"Nobody's «{typed}» suits that as it is."
        raise Impossible(message, typed=typed, instead=ways)
    if (named := find_only_match(typed, campaign.errants)) is not None:
        return named, _find_only_suitable_item(named, suits, typed)
    gone = [e for e in campaign.errants if not e.is_present and match_carried_items(e, typed)]
    if gone:
        ways = [f"{quote_typed_name(e)} {' '.join(map(quote_name, arguments))}" for e in gone]
        raise Unknown(f"Nobody here carries «{typed}».", typed=typed, instead=ways)
    present = list_everyone_present(campaign.errants)
    known = [name for e in present for name in _list_readable_item_names(e)]
    known += [name for e in campaign.errants for name in list_shown_names(e)]
    listed = " or ".join(f"slots {quote_typed_name(e)}" for e in present[:1]) or "company"
    hint = suggest_similar_words(typed, known, cutoff=_ALIKE) or f"What one carries: {listed}"
    raise Unknown(f"Nobody here carries «{typed}».", hint)


def _find_most_used_item(errant: Errant, typed: str, suits: Callable[[Item], bool]) -> Item:
    """The thing of an Errant with this name: of like ones that suit, the most used."""
    found = match_carried_items(errant, typed)
    if not found:
        hint = (
            suggest_similar_words(typed, _list_readable_item_names(errant), cutoff=_ALIKE)
            or f"What they carry: slots {quote_typed_name(errant)}"
        )
        raise Unknown(f"{errant.name} carries no «{typed}».", hint)
    suitable = [item for item in found if suits(item)] or found
    qualities = dict.fromkeys(item.quality for item in suitable if item.quality)
    if len(qualities) > 1 and len({item.name.casefold() for item in suitable}) == 1:
        which = [f"{quality} {suitable[0].name}" for quality in qualities]
        raise build_ambiguous_item_refusal(typed, which)
    exact = next((item for item in found if item.id == typed.casefold()), None)
    if exact is not None and (suits(exact) or len(suitable) == len(found)):
        return exact
    if len({item.kind or item.name.casefold() for item in suitable}) > 1:
        raise build_ambiguous_item_refusal(
            typed, [make_typed_item_name(errant, item) for item in suitable]
        )
    return min(suitable, key=_make_most_used_first_key)


def _find_only_suitable_item(errant: Errant, suits: Callable[[Item], bool], typed: str) -> Item:
    """The one suitable thing of an Errant who alone is named. Raises Ambiguous or Impossible."""
    suitable = [item for item in errant.items if suits(item)]
    if len(suitable) == 1:
        return suitable[0]
    if not suitable:
        hint = f"What they carry: slots {quote_typed_name(errant)}"
        raise Impossible(f"{errant.name} carries nothing that this could mean.", hint)
    names = [make_typed_item_name(errant, item) for item in suitable]
    raise Ambiguous(
        f"Which of {errant.name}'s: {join_words(names, 'or')}?",
        typed=typed,
        instead=[f"{quote_name(typed)} {quote_name(name)}" for name in names],
    )


def is_match_found_or_refused(find: Callable[[], object]) -> bool:
    """True if what is meant is found, or found and refused for another reason."""
    try:
        find()
    except Unknown:
        return False
    except Refusal:
        pass
    return True


def split_list_of_carried_items(campaign: Campaign, arguments: Arguments) -> list[Arguments]:
    """`[ERRANT] ITEM [xN|all], ITEM and ITEM`, each thing by itself."""
    return split_at_commas_and_ands(
        arguments, lambda part: is_match_found_or_refused(lambda: resolve_items(campaign, part))
    )


def resolve_items(
    campaign: Campaign, arguments: Arguments, *, whole_first: bool = False
) -> ItemSelection:
    """`[ERRANT] [N] ITEM [xN|all]`: of like things the most used first, or the whole ones. Raises
    Unknown, Ambiguous, or Impossible if there are too few."""
    everything, rest = take_keyword(arguments, "all")
    count, rest = take_item_count(campaign, rest, is_all=bool(everything))
    errant, like = _resolve_like_items(campaign, rest)
    if whole_first:
        like = sorted(
            like, key=lambda item: item.uses_left is not None and item.uses_left != item.max_uses
        )
    number = sum(item.count for item in like) if everything else count or 1
    return ItemSelection(errant, tuple(choose_counts_from_stacks(errant, like, number)), number)


def take_item_count(
    campaign: Campaign, arguments: Arguments, *, is_all: bool = False
) -> tuple[int | None, Arguments]:
    """How many of a thing, as `torch x2` or, unless all are meant, `2 torches`; None if it is not
    said."""
    count, rest = take_repeat_count(arguments)
    return (count, rest) if count is not None or is_all else _take_count_before(campaign, rest)


def _take_count_before(campaign: Campaign, arguments: Arguments) -> tuple[int | None, Arguments]:
    """`[ERRANT] N ITEM`: how many, unless the number belongs to the name of something carried."""
    for at, argument in enumerate(arguments[:2]):
        if not argument.lstrip("+-")[:1].isdecimal():
            continue
        typed = " ".join(arguments[at:])
        if not any(
            match_things_by_name(typed, errant.items, list_names_of_item)
            for errant in campaign.errants
        ):
            count, rest = take_leading_count(arguments[at:])
            if count is not None:
                return count, (*arguments[:at], *rest)
    return None, arguments


def _resolve_like_items(campaign: Campaign, arguments: Arguments) -> tuple[Errant, list[Item]]:
    """The owner of a thing, and those like it that the same name fits, the most used first."""
    if arguments and arguments[-1].casefold() in _PACK_WORDS:
        campaign = _treat_backpacks_as_items(campaign, arguments[:-1])
        arguments = (*arguments[:-1], BACKPACK.name)
    arguments = replace_category_word_by_name(campaign, arguments)
    errant, item = find_carried_item(campaign, arguments, is_unlit, "thing")
    for typed in (" ".join(arguments[1:]), " ".join(arguments)):
        found = match_carried_items(errant, typed)
        if item in found:
            named = [i for i in found if i.name.casefold() == item.name.casefold()]
            others = [i for i in named if not is_same_sort_of_item(i, item)]
            which = dict.fromkeys(make_typed_item_name(errant, each) for each in (item, *others))
            if len(which) > 1 and typed.casefold() != item.id:
                raise build_ambiguous_item_refusal(typed, which)
            like = [i for i in found if is_same_sort_of_item(i, item) and i.lit == item.lit]
            return errant, sorted(like, key=_make_most_used_first_key)
    return errant, [item]


def is_same_sort_of_item(one: Item, other: Item) -> bool:
    """True for two of the same sort of thing, however much is left of each."""
    return _make_same_sort_key(one) == _make_same_sort_key(other)


def _make_same_sort_key(item: Item) -> tuple[object, ...]:
    sort = item.kind or name_single_item(item).casefold()
    return bool(item.kind), sort, item.quality, item.magic, item.slots, item.worth, item.rarity


def _make_most_used_first_key(item: Item) -> tuple[bool, int]:
    return item.uses_left is None, item.uses_left or 0


def _treat_backpacks_as_items(campaign: Campaign, whose: Arguments) -> Campaign:
    """The campaign with a backpack as a thing: that of whoever is named, else everybody's."""
    owner = [find_errant(campaign, " ".join(whose))] if whose else None
    for errant in owner or [errant for errant in campaign.errants if errant.is_present]:
        if not any(item.name == BACKPACK.name for item in errant.items):
            campaign = campaign.with_errant(take_off_backpack(errant))
    return campaign
