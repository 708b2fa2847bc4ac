"""Things taken out of one pack and put into another."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.errant.containers import (
    Bundle,
    find_container,
    place_item,
    put_down_bundle,
    require_fit,
)
from companion.errant.errants import Errant
from companion.errant.happenings import Happenings
from companion.errant.items import Item, Place
from companion.errant.slots import COINS_A_QUARTER
from companion.errant.stacks import name_single_item
from companion.grammar.kinds.items import is_same_sort
from companion.reports.packs import ItemCount, ItemReport, ItemStep


class ReceivedItem(NamedTuple):
    """An Errant with new things, and the first of these."""

    errant: Errant
    item: Item


def receive_items(
    errant: Errant,
    bundles: tuple[Bundle, ...],
    *,
    place: Place | None = None,
    inside: str = "",
    forced: bool = False,
) -> ReceivedItem:
    """Put things where they belong, or in this `place`, or `inside` a container. Raises Impossible
    if they do not fit, unless it is `forced`."""
    first: Item | None = None
    for bundle in bundles:
        item, *within = bundle.items
        if place is None and not inside:
            item = place_item(errant, item)
        else:
            item = replace(item, place=place or "pack", inside=inside)
        require_fit(errant, replace(item, id=""), item.place, item.inside, forced=forced)
        errant, put = put_down_bundle(errant, bundle._replace(items=(item, *within)))
        first = first or put
    assert first is not None
    return ReceivedItem(errant, first)


def _count_quarters(bundles: tuple[Bundle, ...]) -> int:
    """The quarter slots filled by all of it, coins and Supply included."""
    things = sum(item.quarters for bundle in bundles for item in bundle.items)
    loose = sum(bundle.supply + bundle.purse.pieces // COINS_A_QUARTER for bundle in bundles)
    return things + loose


def _describe_item(item: Item) -> str:
    """The name of one of them, with its Quality unless that is average."""
    quality = f"{item.quality} " if item.quality not in (None, "average") else ""
    return f"{quality}{name_single_item(item)}"


def build_item_report(
    errant: Errant,
    item: Item,
    number: int,
    step: ItemStep,
    happened: Happenings = (),
    *,
    bundles: tuple[Bundle, ...] = (),
    to: str = "",
    of: str = "",
) -> ItemReport:
    """What happened to a thing of this Errant. If it changed hands, `of` is the id of the Errant
    who had it, and `to` that of the one who has it now."""
    container = find_container(errant, item)
    return ItemReport(
        errant=of or errant.id,
        item=item.id,
        name=_describe_item(item),
        quantity=number,
        step=step,
        slots=_count_quarters(bundles) / 4 if bundles else item.quarters_each * number / 4,
        place=item.place,
        left=item.uses_left,
        happened=happened,
        to=to,
        inside=name_single_item(container) if container is not None else "",
        others=tuple(
            ItemCount(_describe_item(each.items[0]), each.items[0].count)
            for each in bundles
            if not is_same_sort(each.items[0], bundles[0].items[0])
        ),
        brought=tuple(
            ItemCount(_describe_item(inner), inner.count)
            for bundle in bundles
            for inner in bundle.items[1:]
        ),
        supply=sum(bundle.supply for bundle in bundles),
        coin_pieces=sum(bundle.purse.pieces for bundle in bundles),
        coins_pennies=sum(bundle.purse.worth for bundle in bundles),
    )
