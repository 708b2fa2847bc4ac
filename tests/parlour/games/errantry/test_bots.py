"""What the steady bot of Errantry does."""

import pytest
from msgspec.structs import replace

from companion.parlour.game import Move
from companion.parlour.games.errantry.bots import choose_move_sensibly
from companion.parlour.games.errantry.data import Resources
from companion.parlour.games.errantry.rules import DONE, list_moves
from companion.parlour.games.errantry.state import Hero
from tests.parlour.games.errantry.making import load, make_hero, make_state, place_monsters
from tests.parlour.making import NO_DICE, make_match

GOLD = Resources(gold=9, silk=9, gems=9)


def choose_trade(*moves: Move) -> Move:
    match = make_match("errantry")
    heroes = tuple(replace(hero, resources=GOLD) for hero in match.state.heroes)
    state = replace(match.state, data=load(), heroes=heroes, phase="market")
    return choose_move_sensibly(lambda: state, (*moves, DONE), NO_DICE)


def test_the_most_useful_item_is_bought() -> None:
    assert choose_trade(("buy", "rope"), ("buy", "sword"), ("buy", "spear")) == ("buy", "sword")


def test_an_item_of_no_use_is_bought_so_that_another_takes_its_place() -> None:
    assert choose_trade(("buy", "rope"), ("sell", "sword")) == ("buy", "rope")
    assert choose_trade(("sell", "sword")) == DONE


def choose_step(hero: Hero, **monsters: str) -> Move:
    """The last step of a hero alone on the example map, with nothing to buy."""
    state = place_monsters(make_state(hero, market=(), steps_left=1), **monsters)
    return choose_move_sensibly(lambda: state, list_moves(state), NO_DICE)


def test_with_trophies_or_treasure_and_no_beatable_monster_it_rides_home() -> None:
    assert choose_step(make_hero("Smithy", trophies=(1,))) == ("go", "citadel")
    assert choose_step(make_hero("Smithy", treasures=(1,))) == ("go", "citadel")
    assert choose_step(make_hero("Smithy")) != ("go", "citadel")


@pytest.mark.parametrize(
    ("here", "there"),
    [("Citadel", "Ferry"), ("Bog", "Causeway"), ("Ridge", "Spring"), ("Bog", "Smithy")],
)
def test_it_places_a_token_wherever_there_is_an_effect(here: str, there: str) -> None:
    footpad = {there: "Footpad"}
    assert choose_step(make_hero(here), **footpad) == ("go", there.casefold(), "token")
