"""Things taken out of one pack and put into another."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.errant.coin import Purse
from companion.errant.containers import (
    BACKPACK,
    Bundle,
    find_container,
    place_item,
    put_down_bundle,
    require_fit,
    take_off_backpack,
    take_out_bundle,
)
from companion.errant.errants import Errant
from companion.errant.happenings import Happenings
from companion.errant.items import Item, Place
from companion.errant.slots import COINS_A_QUARTER
from companion.errant.stacks import name_single_item
from companion.grammar.arguments import Arguments
from companion.grammar.kinds.items import is_same_sort, resolve_items, split_list
from companion.grammar.names import find_exact_errant
from companion.refusal import Impossible
from companion.reports.packs import ItemCount, ItemReport, ItemStep


class RemovedItems(NamedTuple):
    """An Errant after things were taken out of their pack, those things, and how many of the first
    sort they are."""

    errant: Errant
    bundles: tuple[Bundle, ...]
    number: int


def take_items(
    campaign: Campaign, arguments: Arguments, *, whole_first: bool = False
) -> RemovedItems:
    """Take `[ERRANT] ITEM [xN|all], ITEM…`, or `ERRANT all`, out of a pack. Raises as
    `resolve_items` does."""
    if len(arguments) > 1 and arguments[-1].casefold() == "all":
        owner = find_exact_errant(campaign, " ".join(arguments[:-1]))
        if owner is not None:
            return _take_everything(owner)
    owner_id: Arguments = ()
    bundles: list[Bundle] = []
    for part in split_list(arguments) or [()]:
        errant, pieces, _ = resolve_items(campaign, (*owner_id, *part), whole_first=whole_first)
        for item, count in pieces:
            if item in errant.items:  # otherwise it went along inside another
                errant, bundle = take_out_bundle(errant, item, count)
                bundles.append(bundle)
        owner_id, campaign = (errant.id,), campaign.with_errant(errant)
    items = [bundle.items[0] for bundle in bundles]
    number = sum(item.count for item in items if is_same_sort(item, items[0]))
    return RemovedItems(errant, tuple(bundles), number)


def _take_everything(owner: Errant) -> RemovedItems:
    """Take everything: the backpack with what is in it, then the rest. Raises Impossible if that is
    nothing."""
    errant, bundles = take_off_backpack(owner), list[Bundle]()
    for item in sorted(errant.items, key=lambda each: each.name != BACKPACK.name):
        if item in errant.items and not item.inside:
            errant, bundle = take_out_bundle(errant, item, item.count)
            bundles.append(bundle)
    if not bundles:
        loose = errant.coins or errant.supply
        way = f"all coins, or all Supply: pass {owner.id} NAME all coins"
        raise Impossible(f"{owner.name} has no thing.", f"Try: {way}" if loose else "")
    first = bundles[0]
    bundles[0] = first._replace(
        supply=first.supply + errant.supply, purse=first.purse.add(errant.purse)
    )
    errant = replace(errant, supply=0).with_purse(Purse())
    return RemovedItems(errant, tuple(bundles), bundles[0].items[0].count)


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
