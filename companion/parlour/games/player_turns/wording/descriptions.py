"""Describes Items, Tiles, buildings, and who defends a City or a mine in Heroes, Cities and
Mines."""

from companion.parlour.common_rules_and_sentences import format_count
from companion.parlour.games.player_turns.data import Row
from companion.parlour.games.player_turns.purses_items_and_table_rolls import (
    find_city_number_on_tile,
    get_item_name,
)
from companion.parlour.games.player_turns.state import City, Item, State
from companion.refusal import join_words


def describe_item(state: State, item: Item) -> str:
    """An Item, with its rarity, its type and what it adds in a Battle."""
    adds = state.data.items.adds[item.type][item.rarity - 1]
    kind = f"{state.data.items.rarities[item.rarity - 1]} {item.type.replace('-', ' ')}"
    name = get_item_name(state, item)
    return f"{name} (+{adds})" if name == kind else f"{name} ({kind.casefold()}, +{adds})"


def describe_guardians(state: State) -> str:
    """How often a Mine has Guardians, and how many by the grandest City."""
    figures = state.data.figures
    tier = max(city.tier for city in state.cities)
    chance = sum(count_die_faces_for_row(row) for row in figures.mines if row.result == "guardians")
    return f"{chance} times in 10 {figures.tiers[tier].guardians} Guardians fight for it"


def count_die_faces_for_row(row: Row) -> int:
    """How many of the ten faces of the P die give this row."""
    return (row.roll[1] - row.roll[0]) // 10 + 1


def describe_defence(state: State, city: City) -> str:
    """Who defends a City: itself, its Recruits and the Heroes in it."""
    parts = [format_count(city.recruits, "Recruit")] if city.recruits else []
    parts += [
        f"{hero.name} with {hero.army}"
        for hero in state.heroes
        if hero.tile == city.tile and hero.owner == city.owner
    ]
    return f"stand {join_words(['the City', *parts])}"


def describe_tile(state: State, tile: int) -> str:
    """All that stands or lies on a Tile, in words."""
    parts = [format_count(state.monsters[tile], "Monster")] if state.monsters[tile] else []
    parts += [f"{each.name} with {each.army}" for each in state.heroes if each.tile == tile]
    at = find_city_number_on_tile(state, tile)
    if at >= 0:
        city = state.cities[at]
        army = f", {format_count(city.recruits, 'Recruit')}" if city.recruits else ""
        parts.append(f"{city.name}{'' if city.ramparts else ' without Ramparts'}{army}")
    parts += [format_count(state.caches[tile], "cache")] if state.caches[tile] else []
    items = state.finds[tile] + sum(at == tile for at, _ in state.dropped)
    parts += [format_count(items, "Item")] if items else []
    parts += ["a mine"] if any(at == tile for at, _ in state.mines) else []
    return join_words(parts)


def describe_defence_of_named_city(state: State, word: str) -> str:
    city = next(each for each in state.cities if each.typed_name == word)
    return f"there {describe_defence(state, city)}"


def describe_building_price(state: State, what: str) -> str:
    if what == "ramparts":
        return format_count(state.data.figures.prices.ramparts, "coin")
    tier = next(each for each in state.data.figures.tiers if each.name.casefold() == what)
    return f"{format_count(tier.price, 'coin')}, {tier.income} a Day"
