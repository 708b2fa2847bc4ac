"""What the rules of Errantry share: whose turn it is, what a hero's things add up to, mana and the
treasure board."""

from msgspec.structs import replace

from companion.parlour.common_rules_and_sentences import replace_element
from companion.parlour.game import Event, Events
from companion.parlour.games.errantry.data import Data, Effect, Resources
from companion.parlour.games.errantry.event_records import Got, Mana
from companion.parlour.games.errantry.state import Hero, State


def get_current_seat(state: State) -> int:
    """The seat whose turn it is in Errantry."""
    return state.order[state.turn]


def replace_hero(state: State, seat: int, hero: Hero) -> State:
    """The table with this hero at a seat."""
    return replace(state, heroes=replace_element(state.heroes, seat, hero))


def sum_item_figures(state: State, hero: Hero, figure: str) -> int:
    """What a figure of all the items of a hero adds up to."""
    wares = state.data.wares_by_id
    return sum(getattr(wares[each], figure) for each in hero.items)


def spend_mana(hero: Hero, number: int) -> Hero:
    """So much from ready to spent; there is as much."""
    return replace(hero, ready=hero.ready - number, spent=hero.spent + number)


def recover_mana(hero: Hero, number: int) -> Hero:
    """So much from spent to ready, or as much as there is."""
    number = min(number, hero.spent)
    return replace(hero, ready=hero.ready + number, spent=hero.spent - number)


def lose_mana(hero: Hero, number: int) -> Hero:
    """So much back to the Source: ready mana first, then spent, as much as there is."""
    ready = min(number, hero.ready)
    spent = min(number - ready, hero.spent)
    return replace(hero, ready=hero.ready - ready, spent=hero.spent - spent)


def give_hero_what_hex_gives(hero: Hero, seat: int, effect: Effect) -> tuple[Hero, Events]:
    """The hero after what a hex gives, and what that was."""
    before = hero
    hero = recover_mana(hero, effect.recover)
    recovered = hero.ready - before.ready
    hero = lose_mana(replace(hero, ready=hero.ready + effect.gain), effect.lose)
    events: list[Event] = []
    if hero.total_mana != before.total_mana or recovered:
        events.append(Mana(seat, recovered, hero.total_mana - before.total_mana))
    resources = Resources(effect.gold, effect.silk, effect.gems)
    if resources:
        hero = replace(hero, resources=hero.resources.add(resources))
        events.append(Got(seat, resources))
    return hero, tuple(events)


def sort_treasure_cards(data: Data, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Treasure cards in the ascending order in which the treasure board shows them."""
    return tuple(sorted(cards, key=data.treasure_sort_keys.__getitem__))
