"""What everybody should hear after a word, found by comparing the campaign before and after: no
command can forget to say it."""

from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change
from companion.campaign.encoding import encode
from companion.campaign.secrecy import list_newly_known
from companion.errant.depletion import list_empty_items
from companion.errant.errants import Company, Errant
from companion.errant.light import Light, LightLevel, measure_light
from companion.errant.slots import HELPLESS_ENCUMBRANCE, OVERLOAD_LIMIT, encumbrance
from companion.rows import find_changed_range


class NewsItem(Struct, frozen=True, tag_field="news", tag=True):
    """A piece of news."""


class LightChanged(NewsItem, frozen=True, tag="light"):
    """It is lighter or darker than before."""

    level: LightLevel
    before: LightLevel
    burn: int


class LightLow(NewsItem, frozen=True, tag="light_low"):
    """A light source is one Burn from dying."""

    errant: str
    item: str
    name: str


class LightDied(NewsItem, frozen=True, tag="light_died"):
    """A light source has gone out."""

    errant: str
    item: str
    name: str


class RanOut(NewsItem, frozen=True, tag="ran_out"):
    """A thing has come to 0 and waits for a refill, or to be let go."""

    errant: str
    item: str
    name: str


class Overloaded(NewsItem, frozen=True, tag="overloaded"):
    """Someone's Encumbrance is now greater than 4: it adds a negative Event Die."""

    errant: str
    encumbrance: int


class Unburdened(NewsItem, frozen=True, tag="unburdened"):
    """Someone's Encumbrance is 4 or less again."""

    errant: str
    encumbrance: int


class Helpless(NewsItem, frozen=True, tag="helpless"):
    """Someone's Encumbrance is 8 or more: they can do nothing."""

    errant: str
    encumbrance: int


class Died(NewsItem, frozen=True, tag="died"):
    """Someone's Exhaustion has reached their phys; `retainers` are those who may lose heart now
    that one of their employers is dead (Initiative Turns, Morale)."""

    errant: str
    exhaustion: int
    retainers: tuple[str, ...] = ()


class BecameKnown(NewsItem, frozen=True, tag="met"):
    """The players know of an NPC, a Faction, a place or a Settlement from now on."""

    name: str


News: TypeAlias = (
    LightChanged
    | LightLow
    | LightDied
    | RanOut
    | Overloaded
    | Unburdened
    | Helpless
    | Died
    | BecameKnown
)


def list_news(
    before: Campaign, after: Campaign, changes: Iterable[Change] = ()
) -> tuple[News, ...]:
    """Everything worth hearing in what changed. `changes` are the steps from one to the other: they
    say more than both campaigns if one step took back what another did."""
    known = (*_list_people_met(before, after), *_list_places_met(before, after))
    if before.errants is after.errants:
        return known
    start, were_end, are_end = find_changed_range(before.errants, after.errants)
    were, are = before.errants[start:were_end], after.errants[start:are_end]
    was, now = measure_light(were), measure_light(are)
    if (was.burn, was.members) != (now.burn, now.members):  # else the Company's is as before
        was, now = measure_light(before.errants), measure_light(after.errants)
    return (
        *known,
        *_list_light_news(was, now, after, _list_lights_left(before, after, changes)),
        *_list_items_run_out(were, are),
        *_list_errant_news(were, are, after),
    )


def _list_light_news(
    was: Light, now: Light, after: Campaign, left: Collection[tuple[object, object]]
) -> Iterator[News]:
    """Light sources that are low or went out, and a new level of light. `left` are the name and
    Burn of the lights that were left somewhere."""
    burnt = {(source.errant, source.item): source for source in was.sources}
    burning = {(source.errant, source.item): source for source in now.sources}
    gone = [source for key, source in burnt.items() if key not in burning]
    lit = [source for key, source in burning.items() if key not in burnt]
    passed_on = {(s.name, s.burn) for s in gone} & {(s.name, s.burn) for s in lit}
    present = {errant.id for errant in after.errants if errant.is_present}
    for key, source in burning.items():
        is_low = source.burn == 1 and (key not in burnt or burnt[key].burn != 1)
        if is_low and (source.name, source.burn) not in passed_on:
            yield LightLow(source.errant, source.item, source.name)
    for source in gone:
        if source.errant not in present or (source.name, source.burn) in passed_on:
            continue
        if not any(
            burn == source.burn and str(name).startswith(source.name) for name, burn in left
        ):
            yield LightDied(source.errant, source.item, source.name)
    if was.level != now.level:
        yield LightChanged(now.level, was.level, now.burn)


def _list_people_met(before: Campaign, after: Campaign) -> Iterator[BecameKnown]:
    """Who is met now and was not; NPCs and Factions who are new are left out."""
    for were, are in (
        (before.world.npcs, after.world.npcs),
        (before.world.factions, after.world.factions),
    ):
        if are is were:
            continue
        start, were_end, are_end = find_changed_range(were, are)
        unmet = {each.id for each in were[start:were_end] if not each.met}
        yield from (
            BecameKnown(each.name) for each in are[start:are_end] if each.met and each.id in unmet
        )


def _list_places_met(before: Campaign, after: Campaign) -> Iterator[BecameKnown]:
    """Which places are known now and were not."""
    for site in list_newly_known(before, after):
        yield BecameKnown(site.name)


def _list_lights_left(
    before: Campaign, after: Campaign, changes: Iterable[Change]
) -> list[tuple[object, object]]:
    """Name and Burn of each light that was left somewhere, though it may have ended since."""
    known = {effect.id for effect in before.book.effects}
    began = [encode(effect) for effect in after.book.effects if effect.id not in known]
    began += [change.after for change in changes if change.path.startswith("campaign/effects/")]
    return [
        (block.get("name"), block.get("depletion"))
        for block in began
        if isinstance(block, dict) and block.get("kind") == "light"
    ]


def _list_items_run_out(were: Company, are: Company) -> Iterator[News]:
    waited = {(errant.id, item.id) for errant, item in list_empty_items(were)}
    for errant, item in list_empty_items(are):
        if (errant.id, item.id) not in waited:
            yield RanOut(errant.id, item.id, item.name)


def _list_errant_news(were: Company, are: Company, after: Campaign) -> Iterator[News]:
    known = {errant.id: errant for errant in were}
    for errant in are:
        was = known.get(errant.id)
        if was is errant or errant.away:
            continue
        if errant.is_dead and not (was is not None and was.is_dead):
            retainers = _list_retainers(after) if errant.kind == "errant" else ()
            yield Died(errant.id, errant.exhaustion, retainers)
            continue
        yield from _list_load_news(encumbrance(was) if was else 0, errant)


def _list_load_news(was: int, errant: Errant) -> Iterator[News]:
    now = encumbrance(errant)
    if now >= HELPLESS_ENCUMBRANCE > was:
        yield Helpless(errant.id, now)
    elif now > OVERLOAD_LIMIT >= was:
        yield Overloaded(errant.id, now)
    elif now <= OVERLOAD_LIMIT < was:
        yield Unburdened(errant.id, now)


def _list_retainers(campaign: Campaign) -> tuple[str, ...]:
    present = (e for e in campaign.errants if e.kind == "retainer" and e.is_present)
    return tuple(errant.id for errant in present)
