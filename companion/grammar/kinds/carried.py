"""What a line can say of a pack: things that suit the word, of the Errant named or of anybody."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from companion.errant.depletion import refill_item
from companion.errant.errants import Errant, list_present
from companion.errant.items import LIGHT_SOURCE_KINDS, PLACES, Item, recognise_gear
from companion.errant.light import kindle_item, list_sources
from companion.errant.stacks import name_single_item
from companion.grammar.forms import Completing, Completion, Kind, Scene, Words
from companion.grammar.kinds.company import find_typed_errant, offer_errants
from companion.grammar.kinds.items import find_carried_item, item_names
from companion.grammar.line import quote_name
from companion.refusal import Refusal

Suiting: TypeAlias = Callable[[Errant], list[Item]]
"""The things of an Errant that suit a word."""
_MANY = 4_096
"""Things that are remembered, so that a menu of hundreds is there at once."""


def is_usable(item: Item) -> bool:
    """True for a thing with Depletion left."""
    return bool(item.depletion)


def is_empty(item: Item) -> bool:
    """True for a thing at 0, which waits to be refilled or let go."""
    return item.uses_left == 0


def can_be_lit(item: Item) -> bool:
    """True for a light source that is neither lit nor burnt out."""
    gives_light = item.kind in LIGHT_SOURCE_KINDS or item.burn is not None
    return gives_light and not item.lit and item.uses_left != 0


def _things(suiting: Suiting, *, who_first: bool = False, or_all: bool = False) -> Completing:
    """`[ERRANT] ITEM`: the things that suit. Where the Errant is left out, everybody's who is
    here, and the Errants who have such; `who_first` where there are many."""

    def offering(scene: Scene) -> Iterator[Completion]:
        if not scene.before:
            things = _of_everybody(scene, suiting)
            if or_all and any(map(suiting, list_present(scene.campaign.errants))):
                things.append(Completion("all", "everything that is at 0"))
            errants = sorted(scene.campaign.errants, key=lambda errant: not errant.is_present)
            people = offer_errants(errant for errant in errants if suiting(errant))
            yield from (*people, *things) if who_first else (*things, *people)
        elif len(scene.before) == 1:
            errant = find_typed_errant(scene, scene.before[0])
            yield from map(_thing, suiting(errant) if errant else ())

    return offering


def _of_everybody(scene: Scene, suiting: Suiting) -> list[Completion]:
    """Things of those who are here; whose it is, is put in where somebody else has the like."""
    things = [(e, {i.id: _thing(i) for i in e.items}) for e in list_present(scene.campaign.errants)]
    found = [(errant, carried[i.id]) for errant, carried in things for i in suiting(errant)]
    found = [(e, thing) for e, thing in found if any(scene.begun in n for n in thing.names)]
    packs = ["\n".join(n for each in carried.values() for n in each.names) for _, carried in things]
    shared = {name for name in {thing.text for _, thing in found} if _carriers(packs, name) > 1}
    return [
        Completion(
            f"{quote_name(errant.id)} {thing.text}" if thing.text in shared else thing.text,
            f"{thing.description}, {errant.name}".lstrip(", "),
            thing.names,
        )
        for errant, thing in found
    ]


def _carriers(packs: list[str], thing: str) -> int:
    """In how many packs a name could mean something, by any part of it or by its kind."""
    kind, _ = recognise_gear(thing)
    return sum(thing in names or bool(kind and kind in names) for names in packs)


@lru_cache(_MANY)
def _thing(item: Item) -> Completion:
    """A thing of somebody's: what it is, how many there are, what is left of it."""
    name = name_single_item(item)
    parts = [name] if name.casefold() != item.id else []
    if item.count > 1:
        parts.append(f"{item.count} of them")
    if item.uses_left is not None:
        what = "Burn" if item.burn is not None else "Depletion"
        parts.append(f"{what} {item.uses_left} of {item.max_uses}")
    if item.lit:
        parts.append("lit")
    names = dict.fromkeys(known.casefold() for known in item_names(item))
    return Completion(quote_name(item.id), ", ".join(parts), tuple(names))


def _carried(errant: Errant) -> list[Item]:
    return list(errant.items)


def _usable(errant: Errant) -> list[Item]:
    return [item for item in errant.items if is_usable(item)]


def _burning(errant: Errant) -> list[Item]:
    burning = {source.item for source in list_sources(errant)}
    return [item for item in errant.items if item.id in burning]


def _empty(errant: Errant) -> list[Item]:
    return [item for item in errant.items if is_empty(item)]


def _unlit(errant: Errant) -> list[Item]:
    if not errant.is_present:
        return []
    return [i for i in errant.items if can_be_lit(i) and _goes(kindle_item, errant, i)]


def _refillable(errant: Errant) -> list[Item]:
    return [item for item in _empty(errant) if _goes(refill_item, errant, item)]


def _goes(engine: Callable[[Errant, str], object], errant: Errant, item: Item) -> bool:
    """Whether the rules let it happen: a lantern wants oil, a refill Supply."""
    try:
        engine(errant, item.id)
    except Refusal:
        return False
    return True


def _of_the_first(scene: Scene) -> Iterator[Completion]:
    """`pass FROM TO ITEM`: what the first has; then where the second puts it."""
    giver = find_typed_errant(scene, scene.before[0])
    if len(scene.before) == 2 and giver is not None:
        yield from map(_thing, giver.items)
        if giver.coins:
            yield Completion("1 shilling", "coins, by denomination")
        if giver.supply:
            yield Completion("1 Supply", f"of {giver.supply}")
    elif len(scene.before) > 2:
        yield from _where(scene)


def _in_a_container(scene: Scene) -> Iterator[Completion]:
    """`hand`, `worn` …, or `in CONTAINER`, of whoever is named first."""
    errant = find_typed_errant(scene, scene.before[0])
    containers = [item for item in errant.items if item.holds] if errant is not None else []
    if scene.folded[-1:] == ("in",):
        yield from map(_thing, containers)
        return
    yield from _where(scene)
    if containers and scene.folded[-1] not in PLACES:
        yield Completion("in", "a container")


def _stashed_where(scene: Scene) -> Iterator[Completion]:
    """`at PLACE`."""
    if scene.folded[-1:] == ("at",):
        for site in scene.sites:
            yield Completion(quote_name(site.id), site.name, (site.id, site.name.casefold()))
    elif len(scene.before) > 1 and "at" not in scene.folded:
        yield Completion("at", "another place than here")


def _where(scene: Scene) -> Iterable[Completion]:
    return () if scene.folded[-1] in PLACES else _WHERE


_WHERE = (
    Completion("hand", "2 slots"),
    Completion("handy", "4 slots in reach"),
    Completion("worn", "on the body"),
    Completion("pack", "in the backpack"),
)

_things_of_anyone = _things(_carried, who_first=True)


def _moved(scene: Scene) -> Iterator[Completion]:
    """`[ERRANT] ITEM`, then where to."""
    yield from _things_of_anyone(scene)
    if scene.before and len(scene.before) > (find_typed_errant(scene, scene.before[0]) is not None):
        yield from _in_a_container(scene)


def _stashed(scene: Scene) -> Iterator[Completion]:
    """`[ERRANT] ITEM`, then `at PLACE`."""
    yield from _things_of_anyone(scene)
    yield from _stashed_where(scene)


PACKS: dict[str, Completing] = {
    "carried": _things(_carried, who_first=True),
    "usable": _things(_usable, who_first=True),
    "unlit": _things(_unlit),
    "lit": _things(_burning),
    "empty": _things(_empty, or_all=True),
    "refillable": _things(_refillable, or_all=True),
    "carried where": _where,
    "carried by the first": _of_the_first,
    "moved where": _moved,
    "stashed": _stashed,
}


class Carried(NamedTuple):
    """A thing, and who carries it."""

    errant: Errant
    item: Item


def _make_carried_kind(
    what: str, suits: Callable[[Item], bool], suiting: Suiting, *, who_first: bool = False
) -> Kind[Carried]:
    """A thing of somebody's: `[ERRANT] ITEM`. Of several, those that suit are meant."""

    def take(words: Words, scene: Scene) -> tuple[Carried, Words]:
        return Carried(*find_carried_item(scene.campaign, words, suits, what)), ()

    complete = _things(suiting, who_first=who_first)
    return Kind("carried", "[ERRANT] ITEM", f"Which {what}?", take, complete, "rest")


def _take_spot(words: Words, _scene: Scene) -> tuple[str | None, Words]:
    """The place in `torch at the vestry door`: the first such word and all that follows it."""
    for at, word in enumerate(words[:-1]):
        if at and word.casefold() in _SPOT_WORDS:
            return " ".join(words[at:]), words[:at]
    return None, words


_SPOT_WORDS = ("at", "by", "in", "on")

KINDS: dict[str, Kind[Any]] = {
    "UNLIT": _make_carried_kind("light", can_be_lit, _unlit),
    "LIT": _make_carried_kind("light", attrgetter("lit"), _burning),
    "USABLE": _make_carried_kind("thing", is_usable, _usable, who_first=True),
    "EMPTY": _make_carried_kind("thing", is_empty, _empty),
    "REFILLABLE": _make_carried_kind("thing", is_empty, _refillable),
    "SPOT": Kind("spot", "at PLACE…", "Where?", _take_spot, position="anywhere"),
}
