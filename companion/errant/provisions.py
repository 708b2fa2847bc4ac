"""Eating: rations and feed Depleted, food shared, Supply, and going without
(Core Procedures, Event Die – Travel Turns, Deplete; Travel Turns, Eating & Drinking)."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.errant.clock import DAY, Moment, Span
from companion.errant.depletion import Refill, lose_members_supply, lose_supply, settle_empty_item
from companion.errant.errants import (
    Company,
    Errant,
    add_exhaustion,
    list_animals,
    list_members,
    list_present,
    replace_errant,
    update_each,
)
from companion.errant.happenings import Fed, Happenings, Starved, WentWithout
from companion.errant.stacks import count_uses, find_most_used, lower_uses
from companion.refusal import Impossible, join_words


def deplete_provisions(
    company: Company, now: Moment, refill: Refill, *, plentiful: bool = False
) -> tuple[Company, Happenings]:
    """Each member Depletes rations by 1, each animal its feed.

    Own food first; then another's, from whoever has most; then 1 Supply; then they starve. Where
    food is plentiful every member loses 1 Supply instead, who has none loses nothing, and all eat.
    """
    if plentiful:
        return lose_members_supply(update_each(company, list_present(company), end_starving))
    happened: Happenings = ()
    for who, food in ((list_members(company), "rations"), (list_animals(company), "feed")):
        fed = [e.id for e in who if count_uses(e, food)]
        unfed = [e.id for e in who if not count_uses(e, food)]
        for errant_id in (*fed, *unfed):
            company, events = _feed_or_starve(company, errant_id, food, now)
            happened = (*happened, *events)
    company, used_up = _settle_empty_food(company, refill)
    return company, (*happened, *used_up)


def eat_meals(company: Company, who: Iterable[str], refill: Refill) -> tuple[Company, Happenings]:
    """A day's food, at any time, for these of those here (ids): found as a result of 3 finds it,
    those with food of their own first. Who eats starves no longer; for whom there is neither food
    nor Supply goes without. Impossible where that is so of all of them."""
    eating = [_get_errant(company, errant_id) for errant_id in dict.fromkeys(who)]
    happened: Happenings = ()
    without: list[Errant] = []
    for errant in sorted(eating, key=lambda e: not count_uses(e, _find_food_kind(e))):
        company, meal = _eat_something(company, errant.id, _find_food_kind(errant))
        company, used_up = _settle_empty_food(company, refill) if meal else (company, ())
        happened = (*happened, *meal, *used_up)
        if not meal:
            without.append(errant)
    if not happened:
        raise _make_no_food_refusal(without)
    return company, (*happened, *(WentWithout(errant.id) for errant in without))


def _make_no_food_refusal(without: Sequence[Errant]) -> Impossible:
    """Why nobody of these could eat; there is somebody."""
    by_food: dict[str, list[str]] = {}
    for errant in without:
        by_food.setdefault(_find_food_kind(errant), []).append(errant.name)
    wanting = join_words([f"no {food} for {join_words(names)}" for food, names in by_food.items()])
    first = without[0]
    verb = "is" if _find_food_kind(first) == "feed" else "are"
    return Impossible(
        f"There {verb} {wanting}, and no Supply.", f"Try: give {first.id} {_find_food_kind(first)}"
    )


def _find_food_kind(errant: Errant) -> str:
    return "feed" if errant.kind == "animal" else "rations"


def _feed_or_starve(
    company: Company, errant_id: str, food: str, now: Moment
) -> tuple[Company, Happenings]:
    company, happened = _eat_something(company, errant_id, food)
    if happened:
        return company, happened
    errant = _get_errant(company, errant_id)
    return _starve_errant(company, replace(errant, starving=errant.starving or now), 1)


def _eat_something(company: Company, errant_id: str, food: str) -> tuple[Company, Happenings]:
    """Own food, another's, or 1 Supply; nothing happens where there is none of them."""
    errant = _get_errant(company, errant_id)
    giver = errant if count_uses(errant, food) else _find_giver(company, food)
    if giver is not None:
        eaten = find_most_used(giver, food)
        assert eaten is not None
        giver, _ = lower_uses(giver, eaten.id)
        company = replace_errant(company, giver)
        errant = replace(_get_errant(company, errant_id), starving=None)
        return replace_errant(company, errant), (Fed(errant.id, giver.id, eaten.name),)
    errant, lost = lose_supply(errant)
    return (replace_errant(company, end_starving(errant)), lost) if lost else (company, ())


def _settle_empty_food(company: Company, refill: Refill) -> tuple[Company, Happenings]:
    """Food at 0 refilled, gone, or left for the table to settle, as the house has it."""
    happened: Happenings = ()
    for errant_id, item_id in _list_empty_food(company):
        errant = _get_errant(company, errant_id)
        errant, events = settle_empty_item(errant, errant.get_item(item_id), refill)
        company, happened = replace_errant(company, errant), (*happened, *events)
    return company, happened


def _find_giver(company: Company, food: str) -> Errant | None:
    """Whoever has the most of this food to spare; of equals the first."""
    having = [e for e in list_present(company) if count_uses(e, food)]
    return max(having, key=lambda e: count_uses(e, food), default=None)


def _list_empty_food(company: Company) -> list[tuple[str, str]]:
    return [
        (e.id, i.id)
        for e in list_present(company)
        for i in e.items
        if i.kind in ("rations", "feed") and i.uses_left == 0
    ]


def _starve_errant(company: Company, errant: Errant, points: int) -> tuple[Company, Happenings]:
    after = add_exhaustion(errant, points)
    gained = after.exhaustion - errant.exhaustion
    return replace_errant(company, after), (Starved(errant.id, gained, after.exhaustion),)


def end_starving(errant: Errant) -> Errant:
    """Someone who has eaten starves no longer."""
    return replace(errant, starving=None)


def starve_company_until(company: Company, now: Moment) -> tuple[Company, Happenings]:
    """1 Exhaustion for each whole day that someone here has gone without food, up to now; the days
    of those away go by uncounted."""
    happened: Happenings = ()
    for errant in company:
        if errant.is_dead or errant.starving is None or now < errant.starving:
            continue
        days = (now - errant.starving).seconds // DAY
        if not days:
            continue
        errant = replace(errant, starving=errant.starving + Span(days * DAY))
        if errant.away:
            company = replace_errant(company, errant)
        else:
            company, events = _starve_errant(company, errant, days)
            happened = (*happened, *events)
    return company, happened


def _get_errant(company: Company, errant_id: str) -> Errant:
    return next(e for e in company if e.id == errant_id)
