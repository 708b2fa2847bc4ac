"""A bot that plays Errantry as a sensible beginner does."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.bots import pick_move_randomly
from companion.parlour.common_rules_and_sentences import find_word_position
from companion.parlour.game import Look, Move
from companion.parlour.games.errantry.combat import (
    MONSTER_DIE,
    count_monster_dice,
    count_strength_without_mana,
)
from companion.parlour.games.errantry.common_rules import get_current_seat
from companion.parlour.games.errantry.data import Monster, Ware
from companion.parlour.games.errantry.rest_and_move import count_toll, enter_hex, list_steps
from companion.parlour.games.errantry.state import Hero, State

_BOLD, _BOLD_A_TROPHY = 50, 12
"""A fight wants this chance in a hundred, and so much more for each trophy at stake."""
_WORTH_A_RIDE = 55
"""The chance that a monster must be beaten with, had one `_GROWTH` more, to be ridden to."""
_GROWTH = 2
_HIGHEST_TOLL = 0
_FAR = 1_000

Plan = tuple[int, ...]
"""How good a place to end a Move is; the greater the better."""


def choose_move_sensibly(look: Look, moves: tuple[Move, ...], dice: Faces) -> Move:
    """Ride to monsters that can probably be beaten, come home with trophies, and buy what helps."""
    state = look()
    match state.phase:
        case "order" | "combat":
            return moves[0]
        case "rest":
            return moves[-1]
        case "challenge":
            seat = get_current_seat(state)
            return moves[0] if _is_bold_enough_to_fight(state, state.heroes[seat]) else moves[1]
        case "market":
            return _choose_purchase(state, moves)
        case "move":
            return _choose_step_or_stop(state, moves)
    return pick_move_randomly(moves, dice)


def _choose_purchase(state: State, moves: tuple[Move, ...]) -> Move:
    """The most useful item that can be bought: of no use too, so that another takes its place."""
    words = {
        word: _rate_item(state.data.wares_by_id[item])
        for item, word in state.data.typed_words_by_ware.items()
    }
    bought = (move for move in moves if move[0] == "buy")
    return max(bought, key=lambda move: words[move[1]], default=moves[-1])


def _rate_item(item: Ware) -> int:
    return item.strength * 3 + item.fewer_dice * 4 + (item.moves + item.rest_recovers) * 2


def _choose_step_or_stop(state: State, moves: tuple[Move, ...]) -> Move:
    """The first step of the best way to move, or to stop here."""
    seat = get_current_seat(state)
    home = _measure_road_distances(state, [0])
    toward = _measure_distances_to_goals(state, state.heroes[seat], home)
    best, chosen = _rate_ending_here(state, seat, home, toward), moves[-1]
    for move in _list_sensible_steps(state, seat):
        rated = _rate_step(state, seat, move, home, toward)
        if rated > best:
            best, chosen = rated, move
    return chosen


def _measure_distances_to_goals(state: State, hero: Hero, home: list[int]) -> list[int]:
    """How far each hex is from where the hero wants to be: a monster that is worth a ride; where
    there is none, home with trophies, treasure or the price of an item."""
    monsters = (at for at, monster in enumerate(state.monsters) if monster and at != hero.at)
    goals = [at for at in monsters if _is_monster_worth_aiming_at(state, at)]
    away = _measure_road_distances(state, goals)
    is_rich = hero.trophies or hero.treasures or _can_buy_something(state, hero)
    return home if is_rich and min(away) == _FAR else away


def _rate_step(state: State, seat: int, move: Move, home: list[int], toward: list[int]) -> Plan:
    """How good the best end is that begins with this step."""
    at = find_word_position(state.hexes, move[1])
    after, _ = enter_hex(state, seat, at, marks=len(move) > 2)
    best = _rate_ending_here(after, seat, home, toward)
    if at == 0 or after.phase == "over" or not after.steps_left:
        return best
    steps = _list_sensible_steps(after, seat)
    return max((best, *(_rate_step(after, seat, step, home, toward) for step in steps)))


def _list_sensible_steps(state: State, seat: int) -> Iterator[Move]:
    """Each step once: with a token where the hex gives something for it and mana allows."""
    steps = list(list_steps(state))
    with_token = {move[1] for move in steps if len(move) > 2}
    for move in steps:
        if len(move) > 2:
            continue
        at = find_word_position(state.hexes, move[1])
        there = state.hexes[at]
        helps = there.strength or there.mark or there.rest or there.errand
        is_cheap = count_toll(state, seat, at) <= _HIGHEST_TOLL
        yield (*move, "token") if helps and is_cheap and move[1] in with_token else move


def _rate_ending_here(state: State, seat: int, home: list[int], toward: list[int]) -> Plan:
    """How good it is to end the Move here."""
    if state.phase == "over":
        return (5,)
    hero = state.heroes[seat]
    at = hero.at
    if len(hero.trophies) >= state.data.figures.trophies_to_win:
        return (4, -home[at])
    if state.monsters[at] and _is_bold_enough_to_fight(state, hero):
        return (3, state.data.monsters_by_id[state.monsters[at]].level, len(hero.tokens))
    return (2, -toward[at], len(hero.tokens))


def _can_buy_something(state: State, hero: Hero) -> bool:
    """True if something is on offer that the hero can pay."""
    offered = (state.data.wares_by_id[item] for item in state.market if item)
    return any(hero.resources.covers(item.cost) for item in offered)


def _is_bold_enough_to_fight(state: State, hero: Hero) -> bool:
    monster = state.data.monsters_by_id[state.monsters[hero.at]]
    return _compute_chance_to_win(state, hero, monster, hero.ready) >= _get_least_chance_to_fight(
        hero
    )


def _get_least_chance_to_fight(hero: Hero) -> int:
    """The chance in a hundred at which the hero dares to fight."""
    return _BOLD + _BOLD_A_TROPHY * len(hero.trophies)


def _is_monster_worth_aiming_at(state: State, at: int) -> bool:
    """True for a monster that the hero, a little stronger, would dare to fight and beat."""
    hero = replace(state.heroes[get_current_seat(state)], tokens=())
    monster = state.data.monsters_by_id[state.monsters[at]]
    wanted = max(_WORTH_A_RIDE, _get_least_chance_to_fight(hero))
    growth = _GROWTH
    return _compute_chance_to_win(state, hero, monster, hero.ready + growth) >= wanted


def _compute_chance_to_win(state: State, hero: Hero, monster: Monster, more: int) -> int:
    """The chance in a hundred to beat a monster with so much more than one's strength."""
    most = count_strength_without_mana(state, hero) + more - monster.strength
    highest = most if state.data.figures.tie_wins else most - 1
    return _compute_share_of_rolls(count_monster_dice(state, hero, monster), highest)


@cache
def _compute_share_of_rolls(dice: int, most: int) -> int:
    """How many in a hundred rolls of so many monster dice come to this or less."""
    faces = range(1, MONSTER_DIE + 1)
    rolls = [sum(rolled) for rolled in product(faces, repeat=min(dice, 5))]
    return 100 * sum(roll <= most for roll in rolls) // len(rolls)


def _measure_road_distances(state: State, goals: list[int]) -> list[int]:
    """How many steps by road each hex is from the nearest goal."""
    distance = [_FAR] * len(state.hexes)
    reached = list(goals)
    for at in goals:
        distance[at] = 0
    for at in reached:
        for other in state.hexes[at].roads:
            if distance[other] == _FAR:
                distance[other] = distance[at] + 1
                reached.append(other)
    return distance
