"""What no type can say: values that fit their places and still cannot be."""

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import TypeAlias

from companion.campaign.campaign import Campaign
from companion.errant.errants import Errant
from companion.errant.items import Item
from companion.errant.turns import TURN_TYPES

Impossibility: TypeAlias = tuple[str, tuple[str | int, ...], str]
"""A file, the path of a key in it (blocks by position), and what is wrong."""


MOST_OF_A_NAME = 500


def impossibilities(
    campaign: Campaign, *, references: bool = True, known: Collection[Errant] = ()
) -> Iterator[Impossibility]:
    """Everything in a campaign that cannot be, though each value by itself might. Without
    `references` nobody is asked whether what is named elsewhere exists: for what is half read.
    Errants that are `known` to be possible, the very same values, are not looked at again."""
    possible = set(map(id, known))
    for errant in campaign.errants:
        if id(errant) not in possible:
            yield from _errant(errant)
    if len(campaign.campaign.season) > MOST_OF_A_NAME:
        yield "campaign.toml", ("season",), f"a season has at most {MOST_OF_A_NAME} characters"
    for at, effect in enumerate(campaign.campaign.effects):
        yield from _named("campaign.toml", ("effects", at), effect.name)
    for at, cadence in enumerate(campaign.campaign.every):
        yield from _named("campaign.toml", ("every", at), cadence.word, "word")
    yield from _decks(campaign)
    world = campaign.world
    for array in ("settlements", "places", "npcs"):
        for at, block in enumerate(getattr(world, array)):
            yield from _named("world.toml", (array, at), block.name)
    yield from _turns(campaign)
    if references:
        yield from _references(campaign)


def _errant(errant: Errant) -> Iterator[Impossibility]:
    file = f"errants/{errant.id}.toml"
    yield from _named(file, (), errant.name)
    for at, item in enumerate(errant.items):
        yield from _named(file, ("items", at), item.name)
        for key, message in _item(item):
            yield file, ("items", at, key), message


def _named(
    file: str, path: tuple[str | int, ...], name: str, key: str = "name"
) -> Iterator[Impossibility]:
    if not name.strip():
        yield file, (*path, key), f"a {key} cannot be empty"
    elif len(name) > MOST_OF_A_NAME:
        yield file, (*path, key), f"a {key} has at most {MOST_OF_A_NAME} characters"


def _decks(campaign: Campaign) -> Iterator[Impossibility]:
    tables: set[str] = set()
    for at, deck in enumerate(campaign.campaign.decks):
        if deck.table in tables:
            message = f"there are two decks of «{deck.table}»"
            yield "campaign.toml", ("decks", at, "table"), message
        tables.add(deck.table)


def _item(item: Item) -> Iterator[tuple[str, str]]:
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


def _turns(campaign: Campaign) -> Iterator[Impossibility]:
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
    rules = campaign.campaign.rules
    for turn_type in TURN_TYPES:
        if rules.length(turn_type).seconds <= 0:
            yield "campaign.toml", ("rules", f"{turn_type}_turn"), "a Turn must take some time"


def _references(campaign: Campaign) -> Iterator[Impossibility]:
    errants = {errant.id for errant in campaign.errants}
    settlements = {settlement.id for settlement in campaign.world.settlements}
    places = settlements | {site.id for site in campaign.world.places}
    for at, turn in enumerate(campaign.turns):
        if turn.place and turn.place not in places:
            yield "campaign.toml", ("turns", at, "place"), f"there is no place «{turn.place}»"
        for watcher in turn.watch:
            if watcher not in errants:
                yield "campaign.toml", ("turns", at, "watch"), f"there is no Errant «{watcher}»"
    for at, effect in enumerate(campaign.campaign.effects):
        if effect.errant and effect.errant not in errants:
            yield (
                "campaign.toml",
                ("effects", at, "errant"),
                f"there is no Errant «{effect.errant}»",
            )
    for at, npc in enumerate(campaign.world.npcs):
        if npc.settlement and npc.settlement not in settlements:
            yield "world.toml", ("npcs", at, "settlement"), f"no Settlement «{npc.settlement}»"
