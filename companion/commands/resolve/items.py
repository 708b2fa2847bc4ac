"""Which things are meant by what is typed, how many of them, and where they shall go."""

from collections.abc import Callable
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.commands.resolve.names import (
    find_carried_item,
    find_errant,
    item_names,
    match_items,
    match_names,
)
from companion.errant.containers import BACKPACK, pick_from_stacks, take_off_backpack
from companion.errant.errants import Errant
from companion.errant.items import PLACES, Item, Place
from companion.errant.stacks import name_single_item
from companion.grammar.arguments import Arguments, take_flag, take_last, take_number, take_times
from companion.refusal import Ambiguous, Unknown, join_words, suggest_similar

_PACK_WORDS = (BACKPACK.name, "pack")
_INTO_WORDS = ("in", "into")


class ItemSelection(NamedTuple):
    """Whose things are meant, which, and how many of each; and how many in all."""

    errant: Errant
    pieces: tuple[tuple[Item, int], ...]
    number: int


def is_unlit(item: Item) -> bool:
    """Whether it is not lit: what burns is not the one that is meant, unless it is the only one."""
    return not item.lit


def split_list(arguments: Arguments) -> list[Arguments]:
    """What stands between commas; a name in quotes stays whole."""
    pieces: list[list[str]] = [[]]
    for argument in arguments:
        first, *more = (argument,) if " " in argument else argument.split(",")
        pieces[-1].append(first)
        pieces += [[each] for each in more]
    return [tuple(filter(None, piece)) for piece in pieces if any(piece)]


def resolve_items(
    campaign: Campaign, arguments: Arguments, *, whole_first: bool = False
) -> ItemSelection:
    """`[ERRANT] [N] ITEM [xN|all]`: of like things the most used first, or the whole ones. Unknown,
    Ambiguous, or Impossible where there are not so many."""
    count, rest = take_times(arguments)
    everything, rest = take_flag(rest, "all")
    if count is None and not everything:
        count, rest = _take_number_before(campaign, rest)
    errant, like = _resolve_like_items(campaign, rest)
    if whole_first:
        like = sorted(
            like, key=lambda item: item.uses_left is not None and item.uses_left != item.max_uses
        )
    number = sum(item.count for item in like) if everything else count or 1
    return ItemSelection(errant, tuple(pick_from_stacks(errant, like, number)), number)


def _take_number_before(campaign: Campaign, arguments: Arguments) -> tuple[int | None, Arguments]:
    """`[ERRANT] N ITEM`: how many, unless the number belongs to the name of something carried."""
    for at in (0, 1):
        typed = " ".join(arguments[at:])
        if not any(match_names(typed, errant.items, item_names) for errant in campaign.errants):
            count, rest = take_number(arguments[at:])
            if count is not None:
                return count, (*arguments[:at], *rest)
    return None, arguments


def _resolve_like_items(campaign: Campaign, arguments: Arguments) -> tuple[Errant, list[Item]]:
    """Whose thing, and those like it that the same name fits, the most used first."""
    if arguments and arguments[-1].casefold() in _PACK_WORDS:
        campaign = _take_backpacks_off(campaign, arguments[:-1])
        arguments = (*arguments[:-1], BACKPACK.name)
    errant, item = find_carried_item(campaign, arguments, is_unlit, "thing")
    for typed in (" ".join(arguments[1:]), " ".join(arguments)):
        found = match_items(errant, typed) if typed else []
        if item in found:
            like = [i for i in found if is_same_sort(i, item) and is_unlit(i) == is_unlit(item)]
            named = [i for i in found if i.name.casefold() == item.name.casefold()]
            others = [i for i in named if not is_same_sort(i, item)]
            if others and typed.casefold() != item.id:
                which = join_words([each.id for each in (item, *others)], "or")
                raise Ambiguous(f"«{typed}» may be {which}.", "Say which.")
            return errant, sorted(like, key=_make_wear_key)
    return errant, [item]


def is_same_sort(one: Item, other: Item) -> bool:
    """Whether both are the same sort of thing, however much is left of each."""
    kinds = one.kind or other.kind
    names = name_single_item(one).casefold(), name_single_item(other).casefold()
    alike = one.kind == other.kind if kinds else names[0] == names[1]
    return alike and _make_craft_key(one) == _make_craft_key(other)


def _make_craft_key(item: Item) -> tuple[object, ...]:
    return item.quality, item.magic, item.slots, item.worth, item.rarity


def _make_wear_key(item: Item) -> tuple[bool, int]:
    return item.uses_left is None, item.uses_left or 0


def _take_backpacks_off(campaign: Campaign, whose: Arguments) -> Campaign:
    """The campaign in which the backpack that is spoken of is a thing: that of whoever is named."""
    errants = (
        [find_errant(campaign, " ".join(whose))]
        if whose
        else [errant for errant in campaign.errants if errant.is_present]
    )
    for errant in errants:
        if not any(item.name == BACKPACK.name for item in errant.items):
            campaign = campaign.with_errant(take_off_backpack(errant))
    return campaign


def take_carry_place(arguments: Arguments) -> tuple[Place | None, Arguments]:
    """`hand`, `handy`, `worn` or `pack` at the end, with or without an `in`; None for all else."""
    typed, rest = take_last(arguments, *PLACES)
    if typed is not None and len(rest) > 1 and rest[-1].casefold() in _INTO_WORDS:
        rest = rest[:-1]
    return next((place for place in PLACES if place == typed), None), rest


def take_destination(
    errant: Errant,
    arguments: Arguments,
    *,
    must: bool = True,
    container_listed: Callable[[str], bool] | None = None,
) -> tuple[Place | None, str, Arguments]:
    """A place or `in CONTAINER` at the end: the place, the id of the container, and what stands
    before it. Their backpack is the pack while they wear it. See `_take_inside`."""
    *_, before, last = ("", "", *(argument.casefold() for argument in arguments))
    worn = errant.is_person and errant.backpack
    if worn and before in _INTO_WORDS and last == BACKPACK.name:
        arguments = (*arguments[:-1], "pack")
    place, rest = take_carry_place(arguments)
    if place is not None:
        return place, "", rest
    found = _take_container(errant, rest, must=must, container_listed=container_listed)
    return None, *found


def _take_container(
    errant: Errant,
    arguments: Arguments,
    *,
    must: bool,
    container_listed: Callable[[str], bool] | None = None,
) -> tuple[str, Arguments]:
    """`in CONTAINER` at the end: its id, and what stands before it. Unknown where they have no such
    container and it `must` be one, or is one by the price tables."""
    for at in range(len(arguments) - 1, 0, -1):
        if arguments[at].casefold() in _INTO_WORDS and arguments[at + 1 :]:
            named = arguments[at + 1 :]
            bare = named[1:] if named[0].casefold() in ("the", "a") and named[1:] else named
            typed = " ".join(bare)
            found = [item for item in match_items(errant, typed) if item.holds]
            if found:
                return found[0].id, arguments[:at]
            if must or (container_listed is not None and container_listed(typed)):
                known = [item.name for item in errant.items if item.holds]
                raise Unknown(
                    f"{errant.name} has no container «{typed}».", suggest_similar(typed, known)
                )
    return "", arguments
