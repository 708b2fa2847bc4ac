"""What a line can say of tables: their names, those of the place, decks, and what may hold."""

from collections.abc import Iterable, Iterator

from companion.campaign.facts import KNOWN, SEASONS, facts, site_of
from companion.commands.offers.offer import Offer, Offering, Scene
from companion.words.line import quoted

_OF_THE_PLACE = {
    "encounters": "encounters",
    "local_effects": "effects",
    "rumours": "rumours",
    "weather": "weather",
}
"""What the tables of a place are called in a line, by their keys."""


def _tables(scene: Scene) -> Iterator[Offer]:
    yield from (Offer(quoted(name)) for name in scene.tables)


def _of_the_place_or_by_name(scene: Scene) -> Iterator[Offer]:
    """Every table; then, for the Guide, those that the place has: which it has is a secret."""
    yield from _tables(scene)
    turns = scene.campaign.turns
    site = site_of(scene.campaign, turns[-1]) if turns and scene.guide else None
    for key, word in _OF_THE_PLACE.items():
        if site is not None and getattr(site, key):
            yield Offer(word, f"of {site.name}: {getattr(site, key)}")


def _decks(scene: Scene) -> Iterator[Offer]:
    """What was drawn from; for the Guide alone."""
    if scene.guide:
        for deck in scene.campaign.campaign.decks:
            yield Offer(quoted(deck.table), f"{len(deck.drawn)} drawn")


def _of_a_table(scene: Scene) -> Iterator[Offer]:
    """`FACT=VALUE`, for each fact that is not said yet; dice go by none."""
    first = scene.folded[0]
    if first[:1].isdecimal() or not any(first in name for name in (*scene.tables, *_WORDS)):
        return
    now = facts(scene.campaign)
    for fact, values in {**KNOWN, "season": SEASONS, "terrain": _terrains(scene)}.items():
        if any(word.startswith(f"{fact}=") for word in scene.folded):
            continue
        for value in values:
            holds = ", as it is" if now.get(fact) == value else ""
            yield Offer(f"{fact}={quoted(value)}", f"for this once{holds}", (f"{fact}={value}",))


_WORDS = tuple(_OF_THE_PLACE.values())


def _terrains(scene: Scene) -> tuple[str, ...]:
    known = (place.terrain.casefold() for place in scene.campaign.world.places)
    return tuple(dict.fromkeys(terrain for terrain in known if terrain))


def _seasons(scene: Scene) -> Iterator[Offer]:
    if not scene.before:
        yield from map(Offer, SEASONS)


def _steps(scene: Scene) -> Iterable[Offer]:
    """`list [SUBJECT]`, `show TABLE`, `check [TABLE]`."""
    if not scene.before:
        return _STEPS
    if scene.folded == ("list",):
        subjects = dict.fromkeys(name.partition("/")[0] for name in scene.tables)
        return map(Offer, subjects)
    return _tables(scene) if scene.folded in (("show",), ("check",)) else ()


_STEPS = (
    Offer("list", "which there are, or those of a subject"),
    Offer("show", "the rows of one, as they are written"),
    Offer("check", "what is wrong with one, or with all"),
)

OF_TABLES: dict[str, Offering] = {
    "table": _of_the_place_or_by_name,
    "of a table": _of_a_table,
    "deck": _decks,
    "season": _seasons,
    "tables": _steps,
}
