"""What a seat sees, is told and is offered is the same for two tables that differ only in what it
may not know, over whole games."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import Streams
from companion.parlour.bots import get_bots_by_name
from companion.parlour.game import Event, Game, State
from companion.parlour.match_in_play import Match, Player
from companion.parlour.saved_games import Saves
from companion.parlour.typed_line_answers import Table
from tests.parlour.games.errantry import making as errantry
from tests.parlour.games.heros_journey import making as heros_journey
from tests.parlour.games.player_turns import making as player_turns
from tests.parlour.games.version_4 import making as version_4
from tests.parlour.making import BY_GAME, SHIPPED, make_bot_match
from tests.rounds import rounds

CHANGES: dict[str, Callable[[State, int, Random], State]] = {
    "errantry": errantry.change_hidden,
    "heros-journey": heros_journey.change_hidden,
    "player-turns": player_turns.change_hidden,
    "version-4": version_4.change_hidden,
}
EVERY = 9


@BY_GAME
@rounds(20, short=2)
@given(seed=st.integers(0, 10_000), bot=st.sampled_from(["random", "steady"]))
def test_a_seat_sees_the_same_of_tables_that_differ_in_what_is_hidden(
    game: Game, seed: int, bot: str
) -> None:
    players = 2 + seed % 3 % (game.players[1] - 1)
    match = make_bot_match(game, players, bot, str(seed))
    chance, differ, events = Random(seed), 0, []
    for number, (_, _, happened) in enumerate(match.play_bots()):
        events += happened
        if number % EVERY == 0:
            for seat in range(players):
                other = CHANGES[game.name](match.state, seat, chance)
                differ += other != match.state
                assert perceive(match, match.state, seat, events) == perceive(
                    match, other, seat, events
                )
            events = []
        if number > 250:
            break
    assert differ


def perceive(match: Match, state: State, seat: int, events: list[Event]) -> list[Any]:
    """All that a seat is shown, told and offered of a table."""
    game, names = match.game, match.names
    seen = game.hide(state, seat)
    looks = (game.draw_table, *game.looks.values())
    shown = [look(seen, names, width) for look in looks for width in (80, 40)]
    told = [game.describe_event(seen, event, names) for event in events]
    if match.result is not None or game.actor(state) != seat:
        return [seen, shown, told, game.outline(seen, names)]
    legal = game.list_legal_moves(state)
    offered = [(move, game.describe_move(seen, move)) for move in legal]
    dice = Streams("bots")
    bots = [
        bot(lambda: seen, legal, dice.stream(name)) for name, bot in get_bots_by_name(game).items()
    ]
    return [seen, shown, told, offered, bots, game.outline(seen, names)]


@BY_GAME
def test_the_table_tells_from_what_its_reader_may_see(game: Game, tmp_path: Path) -> None:
    seats = Player("Ann"), Player("Bo")
    match = Match(game, game.load((SHIPPED,)), seats, "7")
    table = Table(match, "friday", Saves(tmp_path, (SHIPPED,)))
    given_states: list[State] = []

    def spy(tell: Callable[..., str]) -> Callable[..., str]:
        def told(state: State, *rest: Any) -> str:
            given_states.append(state)
            return tell(state, *rest)

        return told

    match.game = game._replace(
        describe_move=spy(game.describe_move), describe_event=spy(game.describe_event)
    )
    for _ in range(12):
        line = " ".join(match.choose_bot_move("random"))
        table.answer_line(line)
        seen = game.hide(match.state, game.actor(match.state))
        assert all(state == seen for state in given_states)
        given_states.clear()
