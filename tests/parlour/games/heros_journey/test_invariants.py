"""What holds at every moment of The Hero's Journey, and what a Hero may not know."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.parlour.games.heros_journey import rules
from companion.parlour.games.heros_journey.data import JOURNEY_STAGE, LAST_STAGE, SUITS
from companion.parlour.games.heros_journey.game_definition import GAME, hide_secrets
from companion.parlour.games.heros_journey.state import State
from tests.parlour.making import make_bot_match, make_match
from tests.rounds import rounds

KINDS = st.sampled_from(["random", "steady"])


@rounds(60, short=6)
@given(seed=st.integers(0, 10_000), players=st.integers(2, 4), bot=KINDS)
def test_nothing_is_lost_and_nothing_is_made(seed: int, players: int, bot: str) -> None:
    match = make_bot_match(GAME, players, bot, str(seed))
    stages = [1] * players
    for number, _ in enumerate(match.play_bots()):
        if number % 3 == 0:
            require_sound(match.state)
        after = [hero.stage for hero in match.state.heroes]
        assert all(0 <= new - old <= 1 for old, new in zip(stages, after, strict=True))
        stages = after
        if number > 400:
            return
    require_sound(match.state)
    assert match.result is not None


def require_sound(state: State) -> None:
    data, heroes = state.data, state.heroes
    stake = state.attempt.stake if state.attempt else ()
    for suit in range(len(SUITS)):
        lying = sum(tokens[suit] for _, tokens in state.on_cards)
        held = sum(hero.tokens[suit] for hero in heroes)
        staked = stake.count(suit)
        assert state.bank[suit] + lying + held + staked == data.figures.tokens.of_each_suit
    assert min(state.bank) >= 0
    assert all(min(hero.tokens) >= 0 for hero in heroes)
    if not state.mentor_row:  # nothing is dealt before everybody has chosen a beginning
        return
    shown = [card for _, card in state.shown]
    mentors = [*state.mentor_deck, *state.mentor_row, *(c for h in heroes for c in h.mentors)]
    places = [*state.place_deck, *state.place_row, *(c for h in heroes for c in h.places)]
    assert sorted([*mentors, *(c for c in shown if c in data.mentors)]) == sorted(data.mentors)
    assert sorted([*places, *(c for c in shown if c in data.places)]) == sorted(data.places)
    task = state.todo[0].kind if state.todo else ""
    if task == "action":
        assert all(len(hero.hand) == 1 for hero in heroes)
        for hero in heroes:
            assert len(hero.places) <= 1 + (hero.stage == JOURNEY_STAGE)
        in_hands = [card for hero in heroes for card in hero.hand]
        assert sorted((*state.challenge_deck, *in_hands)) == sorted(data.challenges)
    on = {card for card, _ in state.on_cards}
    assert on <= {*state.mentor_row, *state.place_row}
    assert all(1 <= hero.stage <= LAST_STAGE for hero in heroes)


def test_the_ending_is_nobodys_before_it_is_known_but_a_prophets() -> None:
    match = make_match(GAME, seed="1")
    endings = match.state.endings
    prophet = replace(match.state.heroes[0], prophecy=endings[0], is_true=True)
    state = replace(match.state, heroes=(prophet, match.state.heroes[1]))
    assert hide_secrets(state, 0).endings[0] == endings[0]
    assert hide_secrets(state, 1).endings == tuple(sorted(endings))
    assert hide_secrets(state, 1).heroes[0].prophecy == -1


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_no_task_that_is_never_chosen_had_a_choice(
    seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same game as where every task is asked for its moves."""
    quick = make_bot_match(GAME, 3, "random", seed)
    list(quick.play_bots())
    monkeypatch.setattr(rules, "_NEVER_CHOSEN", frozenset())
    naive = make_bot_match(GAME, 3, "random", seed)
    list(naive.play_bots())
    assert quick.result is not None
    assert quick.state == naive.state
