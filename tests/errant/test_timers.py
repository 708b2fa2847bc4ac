"""What runs out next (Items & Equipment, Depletion and Burn; Core Procedures, Event Die)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errant.light import LightSource
from companion.errant.timers import (
    EFFECT_KINDS,
    Cadence,
    Effect,
    Timer,
    advance_cadence,
    list_timers,
    run_down_effects,
)
from companion.errant.turns import TURN_TYPES, Turn, TurnType
from tests.making import effect, turn

INSIDE = (turn("travel"), turn("exploration"))


def lit(burn: int, name: str = "torch") -> LightSource:
    return LightSource("wim", name, name, burn, name)


def every(turns: int, turn_type: TurnType = "exploration", passed: int = 0) -> Cadence:
    return Cadence(id="it", turns=turns, type=turn_type, word="the water rises", passed=passed)


def names(found: tuple[Timer, ...]) -> list[str]:
    return [timer.name for timer in found]


def test_what_the_very_next_3_ends_is_before_what_outlasts_it() -> None:
    effects = (effect("Bless", depletion=3), effect("Shield"), effect("Hex", "curse", depletion=2))
    found = list_timers(INSIDE, (lit(4, "lantern"), lit(1)), effects, ())
    assert names(found) == ["torch", "Shield", "Hex", "Bless", "lantern"]


def test_what_falls_due_for_sure_is_before_what_waits_for_a_3() -> None:
    found = list_timers(INSIDE, (lit(1), lit(2, "candle")), (), (every(3, passed=1),))
    assert names(found) == ["torch", "the water rises", "candle"]


def test_timers_of_the_inner_turn_come_before_those_of_outer_turns() -> None:
    hunters = Cadence(id="h", turns=1, type="travel", word="the hunters near")
    month = Cadence(id="m", turns=1, type="downtime", word="the rent")
    found = list_timers(INSIDE, (lit(6),), (effect("Ague", "disease"),), (month, hunters))
    assert names(found) == ["torch", "the hunters near", "the rent", "Ague"]


def test_in_a_travel_turn_a_torch_waits_for_turns_that_are_not_open() -> None:
    found = list_timers((turn("travel"),), (lit(1),), (effect("Bless", depletion=4),), ())
    assert names(found) == ["Bless", "torch"]


@pytest.mark.parametrize(
    ("going_on", "left", "unit"),
    [
        (effect("Bless", "miracle", depletion=3), 3, "depletion"),
        (effect("Fear", "condition"), 1, "result"),
        (effect("torch at the door", "light", depletion=2), 2, "burn"),
        (effect("Flood", "complication"), 1, "result"),
        (effect("Broken leg", "wound"), None, "never"),
        (effect("The woods", "curse"), None, "never"),
        (effect("Bridge", "trend", lasting=True), None, "never"),
    ],
)
def test_an_effect_says_what_is_counted_and_how_much_is_left(
    going_on: Effect, left: int | None, unit: str
) -> None:
    (timer,) = list_timers(INSIDE, (), (going_on,), ())
    assert (timer.left, timer.unit) == (left, unit)


@given(
    st.lists(
        st.builds(
            effect,
            kind=st.sampled_from(sorted(EFFECT_KINDS)),
            depletion=st.none() | st.integers(1, 5),
            lasting=st.booleans(),
        ),
        max_size=8,
    ),
    st.lists(st.integers(1, 6), max_size=4),
    st.sets(st.sampled_from(TURN_TYPES)),
)
def test_nothing_is_left_out_and_what_no_turn_ends_is_last(
    effects: list[Effect], burns: list[int], open_types: set[TurnType]
) -> None:
    turns: tuple[Turn, ...] = tuple(turn(t) for t in TURN_TYPES if t in open_types)
    found = list_timers(turns, [lit(burn) for burn in burns], tuple(effects), (every(2),))
    assert len(found) == len(effects) + len(burns) + 1
    never = [timer.unit == "never" for timer in found]
    assert never == sorted(never)


@given(st.lists(st.none() | st.integers(1, 4), min_size=1, max_size=6))
def test_3_after_3_ends_effects_in_the_order_of_the_timers(depletions: list[int | None]) -> None:
    left = tuple(effect(f"E{n}", depletion=d) for n, d in enumerate(depletions))
    expected = names(list_timers(INSIDE, (), left, ()))
    ended: list[str] = []
    while left:
        after, _ = run_down_effects(left, "exploration")
        ended += [e.name for e in left if e.id not in {a.id for a in after}]
        left = after
    assert ended == expected


def every_burn(turns: int) -> Cadence:
    return Cadence(id="burn", turns=turns, type="exploration", word="burn")


def test_every_6_turns_burn_falls_due_on_the_6th() -> None:
    cadence, dues = every_burn(6), []
    for _ in range(13):
        cadence, due = advance_cadence(cadence, "exploration", 1)
        dues.append(due)
    assert [n for n, due in enumerate(dues, 1) if due] == [6, 12]


@pytest.mark.parametrize("turns", [-3, 0])
def test_no_turns_gone_by_are_nothing(turns: int) -> None:
    assert advance_cadence(every_burn(1), "exploration", turns) == (every_burn(1), 0)


def test_turns_of_another_type_do_not_count() -> None:
    assert advance_cadence(every_burn(1), "travel", 5) == (every_burn(1), 0)


def test_a_turn_with_a_die_marks_nothing_off_but_a_reminder_counts_it() -> None:
    water = replace(every_burn(3), word="the water rises")
    assert advance_cadence(every_burn(3), "exploration", 1, rolled=True) == (every_burn(3), 0)
    assert advance_cadence(water, "exploration", 1, rolled=True) == (replace(water, passed=1), 0)


@pytest.mark.parametrize(("gone_by", "to_go"), [(0, 6), (1, 5), (5, 1), (9, 1)])
def test_to_go_is_how_many_turns_until_it_falls_due(gone_by: int, to_go: int) -> None:
    assert replace(every_burn(6), passed=gone_by).turns_left == to_go


@given(st.integers(1, 20), st.lists(st.integers(0, 50), max_size=20))
def test_it_falls_due_as_often_however_the_turns_go_by(turns: int, steps: list[int]) -> None:
    cadence, due = every_burn(turns), 0
    for step in steps:
        cadence, more = advance_cadence(cadence, "exploration", step)
        due += more
    assert due == sum(n % turns == 0 for n in range(1, sum(steps) + 1))
