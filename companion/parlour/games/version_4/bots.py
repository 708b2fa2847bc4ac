"""A bot that plays Version 4 as a sensible beginner does."""

from functools import cache
from itertools import product

from companion.dice.face_sources import Faces
from companion.parlour.bots import pick_move_randomly
from companion.parlour.game import Look, Move
from companion.parlour.games.version_4.board import (
    can_leave_toward_unexplored_hex,
    list_reachable_hexes,
)
from companion.parlour.games.version_4.dungeon_combat import (
    GUARDIAN_DIE,
    count_strength_without_mana,
    get_guardian,
)
from companion.parlour.games.version_4.mana import measure_mana_worth
from companion.parlour.games.version_4.rest_and_move import count_toll
from companion.parlour.games.version_4.rules import get_actor
from companion.parlour.games.version_4.state import Player, State

_WORTH_CRAWLING = 0.5
"""The chance at which a dungeon is entered."""
_FAR = 1_000.0
_LIMITS = 3
"""How many there are to bids: the creature's strength, one more, two more."""
_TOKEN_RATE = 1.0
"""What a token is worth: as much as a step nearer."""


def choose_move_sensibly(look: Look, moves: tuple[Move, ...], dice: Faces) -> Move:
    """Crawl where it will probably go well, else explore; take what is free on the way."""
    state = look()
    seat = get_actor(state)
    player = state.players[seat]
    if state.todo:
        return _choose_token_to_settle(state, player, moves, dice)
    if state.auction is not None:
        return _choose_bid(state, seat, moves)
    match state.phase:
        case "fight":
            return moves[0]
        case "move":
            return _choose_step(state, seat, moves, dice)
        case "adventure":
            return _choose_adventure(state, player, moves, dice)
    return pick_move_randomly(moves, dice)


def _choose_token_to_settle(
    state: State, player: Player, moves: tuple[Move, ...], dice: Faces
) -> Move:
    """Any colour to recover, else the colour it has most of; the weakest creature; mana at the
    King's Toll, unless it is short of coins."""
    if moves[0][0] == "recover":
        return pick_move_randomly(moves, dice)
    if moves[0][0] in ("fall", "dismiss"):
        strength = {
            state.data.typed_words_by_creature[each]: state.data.creatures_by_id[each].strength
            for each in player.army
        }
        return min(moves, key=lambda move: strength[move[1]])
    if moves[0][0] == "mana":
        return moves[1] if player.coins < 2 else moves[0]
    plain = [move for move in moves if move[0] != "burn"] or list(moves)
    colours = state.data.colour_positions
    return max(plain, key=lambda move: player.ready[colours[move[1]]])


def _choose_bid(state: State, seat: int, moves: tuple[Move, ...]) -> Move:
    """The least that is allowed, up to the creature's strength, one more or two more: by the seat
    from whose turn it is, and each round another."""
    auction = state.auction
    assert auction is not None
    away = (state.seats.index(seat) - state.turn) % len(state.seats)
    strength = state.data.creatures_by_id[auction.creature].strength
    most = strength + (away + state.round) % _LIMITS
    return moves[0] if moves[0][0] == "bid" and int(moves[0][1]) <= most else moves[-1]


def _choose_adventure(state: State, player: Player, moves: tuple[Move, ...], dice: Faces) -> Move:
    if ("crawl",) in moves and _compute_chance_against_guardian(
        state, player, player.at
    ) >= _WORTH_CRAWLING:
        return ("crawl",)
    if ("survey",) in moves:
        return ("survey",)
    explorations = tuple(move for move in moves if move[0] == "explore")
    return pick_move_randomly(explorations, dice) if explorations else ("done",)


def _choose_step(state: State, seat: int, moves: tuple[Move, ...], dice: Faces) -> Move:
    """An offer that helps; else the step that leads nearest to what is worth most; where nothing
    is near, a step with a token, to a hex with offers, or any."""
    player = state.players[seat]
    for wanted in ("hire", "lesson"):
        if ("use", wanted) in moves:
            return ("use", wanted)
    free = next((move for move in moves if move[0] == "use" and move[1] in ("bath", "well")), None)
    if free is not None:
        return free
    away = _rate_hexes_by_distance(state, player)
    number = {each.typed_name: at for at, each in enumerate(state.hexes)}
    steps = {}
    for move in moves:
        if move[0] == "go":
            gains = _is_token_worth_its_price(state, seat, number[move[1]])
            if (len(move) > 2) == (gains and (*move[:2], "token") in moves):
                steps[move] = number[move[1]]
    if not steps:
        return ("stop",)
    if max(away[at] for at in (player.at, *steps.values())) <= 0:
        return _choose_aimless_step(state, steps, dice)
    best: Move = ("stop",)
    best_rate = away[player.at] if ("stop",) in moves else -_FAR
    for move, at in steps.items():
        rate = away[at] + _TOKEN_RATE * (len(move) > 2)
        if rate > best_rate:
            best, best_rate = move, rate
    return best


def _choose_aimless_step(state: State, steps: dict[Move, int], dice: Faces) -> Move:
    """A step where nothing is to be crawled or explored."""
    with_token = tuple(move for move in steps if len(move) > 2)
    offering = tuple(move for move, at in steps.items() if state.hexes[at].offers)
    return pick_move_randomly(with_token or offering or tuple(steps), dice)


def _is_token_worth_its_price(state: State, seat: int, at: int) -> bool:
    """True if a token there gives more than its price, or gives once and for all."""
    place, toll = state.hexes[at], count_toll(state, seat, at)
    if at in state.players[seat].tokens:
        return False
    worth = max(1, place.get.recover + place.get.coins)
    return place.kind == "once" or (place.kind in ("token", "removal") and toll < worth)


def _rate_hexes_by_distance(state: State, player: Player) -> list[float]:
    """For each hex, the best of what this player can do from it, less the steps to get there."""
    value = [0.0] * len(state.hexes)
    for at in range(len(state.hexes)):
        if state.dungeons[at] >= 0:
            chance = _compute_chance_against_guardian(state, player, at)
            guardian = get_guardian(state, at)
            level = guardian.level if guardian else 2
            value[at] = chance * (3 + 3 * level) if chance >= _WORTH_CRAWLING else 0.0
        if can_leave_toward_unexplored_hex(state, at, player.ability):
            value[at] = max(value[at], 2.0)
    beside = [list_reachable_hexes(state, at, player.ability) for at in range(len(state.hexes))]
    for _ in beside:
        changed = False
        for at, others in enumerate(beside):
            for other in others:
                if value[other] - 1 > value[at]:
                    value[at] = value[other] - 1
                    changed = True
        if not changed:
            break
    return value


def _compute_chance_against_guardian(state: State, player: Player, at: int) -> float:
    """The chance to beat the guardian of a dungeon with all ready mana; of an unknown one that of
    the middle level."""
    guardian = get_guardian(state, at)
    levels = state.data.levels
    level = state.data.levels_by_id[guardian.level] if guardian else levels[len(levels) // 2]
    worth = (
        measure_mana_worth(state.data, player, guardian.colour) if guardian else sum(player.ready)
    )
    most = count_strength_without_mana(state, player) + worth - level.strength
    sums = _list_sums_of_guardian_dice(level.dice)
    return sum(each < most for each in sums) / len(sums)


@cache
def _list_sums_of_guardian_dice(dice: int) -> tuple[int, ...]:
    faces = range(1, GUARDIAN_DIE + 1)
    return tuple(sum(rolled) for rolled in product(faces, repeat=min(dice, 5)))
