"""The worked examples of the rules of The Hero's Journey, by their numbers."""

from msgspec.structs import replace

from companion.dice.face_sources import LoadedFaces, Streams
from companion.parlour.games.heros_journey.data import KNOTS, LEAVES, MOONS, WYRMS
from companion.parlour.games.heros_journey.event_records import CannotOutbid
from companion.parlour.games.heros_journey.phases.attempt_needs import (
    can_attempt,
    count_resources_after_stake,
    list_matching_cards,
)
from companion.parlour.games.heros_journey.phases.end_of_game import (
    compute_score_parts,
    count_score,
)
from companion.parlour.games.heros_journey.rules import apply_move, get_actor, set_up_game
from companion.parlour.games.heros_journey.state import Attempt, State, Task
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    count_resources,
    shuffle_deck,
)
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


def test_1_set_up() -> None:
    dice = Streams("1").stream("x")
    state = set_up_game(load(), 3, dice)
    first = get_actor(state)
    for line in ("rite", "harvest", "rite", "prophecy bottom", "prophecy top"):
        state, _ = apply_move(state, tuple(line.split()), dice)
    seats = [(first + step) % 3 for step in range(3)]
    ann, bree, cal = (state.heroes[seat] for seat in seats)
    assert (sum(ann.tokens), sum(bree.tokens), sum(cal.tokens)) == (8, 6, 5)
    assert (ann.tokens[MOONS], cal.tokens[MOONS]) == (3, 0)
    assert state.bank == (8, 9, 9, 9, 9, 9)
    assert ann.prophecy == state.endings[-1]
    assert cal.prophecy == state.endings[0]
    assert all(len(hero.hand) == 1 for hero in state.heroes)
    assert (len(state.mentor_row), len(state.place_row)) == (3, 3)


def test_2_shuffle() -> None:
    assert shuffle_deck((1, 2, 3), LoadedFaces((2, 2))) == (2, 3, 1)
    assert shuffle_deck((1, 2, 3), LoadedFaces((3, 1))) == (3, 1, 2)


def test_3_rest_at_stage_1_without_a_card() -> None:
    bree = make_hero("M1 S1 W1 L1 Y1 K1", stage=1)
    state, _ = play(make_state(bree, make_hero()), "rest", "stage leaves", "extra waves")
    assert list_lines(state) == ["stage moons", "stage suns"]
    state, _ = play(state, "stage suns")
    assert sum(state.heroes[A].tokens) == 9


def test_4_rest_with_a_court() -> None:
    ann = make_hero("", "consul", stage=1, origin="rite")
    state, _ = play(make_state(ann, make_hero()), "rest", "instead suns")
    assert list_lines(state) == ["stage moons", "stage leaves", "stage wyrms"]
    state, _ = play(state, "stage wyrms")
    assert show(state.heroes[A].tokens) == "S1 W1 Y1 K1"


def test_5_ripe_or_not() -> None:
    child = make_hero("", "sailor", stage=3)
    state, _ = play(make_state(child, make_hero()), "rest")
    assert show(state.heroes[A].tokens) == "M1 W1"
    ripe = make_hero("", "sailor", stage=4)
    state, _ = play(make_state(ripe, make_hero()), "rest", "two leaves", "extra none", "extra none")
    assert show(state.heroes[A].tokens) == "W1 L2"
    assert list_lines(state) == ["stage wyrms", "stage knots"]
    both, _ = play(make_state(ripe, make_hero()), "rest", "two leaves", "extra suns", "extra suns")
    both, _ = play(both, "stage knots")
    assert show(both.heroes[A].tokens) == "S2 W1 L2 K1"


def test_6_travel_to_the_seekers() -> None:
    hero = make_hero("M2 S1 L1 Y1", "author bard desert", stage=2)
    state = make_state(hero, make_hero("S2"))
    state = replace(
        state,
        mentor_row=cards("painter merchant lunatic"),
        place_row=cards("cave mill forest"),
        mentor_deck=cards("sailor"),
        place_deck=cards("castle"),
        on_cards=tuple(
            sorted([(cards("merchant")[0], tokens("S1")), (cards("mill")[0], tokens("K1"))])
        ),
    )
    state, _ = play(state, "travel", "keep bard", "gift knots", "to seeker")
    state, _ = play(state, "pay moons", "pay moons", "pay suns", "pay leaves", "pay wyrms")
    after = state.heroes[A]
    assert name(after.mentors) == "bard lunatic"
    assert name(after.places) == "forest"
    assert show(after.tokens) == "K1"
    assert name(state.mentor_row) == "painter merchant sailor"
    assert name(state.place_row) == "cave mill castle"
    lying = {load().cards[card].id: show(held) for card, held in state.on_cards}
    assert lying == {"painter": "M1", "cave": "M1", "merchant": "S2", "mill": "L1 K1"}
    assert name(state.mentor_deck) == "author"
    assert name(state.place_deck) == "desert"
    state, _ = play(replace(state, todo=(Task("action", B), Task("hand", B))), "travel")
    assert name(state.heroes[B].encounter_cards) == "painter cave"
    assert show(state.heroes[B].tokens) == "M2 S1"


def test_7_resources() -> None:
    hero = make_hero("Y2", "savage")
    assert count_resources(load(), hero, WYRMS) == 5
    assert count_resources(load(), hero, LEAVES) == 3
    loser = make_hero("S1 M1", "bard desert")
    failed = make_state(loser, make_hero("M1"), todo=(Task("failed", A, number=4), Task("hand", A)))
    failed, _ = play(replace(failed, attempt=Attempt(A, ())), "expend")
    alone, _ = play(failed, "expend bard")
    assert (alone.todo[0].kind, show(alone.heroes[A].tokens)) == ("hand", "M1 S1")
    short, _ = play(failed, "expend desert", "expend suns")
    assert list_lines(short) == ["expend moons", "expend bard"]
    assert play(short, "expend moons")[0].todo[0].kind == "hand"


def test_8_may_one_attempt_the_battle() -> None:
    for held, can in (("Y1 K2", True), ("Y1 K1", False), ("K5", False)):
        hero = make_hero(held, "savage", stage=3)
        assert can_attempt(make_state(hero, make_hero()), hero) == can, held


def test_9_a_card_with_both_suits_counts_once() -> None:
    for held, company, can in (
        ("M2 S1", "diplomat", True),
        ("M1 S1", "diplomat", False),
        ("M1 S1", "bard", False),
        ("M2 S1", "bard", True),
    ):
        hero = make_hero(held, company, stage=8)
        assert can_attempt(make_state(hero, make_hero()), hero) == can, (held, company)
        matches = name(tuple(list_matching_cards(make_state(hero, make_hero()), hero)))
        assert matches == ("diplomat" if company == "diplomat" else "")


def test_10_the_ending() -> None:
    for held, can in (("Y2", True), ("Y1", False)):
        hero = make_hero(held, "darkness", stage=9, hand="ace-of-suns")
        state = make_state(hero, make_hero(stage=10, hand="ace-of-knots"))
        assert can_attempt(state, hero) == can
        if can:
            state, _ = play(state, "challenge", "play ace-of-suns")
            assert state.todo[0] == Task("failed", A, number=9)


def begin_bidding() -> State:
    """Ann attempts with 8 tokens after the stake, Bree has 3 and Cal 5, all at Stage 4."""
    ann = make_hero("S4 W3 L3", stage=4, hand="ace-of-suns")
    bree = make_hero("M3", stage=4, hand="ace-of-leaves")
    cal = make_hero("K5", stage=4, hand="ace-of-knots")
    state = make_state(ann, bree, cal, challenge_deck=cards("ace-of-moons ace-of-waves excuse"))
    return play(state, "challenge", "play ace-of-suns")[0]


def test_11_bidding() -> None:
    state, _ = play(begin_bidding(), "bid 1")
    assert list_lines(state)[0] == "bid 2"
    state, _ = play(state, "bid 2")
    assert get_actor(state) == A
    state, events = play(state, "bid 3")
    assert CannotOutbid(B, needs=4, has=3) in events
    assert get_actor(state) == C
    state, _ = play(state, "bid 4")
    state, _ = play(state, "pass")
    state, _ = play(state, "back", "keep ace-of-moons")
    assert show(state.heroes[C].tokens).startswith("K1")
    assert list_lines(state) == ["expend", "lie down"]
    attempt = state.attempt
    assert attempt is not None
    assert (attempt.leader, name((attempt.issued,))) == (C, "ace-of-knots")
    assert [task.seat for task in state.todo if task.kind in ("failed", "test")] == [A, B, C]
    assert [show(hero.tokens) for hero in state.heroes[:2]] == ["S3 W2 L3", "M3"]
    assert name(state.heroes[A].hand) == "ace-of-moons"


def test_12_who_may_challenge() -> None:
    ann = make_hero("K3 L4", "merchant", stage=5, hand="ace-of-suns")
    heroes = (
        ann,
        make_hero("M3", stage=5, hand="ace-of-leaves"),
        make_hero("M3", stage=6, hand="ace-of-knots"),
        make_hero("", stage=2, hand="ace-of-wyrms"),
    )
    state, _ = play(make_state(*heroes), "challenge", "play ace-of-suns")
    assert get_actor(state) == B
    state, _ = play(state, "pass")
    assert state.todo[0].kind == "failed"


def fail_test() -> State:
    """At the Market with Sailor, Author and Desert; the Issued suit is waves."""
    hero = make_hero("M5 L2", "sailor author desert", stage=6, hand="ace-of-waves")
    state = make_state(hero, make_hero("", stage=1, hand="excuse"))
    return play(state, "challenge", "play ace-of-waves")[0]


def test_13_a_failed_test() -> None:
    before = make_hero("M5 L2", "sailor author desert", stage=6)
    assert count_resources_after_stake(make_state(before, make_hero()), before) == 4 + 1 + 4 + 2
    state = fail_test()
    assert state.todo[0].number == 2
    state, _ = play(state, "expend")
    state, _ = play(state, "expend author", faces=(1, 1, 1, 1, 1, 1))
    hero = state.heroes[A]
    assert (show(hero.tokens), name(hero.encounter_cards), hero.stage) == (
        "M5 L2",
        "sailor desert",
        6,
    )


def test_13_a_challenger_needs_her_own_stage() -> None:
    ann = make_hero("M5 L2", "sailor author desert", stage=6, hand="ace-of-waves")
    bree = make_hero("K1", "sea", stage=5, hand="ace-of-leaves")
    state, _ = play(make_state(ann, bree), "challenge", "play ace-of-waves", "bid 1")
    state, _ = play(state, "bid 2", "pay moons", "pay moons", "discard")
    state, _ = play(state, "lie down", faces=(1, 1, 1, 1, 1))
    assert show(state.heroes[B].tokens) == "W1 K1"


def test_14_or_lies_down() -> None:
    state, _ = play(fail_test(), "lie down", faces=(1, 1, 1, 1, 1, 1))
    assert "author" in name(state.heroes[A].mentors)
    assert state.heroes[A].lost == 1
    state, _ = run(replace(state, todo=(Task("turn", A), Task("hand", B))))
    assert (state.heroes[A].lost, get_actor(state)) == (0, B)


def test_15_the_battle() -> None:
    heroes = (make_hero("Y1 K1"), make_hero("K5"), make_hero("Y3 K1"))
    state = make_state(*heroes, todo=(Task("event", A),))
    state = replace(
        state,
        heroes=(replace(heroes[0], stage=3), *heroes[1:]),
        mentor_deck=cards("merchant watchman"),
        place_deck=cards("cave"),
    )
    state, _ = run(state)
    state, _ = play(state, "mentors", "mentors", faces=(1,))
    assert show(state.heroes[C].tokens) == "Y4 K2"
    assert [hero.lost for hero in state.heroes] == [0, 1, 0]


def test_16_the_discovery() -> None:
    hero = make_hero("", stage=4, hand="ace-of-moons", origin="rite")
    state = make_state(hero, make_hero(), todo=(Task("event", A),))
    state = replace(state, challenge_deck=cards("ace-of-suns ace-of-knots excuse"))
    state, _ = run(state)
    state, _ = play(state, "instead leaves", "instead moons")
    assert show(state.heroes[A].tokens) == "M1 L1"
    state, _ = play(state, "take excuse", faces=(3, 1))
    assert name(state.heroes[A].hand) == "excuse"
    assert name(state.challenge_deck) == "ace-of-moons ace-of-suns ace-of-knots"


def test_17_substitute() -> None:
    heroes = (make_hero(stage=5), make_hero(stage=3), make_hero(stage=3))
    state = make_state(*heroes, todo=(Task("draw", A, suits=(2,)),))
    state = replace(state, bank=tokens("M5 S5 L5"))
    state, _ = run(state)
    assert get_actor(state) == B
    state, _ = play(state, "substitute leaves")
    assert get_actor(state) == A
    state, _ = play(state, "extra suns")
    assert show(state.heroes[A].tokens) == "S1 L1"


def test_18_the_curse() -> None:
    heroes = (make_hero("S5 Y4 K2"), make_hero("M7 L1"))
    todo = (Task("draw", A, suits=(WYRMS,)), Task("draw", A, suits=(MOONS,)))
    state = make_state(*heroes, todo=(*todo, Task("action", A)))
    state = replace(state, bank=tokens("Y1"))
    state, _ = run(state)
    assert list_lines(state) == ["curse suns", "curse wyrms"]
    state, _ = play(state, "curse suns")
    assert show(state.heroes[A].tokens) == "M1 S2 Y5 K2"
    assert show(state.heroes[B].tokens) == "M3 L1"
    assert show(state.bank) == "M3 S3"


def test_19_the_betrayal() -> None:
    giver = make_hero("", "huntress bard", stage=8)
    state = make_state(giver, make_hero(), make_hero(), todo=(Task("betray", A),))
    assert len(list_lines(state)) == 4
    state, _ = play(state, "give bard to 3")
    assert name(state.heroes[C].mentors) == "bard"
    poor = make_hero("Y2 K1", stage=8)
    state = make_state(poor, make_hero(), make_hero(), todo=(Task("betray", A),))
    state, _ = run(state)
    state, _ = play(state, "give wyrms to 2", "give wyrms to 3", "give knots to 3")
    assert [show(hero.tokens) for hero in state.heroes] == ["", "Y1", "Y1 K1"]


def test_20_the_pact() -> None:
    hero = make_hero("S2 M2", "painter", stage=8)
    state = make_state(hero, make_hero(), todo=(Task("event", A),))
    merchant = cards("merchant")[0]
    state = replace(
        state, mentor_row=cards("author merchant sailor"), on_cards=((merchant, tokens("S2")),)
    )
    state, _ = run(state)
    assert state.ending_known
    state, _ = play(state, "pact painter for merchant")
    assert name(state.mentor_row) == "author painter sailor"
    assert name(state.heroes[A].mentors) == "merchant"
    assert show(state.heroes[A].tokens) == "S2"
    assert [show(held) for _, held in state.on_cards] == ["M2 S2"]


def test_21_trades() -> None:
    hero = make_hero("K3 Y3", origin="rite")
    state = make_state(hero, make_hero(), todo=(Task("trade", A),))
    row = state.mentor_row[0]
    state = replace(state, bank=tokens("S5"), on_cards=((row, tokens("M2")),))
    assert "trade wyrms wyrms for wyrms" not in list_lines(state)
    state, _ = play(state, "trade knots knots for moons")
    assert show(state.heroes[A].tokens) == "M1 Y3 K1"
    assert show(state.bank) == "S5 K2"
    assert show(dict(state.on_cards)[row]) == "M1"


def test_22_calamity() -> None:
    hero = make_hero("Y3 M4 S3", "savage forest merchant", stage=10)
    state = make_state(hero, make_hero(), todo=(Task("calamity", A),))
    state, _ = run(state)
    assert name(state.heroes[A].encounter_cards) == "savage"
    assert list_lines(state) == ["pay moons", "pay suns"]
    state, _ = play(state, "pay moons", "pay moons", "pay moons", "pay moons")
    assert show(state.heroes[A].tokens) == "S3 Y3"


def test_23_windfall_score() -> None:
    hero = make_hero("M2 S1 W1 L1 Y1 K4", "merchant desert", stage=10)
    endings = cards("windfall end calamity")
    state = make_state(hero, make_hero(), endings=endings, arrived=A)
    assert count_score(state, A) == 220
    parts = compute_score_parts(state, A)
    assert (sum(parts.values()) - parts["cards"], parts["cards"]) == (200, 20)


def test_24_the_ends_score() -> None:
    hero = make_hero("M3 S2", "forest huntress", stage=9)
    state = make_state(hero, make_hero(), endings=cards("end calamity windfall"), arrived=A)
    for card, score in (("ace-of-moons", 75), ("ace-of-suns", 60), ("excuse", 75)):
        shown = replace(state, shown=((A, cards(card)[0]),))
        assert count_score(shown, A) == score


def test_25_last_turns() -> None:
    heroes = (make_hero(stage=9, lost=1), make_hero(stage=9), make_hero(stage=10))
    state = make_state(*heroes, todo=(Task("end_turn", C),), arrived=C, seats=(2, 0, 1))
    state, _ = run(state)
    assert get_actor(state) == B
    assert state.heroes[A].lost == 0
    state, _ = play(state, "done")
    assert state.why == "ending"


def test_the_knots_of_the_windfall_are_counted_twice() -> None:
    hero = make_hero("K2", stage=10)
    state = make_state(hero, make_hero(), endings=cards("windfall end calamity"), arrived=A)
    assert hero.tokens[KNOTS] == 2
    assert count_score(state, A) == 40
