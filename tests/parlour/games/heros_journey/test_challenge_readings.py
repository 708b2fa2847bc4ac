"""The readings of the rules of The Hero's Journey on Challenges, by their numbers."""

from msgspec.structs import replace

from companion.parlour.games.heros_journey.game_definition import hide_secrets
from companion.parlour.games.heros_journey.rules import get_actor
from companion.parlour.games.heros_journey.state import Attempt, Hero, State, Task
from tests.parlour.games.heros_journey.making import (
    A,
    B,
    C,
    cards,
    list_lines,
    make_hero,
    make_state,
    name,
    play,
    run,
    show,
)

ONES = (1,) * 6


def attempt(*others: str, hand: str = "ace-of-suns", drawn: str = "ace-of-moons") -> State:
    """Ann attempts from Stage 4 with 8 tokens after the stake; others stand there with tokens."""
    ann = make_hero("S4 W3 L3", stage=4, hand=hand)
    hands = ("ace-of-leaves", "ace-of-knots")
    heroes = [
        make_hero(held, stage=4, hand=card) for held, card in zip(others, hands, strict=False)
    ]
    deck = cards(f"{drawn} ace-of-waves ace-of-wyrms")
    state = make_state(ann, *(heroes or [make_hero(stage=9, hand="ace-of-leaves")]))
    return play(replace(state, challenge_deck=deck), "challenge")[0]


def test_reading_21_the_card_is_open_and_the_excuse_names_its_suit_at_once() -> None:
    state = attempt("M3", hand="excuse")
    assert list_lines(state) == ["play excuse", "play ace-of-moons"]
    named, _ = play(state, "play excuse")
    assert list_lines(named)[0] == "name moons"
    named, _ = play(named, "name knots")
    seen = hide_secrets(named, B).attempt
    assert seen is not None
    assert (name((seen.played,)), seen.named) == ("excuse", 5)
    assert get_actor(named) == B


def test_reading_22_bids_are_numbers_and_tokens_are_chosen_on_paying() -> None:
    state, _ = play(attempt("M2 K2", "M1"), "play ace-of-suns")
    assert list_lines(state) == ["bid 1", "bid 2", "bid 3", "bid 4", "pass"]
    state, _ = play(state, "bid 3", "pass")
    assert show(state.heroes[B].tokens) == "M2 K2"
    assert list_lines(state) == ["pay moons", "pay knots"]
    state, _ = play(state, "pay moons", "pay knots")
    assert list_lines(state) == ["pay moons", "pay knots"]


def test_reading_22_one_chance_to_join_and_raises_as_often_as_wanted() -> None:
    state, _ = play(attempt("M9", "K9"), "play ace-of-suns", "bid 1", "pass")
    for number in (2, 4, 6):
        assert get_actor(state) == A
        state, _ = play(state, f"bid {number}")
        assert get_actor(state) == B
        state, _ = play(state, f"bid {number + 1}")
    state, _ = play(state, "pass")
    assert list_lines(state) == ["keep ace-of-moons", "keep ace-of-suns"]
    assert show(state.heroes[B].tokens) == "M2"


def test_reading_23_bids_need_a_challenger_and_passing_once_shuts_nobody_out() -> None:
    alone, _ = play(attempt(), "play ace-of-suns")
    assert alone.attempt is None or alone.attempt.high == 0
    state, _ = play(attempt("M9", "K9"), "play ace-of-suns", "bid 1", "bid 2")
    state, _ = play(state, "pass", "bid 3")
    assert get_actor(state) == C
    state, _ = play(state, "bid 4")
    assert (get_actor(state), list_lines(state)[0]) == (A, "bid 5")


def test_reading_24_an_outbid_hero_keeps_one_of_two_cards() -> None:
    state, _ = play(attempt("M9"), "play ace-of-suns", "bid 1", "pass")
    assert list_lines(state) == ["keep ace-of-moons", "keep ace-of-suns"]
    state, _ = play(state, "keep ace-of-moons")
    assert name(state.heroes[A].hand) == "ace-of-moons"
    assert "ace-of-suns" in name(state.challenge_deck)


def test_reading_25_the_attempting_hero_who_wins_pays_and_the_played_card_stands() -> None:
    state, _ = play(attempt("M3"), "play ace-of-suns", "bid 1", "bid 2", "pass")
    state, _ = play(state, "pay suns", "pay leaves")
    assert list_lines(state) == ["back", "discard"]
    state, _ = play(state, "back")
    held = state.attempt
    assert held is not None
    assert name((held.issued,)) == "ace-of-suns"
    assert show(state.heroes[B].tokens) == "M3"


def test_reading_26_a_discarded_card_is_shuffled_in_and_may_come_back() -> None:
    state, _ = play(attempt("M3"), "play ace-of-suns", "bid 1", "bid 2", "pass")
    state, _ = play(state, "pay suns", "pay leaves", "discard")
    assert state.heroes[B].hand == ()
    assert "ace-of-leaves" in name(state.challenge_deck)
    # both fail in suns; the Deck is waves, wyrms, leaves and the Issued suns
    state, _ = play(state, "lie down", faces=(3, 1, 1))
    assert name(state.heroes[B].hand) == "ace-of-leaves"
    assert name(state.challenge_deck) == "ace-of-waves ace-of-wyrms ace-of-suns"


def test_reading_27_what_is_staked_or_bid_is_no_resource_of_the_test() -> None:
    state, _ = play(attempt("S5"), "play ace-of-suns", "bid 1", "bid 2", "pass")
    state, _ = play(state, "pay suns", "pay suns", "back")
    # of 4 suns one is staked and two are paid; B's own bid of 1 never left the hand
    assert state.todo[0] == Task("failed", A, number=3)
    state, _ = play(state, "lie down", faces=ONES[:4])
    assert show(state.heroes[B].tokens) == "S6"


def run_tests_in_waves(*heroes: Hero) -> State:
    """All are tested in waves; the first attempts the next Stage, and has staked a Leaf and a
    Knot."""
    seats = range(len(heroes))
    tests = (Task("test", seat) for seat in seats)
    state = make_state(*heroes, todo=(*tests, Task("outcome", A), Task("hand", A)))
    issued = cards("ace-of-waves")[0]
    held = Attempt(A, (3, 5), challengers=tuple(seats)[1:], suit=2, issued=issued)
    deck = tuple(card for card in state.challenge_deck if card != issued)
    return run(replace(state, attempt=held, challenge_deck=deck))[0]


def test_reading_28_each_is_tested_by_the_own_stage() -> None:
    heroes = make_hero("W2 K3", stage=3), make_hero("W4", stage=4), make_hero("W4 M9", stage=6)
    state = run_tests_in_waves(*heroes)
    assert state.todo[0] == Task("failed", A, number=1)
    state, _ = play(state, "lie down")
    assert show(state.heroes[B].tokens) == "W5"
    assert state.todo[0] == Task("failed", C, number=2)


def test_reading_29_expending_saves_the_turn_but_does_not_pass_the_test() -> None:
    state = run_tests_in_waves(make_hero("W3 K3", stage=5), make_hero("W1", stage=1))
    assert state.todo[0] == Task("failed", A, number=2)
    state, _ = play(state, "expend", "expend knots", "expend knots", faces=ONES)
    hero = state.heroes[A]
    assert (hero.stage, hero.lost, show(hero.tokens)) == (5, 0, "W3 L1 K2")


def lose(number: int, held: str, company: str = "", lost: int = 0) -> State:
    """A Hero who failed a test by so much."""
    hero = make_hero(held, company, stage=6, lost=lost)
    todo = (Task("failed", A, number=number), Task("hand", A))
    state = make_state(hero, make_hero("M1"), todo=todo)
    return replace(state, attempt=Attempt(A, ()))


def test_reading_30_turns_to_lose_add_up() -> None:
    state, _ = play(lose(1, "M3", lost=1), "lie down")
    assert state.heroes[A].lost == 2


def test_reading_31_expending_stops_at_the_number_or_past_it() -> None:
    past, _ = play(lose(3, "M3", "author sailor"), "expend", "expend author", "expend sailor")
    assert (past.todo[0].kind, show(past.heroes[A].tokens)) == ("hand", "M3")
    exact, _ = play(lose(3, "M3", "author"), "expend", "expend author")
    assert (exact.todo[0].kind, show(exact.heroes[A].tokens)) == ("hand", "M2")
    assert list_lines(lose(4, "M1", "author")) == ["lie down"]
    assert list_lines(lose(3, "M1", "author")) == ["expend", "lie down"]
