"""Validates a campaign: finds values that fit their types and still cannot be, as an id that nobody
has."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import TypeAlias, TypeVar

from companion.campaign.campaign import Campaign, World
from companion.errant.company import Company, Errant
from companion.errant.packs.items import Item
from companion.errant.turns.turns import TURN_TYPES
from companion.errant.world import Faction, Npc, Settlement, Site
from companion.values_with_ids import cache_result_of_last_rows, find_changed_range

InvalidValue: TypeAlias = tuple[str, tuple[str | int, ...], str]
"""A file, the path of a key in it (blocks by position), and the message."""

S = TypeVar("S")

MAX_NAME_CHARACTERS = 500
DEEPEST_NESTING = 20
"""Containers in one another."""
_NAMED_ARRAYS = ("settlements", "places", "factions")
"""The blocks of the world that others name, beside Errants."""


def find_invalid_values(
    campaign: Campaign, *, references: bool = True, known: Campaign | None = None
) -> Iterator[InvalidValue]:
    """Everything in a campaign that cannot be, though each value by itself might. Without
    `references`, names of what is elsewhere are not looked up: for what is half read. Errants and
    blocks of the world that are the same objects in `known`, a valid campaign, are skipped."""
    old, world = known.world if known else World(), campaign.world
    for _, errant in _list_changed_values(campaign.errants, known.errants if known else ()):
        yield from _validate_errant(errant)
    if len(campaign.book.season) > MAX_NAME_CHARACTERS:
        message = f"a season has at most {MAX_NAME_CHARACTERS} characters"
        yield "campaign.toml", ("season",), message
    for at, effect in enumerate(campaign.book.effects):
        yield from _validate_name("campaign.toml", ("effects", at), effect.name)
    for at, cadence in enumerate(campaign.book.every):
        yield from _validate_name("campaign.toml", ("every", at), cadence.word, "word")
    yield from _validate_decks(campaign)
    for array in _NAMED_ARRAYS:
        for at, block in _list_changed_values(getattr(world, array), getattr(old, array)):
            yield from _validate_name("world.toml", (array, at), block.name)
    for at, npc in _list_changed_values(world.npcs, old.npcs):
        yield from _validate_name("world.toml", ("npcs", at), npc.name)
        for key, message in _validate_negotiation(npc):
            yield "world.toml", ("npcs", at, key), message
    yield from _validate_reaction_bands(campaign)
    yield from _validate_turns(campaign)
    if references:
        yield from _validate_references(campaign, known)


def _list_changed_values(values: Sequence[S], known: Sequence[S]) -> Iterator[tuple[int, S]]:
    """The values of a row, with their positions, that may not be among the known ones."""
    start, _, end = find_changed_range(known, values)
    return zip(range(start, end), values[start:end], strict=True)


def _validate_errant(errant: Errant) -> Iterator[InvalidValue]:
    file = f"errants/{errant.id}.toml"
    yield from _validate_name(file, (), errant.name)
    items = {item.id: item for item in errant.items}
    for at, item in enumerate(errant.items):
        yield from _validate_name(file, ("items", at), item.name)
        for key, message in _validate_item(item):
            yield file, ("items", at, key), message
        if item.inside and (message := _explain_wrong_container(items, item)):
            yield file, ("items", at, "inside"), message


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
    for key, used, most_key, most in (
        ("blocks", item.blocks, "blocks_max", item.blocks_max),
        ("true_strikes", item.true_strikes, "plus", item.plus),
        ("deflects", item.deflects, "plus", item.plus),
    ):
        if used is not None and most is not None and used > most:
            yield key, f"{used} is more than its {most_key} of {most}"
    if item.burn is not None and item.depletion is not None:
        yield "depletion", "a light source has burn, not depletion as well"
    if item.lit and item.burn is None and item.kind != "lantern":
        yield "lit", "only what has burn, or a lantern, can be lit"


def _explain_wrong_container(items: Mapping[str, Item], item: Item) -> str:
    """What is wrong with the container that a thing is in; "" if nothing is."""
    container = items.get(item.inside)
    if container is None:
        return f"nothing here has the id «{item.inside}»"
    if not container.holds:
        return f"«{item.inside}» is no container: it has no `holds`"
    outer = {container.id}
    while (above := items.get(container.inside)) is not None and len(outer) <= DEEPEST_NESTING:
        if above.id in outer:
            break
        outer.add(above.id)
        container = above
    if item.id in outer:
        return "a container cannot be inside itself"
    if len(outer) > DEEPEST_NESTING:
        return f"at most {DEEPEST_NESTING} containers can be in one another"
    return ""


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


def _validate_reaction_bands(campaign: Campaign) -> Iterator[InvalidValue]:
    for lower, band in pairwise(campaign.book.rules.reaction.ordered_bands):
        if band.least <= lower.least:
            message = f"{band.name} begins at {band.least}, {lower.name} at {lower.least}"
            yield "campaign.toml", ("rules", "reaction", f"{band.name}_from"), message


def _validate_turns(campaign: Campaign) -> Iterator[InvalidValue]:
    order = [TURN_TYPES.index(turn.type) for turn in campaign.turns]
    for at, (outer, inner) in enumerate(pairwise(order), start=1):
        if inner <= outer:
            message = f"{TURN_TYPES[inner]} Turns do not fit inside {TURN_TYPES[outer]} Turns"
            yield "campaign.toml", ("turns", at, "type"), message
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


def _validate_references(campaign: Campaign, known: Campaign | None) -> Iterator[InvalidValue]:
    """Everything that names somebody or a place that is not there. What is the same in the `known`
    campaign is skipped only if the same can be named in both."""
    ids = _collect_nameable_ids(*_list_nameable_rows(campaign))
    old = known if known and _collect_nameable_ids(*_list_nameable_rows(known)) == ids else None
    book, world = "campaign.toml", "world.toml"
    for at, turn in enumerate(campaign.turns):
        if turn.place and turn.place not in ids["places"] | ids["settlements"]:
            yield book, ("turns", at, "place"), f"there is no place «{turn.place}»"
        for watcher in turn.watch:
            if watcher not in ids["errants"]:
                yield book, ("turns", at, "watch"), f"there is no Errant «{watcher}»"
    for _, errant in _list_changed_values(campaign.errants, old.errants if old else ()):
        file = f"errants/{errant.id}.toml"
        if errant.rides and errant.rides not in ids["mounts"] | ids["vehicles"]:
            yield file, ("rides",), f"there is no mount or vehicle «{errant.rides}»"
        if errant.draws and errant.draws not in ids["vehicles"]:
            yield file, ("draws",), f"there is no mount or vehicle «{errant.draws}»"
    for at, effect in enumerate(campaign.book.effects):
        if effect.errant and effect.errant not in ids["errants"]:
            yield book, ("effects", at, "errant"), f"there is no Errant «{effect.errant}»"
    for at, npc in _list_changed_values(campaign.world.npcs, old.world.npcs if old else ()):
        if npc.settlement and npc.settlement not in ids["settlements"]:
            yield world, ("npcs", at, "settlement"), f"no Settlement «{npc.settlement}»"
        if npc.place and npc.place not in ids["places"]:
            yield world, ("npcs", at, "place"), f"there is no place «{npc.place}»"
        if npc.faction and npc.faction not in ids["factions"]:
            yield world, ("npcs", at, "faction"), f"there is no Faction «{npc.faction}»"
        for errant_id in npc.bonds:
            if errant_id not in ids["persons"]:
                yield world, ("npcs", at, "bonds"), f"there is no Errant «{errant_id}»"


def _list_nameable_rows(
    campaign: Campaign,
) -> tuple[Company, tuple[Settlement, ...], tuple[Site, ...], tuple[Faction, ...]]:
    world = campaign.world
    return campaign.errants, world.settlements, world.places, world.factions


@cache_result_of_last_rows
def _collect_nameable_ids(
    errants: Company,
    settlements: tuple[Settlement, ...],
    places: tuple[Site, ...],
    factions: tuple[Faction, ...],
) -> Mapping[str, AbstractSet[str]]:
    """The ids of everything that others can name, by what it is."""
    return {
        "errants": {errant.id for errant in errants},
        "persons": {errant.id for errant in errants if errant.is_person},
        "mounts": {errant.id for errant in errants if errant.kind == "animal"},
        "vehicles": {errant.id for errant in errants if errant.kind == "vehicle"},
        "settlements": {settlement.id for settlement in settlements},
        "places": {site.id for site in places},
        "factions": {faction.id for faction in factions},
    }
