"""What comes back when something is taken back: found by comparing the campaign before and after,
so that whatever a result did is told of."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from companion.campaign.campaign import Campaign
from companion.errant.errants import Errant
from companion.errant.items import Item

Restores = Literal["burn", "depletion", "number", "exhaustion", "supply", "effect"]


class Restored(Struct, frozen=True):
    """A value as it was before again: the Burn or Depletion of a thing, how many of it there are,
    someone's Exhaustion or Supply, the Depletion of an effect (0 where it does not go on).

    `errant` is whose, "" for nobody's; `name` is the thing's or the effect's, "" for none.
    """

    errant: str
    name: str
    what: Restores
    before: int
    after: int


def restored(before: Campaign, after: Campaign) -> tuple[Restored, ...]:
    """All that is otherwise in `after`, the campaign from which something was taken back."""
    return (*_of_company(before, after), *_of_effects(before, after))


def _of_company(before: Campaign, after: Campaign) -> Iterator[Restored]:
    were = {errant.id: errant for errant in before.errants}
    for errant in after.errants:
        was = were.get(errant.id)
        if was is None or was is errant:
            continue
        if was.exhaustion != errant.exhaustion:
            yield Restored(errant.id, "", "exhaustion", was.exhaustion, errant.exhaustion)
        if was.supply != errant.supply:
            yield Restored(errant.id, "", "supply", was.supply, errant.supply)
        yield from _of_things(was, errant)


def _of_things(was: Errant, errant: Errant) -> Iterator[Restored]:
    """Things by their ids; what was empty and is no longer there was part of a stack."""
    had = {item.id: item for item in was.items}
    for item in errant.items:
        old = had.get(item.id)
        number = old.count if old is not None else 0
        if number != item.count:
            yield Restored(errant.id, item.name, "number", number, item.count)
        elif old is not None and old.left != item.left:
            yield Restored(errant.id, item.name, _unit(item), old.left or 0, item.left or 0)


def _unit(item: Item) -> Restores:
    return "burn" if item.burn is not None else "depletion"


def _of_effects(before: Campaign, after: Campaign) -> Iterator[Restored]:
    were = {effect.id: effect for effect in before.campaign.effects}
    are = {effect.id: effect for effect in after.campaign.effects}
    for effect_id in dict.fromkeys((*are, *were)):
        was, now = were.get(effect_id), are.get(effect_id)
        if was == now:
            continue
        named = now or was
        assert named is not None
        old, new = (0 if e is None else e.depletion or 1 for e in (was, now))
        yield Restored(named.errant, named.name, "effect", old, new)
