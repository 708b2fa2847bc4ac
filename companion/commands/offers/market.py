"""What a line can say of the market: goods, their Quality, Settlements."""

from collections.abc import Iterator
from functools import lru_cache

from companion.commands.offers.offer import Offer, Offering, Scene, fixed
from companion.errant.goods import Good, names_of
from companion.words.line import quoted

_MANY = 2_048


def _goods(scene: Scene) -> Iterator[Offer]:
    yield from map(_good, scene.goods())


@lru_cache(_MANY)
def _good(good: Good) -> Offer:
    """A good: its price, its Rarity and its size."""
    price = "the Guide's price" if good.price is None else f"{good.price:,} p"
    rarity = f", Rarity {good.rarity}" if good.rarity else ""
    size = f", {good.slots:g} {'slot' if good.slots == 1 else 'slots'}" if good.slots else ""
    names = tuple(name.casefold() for name in names_of(good))
    return Offer(quoted(good.name), f"{price}{rarity}{size}", names)


def _settlements(scene: Scene) -> Iterator[Offer]:
    """`in SETTLEMENT`."""
    if scene.folded[-1:] == ("in",):
        for each in scene.campaign.world.settlements:
            yield Offer(quoted(each.id), f"{each.name}, {each.type}", (each.id, each.name))
    elif "in" not in scene.folded:
        yield Offer("in", "another Settlement")


MARKET: dict[str, Offering] = {
    "listed good": _goods,
    "settlement": _settlements,
    "map": fixed(map="drawn on the hexes"),
}
