"""What must hold in every game of the parlour, over whole random games."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import Streams
from companion.parlour.bots import get_bots_by_name
from companion.parlour.game import Game, Move, find_game
from companion.parlour.match_in_play import Match
from companion.parlour.saved_games import Saves
from companion.parlour.typed_moves import format_move, read_move
from companion.refusal import Refusal, Unknown
from tests.parlour.making import BY_GAME, GAMES, SHIPPED, make_bot_match, watch_states
from tests.rounds import rounds

STRIDE = 12
seeds = st.integers(0, 10_000).map(str)
bots = st.sampled_from(["random", "steady"])


def play_some(game: Game, seed: str, moves: int) -> Iterator[Match]:
    """A game of two random bots at some of its first choices, and at the last of so many."""
    match = make_bot_match(game, 2, "random", seed)
    for number, _ in enumerate(match.play_bots()):
        if match.result is not None or number >= moves:
            break
        if number % STRIDE == 0:
            yield match
    if match.result is None:
        yield match


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


@BY_GAME
@rounds(20, short=2)
@given(seed=seeds, bot=bots, data=st.data())
def test_every_game_ends_and_no_state_before_lacks_a_move(
    game: Game, seed: str, bot: str, data: st.DataObject
) -> None:
    players = data.draw(st.integers(*game.players), label="players")
    match = make_bot_match(game, players, bot, seed)
    for state in watch_states(match):
        assert bool(game.list_legal_moves(state)) == (game.result(state) is None)
    assert match.result is not None


@BY_GAME
@rounds(20, short=2)
@given(seed=seeds, moves=st.integers(0, 60))
def test_every_legal_move_applies(game: Game, seed: str, moves: int) -> None:
    for match in play_some(game, seed, moves):
        state, legal = match.state, match.legal_moves
        assert len(set(legal)) == len(legal)
        for number, move in enumerate(legal):
            assert read_move(format_move(move), legal).move == move
            dice = Streams(seed).stream(str(number))
            after, _ = game.apply(state, move, dice)
            assert bool(game.list_legal_moves(after)) == (game.result(after) is None)
        assert (match.state, match.legal_moves) == (state, legal)


@BY_GAME
@rounds(20, short=2)
@given(seed=seeds, moves=st.integers(0, 60))
def test_every_other_move_is_refused_and_changes_nothing(game: Game, seed: str, moves: int) -> None:
    known = {move for match in play_some(game, seed, 200) for move in match.legal_moves}
    for match in play_some(game, seed, moves):
        state, legal = match.state, match.legal_moves
        wrong = {"fly", "", "go nowhere at all", legal[0][0] + "x"}
        for line in wrong | {format_move(move) for move in known - set(legal)}:
            if not begins_one(line.split(), legal):
                with pytest.raises(Refusal):
                    match.make_typed_move(line)
        assert (match.state, match.legal_moves) == (state, legal)


def begins_one(words: list[str], legal: tuple[Move, ...]) -> bool:
    """True for words of another moment that can be read as the beginnings of a legal move's."""
    return any(
        len(move) >= len(words)
        and all(whole.startswith(word) for whole, word in zip(move, words, strict=False))
        for move in legal
        if words
    )


@BY_GAME
@rounds(20, short=2)
@given(seed=seeds, bot=bots, data=st.data())
def test_a_save_that_is_played_again_and_undo_lead_to_the_same_tables(
    game: Game, seed: str, bot: str, data: st.DataObject
) -> None:
    match = make_bot_match(game, 2, bot, seed)
    states = [match.state]
    for _ in match.play_bots():
        states.append(match.state)
        if len(states) > 40:
            break
    with TemporaryDirectory() as folder:
        saves = Saves(Path(folder), (SHIPPED,))
        saves.write("friday", match)
        again = saves.read("friday")
    assert (again.state, again.lines) == (match.state, match.lines)
    back = data.draw(st.integers(1, len(match.lines)), label="back")
    match.undo(back)
    assert match.state == states[-1 - back]
    if match.lines:
        match.undo(len(match.lines))
    assert match.state == states[0] == make_bot_match(game, 2, "random", seed).state


def test_bots_choose_legal_moves_from_what_their_seat_may_see(game: Game) -> None:
    for bot in get_bots_by_name(game):
        match = make_bot_match(game, 2, bot, "bots")
        seen = []
        for _ in range(30):
            if match.result is not None:
                break
            move = match.choose_bot_move(bot)
            assert move in match.legal_moves
            seen.append(move)
            match.make_typed_move(format_move(move))
        assert seen


def test_what_a_seat_sees_is_told_and_drawn(game: Game) -> None:
    match = make_bot_match(game, game.players[1], "random", "draw")
    for number, state in enumerate(watch_states(match)):
        if number % 25:
            continue
        for width in (80, 40):
            seen = game.hide(state, 0)
            for look in (game.draw_table, *game.looks.values()):
                assert all(len(line) <= 200 for line in look(seen, match.names, width))
        assert game.outline(seen, match.names).startswith("<svg")
