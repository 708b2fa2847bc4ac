"""Containers: what is in what, and what fits where (Items & Equipment, Containers).

A thing is `inside` a container or loose in its place; loose in the pack means in any bag. Without a
container there is no pack. Bulky things fit into a barrel or a chest, not into a backpack. A
container takes its contents along; the backpack, or the last container, all that is loose in the
pack.
"""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from companion.errant.company import Errant
from companion.errant.names_to_type import format_item_with_owner, quote_typed_name
from companion.errant.packs.coin import Purse
from companion.errant.packs.items import Item, Place
from companion.errant.packs.stacks import (
    find_free_item_id,
    name_single_item,
    rejoin_item_to_stack,
    split_stack,
    stow_item_in_pack,
)
from companion.refusal import Impossible
from companion.values_with_ids import make_free_slug

BACKPACK = Item(id="backpack", name="backpack", count=1, slots=0.0, holds="small")
"""What everyone starts with."""


class Bundle(NamedTuple):
    """What changes hands together: things, and the Supply and coins of a pack."""

    items: tuple[Item, ...] = ()
    supply: int = 0
    purse: Purse = Purse()


def find_container_of_item(errant: Errant, item: Item) -> Item | None:
    """The container a thing is in; None for a thing in none."""
    if item.inside in ("", item.id):
        return None
    return next((each for each in errant.items if each.id == item.inside), None)


def find_place_of_outermost_container(errant: Errant, item: Item) -> Place:
    """Where the outermost container of a thing is carried, or else the thing itself."""
    return _find_outermost_container(item, {each.id: each for each in errant.items}).place


def is_in_reach(errant: Errant, item: Item) -> bool:
    """True for what is got out as a free action (Items & Equipment, Hand, Handy & Worn)."""
    return find_place_of_outermost_container(errant, item) in ("hand", "handy")


def list_carried_places(errant: Errant) -> tuple[Place, ...]:
    """Where each thing is carried, or the outermost container that it is in."""
    by_id = {each.id: each for each in errant.items}
    return tuple(
        _find_outermost_container(item, by_id).place if item.inside else item.place
        for item in errant.items
    )


def _find_outermost_container(item: Item, by_id: Mapping[str, Item]) -> Item:
    seen = {"", item.id}
    while item.inside not in seen and item.inside in by_id:
        seen.add(item.inside)
        item = by_id[item.inside]
    return item


def list_contents(errant: Errant, item_id: str) -> tuple[Item, ...]:
    """Everything in a container, at any depth, in the order carried; nothing without an id."""
    if not item_id:
        return ()
    within: dict[str, list[str]] = {}
    for each in errant.items:
        within.setdefault(each.inside, []).append(each.id)
    found, waiting = {item_id}, [item_id]
    while waiting:
        more = [each for each in within.get(waiting.pop(), ()) if each not in found]
        found.update(more)
        waiting += more
    return tuple(each for each in errant.items if each.id in found and each.id != item_id)


def has_pack(errant: Errant, *, besides: str = "") -> bool:
    """True if things can be loose in the pack. A person needs a container for it that is in no
    other, `besides` the one of this id; animals, vehicles and stashes need none."""
    if not errant.is_person or errant.backpack:
        return True
    return any(item.holds and not item.inside and item.id != besides for item in errant.items)


def take_off_backpack(errant: Errant) -> Errant:
    """The Errant with the backpack as a thing among the others, so that it can be taken away."""
    if not errant.backpack or not errant.is_person:
        return errant
    taken = {item.id for item in errant.items}
    pack = replace(BACKPACK, id=make_free_slug(BACKPACK.name, taken))
    return replace(errant, backpack=False, items=(pack, *errant.items))


def require_item_fits(
    errant: Errant, item: Item, place: Place, inside: str = "", *, forced: bool = False
) -> None:
    """Raises Impossible if a thing, one of theirs or a new one without an id, cannot be carried
    there: there is no container, or the thing is too large for it (both may be `forced`), or a
    container would be inside itself."""
    if inside:
        container = errant.get_item(inside)
        if container.id == item.id or container in list_contents(errant, item.id):
            way = f"Try: move {format_item_with_owner(errant, container)} pack"
            raise Impossible(f"«{container.name}» cannot be inside itself.", way)
        if not container.holds:
            raise Impossible(f"«{container.name}» is no container.", "A sack or a barrel is one.")
        if item.bulky and container.holds != "bulky" and not forced:
            raise _make_too_large_refusal(item, container.name, "Put it into a barrel or a chest.")
    elif place == "pack" and errant.is_person and not forced:
        if not has_pack(errant, besides=item.id) and not item.holds:
            raise Impossible(
                f"{errant.name} has no container, so nothing can be in the pack.",
                "Say hand, handy or worn, or give a backpack first.",
                overrulable=True,
            )
        if item.bulky and item.holds != "bulky":
            hint = "Say hand or worn, or put it into a barrel or a chest."
            raise _make_too_large_refusal(item, "a backpack", hint)


def _make_too_large_refusal(item: Item, container: str, hint: str) -> Impossible:
    return Impossible(f"«{item.name}» is too large for {container}.", hint, overrulable=True)


def put_item_in_usual_place(errant: Errant, item: Item) -> Item:
    """A thing in its usual place: a lit one in a hand, a bulky one in a barrel, chest or hand."""
    if not errant.is_person:
        return replace(item, place="pack", inside="")
    if item.lit:
        return replace(item, place="hand", inside="")
    if not item.bulky or item.place != "pack" or item.holds == "bulky":
        return replace(item, inside="")
    large = next((each for each in errant.items if each.holds == "bulky"), None)
    return replace(item, inside=large.id) if large else replace(item, place="hand", inside="")


def take_bundle_from_errant(errant: Errant, item: Item, number: int) -> tuple[Errant, Bundle]:
    """Take so many of a thing from someone. A whole stack of containers brings its contents along;
    the backpack, or the last container, also the Supply, the purse and all that is loose in the
    pack but barrels and chests. What lies loose in a stash stays there."""
    if number < item.count:
        part, rest = split_stack(item, number)
        return errant.with_item(rest), Bundle((replace(part, inside=""),))
    within = list_contents(errant, item.id)
    supply, purse = 0, Purse()
    if _is_whole_pack(errant, item):
        loose = [i for i in errant.items if i.place == "pack" and not i.inside and i.id != item.id]
        loose = [i for i in loose if i.holds != "bulky" and errant.is_person]
        within += tuple(replace(each, inside=item.id) for each in loose)
        within += tuple(inner for each in loose for inner in list_contents(errant, each.id))
        supply, purse = errant.supply, errant.purse
    gone = {item.id, *(each.id for each in within)}
    after = replace(errant, items=tuple(each for each in errant.items if each.id not in gone))
    if supply or purse.pieces:
        after = replace(after, supply=0).with_purse(Purse())
    return after, Bundle((replace(item, inside=""), *within), supply, purse)


def move_item(
    errant: Errant, item: Item, number: int, place: Place, inside: str = ""
) -> tuple[Errant, Item]:
    """Move so many of a thing elsewhere on the same Errant; contents go along."""
    if number < item.count:
        part, rest = split_stack(item, number)
        return stow_item_in_pack(errant.with_item(rest), replace(part, place=place, inside=inside))
    errant = errant.with_item(replace(item, place=place, inside=inside))
    if list_contents(errant, item.id):
        return errant, errant.get_item(item.id)
    return rejoin_item_to_stack(errant, item.id)


def _is_whole_pack(errant: Errant, item: Item) -> bool:
    """True if the whole pack goes with this container. Of several backpacks in a stash only the
    last takes the coins and the Supply along: nobody knows whose they were."""
    is_left = errant.kind == "stash" and item.name == BACKPACK.name
    if not item.holds or item.inside or not (is_left or errant.is_person):
        return False
    if errant.is_person and errant.backpack:
        return False
    if item.name == BACKPACK.name:
        return not any(
            each.name == BACKPACK.name and each.holds and not each.inside and each.id != item.id
            for each in errant.items
        )
    return not has_pack(errant, besides=item.id)


def give_bundle_to_errant(errant: Errant, bundle: Bundle) -> tuple[Errant, Item]:
    """Give someone what was taken out: a thing by itself joins the stack of like ones, a container
    keeps its contents. Who has no backpack puts one on. The Errant and the first thing as they are
    now."""
    first, *within = bundle.items
    wears = errant.backpack or not errant.is_person
    if not wears and first.name == BACKPACK.name and first.count == 1 and not first.inside:
        errant, put = _add_with_contents(errant, first, within)
        errant = replace(errant.without_item(put.id), backpack=True)
    elif not within:
        errant, put = stow_item_in_pack(errant, first)
    else:
        errant, put = _add_with_contents(errant, first, within)
    if bundle.supply or bundle.purse.pieces:
        errant = replace(errant, supply=errant.supply + bundle.supply)
        errant = errant.with_purse(errant.purse.add(bundle.purse))
    return errant, put


def _add_with_contents(errant: Errant, first: Item, within: list[Item]) -> tuple[Errant, Item]:
    taken, new_ids = {each.id for each in errant.items}, dict[str, str]()
    for item in (first, *within):
        new_ids[item.id] = find_free_item_id(item, taken)
        taken.add(new_ids[item.id])
    put = replace(first, id=new_ids[first.id])
    inner = (replace(i, id=new_ids[i.id], inside=new_ids[i.inside]) for i in within)
    return replace(errant, items=(*errant.items, put, *inner)), put


def choose_counts_from_stacks(
    errant: Errant, items: list[Item], number: int
) -> list[tuple[Item, int]]:
    """How many to take of each of like things. Raises Impossible if there are too few."""
    have = sum(item.count for item in items)
    if have < number:
        raise Impossible(
            f"{errant.name} has only {have:,} of «{name_single_item(items[0])}».",
            f"Try: slots {quote_typed_name(errant)}",
            typed=f"x{number}",
            instead=(f"x{have}",),
        )
    chosen = []
    for item in items:
        if taken := min(number, item.count):
            chosen.append((item, taken))
            number -= taken
    return chosen
