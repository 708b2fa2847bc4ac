"""A bot that plays Heroes, Cities and Mines as a sensible beginner does."""

from companion.dice.face_sources import Faces
from companion.parlour.bots import pick_move_randomly
from companion.parlour.game import Look, Move
from companion.parlour.games.player_turns.purses_items_and_table_rolls import (
    are_allied,
    choose_battle_items,
    count_coins,
    find_city_number_on_tile,
    find_mine_number_on_tile,
    list_own_city_numbers,
    list_own_hero_numbers,
)
from companion.parlour.games.player_turns.rules import get_actor
from companion.parlour.games.player_turns.state import City, Hero, State

KEPT_AT_HOME = 6
_HERO_STRENGTH, _TROOP_STRENGTH, _CITY_STRENGTH = 13.0, 3.5, 15.0
_MONSTER_FROM, _MINE_FROM = 42.0, 25.0
"""The strength that a Hero wants before meeting what waits there."""
_ITEM_WORTH, _CACHE_WORTH, _MINE_WORTH, _MONSTER_WORTH, _CITY_WORTH = 7.0, 6.0, 6.0, 6.0, 20.0
_EDGE = 1.25
"""An attacker wants so many times the strength of the defence."""
_NEAR = 3
"""An enemy Hero within so many Tiles of a City is a danger."""
_LAST_BUILDING = 5
"""Days that must be left for a new tier to be worth its price."""
_SECOND_HERO_COINS = 9
_RICH = 16
"""Coins from which all are spent on Recruits for a Hero who is at home."""
_WEAK = 6
"""Mercenaries with whom a Hero goes home for more."""


def choose_move_sensibly(look: Look, moves: tuple[Move, ...], dice: Faces) -> Move:
    """Gather what lies near, keep the City safe, and attack what is weaker."""
    state = look()
    match state.phase:
        case "unpaid":
            return min(
                moves,
                key=lambda move: _measure_strength_of_hero(
                    state, _find_hero_by_word(state, move[1])
                ),
            )
        case "orders":
            return _choose_order(state, moves)
        case "hero":
            return moves[0]
        case "begin":
            return _choose_siege_or_roll(state, moves)
        case "act":
            return _choose_act(state, moves, dice)
        case "join":
            return moves[-1]
        case "battle":
            return moves[0]
        case "answer" | "ballot":
            return moves[-1]
    return pick_move_randomly(moves, dice)


def _find_hero_by_word(state: State, word: str) -> Hero:
    return next(hero for hero in state.heroes if hero.typed_name == word)


def _measure_strength_of_hero(state: State, hero: Hero, army: int | None = None) -> float:
    """The strength of a Hero with an Army, as a total that they would roll in the middle."""
    troops = hero.army if army is None else army
    items = sum(
        state.data.item_bonus_dice[item.type, item.rarity].mean
        for item in choose_battle_items(hero.items)
    )
    return _HERO_STRENGTH + _TROOP_STRENGTH * troops + items


def _measure_strength_of_city(state: State, city: City) -> float:
    heroes = (each for each in state.heroes if each.tile == city.tile and each.owner == city.owner)
    garrison = sum(_measure_strength_of_hero(state, each) for each in heroes)
    return _CITY_STRENGTH + _TROOP_STRENGTH * city.recruits + garrison


def _count_steps_between(state: State, one: int, other: int) -> int:
    width = state.data.board.width
    return abs(one % width - other % width) + abs(one // width - other // width)


def _is_city_in_danger(state: State, city: City) -> bool:
    return any(
        not are_allied(state, each.owner, city.owner)
        and _count_steps_between(state, each.tile, city.tile) <= _NEAR
        for each in state.heroes
    )


def _choose_order(state: State, moves: tuple[Move, ...]) -> Move:
    """Recruits where a City is in danger, or short of them; a second Hero; a tier; Ramparts."""
    seat = get_actor(state)
    cities = {
        state.cities[at].typed_name: state.cities[at] for at in list_own_city_numbers(state, seat)
    }
    recruits = [move for move in moves if move[0] == "recruit"]
    for move in reversed(recruits):
        city = cities[move[2]]
        lacking = KEPT_AT_HOME - city.recruits
        if _is_city_in_danger(state, city) or (lacking > 0 and int(move[1]) <= lacking):
            return move
    builds = [move for move in moves if move[0] == "build"]
    for move in reversed(recruits):
        home = cities[move[2]].tile
        is_home = any(state.heroes[at].tile == home for at in list_own_hero_numbers(state, seat))
        if is_home and count_coins(state, seat) >= _RICH:
            return move
    ramparts = next((move for move in builds if move[1] == "ramparts"), None)
    if ramparts is not None:
        return ramparts
    hire = next((move for move in moves if move[0] == "hire"), None)
    wants_hero = len(list_own_hero_numbers(state, seat)) < 2
    if hire and wants_hero and count_coins(state, seat) >= _SECOND_HERO_COINS:
        return hire
    if builds and state.data.figures.days - state.day >= _LAST_BUILDING:
        return builds[0]
    return ("done",)


def _choose_siege_or_roll(state: State, moves: tuple[Move, ...]) -> Move:
    """A siege where the City beside is weaker; else a roll."""
    hero = state.heroes[state.hero]
    for move in moves[1:]:
        city = next(each for each in state.cities if each.typed_name == move[1])
        if _measure_strength_of_hero(state, hero) > _EDGE * _measure_strength_of_city(state, city):
            return move
    return moves[0]


def _choose_act(state: State, moves: tuple[Move, ...], dice: Faces) -> Move:
    """Take what is here, muster, then go to what is worth most by its distance."""
    hero = state.heroes[state.hero]
    for wanted in ("pick", "capture"):
        found = next((move for move in moves if move[0] == wanted), None)
        if found and (wanted == "pick" or _measure_strength_of_hero(state, hero) > _MINE_FROM):
            return found
    at = find_city_number_on_tile(state, hero.tile)
    if at >= 0 and state.cities[at].owner == hero.owner:
        spare = state.cities[at].recruits - KEPT_AT_HOME
        muster = ("muster", str(spare))
        if muster in moves:
            return muster
        if _is_city_in_danger(state, state.cities[at]):
            return ("end",)
    for move in moves:
        if move[0] in ("storm", "besiege", "engage") and _is_target_weaker(state, hero, move):
            return move
    steps = {move[0]: move for move in moves if len(move) == 1 and move[0] in _DIRECTIONS}
    goal = _find_goal_tile(state, hero, dice)
    if goal < 0 or _should_return_home(state, hero):
        goal = _find_nearest_own_city(state, hero)
    if goal >= 0 and steps:
        tiles = dict(state.data.steps_from_tiles[hero.tile])
        nearer = tuple(
            step
            for name, step in steps.items()
            if _count_steps_between(state, tiles[name], goal)
            < _count_steps_between(state, hero.tile, goal)
            and (tiles[name] == goal or _is_safe_to_pass(state, hero, tiles[name]))
        )
        if nearer:
            return pick_move_randomly(nearer, dice)
    return ("end",) if ("end",) in moves else moves[0]


_DIRECTIONS = ("n", "e", "s", "w", "ne", "se", "sw", "nw")


def _is_safe_to_pass(state: State, hero: Hero, tile: int) -> bool:
    """True for a Tile that can be passed without a fight the Hero would rather not have."""
    at = find_city_number_on_tile(state, tile)
    if at >= 0 and not are_allied(state, state.cities[at].owner, hero.owner):
        return False
    return not state.monsters[tile] or _measure_strength_of_hero(state, hero) > _MONSTER_FROM


def _is_target_weaker(state: State, hero: Hero, move: Move) -> bool:
    """True if what a move attacks is weak enough."""
    own = _measure_strength_of_hero(state, hero)
    if move == ("engage", "monster"):
        return True
    if move[0] == "engage":
        return own > _EDGE * _measure_strength_of_hero(state, _find_hero_by_word(state, move[1]))
    city = next(each for each in state.cities if each.typed_name == move[1])
    return own > _EDGE * _measure_strength_of_city(state, city)


def _should_return_home(state: State, hero: Hero) -> bool:
    """True for a Hero with little army whose player could buy more."""
    return hero.army <= _WEAK and count_coins(state, hero.owner) >= _RICH


def _find_nearest_own_city(state: State, hero: Hero) -> int:
    """The nearest own City."""
    own = [state.cities[at].tile for at in list_own_city_numbers(state, hero.owner)]
    return min(own, key=lambda tile: _count_steps_between(state, hero.tile, tile), default=-1)


def _find_goal_tile(state: State, hero: Hero, dice: Faces) -> int:
    """The Tile that is worth most for its distance; -1 for none. A die decides among equals: the
    first of them would draw everybody to one side of the map."""
    own = _measure_strength_of_hero(state, hero)
    rated: dict[int, float] = {}
    for tile, worth in _list_goal_tiles(state, hero, own):
        way = _count_steps_between(state, hero.tile, tile)
        if way and _is_reachable(state, hero, tile):
            rated[tile] = worth / way
    best = [tile for tile, each in rated.items() if each == max(rated.values())]
    return best[dice.face(len(best)) - 1] if best else -1


def _is_reachable(state: State, hero: Hero, tile: int) -> bool:
    at = find_city_number_on_tile(state, tile)
    if at < 0 or are_allied(state, state.cities[at].owner, hero.owner):
        return True
    return not state.cities[at].ramparts or _count_steps_between(state, hero.tile, tile) > 1


def _list_goal_tiles(state: State, hero: Hero, own: float) -> list[tuple[int, float]]:
    """Tiles with what each is worth to the Hero."""
    found = []
    lying = {tile for tile, _ in state.dropped}
    for tile in range(len(state.monsters)):
        worth = 0.0
        if state.monsters[tile]:
            worth = _MONSTER_WORTH if own > _MONSTER_FROM else 0.0
        else:
            worth += _ITEM_WORTH * (bool(state.finds[tile]) or tile in lying)
            worth += _CACHE_WORTH * bool(state.caches[tile])
            mine = find_mine_number_on_tile(state, tile)
            if mine >= 0 and own > _MINE_FROM:
                owner = state.mines[mine][1]
                worth += _MINE_WORTH * (owner < 0 or not are_allied(state, owner, hero.owner))
        if worth:
            found.append((tile, worth))
    for city in state.cities:
        is_enemy = not are_allied(state, city.owner, hero.owner)
        if is_enemy and own > _EDGE * _measure_strength_of_city(state, city):
            found.append((city.tile, _CITY_WORTH))
    return found
