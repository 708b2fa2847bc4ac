"""The moves that a Hero of Heroes, Cities and Mines can make now: steps, sieges, acts,
exchanges."""

from collections.abc import Iterator

from companion.parlour.game import Move
from companion.parlour.games.player_turns.purses_items_and_table_rolls import (
    are_allied,
    find_city_number_on_tile,
    find_mine_number_on_tile,
    get_item_name,
)
from companion.parlour.games.player_turns.state import Hero, Item, State
from companion.values_with_ids import make_slug

ROLL, END = ("roll",), ("end",)


ENGAGE_MONSTER, CAPTURE, COINS = ("engage", "monster"), ("capture",), ("pick", "coins")


UNKNOWN = ("pick", "unknown")


def list_moves_to_begin_turn(state: State) -> tuple[Move, ...]:
    """How a Hero's turn can begin: with a roll, or with a siege in its place."""
    return (ROLL, *list_siege_moves(state))


def list_siege_moves(state: State) -> Iterator[Move]:
    """The Cities with Ramparts beside the Hero that are an enemy's."""
    hero = state.heroes[state.hero]
    if state.monsters[hero.tile]:
        return
    for _, tile in state.data.steps_from_tiles[hero.tile]:
        at = find_city_number_on_tile(state, tile)
        if at >= 0 and state.cities[at].ramparts:
            city = state.cities[at]
            if not are_allied(state, city.owner, hero.owner):
                yield ("besiege", city.typed_name)


def list_moves_of_hero(state: State) -> tuple[Move, ...]:
    """Everything that the Hero can do now."""
    hero = state.heroes[state.hero]
    if state.monsters[hero.tile]:  # must be met before anything else
        return (ENGAGE_MONSTER,) if state.left else (END,)
    found: list[Move] = []
    if state.left:
        found += list_acts_on_own_tile(state, hero)
        found += list_steps(state, hero)
    city = find_city_number_on_tile(state, hero.tile)
    if city >= 0 and state.cities[city].owner == hero.owner:
        found += list_exchange_moves(state, hero, city)
    if state.left >= state.data.figures.prices.siege:
        found += list_siege_moves(state)
    if city < 0 or not _is_allys_city(state, hero, city) or not found:
        found.append(END)
    return tuple(found)


def _is_allys_city(state: State, hero: Hero, city: int) -> bool:
    owner = state.cities[city].owner
    return owner != hero.owner and are_allied(state, owner, hero.owner)


def list_acts_on_own_tile(state: State, hero: Hero) -> Iterator[Move]:
    """What can be done on the Hero's own Tile, each for 1; a Mine for nothing where the step onto
    the Tile covers it."""
    tile, seat = hero.tile, hero.owner
    enemies = [
        each
        for each in state.heroes
        if each.tile == tile and not are_allied(state, each.owner, seat)
    ]
    city = find_city_number_on_tile(state, tile)
    for each in enemies:
        if city < 0 or state.cities[city].owner != each.owner:
            yield ("engage", each.typed_name)
    if city >= 0 and is_enemy_city(state, hero, city) and not state.cities[city].ramparts:
        yield ("storm", state.cities[city].typed_name)
    if enemies:
        return
    lying = list_item_words_on_tile(state, tile)
    yield from (("pick", word) for word in lying)
    if state.caches[tile]:
        yield COINS
    if not lying and not state.caches[tile] and _can_capture(state, hero):
        yield CAPTURE


def is_enemy_city(state: State, hero: Hero, city: int) -> bool:
    """True for a City of a player who is not an ally of the Hero's."""
    return not are_allied(state, state.cities[city].owner, hero.owner)


def _can_capture(state: State, hero: Hero) -> bool:
    mine = find_mine_number_on_tile(state, hero.tile)
    if mine < 0:
        return False
    owner = state.mines[mine][1]
    return owner < 0 or not are_allied(state, owner, hero.owner)


def list_item_words_on_tile(state: State, tile: int) -> list[str]:
    """The Items on a Tile, as they are typed, each once."""
    known = [make_slug(get_item_name(state, item)) for at, item in state.dropped if at == tile]
    return [*dict.fromkeys(known), *(["unknown"] if state.finds[tile] else [])]


def list_steps(state: State, hero: Hero) -> Iterator[Move]:
    """The steps that the Hero can take now."""
    for name, tile in state.data.steps_from_tiles[hero.tile]:
        at = find_city_number_on_tile(state, tile)
        if at >= 0 and state.cities[at].owner != hero.owner:
            city = state.cities[at]
            if not are_allied(state, city.owner, hero.owner):
                if city.ramparts or (state.monsters[tile] and state.left < 2):
                    continue
            elif state.left < 2:
                continue
        yield (name,)


def list_exchange_moves(state: State, hero: Hero, at: int) -> Iterator[Move]:
    """What a garrisoned Hero can exchange with the City."""
    if state.exchanges >= state.data.figures.limits.exchanges:
        return
    city = state.cities[at]
    yield from (("muster", str(number)) for number in range(1, city.recruits + 1))
    yield from (("leave", str(number)) for number in range(1, hero.army + 1))
    yield from (("take", word) for word in _list_words_of_items(state, city.armory))
    yield from (("store", word) for word in _list_words_of_items(state, hero.items))


def _list_words_of_items(state: State, items: tuple[Item, ...]) -> list[str]:
    return list(dict.fromkeys(make_slug(get_item_name(state, item)) for item in items))
