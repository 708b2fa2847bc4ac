"""What a line can say of the market: goods, their Quality, Settlements."""

from collections.abc import Iterator
from functools import lru_cache

from companion.errant.goods import (
    ARCHETYPE_GEAR,
    ARCHETYPES,
    STARTING_AMMUNITION,
    STARTING_WEAPON,
    Archetype,
    Good,
    list_good_names,
)
from companion.errant.world import Settlement
from companion.grammar.forms import Completing, Completion, Scene, make_choices
from companion.grammar.line import quote_name

_MANY = 2_048


def _goods(scene: Scene) -> Iterator[Completion]:
    yield from map(_good, scene.context.read_goods())


def _things(scene: Scene) -> Iterator[Completion]:
    """The goods that fit into a pack."""
    return (
        _good(good)
        for good in scene.context.read_goods()
        if good.sort == "thing" and not good.is_supply
    )


@lru_cache(_MANY)
def _good(good: Good) -> Completion:
    """A good: its price, its Rarity and its size."""
    price = "the Guide's price" if good.price is None else f"{good.price:,} p"
    rarity = f", Rarity {good.rarity}" if good.rarity else ""
    size = f", {good.slots:g} {'slot' if good.slots == 1 else 'slots'}" if good.slots else ""
    uses = f", Burn {good.burn}" if good.burn else ""
    uses = f", Depletion {good.depletion}" if good.depletion else uses
    names = tuple(name.casefold() for name in list_good_names(good))
    return Completion(quote_name(good.name), f"{price}{rarity}{size}{uses}", names)


def _settlements(scene: Scene) -> Iterator[Completion]:
    """Every Settlement known at this seat."""
    for each in scene.sites:
        if isinstance(each, Settlement):
            yield Completion(quote_name(each.id), f"{each.name}, {each.type}", (each.id, each.name))


def _in_a_settlement(scene: Scene) -> Iterator[Completion]:
    """`in SETTLEMENT`."""
    if scene.folded[-1:] == ("in",):
        yield from _settlements(scene)
    elif "in" not in scene.folded:
        yield Completion("in", "another Settlement")


def _map_or_settlement(scene: Scene) -> Iterator[Completion]:
    """`map`, or the one Settlement asked after."""
    yield Completion("map", "drawn on the hexes")
    yield from _settlements(scene)


def _settlement_mapped(scene: Scene) -> Iterator[Completion]:
    """After `map`, the Settlement it is drawn around."""
    if "map" in scene.folded:
        yield from _settlements(scene)


def _starting_things(scene: Scene) -> Iterator[Completion]:
    """What an Archetype may choose, and medium weapons."""
    start = ARCHETYPE_GEAR.get(archetype) if (archetype := _archetype(scene)) else None
    if start is None:
        return
    wanted = (STARTING_WEAPON, STARTING_AMMUNITION, *start.choices)
    for good in scene.context.read_goods():
        if good.name in wanted:
            for name in list_good_names(good):
                yield Completion(name, good.name if name != good.name else "", (name,))


def _archetype(scene: Scene) -> Archetype | None:
    return next((each for each in ARCHETYPES if each == scene.folded[1]), None)


def _wares(scene: Scene) -> Iterator[Completion]:
    """The sorts there are, then every good."""
    for sort in ("animals", "vehicles", "services", "lodging", "buildings", "retainers"):
        yield Completion(sort, "all of that sort")
    yield from _goods(scene)


MARKET: dict[str, Completing] = {
    "archetype": make_choices(
        violent="a heavy weapon or a shield",
        deviant="burglar's tools or an alchemist's kit",
        occult="four Grimoires",
        zealot="a Relic",
    ),
    "starting thing": _starting_things,
    "listed good": _goods,
    "wares": _wares,
    "settlement type": make_choices(
        hamlet="10 souls", village="100", town="500", city="1,000", metropolis="10,000"
    ),
    "": make_choices(),
    "listed thing": _things,
    "in settlement": _in_a_settlement,
    "map or settlement": _map_or_settlement,
    "settlement mapped": _settlement_mapped,
}
