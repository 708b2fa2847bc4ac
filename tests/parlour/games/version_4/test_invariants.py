"""What holds at every moment of Version 4."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.parlour.game import Event
from companion.parlour.games.version_4.event_records import (
    Bid,
    EventDrawn,
    Explored,
    Fought,
    Moved,
    Surveyed,
    TokenReturned,
)
from companion.parlour.games.version_4.game_definition import GAME
from companion.parlour.games.version_4.state import State
from companion.parlour.hexes import count_hex_steps
from tests.parlour.games.version_4.making import load
from tests.parlour.making import make_bot_match, watch_states
from tests.rounds import rounds

BOTS = ("random", "steady")
MOST_STEPS = 4
"""Two, and one more each for Clear Roads and the boots."""


@rounds(60, short=6)
@given(seed=st.integers(0, 10_000), players=st.integers(1, 6))
def test_nothing_is_lost_and_nothing_is_made(seed: int, players: int) -> None:
    match = make_bot_match(GAME, players, "random", str(seed))
    for state in watch_states(match, 7):
        require_sound(state)
    assert match.state.round == load().figures.rounds


def require_sound(state: State) -> None:
    data, players = state.data, state.players
    auctioned = (state.auction.creature,) if state.auction else ()
    creatures = [
        *state.creature_pile,
        *state.creature_discards,
        *auctioned,
        *(each for player in players for each in player.army),
    ]
    assert sorted(creatures) == sorted(each.id for each in data.creatures)
    met = [each for each in state.dungeons if each > 0]
    guardians = [*state.guardian_pile, *state.guardian_discards, *met]
    assert sorted(guardians) == sorted(each.id for each in data.guardians)
    treasures = [
        *state.treasure_pile,
        *state.treasure_discards,
        *(each for player in players for each in player.relics),
    ]
    assert sorted(treasures) == sorted(each.id for each in data.treasures)
    assert len(state.event_pile) + len(state.event_discards) == sum(e.copies for e in data.events)
    laid = [each.tile for each in state.hexes[1:] if each.kind != "dungeon"]
    assert sorted((*state.tile_pile, *state.layout, *laid)) == sorted(e.id for e in data.tiles)
    markers = sum(each >= 0 for each in state.dungeons) + sum(each.markers for each in players)
    assert markers == len(laid)
    assert len({each.at for each in state.hexes}) == len(state.hexes)
    assert all(count_hex_steps(each.at) <= data.figures.reach for each in state.hexes)
    classes = [player.class_name for player in players if player.class_name]
    assert len(set(classes)) == len(classes)
    for player in players:
        assert player.coins >= 0
        assert min((*player.ready, *player.spent)) >= 0
        assert len(set(player.tokens)) == len(player.tokens) <= data.figures.travel_tokens
        assert 0 not in player.tokens


@rounds(30, short=4)
@given(seed=st.integers(0, 10_000), players=st.integers(1, 6), bot=st.sampled_from(BOTS))
def test_turns_bids_and_tokens_keep_to_the_rules(seed: int, players: int, bot: str) -> None:
    match = make_bot_match(GAME, players, bot, str(seed))
    events = [event for _, _, happened in match.play_bots() for event in happened]
    turns: list[list[Event]] = []
    for event in events:
        if isinstance(event, EventDrawn):
            turns.append([])
        if turns:
            turns[-1].append(event)
    assert len(turns) == load().figures.rounds * players
    for turn in turns:
        assert sum(isinstance(each, Moved) for each in turn) <= MOST_STEPS
        assert sum(isinstance(each, Explored | Fought | Surveyed) for each in turn) <= 1
        require_rising(match.state, [each for each in turn if isinstance(each, Bid)])
    stay = {each.name for each in match.state.hexes if each.kind == "once"}
    assert not any(isinstance(each, TokenReturned) and each.hex in stay for each in events)


def require_rising(state: State, bids: list[Bid]) -> None:
    """Each bid of an auction is above the last, but for the one match of a Paladin."""
    for last, bid in pairwise(bids):
        matches = state.players[bid.seat].ability == "match" and bid.seat != last.seat
        assert bid.number > last.number or (matches and bid.number == last.number)
