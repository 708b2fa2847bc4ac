"""Food: what a Turn Depletes, eating and going without (Core Procedures, Event Die – Travel Turns,
Deplete; Travel Turns, Eating & Drinking)."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.errant.company import (
    Company,
    Errant,
    add_exhaustion,
    change_errants_with_happenings,
    get_errant,
    list_animals_present,
    list_everyone_present,
    list_members_present,
    replace_errant,
    update_errants,
)
from companion.errant.happenings import Fed, Happenings, Starved, WentWithout
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.depletion import (
    Refill,
    lose_one_supply,
    refill_or_remove_empty_item,
    take_one_supply_from_each,
)
from companion.errant.packs.stacks import count_uses_left, find_most_used_item, lower_uses_of_item
from companion.errant.turns.moments_and_spans import DAY, Moment, Span
from companion.refusal import Impossible, join_words


def deplete_provisions(
    company: Company, now: Moment, refill: Refill, *, plentiful: bool = False
) -> tuple[Company, Happenings]:
    """Each member Depletes rations by 1, each animal its feed.

    Own food first; then another's, from whoever has most; then 1 Supply; then they starve. Where
    food is plentiful every member loses 1 Supply instead, who has none loses nothing, and all eat.
    """
    if plentiful:
        company = update_errants(company, list_everyone_present(company), end_starving)
        return take_one_supply_from_each(company, "food")
    happened: Happenings = ()
    for who, food in (
        (list_members_present(company), "rations"),
        (list_animals_present(company), "feed"),
    ):
        for errant in sorted(who, key=lambda e: not count_uses_left(e, food)):
            company, events = _eat_something(company, errant.id, food)
            if not events:
                hungry = get_errant(company, errant.id)
                hungry = replace(hungry, starving=hungry.starving or now)
                company, events = change_errants_with_happenings(company, (hungry,), _starve_errant)
            happened = (*happened, *events)
    company, used_up = _settle_empty_food(company, refill)
    return company, (*happened, *used_up)


def eat_meals(company: Company, who: Iterable[str], refill: Refill) -> tuple[Company, Happenings]:
    """A day's food, at any time, for some of those present (by their ids). It is found as `Deplete`
    finds it, for those with food of their own first; they starve no longer. Without food and Supply
    they go without. Raises Impossible if nobody finds anything."""
    eating = [get_errant(company, errant_id) for errant_id in dict.fromkeys(who)]
    happened: Happenings = ()
    without: list[Errant] = []
    for errant in sorted(eating, key=lambda e: not count_uses_left(e, _find_food_kind(e))):
        company, meal = _eat_something(company, errant.id, _find_food_kind(errant))
        company, used_up = _settle_empty_food(company, refill) if meal else (company, ())
        happened = (*happened, *meal, *used_up)
        if not meal:
            without.append(errant)
    if not happened:
        raise _make_no_food_refusal(without)
    return company, (*happened, *(WentWithout(errant.id) for errant in without))


def _make_no_food_refusal(without: Sequence[Errant]) -> Impossible:
    by_food: dict[str, list[str]] = {}
    for errant in without:
        by_food.setdefault(_find_food_kind(errant), []).append(errant.name)
    wanting = join_words([f"no {food} for {join_words(names)}" for food, names in by_food.items()])
    food = next(iter(by_food))
    verb = "is" if food == "feed" else "are"
    return Impossible(
        f"There {verb} {wanting}, and no Supply.",
        f"Try: give {quote_typed_name(without[0])} {food}",
    )


def _find_food_kind(errant: Errant) -> str:
    return "feed" if errant.kind == "animal" else "rations"


def _eat_something(company: Company, errant_id: str, food: str) -> tuple[Company, Happenings]:
    """Eat own food, another's, or 1 Supply; nothing happens if there is none."""
    errant = get_errant(company, errant_id)
    giver = errant
    if not count_uses_left(errant, food):  # whoever has the most; of equals the first
        giver = max(
            list_everyone_present(company), key=lambda e: count_uses_left(e, food), default=errant
        )
    if (eaten := find_most_used_item(giver, food)) is not None:
        giver, _ = lower_uses_of_item(giver, eaten.id)
        company = replace_errant(company, giver)
        errant = replace(get_errant(company, errant_id), starving=None)
        return replace_errant(company, errant), (Fed(errant.id, giver.id, eaten.name),)
    errant, lost = lose_one_supply(errant, "want of food")
    return (replace_errant(company, end_starving(errant)), lost) if lost else (company, ())


def _settle_empty_food(company: Company, refill: Refill) -> tuple[Company, Happenings]:
    """Refill food at 0, remove it or leave it for the table to settle, as the house has it."""

    def settle_food_of_errant(errant: Errant) -> tuple[Errant, Happenings]:
        happened: Happenings = ()
        for item in errant.items:
            if item.kind in ("rations", "feed") and item.uses_left == 0:
                errant, events = refill_or_remove_empty_item(errant, item, refill)
                happened = (*happened, *events)
        return errant, happened

    return change_errants_with_happenings(
        company, list_everyone_present(company), settle_food_of_errant
    )


def _starve_errant(errant: Errant, points: int = 1) -> tuple[Errant, Happenings]:
    after = add_exhaustion(errant, points)
    gained = after.exhaustion - errant.exhaustion
    return after, (Starved(errant.id, gained, after.exhaustion),)


def end_starving(errant: Errant) -> Errant:
    """Somebody who has eaten: they starve no longer."""
    return replace(errant, starving=None)


def starve_company_until(company: Company, now: Moment) -> tuple[Company, Happenings]:
    """1 Exhaustion for each whole day without food up to now, but for those away."""

    def starve_member(errant: Errant) -> tuple[Errant, Happenings]:
        if errant.is_dead or errant.starving is None:
            return errant, ()
        days = (now - errant.starving).seconds // DAY
        if days <= 0:
            return errant, ()
        errant = replace(errant, starving=errant.starving + Span(days * DAY))
        return (errant, ()) if errant.away else _starve_errant(errant, days)

    return change_errants_with_happenings(company, company, starve_member)
