"""Names as they are typed: how a line names people and things, never by the number of an id.

What a thing is, and what is left of it, tells it from its like in a pack; a Quality, a light or a
place does where that is not enough. Two that differ in nothing have one name: either is meant.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from msgspec.structs import replace

from companion.errant.company import Errant
from companion.errant.packs.items import Item
from companion.text_cleaning import quote_name
from companion.values_with_ids import cache_result_of_last_rows, make_slug

_MANY = 4_096
"""Names that are remembered: a line looks at those of every pack."""

_MAX_NAME_WORDS = 12
_MANY_WORDS, _FEW_WORDS = 6, 4
"""A name of more words than the many is shortened to the few."""
_WORD = r"[\w'’-]+"
_PLACES = {"hand": "in hand", "handy": "handy", "worn": "worn", "pack": "in pack"}
_QUALIFIED = (
    r"(?:(?P<lit>lit|unlit) )?(?:(?P<broken>broken|whole) )?(?:(?P<sound>sound) )?"
    r"(?:(?P<magic>magic|mundane) )?"
    r"(?:(?P<quality>shoddy|average|masterwork) )?(?P<base>.+?)"
    r"(?: (?P<left>\d+ (?:(?:blocks|quality) )?left))?"
    r"(?: (?P<size>of [\d.]+ slots))?(?: (?P<worth>worth \d+))?"
    r"(?: (?P<place>in hand|handy|worn|in pack|in (?P<inside>.+?)))?"
    r"(?: (?P<contents>with .+))?"
)
"""Few lines need these, and a short run is quicker without them: they are compiled when they are
looked for."""


class Named(Protocol):
    """An Errant, an NPC, a Faction, a place or an effect."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


@lru_cache(_MANY)
def make_typed_name(thing_id: str, name: str) -> str:
    """The name by which a line means somebody or something: so much of their name as their id in
    the campaign's files has of it, as `bree` or `Saint of Eels`, or else how it begins."""
    stem = shorten_item_id(thing_id)
    if words := _find_words_making_id(thing_id, name):
        return words
    if stem != thing_id and (words := _find_words_making_id(stem, name)):
        return f"{words} {thing_id.removeprefix(f'{stem}-')}"
    return _shorten_name(name)


def _shorten_name(name: str) -> str:
    """A name, or how it begins if it is as long as a sentence."""
    ends = [found.end() for found in re.finditer(_WORD, name)]
    return name if len(ends) <= _MANY_WORDS else name[: ends[_FEW_WORDS - 1]]


def _find_words_making_id(thing_id: str, name: str) -> str:
    """The words of a name that an id is made of; none if there are no such."""
    spans = [(0, len(name)), *(found.span() for found in re.finditer(_WORD, name))]
    for at, (start, _) in enumerate(spans):
        for _, end in spans[at : at + _MAX_NAME_WORDS]:
            if make_slug(name[start:end]) == thing_id:
                return thing_id if name[start:end].casefold() == thing_id else name[start:end]
    return ""


def quote_typed_name(thing: Named) -> str:
    """The name as it is typed, with quotes if it needs them."""
    return quote_typed_name_from_id(thing.id, thing.name)


def quote_typed_name_from_id(thing_id: str, name: str) -> str:
    """The name of what has this id, as it is typed, with quotes if it needs them."""
    return quote_name(make_typed_name(thing_id, name))


def format_item_with_owner(errant: Errant, item: Item) -> str:
    """A thing and whose it is, as both are typed: `bree "torch 1 left"`."""
    return f"{quote_typed_name(errant)} {quote_name(make_typed_item_name(errant, item))}"


def find_unnumbered_name(item: Item) -> str:
    """What a thing is, as people type it, without the number that tells it from its like."""
    return make_unnumbered_name(item.id, item.name)


@lru_cache(_MANY)
def make_unnumbered_name(item_id: str, name: str) -> str:
    """The name of a thing, in small letters, without the number that tells it from others like it;
    a number that is part of its name stays."""
    words = _find_words_making_id(item_id, name) or _find_words_making_id(
        shorten_item_id(item_id), name
    )
    return (words or _shorten_name(name)).casefold()


def shorten_item_id(item_id: str) -> str:
    """An item's id without the number that tells it from the rest of its stack."""
    name, _, number = item_id.rpartition("-")
    return name if name and number.isdecimal() else item_id


def list_names_of_item(item: Item) -> tuple[str, ...]:
    """The names that a thing is known by: its id, its name, its name with its Quality, its kind,
    and what it is called where it is to be typed."""
    return _list_item_names(item.id, item.name, item.quality, item.kind)


@lru_cache(_MANY)
def _list_item_names(item_id: str, name: str, quality: str, kind: str) -> tuple[str, ...]:
    made = (f"{quality} {name}",) if quality else ()
    kinds = (kind,) if kind else ()
    return tuple(dict.fromkeys((item_id, name, *made, *kinds, make_unnumbered_name(item_id, name))))


def label_item_with_uses_left(item: Item) -> str:
    """What a thing is and what is left of it: `torch 2 left`."""
    return f"{find_unnumbered_name(item)} {_describe_uses_left(item)}".rstrip()


def _describe_uses_left(item: Item) -> str:
    if item.uses_left is not None:
        return f"{item.uses_left} left"
    if item.blocks is not None:
        return f"{item.blocks} blocks left"
    return f"{item.quality_left} quality left" if item.quality_left is not None else ""


def make_typed_item_name(errant: Errant, item: Item) -> str:
    """What a thing of an Errant's is called where it has to be typed."""
    return make_typed_item_names(errant, (item,))[item.id]


def make_typed_item_names(errant: Errant, items: Iterable[Item] | None = None) -> dict[str, str]:
    """What each of these things is called, by its id: what it is, and so much more as tells it from
    others in the pack that are unlike it."""
    pack = errant.items
    if items is None:
        return dict(_name_items_of_pack(pack))
    called = _name_items_of_pack(pack)
    carried = {each.id: each for each in pack}
    return {
        item.id: called[item.id]
        if carried.get(item.id) is item
        else _name_item_unmistakably(pack, item, _index_items_by_name(pack))
        for item in items
    }


@cache_result_of_last_rows
def _name_items_of_pack(pack: Sequence[Item]) -> dict[str, str]:
    """What all that somebody carries is called. A menu asks at each key, of packs that are as they
    were."""
    return {
        item.id: _name_item_unmistakably(pack, item, _index_items_by_name(pack)) for item in pack
    }


@cache_result_of_last_rows
def _index_items_by_name(pack: Sequence[Item]) -> dict[str, list[Item]]:
    """What somebody carries, by each name that it is known by."""
    by_name: dict[str, list[Item]] = {}
    for each in pack:
        for name in {known.casefold() for known in list_names_of_item(each)}:
            by_name.setdefault(name, []).append(each)
    return by_name


def _name_item_unmistakably(
    pack: Sequence[Item], item: Item, by_name: dict[str, list[Item]]
) -> str:
    """A name that no other thing in the pack has: with its quality, uses, place … as needed."""
    base, others = "", list[Item]()
    for name in (find_unnumbered_name(item), item.name.casefold()):
        alike = by_name.get(name.casefold(), ())
        found = [each for each in alike if not _are_interchangeable(pack, each, item)]
        if not base or len(found) < len(others):
            base, others = name, found
    parts: dict[str, str] = {}
    for key, describe in _QUALIFIERS.items():
        if not others:
            break
        own = describe(pack, item)
        same = [each for each in others if describe(pack, each) == own]
        if own and len(same) < len(others):
            parts[key], others = own, same
    before = (parts.get(key) for key in ("lit", "broken", "sound", "magic", "quality"))
    after = (parts.get(key) for key in ("left", "size", "worth", "place", "contents"))
    return " ".join(filter(None, (*before, base, *after)))


def _are_interchangeable(pack: Sequence[Item], one: Item, other: Item) -> bool:
    """True for one and the same thing, and for two that nobody can tell apart but by their number:
    either is as good as the other."""
    if one.id == other.id:
        return True
    filled = any(each.inside in (one.id, other.id) for each in pack)
    plain = replace(one, id=other.id, count=other.count, note=other.note)
    return not filled and plain == other


def _describe_whether_lit(_pack: Sequence[Item], item: Item) -> str:
    if item.lit:
        return "lit"
    return "unlit" if item.burn is not None or item.kind == "lantern" else ""


def _describe_place_in_pack(pack: Sequence[Item], item: Item) -> str:
    container = next((each for each in pack if each.id == item.inside), None)
    return (
        f"in {find_unnumbered_name(container)}"
        if item.inside and container
        else _PLACES[item.place]
    )


def _describe_contents(pack: Sequence[Item], item: Item) -> str:
    within = (each for each in pack if each.inside == item.id)
    first = next(within, None)
    if first is not None:
        return f"with {find_unnumbered_name(first)}"
    return "with nothing" if item.holds else ""


_QUALIFIERS: dict[str, Callable[[Sequence[Item], Item], str]] = {
    "left": lambda _pack, item: _describe_uses_left(item),
    "quality": lambda _pack, item: item.quality or "",
    "magic": lambda _pack, item: "magic" if item.magic else "mundane",
    "broken": lambda _pack, item: "broken" if item.broken else "whole",
    "sound": lambda _pack, item: "sound" if item.quality_left is None else "",
    "lit": _describe_whether_lit,
    "contents": _describe_contents,
    "place": _describe_place_in_pack,
    "size": lambda _pack, item: f"of {item.slots:g} slots",
    "worth": lambda _pack, item: "" if item.worth is None else f"worth {item.worth}",
}
"""What tells a thing from its like, in the order in which it is looked for."""


def find_items_by_qualified_name(errant: Errant, typed: str) -> list[Item]:
    """The things of an Errant that a qualified name fits, as `lit torch 1 left` or `sack with
    rope`; none for any other name."""
    folded = typed.casefold().strip()
    found = re.fullmatch(_QUALIFIED, folded)
    if found is None or found["base"] == folded or _list_items_called(errant.items, folded):
        return []
    said = {key: found[key] for key in _QUALIFIERS if found[key]}
    return [
        item
        for item in _list_items_called(errant.items, found["base"])
        if all(_QUALIFIERS[key](errant.items, item) == value for key, value in said.items())
    ]


def _list_items_called(items: Collection[Item], folded: str) -> list[Item]:
    return [
        item
        for item in items
        if any(name.casefold() == folded for name in list_names_of_item(item))
    ]
