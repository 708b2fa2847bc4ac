"""Stacks: a part-used or lit thing leaves its stack, and the most used of them is used first."""

from msgspec.structs import replace

from companion.errant.errants import Errant
from companion.errant.items import KINDS, Item, recognise
from companion.text import free_slug


def take_one(errant: Errant, item_id: str) -> tuple[Errant, Item]:
    """One thing out of a stack, standing right after it; a single thing is itself.

    What was lit or part-used of a stack is the one taken out: the rest are whole and unlit.
    """
    item = errant.item(item_id)
    if item.count == 1:
        return errant, item
    taken = {other.id for other in errant.items}
    one = replace(
        item, count=1, id=free_slug(item.kind or item.name, taken), name=_name_of_one(item)
    )
    rest = replace(item, count=item.count - 1, lit=False)
    if item.full is not None:
        rest = rest.with_left(item.full)
    return errant.with_item(rest).plus_item(one, after=item_id), one


def _name_of_one(item: Item) -> str:
    """«Torches (6)» counts what it names; one of them is a torch."""
    return KINDS[item.kind].name if recognise(item.name)[1] > 1 else item.name


def most_used(errant: Errant, kind: str) -> Item | None:
    """The thing of this kind with the fewest uses left, but not at 0; None if there is none."""
    usable = [i for i in errant.items if i.kind == kind and i.left]
    return min(usable, key=lambda i: i.left or 0, default=None)


def uses(errant: Errant, kind: str) -> int:
    """How many uses of a kind an Errant carries in all: 6 rations of Depletion 1 are 6."""
    total = 0
    for item in errant.items:
        if item.kind == kind and item.left is not None:
            total += item.left + (item.full or 0) * (item.count - 1)
    return total


def lowered(errant: Errant, item_id: str) -> tuple[Errant, Item]:
    """One use less of a thing (never below 0); it leaves its stack."""
    errant, one = take_one(errant, item_id)
    if one.left:
        one = one.with_left(one.left - 1)
        errant = errant.with_item(one)
    return errant, one
