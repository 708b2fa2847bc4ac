"""What holds at every moment of Heroes, Cities and Mines."""

from hypothesis import given
from hypothesis import strategies as st

from companion.parlour.game import Event
from companion.parlour.games.player_turns.event_records import (
    Built,
    Hired,
    Income,
    Joined,
    Recruited,
)
from companion.parlour.games.player_turns.game_definition import GAME
from companion.parlour.games.player_turns.purses_items_and_table_rolls import (
    find_city_number_on_tile,
    list_own_hero_numbers,
)
from companion.parlour.games.player_turns.rules import list_moves
from companion.parlour.games.player_turns.state import State
from companion.values_with_ids import make_slug
from tests.parlour.making import make_bot_match, watch_states
from tests.rounds import rounds


@rounds(60, short=6)
@given(
    seed=st.integers(0, 10_000),
    players=st.integers(2, 4),
    bot=st.sampled_from(["random", "steady"]),
)
def test_nothing_is_lost_and_nothing_is_made(seed: int, players: int, bot: str) -> None:
    match = make_bot_match(GAME, players, bot, str(seed))
    mines, cities, tier = len(match.state.mines), len(match.state.cities), 0
    for state in watch_states(match, 5):
        require_sound(state)
        highest = sum(city.tier for city in state.cities)
        assert highest >= tier
        tier = highest
    assert (len(match.state.mines), len(match.state.cities)) == (mines, cities)
    assert match.state.day <= match.state.data.figures.days


def require_sound(state: State) -> None:
    limits = state.data.figures.limits
    held = [item for hero in state.heroes for item in hero.items]
    held += [item for city in state.cities for item in city.armory]
    held += [item for _, item in state.dropped]
    cards = [item.card for item in held if item.card >= 0]
    assert sorted((*state.deck, *cards)) == list(range(len(state.data.items.cards)))
    assert min((*state.monsters, *state.caches, *state.finds)) >= 0
    for city in state.cities:
        assert min(city.purse, city.recruits) >= 0
        assert not (city.ramparts and city.under_siege)
    for seat in range(state.players):
        heroes = list_own_hero_numbers(state, seat)
        assert len(heroes) <= limits.heroes
        if not state.owns_city(seat):
            assert not heroes
            assert seat not in {owner for _, owner in state.mines}
    for at, hero in enumerate(state.heroes):
        assert hero.army >= 0
        where = find_city_number_on_tile(state, hero.tile)
        if where >= 0 and at != state.hero:
            assert state.cities[where].owner == hero.owner
    if state.battle is not None:
        units = sum(hero.army for hero in state.heroes) + state.battle.number + 10
        assert state.battle.round <= units
    assert len({hero.name for hero in state.heroes}) == len(state.heroes)
    for one, other in state.allies:
        assert one < other
    assert bool(list_moves(state)) == (state.phase != "over")


@rounds(20, short=3)
@given(seed=st.integers(0, 10_000), players=st.integers(2, 4))
def test_coins_are_those_put_in_less_those_paid(seed: int, players: int) -> None:
    match = make_bot_match(GAME, players, "steady", str(seed))
    coins, join_price = count_all_coins(match.state), 0
    for _, _, events in match.play_bots():
        for event in events:
            coins += count_change(match.state, event, join_price)
        assert count_all_coins(match.state) == coins
        join_price = match.state.join_price


def count_all_coins(state: State) -> int:
    return sum(city.purse for city in state.cities)


def count_change(state: State, event: Event, join_price: int) -> int:
    """What an event puts into all Purses, or takes out of them."""
    figures = state.data.figures
    match event:
        case Income():
            return event.coins
        case Recruited():
            return -event.number * figures.prices.recruit
        case Hired():
            return -figures.prices.hero
        case Joined():
            return -event.number * join_price
        case Built():
            prices = {make_slug(tier.name): tier.price for tier in figures.tiers}
            return -{"ramparts": figures.prices.ramparts, **prices}[event.what]
    return 0
