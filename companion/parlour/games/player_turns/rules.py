"""The machine of Heroes, Cities and Mines: whose decision it is, what can be done, what follows."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.common_rules_and_sentences import find_word_position, order_seats_from_first
from companion.parlour.game import Events, Move, Result
from companion.parlour.games.player_turns import daybreak, hero_turns, legal_hero_moves
from companion.parlour.games.player_turns.battle import fight_round, give_up_battle
from companion.parlour.games.player_turns.data import Data
from companion.parlour.games.player_turns.event_records import GameOver
from companion.parlour.games.player_turns.purses_items_and_table_rolls import (
    count_coins,
    list_own_city_numbers,
    list_own_hero_numbers,
)
from companion.parlour.games.player_turns.state import City, Hero, State

DONE, FIGHT, GIVE_UP, YES, NO = ("done",), ("fight",), ("give", "up"), ("yes",), ("no",)


def set_up_game(data: Data, players: int, dice: Faces) -> State:
    """The set-up, and the first Daybreak up to a decision."""
    seats = _roll_turn_order(players, dice)
    begins, board = data.figures.begin, data.board
    capitals = [data.find_tile(x, y) for x, y in board.capitals[str(players)]]
    cities = tuple(
        City(
            data.names.cities[seat],
            tile,
            seat,
            since=seat,
            purse=begins.coins + begins.later_coins * seats.index(seat),
            recruits=begins.recruits,
        )
        for seat, tile in enumerate(capitals)
    )
    heroes = tuple(
        Hero(data.names.heroes[seat], seat, tile, army=begins.army)
        for seat, tile in enumerate(capitals)
    )
    tokens = _place_tokens(data, players, capitals, dice)
    counts = {
        kind: tuple(
            sum(tile == at for at in tokens[kind]) for tile in range(len(data.steps_from_tiles))
        )
        for kind in ("monster", "resource", "item")
    }
    state = State(
        data=data,
        players=players,
        seats=seats,
        heroes=heroes,
        cities=cities,
        monsters=counts["monster"],
        caches=counts["resource"],
        finds=counts["item"],
        mines=tuple((tile, -1) for tile in tokens["mine"]),
        phase="hero",
        deck=tuple(reversed(_shuffle_with_dice(list(range(len(data.items.cards))), dice))),
        ruleset=data.figures.items,
        hired=players,
        taken=players,
    )
    state, _ = daybreak.begin_day(state)
    return _run_until_decision(state, dice)[0]


def _roll_turn_order(players: int, dice: Faces) -> tuple[int, ...]:
    """Each rolls 1d6; the highest is the Anchor, and those tied for it roll again."""
    tied = list(range(players))
    while len(tied) > 1:
        rolled = {seat: dice.face(6) for seat in tied}
        tied = [seat for seat in tied if rolled[seat] == max(rolled.values())]
    return order_seats_from_first(tied[0], players)


def _shuffle_with_dice(things: list[int], dice: Faces) -> list[int]:
    """The things in another order: one after the other, by a die of as many faces as are left."""
    order = []
    while things:
        order.append(things.pop(dice.face(len(things)) - 1))
    return order


def _place_tokens(
    data: Data, players: int, capitals: list[int], dice: Faces
) -> dict[str, list[int]]:
    """The Tiles of all tokens: one each, none in or beside a City."""
    closed = set(capitals)
    for tile in capitals:
        x, y = tile % data.board.width, tile // data.board.width
        for right, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            if 0 <= x + right < data.board.width and 0 <= y + down < data.board.height:
                closed.add((y + down) * data.board.width + x + right)
    tiles = _shuffle_with_dice(
        [tile for tile in range(len(data.steps_from_tiles)) if tile not in closed], dice
    )
    found: dict[str, list[int]] = {}
    for kind in ("item", "resource", "monster", "mine"):
        number = getattr(data.figures.begin.tokens, kind) * players
        found[kind], tiles = tiles[:number], tiles[number:]
    return found


def get_actor(state: State) -> int:
    """The seat that must decide: who answers a proposal, who votes next, or whose turn it is."""
    if state.phase == "answer":
        return state.proposal[1]
    if state.phase == "ballot":
        return state.voters[0]
    return state.seats[state.turn]


def list_moves(state: State) -> tuple[Move, ...]:
    """All legal moves in Heroes, Cities and Mines of the player who must move; none once it is
    over."""
    seat = get_actor(state) if state.phase != "over" else -1
    match state.phase:
        case "unpaid":
            return tuple(
                ("unpaid", state.heroes[at].typed_name) for at in list_own_hero_numbers(state, seat)
            )
        case "orders":
            return (*daybreak.list_city_order_moves(state, seat), DONE)
        case "hero":
            ready = [at for at in list_own_hero_numbers(state, seat) if not state.heroes[at].acted]
            heroes = (("hero", state.heroes[at].typed_name) for at in ready)
            return (*heroes, *daybreak.list_alliance_moves(state, seat), DONE)
        case "begin":
            return legal_hero_moves.list_moves_to_begin_turn(state)
        case "act":
            return legal_hero_moves.list_moves_of_hero(state)
        case "join":
            return tuple(("join", str(number)) for number in range(state.joining + 1))
        case "battle":
            return FIGHT, GIVE_UP
        case "answer" | "ballot":
            return YES, NO
    return ()


def apply_move(state: State, move: Move, dice: Faces) -> tuple[State, Events]:
    """The state after a legal move, and what happened up to the next decision."""
    state, events = _apply_move(state, move, dice)
    state, more = _run_until_decision(state, dice)
    return state, (*events, *more)


def _apply_move(state: State, move: Move, dice: Faces) -> tuple[State, Events]:
    seat = get_actor(state)
    match move[0]:
        case "unpaid":
            state, events = daybreak.kill_unpaid_hero(state, move[1])
            return (state if state.unpaid else _pass_on_to_next_player(state)), events
        case "build" | "recruit" | "hire":
            return daybreak.carry_out_order(state, seat, move)
        case "ally" | "part":
            return daybreak.propose_or_leave_alliance(state, seat, move)
        case "vote":
            return daybreak.call_vote(state, seat, "dice" if move[2] == "dice" else "cards")
        case "yes" | "no" if state.phase == "answer":
            return daybreak.answer_alliance_proposal(state, agrees=move == YES)
        case "yes" | "no":
            return daybreak.cast_vote(state, dice, yes=move == YES)
        case "hero":
            at = find_word_position(state.heroes, move[1])
            return replace(state, phase="begin", hero=at), ()
        case "roll":
            return hero_turns.roll_movement(state, dice)
        case "besiege":
            return hero_turns.besiege_city(state, move[1])
        case "end":
            return hero_turns.end_hero_turn(state), ()
        case "join":
            return hero_turns.recruit_monsters(state, int(move[1]))
        case "fight":
            return fight_round(state, dice)
        case "give":
            return give_up_battle(state)
        case "muster" | "leave" | "take" | "store":
            return hero_turns.exchange_with_city(state, move)
        case "pick" | "engage" | "capture" | "storm":
            return hero_turns.act_on_tile(state, move, dice)
        case "done":
            return _pass_on_to_next_player(state), ()
    return hero_turns.step_hero(state, move[0], dice)


def _pass_on_to_next_player(state: State) -> State:
    """The next player's wages, orders or turn."""
    return replace(state, turn=state.turn + 1, hero=-1)


def _run_until_decision(state: State, dice: Faces) -> tuple[State, Events]:
    """Whatever follows by itself, up to the next decision."""
    events: Events = ()
    while state.phase != "over":
        step = _run_next_step(state, dice)
        if step is None:
            break
        state, more = step
        events = (*events, *more)
    return state, events


def _run_next_step(state: State, dice: Faces) -> tuple[State, Events] | None:
    """The next thing that needs no decision; None where somebody must decide."""
    standing = state.players_in_game
    if len(standing) == 1 and state.battle is None:
        return _end_game(state, "conquest")
    if state.phase == "unpaid":
        return _go_on_with_wages(state)
    if state.phase == "orders" and state.turn == len(state.seats):
        return daybreak.end_daybreak(state, dice)
    if state.phase == "hero" and state.turn == len(state.seats):
        if state.day == state.data.figures.days:
            return _end_game(state, "renown")
        return daybreak.begin_day(state)
    if state.phase in ("orders", "hero") and state.seats[state.turn] not in standing:
        return _pass_on_to_next_player(state), ()
    if state.phase == "act" and not state.left and not _can_still_exchange(state):
        return hero_turns.end_hero_turn(state), ()
    return None


def _can_still_exchange(state: State) -> bool:
    """True if the Hero can still do something that costs no movement."""
    return any(move != legal_hero_moves.END for move in legal_hero_moves.list_moves_of_hero(state))


def _go_on_with_wages(state: State) -> tuple[State, Events] | None:
    """Wages of one player after the other; orders once all are paid."""
    if state.unpaid:
        return None
    if state.turn == len(state.seats):
        return replace(state, phase="orders", turn=0), ()
    seat = state.seats[state.turn]
    if seat not in state.players_in_game:
        return _pass_on_to_next_player(state), ()
    state, events = daybreak.pay_wages(state, seat)
    return (state if state.unpaid else _pass_on_to_next_player(state)), events


def count_renown(state: State, seat: int) -> int:
    """What a player's Cities, Mines, Heroes, troops, coins and Items count; nothing once out."""
    return sum(compute_renown_parts(state, seat).values())


def compute_renown_parts(state: State, seat: int) -> dict[str, int]:
    """The parts of a player's renown; none once out."""
    counts = state.data.figures.renown
    if not state.owns_city(seat):
        return {}
    cities = [state.cities[at] for at in list_own_city_numbers(state, seat)]
    heroes = [state.heroes[at] for at in list_own_hero_numbers(state, seat)]
    troops = sum(hero.army for hero in heroes) + sum(city.recruits for city in cities)
    items = [item for hero in heroes for item in hero.items]
    items += [item for city in cities for item in city.armory]
    return {
        "cities": sum(state.data.figures.tiers[city.tier].renown for city in cities),
        "mines": counts.mine * sum(owner == seat for _, owner in state.mines),
        "heroes": counts.hero * len(heroes),
        "troops": troops // counts.troops,
        "coins": count_coins(state, seat) // counts.coins,
        "items": sum(item.rarity for item in items),
    }


def _end_game(state: State, why: str) -> tuple[State, Events]:
    keys = {
        seat: (
            count_renown(state, seat),
            len(list_own_city_numbers(state, seat)),
            sum(owner == seat for _, owner in state.mines),
            count_coins(state, seat),
        )
        for seat in state.players_in_game
    }
    winners = tuple(sorted(seat for seat, key in keys.items() if key == max(keys.values())))
    renown = tuple(count_renown(state, seat) for seat in range(state.players))
    state = replace(state, phase="over", winners=winners, why=why)
    return state, (GameOver(winners, renown, why),)


def get_result(state: State) -> Result | None:
    """How a game of Heroes, Cities and Mines ended, with the scores; None while it goes on."""
    if state.phase != "over":
        return None
    scores = tuple(
        {
            "renown": count_renown(state, seat),
            "cities": len(list_own_city_numbers(state, seat)),
            "mines": sum(owner == seat for _, owner in state.mines),
            "coins": count_coins(state, seat),
        }
        for seat in range(state.players)
    )
    parts = tuple(compute_renown_parts(state, seat) for seat in range(state.players))
    return Result(state.winners, state.why, scores, parts)
