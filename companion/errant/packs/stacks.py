"""Stacks: a part-used or lit thing leaves its stack, and the most used of them is used first."""

from msgspec.structs import replace

from companion.errant.company import Errant
from companion.errant.packs.items import GEAR_KINDS, Item, parse_gear_kind_and_count
from companion.values_with_ids import make_free_slug, make_slug


def take_one_from_stack(errant: Errant, item_id: str) -> tuple[Errant, Item]:
    """One thing, the lit or part-used one, out of a stack of whole, unlit ones, right after it."""
    item = errant.get_item(item_id)
    if item.count == 1:
        return errant, item
    one, rest = split_stack(item, 1)
    one = replace(
        one, id=make_free_slug(item.kind or item.name, {each.id for each in errant.items})
    )
    return errant.with_item(rest).add_item(one, after=item_id), one


def split_stack(item: Item, number: int) -> tuple[Item, Item]:
    """So many out of a larger stack, and the rest of it, both still with the same id. The lit or
    part-used one is taken out: the rest are whole and unlit."""
    rest = replace(item, count=item.count - number, lit=False)
    if item.max_uses is not None:
        rest = rest.with_uses_left(item.max_uses)
    return replace(item, count=number, name=name_single_item(item)), rest


def name_single_item(item: Item) -> str:
    """The name of one of a stack: each of «Torches (6)» is a torch."""
    kind, number = parse_gear_kind_and_count(item.name)
    return GEAR_KINDS[kind].name if number > 1 else item.name


def find_most_used_item(errant: Errant, kind: str) -> Item | None:
    """The thing of this kind with the fewest uses left, but not 0; None if there is none."""
    usable = [i for i in errant.items if i.kind == kind and i.uses_left]
    return min(usable, key=lambda i: i.uses_left or 0, default=None)


def count_uses_left(errant: Errant, kind: str) -> int:
    """How many uses of a kind an Errant has: 6 rations of Depletion 1 are 6. A stack whose first
    thing is at 0 gives none, until it is refilled or let go."""
    total = 0
    for item in errant.items:
        if item.kind == kind and item.uses_left:
            total += item.uses_left + (item.max_uses or 0) * (item.count - 1)
    return total


def lower_uses_of_item(errant: Errant, item_id: str) -> tuple[Errant, Item]:
    """One use less of a thing (never below 0); it leaves its stack."""
    errant, one = take_one_from_stack(errant, item_id)
    if one.uses_left:
        one = one.with_uses_left(one.uses_left - 1)
        errant = errant.with_item(one)
    return errant, one


def stow_item_in_pack(errant: Errant, item: Item) -> tuple[Errant, Item]:
    """Put a thing into a pack: on the stack of like ones, or by itself with an id of its own."""
    for other in errant.items:
        if _can_stack_together(other, item):
            more = replace(other, count=other.count + item.count)
            return errant.with_item(more), more
    taken = {other.id for other in errant.items}
    item = replace(item, id=find_free_item_id(item, taken))
    return errant.add_item(item), item


def find_free_item_id(item: Item, taken: set[str]) -> str:
    """A free id for a thing: the one a person gave it, or else one from its kind or name."""
    given = item.id and not item.id.startswith(make_slug(item.kind or item.name))
    return (
        item.id if given and item.id not in taken else make_free_slug(item.kind or item.name, taken)
    )


def rejoin_item_to_stack(errant: Errant, item_id: str) -> tuple[Errant, Item]:
    """Put a thing that is whole again back onto the stack of like ones, if there is one."""
    item = errant.get_item(item_id)
    others = errant.without_item(item_id)
    if not any(_can_stack_together(other, item) for other in others.items):
        return errant, item
    return stow_item_in_pack(others, item)


def _can_stack_together(one: Item, other: Item) -> bool:
    """True for two whole, unlit things that differ only in number, id, note and spelling."""
    if any(each.lit or each.uses_left != each.max_uses for each in (one, other)):
        return False
    first, second = (
        replace(each, id="", count=1, note="", name=name_single_item(each)) for each in (one, other)
    )
    return first == second
