"""The machine of Version 4: whose turn it is, what can be done, and what comes of it."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.cards import draw_card, shuffle_cards, take_cards
from companion.parlour.common_rules_and_sentences import find_word_position, order_seats_from_first
from companion.parlour.game import Events, Move
from companion.parlour.games.version_4 import auction as auctions
from companion.parlour.games.version_4 import rest_and_move
from companion.parlour.games.version_4.board import (
    can_survey,
    lay_tile,
    list_tile_placements,
    make_citadel,
)
from companion.parlour.games.version_4.data import EVENT, TILE, Data, EventStep
from companion.parlour.games.version_4.dungeon_combat import crawl_dungeon, lose_crawl, win_crawl
from companion.parlour.games.version_4.event_records import (
    ClassTaken,
    EventDrawn,
    Explored,
    GameOver,
    Idle,
    RoundBegan,
    Surveyed,
)
from companion.parlour.games.version_4.mana import replace_player
from companion.parlour.games.version_4.owed_tasks import (
    add_owed_tasks,
    apply_move_of_task,
    list_moves_of_task,
    settle_forced_tasks,
)
from companion.parlour.games.version_4.renown import count_renown, find_winners
from companion.parlour.games.version_4.state import Player, State, Todo
from companion.values_with_ids import make_slug

DONE, CRAWL, SURVEY = ("done",), ("crawl",), ("survey",)
SPEND, YIELD = ("spend",), ("yield",)


def set_up_game(data: Data, players: int, dice: Faces) -> State:
    """The set-up, up to the choice of classes."""
    figures = data.figures
    tiles = shuffle_cards(tuple(each.id for each in data.tiles), dice)
    creatures = shuffle_cards(tuple(each.id for each in data.creatures), dice)
    guardians = shuffle_cards(tuple(each.id for each in data.guardians), dice)
    treasures = shuffle_cards(tuple(each.id for each in data.treasures), dice)
    events = shuffle_cards(tuple(each.id for each in data.events for _ in range(each.copies)), dice)
    first = dice.face(players) - 1 if players > 1 else 0
    none = (0,) * len(figures.colours)
    state = State(
        data=data,
        players=(Player(ready=none, spent=none, coins=figures.coins),) * players,
        hexes=(make_citadel(data),),
        phase="class",
        seats=order_seats_from_first(first, players),
        tile_pile=tiles,
        creature_pile=creatures,
        guardian_pile=guardians,
        treasure_pile=treasures,
        event_pile=events,
        dungeons=(-1,),
    )
    return _refill_layout(state, dice)


def _refill_layout(state: State, dice: Faces) -> State:
    """Tiles drawn until the layout is whole, while there are any."""
    lacking = state.data.figures.layout - len(state.layout)
    drawn, pile = take_cards(state.tile_pile, lacking, dice, TILE)
    return replace(state, layout=(*state.layout, *drawn), tile_pile=pile)


def get_actor(state: State) -> int:
    """Who owes a choice, else who bids next, else whose turn it is."""
    if state.todo:
        return state.todo[0].seat
    if state.auction is not None:
        return state.auction.waiting[0]
    return state.seats[state.turn]


def list_moves(state: State) -> tuple[Move, ...]:
    """All legal moves in Version 4 of the player who must move; none once it is over."""
    if state.phase == "over":
        return ()
    if state.todo:
        return list_moves_of_task(state)
    if state.auction is not None:
        return auctions.list_bid_moves(state, state.auction)
    seat = get_actor(state)
    match state.phase:
        case "class":
            taken = {player.class_name for player in state.players}
            free = (each.name for each in state.data.classes if each.name not in taken)
            return tuple(("class", make_slug(name)) for name in free)
        case "move":
            return tuple(rest_and_move.list_moves_of_move_phase(state, seat))
        case "fight":
            return SPEND, YIELD
    return _list_adventure_moves(state, seat)


def _list_adventure_moves(state: State, seat: int) -> tuple[Move, ...]:
    player = state.players[seat]
    found: list[Move] = [CRAWL] if state.dungeons[player.at] >= 0 else []
    found += list_tile_placements(state, player.at, player.ability)
    if can_survey(state, player.at, player.ability):
        found.append(SURVEY)
    return (*found, DONE)


def apply_move(state: State, move: Move, dice: Faces) -> tuple[State, Events]:
    """The state after a legal move, and what happened up to the next choice."""
    state, events = _apply_move(state, move, dice)
    state, more = _run_until_choice(state, dice)
    return state, (*events, *more)


def _apply_move(state: State, move: Move, dice: Faces) -> tuple[State, Events]:
    if state.todo:
        return apply_move_of_task(state, move)
    if state.auction is not None:
        return auctions.make_bid(state, state.auction, move)
    seat = get_actor(state)
    match move[0]:
        case "class":
            return _take_class(state, seat, move[1])
        case "go":
            at = find_word_position(state.hexes, move[1])
            return rest_and_move.enter_hex(state, seat, at, marks=len(move) > 2)
        case "use":
            return rest_and_move.use_offer(state, seat, move[1])
        case "stop":
            return replace(state, phase="adventure"), ()
        case "crawl":
            return crawl_dungeon(state, seat, dice)
        case "spend":
            return win_crawl(state, seat)
        case "yield":
            return lose_crawl(state, seat)
        case "explore":
            return _explore(state, seat, move, dice)
        case "survey":
            return _survey(state, seat, dice)
    is_idle = list_moves(state) == (DONE,)
    here = state.hexes[state.players[seat].at].name
    return replace(state, phase="end_turn"), (Idle(seat, here),) if is_idle else ()


def _take_class(state: State, seat: int, word: str) -> tuple[State, Events]:
    """A class is taken; after the last one the first turn begins."""
    chosen = next(each for each in state.data.classes if make_slug(each.name) == word)
    at = state.data.colour_positions[chosen.colour]
    player = state.players[seat]
    ready = tuple(chosen.mana if n == at else 0 for n in range(len(player.ready)))
    player = replace(
        player, ability=chosen.ability, colour=chosen.colour, class_name=chosen.name, ready=ready
    )
    state = replace_player(state, seat, player)
    is_last = state.turn + 1 == len(state.seats)
    state = replace(state, turn=0, phase="rest") if is_last else replace(state, turn=state.turn + 1)
    return state, (ClassTaken(seat, chosen.name),)


def _explore(state: State, seat: int, move: Move, dice: Faces) -> tuple[State, Events]:
    """A tile is laid; its explorer gains mana of its colour, and the layout is filled."""
    tile = state.data.tiles_by_id[int(move[1])]
    state = _refill_layout(lay_tile(state, move), dice)
    gained = Todo("gain", seat, state.data.figures.explorer_gains, tile.colour)
    return replace(add_owed_tasks(state, gained), phase="end_turn"), (Explored(seat, tile.id),)


def _survey(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """A treasure card, and a new layout: the old one goes under the pile, shuffled."""
    under = shuffle_cards(state.layout, dice)
    state = _refill_layout(replace(state, layout=(), tile_pile=(*under, *state.tile_pile)), dice)
    state = replace(add_owed_tasks(state, Todo("treasure", seat, 1)), phase="end_turn")
    return state, (Surveyed(seat),)


def _run_until_choice(state: State, dice: Faces) -> tuple[State, Events]:
    """Whatever happens by itself, up to the next choice."""
    events: Events = ()
    while True:
        state, more = settle_forced_tasks(state, dice)
        events = (*events, *more)
        if state.todo:
            return state, events
        step = _run_next_part(state, dice)
        if step is None:
            return state, events
        state, more = step
        events = (*events, *more)


def _run_next_part(state: State, dice: Faces) -> tuple[State, Events] | None:
    """The next part of a turn; None where somebody must choose."""
    if state.auction is not None:
        if auctions.is_auction_over(state.auction):
            return auctions.end_auction(state, state.auction)
        return None
    seat = state.seats[state.turn]
    match state.phase:
        case "rest":
            state, events = rest_and_move.rest_player(state, seat)
            return replace(state, phase="event"), events
        case "event":
            return _draw_event(state, seat, dice)
        case "auction":
            state, events = auctions.begin_auction(state, dice)
            return replace(state, phase="begin_move"), events
        case "begin_move":
            return rest_and_move.begin_or_skip_move_phase(state, seat), ()
        case "end_turn":
            return _end_turn(state)
    return None


def _draw_event(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """The next event card, its steps owed by those it is for."""
    card_id, pile, discards = draw_card(state.event_pile, state.event_discards, dice, EVENT)
    if card_id is None:
        return replace(state, phase="begin_move"), ()
    card = state.data.events_by_id[card_id]
    order = state.seats[state.turn :] + state.seats[: state.turn]
    owed = [
        todo
        for step in card.steps
        for who in (order if step.who == "each" else (seat,))
        for todo in _list_tasks_of_step(step, who)
    ]
    state = replace(
        add_owed_tasks(state, *owed),
        event_pile=pile,
        event_discards=(*discards, card_id),
        move_change=card.moves,
        phase="auction" if card.auction else "begin_move",
    )
    return state, (EventDrawn(seat, card_id),)


def _list_tasks_of_step(step: EventStep, seat: int) -> list[Todo]:
    """What a step of an event card comes to for one player."""
    owed = [Todo("recover", seat, number, _decode_colour(c)) for c, number in step.recover.items()]
    owed += [Todo("gain", seat, number, _decode_colour(c)) for c, number in step.gain.items()]
    if step.coins:
        owed.append(Todo("coins", seat, step.coins))
    owed += [Todo("toll", seat, number, coins=step.or_coins) for number in step.spend.values()]
    if step.dismiss_over is not None:
        owed.append(Todo("dismiss_over", seat, step.dismiss_over))
    if step.lose_over is not None:
        owed.append(Todo("lose_over", seat, step.lose_over))
    return owed


def _decode_colour(colour: str) -> str:
    """A colour of a file, in which `any` is no one colour."""
    return "" if colour == "any" else colour


def _end_turn(state: State) -> tuple[State, Events]:
    """The next turn, the next round, or the end."""
    if state.turn + 1 < len(state.seats):
        return replace(state, turn=state.turn + 1, phase="rest"), ()
    if state.round < state.data.figures.rounds:
        state = replace(state, turn=0, round=state.round + 1, phase="rest")
        return state, (RoundBegan(state.round),)
    winners = find_winners(state)
    renown = tuple(count_renown(state, player) for player in state.players)
    return replace(state, phase="over", winners=winners), (GameOver(winners, renown),)
