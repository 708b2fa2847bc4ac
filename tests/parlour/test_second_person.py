"""A player called You is spoken to."""

import re
from pathlib import Path

import pytest

from companion.parlour.game import Game
from companion.parlour.match_in_play import Player
from companion.parlour.saved_games import Saves
from companion.parlour.typed_line_answers import Table
from companion.parlour.wording.second_person import address_player_as_you
from tests.parlour.making import BY_GAME, SHIPPED, make_match

NAMES = ("You", "Jonas")
MISTAKES = re.compile(r"\byou('s| (is|has|\w+[^s]s)\b)", re.IGNORECASE)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("You passes: their mana is worth 2.", "You pass: your mana is worth 2."),
        ("Round 1, You's turn", "Round 1, your turn"),
        ("You tries for it. Jonas passes.", "You try for it. Jonas passes."),
        (
            "You is beaten by Hag and loses 1 gold, and is back.",
            "You are beaten by Hag and lose 1 gold, and are back.",
        ),
        ("Wolf leaves You, and takes gold.", "Wolf leaves you, and takes gold."),
        ("Jonas's turn: each loses 1.", "Jonas's turn: each loses 1."),
        ("You and Jonas win together.", "You and Jonas win together."),
    ],
)
def test_sentences_about_you(told: str, said: str) -> None:
    assert address_player_as_you(told, NAMES) == said


def test_other_names_stay_as_they_are() -> None:
    told = "Young goes home. You has gone."
    assert address_player_as_you(told, ("Young", "Bo")) == told


@BY_GAME
def test_no_game_says_that_you_does_something(game: Game, tmp_path: Path) -> None:
    match = make_match(game.name, Player("You"), Player("Jonas"))
    table = Table(match, "friday", Saves(tmp_path, (SHIPPED,)), width=1_000)
    said = table.draw_table()
    for number in range(150):
        if match.result is not None:
            break
        legal = match.legal_moves
        answer = table.answer_line(" ".join(legal[number * 7 % len(legal)]))
        assert answer is not None
        said += [*answer.lines, *answer.moves]
    assert [line for line in said if MISTAKES.search(line)] == []
