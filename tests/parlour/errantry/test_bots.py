"""What the steady bot of Errantry does."""

from msgspec.structs import replace

from companion.parlour.errantry.bots import ride_steadily
from companion.parlour.errantry.figures import Resources
from companion.parlour.errantry.rules import DONE
from companion.parlour.game import Move
from tests.parlour.errantry.making import load
from tests.parlour.making import NO_DICE, make_match

GOLD = Resources(gold=9, silk=9, gems=9)


def choose_trade(*moves: Move) -> Move:
    match = make_match("errantry")
    heroes = tuple(replace(hero, resources=GOLD) for hero in match.state.heroes)
    state = replace(match.state, data=load(), heroes=heroes, phase="market")
    return ride_steadily(lambda: state, (*moves, DONE), NO_DICE)


def test_the_most_useful_item_is_bought() -> None:
    assert choose_trade(("buy", "rope"), ("buy", "sword"), ("buy", "spear")) == ("buy", "sword")


def test_an_item_of_no_use_is_bought_so_that_another_takes_its_place() -> None:
    assert choose_trade(("buy", "rope"), ("sell", "sword")) == ("buy", "rope")
    assert choose_trade(("sell", "sword")) == DONE
