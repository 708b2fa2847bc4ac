"""The phases Rest and Move of Errantry: tokens on the map, steps by road and off it, and the end of
an errand."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.parlour.game import Event, Events, Move
from companion.parlour.games.errantry.common_rules import (
    get_current_seat,
    give_hero_what_hex_gives,
    recover_mana,
    replace_hero,
    spend_mana,
    sum_item_figures,
)
from companion.parlour.games.errantry.event_records import (
    ErrandEnded,
    GameOver,
    Got,
    Mana,
    Moved,
    TokenPlaced,
    TokenReturned,
)
from companion.parlour.games.errantry.state import Hero, State


def rest_hero(state: State, seat: int) -> tuple[State, Events]:
    """Tokens come back, but for those that wait for the end of an errand; mana recovers."""
    events: list[Event] = []
    for at in state.heroes[seat].tokens:
        if state.hexes[at].errand is None:
            state, more = return_token(state, seat, at, rests=True)
            events += more
    hero = state.heroes[seat]
    number = state.data.figures.rest_recovers + sum_item_figures(state, hero, "rest_recovers")
    after = recover_mana(hero, number)
    if after.ready != hero.ready:
        events.append(Mana(seat, after.ready - hero.ready))
    return replace_hero(state, seat, after), tuple(events)


def return_token(state: State, seat: int, at: int, *, rests: bool) -> tuple[State, Events]:
    """A token comes back from a hex; in Rest it brings what the hex gives for that."""
    hero, place = state.heroes[seat], state.hexes[at]
    hero = replace(hero, tokens=tuple(each for each in hero.tokens if each != at))
    events: Events = (TokenReturned(seat, place.name),)
    if rests and place.rest is not None:
        hero, more = give_hero_what_hex_gives(hero, seat, place.rest)
        events = (*events, *more)
    return replace_hero(state, seat, hero), events


def begin_move_phase(state: State) -> State:
    """The state as the Move phase of the player whose turn it is begins, with all its steps."""
    hero = state.heroes[get_current_seat(state)]
    steps = state.data.figures.moves + sum_item_figures(state, hero, "moves")
    return replace(state, phase="move", steps_left=steps)


def list_steps(state: State) -> Iterator[Move]:
    """Every step that is possible, without a token and with one."""
    seat = get_current_seat(state)
    hero = state.heroes[seat]
    here = state.hexes[hero.at]
    reached = list(here.roads)
    if find_crossing_item(state, hero, is_wild=False):
        reached += here.fields
    if find_crossing_item(state, hero, is_wild=True):
        reached += here.wilds
    for at in reached:
        name = state.hexes[at].typed_name
        yield ("go", name)
        if can_place_token(state, seat, at):
            yield ("go", name, "token")


def find_crossing_item(state: State, hero: Hero, *, is_wild: bool) -> int:
    """The item that crosses a side off the road, and has not yet in this Move; 0 for none. Over an
    open side one that crosses nothing else goes first."""
    wares = state.data.wares_by_id
    ready = [each for each in hero.items if wares[each].cross and each not in state.crossed]
    if not is_wild:
        ready.sort(key=lambda each: wares[each].cross != "open")
    return next((e for e in ready if not is_wild or wares[e].cross == "any"), 0)


def can_place_token(state: State, seat: int, at: int) -> bool:
    """True if the hero can place a token on a hex: none of theirs is there, one is left, and the
    toll can be paid."""
    hero = state.heroes[seat]
    if at == 0 or at in hero.tokens or len(hero.tokens) >= state.data.figures.movement_tokens:
        return False
    return hero.ready >= count_toll(state, seat, at)


def count_toll(state: State, seat: int, at: int) -> int:
    """The mana that a token there costs: one for each of the other players' on it."""
    others = sum(at in hero.tokens for other, hero in enumerate(state.heroes) if other != seat)
    return max(0, others - sum_item_figures(state, state.heroes[seat], "toll_off"))


def enter_hex(state: State, seat: int, at: int, *, marks: bool) -> tuple[State, Events]:
    """One step onto a hex, and a token placed there; in the Citadel the errand ends."""
    hero = state.heroes[seat]
    here = state.hexes[hero.at]
    crossed = state.crossed
    if at not in here.roads:
        crossed = (*crossed, find_crossing_item(state, hero, is_wild=at in here.wilds))
    hero = replace(hero, at=at)
    place = state.hexes[at]
    events: Events = (Moved(seat, place.name),)
    if marks:
        toll = count_toll(state, seat, at)
        hero = replace(spend_mana(hero, toll), tokens=(*hero.tokens, at))
        events = (*events, TokenPlaced(seat, place.name, toll))
        if place.mark is not None:
            hero, more = give_hero_what_hex_gives(hero, seat, place.mark)
            events = (*events, *more)
    state = replace_hero(state, seat, hero)
    state = replace(state, steps_left=state.steps_left - 1, crossed=crossed)
    if at:
        return state, events
    state, more = bring_spoils_home(state, seat)
    return state, (*events, *more)


def bring_spoils_home(state: State, seat: int) -> tuple[State, Events]:
    """The hero enters the Citadel: three trophies win at once. Else tokens that waited bring what
    their hexes give, trophies become mana, and treasure cards the resources they show."""
    hero = state.heroes[seat]
    events: Events = (ErrandEnded(seat, len(hero.trophies), len(hero.treasures)),)
    if len(hero.trophies) >= state.data.figures.trophies_to_win:
        state = replace(state, phase="over", winners=(seat,), why="trophies")
        return state, (*events, GameOver((seat,), "trophies"))
    for at in hero.tokens:
        effect = state.hexes[at].errand
        if effect is not None:
            hero = replace(hero, tokens=tuple(each for each in hero.tokens if each != at))
            hero, more = give_hero_what_hex_gives(hero, seat, effect)
            events = (*events, TokenReturned(seat, state.hexes[at].name), *more)
    if hero.trophies:
        events = (*events, Mana(seat, 0, len(hero.trophies)))
    state = replace(state, monster_discards=(*state.monster_discards, *hero.trophies))
    hero = replace(hero, ready=hero.ready + len(hero.trophies), trophies=())
    state, more = exchange_treasures_for_resources(replace_hero(state, seat, hero), seat)
    return state, (*events, *more)


def exchange_treasures_for_resources(state: State, seat: int) -> tuple[State, Events]:
    """The hero's treasure cards go to the discards, and bring the resources that they show."""
    hero = state.heroes[seat]
    if not hero.treasures:
        return state, ()
    got = state.data.treasures_by_id[hero.treasures[0]].resources
    for each in hero.treasures[1:]:
        got = got.add(state.data.treasures_by_id[each].resources)
    state = replace(state, treasure_discards=(*state.treasure_discards, *hero.treasures))
    hero = replace(hero, treasures=(), resources=hero.resources.add(got))
    return replace_hero(state, seat, hero), (Got(seat, got),)
