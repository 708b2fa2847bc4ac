"""Which things are meant by what is typed, how many of them, and where they shall go."""

from collections.abc import Callable
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.commands.names import (
    best,
    find_carried,
    find_errant,
    fitting_items,
    item_names,
)
from companion.errant.containers import (
    BACKPACK,
    several,
    with_backpack_off,
)
from companion.errant.errants import Errant
from companion.errant.items import PLACES, Item, Place
from companion.errant.stacks import name_of_one
from companion.refusal import Ambiguous, Unknown, did_you_mean, listed
from companion.words.options import Arguments, take_flag, take_last, take_number, take_times

_PACKS = (BACKPACK.name, "pack")
_INTO = ("in", "into")


class Meant(NamedTuple):
    """Whose things are meant, which, and how many of each; and how many in all."""

    errant: Errant
    pieces: tuple[tuple[Item, int], ...]
    number: int


def not_lit(item: Item) -> bool:
    """Whether it is not lit: what burns is not the one that is meant, unless it is the only one."""
    return not item.lit


def in_a_list(arguments: Arguments) -> list[Arguments]:
    """What stands between commas; a name in quotes stays whole."""
    pieces: list[list[str]] = [[]]
    for argument in arguments:
        first, *more = (argument,) if " " in argument else argument.split(",")
        pieces[-1].append(first)
        pieces += [[each] for each in more]
    return [tuple(filter(None, piece)) for piece in pieces if any(piece)]


def things_meant(campaign: Campaign, arguments: Arguments, *, whole_first: bool = False) -> Meant:
    """`[ERRANT] [N] ITEM [xN|all]`: of like things the most used first, or the whole ones. Unknown,
    Ambiguous, or Impossible where there are not so many."""
    count, rest = take_times(arguments)
    everything, rest = take_flag(rest, "all")
    if count is None and not everything:
        count, rest = _number_before(campaign, rest)
    errant, like = _meant(campaign, rest)
    if whole_first:
        like = sorted(like, key=lambda item: item.left is not None and item.left != item.full)
    number = sum(item.count for item in like) if everything else count or 1
    return Meant(errant, tuple(several(errant, like, number)), number)


def _number_before(campaign: Campaign, arguments: Arguments) -> tuple[int | None, Arguments]:
    """`[ERRANT] N ITEM`: how many, unless the number belongs to the name of something carried."""
    for at in (0, 1):
        typed = " ".join(arguments[at:])
        if not any(best(typed, errant.items, item_names) for errant in campaign.errants):
            count, rest = take_number(arguments[at:])
            if count is not None:
                return count, (*arguments[:at], *rest)
    return None, arguments


def _meant(campaign: Campaign, arguments: Arguments) -> tuple[Errant, list[Item]]:
    """Whose thing, and those like it that the same name fits, the most used first."""
    if arguments and arguments[-1].casefold() in _PACKS:
        campaign = _with_backpacks_off(campaign, arguments[:-1])
        arguments = (*arguments[:-1], BACKPACK.name)
    errant, item = find_carried(campaign, arguments, not_lit, "thing")
    for typed in (" ".join(arguments[1:]), " ".join(arguments)):
        found = fitting_items(errant, typed) if typed else []
        if item in found:
            like = [i for i in found if same(i, item) and not_lit(i) == not_lit(item)]
            named = [i for i in found if i.name.casefold() == item.name.casefold()]
            others = [i for i in named if not same(i, item)]
            if others and typed.casefold() != item.id:
                which = listed([each.id for each in (item, *others)], "or")
                raise Ambiguous(f"«{typed}» may be {which}.", "Say which.")
            return errant, sorted(like, key=_most_used)
    return errant, [item]


def same(one: Item, other: Item) -> bool:
    """Whether both are the same sort of thing, however much is left of each."""
    kinds = one.kind or other.kind
    names = name_of_one(one).casefold(), name_of_one(other).casefold()
    alike = one.kind == other.kind if kinds else names[0] == names[1]
    return alike and _made(one) == _made(other)


def _made(item: Item) -> tuple[object, ...]:
    return item.quality, item.magic, item.slots, item.worth, item.rarity


def _most_used(item: Item) -> tuple[bool, int]:
    return item.left is None, item.left or 0


def _with_backpacks_off(campaign: Campaign, whose: Arguments) -> Campaign:
    """The campaign in which the backpack that is spoken of is a thing: that of whoever is named."""
    errants = (
        [find_errant(campaign, " ".join(whose))]
        if whose
        else [errant for errant in campaign.errants if errant.present]
    )
    for errant in errants:
        if not any(item.name == BACKPACK.name for item in errant.items):
            campaign = campaign.with_errant(with_backpack_off(errant))
    return campaign


def take_place(arguments: Arguments) -> tuple[Place | None, Arguments]:
    """`hand`, `handy`, `worn` or `pack` at the end, with or without an `in`; None for all else."""
    typed, rest = take_last(arguments, *PLACES)
    if typed is not None and len(rest) > 1 and rest[-1].casefold() in _INTO:
        rest = rest[:-1]
    return next((place for place in PLACES if place == typed), None), rest


def take_where(
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
    if worn and before in _INTO and last == BACKPACK.name:
        arguments = (*arguments[:-1], "pack")
    place, rest = take_place(arguments)
    if place is not None:
        return place, "", rest
    found = _take_inside(errant, rest, must=must, container_listed=container_listed)
    return None, *found


def _take_inside(
    errant: Errant,
    arguments: Arguments,
    *,
    must: bool,
    container_listed: Callable[[str], bool] | None = None,
) -> tuple[str, Arguments]:
    """`in CONTAINER` at the end: its id, and what stands before it. Unknown where they have no such
    container and it `must` be one, or is one by the price tables."""
    for at in range(len(arguments) - 1, 0, -1):
        if arguments[at].casefold() in _INTO and arguments[at + 1 :]:
            named = arguments[at + 1 :]
            bare = named[1:] if named[0].casefold() in ("the", "a") and named[1:] else named
            typed = " ".join(bare)
            found = [item for item in fitting_items(errant, typed) if item.holds]
            if found:
                return found[0].id, arguments[:at]
            if must or (container_listed is not None and container_listed(typed)):
                known = [item.name for item in errant.items if item.holds]
                raise Unknown(
                    f"{errant.name} has no container «{typed}».", did_you_mean(typed, known)
                )
    return "", arguments
