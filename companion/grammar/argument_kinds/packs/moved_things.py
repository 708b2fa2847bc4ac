"""Things that a line moves, in a list: what is given, dropped, moved or sold, and where it shall
go."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.errant.company import Errant
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.coin import Purse
from companion.errant.packs.containers import (
    BACKPACK,
    Bundle,
    take_bundle_from_errant,
    take_off_backpack,
)
from companion.errant.packs.items import PLACES, Place
from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words, WrongFormError
from companion.grammar.argument_kinds.company import find_typed_errant
from companion.grammar.argument_kinds.packs.carried_thing_completions import (
    complete_items,
    complete_items_not_yet_named,
)
from companion.grammar.argument_kinds.packs.carried_things import complete_carried
from companion.grammar.argument_kinds.packs.goods import find_good_by_exact_name
from companion.grammar.argument_kinds.packs.item_matching import (
    ItemSelection,
    is_same_sort_of_item,
    resolve_items,
    split_list_of_carried_items,
)
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.argument_kinds.packs.list_splitting import require_no_repeated_items
from companion.grammar.name_matching import find_exact_errant, find_only_match
from companion.grammar.option_and_number_parsing import Arguments, take_trailing_keyword
from companion.refusal import Impossible, Malformed, Unknown, suggest_similar_words

_INTO_WORDS = ("in", "into")


class RemovedItems(NamedTuple):
    """An Errant after things were taken out of their pack, those things, and how many of the first
    sort they are."""

    errant: Errant
    bundles: tuple[Bundle, ...]
    number: int


def remove_items_from_pack(
    campaign: Campaign, arguments: Arguments, *, whole_first: bool = False
) -> RemovedItems:
    """Take `[ERRANT] ITEM [xN|all], ITEM…`, or `ERRANT all`, out of a pack. Raises as
    `resolve_items` does."""
    if len(arguments) > 1 and arguments[-1].casefold() == "all":
        owner = find_exact_errant(campaign, " ".join(arguments[:-1]))
        if owner is not None:
            return _remove_all_items(owner)
    owner_id: Arguments = ()
    bundles: list[Bundle] = []
    for part in split_list_of_carried_items(campaign, arguments) or [()]:
        errant, pieces, _ = resolve_items(campaign, (*owner_id, *part), whole_first=whole_first)
        for item, count in pieces:
            if item in errant.items:  # otherwise it went along inside another
                errant, bundle = take_bundle_from_errant(errant, item, count)
                bundles.append(bundle)
        owner_id, campaign = (errant.id,), campaign.with_errant(errant)
    items = [bundle.items[0] for bundle in bundles]
    number = sum(item.count for item in items if is_same_sort_of_item(item, items[0]))
    return RemovedItems(errant, tuple(bundles), number)


def _remove_all_items(owner: Errant) -> RemovedItems:
    """Take everything: the backpack with what is in it, then the rest. Raises Impossible if that is
    nothing."""
    errant, bundles = take_off_backpack(owner), list[Bundle]()
    for item in sorted(errant.items, key=lambda each: each.name != BACKPACK.name):
        if item in errant.items and not item.inside:
            errant, bundle = take_bundle_from_errant(errant, item, item.count)
            bundles.append(bundle)
    if not bundles:
        loose = errant.coins or errant.supply
        way = f"all coins, or all Supply: pass {quote_typed_name(owner)} NAME all coins"
        raise Impossible(
            f"{owner.name} has no thing.",
            f"Try: {way}" if loose else "To see what each carries: company",
        )
    first = bundles[0]
    bundles[0] = first._replace(
        supply=first.supply + errant.supply, purse=first.purse.add(errant.purse)
    )
    errant = msgspec.structs.replace(errant, supply=0).with_purse(Purse())
    return RemovedItems(errant, tuple(bundles), bundles[0].items[0].count)


class Destination(NamedTuple):
    """Where a thing shall go: a place, or the id of a container; neither if nobody said."""

    place: Place | None
    inside: str


def take_carry_place(arguments: Arguments) -> tuple[Place | None, Arguments]:
    """`hand`, `handy`, `worn` or `pack` at the end, with or without an `in`; None for all else."""
    place, rest = take_trailing_keyword(arguments, *PLACES)
    if place is not None and len(rest) > 1 and rest[-1].casefold() in _INTO_WORDS:
        rest = rest[:-1]
    return place, rest


def take_item_destination(
    errant: Errant,
    arguments: Arguments,
    *,
    must: bool = True,
    container_listed: Callable[[str], bool] | None = None,
) -> tuple[Place | None, str, Arguments]:
    """A place or `in CONTAINER` at the end: the place, the id of the container, and what stands
    before it. `in backpack` is the pack while they wear it. See `_take_container_after_in`."""
    *_, before, last = ("", "", *(argument.casefold() for argument in arguments))
    worn = errant.is_person and errant.backpack
    if worn and before in _INTO_WORDS and last == BACKPACK.name:
        arguments = (*arguments[:-1], "pack")
    place, rest = take_carry_place(arguments)
    if place is not None:
        return place, "", rest
    return None, *_take_container_after_in(errant, rest, must, container_listed)


def _take_container_after_in(
    errant: Errant, arguments: Arguments, must: bool, container_listed: Callable[[str], bool] | None
) -> tuple[str, Arguments]:
    """`in CONTAINER` at the end: its id, and what stands before it. Raises Unknown if they have no
    such container and it `must` be one, or is one by the price tables."""
    for at in range(len(arguments) - 1, 0, -1):
        if arguments[at].casefold() in _INTO_WORDS and arguments[at + 1 :]:
            named = arguments[at + 1 :]
            bare = named[1:] if named[0].casefold() in ("the", "a") and named[1:] else named
            typed = " ".join(bare)
            found = [item for item in match_carried_items(errant, typed) if item.holds]
            if found:
                return found[0].id, arguments[:at]
            if must or (container_listed is not None and container_listed(typed)):
                known = [item.name for item in errant.items if item.holds]
                hint = suggest_similar_words(typed, known)
                hint = hint or f"What they carry: slots {quote_typed_name(errant)}"
                raise Unknown(f"{errant.name} has no container «{typed}».", hint)
    return "", arguments


def _read_items_to_remove(words: Words, so_far: LineSoFar) -> RemovedItems:
    giver = so_far.values.get("errant")
    return remove_items_from_pack(so_far.campaign, (giver.id, *words) if giver else words)


def _read_whole_things(words: Words, so_far: LineSoFar) -> RemovedItems:
    return remove_items_from_pack(so_far.campaign, words, whole_first=True)


def take_destination_for_taker(words: Words, so_far: LineSoFar) -> tuple[Destination | None, Words]:
    """`handy` or `in CONTAINER` at the end, with whoever gets it. Raises Unknown for a container of
    the price tables that they do not have."""
    taker: Errant = so_far.values.get("taker") or so_far.values["errant"]

    def is_listed_container(typed: str) -> bool:
        good = find_good_by_exact_name(so_far, typed)
        return good is not None and bool(good.holds)

    listed = None if "taker" in so_far.values else is_listed_container
    place, inside, left = take_item_destination(taker, words, must=False, container_listed=listed)
    return (Destination(place, inside) if place or inside else None), left


class MovedThings(NamedTuple):
    """Which things of whose are moved, and where to."""

    selection: ItemSelection
    destination: Destination


def _read_things_and_destination(words: Words, so_far: LineSoFar) -> MovedThings:
    place, rest = take_carry_place(words)
    inside = ""
    if place is None:
        holder = _resolve_item_list(so_far.campaign, _find_words_before_in(words)).errant
        place, inside, rest = take_item_destination(holder, words)
    return MovedThings(_resolve_item_list(so_far.campaign, rest), Destination(place, inside))


def _resolve_item_list(campaign: Campaign, words: Words) -> ItemSelection:
    """`[ERRANT] ITEM [xN|all], ITEM…`. Raises as `resolve_items`, and for what is named twice."""
    first, *others = split_list_of_carried_items(campaign, words) or [()]
    errant, pieces, number = resolve_items(campaign, first)
    for part in others:
        errant, more, _ = resolve_items(campaign.with_errant(errant), (errant.id, *part))
        pieces += more
    require_no_repeated_items(item for item, _ in pieces)
    return ItemSelection(errant, pieces, number)


def _find_words_before_in(words: Words) -> Words:
    """The words before the last `in`. Raises Malformed if there is none."""
    for at in range(len(words) - 2, 0, -1):
        if words[at].casefold() in ("in", "into"):
            return words[:at]
    raise Malformed("Move it where?", instead=PLACES)


class SoldMount(NamedTuple):
    """Whoever gets the money, and the animal or vehicle."""

    errant: Errant
    mount: Errant


def _read_sold_mount(words: Words, so_far: LineSoFar) -> SoldMount:
    """`ERRANT MOUNT`, the mount by its whole name; anything else is a thing."""
    seller = find_only_match(words[0], so_far.campaign.errants)
    mount = find_exact_errant(so_far.campaign, " ".join(words[1:]))
    if seller is None or mount is None or mount.kind not in ("animal", "vehicle"):
        raise WrongFormError
    return SoldMount(seller, mount)


def _complete_carried_things(so_far: LineSoFar) -> Iterator[Completion]:
    """What somebody carries: of the giver, or of everybody."""
    giver: Errant | None = so_far.values.get("errant")
    if giver is None:
        yield from complete_carried(so_far)
    elif not so_far.before or so_far.before[-1].endswith(","):
        yield from complete_items_not_yet_named(giver, giver.items, so_far)


def _complete_carry_places(so_far: LineSoFar) -> Iterable[Completion]:
    """`hand`, `worn` …, or `in CONTAINER`, of whoever gets it."""
    taker: Errant | None = so_far.values.get("taker") or so_far.values.get("errant")
    return complete_item_destinations(taker, so_far.casefolded_words_before)


def complete_item_destinations(taker: Errant | None, words: Words) -> Iterator[Completion]:
    """Where something can go: a place, or after `in` one of their containers."""
    containers = [item for item in taker.items if item.holds] if taker is not None else []
    if words[-1:] == ("in",):
        yield from complete_items(taker, containers) if taker is not None else ()
    elif words and words[-1] not in PLACES and not words[-1].endswith(","):
        yield from (Completion(*each) for each in _PLACE_WORDS.items())
        if containers:
            yield Completion("in", "a container")


def _complete_thing_then_destination(so_far: LineSoFar) -> Iterator[Completion]:
    """`[ERRANT] ITEM`, then where to."""
    yield from complete_carried(so_far)
    owner = find_typed_errant(so_far, so_far.before[0]) if so_far.before else None
    if len(so_far.before) > (owner is not None):
        yield from complete_item_destinations(owner, so_far.casefolded_words_before)


_PLACE_WORDS = {
    "hand": "2 slots",
    "handy": "4 slots in reach",
    "worn": "on the body",
    "pack": "in the backpack",
}
_LISTED = "ITEM [xN|all], ITEM…"
WHERE_USAGE = "hand|handy|worn|pack|in CONTAINER"
_GIVEN = Kind.make_rest_of_line(
    "things", _LISTED, "Which things?", _read_items_to_remove, _complete_carried_things
)

KINDS: dict[str, Kind[Any]] = {
    "THINGS": replace(_GIVEN, usage=f"[ERRANT] {_LISTED}"),
    "GIVEN-THINGS": _GIVEN,
    "WHOLE-THINGS": Kind.make_rest_of_line(
        "things",
        "[ERRANT] ITEM [xN|all]",
        "Which things?",
        _read_whole_things,
        _complete_carried_things,
    ),
    "MOVED": Kind.make_rest_of_line(
        "moved",
        f"[ERRANT] {_LISTED} {WHERE_USAGE}",
        "Move what?",
        _read_things_and_destination,
        _complete_thing_then_destination,
    ),
    "WHERE": Kind(
        "where", WHERE_USAGE, "Where?", take_destination_for_taker, _complete_carry_places, "end"
    ),
    "SOLD-MOUNT": Kind.make_rest_of_line("sold", "ERRANT MOUNT", "Which mount?", _read_sold_mount),
}
