"""Why a move cannot be made in Heroes, Cities and Mines."""

from companion.parlour.game import Lacks, Move, OffMap, Reason
from companion.parlour.games.player_turns.legal_hero_moves import list_item_words_on_tile
from companion.parlour.games.player_turns.purses_items_and_table_rolls import (
    are_allied,
    count_coins,
    find_city_number_on_tile,
    find_mine_number_on_tile,
    list_own_city_numbers,
    list_own_hero_numbers,
)
from companion.parlour.games.player_turns.rules import get_actor
from companion.parlour.games.player_turns.state import City, Hero, State


class HeroLimit(Reason, frozen=True, tag="hero_limit"):
    most: int


class Built(Reason, frozen=True, tag="built"):
    city: str


class UnderSiege(Reason, frozen=True, tag="under_siege"):
    city: str


class Grandest(Reason, frozen=True, tag="grandest"):
    """A City of the highest tier."""

    city: str
    tier: str


class NextTier(Reason, frozen=True, tag="next_tier"):
    """Tiers come one after the other."""

    city: str
    tier: str


class HasRamparts(Reason, frozen=True, tag="has_ramparts"):
    """Ramparts stand: of one's own City, or of one that cannot be entered."""

    city: str
    is_own: bool


class NoRamparts(Reason, frozen=True, tag="no_ramparts"):
    city: str


class NotBeside(Reason, frozen=True, tag="not_beside"):
    city: str


class MonsterFirst(Reason, frozen=True, tag="monster_first"):
    pass


class InTheWay(Reason, frozen=True, tag="in_the_way"):
    """What has to be dealt with first on this Tile."""

    what: str


class NotHere(Reason, frozen=True, tag="not_here"):
    what: str


class OwnCityOnly(Reason, frozen=True, tag="own_city_only"):
    pass


class NoExchanges(Reason, frozen=True, tag="no_exchanges"):
    most: int


class HasActed(Reason, frozen=True, tag="has_acted"):
    hero: str


def find_refusal_reason(state: State, move: Move) -> Reason | None:
    """The one rule of Heroes, Cities and Mines that typed words break; None for no one rule."""
    match move[0]:
        case "build" | "recruit" | "hire":
            return _find_reason_against_order(state, move)
        case "hero":
            own = (state.heroes[at] for at in list_own_hero_numbers(state, get_actor(state)))
            gone = (
                hero.name for hero in own if hero.acted and hero.typed_name.startswith(move[-1])
            )
            name = next(gone, "") if len(move) > 1 else ""
            return HasActed(name) if name else None
        case "join" if len(move) > 1 and move[1].isdecimal() and state.join_price:
            coins = count_coins(state, get_actor(state))
            needs = int(move[1]) * state.join_price
            return Lacks("coins", needs, coins) if needs > coins else None
        case "besiege":
            return _find_reason_against_siege(state, move)
    return _find_reason_against_act(state, move) if state.phase == "act" else None


def _find_reason_against_order(state: State, move: Move) -> Reason | None:
    seat, figures = get_actor(state), state.data.figures
    coins = count_coins(state, seat)
    own = [state.cities[at] for at in list_own_city_numbers(state, seat)]
    named = [city for city in own if len(move) > 1 and city.typed_name.startswith(move[-1])]
    city = (named or own)[0]
    if city.under_siege:
        return UnderSiege(city.name)
    match move[0]:
        case "hire":
            if len(list_own_hero_numbers(state, seat)) >= figures.limits.heroes:
                return HeroLimit(figures.limits.heroes)
            needs = figures.prices.hero
        case "recruit":
            number = next((int(word) for word in move[1:] if word.isdecimal()), 1)
            needs = number * figures.prices.recruit
        case _:
            return _find_flaw_of_building(state, city, move[1] if len(move) > 1 else "", coins)
    return Lacks("coins", needs, coins) if needs > coins else None


def _find_flaw_of_building(state: State, city: City, what: str, coins: int) -> Reason | None:
    tiers, price = state.data.figures.tiers, state.data.figures.prices.ramparts
    if city.has_built:
        return Built(city.name)
    if what and "ramparts".startswith(what):
        if city.ramparts:
            return HasRamparts(city.name, is_own=True)
        return Lacks("coins", price, coins) if price > coins else None
    if city.tier + 1 == len(tiers):
        return Grandest(city.name, tiers[-1].name)
    coming = tiers[city.tier + 1]
    if what and not coming.name.casefold().startswith(what):
        return NextTier(city.name, coming.name)
    return Lacks("coins", coming.price, coins) if coming.price > coins else None


def _find_reason_against_siege(state: State, move: Move) -> Reason | None:
    hero, price = state.heroes[state.hero], state.data.figures.prices.siege
    if state.monsters[hero.tile]:
        return MonsterFirst()
    named = [c for c in state.cities if len(move) > 1 and c.typed_name.startswith(move[1])]
    beside = {tile for _, tile in state.data.steps_from_tiles[hero.tile]}
    for city in named or [each for each in state.cities if each.tile in beside]:
        if city.tile not in beside:
            return NotBeside(city.name)
        if not are_allied(state, city.owner, hero.owner):
            if not city.ramparts:
                return NoRamparts(city.name)
            if state.phase == "act" and state.left < price:
                return Lacks("movement", price, state.left)
    return None if named else NotHere("an enemy City beside this Tile")


def _find_reason_against_act(state: State, move: Move) -> Reason | None:
    """What a Hero cannot do in the turn."""
    hero = state.heroes[state.hero]
    if state.monsters[hero.tile] and move != ("engage", "monster"):
        return MonsterFirst()
    if move[0] in ("muster", "leave", "take", "store"):
        return _find_reason_against_exchange(state, hero, move)
    if not state.left:
        return Lacks("movement", 1, 0)
    if move[0] in ("n", "e", "s", "w", "ne", "se", "sw", "nw"):
        return _find_reason_against_step(state, hero, move[0])
    return _find_reason_against_touch(state, hero, move)


def _find_reason_against_step(state: State, hero: Hero, direction: str) -> Reason | None:
    tile = dict(state.data.steps_from_tiles[hero.tile]).get(direction)
    if tile is None:
        return OffMap(direction)
    at = find_city_number_on_tile(state, tile)
    if at < 0 or state.cities[at].owner == hero.owner:
        return None
    city = state.cities[at]
    if city.ramparts and not are_allied(state, city.owner, hero.owner):
        return HasRamparts(city.name, is_own=False)
    return Lacks("movement", 2, state.left) if state.left < 2 else None


def _find_reason_against_touch(state: State, hero: Hero, move: Move) -> Reason | None:
    tile = hero.tile
    foes = [
        each.name
        for each in state.heroes
        if each.tile == tile and not are_allied(state, each.owner, hero.owner)
    ]
    lying = bool(list_item_words_on_tile(state, tile) or state.caches[tile])
    match move[0]:
        case "engage":
            return NotHere("an enemy") if not foes else None
        case "storm":
            return NotHere("a City without Ramparts")
        case "pick":
            return InTheWay(foes[0]) if foes and lying else NotHere("that")
        case "capture":
            mine = find_mine_number_on_tile(state, tile)
            if mine < 0:
                return NotHere("a mine")
            if foes or lying:
                return InTheWay(foes[0] if foes else "what lies here")
            return NotHere("a mine of somebody else")
    return None


def _find_reason_against_exchange(state: State, hero: Hero, move: Move) -> Reason | None:
    at, most = find_city_number_on_tile(state, hero.tile), state.data.figures.limits.exchanges
    if at < 0 or state.cities[at].owner != hero.owner:
        return OwnCityOnly()
    if state.exchanges >= most:
        return NoExchanges(most)
    if move[0] in ("take", "store"):
        return NotHere("that")
    has = state.cities[at].recruits if move[0] == "muster" else hero.army
    number = int(move[1]) if len(move) > 1 and move[1].isdecimal() else 1
    what = "Recruits" if move[0] == "muster" else "Mercenaries"
    return Lacks(what, number, has) if number > has else None


def describe_refusal_reason(_state: State, reason: Reason) -> str:
    """Why a move is refused in Heroes, Cities and Mines, as a clause; "" for other reasons."""
    match reason:
        case HeroLimit():
            return f"you have {reason.most} Heroes, and more are not allowed"
        case Built():
            return f"{reason.city} has built today"
        case UnderSiege():
            return f"{reason.city} is under siege until this Daybreak is over"
        case Grandest():
            return f"{reason.city} is a {reason.tier}, the highest tier"
        case NextTier():
            return f"the next tier of {reason.city} is {reason.tier}"
        case HasRamparts():
            return f"{reason.city} has Ramparts{'' if reason.is_own else ': besiege it first'}"
        case NoRamparts():
            return f"{reason.city} has no Ramparts: step onto it"
        case NotBeside():
            return f"the Hero does not stand beside {reason.city}"
        case MonsterFirst():
            return "a Monster is here, and has to be met first"
        case InTheWay():
            return f"{reason.what} comes first"
        case NotHere():
            return f"{reason.what} is not here"
        case OwnCityOnly():
            return "the Hero is not in a City of yours"
        case NoExchanges():
            return f"{reason.most} exchanges in a turn are the most"
        case HasActed():
            return f"{reason.hero} has gone today"
    return ""
