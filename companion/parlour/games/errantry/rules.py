"""The machine of Errantry: what can be done, and what comes of it."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.cards import draw_card, shuffle_cards, take_cards
from companion.parlour.common_rules_and_sentences import (
    find_word_position,
    list_seats_with_highest_key,
    order_seats_from_first,
    replace_element,
)
from companion.parlour.game import Events, Move, Result
from companion.parlour.games.errantry.combat import challenge_monster, lose_combat, win_combat
from companion.parlour.games.errantry.common_rules import (
    get_current_seat,
    replace_hero,
    sort_treasure_cards,
)
from companion.parlour.games.errantry.data import ITEM, MONSTER, TILE, TREASURE, Data
from companion.parlour.games.errantry.event_records import (
    DayBegan,
    GameOver,
    Laid,
    MonsterAppeared,
    PlaceTaken,
    Stood,
)
from companion.parlour.games.errantry.market import buy_item, list_trade_moves, sell_item
from companion.parlour.games.errantry.rest_and_move import (
    begin_move_phase,
    enter_hex,
    list_steps,
    rest_hero,
    return_token,
)
from companion.parlour.games.errantry.state import Hero, State
from companion.parlour.games.errantry.tile_laying import CITADEL, lay_tile, list_tile_placements
from companion.parlour.hexes import count_hex_steps

STOP, RESTED, DONE = ("stop",), ("rested",), ("done",)
FIGHT, LEAVE = ("fight",), ("leave",)
SPEND, YIELD = ("spend",), ("yield",)


def set_up_game(data: Data, players: int, dice: Faces) -> State:
    """The set-up: piles shuffled, board and marketplace dealt, and the first player chosen, who
    holds tiles to lay."""
    figures = data.figures
    tiles = shuffle_cards(tuple(each.id for each in data.tiles), dice)
    monsters = shuffle_cards(tuple(each.id for each in data.monsters), dice)
    treasures = shuffle_cards(tuple(each.id for each in data.treasures), dice)
    items = shuffle_cards(tuple(each.id for each in data.wares), dice)
    board, treasures = take_cards(treasures, figures.boxes * figures.box_cards, dice, TREASURE)
    market, items = take_cards(items, figures.market, dice, ITEM)
    first = dice.face(players) - 1 if players > 1 else 0
    state = State(
        data=data,
        heroes=(Hero(ready=figures.mana),) * players,
        hexes=(CITADEL,),
        monsters=(0,),
        phase="lay",
        order=order_seats_from_first(first, players),
        tile_pile=tiles,
        monster_pile=monsters,
        treasure_pile=treasures,
        item_pile=items,
        board=sort_treasure_cards(data, board),
        market=market,
    )
    return _draw_tiles(state, dice)


def get_actor(state: State) -> int:
    """The seat that must move: who chooses a place in the order, else whose turn it is."""
    if state.phase == "order":
        chosen = sum(seat >= 0 for seat in state.places)
        return state.order[-1 - chosen]
    return get_current_seat(state)


def list_moves(state: State) -> tuple[Move, ...]:
    """All legal moves in Errantry of the player who must move; none once it is over."""
    match state.phase:
        case "lay":
            return tuple(list_tile_placements(state))
        case "stand":
            seat = get_current_seat(state)
            own = tuple(each for each in state.hexes if each.owner == seat)
            return tuple(("stand", each.typed_name) for each in own or (CITADEL,))
        case "order":
            free = (place for place, seat in enumerate(state.places, 1) if seat < 0)
            return tuple(("place", str(place)) for place in free)
        case "rest":
            hero = state.heroes[get_current_seat(state)]
            lying = (state.hexes[at].typed_name for at in hero.tokens)
            return (*(("take", name) for name in lying), RESTED)
        case "move":
            return (*list_steps(state), STOP)
        case "challenge":
            return FIGHT, LEAVE
        case "combat":
            return SPEND, YIELD
        case "market":
            return (*list_trade_moves(state), DONE)
    return ()


def apply_move(state: State, move: Move, dice: Faces) -> tuple[State, Events]:
    """The state of Errantry after a legal move, and what happened."""
    seat = get_actor(state)
    match move[0]:
        case "lay":
            state, names = lay_tile(state, move, seat)
            state = (
                state
                if state.hand and any(list_tile_placements(state))
                else _begin_choosing_places(state)
            )
            return state, (Laid(seat, int(move[1]), names),)
        case "stand":
            at = find_word_position(state.hexes, move[1])
            state = replace_hero(state, seat, replace(state.heroes[seat], at=at))
            return _end_laying(state, (Stood(seat, state.hexes[at].name),), dice)
        case "place":
            return _take_place_in_order(state, seat, int(move[1]))
        case "take":
            state, events = return_token(
                state, seat, find_word_position(state.hexes, move[1]), rests=False
            )
            if state.heroes[seat].tokens:
                return state, events
            return begin_move_phase(state), events
        case "rested":
            return begin_move_phase(state), ()
        case "go":
            at = find_word_position(state.hexes, move[1])
            state, events = enter_hex(state, seat, at, marks=len(move) > 2)
            return (
                (state, events) if state.phase == "over" else _go_on_after_step(state, dice, events)
            )
        case "stop":
            return _end_move(state, dice)
        case "fight":
            state, events = challenge_monster(state, seat, dice)
            return _end_turn_if_fight_is_decided(state, dice, events)
        case "spend":
            state, events = win_combat(state, seat, dice)
            return _end_turn(state, dice, events)
        case "yield":
            state, events = lose_combat(state, seat)
            return _end_turn(state, dice, events)
        case "buy":
            return buy_item(state, seat, move[1], dice)
        case "sell":
            return sell_item(state, seat, move[1])
    return _end_turn(state, dice, ())


def get_result(state: State) -> Result | None:
    """How a game of Errantry ended, with the scores; None while it goes on."""
    if state.phase != "over":
        return None
    scores = tuple(
        {
            "trophies": len(hero.trophies),
            "mana": hero.total_mana,
            "worth": _value_goods_of_hero(state.data, hero),
        }
        for hero in state.heroes
    )
    return Result(state.winners, state.why, scores)


def _draw_tiles(state: State, dice: Faces) -> State:
    """The next to lay holds tiles. Those that cannot be laid at all go under the pile."""
    number = state.data.figures.tiles_each[len(state.heroes) - 1]
    hand, pile = take_cards(state.tile_pile, number, dice, TILE)
    state = replace(state, hand=hand, tile_pile=pile, phase="lay")
    return state if any(list_tile_placements(state)) else _begin_choosing_places(state)


def _begin_choosing_places(state: State) -> State:
    return replace(state, phase="stand", tile_pile=(*state.hand, *state.tile_pile), hand=())


def _end_laying(state: State, events: Events, dice: Faces) -> tuple[State, Events]:
    """The next lays tiles; after the last the first day begins."""
    if state.turn + 1 < len(state.order):
        return _draw_tiles(replace(state, turn=state.turn + 1), dice), events
    return _begin_day(state, events)


def _begin_day(state: State, events: Events) -> tuple[State, Events]:
    day = state.day + 1
    places = (-1,) * len(state.heroes)
    return replace(state, day=day, phase="order", places=places), (*events, DayBegan(day))


def _take_place_in_order(state: State, seat: int, place: int) -> tuple[State, Events]:
    """Take a place of the day's order; with the last one taken the turns begin."""
    places = replace_element(state.places, place - 1, seat)
    state = replace(state, places=places)
    events: Events = (PlaceTaken(seat, place),)
    if -1 in places:
        return state, events
    return _begin_turn(replace(state, order=places, turn=0), events)


def _begin_turn(state: State, events: Events) -> tuple[State, Events]:
    """Rest: tokens come back, but for those that wait for the errand's end, and mana recovers."""
    seat = get_current_seat(state)
    state, more = rest_hero(state, seat)
    state = replace(state, purchases=0, crossed=())
    waiting = state.heroes[seat].tokens
    state = replace(state, phase="rest") if waiting else begin_move_phase(state)
    return state, (*events, *more)


def _go_on_after_step(state: State, dice: Faces, events: Events) -> tuple[State, Events]:
    """After a step: the Move ends in the Citadel, and where no step is left."""
    seat = get_current_seat(state)
    if state.heroes[seat].at and state.steps_left:
        return state, events
    after, more = _end_move(state, dice)
    return after, (*events, *more)


def _end_move(state: State, dice: Faces) -> tuple[State, Events]:
    at = state.heroes[get_current_seat(state)].at
    if at == 0:
        return replace(state, phase="market"), ()
    if state.monsters[at]:
        return replace(state, phase="challenge"), ()
    return _end_turn(state, dice, ())


def _end_turn_if_fight_is_decided(
    state: State, dice: Faces, events: Events
) -> tuple[State, Events]:
    """A combat that mana can still decide waits; any other ends the turn."""
    return (state, events) if state.phase == "combat" else _end_turn(state, dice, events)


def _end_turn(state: State, dice: Faces, events: Events) -> tuple[State, Events]:
    seat = get_current_seat(state)
    state = replace_hero(state, seat, replace(state.heroes[seat], bought=()))
    if state.turn + 1 < len(state.order):
        return _begin_turn(replace(state, turn=state.turn + 1), events)
    return _end_day(state, dice, events)


def _end_day(state: State, dice: Faces, events: Events) -> tuple[State, Events]:
    """Monsters appear; after the last day the calendar ends the game."""
    for _ in range(state.data.figures.monsters_a_day):
        state, more = _place_next_monster(state, dice)
        events = (*events, *more)
    if state.day < state.data.figures.last_day:
        return _begin_day(state, events)
    winners = _find_winners(state)
    state = replace(state, phase="over", winners=winners, why="calendar")
    return state, (*events, GameOver(winners, "calendar"))


def _place_next_monster(state: State, dice: Faces) -> tuple[State, Events]:
    """The next monster comes to the farthest free hex of its terrain; where there is none, to the
    farthest free hex. A die decides among equals."""
    free = [at for at in range(1, len(state.hexes)) if not state.monsters[at]]
    if not free:
        return state, ()
    found, pile, discards = draw_card(state.monster_pile, state.monster_discards, dice, MONSTER)
    if found is None:
        return state, ()
    state = replace(state, monster_pile=pile, monster_discards=discards)
    terrain = state.data.monsters_by_id[found].terrain
    free = [at for at in free if state.hexes[at].terrain == terrain] or free
    distance = {at: count_hex_steps(state.hexes[at].at) for at in free}
    farthest = [at for at in free if distance[at] == max(distance.values())]
    at = farthest[dice.face(len(farthest)) - 1] if len(farthest) > 1 else farthest[0]
    monsters = replace_element(state.monsters, at, found)
    return replace(state, monsters=monsters), (MonsterAppeared(found, state.hexes[at].name),)


def _value_goods_of_hero(data: Data, hero: Hero) -> int:
    """What a hero's resources and treasure cards are worth."""
    cards = sum(data.treasure_sort_keys[each][0] for each in hero.treasures)
    return data.compute_worth_of_resources(hero.resources) + cards


def _find_winners(state: State) -> tuple[int, ...]:
    """Who wins by the calendar: most trophies, then most mana, then the highest worth. Nobody, who
    plays alone."""
    if len(state.heroes) == 1:
        return ()
    keys = [
        (len(hero.trophies), hero.total_mana, _value_goods_of_hero(state.data, hero))
        for hero in state.heroes
    ]
    return list_seats_with_highest_key(keys)
