"""The readings of the rules of The Hero's Journey, by their numbers: set-up, tokens, Travel and
Rest. Those of Challenges and Stages stand in files of their own."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces, Streams
from companion.parlour.games.heros_journey.data import LEAVES, MOONS, SUITS, SUNS, WAVES, WYRMS
from companion.parlour.games.heros_journey.game_definition import hide_secrets
from companion.parlour.games.heros_journey.phases.attempt_needs import (
    can_attempt,
    list_matching_cards,
)
from companion.parlour.games.heros_journey.phases.travel_and_rest import list_ripe_encounter_cards
from companion.parlour.games.heros_journey.rules import apply_move, get_actor, set_up_game
from companion.parlour.games.heros_journey.state import Attempt, State, Task
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import count_resources
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


def roll(seed: str = "1") -> Faces:
    return Streams(seed).stream("x")


def begin_with(*lines: str) -> State:
    """The set-up of as many Heroes as choose a beginning."""
    dice = roll()
    state = set_up_game(load(), sum(line in ("rite", "harvest") for line in lines), dice)
    for line in lines:
        assert line in list_lines(state)
        state, _ = apply_move(state, tuple(line.split()), dice)
    return state


def test_reading_1_there_are_twelve_tokens_of_each_suit() -> None:
    state = set_up_game(load(), 4, roll())
    for suit in range(len(SUITS)):
        assert state.bank[suit] + sum(hero.tokens[suit] for hero in state.heroes) == 12


def test_reading_2_two_may_begin_alike_and_choose_in_turn_order() -> None:
    state = set_up_game(load(), 3, roll())
    for seat in state.seats:
        assert (get_actor(state), list_lines(state)) == (seat, ["rite", "harvest"])
        state, _ = apply_move(state, ("harvest",), roll())
    assert {hero.origin for hero in state.heroes} == {"harvest"}


def test_reading_3_who_begins_is_drawn_by_lot() -> None:
    firsts = [set_up_game(load(), 3, roll(str(seed))).seats[0] for seed in range(60)]
    assert {firsts.count(seat) > 5 for seat in (A, B, C)} == {True}


def test_reading_4_no_gift_applies_in_the_set_up() -> None:
    state = begin_with("rite", "harvest", "prophecy bottom")
    novice, child = (state.heroes[seat] for seat in state.seats)
    assert show(novice.tokens) == "M3 S1 W1 L1 Y1 K1"
    assert show(child.tokens) == "M1 S1 W1 L1 Y1 K1"


def test_reading_5_a_prophecy_is_shown_to_its_hero_alone() -> None:
    for line, at, moons in (("bottom", -1, 3), ("top", 0, 0)):
        state = begin_with("rite", "harvest", f"prophecy {line}")
        first, second = state.seats
        assert state.heroes[first].prophecy == state.endings[at]
        assert state.heroes[first].tokens[MOONS] == moons
        assert hide_secrets(state, first).heroes[first].prophecy == state.endings[at]
        assert hide_secrets(state, second).heroes[first].prophecy == -1


def test_reading_6_tokens_are_paid_and_cards_can_be_expended() -> None:
    hero = make_hero("S1 K1", "author")
    paying = make_state(hero, make_hero(), todo=(Task("pay", A, cards=(-1,)),))
    assert list_lines(paying) == ["pay suns", "pay knots"]
    expending = make_state(hero, make_hero(), todo=(Task("expend", A, number=2),))
    assert list_lines(expending) == ["expend suns", "expend knots", "expend author"]
    rider = make_hero("W2 L2", "mill", stage=1)
    assert count_resources(load(), rider, WAVES) == 10
    state, _ = play(make_state(rider, make_hero(stage=9)), "challenge")
    assert name(state.heroes[A].places) == "mill"


def test_reading_7_draws_have_gifts_and_trades_have_none() -> None:
    child = make_hero("K2", stage=1)
    resting = make_state(child, make_hero(), todo=(Task("stage", A, number=1, suits=(LEAVES,)),))
    assert list_lines(play(resting, "stage leaves")[0])[-1] == "extra none"
    at_the_origin, _ = run(make_state(child, make_hero(), todo=(Task("event", A),)))
    found, _ = play(at_the_origin, "left", faces=(1,))
    assert list_lines(found)[-1] == "extra none"
    trading = make_state(child, make_hero(), todo=(Task("trade", A),))
    traded, _ = play(trading, "trade knots knots for leaves")
    assert not any("extra" in line for line in list_lines(traded))


def draw_for(origin: str, suit: int, bank: str, **changes: object) -> State:
    hero = make_hero("", stage=5, origin=origin)
    state = make_state(hero, make_hero(stage=5), todo=(Task("draw", A, suits=(suit,)),))
    return run(replace(state, bank=tokens(bank), **changes))[0]


def test_reading_8_a_novice_may_swap_for_any_suit_of_the_bank() -> None:
    assert list_lines(draw_for("rite", MOONS, "M2 S1 K1")) == [
        "instead moons",
        "instead suns",
        "instead knots",
    ]
    without = draw_for("rite", MOONS, "S5 K1")
    assert "instead knots" in list_lines(without)
    taken, _ = play(without, "instead knots")
    assert show(taken.heroes[A].tokens) == "K1"
    substituted, _ = play(without, "instead moons")
    assert list_lines(substituted) == ["substitute suns", "substitute knots"]
    assert not list_lines(draw_for("rite", SUNS, "M2 S2"))


def test_reading_9_each_leaf_may_bring_one_more_token_that_is_none() -> None:
    state = draw_for("harvest", LEAVES, "M2 L2 K1")
    assert list_lines(state) == ["extra moons", "extra knots", "extra none"]
    assert show(play(state, "extra none")[0].heroes[A].tokens) == "L1"
    assert show(play(state, "extra knots")[0].heroes[A].tokens) == "L1 K1"


def test_reading_10_substitutes_are_named_one_at_a_time_by_the_lowest() -> None:
    draws = (Task("draw", A, suits=(WAVES,)),) * 2
    heroes = make_hero(stage=5), make_hero(stage=3), make_hero(stage=3)
    state, _ = run(replace(make_state(*heroes, todo=draws), bank=tokens("S1 K2 M1")))
    assert (get_actor(state), list_lines(state)) == (
        B,
        ["substitute moons", "substitute suns", "substitute knots"],
    )
    state, _ = play(state, "substitute suns")
    assert list_lines(state) == ["substitute moons", "substitute knots"]
    own = make_hero(stage=3), make_hero(stage=3)
    state, _ = run(replace(make_state(*own, todo=draws), bank=tokens("S1 K2")))
    assert get_actor(state) == A


def test_reading_11_the_curse_takes_half_of_the_most_and_not_twice() -> None:
    heroes = make_hero("S4 K5"), make_hero("M3")
    todo = (Task("draw", A, suits=(SUNS,)), Task("action", A))
    state, _ = run(replace(make_state(*heroes, todo=todo), bank=tokens("S1")))
    assert list_lines(state) == ["curse suns", "curse knots"]
    state, _ = play(state, "curse knots")
    assert [show(hero.tokens) for hero in state.heroes] == ["S5 K2", "M1"]
    assert show(state.bank) == "M2 K3"
    assert state.todo[0].kind == "action"


def test_reading_12_the_desert_and_one_sun_are_three() -> None:
    assert count_resources(load(), make_hero("S1", "desert"), SUNS) == 3


def travel(held: str, company: str, *, bank: str = "", stage: int = 2) -> State:
    state = make_state(make_hero(held, company, stage=stage), make_hero("M1 S1"))
    state = replace(state, mentor_row=cards("painter merchant lunatic"))
    state = replace(state, place_row=cards("cave mill forest"), mentor_deck=cards("sailor"))
    state = replace(state, place_deck=cards("castle"))
    return replace(state, bank=tokens(bank)) if bank else state


def test_reading_13_gifts_may_pay_and_a_curse_may_leave_nothing_to_pay_with() -> None:
    state, _ = play(travel("", "author bard"), "travel", "keep bard", "gift knots")
    after = state.heroes[A]
    assert (show(after.tokens), name(after.mentors)) == ("", "bard painter")
    cursed, _ = play(travel("", "author", bank="K1"), "travel", "gift knots")
    assert (name(cursed.heroes[A].mentors), name(cursed.mentor_deck)) == ("", "sailor author")
    assert name(cursed.mentor_row) == "painter merchant lunatic"


def test_reading_14_the_token_of_a_missing_card_goes_to_the_bank() -> None:
    state = replace(travel("K3", ""), place_row=(), place_deck=(), mentor_deck=())
    before = sum(state.bank)
    state, _ = play(state, "travel", "to traveler")
    assert name(state.heroes[A].mentors) == "merchant"
    lying = {load().cards[card].id: show(held) for card, held in state.on_cards}
    assert (lying, sum(state.bank) - before) == ({"painter": "K1"}, 2)


def test_reading_15_an_old_place_goes_only_for_a_new_one() -> None:
    without = replace(travel("K1", "desert"), place_row=(), place_deck=())
    kept, _ = play(without, "travel")
    assert name(kept.heroes[A].places) == "desert"
    changed, _ = play(travel("K1", "desert"), "travel")
    assert name(changed.heroes[A].places) == "cave"
    journey, _ = play(travel("K1", "desert sea", stage=3), "travel")
    assert list_lines(journey) == ["drop desert", "drop sea"]
    journey, _ = play(journey, "drop desert")
    assert name(journey.heroes[A].places) == "sea cave"


def test_reading_16_a_mentor_left_behind_gives_one_token_and_no_place_does() -> None:
    state, _ = play(travel("K1", "consul desert"), "travel", "keep none")
    assert list_lines(state) == ["gift moons", "gift waves", "gift knots"]
    state, _ = play(state, "gift waves", "pay knots")
    assert show(state.heroes[A].tokens) == "W1"
    failed = Task("failed", A, number=2), Task("hand", A)
    lost = make_state(make_hero("", "author"), make_hero(), todo=failed)
    lost, _ = play(replace(lost, attempt=Attempt(A, ())), "expend")
    assert (name(lost.heroes[A].mentors), show(lost.heroes[A].tokens)) == ("", "")


def test_reading_17_what_is_discarded_lies_at_the_bottom() -> None:
    state = make_state(make_hero("M1 W1", "lunatic"), make_hero())
    deck = state.mentor_deck
    state, _ = play(replace(state, heroes=(make_hero("", "lunatic"), make_hero())), "match lunatic")
    assert state.mentor_deck == (*deck, *cards("lunatic"))


def test_reading_18_a_ripe_card_must_be_chosen_and_one_suit_is_never_ripe() -> None:
    two = make_state(make_hero("", "author savage", stage=3, origin="rite"), make_hero())
    state, _ = play(two, "rest")
    assert list_lines(state) == ["ripe author", "ripe savage"]
    state, _ = play(state, "ripe savage", "two wyrms")
    assert list_lines(state) == ["stage moons", "stage waves"]
    state, _ = play(state, "stage waves")
    assert show(state.heroes[A].tokens) == "W1 L1 Y2"
    assert list_ripe_encounter_cards(state, make_hero("", "huntress sea", stage=9)) == []


def test_reading_19_three_suited_cards_match_and_none_leads_to_the_ending() -> None:
    company = "watchman soldier consul merchant"
    matching = {stage: make_hero("", company, stage=stage - 1) for stage in (3, 4, 8, 10)}
    state = make_state(make_hero(), make_hero())
    found = {
        stage: name(tuple(list_matching_cards(state, hero))) for stage, hero in matching.items()
    }
    assert found == {3: "consul", 4: "watchman soldier", 8: "watchman soldier", 10: ""}


def test_reading_20_a_card_that_bears_both_suits_is_counted_once() -> None:
    for held, can in (("M1 S1", False), ("M2 S1", True)):
        hero = make_hero(held, "diplomat", stage=8)
        assert count_resources(load(), hero, MOONS) == 8 + hero.tokens[MOONS]
        assert can_attempt(make_state(hero, make_hero()), hero) == can
    assert WYRMS not in load().suits_by_card[cards("diplomat")[0]]
