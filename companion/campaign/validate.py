"""What no type can say: values that fit their places and still cannot be."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from operator import is_
from typing import NamedTuple, TypeAlias, TypeVar

from companion.campaign.campaign import Campaign, World
from companion.campaign.rows import find_changed_range
from companion.errant.errants import Errant
from companion.errant.items import Item
from companion.errant.turns import TURN_TYPES
from companion.errant.world import Npc

InvalidValue: TypeAlias = tuple[str, tuple[str | int, ...], str]
"""A file, the path of a key in it (blocks by position), and what is wrong."""

S = TypeVar("S")

MAX_NAME_CHARACTERS = 500
DEEPEST_NESTING = 20
"""Containers in one another."""


def find_invalid_values(
    campaign: Campaign, *, references: bool = True, known: Campaign | None = None
) -> Iterator[InvalidValue]:
    """Everything in a campaign that cannot be, though each value by itself might. Without
    `references` nobody is asked whether what is named elsewhere exists: for what is half read.
    Of a campaign that is `known` to be possible, the very same Errants and blocks of the world are
    not looked at again."""
    known_errants = known.errants if known is not None else ()
    known_world = known.world if known is not None else World()
    for _, errant in _list_changed_values(campaign.errants, known_errants):
        yield from _validate_errant(errant)
    if len(campaign.book.season) > MAX_NAME_CHARACTERS:
        yield (
            "campaign.toml",
            ("season",),
            f"a season has at most {MAX_NAME_CHARACTERS} characters",
        )
    for at, effect in enumerate(campaign.book.effects):
        yield from _validate_name("campaign.toml", ("effects", at), effect.name)
    for at, cadence in enumerate(campaign.book.every):
        yield from _validate_name("campaign.toml", ("every", at), cadence.word, "word")
    yield from _validate_decks(campaign)
    world = campaign.world
    for array in ("settlements", "places", "factions", "npcs"):
        for at, block in _list_changed_values(getattr(world, array), getattr(known_world, array)):
            yield from _validate_name("world.toml", (array, at), block.name)
    for at, npc in _list_changed_values(world.npcs, known_world.npcs):
        for key, message in _validate_negotiation(npc):
            yield "world.toml", ("npcs", at, key), message
    yield from _validate_bands(campaign)
    yield from _validate_turns(campaign)
    if references:
        yield from _validate_references(campaign, known)


def _list_changed_values(values: Sequence[S], known: Sequence[S]) -> Iterator[tuple[int, S]]:
    """Those of a row, with their positions, that may not be among the known ones."""
    start, _, end = find_changed_range(known, values)
    return zip(range(start, end), values[start:end], strict=True)


def _validate_errant(errant: Errant) -> Iterator[InvalidValue]:
    file = f"errants/{errant.id}.toml"
    yield from _validate_name(file, (), errant.name)
    containers = {item.id: item for item in errant.items}
    for at, item in enumerate(errant.items):
        yield from _validate_name(file, ("items", at), item.name)
        for key, message in (*_validate_item(item), *_validate_container(containers, item)):
            yield file, ("items", at, key), message


def _validate_name(
    file: str, path: tuple[str | int, ...], name: str, key: str = "name"
) -> Iterator[InvalidValue]:
    if not name.strip():
        yield file, (*path, key), f"a {key} cannot be empty"
    elif len(name) > MAX_NAME_CHARACTERS:
        yield file, (*path, key), f"a {key} has at most {MAX_NAME_CHARACTERS} characters"


def _validate_decks(campaign: Campaign) -> Iterator[InvalidValue]:
    tables: set[str] = set()
    for at, deck in enumerate(campaign.book.decks):
        if deck.table in tables:
            message = f"there are two decks of «{deck.table}»"
            yield "campaign.toml", ("decks", at, "table"), message
        tables.add(deck.table)


def _validate_item(item: Item) -> Iterator[tuple[str, str]]:
    if item.slots * 4 != int(item.slots * 4):
        yield "slots", f"Item Slots are counted in quarters, not {item.slots}"
    for key, left, full in (
        ("burn", item.burn, item.burn_max),
        ("depletion", item.depletion, item.depletion_max),
    ):
        if left is not None and full is not None and left > full:
            yield key, f"{left} is more than its {key}_max of {full}"
        if left is None and full is not None:
            yield f"{key}_max", f"there is a {key}_max but no {key}"
    if item.burn is not None and item.depletion is not None:
        yield "depletion", "a light source has burn, not depletion as well"
    if item.lit and item.burn is None and item.kind != "lantern":
        yield "lit", "only what has burn, or a lantern, can be lit"


def _validate_container(items: Mapping[str, Item], item: Item) -> Iterator[tuple[str, str]]:
    if not item.inside:
        return
    container = items.get(item.inside)
    if container is None:
        yield "inside", f"nothing here has the id «{item.inside}»"
    elif not container.holds:
        yield "inside", f"«{item.inside}» is no container: it has no `holds`"
    elif _is_inside_itself(items, item):
        yield "inside", "a container cannot be inside itself"
    elif _is_too_deep(items, item):
        yield "inside", f"at most {DEEPEST_NESTING} containers can be in one another"


def _list_outer_containers(items: Mapping[str, Item], item: Item) -> Iterator[Item]:
    """What a thing is in, and what that is in, as far as anybody follows."""
    for _ in range(DEEPEST_NESTING + 1):
        found = items.get(item.inside) if item.inside else None
        if found is None:
            return
        yield found
        item = found


def _is_inside_itself(items: Mapping[str, Item], item: Item) -> bool:
    return any(outer.id == item.id for outer in _list_outer_containers(items, item))


def _is_too_deep(items: Mapping[str, Item], item: Item) -> bool:
    return len({outer.id for outer in _list_outer_containers(items, item)}) > DEEPEST_NESTING


def _validate_negotiation(npc: Npc) -> Iterator[tuple[str, str]]:
    if npc.patience is None:
        for key, value in (
            ("exchanges", npc.exchanges),
            ("banal", npc.banal != "not_yet"),
            ("ended", npc.ended),
            ("ended_at", npc.ended_at),
        ):
            if value:
                yield key, "there is no Negotiation: no patience"
        return
    if npc.disposition is None:
        yield "patience", "a Negotiation needs a disposition"
    if npc.banal != "not_yet" and not npc.exchanges:
        yield "banal", "there was no exchange yet"
    if len(npc.ended) > MAX_NAME_CHARACTERS:
        yield "ended", f"why it ended has at most {MAX_NAME_CHARACTERS} characters"
    if npc.ended_at is not None and not npc.ended:
        yield "ended_at", "it does not say why it ended"


def _validate_bands(campaign: Campaign) -> Iterator[InvalidValue]:
    for lower, band in pairwise(campaign.book.rules.reaction.ordered_bands):
        if band.least <= lower.least:
            yield (
                "campaign.toml",
                ("rules", "reaction", f"{band.name}_from"),
                f"{band.name} begins at {band.least}, {lower.name} at {lower.least}",
            )


def _validate_turns(campaign: Campaign) -> Iterator[InvalidValue]:
    order = [TURN_TYPES.index(turn.type) for turn in campaign.turns]
    for at, (outer, inner) in enumerate(pairwise(order)):
        if inner <= outer:
            yield (
                "campaign.toml",
                ("turns", at + 1, "type"),
                f"{TURN_TYPES[inner]} Turns do not fit inside {TURN_TYPES[outer]} Turns",
            )
    for at, turn in enumerate(campaign.turns):
        if turn.id != turn.type:
            yield "campaign.toml", ("turns", at, "id"), f"the id of this Turn must be «{turn.type}»"
        for name in ("span", "length"):
            span = getattr(turn, name)
            if span is not None and span.seconds <= 0:
                yield "campaign.toml", ("turns", at, name), "a Turn must take some time"
    rules = campaign.book.rules
    for turn_type in TURN_TYPES:
        if rules.get_turn_length(turn_type).seconds <= 0:
            yield "campaign.toml", ("rules", f"{turn_type}_turn"), "a Turn must take some time"


class _ReferenceIds(NamedTuple):
    """The ids of all that others can name."""

    errants: AbstractSet[str]
    persons: AbstractSet[str]
    mounts: AbstractSet[str]
    vehicles: AbstractSet[str]
    settlements: AbstractSet[str]
    sites: AbstractSet[str]
    factions: AbstractSet[str]

    @classmethod
    def collect(cls, campaign: Campaign) -> "_ReferenceIds":
        """The ids that can be named in a campaign."""
        errants, world = campaign.errants, campaign.world
        return cls(
            {errant.id for errant in errants},
            {errant.id for errant in errants if errant.is_person},
            {errant.id for errant in errants if errant.kind == "animal"},
            {errant.id for errant in errants if errant.kind == "vehicle"},
            {settlement.id for settlement in world.settlements},
            {site.id for site in world.places},
            {faction.id for faction in world.factions},
        )


_last_named: tuple[tuple[object, ...], _ReferenceIds] = (), _ReferenceIds(*[frozenset[str]()] * 7)
"""Of which rows it was found last what can be named, and that."""


def _find_named(campaign: Campaign) -> _ReferenceIds:
    """What can be named in a campaign; found anew only where a row of it is another."""
    global _last_named
    world = campaign.world
    rows = campaign.errants, world.settlements, world.places, world.factions
    if len(_last_named[0]) != len(rows) or not all(map(is_, rows, _last_named[0])):
        _last_named = rows, _ReferenceIds.collect(campaign)
    return _last_named[1]


def _validate_references(campaign: Campaign, known: Campaign | None) -> Iterator[InvalidValue]:
    """What names somebody or a place that is not there. Where everything can be named that could
    be in the `known` campaign, only what changed since is looked at."""
    named_before = _find_named(known) if known is not None else None  # found when it was the newest
    named = _find_named(campaign)
    if named != named_before:
        known = None
    known_errants = known.errants if known is not None else ()
    known_npcs = known.world.npcs if known is not None else ()
    places = named.settlements | named.sites
    for at, turn in enumerate(campaign.turns):
        if turn.place and turn.place not in places:
            yield "campaign.toml", ("turns", at, "place"), f"there is no place «{turn.place}»"
        for watcher in turn.watch:
            if watcher not in named.errants:
                yield "campaign.toml", ("turns", at, "watch"), f"there is no Errant «{watcher}»"
    bearers = {"rides": named.mounts | named.vehicles, "draws": named.vehicles}
    for _, errant in _list_changed_values(campaign.errants, known_errants):
        for key, other in (("rides", errant.rides), ("draws", errant.draws)):
            if other and other not in bearers[key]:
                yield f"errants/{errant.id}.toml", (key,), f"there is no mount or vehicle «{other}»"
    for at, effect in enumerate(campaign.book.effects):
        if effect.errant and effect.errant not in named.errants:
            yield (
                "campaign.toml",
                ("effects", at, "errant"),
                f"there is no Errant «{effect.errant}»",
            )
    for at, npc in _list_changed_values(campaign.world.npcs, known_npcs):
        if npc.settlement and npc.settlement not in named.settlements:
            yield "world.toml", ("npcs", at, "settlement"), f"no Settlement «{npc.settlement}»"
        if npc.place and npc.place not in named.sites:
            yield "world.toml", ("npcs", at, "place"), f"there is no place «{npc.place}»"
        if npc.faction and npc.faction not in named.factions:
            yield "world.toml", ("npcs", at, "faction"), f"there is no Faction «{npc.faction}»"
        for errant_id in npc.bonds:
            if errant_id not in named.persons:
                yield "world.toml", ("npcs", at, "bonds"), f"there is no Errant «{errant_id}»"
