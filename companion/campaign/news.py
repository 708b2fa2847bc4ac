"""What everybody should hear after a word, whatever the word was: found by comparing the campaign
before and after, so that no command can forget to say it."""

from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change
from companion.campaign.places_known import newly_known
from companion.campaign.plain import plain
from companion.campaign.unlike import find_unlike
from companion.errant.depletion import empty_items
from companion.errant.errants import Company, Errant
from companion.errant.light import Level, Light, Source, light_of
from companion.errant.slots import HELPLESS, OVERLOADED, encumbrance


class Piece(Struct, frozen=True, tag_field="news", tag=True):
    """A piece of news."""


class LightChanged(Piece, frozen=True, tag="light"):
    """It is lighter or darker than before."""

    level: Level
    before: Level
    burn: int


class LightLow(Piece, frozen=True, tag="light_low"):
    """A light source is one Burn from dying."""

    errant: str
    item: str
    name: str


class LightDied(Piece, frozen=True, tag="light_died"):
    """A light source has gone out."""

    errant: str
    item: str
    name: str


class RanOut(Piece, frozen=True, tag="ran_out"):
    """A thing has come to 0 and waits for a refill, or to be let go."""

    errant: str
    item: str
    name: str


class Overloaded(Piece, frozen=True, tag="overloaded"):
    """Someone's Encumbrance is now greater than 4: it adds a negative Event Die."""

    errant: str
    encumbrance: int


class Unburdened(Piece, frozen=True, tag="unburdened"):
    """Someone's Encumbrance is 4 or less again."""

    errant: str
    encumbrance: int


class Helpless(Piece, frozen=True, tag="helpless"):
    """Someone's Encumbrance is 8 or more: they can do nothing."""

    errant: str
    encumbrance: int


class Died(Piece, frozen=True, tag="died"):
    """Someone's Exhaustion has reached their phys; `retainers` are those who may lose heart now
    that one of their employers is dead (Initiative Turns, Morale)."""

    errant: str
    exhaustion: int
    retainers: tuple[str, ...] = ()


class Met(Piece, frozen=True, tag="met"):
    """The players know of an NPC, a Faction, a place or a Settlement from now on."""

    name: str


News: TypeAlias = (
    LightChanged | LightLow | LightDied | RanOut | Overloaded | Unburdened | Helpless | Died | Met
)


def news(before: Campaign, after: Campaign, changes: Iterable[Change] = ()) -> tuple[News, ...]:
    """Everything worth hearing in what changed; `changes` are the steps that led from one to the
    other, which say more than both of them where one step took back what another did."""
    if before.errants is after.errants:
        return (*_of_people(before, after), *_of_places(before, after))
    start, were_end, are_end = find_unlike(before.errants, after.errants)
    were, are = before.errants[start:were_end], after.errants[start:are_end]
    return (
        *_of_people(before, after),
        *_of_places(before, after),
        *_of_light(light_of(were), light_of(are), after, _lights_left(before, after, changes)),
        *_of_level(before, after, light_of(were), light_of(are)),
        *_of_things(were, are),
        *_of_errants(were, are, after),
    )


def _of_light(
    was: Light, now: Light, after: Campaign, left: Collection[tuple[object, object]]
) -> Iterator[News]:
    """The lights of those who changed, before and now; `left` began to burn by themselves."""
    sources = {(s.errant, s.item): s for s in now.sources}
    burnt = {(s.errant, s.item) for s in was.sources}
    gone_out = {_light(s) for s in was.sources if (s.errant, s.item) not in sources}
    passed_on = {_light(s) for s in now.sources if (s.errant, s.item) not in burnt} & gone_out
    for source in now.sources:
        low = source.burn == 1 and _burn_of(was, source.errant, source.item) != 1
        if low and _light(source) not in passed_on:
            yield LightLow(source.errant, source.item, source.name)
    for source in was.sources:
        gone = (source.errant, source.item) not in sources and _is_here(after, source.errant)
        gone = gone and _light(source) not in passed_on
        if gone and not any(_is_left(source, name, burn) for name, burn in left):
            yield LightDied(source.errant, source.item, source.name)


def _of_level(before: Campaign, after: Campaign, was: Light, now: Light) -> Iterator[LightChanged]:
    """Whether it is lighter or darker for all, which it can only be where the Burn or the number
    of those who changed is another."""
    if (was.burn, was.members) == (now.burn, now.members):
        return
    was, now = light_of(before.errants), light_of(after.errants)
    if was.level != now.level:
        yield LightChanged(now.level, was.level, now.burn)


def _of_people(before: Campaign, after: Campaign) -> Iterator[Met]:
    """Who is met now and was not, but for those who were made so."""
    for were, are in (
        (before.world.npcs, after.world.npcs),
        (before.world.factions, after.world.factions),
    ):
        if are is were:
            continue
        start, were_end, are_end = find_unlike(were, are)
        unmet = {each.id for each in were[start:were_end] if not each.met}
        yield from (Met(each.name) for each in are[start:are_end] if each.met and each.id in unmet)


def _of_places(before: Campaign, after: Campaign) -> Iterator[Met]:
    """Which places are known now and were not, but for those that were made so."""
    yield from (Met(site.name) for site in newly_known(before, after))


def _light(source: Source) -> tuple[str, int]:
    """What a light is known by, whoever carries it."""
    return source.name, source.burn


def _lights_left(
    before: Campaign, after: Campaign, changes: Iterable[Change]
) -> list[tuple[object, object]]:
    """Name and Burn of each light that began to burn by itself, though it may have ended since."""
    known = {effect.id for effect in before.campaign.effects}
    began = [plain(effect) for effect in after.campaign.effects if effect.id not in known]
    began += [change.after for change in changes if change.path.startswith("campaign/effects/")]
    return [
        (block.get("name"), block.get("depletion"))
        for block in began
        if isinstance(block, dict) and block.get("kind") == "light"
    ]


def _is_left(source: Source, name: object, burn: object) -> bool:
    return burn == source.burn and str(name).startswith(source.name)


def _of_things(were: Company, are: Company) -> Iterator[News]:
    waited = {(errant.id, item.id) for errant, item in empty_items(were)}
    for errant, item in empty_items(are):
        if (errant.id, item.id) not in waited:
            yield RanOut(errant.id, item.id, item.name)


def _burn_of(light: Light, errant: str, item: str) -> int:
    return next((s.burn for s in light.sources if (s.errant, s.item) == (errant, item)), 0)


def _is_here(campaign: Campaign, errant_id: str) -> bool:
    return any(errant.id == errant_id and errant.present for errant in campaign.errants)


def _of_errants(were: Company, are: Company, after: Campaign) -> Iterator[News]:
    known = {errant.id: errant for errant in were}
    for errant in are:
        was = known.get(errant.id)
        if was is errant or errant.away:
            continue
        if errant.dead and not (was is not None and was.dead):
            retainers = _retainers(after) if errant.kind == "errant" else ()
            yield Died(errant.id, errant.exhaustion, retainers)
            continue
        yield from _of_load(encumbrance(was) if was else 0, errant)


def _of_load(was: int, errant: Errant) -> Iterator[News]:
    now = encumbrance(errant)
    if now >= HELPLESS > was:
        yield Helpless(errant.id, now)
    elif now > OVERLOADED >= was:
        yield Overloaded(errant.id, now)
    elif now <= OVERLOADED < was:
        yield Unburdened(errant.id, now)


def _retainers(campaign: Campaign) -> tuple[str, ...]:
    present = (e for e in campaign.errants if e.kind == "retainer" and e.present)
    return tuple(errant.id for errant in present)
