"""Daybreak in Heroes, Cities and Mines: income, wages, orders, arrivals; alliances and votes."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.common_rules_and_sentences import find_word_position
from companion.parlour.game import Event, Events, Move
from companion.parlour.games.player_turns.data import Ruleset
from companion.parlour.games.player_turns.event_records import (
    Allied,
    Arrived,
    Built,
    DayBegan,
    Hired,
    Income,
    Recruited,
    Voted,
    VoteEnded,
)
from companion.parlour.games.player_turns.purses_items_and_table_rolls import (
    add_coins,
    add_tokens_on_tile,
    are_allied,
    count_coins,
    find_city_number_on_tile,
    kill_hero,
    list_own_city_numbers,
    list_own_hero_numbers,
    replace_city,
    roll_table_row,
)
from companion.parlour.games.player_turns.state import City, Hero, State
from companion.values_with_ids import make_slug

DONE = ("done",)


def begin_day(state: State) -> tuple[State, Events]:
    """Income for all; those who part are parted; wages are due in turn order."""
    day = state.day + 1
    allies = tuple(pair for pair in state.allies if pair not in state.parting)
    heroes = tuple(replace(hero, acted=False) for hero in state.heroes)
    cities = tuple(replace(city, has_built=False) for city in state.cities)
    state = replace(
        state,
        day=day,
        allies=allies,
        parting=(),
        asked=(),
        has_voted=False,
        heroes=heroes,
        cities=cities,
        turn=0,
        phase="unpaid",
    )
    events: list[Event] = [DayBegan(day)]
    for seat in state.players_in_game:
        state, coins = _collect_income(state, seat)
        events.append(Income(seat, coins, "income"))
    return state, tuple(events)


def _collect_income(state: State, seat: int) -> tuple[State, int]:
    """What Cities put into their own Purses, and Mines into the main Purse."""
    total = 0
    for at in list_own_city_numbers(state, seat):
        city = state.cities[at]
        if not city.under_siege:
            income = state.data.figures.tiers[city.tier].income
            state = replace_city(state, at, replace(city, purse=city.purse + income))
            total += income
    mines = sum(owner == seat for _, owner in state.mines)
    return add_coins(state, seat, mines), total + mines


def pay_wages(state: State, seat: int) -> tuple[State, Events]:
    """Wages for as many Heroes as can be paid; the others are for the player to name."""
    wage = state.data.figures.prices.wage
    heroes = len(list_own_hero_numbers(state, seat))
    paid = min(heroes, count_coins(state, seat) // wage) if wage else heroes
    state = add_coins(state, seat, -paid * wage)
    state = replace(state, unpaid=heroes - paid)
    return state, (Income(seat, -paid * wage, "wages"),) if paid and wage else ()


def kill_unpaid_hero(state: State, word: str) -> tuple[State, Events]:
    """A Hero who is not paid dies."""
    at = find_word_position(state.heroes, word)
    state, events = kill_hero(state, at, state.heroes[at].tile)
    return replace(state, unpaid=state.unpaid - 1), events


def list_city_order_moves(state: State, seat: int) -> Iterator[Move]:
    """The orders that a player can give at their Cities now."""
    figures, coins = state.data.figures, count_coins(state, seat)
    for at in list_own_city_numbers(state, seat):
        city = state.cities[at]
        if city.under_siege:
            continue
        if not city.has_built:
            yield from _list_building_moves(state, city, coins)
        for number in range(1, coins // figures.prices.recruit + 1):
            yield ("recruit", str(number), city.typed_name)
        has_room = len(list_own_hero_numbers(state, seat)) < figures.limits.heroes
        if has_room and coins >= figures.prices.hero:
            yield ("hire", city.typed_name)
    yield from list_alliance_moves(state, seat)
    if not state.has_voted:
        other = "dice" if state.ruleset == "cards" else "cards"
        yield ("vote", "items", other)


def _list_building_moves(state: State, city: City, coins: int) -> Iterator[Move]:
    figures = state.data.figures
    if not city.ramparts and coins >= figures.prices.ramparts:
        yield ("build", "ramparts", city.typed_name)
    if city.tier + 1 < len(figures.tiers) and coins >= figures.tiers[city.tier + 1].price:
        yield ("build", make_slug(figures.tiers[city.tier + 1].name), city.typed_name)


def list_alliance_moves(state: State, seat: int) -> Iterator[Move]:
    """Alliances that can be proposed or left; none with two players."""
    if state.players < 3 or not state.data.figures.alliances:
        return
    for other in state.players_in_game:
        pair = min(seat, other), max(seat, other)
        if other == seat:
            continue
        if pair in state.allies and pair not in state.parting:
            yield ("part", str(other + 1))
        elif not are_allied(state, seat, other) and pair not in state.asked:
            yield ("ally", str(other + 1))


def carry_out_order(state: State, seat: int, move: Move) -> tuple[State, Events]:
    """One order at a City: build, recruit or hire."""
    at = find_word_position(state.cities, move[-1])
    city, prices = state.cities[at], state.data.figures.prices
    if move[0] == "build":
        if move[1] == "ramparts":
            price, city = prices.ramparts, replace(city, ramparts=True)
        else:
            price = state.data.figures.tiers[city.tier + 1].price
            city = replace(city, tier=city.tier + 1)
        state = replace_city(state, at, replace(city, has_built=True))
        return add_coins(state, seat, -price), (Built(seat, city.name, move[1]),)
    if move[0] == "recruit":
        number = int(move[1])
        state = replace_city(state, at, replace(city, recruits=city.recruits + number))
        state = add_coins(state, seat, -number * prices.recruit)
        return state, (Recruited(seat, city.name, number),)
    names = state.data.names.heroes
    again = state.hired // len(names) + 1
    name = names[state.hired % len(names)] + (f" {again}" if again > 1 else "")
    hero = Hero(name, seat, city.tile)
    state = replace(state, heroes=(*state.heroes, hero), hired=state.hired + 1)
    return add_coins(state, seat, -prices.hero), (Hired(seat, name, city.name),)


def propose_or_leave_alliance(state: State, seat: int, move: Move) -> tuple[State, Events]:
    """Propose an alliance, or part from one."""
    other = int(move[1]) - 1
    pair = min(seat, other), max(seat, other)
    if move[0] == "part":
        return replace(state, parting=(*state.parting, pair)), (Allied(seat, other, "parts"),)
    state = replace(
        state,
        asked=(*state.asked, pair),
        proposal=(seat, other),
        back_to=state.phase,
        phase="answer",
    )
    return state, (Allied(seat, other, "asks"),)


def answer_alliance_proposal(state: State, *, agrees: bool) -> tuple[State, Events]:
    """Agree to an alliance that was proposed, or decline it."""
    asker, asked = state.proposal
    pair = min(state.proposal), max(state.proposal)
    allies = (*state.allies, pair) if agrees else state.allies
    state = replace(state, allies=allies, proposal=(-1, -1), phase=state.back_to)
    return state, (Allied(asked, asker, "agrees" if agrees else "declines"),)


def call_vote(state: State, seat: int, ruleset: Ruleset) -> tuple[State, Events]:
    """A Vote on the ruleset for Items; the caller is for it."""
    order = state.players_in_game
    voters = tuple(other for other in order if other != seat)
    state = replace(
        state, has_voted=True, ballot=ruleset, voters=voters, votes=(True,), phase="ballot"
    )
    return state, (Voted(seat, yes=True),)


def cast_vote(state: State, dice: Faces, *, yes: bool) -> tuple[State, Events]:
    """The next vote; with the last one it is decided. A tie is rolled for."""
    seat, *others = state.voters
    votes = (*state.votes, yes)
    state = replace(state, voters=tuple(others), votes=votes)
    events: Events = (Voted(seat, yes),)
    if others:
        return state, events
    more = sum(votes) * 2 - len(votes)
    passed = more > 0 or (
        more == 0 and roll_table_row(state.data.figures.tied, dice).result == "passes"
    )
    ruleset = state.ballot if passed else state.ruleset
    state = replace(state, ruleset=ruleset, votes=(), phase="orders")
    return state, (*events, VoteEnded(state.ballot, passed, "" if passed else ruleset))


def end_daybreak(state: State, dice: Faces) -> tuple[State, Events]:
    """Sieges are lifted; from the second Day on new tokens arrive."""
    cities = tuple(replace(city, under_siege=False) for city in state.cities)
    state = replace(state, cities=cities, phase="hero", turn=0, hero=-1)
    events: Events = ()
    if state.day > 1:
        for _ in state.players_in_game:
            state, more = _add_rolled_arrival(state, dice)
            events = (*events, *more)
    return state, events


def _add_rolled_arrival(state: State, dice: Faces) -> tuple[State, Events]:
    kind = roll_table_row(state.data.figures.arrivals, dice).result
    if kind == "nothing":
        return state, ()
    free = list_free_tiles(state)
    if not free:
        return state, ()
    tile = free[dice.face(len(free)) - 1]
    arrived = Arrived(kind, state.data.format_tile_coordinates(tile))
    if kind == "monster":
        return replace(state, monsters=add_tokens_on_tile(state.monsters, tile, 1)), (arrived,)
    if kind == "item":
        return replace(state, finds=add_tokens_on_tile(state.finds, tile, 1)), (arrived,)
    return replace(state, caches=add_tokens_on_tile(state.caches, tile, 1)), (arrived,)


def list_free_tiles(state: State) -> list[int]:
    """The Tiles without token, City and Hero, in reading order."""
    taken = {hero.tile for hero in state.heroes} | {tile for tile, _ in state.mines}
    taken |= {tile for tile, _ in state.dropped}
    return [
        tile
        for tile in range(len(state.monsters))
        if not (state.monsters[tile] or state.caches[tile] or state.finds[tile])
        and tile not in taken
        and find_city_number_on_tile(state, tile) < 0
    ]
