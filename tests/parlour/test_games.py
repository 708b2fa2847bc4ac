"""What must hold in every game of the parlour, over whole random games."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.parlour.bots import list_bots
from companion.parlour.game import Game, find_game, list_game_names
from companion.parlour.match import Match, Player
from companion.parlour.moves import format_move, read_move
from companion.refusal import Refusal, Unknown
from tests.rounds import rounds

SHIPPED = Path(__file__).parents[2] / "tables"
GAMES = [find_game(name) for name in list_game_names()]
seeds = st.integers(0, 10_000).map(str)


def make_match(game: Game, seed: str, *, players: int = 0, bot: str = "random") -> Match:
    number = players or game.players[1]
    seats = tuple(Player(f"{bot}-{seat}", bot) for seat in range(number))
    return Match(game, game.load((SHIPPED,)), seats, seed)


def play_through(match: Match) -> Iterator[Any]:
    """Every state of a game between bots, the first and the last too."""
    yield match.state
    for _ in match.play_bots():
        yield match.state


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def test_a_name_or_the_beginning_of_one_finds_a_game(game: Game) -> None:
    assert find_game(game.name) is game
    assert find_game(game.name[:3].upper()) is game


def test_no_other_name_finds_one() -> None:
    with pytest.raises(Unknown, match="no game «chess»"):
        find_game("chess")


@pytest.mark.parametrize("players", [0, 2])
def test_every_game_ends_and_no_state_before_lacks_a_move(game: Game, players: int) -> None:
    match = make_match(game, "end", players=players)
    for state in play_through(match):
        assert bool(game.legal(state)) == (game.result(state) is None)
    assert match.result is not None


@rounds(60, short=6)
@given(data=st.data(), seed=seeds)
def test_legal_moves_apply_and_no_others_can_be_typed(data: st.DataObject, seed: str) -> None:
    game = data.draw(st.sampled_from(GAMES), label="game")
    match = make_match(game, seed, players=2)
    for _, state in zip(range(data.draw(st.integers(0, 40))), play_through(match), strict=False):
        legal = game.legal(state)
        assert len(set(legal)) == len(legal)
    if match.result is None:
        legal = match.legal
        for move in legal:
            assert read_move(format_move(move), legal).move == move
        before = match.state
        for wrong in ("fly", "", "go nowhere at all", legal[0][0] + "x"):
            with pytest.raises(Refusal):
                match.play(wrong)
        assert match.state == before


@rounds(60, short=6)
@given(data=st.data(), seed=seeds)
def test_the_same_moves_give_the_same_table_and_undo_leads_back(
    data: st.DataObject, seed: str
) -> None:
    game = data.draw(st.sampled_from(GAMES), label="game")
    match = make_match(game, seed, players=2)
    states = [match.state]
    for _, _, _ in match.play_bots():
        states.append(match.state)
        if len(states) > 30:
            break
    again = make_match(game, seed, players=2)
    for line in match.lines:
        again.play(line)
    assert again.state == match.state
    back = data.draw(st.integers(1, len(match.lines)), label="back")
    match.undo(back)
    assert match.state == states[-1 - back]
    if match.lines:
        match.undo(len(match.lines))
    assert match.state == make_match(game, seed, players=2).state


def test_bots_choose_legal_moves_from_what_their_seat_may_see(game: Game) -> None:
    for bot in list_bots(game):
        match = make_match(game, "bots", players=2, bot=bot)
        seen = []
        for _ in range(30):
            if match.result is not None:
                break
            move = match.choose_bot_move(bot)
            assert move in match.legal
            seen.append(move)
            match.play(format_move(move))
        assert seen


def test_what_a_seat_sees_is_told_and_drawn(game: Game) -> None:
    match = make_match(game, "draw", bot="random")
    for number, state in enumerate(play_through(match)):
        if number % 25:
            continue
        for width in (80, 40):
            seen = game.hide(state, 0)
            for look in (game.draw, *game.looks.values()):
                assert all(len(line) <= 200 for line in look(seen, match.names, width))
        assert game.outline(seen, match.names).startswith("<svg")
