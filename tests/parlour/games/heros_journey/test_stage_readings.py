"""The readings of the rules of The Hero's Journey on Stages, trades and the end, by their
numbers."""

import pytest
from msgspec.structs import replace

from companion.parlour.games.heros_journey.phases.attempt_needs import can_attempt
from companion.parlour.games.heros_journey.phases.end_of_game import count_score, end_game
from companion.parlour.games.heros_journey.rules import get_actor
from companion.parlour.games.heros_journey.state import Hero, State, Task
from tests.parlour.games.heros_journey.making import (
    A,
    B,
    C,
    cards,
    list_lines,
    load,
    make_hero,
    make_state,
    name,
    play,
    run,
    show,
    tokens,
)


def arrive(hero: Hero, *others: Hero, faces: tuple[int, ...] = (), **changes: object) -> State:
    """A Hero comes to the next Stage."""
    todo = (Task("event", A), Task("hand", A))
    heroes = (hero, *(others or (make_hero("M1"),)))
    return run(replace(make_state(*heroes, todo=todo), **changes), *faces)[0]


def test_reading_32_the_closed_fist_is_a_fair_coin() -> None:
    at_origin = arrive(make_hero(stage=1, origin="rite"))
    assert list_lines(at_origin) == ["left", "right"]
    for hand, face, found in (("left", 1, True), ("left", 2, False), ("right", 2, True)):
        state, _ = play(at_origin, hand, faces=(face,))
        assert show(state.heroes[A].tokens) == ("W1 L1" if found else "")


def test_reading_33_the_journeys_place_is_free() -> None:
    state = arrive(make_hero("K1", "desert"), place_row=cards("cave mill"), place_deck=())
    assert name(state.heroes[A].places) == "desert cave"
    assert show(state.heroes[A].tokens) == "K1"
    assert name(state.place_row) == "mill"
    without = arrive(make_hero("K1", "desert"), place_row=(), place_deck=())
    assert name(without.heroes[A].places) == "desert"


def fight(*heroes: Hero, mentors: str) -> tuple[int, list[int]]:
    """Who draws a Wyrm and a Knot, and the turns that each has to lose, in a Battle with these
    cards turned up."""
    deck = cards(mentors)
    state = arrive(heroes[0], *heroes[1:], mentor_deck=deck, place_deck=cards("mill cave"))
    shuffles = (1,) * (len(heroes) - 1 + len(deck) - len(heroes))
    for _ in heroes[:-1]:
        state, _ = play(state, "mentors")
    state, _ = play(state, "mentors", faces=(*shuffles, 2))
    assert name(state.place_deck) == "cave mill"
    before = [hero.tokens for hero in heroes]
    gained = [sum(h.tokens) - sum(b) for h, b in zip(state.heroes, before, strict=True)]
    return gained.index(2), [hero.lost for hero in state.heroes]


def test_reading_34_a_battle_takes_in_all_by_three_keys() -> None:
    ann, lying, cal = make_hero("Y1", stage=3), make_hero("K1", lost=1), make_hero("Y1")
    assert fight(ann, lying, cal, mentors="author savage merchant") == (C, [1, 1, 0])
    # 4 each: more tokens stand higher
    rich = make_hero("Y1 K1")
    assert fight(ann, rich, mentors="painter author") == (B, [1, 0])
    # alike in both: the arriving Hero stands higher
    assert fight(ann, make_hero("K1"), mentors="painter savage") == (A, [0, 1])


def test_reading_35_the_card_put_aside_goes_in_after_the_look() -> None:
    hero = make_hero("", stage=4, hand="ace-of-suns")
    state = arrive(hero, challenge_deck=cards("ace-of-knots excuse"))
    assert list_lines(state) == ["take ace-of-knots", "take excuse"]
    state, _ = play(state, "take excuse", faces=(2,))
    assert name(state.heroes[A].hand) == "excuse"
    assert name(state.challenge_deck) == "ace-of-suns ace-of-knots"


@pytest.mark.parametrize(
    ("held", "company", "after"),
    [("K3", "", "K4"), ("K2", "merchant", "K2"), ("K2 M9", "", "M9 K2")],
)
def test_reading_36_three_knot_tokens_bring_one(held: str, company: str, after: str) -> None:
    assert show(arrive(make_hero(held, company, stage=5)).heroes[A].tokens) == after


def test_reading_37_of_two_places_either_is_discarded() -> None:
    deck = {"mentor_deck": cards("author"), "place_deck": cards("mill")}
    state = arrive(make_hero("", "desert", stage=6), **deck)
    assert list_lines(state) == ["drop desert", "drop mill"]
    assert name(play(state, "drop desert")[0].heroes[A].encounter_cards) == "author mill"
    assert name(play(state, "drop mill")[0].heroes[A].encounter_cards) == "author desert"


def test_reading_38_the_mentor_of_the_highest_worth_or_all_wyrms_and_knots() -> None:
    three = make_hero("M1"), make_hero("M1")
    state = arrive(make_hero("Y1", "watchman consul author", stage=7), *three)
    assert list_lines(state) == ["give author to 2", "give author to 3"]
    low = arrive(make_hero("Y1", "watchman consul", stage=7), *three)
    assert len(list_lines(low)) == 4
    poor = arrive(make_hero("M2 Y1 K2", stage=7), *three)
    poor, _ = play(poor, "give wyrms to 3", "give knots to 2", "give knots to 3")
    assert [show(hero.tokens) for hero in poor.heroes] == ["M2", "M1 K1", "M1 Y1 K1"]


def test_reading_39_the_pact_is_made_on_arrival_with_tokens() -> None:
    state = arrive(make_hero("S2 M2", "author", stage=8), mentor_row=cards("painter sailor"))
    assert list_lines(state)[-1] == "no"
    made, _ = play(state, "pact author for sailor")
    assert dict(made.on_cards) == {cards("author")[0]: tokens("S2 M2")}
    refused, _ = play(state, "no")
    assert refused.todo[0].kind == "hand"
    by_card = arrive(make_hero("S1 M2", "bard", stage=8), mentor_row=cards("painter sailor"))
    assert by_card.todo[0].kind == "hand"


def trade(held: str, *, bank: str = "", stage: int = 2, **changes: object) -> State:
    hero = make_hero(held, stage=stage)
    state = make_state(hero, make_hero("M1"), todo=(Task("trade", A), Task("hand", A)))
    state = replace(state, **changes)
    return replace(state, bank=tokens(bank)) if bank else state


def test_reading_40_a_token_off_a_card_is_paid_for_to_the_bank() -> None:
    state = trade("K2", bank="S5")
    lying = ((state.place_row[0], tokens("M1")), (state.place_deck[0], tokens("W1")))
    state = replace(state, on_cards=lying)
    assert "trade knots knots for waves" not in list_lines(state)
    state, _ = play(state, "trade knots knots for moons")
    assert (show(state.heroes[A].tokens), show(state.bank)) == ("M1", "S5 K2")


def list_trades(state: State) -> list[str]:
    return [line for line in list_lines(state) if line.startswith("trade")]


def test_reading_41_no_suit_for_itself_and_the_rate_of_the_stage() -> None:
    assert "trade knots knots for knots" not in list_trades(trade("K2"))
    assert all(len(line.split()) == 5 for line in list_trades(trade("K2 M1")))
    at_market = list_trades(trade("K2", stage=6))
    assert "trade knots for moons" in at_market
    assert all(len(line.split()) == 4 for line in at_market)


def test_reading_41_as_many_trades_as_tokens_when_they_began() -> None:
    # a Rest brings 3 tokens of the Sailor and 1 of the Market
    hero = make_hero("K1", "sailor", stage=6, origin="rite")
    state = make_state(hero, make_hero("M1"), todo=(Task("turn", A), Task("hand", A)))
    state, _ = play(run(state)[0], "rest", "two waves", "stage knots")
    for line in ("trade knots for suns", "trade suns for knots") * 2:
        state, _ = play(state, line)
    assert list_trades(state)
    state, _ = play(state, "trade knots for suns")
    assert list_trades(state) == []


def test_reading_42_offers_are_made_at_actions_and_trades_six_a_turn() -> None:
    state = run(make_state(make_hero("M2"), make_hero("K2"), todo=(Task("turn", A),)))[0]
    assert "offer 2" in list_lines(state)
    present, _ = play(state, "offer 2", "add moons", "propose", "accept")
    assert show(present.heroes[B].tokens) == "M1 K2"
    for _ in range(6):
        assert "offer 2" in list_lines(state)
        state, _ = play(state, "offer 2", "cancel")
    assert "offer 2" not in list_lines(state)
    state, _ = play(state, "rest")
    assert "offer 2" not in list_lines(state)


def test_reading_43_the_endings_one_suit_is_staked_and_checked_at_ten() -> None:
    for held, company, can in (
        ("Y2", "darkness", True),
        ("Y1", "darkness", False),
        ("K9", "", False),
    ):
        hero = make_hero(held, company, stage=9)
        assert can_attempt(make_state(hero, make_hero("M1")), hero) == can
    hero = make_hero("Y2 K9", "darkness", stage=9)
    state, _ = play(make_state(hero, make_hero("M1", stage=10, hand="excuse")), "challenge")
    assert show(state.heroes[A].tokens) == "Y1 K9"


def test_reading_44_each_other_hero_has_exactly_one_more_turn() -> None:
    heroes = make_hero("M1", stage=10), make_hero("M1", origin="rite"), make_hero("M1", lost=1)
    state = run(make_state(*heroes, todo=(Task("end_turn", A),), arrived=A))[0]
    assert get_actor(state) == B
    state, _ = play(state, "rest", "done")
    assert (state.why, state.heroes[C].lost) == ("ending", 0)


def test_reading_45_the_calamity_takes_half_of_what_is_no_wyrm() -> None:
    hero = make_hero("Y3 M2 S1", "savage", stage=10)
    state = run(make_state(hero, make_hero(), todo=(Task("calamity", A), Task("hand", A))))[0]
    assert list_lines(state) == ["pay moons", "pay suns"]
    state, _ = play(state, "pay moons", "pay moons")
    assert (show(state.heroes[A].tokens), state.todo[0].kind) == ("S1 Y3", "hand")


@pytest.mark.parametrize(("origin", "extra"), [("rite", False), ("harvest", True)])
def test_reading_46_windfalls_are_any_but_knots(origin: str, extra: bool) -> None:
    hero = make_hero("", "merchant desert", stage=9, origin=origin)
    state = arrive(hero, endings=cards("windfall end calamity"))
    suits = ["moons", "suns", "waves", "leaves", "wyrms"]
    assert list_lines(state) == [f"any {suit}" for suit in suits]
    leaf, _ = play(state, "any leaves")
    assert ("extra knots" in list_lines(leaf)) == extra
    moon, _ = play(state, "any moons", "any moons")
    assert show(moon.heroes[A].tokens) == "M2"


def test_reading_47_a_card_is_played_or_revealed_and_the_deck_may_run_out() -> None:
    heroes = [make_hero("M1", stage=10, hand=card) for card in ("excuse", "ace-of-suns")]
    todo = (Task("end_card", A), Task("end_card", B), Task("score", A))
    state = make_state(*heroes, todo=todo, endings=cards("end calamity windfall"), arrived=A)
    state = replace(state, challenge_deck=cards("ace-of-moons"))
    assert list_lines(state) == ["own", "top"]
    own, _ = play(state, "own")
    assert len(list_lines(own)) == 2
    top, _ = play(state, "top")
    assert (name(tuple(card for _, card in top.shown)), top.challenge_deck) == (
        "ace-of-moons ace-of-suns",
        (),
    )


def test_reading_48_ties_go_by_stage_tokens_and_cards() -> None:
    def win(*heroes: Hero) -> tuple[int, ...]:
        return end_game(make_state(*heroes), "rounds")[0].winners

    higher, lower = make_hero("M2", stage=3), make_hero("M3", stage=2)
    state = make_state(lower, higher)
    assert count_score(state, A) == count_score(state, B) == 6
    assert win(lower, higher) == (B,)
    more, fewer = make_hero("M3", stage=2), make_hero("M2", "author", stage=2)
    assert count_score(make_state(more, fewer), A) == count_score(make_state(more, fewer), B)
    assert win(fewer, more) == (B,)
    assert win(more, make_hero("S3", stage=2)) == (A, B)


def test_reading_49_a_cap_of_rounds_ends_the_game() -> None:
    figures = replace(load().figures, max_rounds=3)
    heroes = make_hero("M1"), make_hero("M1")
    state = make_state(*heroes, todo=(Task("end_turn", B),), round=3)
    state = replace(state, data=replace(load(), figures=figures))
    ended, _ = run(state)
    assert (ended.why, ended.scores) == ("rounds", (2, 2))
    assert run(replace(state, round=2))[0].round == 3


def test_reading_50_left_is_the_next_seat() -> None:
    heroes = make_hero("M1"), make_hero("M1"), make_hero("M1")
    state = make_state(*heroes, todo=(Task("end_turn", C),), seats=(1, 2, 0))
    assert get_actor(run(state)[0]) == A


def test_reading_51_at_stage_1_a_ripe_card_and_one_token_of_three_suits() -> None:
    for origin, suits in (("rite", "moons leaves wyrms"), ("harvest", "moons suns leaves")):
        hero = make_hero("", "island", stage=1, origin=origin)
        state, _ = play(make_state(hero, make_hero("M1")), "rest")
        assert show(state.heroes[A].tokens) == "S1 W1 Y1"
        assert list_lines(state) == [f"stage {suit}" for suit in suits.split()]


def test_reading_52_the_pact_swaps_one_for_one() -> None:
    hero = make_hero("S4 M4", "author bard", stage=8)
    state = arrive(hero, mentor_row=cards("painter sailor"))
    assert len(list_lines(state)) == 2 * 2 + 1
    state, _ = play(state, "pact author for sailor")
    assert name(state.heroes[A].mentors) == "bard sailor"
    assert (show(state.heroes[A].tokens), state.todo[0].kind) == ("M2 S2", "hand")
