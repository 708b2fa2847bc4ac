"""Everything that some people have, counted piece by piece; and whether it can be where it is."""

from collections import Counter
from typing import TypeAlias

from companion.errant.company import Errant
from companion.errant.packs.items import Item
from companion.errant.packs.stacks import name_single_item

Piece: TypeAlias = tuple[object, ...]


def pieces(things: tuple[Item, ...]) -> Counter[Piece]:
    """Each thing by itself, whatever stack or place it is in; of a part-used stack one is."""
    found: Counter[Piece] = Counter()
    for thing in things:
        for number in range(thing.count):
            left, lit = (thing.max_uses, False) if number else (thing.uses_left, thing.lit)
            found[name_single_item(thing), left, lit, thing.quality] += 1
    return found


def everything(*who: Errant) -> Counter[Piece]:
    """All that these have."""
    found: Counter[Piece] = Counter()
    for each in who:
        found += pieces(each.items)
        found["backpack", None, False, None] += each.backpack and each.is_person
        for what in ("supply", "pennies", "shillings", "guilders"):
            found[what,] += getattr(each, what)
    return +found


def must_be_sound(who: Errant) -> None:
    """Ids are each one's own; what a thing is in is there, takes things, and is not in it."""
    by_id = {each.id: each for each in who.items}
    assert len(by_id) == len(who.items)
    for thing in who.items:
        climbing, outer = 0, thing
        while outer.inside:
            assert outer.inside in by_id
            outer, climbing = by_id[outer.inside], climbing + 1
            assert outer.holds
            assert climbing <= len(by_id), "in itself"
