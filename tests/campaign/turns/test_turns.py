"""Time passing over a whole campaign (Core Procedures, Turns; readings, Turns and the clock)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.turns.turns import (
    begin_next_turn,
    close_inner_turn,
    end_turn,
    move_clock,
    nest_inner_turn,
)
from companion.errant.happenings import Burned, Happenings, ReminderDue, Rested, Starved, SupplyLost
from companion.errant.turns.moments_and_spans import Moment, Span
from companion.errant.turns.timers import Cadence
from companion.errant.turns.turns import Turn, TurnType, add_declared_action
from companion.refusal import Impossible
from tests.making import EIGHT, animal, campaign, effect, errant, item, torch, turn


def at(span: str) -> Moment:
    return EIGHT + Span.parse(span)


def turned(before: Campaign, times: int = 1) -> Campaign:
    for _ in range(times):
        before, _ = begin_next_turn(before)
    return before


def rolled(before: Campaign, face: int = 6) -> Campaign:
    """The campaign with an Event Die fallen in its innermost Turn."""
    return before.with_turns((*before.turns[:-1], replace(before.turns[-1], face=face)))


def every(turns: int, word: str, turn_type: TurnType = "exploration") -> tuple[Cadence, ...]:
    return (Cadence(id="it", turns=turns, type=turn_type, word=word),)


@pytest.mark.parametrize(
    ("turn_type", "length"),
    [("travel", "4h"), ("exploration", "10m"), ("initiative", "10s"), ("downtime", "30d")],
)
def test_the_clock_moves_by_the_length_of_a_turn_as_it_ends(
    turn_type: TurnType, length: str
) -> None:
    opened = turned(nest_inner_turn(campaign(errant()), turn_type))
    assert opened.now == EIGHT
    assert turned(opened).now == at(length)


def test_a_house_rule_gives_every_turn_of_a_type_another_length() -> None:
    made = campaign(errant(), turns=(turn("travel"),))
    rules = replace(made.book.rules, travel_turn=Span.parse("6h"))
    assert turned(replace(made, book=replace(made.book, rules=rules))).now == at("6h")


def test_a_single_turn_may_be_given_another_length() -> None:
    long, _ = begin_next_turn(campaign(turns=(turn(),)), length=Span.parse("1h"))
    assert turned(long).now == at("1h 10m")
    assert turned(long, 2).now == at("1h 20m")


def test_zooming_out_returns_to_the_declared_action_that_waited() -> None:
    travel = add_declared_action(turn("travel"), "company", "move one hex on")
    inside = turned(nest_inner_turn(campaign(errant(), turns=(travel,)), "exploration"), 3)
    outside, closed, _ = close_inner_turn(inside)
    assert (closed.type, closed.number) == ("exploration", 3)
    assert outside.turns == (travel,)
    assert outside.now == at("30m")


@pytest.mark.parametrize(("inside", "end"), [(3, "4h"), (24, "4h"), (25, "4h 10m"), (30, "5h")])
def test_time_spent_inside_counts_as_part_of_the_outer_turn(inside: int, end: str) -> None:
    nested = turned(nest_inner_turn(campaign(turns=(turn("travel"),)), "exploration"), inside)
    outside, _, _ = close_inner_turn(nested)
    assert turned(outside).now == at(end)


def test_ten_seconds_three_types_deep_are_part_of_all_of_them() -> None:
    made = turned(nest_inner_turn(campaign(turns=(turn("travel"),)), "exploration"))
    fight = turned(nest_inner_turn(made, "initiative"), 6)
    assert [t.type for t in fight.turns] == ["travel", "exploration", "initiative"]
    room, _, _ = close_inner_turn(fight)
    assert room.now == at("1m")
    hex_again, _, _ = close_inner_turn(room)
    assert hex_again.now == at("10m")
    assert turned(hex_again).now == at("4h")


def test_an_inner_type_closed_before_its_first_turn_took_no_time() -> None:
    outside, _, happened = close_inner_turn(
        nest_inner_turn(campaign(turns=(turn("travel"),)), "exploration")
    )
    assert (outside.now, happened) == (EIGHT, ())


def test_exploration_turns_count_anew_travel_turns_go_on() -> None:
    made = turned(nest_inner_turn(campaign(), "travel"), 2)
    first = turned(nest_inner_turn(made, "exploration"), 2)
    again = turned(nest_inner_turn(close_inner_turn(first)[0], "exploration"))
    assert (first.turns[-1].number, again.turns[-1].number) == (2, 1)
    closed = close_inner_turn(close_inner_turn(again)[0])[0]
    assert turned(nest_inner_turn(closed, "travel")).turns[-1].number == 3


def test_what_is_open_in_the_turn_being_left_is_listed() -> None:
    open_turn = add_declared_action(turn(choice="rest"), "company", "dig")
    made = campaign(errant("Bree", torch(0), supply=2), errant("Away", torch(0), away=True))
    matters = made.with_turns((open_turn,)).open_matters
    assert matters == (("rest",), (("company", "dig"),), (("bree", "torch", "torch"),))


def test_what_waits_in_an_outer_turn_never_stops_an_inner_one() -> None:
    outer = add_declared_action(turn("travel", choice="rest"), "company", "move on")
    assert not campaign(turns=(outer, turn())).open_matters
    assert not campaign().open_matters


def test_a_downtime_turn_begins_without_supply() -> None:
    made = campaign(errant("Bree", supply=3), errant("Wim"), animal("Tansy", supply=8))
    opened = nest_inner_turn(made, "downtime")
    assert [e.supply for e in opened.errants] == [3, 0, 8]
    began, happened = begin_next_turn(opened)
    assert [e.supply for e in began.errants] == [0, 0, 0]
    assert happened == (
        SupplyLost("bree", 3, 0, "a Downtime Turn begins"),
        SupplyLost("tansy", 8, 0, "a Downtime Turn begins"),
    )


@pytest.mark.parametrize("turn_type", ["travel", "exploration", "initiative"])
def test_supply_stays_as_any_other_turn_begins(turn_type: TurnType) -> None:
    began, _ = begin_next_turn(nest_inner_turn(campaign(errant(supply=3)), turn_type))
    assert began.errants[0].supply == 3


def test_a_night_is_slept_as_two_travel_turns_end() -> None:
    night = turn("travel", asleep=True, watch=("wim", "una"))
    company = (errant("Bree", exhaustion=2), errant("Una"), errant("Wim"))
    made, first = begin_next_turn(campaign(*company, turns=(night,)))
    again = replace(made.turns[0], asleep=True, watch=("wim", "una"))
    made, second = begin_next_turn(made.with_turns((again,)))
    assert (first, second) == ((), (Rested("bree", 1, 1),))


def test_a_month_breaks_the_half_night_before_it() -> None:
    made = campaign(errant("Bree", slept=1), turns=(turn("downtime"),))
    assert [each.slept for each in turned(made).errants] == [0]


@pytest.mark.parametrize(("turns_slept", "kept"), [(1, True), (2, False)])
def test_watchers_keep_both_turns_of_a_night_and_no_more(turns_slept: int, kept: bool) -> None:
    made = campaign(errant("Bree"), errant("Una"), errant("Wim"), turns=(turn("travel"),))
    for _ in range(turns_slept):
        asleep = replace(made.turns[0], asleep=True, watch=("una", "wim"))
        made, _ = begin_next_turn(made.with_turns((asleep,)))
    assert (made.turns[0].watch == ("una", "wim")) is kept


def test_a_watch_named_while_awake_is_not_kept_in_the_next_turn() -> None:
    made = campaign(errant("Bree", slept=1), errant("Wim"), turns=(turn("travel", watch=("wim",)),))
    assert begin_next_turn(made)[0].turns[0].watch == ()


def test_the_starving_gain_1_exhaustion_for_each_day_as_turns_pass() -> None:
    hungry = errant(starving=EIGHT, exhaustion=1)
    made, happened = end_turn(campaign(hungry, turns=(turn("travel", length=Span.parse("2d")),)))
    assert made.errants[0].exhaustion == 3
    assert happened == (Starved("bree", 2, 3),)


def _burned(times: int, made: Campaign) -> tuple[Campaign, list[Happenings]]:
    told = []
    for _ in range(times):
        made, happened = begin_next_turn(made)
        told.append(happened)
    return made, told


def test_every_6_turns_burn_marks_off_if_no_die_is_rolled() -> None:
    made = campaign(
        errant("Bree", torch(2)),
        turns=(turn(),),
        every=every(6, "burn"),
        effects=(effect(depletion=3),),
    )
    made, told = _burned(12, made)
    assert [n for n, happened in enumerate(told, 1) if happened] == [6, 12]
    assert told[5][0] == Burned("bree", "torch", "torch", 2, 1)
    assert made.book.effects[0].depletion == 1


def test_a_turn_whose_event_die_was_rolled_marks_nothing_off() -> None:
    made = campaign(errant("Bree", torch(2)), turns=(turn(),), every=every(1, "burn"))
    made, happened = begin_next_turn(rolled(made))
    assert (made.errants[0].get_item("torch").burn, happened) == (2, ())


def test_a_reminder_counts_every_turn_with_a_die_or_without() -> None:
    made = campaign(errant(), turns=(turn(),), every=every(3, "the water rises"))
    made, first = begin_next_turn(rolled(made))
    made, second = begin_next_turn(made)
    made, third = begin_next_turn(rolled(made, 3))
    assert (first, second, third) == ((), (), (ReminderDue("the water rises"),))


def test_turns_of_another_type_mark_nothing_off() -> None:
    made = campaign(turns=(turn("travel"),), every=every(1, "the water rises"))
    assert begin_next_turn(made)[1] == ()


def test_a_cadence_depletes_or_reminds() -> None:
    both = (*every(1, "deplete", "travel"), *every(1, "the hunters draw nearer", "travel"))
    made = campaign(errant("Bree", item("rations", 3)), turns=(turn("travel"),), every=both)
    made, happened = begin_next_turn(made)
    assert made.errants[0].get_item("rations").count == 2
    assert happened[-1] == ReminderDue("the hunters draw nearer")


@pytest.mark.parametrize(("moved", "burn"), [("9m", 4), ("10m", 3), ("30m", 1), ("1d", 0)])
def test_the_clock_moved_by_hand_passes_turns_without_a_die(moved: str, burn: int) -> None:
    lantern = (item("lantern", lit=True), item("oil"))
    made = campaign(errant("Bree", *lantern, supply=4), turns=(turn(),), every=every(1, "burn"))
    made, _ = move_clock(made, Span.parse(moved))
    assert made.now == at(moved)
    assert made.errants[0].get_item("oil").depletion == burn


def test_the_open_turn_goes_on_after_turns_passed_by_hand() -> None:
    made = campaign(turns=(turn(),), every=every(1, "the water rises"))
    moved, first = move_clock(made, Span.parse("20m"))
    ended, second = begin_next_turn(moved)
    assert (first, second) == (
        (ReminderDue("the water rises", 2),),
        (ReminderDue("the water rises"),),
    )
    assert ended.now == at("30m")


def test_less_than_a_turn_moved_on_by_hand_is_part_of_the_open_one() -> None:
    made = campaign(turns=(turn("travel"),), every=every(1, "the hunters near", "travel"))
    moved, first = move_clock(made, Span.parse("30m"))
    ended, second = begin_next_turn(moved)
    assert (first, second) == ((), (ReminderDue("the hunters near"),))
    assert ended.now == at("4h")


@given(st.lists(st.sampled_from(["turn", "+1t", "+2t", "+7m"]), max_size=12))
def test_as_many_turns_fall_due_as_go_by_on_the_clock(steps: list[str]) -> None:
    """Whatever passes in whole Turns and by ends of Turns is counted once."""
    made = campaign(turns=(turn(),), every=every(1, "the water rises"))
    due = 0
    for step in steps:
        if step == "turn":
            made, happened = begin_next_turn(made)
        else:
            span = Span.parse("7m") if step == "+7m" else Span(600 * int(step[1]))
            made, happened = move_clock(made, span)
        due += sum(e.times for e in happened if isinstance(e, ReminderDue))
    assert due == sum(1 if step == "turn" else int(step[1]) for step in steps if step != "+7m")
    if "+7m" not in steps:
        assert made.now == EIGHT + Span(600 * due)


def test_a_turn_about_to_begin_is_not_moved_by_the_clock() -> None:
    made = nest_inner_turn(campaign(), "exploration")
    moved, _ = move_clock(made, Span.parse("1h"))
    assert moved.turns == made.turns


def test_a_reminder_that_falls_due_more_than_once_says_how_often() -> None:
    made = campaign(turns=(turn(),), every=every(2, "the water rises"))
    made, happened = move_clock(made, Span.parse("1h 10m"))
    assert happened == (ReminderDue("the water rises", 3),)
    assert made.book.every[0].passed == 1


def test_what_would_fall_due_a_thousand_times_and_more_is_refused() -> None:
    made = campaign(errant(), turns=(turn(),), every=every(1, "burn"))
    move_clock(made, Span(600 * 1000))
    with pytest.raises(Impossible, match="1,001 times"):
        move_clock(made, Span(600 * 1001))


@pytest.mark.parametrize("seconds", [0, -1800, -86400 * 9])
def test_going_back_in_time_fires_nothing(seconds: int) -> None:
    made = campaign(
        errant("Bree", torch(2), starving=Moment(0)), turns=(turn(),), every=every(1, "burn")
    )
    back, happened = move_clock(made, Span(seconds))
    assert happened == ()
    assert back.now == Moment(max(0, EIGHT.seconds + seconds))
    assert back.errants == made.errants
    assert back.book.every == made.book.every


def test_the_clock_moves_by_hand_with_no_turn_open() -> None:
    made, happened = move_clock(campaign(errant(), every=every(1, "burn")), Span.parse("3h"))
    assert (made.now, happened) == (at("3h"), ())


def test_a_nested_turn_begins_at_the_place_and_time_of_the_outer() -> None:
    outer: Turn = turn("travel", place="fen")
    inner = nest_inner_turn(campaign(turns=(outer,)), "exploration").turns[-1]
    assert (inner.place, inner.began, inner.begun) == ("fen", EIGHT, False)


def test_as_a_downtime_turn_begins_nobody_starves_any_longer() -> None:
    hungry = errant("Bree", starving=EIGHT, supply=3)
    month = campaign(hungry, turns=(turn("downtime", begun=False, number=0),))
    begun, _ = begin_next_turn(month)
    (bree,) = begun.errants
    assert (bree.starving, bree.supply, bree.exhaustion) == (None, 0, 0)
