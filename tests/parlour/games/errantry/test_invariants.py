"""What holds at every moment of Errantry."""

from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from companion.parlour.games.errantry.common_rules import sum_item_figures
from companion.parlour.games.errantry.data import RESOURCES
from companion.parlour.games.errantry.game_definition import GAME
from companion.parlour.games.errantry.rules import get_actor
from companion.parlour.games.errantry.state import State
from tests.parlour.games.errantry.making import load
from tests.parlour.making import make_bot_match, watch_states
from tests.rounds import rounds

BOTS = ("random", "steady")


@rounds(60, short=6)
@given(seed=st.integers(0, 10_000), players=st.integers(1, 6))
def test_nothing_is_lost_and_nothing_is_made(seed: int, players: int) -> None:
    match = make_bot_match(GAME, players, "random", str(seed))
    for state in watch_states(match, 7):
        require_sound(state)
    assert match.state.day <= load().figures.last_day


def require_sound(state: State) -> None:
    data, figures = state.data, state.data.figures
    heroes = state.heroes

    def held(name: str) -> list[int]:
        return [each for hero in heroes for each in getattr(hero, name)]

    monsters = [
        *state.monster_pile,
        *state.monster_discards,
        *filter(None, state.monsters),
        *held("trophies"),
    ]
    assert sorted(monsters) == sorted(each.id for each in data.monsters)
    treasures = [*state.treasure_pile, *state.treasure_discards, *state.board, *held("treasures")]
    assert sorted(treasures) == sorted(each.id for each in data.treasures)
    items = [*state.item_pile, *state.item_discards, *filter(None, state.market), *held("items")]
    assert sorted(items) == sorted(each.id for each in data.wares)
    laid = {each.name for each in state.hexes[1:]}
    tiles = [
        *state.tile_pile,
        *state.hand,
        *(each.id for each in data.tiles if each.hexes[0].name in laid),
    ]
    assert sorted(tiles) == sorted(each.id for each in data.tiles)
    assert sorted(state.order) == list(range(len(heroes)))
    for hero in heroes:
        assert hero.ready >= 0
        assert hero.spent >= 0
        assert hero.total_mana >= figures.mana
        assert all(getattr(hero.resources, name) >= 0 for name in RESOURCES)
        assert len(set(hero.tokens)) == len(hero.tokens) <= figures.movement_tokens
        assert 0 not in hero.tokens
        if hero.at == 0 and state.phase not in ("over", "lay", "stand"):
            assert not hero.trophies
            assert not hero.treasures
    assert state.monsters[0] == 0
    ranks = [data.treasure_sort_keys[each] for each in state.board]
    assert ranks == sorted(ranks)
    full = figures.boxes * figures.box_cards
    assert len(ranks) == full or not (state.treasure_pile or state.treasure_discards)
    reached, queue = {0}, [0]
    for at in queue:
        fresh = [other for other in state.hexes[at].roads if other not in reached]
        reached.update(fresh)
        queue += fresh
    assert len(reached) == len(state.hexes)


@rounds(30, short=4)
@given(seed=st.integers(0, 10_000), players=st.integers(1, 6), bot=st.sampled_from(BOTS))
@example(seed=2627, players=3, bot="random")
def test_a_day_is_one_turn_each_of_few_steps_and_purchases(
    seed: int, players: int, bot: str
) -> None:
    match = make_bot_match(GAME, players, bot, str(seed))
    figures, before = load().figures, match.state
    turn: Counter[str] = Counter()
    for _, move, _ in match.play_bots():
        turn[move[0]] += 1
        hero = before.heroes[get_actor(before)]
        if move[0] == "go":  # later in the turn an item may be sold that lent its steps
            assert turn["go"] <= figures.moves + sum_item_figures(before, hero, "moves")
        assert turn["buy"] <= figures.buys
        if (before.day, before.turn) != (match.state.day, match.state.turn):
            turn.clear()
        before = match.state
    assert match.state.day <= figures.last_day
