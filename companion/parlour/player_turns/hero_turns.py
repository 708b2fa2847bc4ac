"""A Hero's turn: movement, and all that can be done with it."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.common_rules_and_sentences import find_word
from companion.parlour.game import Events, Move
from companion.parlour.player_turns.battle import begin_battle, capture_mine
from companion.parlour.player_turns.common_rules import (
    add_coins,
    are_allied,
    change_tokens,
    count_coins,
    find_city,
    find_mine,
    make_item,
    name_item,
    put_hero,
    replace_city,
    roll_number,
    roll_row,
)
from companion.parlour.player_turns.data import parse_dice_pool
from companion.parlour.player_turns.happenings import (
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
from companion.parlour.player_turns.state import Battle, DefenceKind, Hero, Item, State
from companion.text_cleaning import make_slug

ROLL, END = ("roll",), ("end",)
ENGAGE_MONSTER, CAPTURE, COINS = ("engage", "monster"), ("capture",), ("pick", "coins")
UNKNOWN = ("pick", "unknown")


def list_turn_starts(state: State) -> tuple[Move, ...]:
    """How a Hero's turn can begin: with a roll, or with a siege in its place."""
    return (ROLL, *list_sieges(state))


def list_sieges(state: State) -> Iterator[Move]:
    """The Cities with Ramparts beside the Hero that are an enemy's."""
    hero = state.heroes[state.hero]
    if state.monsters[hero.tile]:
        return
    for _, tile in state.data.steps[hero.tile]:
        at = find_city(state, tile)
        if at >= 0 and state.cities[at].ramparts:
            city = state.cities[at]
            if not are_allied(state, city.owner, hero.owner):
                yield ("besiege", city.word)


def roll_movement(state: State, dice: Faces) -> tuple[State, Events]:
    hero = state.heroes[state.hero]
    left = state.data.pools.movement.roll(dice)
    state = replace(state, phase="act", left=left, came_from=hero.tile, fresh=False, exchanges=0)
    return state, (Rolled(hero.name, left),)


def besiege_city(state: State, word: str) -> tuple[State, Events]:
    """The Ramparts fall, and the City is under siege; the Hero's turn is over."""
    at = find_word(state.cities, word)
    city = state.cities[at]
    state = replace_city(state, at, replace(city, ramparts=False, under_siege=True))
    hero = state.heroes[state.hero]
    return end_hero_turn(state), (Besieged(hero.name, city.name),)


def end_hero_turn(state: State) -> State:
    """The Hero's turn is over. One on somebody else's City is put back where they came from."""
    at = state.hero
    hero = replace(state.heroes[at], acted=True)
    city = find_city(state, hero.tile)
    if city >= 0 and state.cities[city].owner != hero.owner:
        hero = replace(hero, tile=state.came_from)
    return replace(put_hero(state, at, hero), phase="hero", hero=-1, left=0)


def list_acts(state: State) -> tuple[Move, ...]:
    """Everything that the Hero can do now."""
    hero = state.heroes[state.hero]
    if state.monsters[hero.tile]:  # must be met before anything else
        return (ENGAGE_MONSTER,) if state.left else (END,)
    found: list[Move] = []
    if state.left:
        found += list_touches(state, hero)
        found += list_steps(state, hero)
    city = find_city(state, hero.tile)
    if city >= 0 and state.cities[city].owner == hero.owner:
        found += list_exchanges(state, hero, city)
    if state.left >= state.data.figures.prices.siege:
        found += list_sieges(state)
    if city < 0 or not _is_allys_city(state, hero, city) or not found:
        found.append(END)
    return tuple(found)


def _is_allys_city(state: State, hero: Hero, city: int) -> bool:
    owner = state.cities[city].owner
    return owner != hero.owner and are_allied(state, owner, hero.owner)


def list_touches(state: State, hero: Hero) -> Iterator[Move]:
    """What can be done on the Hero's own Tile, each for 1; a Mine for nothing where the step onto
    the Tile covers it."""
    tile, seat = hero.tile, hero.owner
    enemies = [
        each
        for each in state.heroes
        if each.tile == tile and not are_allied(state, each.owner, seat)
    ]
    city = find_city(state, tile)
    for each in enemies:
        if city < 0 or state.cities[city].owner != each.owner:
            yield ("engage", each.word)
    if city >= 0 and _is_enemy_city(state, hero, city) and not state.cities[city].ramparts:
        yield ("storm", state.cities[city].word)
    if enemies:
        return
    lying = list_item_words_on_tile(state, tile)
    yield from (("pick", word) for word in lying)
    if state.caches[tile]:
        yield COINS
    if not lying and not state.caches[tile] and _can_capture(state, hero):
        yield CAPTURE


def _is_enemy_city(state: State, hero: Hero, city: int) -> bool:
    return not are_allied(state, state.cities[city].owner, hero.owner)


def _can_capture(state: State, hero: Hero) -> bool:
    mine = find_mine(state, hero.tile)
    if mine < 0:
        return False
    owner = state.mines[mine][1]
    return owner < 0 or not are_allied(state, owner, hero.owner)


def list_item_words_on_tile(state: State, tile: int) -> list[str]:
    """The Items on a Tile, as they are typed, each once."""
    known = [make_slug(name_item(state, item)) for at, item in state.dropped if at == tile]
    return [*dict.fromkeys(known), *(["unknown"] if state.finds[tile] else [])]


def list_steps(state: State, hero: Hero) -> Iterator[Move]:
    for name, tile in state.data.steps[hero.tile]:
        at = find_city(state, tile)
        if at >= 0 and state.cities[at].owner != hero.owner:
            city = state.cities[at]
            if not are_allied(state, city.owner, hero.owner):
                if city.ramparts or (state.monsters[tile] and state.left < 2):
                    continue
            elif state.left < 2:
                continue
        yield (name,)


def list_exchanges(state: State, hero: Hero, at: int) -> Iterator[Move]:
    """What a garrisoned Hero can exchange with the City."""
    if state.exchanges >= state.data.figures.limits.exchanges:
        return
    city = state.cities[at]
    yield from (("muster", str(number)) for number in range(1, city.recruits + 1))
    yield from (("leave", str(number)) for number in range(1, hero.army + 1))
    yield from (("take", word) for word in _list_words(state, city.armory))
    yield from (("store", word) for word in _list_words(state, hero.items))


def _list_words(state: State, items: tuple[Item, ...]) -> list[str]:
    return list(dict.fromkeys(make_slug(name_item(state, item)) for item in items))


def step_hero(state: State, direction: str, dice: Faces) -> tuple[State, Events]:
    """One step; a Monster there is met as part of it, an enemy City without Ramparts stormed."""
    hero = state.heroes[state.hero]
    tile = dict(state.data.steps[hero.tile])[direction]
    city = find_city(state, tile)
    is_storm = city >= 0 and _is_enemy_city(state, hero, city) and not state.monsters[tile]
    name = state.data.name_tile(tile)
    left = state.left - 1
    events: Events = (Stepped(hero.name, name, left),)
    state = replace(state, left=left, came_from=hero.tile)
    state = put_hero(state, state.hero, replace(hero, tile=tile))
    if state.monsters[tile]:
        state, more = meet_monster(replace(state, fresh=False), dice)
    elif is_storm:
        state, more = storm_city(state, city, dice)
    else:
        return replace(state, fresh=True), events
    return state, (*events, *more)


def act_on_tile(state: State, move: Move, dice: Faces) -> tuple[State, Events]:
    """Something on the Hero's own Tile."""
    if move[0] == "capture":
        state = replace(state, left=state.left - (not state.fresh), fresh=False)
        return _capture(state, dice)
    state = replace(state, left=state.left - 1, fresh=False)
    if move == ENGAGE_MONSTER:
        return meet_monster(state, dice)
    if move == COINS:
        return _pick_coins(state, dice)
    match move[0]:
        case "pick":
            return _pick_item(state, move[1], dice)
        case "storm":
            hero = state.heroes[state.hero]
            return storm_city(state, find_city(state, hero.tile), dice)
    return _engage_hero(state, move[1], dice)


def meet_monster(state: State, dice: Faces) -> tuple[State, Events]:
    """The table of Monsters: a fight, or a band that would join."""
    hero = state.heroes[state.hero]
    row = roll_row(state.data.figures.monsters, dice)
    number = roll_number(row, dice)
    met = Met(hero.name, "monster", row.result, number)
    if row.result in ("bribe", "defect"):
        price = state.data.figures.prices.bribe if row.result == "bribe" else 0
        most = min(number, count_coins(state, hero.owner) // price) if price else number
        state = replace(state, monsters=change_tokens(state.monsters, hero.tile, -1))
        return replace(state, phase="join", joining=most, join_price=price), (met,)
    state, events = _begin_battle(state, "monsters", number, dice)
    return state, (met, *events)


def recruit_monsters(state: State, number: int) -> tuple[State, Events]:
    """So many Monsters join as Mercenaries, and are paid."""
    hero = state.heroes[state.hero]
    state = put_hero(state, state.hero, replace(hero, army=hero.army + number))
    state = add_coins(state, hero.owner, -number * state.join_price)
    state = replace(state, phase="act", joining=0, join_price=0)
    return state, (Joined(hero.name, number),)


def _pick_coins(state: State, dice: Faces) -> tuple[State, Events]:
    hero = state.heroes[state.hero]
    row = roll_row(state.data.figures.caches, dice)
    coins = roll_number(row, dice)
    state = replace(state, caches=change_tokens(state.caches, hero.tile, -1))
    met = Met(hero.name, "cache", row.result, coins)
    return add_coins(state, hero.owner, coins), (met, Income(hero.owner, coins, CACHE))


def _pick_item(state: State, word: str, dice: Faces) -> tuple[State, Events]:
    at = state.hero
    hero = state.heroes[at]
    if word == "unknown":
        state, item = make_item(state, dice)
        state = replace(state, finds=change_tokens(state.finds, hero.tile, -1))
    else:
        lying = next(
            n
            for n, (tile, each) in enumerate(state.dropped)
            if tile == hero.tile and make_slug(name_item(state, each)) == word
        )
        item = state.dropped[lying][1]
        state = replace(state, dropped=(*state.dropped[:lying], *state.dropped[lying + 1 :]))
    state = put_hero(state, at, replace(hero, items=(*hero.items, item)))
    return state, (ItemTaken(hero.name, item),)


def _capture(state: State, dice: Faces) -> tuple[State, Events]:
    """The table of Mines: captured, or Guardians by the grandest City anywhere."""
    hero = state.heroes[state.hero]
    mine = find_mine(state, hero.tile)
    figures = state.data.figures
    row = roll_row(figures.mines, dice)
    if row.result == "captured":
        return capture_mine(state, mine, hero.owner, 0)
    tier = max(city.tier for city in state.cities)
    number = parse_dice_pool(figures.tiers[tier].guardians).roll(dice)
    met = Met(hero.name, "mine", row.result, number)
    state, events = _begin_battle(state, "guardians", number, dice, target=mine)
    return state, (met, *events)


def _engage_hero(state: State, word: str, dice: Faces) -> tuple[State, Events]:
    target = find_word(state.heroes, word)
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
    where = find_city(state, hero.tile)
    city = state.cities[where]
    state = replace(state, exchanges=state.exchanges + 1, fresh=False)
    if move[0] in ("muster", "leave"):
        number = int(move[1]) if move[0] == "muster" else -int(move[1])
        state = replace_city(state, where, replace(city, recruits=city.recruits - number))
        state = put_hero(state, at, replace(hero, army=hero.army + number))
        return state, (Exchanged(hero.name, number),)
    takes = move[0] == "take"
    source, target = (city.armory, hero.items) if takes else (hero.items, city.armory)
    item = next(each for each in source if make_slug(name_item(state, each)) == move[1])
    left = list(source)
    left.remove(item)
    armory, items = (tuple(left), (*target, item)) if takes else ((*target, item), tuple(left))
    state = replace_city(state, where, replace(city, armory=armory))
    state = put_hero(state, at, replace(hero, items=items))
    return state, (ItemTaken(hero.name, item, "took" if takes else "stored"),)
