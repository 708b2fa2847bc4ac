"""A Hero's turn in Heroes, Cities and Mines: movement, and what each act does."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.common_rules_and_sentences import find_word_position
from companion.parlour.game import Events, Move
from companion.parlour.games.player_turns.battle import begin_battle, capture_mine
from companion.parlour.games.player_turns.data import parse_dice_pool
from companion.parlour.games.player_turns.event_records import (
    CACHE,
    Besieged,
    Exchanged,
    Income,
    ItemTaken,
    Joined,
    Met,
    Rolled,
    Stepped,
)
from companion.parlour.games.player_turns.legal_hero_moves import (
    COINS,
    ENGAGE_MONSTER,
    is_enemy_city,
)
from companion.parlour.games.player_turns.purses_items_and_table_rolls import (
    add_coins,
    add_tokens_on_tile,
    count_coins,
    find_city_number_on_tile,
    find_mine_number_on_tile,
    get_item_name,
    make_found_item,
    replace_city,
    replace_hero,
    roll_quantity_of_row,
    roll_table_row,
)
from companion.parlour.games.player_turns.state import Battle, DefenceKind, State
from companion.values_with_ids import make_slug


def roll_movement(state: State, dice: Faces) -> tuple[State, Events]:
    """Roll the Hero's movement for this turn."""
    hero = state.heroes[state.hero]
    left = state.data.dice_pools.movement.roll(dice)
    state = replace(state, phase="act", left=left, came_from=hero.tile, fresh=False, exchanges=0)
    return state, (Rolled(hero.name, left),)


def besiege_city(state: State, word: str) -> tuple[State, Events]:
    """The Ramparts fall, and the City is under siege; the Hero's turn is over."""
    at = find_word_position(state.cities, word)
    city = state.cities[at]
    state = replace_city(state, at, replace(city, ramparts=False, under_siege=True))
    hero = state.heroes[state.hero]
    return end_hero_turn(state), (Besieged(hero.name, city.name),)


def end_hero_turn(state: State) -> State:
    """The Hero's turn is over. One on somebody else's City is put back where they came from."""
    at = state.hero
    hero = replace(state.heroes[at], acted=True)
    city = find_city_number_on_tile(state, hero.tile)
    if city >= 0 and state.cities[city].owner != hero.owner:
        hero = replace(hero, tile=state.came_from)
    return replace(replace_hero(state, at, hero), phase="hero", hero=-1, left=0)


def step_hero(state: State, direction: str, dice: Faces) -> tuple[State, Events]:
    """One step; a Monster there is met as part of it, an enemy City without Ramparts stormed."""
    hero = state.heroes[state.hero]
    tile = dict(state.data.steps_from_tiles[hero.tile])[direction]
    city = find_city_number_on_tile(state, tile)
    is_storm = city >= 0 and is_enemy_city(state, hero, city) and not state.monsters[tile]
    name = state.data.format_tile_coordinates(tile)
    left = state.left - 1
    events: Events = (Stepped(hero.name, name, left),)
    state = replace(state, left=left, came_from=hero.tile)
    state = replace_hero(state, state.hero, replace(hero, tile=tile))
    if state.monsters[tile]:
        state, more = meet_monster(replace(state, fresh=False), dice)
    elif is_storm:
        state, more = storm_city(state, city, dice)
    else:
        return replace(state, fresh=True), events
    return state, (*events, *more)


def act_on_tile(state: State, move: Move, dice: Faces) -> tuple[State, Events]:
    """The state after an act on the Tile where the Hero stands (capture, fight, storm, pick up),
    and what happened."""
    if move[0] == "capture":
        state = replace(state, left=state.left - (not state.fresh), fresh=False)
        return _capture_mine(state, dice)
    state = replace(state, left=state.left - 1, fresh=False)
    if move == ENGAGE_MONSTER:
        return meet_monster(state, dice)
    if move == COINS:
        return _pick_up_coins(state, dice)
    match move[0]:
        case "pick":
            return _pick_up_item(state, move[1], dice)
        case "storm":
            hero = state.heroes[state.hero]
            return storm_city(state, find_city_number_on_tile(state, hero.tile), dice)
    return _engage_hero(state, move[1], dice)


def meet_monster(state: State, dice: Faces) -> tuple[State, Events]:
    """The table of Monsters: a fight, or a band that would join."""
    hero = state.heroes[state.hero]
    row = roll_table_row(state.data.figures.monsters, dice)
    number = roll_quantity_of_row(row, dice)
    met = Met(hero.name, "monster", row.result, number)
    if row.result in ("bribe", "defect"):
        price = state.data.figures.prices.bribe if row.result == "bribe" else 0
        most = min(number, count_coins(state, hero.owner) // price) if price else number
        state = replace(state, monsters=add_tokens_on_tile(state.monsters, hero.tile, -1))
        return replace(state, phase="join", joining=most, join_price=price), (met,)
    state, events = _begin_battle(state, "monsters", number, dice)
    return state, (met, *events)


def recruit_monsters(state: State, number: int) -> tuple[State, Events]:
    """So many Monsters join as Mercenaries, and are paid."""
    hero = state.heroes[state.hero]
    state = replace_hero(state, state.hero, replace(hero, army=hero.army + number))
    state = add_coins(state, hero.owner, -number * state.join_price)
    state = replace(state, phase="act", joining=0, join_price=0)
    return state, (Joined(hero.name, number),)


def _pick_up_coins(state: State, dice: Faces) -> tuple[State, Events]:
    hero = state.heroes[state.hero]
    row = roll_table_row(state.data.figures.caches, dice)
    coins = roll_quantity_of_row(row, dice)
    state = replace(state, caches=add_tokens_on_tile(state.caches, hero.tile, -1))
    met = Met(hero.name, "cache", row.result, coins)
    return add_coins(state, hero.owner, coins), (met, Income(hero.owner, coins, CACHE))


def _pick_up_item(state: State, word: str, dice: Faces) -> tuple[State, Events]:
    at = state.hero
    hero = state.heroes[at]
    if word == "unknown":
        state, item = make_found_item(state, dice)
        state = replace(state, finds=add_tokens_on_tile(state.finds, hero.tile, -1))
    else:
        lying = next(
            n
            for n, (tile, each) in enumerate(state.dropped)
            if tile == hero.tile and make_slug(get_item_name(state, each)) == word
        )
        item = state.dropped[lying][1]
        state = replace(state, dropped=(*state.dropped[:lying], *state.dropped[lying + 1 :]))
    state = replace_hero(state, at, replace(hero, items=(*hero.items, item)))
    return state, (ItemTaken(hero.name, item),)


def _capture_mine(state: State, dice: Faces) -> tuple[State, Events]:
    """The table of Mines: captured, or Guardians by the grandest City anywhere."""
    hero = state.heroes[state.hero]
    mine = find_mine_number_on_tile(state, hero.tile)
    figures = state.data.figures
    row = roll_table_row(figures.mines, dice)
    if row.result == "captured":
        return capture_mine(state, mine, hero.owner, 0)
    tier = max(city.tier for city in state.cities)
    number = parse_dice_pool(figures.tiers[tier].guardians).roll(dice)
    met = Met(hero.name, "mine", row.result, number)
    state, events = _begin_battle(state, "guardians", number, dice, target=mine)
    return state, (met, *events)


def _engage_hero(state: State, word: str, dice: Faces) -> tuple[State, Events]:
    target = find_word_position(state.heroes, word)
    army = state.heroes[target].army
    return _begin_battle(state, "hero", army, dice, target=target, defenders=(target,))


def storm_city(state: State, at: int, dice: Faces) -> tuple[State, Events]:
    """A Battle with the City, its Recruits and every Hero who is garrisoned there."""
    city = state.cities[at]
    garrison = tuple(
        n
        for n, each in enumerate(state.heroes)
        if each.tile == city.tile and each.owner == city.owner
    )
    troops = city.recruits + sum(state.heroes[n].army for n in garrison)
    return _begin_battle(state, "city", troops, dice, target=at, defenders=garrison)


def _begin_battle(
    state: State,
    kind: DefenceKind,
    troops: int,
    dice: Faces,
    *,
    target: int = -1,
    defenders: tuple[int, ...] = (),
) -> tuple[State, Events]:
    """A Battle of the Hero whose turn it is, on their own Tile."""
    hero = state.heroes[state.hero]
    battle = Battle(
        attacker=state.hero,
        kind=kind,
        tile=hero.tile,
        troops=troops,
        number=troops,
        army=hero.army,
        target=target,
        defenders=defenders,
        city_stands=kind == "city",
    )
    return begin_battle(state, battle, dice)


def exchange_with_city(state: State, move: Move) -> tuple[State, Events]:
    """Recruits and Mercenaries, and Items, between a garrisoned Hero and the City."""
    at = state.hero
    hero = state.heroes[at]
    where = find_city_number_on_tile(state, hero.tile)
    city = state.cities[where]
    state = replace(state, exchanges=state.exchanges + 1, fresh=False)
    if move[0] in ("muster", "leave"):
        number = int(move[1]) if move[0] == "muster" else -int(move[1])
        state = replace_city(state, where, replace(city, recruits=city.recruits - number))
        state = replace_hero(state, at, replace(hero, army=hero.army + number))
        return state, (Exchanged(hero.name, number),)
    takes = move[0] == "take"
    source, target = (city.armory, hero.items) if takes else (hero.items, city.armory)
    item = next(each for each in source if make_slug(get_item_name(state, each)) == move[1])
    left = list(source)
    left.remove(item)
    armory, items = (tuple(left), (*target, item)) if takes else ((*target, item), tuple(left))
    state = replace_city(state, where, replace(city, armory=armory))
    state = replace_hero(state, at, replace(hero, items=items))
    return state, (ItemTaken(hero.name, item, "took" if takes else "stored"),)
