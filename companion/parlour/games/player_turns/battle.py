"""Battles in Heroes, Cities and Mines: rounds of dice between a Hero's side and whoever defends."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.game import Events
from companion.parlour.games.player_turns.data import Data
from companion.parlour.games.player_turns.event_records import (
    BattleEnded,
    BattleRound,
    Captured,
    CityTaken,
    Fainted,
    Income,
    PlayerOut,
)
from companion.parlour.games.player_turns.purses_items_and_table_rolls import (
    add_coins,
    add_tokens_on_tile,
    choose_battle_items,
    drop_items,
    give_mine_to_seat,
    kill_hero,
    replace_city,
    replace_hero,
)
from companion.parlour.games.player_turns.state import Battle, Hero, State


class Losses(NamedTuple):
    """The units that each side loses in a round."""

    attack: int
    defence: int


def begin_battle(state: State, battle: Battle, dice: Faces) -> tuple[State, Events]:
    """The first round; the attacker's player decides on all others."""
    return fight_round(replace(state, battle=battle, phase="battle"), dice)


def fight_round(state: State, dice: Faces) -> tuple[State, Events]:
    """Roll for both sides, and let units fall."""
    battle = state.battle
    assert battle is not None
    attack, defence = (
        _roll_attack_total(state, battle, dice),
        _roll_defence_total(state, battle, dice),
    )
    units = count_attackers(battle), count_defenders(battle)
    losses = count_losses(attack, defence, units, state.data.figures.dice.hit)
    name = state.heroes[battle.attacker].name
    before = battle
    battle = _fell_defenders(battle, losses.defence, dice)
    battle = _fell_attackers(battle, losses.attack, dice)
    rolled = BattleRound(
        name,
        battle.round,
        attack,
        defence,
        losses.attack,
        losses.defence,
        attack_left=count_attackers(battle),
        defence_left=count_defenders(battle),
        fell=_list_fallen(state, before, battle),
    )
    battle = replace(battle, round=battle.round + 1)
    state = replace(state, battle=battle)
    if not count_defenders(battle):
        state, events = _win_battle(state, battle)
    elif not count_attackers(battle):
        state, events = _lose_battle(state, battle, gave_up=False)
    else:
        return state, (rolled,)
    return state, (rolled, *events)


def give_up_battle(state: State) -> tuple[State, Events]:
    """The attacking Hero dies; the defenders stay as they are."""
    battle = state.battle
    assert battle is not None
    return _lose_battle(state, battle, gave_up=True)


def count_losses(attack: int, defence: int, units: tuple[int, int], hit: int) -> Losses:
    """The units that fall: one for each full ten of the other side's total, and at least one in
    all. Never more than stand; and one side is left: that of the higher total, or the defence."""
    by_attack, by_defence = attack // hit, defence // hit
    if not by_attack and not by_defence:
        by_attack, by_defence = (1, 0) if attack > defence else (0, 1)
    attack_lost, defence_lost = min(by_defence, units[0]), min(by_attack, units[1])
    if (attack_lost, defence_lost) == units:
        if attack > defence:
            attack_lost -= 1
        else:
            defence_lost -= 1
    return Losses(attack_lost, defence_lost)


def _roll_attack_total(state: State, battle: Battle, dice: Faces) -> int:
    hero = state.heroes[battle.attacker]
    total = 0 if battle.fallen else _roll_dice_of_hero(state.data, hero, dice)
    return total + _roll_dice_of_troops(state.data, battle.army, dice)


def _roll_defence_total(state: State, battle: Battle, dice: Faces) -> int:
    standing = (at for at in battle.defenders if at not in battle.down)
    total = sum(_roll_dice_of_hero(state.data, state.heroes[at], dice) for at in standing)
    if battle.city_stands:
        total += state.data.dice_pools.city.roll(dice)
    return total + _roll_dice_of_troops(state.data, battle.troops, dice)


def _roll_dice_of_hero(data: Data, hero: Hero, dice: Faces) -> int:
    """A Hero's own dice, then those of the Items that count."""
    total = data.dice_pools.hero.roll(dice)
    for item in choose_battle_items(hero.items):
        total += data.item_bonus_dice[item.type, item.rarity].roll(dice)
    return total


def _roll_dice_of_troops(data: Data, number: int, dice: Faces) -> int:
    return sum(data.dice_pools.troop.roll(dice) for _ in range(number))


def _list_fallen(state: State, before: Battle, after: Battle) -> tuple[str, ...]:
    """The names of Heroes, and of the City, that fell in a round."""
    fallen = [at for at in after.down if at not in before.down]
    names = [state.heroes[at].name for at in fallen]
    if before.city_stands and not after.city_stands:
        names.append(state.cities[after.target].name)
    if after.fallen and not before.fallen:
        names.append(state.heroes[after.attacker].name)
    return tuple(names)


def count_attackers(battle: Battle) -> int:
    """How many units still attack: the army, and its Hero."""
    return battle.army + (not battle.fallen)


def count_defenders(battle: Battle) -> int:
    """How many units still defend: troops, Heroes, and the City."""
    return battle.troops + len(battle.defenders) - len(battle.down) + battle.city_stands


def _fell_defenders(battle: Battle, hits: int, dice: Faces) -> Battle:
    """Units of the defence fall, each by a die: first its Heroes, then the City, then troops."""
    for _ in range(hits):
        standing = [at for at in battle.defenders if at not in battle.down]
        units = count_defenders(battle)
        face = dice.face(units) if units > 1 and units > battle.troops else 1
        if face <= len(standing):
            battle = replace(battle, down=(*battle.down, standing[face - 1]))
        elif battle.city_stands and face == len(standing) + 1:
            battle = replace(battle, city_stands=False)
        else:
            battle = replace(battle, troops=battle.troops - 1)
    return battle


def _fell_attackers(battle: Battle, hits: int, dice: Faces) -> Battle:
    for _ in range(hits):
        units = count_attackers(battle)
        face = dice.face(units) if units > 1 and not battle.fallen else 1
        if face == 1 and not battle.fallen:
            battle = replace(battle, fallen=True)
        else:
            battle = replace(battle, army=battle.army - 1)
    return battle


def _remove_fallen_troops(state: State, battle: Battle) -> State:
    """Troops that fell are gone: a City's Recruits first, then the Armies of its Heroes."""
    lost = battle.number - battle.troops
    if battle.kind == "city":
        city = state.cities[battle.target]
        fallen = min(lost, city.recruits)
        state = replace_city(state, battle.target, replace(city, recruits=city.recruits - fallen))
        lost -= fallen
    for at in battle.defenders:
        hero = state.heroes[at]
        fallen = min(lost, hero.army)
        state = replace_hero(state, at, replace(hero, army=hero.army - fallen))
        lost -= fallen
    return state


def _let_hero_faint(state: State, at: int, tile: int) -> tuple[State, Events]:
    """A Hero who fell on the side that won: half the Army stays, all Items are dropped."""
    hero = state.heroes[at]
    state = drop_items(state, tile, hero.items)
    hero = replace(hero, army=hero.army // 2, items=())
    return replace_hero(state, at, hero), (Fainted(hero.name, hero.army),)


def _win_battle(state: State, battle: Battle) -> tuple[State, Events]:
    """The defence is gone: its Heroes die, and what it was about is the attacker's."""
    at, seat = battle.attacker, state.heroes[battle.attacker].owner
    name = state.heroes[at].name
    state = replace_hero(state, at, replace(state.heroes[at], army=battle.army))
    state = _remove_fallen_troops(state, battle)
    events: Events = (BattleEnded(name, battle.kind, won=True),)
    for each in sorted(battle.defenders, reverse=True):
        state, more = kill_hero(state, each, battle.tile)
        at -= each < at
        events = (*events, *more)
    if battle.kind == "monsters":
        state = replace(state, monsters=add_tokens_on_tile(state.monsters, battle.tile, -1))
        state, more = _pay_reward(state, seat, battle.number // 2)
        events = (*events, *more)
    elif battle.kind == "guardians":
        state, more = capture_mine(state, battle.target, seat, battle.number)
        events = (*events, *more)
    elif battle.kind == "city":
        state, more = _take_city(state, battle.target, seat)
        events = (*events, *more)
        at = next(n for n, hero in enumerate(state.heroes) if hero.name == name)
        hero = replace(state.heroes[at], tile=battle.tile)
        state = replace_hero(state, at, hero)
    if battle.fallen:
        state, more = _let_hero_faint(state, at, battle.tile)
        events = (*events, *more)
    state = replace(state, battle=None, hero=at, phase="act", fresh=False)
    return state, events


def capture_mine(state: State, at: int, seat: int, guardians: int) -> tuple[State, Events]:
    """A Mine changes hands for 1 coin; half its Guardians' number more if nobody owned it."""
    tile, owner = state.mines[at]
    coins = 1 + (guardians // 2 if owner < 0 else 0)
    state, more = _pay_reward(give_mine_to_seat(state, at, seat), seat, coins)
    return state, (Captured(seat, state.data.format_tile_coordinates(tile)), *more)


def _pay_reward(state: State, seat: int, coins: int) -> tuple[State, Events]:
    return add_coins(state, seat, coins), (Income(seat, coins, "won"),) if coins else ()


def _take_city(state: State, at: int, seat: int) -> tuple[State, Events]:
    """A City changes hands with its tier, Purse and Armory. Who has none left is out: their Heroes
    die, and their Mines are nobody's."""
    city = state.cities[at]
    loser, taken = city.owner, state.taken + 1
    city = replace(city, owner=seat, since=taken, recruits=0, ramparts=False)
    state = replace(replace_city(state, at, city), taken=taken)
    events: Events = (CityTaken(seat, city.name),)
    if state.owns_city(loser):
        return state, events
    events = (*events, PlayerOut(loser))
    for each in reversed(range(len(state.heroes))):
        hero = state.heroes[each]
        if hero.owner == loser:
            state, more = kill_hero(state, each, hero.tile)
            events = (*events, *more)
    mines = tuple((tile, -1 if owner == loser else owner) for tile, owner in state.mines)
    allies = tuple(pair for pair in state.allies if loser not in pair)
    return replace(state, mines=mines, allies=allies), events


def _lose_battle(state: State, battle: Battle, *, gave_up: bool) -> tuple[State, Events]:
    """The attacking Hero dies; Heroes of the defence who fell have fainted."""
    hero = state.heroes[battle.attacker]
    state = replace_hero(state, battle.attacker, replace(hero, army=battle.army))
    state = _remove_fallen_troops(state, battle)
    events: Events = (BattleEnded(hero.name, battle.kind, won=False, gave_up=gave_up),)
    for each in battle.down:
        state, more = _let_hero_faint(state, each, battle.tile)
        events = (*events, *more)
    state, more = kill_hero(state, battle.attacker, battle.tile)
    return replace(state, battle=None, phase="hero", hero=-1), (*events, *more)
