"""The page on how a game is played."""

import pytest

from companion.parlour.game import Game
from companion.parlour.game_data_files import read_rules_page
from companion.parlour.wording.line_fitting import wrap_page
from tests.parlour.making import BY_GAME, SHIPPED

PAGE = """\
A GAME

Ride out and
come home.
1. Rest. Your tokens
   come back.
  pick coins   1 each, a
               cache
Then ride on.
"""


@BY_GAME
@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_page_fits_and_says_the_same(game: Game, width: int) -> None:
    page = read_rules_page((SHIPPED,), game.name)
    lines = wrap_page(page, width)
    assert max(map(len, lines)) <= width
    assert " ".join(lines).split() == page.split()


def test_a_page_that_fits_stays_as_it_is() -> None:
    assert wrap_page(PAGE, 40) == PAGE.splitlines()


def test_paragraphs_and_lists_stay_apart() -> None:
    assert wrap_page(PAGE, 18) == [
        "A GAME",
        "",
        "Ride out and come",
        "home.",
        "1. Rest. Your",
        "   tokens come",
        "   back.",
        "  pick coins   1",
        "    each, a cache",
        "Then ride on.",
    ]
