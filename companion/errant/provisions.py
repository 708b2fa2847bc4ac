"""Eating: rations and feed Depleted, food shared, Supply, and going without
(Core Procedures, Event Die – Travel Turns, Deplete; Travel Turns, Eating & Drinking)."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.errant.clock import DAY, Moment, Span
from companion.errant.depletion import Refill, at_zero, lose_supply, members_lose_supply
from companion.errant.errants import Company, Errant, animals, each, here, members, with_errant
from companion.errant.exhaustion import exhausted
from companion.errant.happenings import Fed, Happenings, Starved, WentWithout
from companion.errant.stacks import lowered, most_used, uses
from companion.refusal import Impossible, listed


def deplete_provisions(
    company: Company, now: Moment, refill: Refill, *, plentiful: bool = False
) -> tuple[Company, Happenings]:
    """Each member Depletes rations by 1, each animal its feed.

    Own food first; then another's, from whoever has most; then 1 Supply; then they starve. Where
    food is plentiful every member loses 1 Supply instead, who has none loses nothing, and all eat.
    """
    if plentiful:
        return members_lose_supply(each(company, here(company), eats))
    happened: Happenings = ()
    for who, food in ((members(company), "rations"), (animals(company), "feed")):
        fed = [e.id for e in who if uses(e, food)]
        unfed = [e.id for e in who if not uses(e, food)]
        for errant_id in (*fed, *unfed):
            company, events = _feed(company, errant_id, food, now)
            happened = (*happened, *events)
    company, used_up = _settled(company, refill)
    return company, (*happened, *used_up)


def eat(company: Company, who: Iterable[str], refill: Refill) -> tuple[Company, Happenings]:
    """A day's food, at any time, for these of those here (ids): found as a result of 3 finds it,
    those with food of their own first. Who eats starves no longer; for whom there is neither food
    nor Supply goes without. Impossible where that is so of all of them."""
    eating = [_one(company, errant_id) for errant_id in dict.fromkeys(who)]
    happened: Happenings = ()
    without: list[Errant] = []
    for errant in sorted(eating, key=lambda e: not uses(e, _food_of(e))):
        company, meal = _eats_something(company, errant.id, _food_of(errant))
        company, used_up = _settled(company, refill) if meal else (company, ())
        happened = (*happened, *meal, *used_up)
        if not meal:
            without.append(errant)
    if not happened:
        raise _nothing_to_eat(without)
    return company, (*happened, *(WentWithout(errant.id) for errant in without))


def _nothing_to_eat(without: Sequence[Errant]) -> Impossible:
    """Why nobody of these could eat; there is somebody."""
    by_food: dict[str, list[str]] = {}
    for errant in without:
        by_food.setdefault(_food_of(errant), []).append(errant.name)
    wanting = listed([f"no {food} for {listed(names)}" for food, names in by_food.items()])
    first = without[0]
    verb = "is" if _food_of(first) == "feed" else "are"
    return Impossible(
        f"There {verb} {wanting}, and no Supply.", f"Try: give {first.id} {_food_of(first)}"
    )


def _food_of(errant: Errant) -> str:
    return "feed" if errant.kind == "animal" else "rations"


def _feed(company: Company, errant_id: str, food: str, now: Moment) -> tuple[Company, Happenings]:
    company, happened = _eats_something(company, errant_id, food)
    if happened:
        return company, happened
    errant = _one(company, errant_id)
    return _starved(company, replace(errant, starving=errant.starving or now), 1)


def _eats_something(company: Company, errant_id: str, food: str) -> tuple[Company, Happenings]:
    """Own food, another's, or 1 Supply; nothing happens where there is none of them."""
    errant = _one(company, errant_id)
    giver = errant if uses(errant, food) else _who_has_most(company, food)
    if giver is not None:
        eaten = most_used(giver, food)
        assert eaten is not None
        giver, _ = lowered(giver, eaten.id)
        company = with_errant(company, giver)
        errant = replace(_one(company, errant_id), starving=None)
        return with_errant(company, errant), (Fed(errant.id, giver.id, eaten.name),)
    errant, lost = lose_supply(errant)
    return (with_errant(company, eats(errant)), lost) if lost else (company, ())


def _settled(company: Company, refill: Refill) -> tuple[Company, Happenings]:
    """Food at 0 refilled, gone, or left for the table to settle, as the house has it."""
    happened: Happenings = ()
    for errant_id, item_id in _eaten(company):
        errant = _one(company, errant_id)
        errant, events = at_zero(errant, errant.item(item_id), refill)
        company, happened = with_errant(company, errant), (*happened, *events)
    return company, happened


def _who_has_most(company: Company, food: str) -> Errant | None:
    """Whoever has the most of this food to spare; of equals the first."""
    having = [e for e in here(company) if uses(e, food)]
    return max(having, key=lambda e: uses(e, food), default=None)


def _eaten(company: Company) -> list[tuple[str, str]]:
    return [
        (e.id, i.id)
        for e in here(company)
        for i in e.items
        if i.kind in ("rations", "feed") and i.left == 0
    ]


def _starved(company: Company, errant: Errant, points: int) -> tuple[Company, Happenings]:
    after = exhausted(errant, points)
    gained = after.exhaustion - errant.exhaustion
    return with_errant(company, after), (Starved(errant.id, gained, after.exhaustion),)


def eats(errant: Errant) -> Errant:
    """Someone who has eaten starves no longer."""
    return replace(errant, starving=None)


def starve_until(company: Company, now: Moment) -> tuple[Company, Happenings]:
    """1 Exhaustion for each whole day that someone here has gone without food, up to now; the days
    of those away go by uncounted."""
    happened: Happenings = ()
    for errant in company:
        if errant.dead or errant.starving is None or now < errant.starving:
            continue
        days = (now - errant.starving).seconds // DAY
        if not days:
            continue
        errant = replace(errant, starving=errant.starving + Span(days * DAY))
        if errant.away:
            company = with_errant(company, errant)
        else:
            company, events = _starved(company, errant, days)
            happened = (*happened, *events)
    return company, happened


def _one(company: Company, errant_id: str) -> Errant:
    return next(e for e in company if e.id == errant_id)
