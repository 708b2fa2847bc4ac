"""What runs out next, and what lasts for a while (Items & Equipment, Depletion and Burn; Core
Procedures, Event Die, results 3)."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errant.happenings import EffectEnded, EffectRanDown, LeftLightBurned
from companion.errant.packs.light import LightSource
from companion.errant.turns.timers import (
    EFFECT_KINDS,
    Cadence,
    Effect,
    EffectKind,
    Timer,
    advance_cadence,
    apply_deplete_to_effects,
    expire_effects,
    list_depleting_turn_types,
    list_timers,
)
from companion.errant.turns.turns import TURN_TYPES, Turn, TurnType
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
        after, _ = apply_deplete_to_effects(left, "exploration")
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


ACTIVE: list[EffectKind] = ["sorcery", "miracle", "effect", "condition"]
OF_DOWNTIME: list[EffectKind] = ["complication", "trend", "arrangement", "benefit"]
STAYING: list[EffectKind] = ["wound", "disease"]
OF_THEIR_OWN: list[EffectKind] = ["curse", "light"]
"""A curse lasts unless it has a Depletion; a light burns in Exploration Turns alone."""
RESULT_3: list[Literal["travel", "exploration"]] = ["travel", "exploration"]


def test_every_kind_of_effect_is_ended_by_one_result_3_or_by_none() -> None:
    assert sorted([*ACTIVE, *OF_DOWNTIME, *STAYING, *OF_THEIR_OWN]) == sorted(EFFECT_KINDS)


@pytest.mark.parametrize("turn_type", RESULT_3)
@pytest.mark.parametrize("kind", [*ACTIVE, "curse"])
def test_lower_the_depletion_of_all_active_sorceries_and_miracles_by_1(
    kind: EffectKind, turn_type: Literal["travel", "exploration"]
) -> None:
    left, happened = apply_deplete_to_effects((effect("Bless", kind, depletion=3),), turn_type)
    assert [e.depletion for e in left] == [2]
    assert happened == (EffectRanDown("bless", "Bless", 2),)


@pytest.mark.parametrize("kind", ACTIVE)
@pytest.mark.parametrize("depletion", [1, 0, None])
def test_at_0_an_effect_ends_and_so_do_those_without_a_depletion(
    kind: EffectKind, depletion: int | None
) -> None:
    left, happened = apply_deplete_to_effects(
        (effect("Bless", kind, depletion=depletion),), "exploration"
    )
    assert left == ()
    assert happened == (EffectEnded("bless", "Bless"),)


@pytest.mark.parametrize("kind", [*STAYING, *OF_DOWNTIME])
@pytest.mark.parametrize("depletion", [2, None])
def test_never_wounds_or_disease_nor_what_belongs_to_downtime(
    kind: EffectKind, depletion: int | None
) -> None:
    effects = (effect("It", kind, depletion=depletion),)
    assert apply_deplete_to_effects(effects, "exploration") == (effects, ())


@pytest.mark.parametrize("turn_type", RESULT_3)
def test_a_curse_lasts_until_it_is_lifted_unless_it_has_a_depletion(
    turn_type: Literal["travel", "exploration"],
) -> None:
    curse, spell = effect("The woods", "curse"), effect("Hex", "curse", depletion=1)
    left, happened = apply_deplete_to_effects((curse, spell), turn_type)
    assert left == (curse,)
    assert happened == (EffectEnded("hex", "Hex"),)


def test_a_light_left_somewhere_burns_down_and_goes_out() -> None:
    torch = effect("torch at the door", "light", depletion=2)
    lower, happened = apply_deplete_to_effects((torch,), "exploration")
    assert [e.depletion for e in lower] == [1]
    assert happened == (LeftLightBurned("torch-at-the-door", "torch at the door", 2, 1),)
    out, happened = apply_deplete_to_effects(lower, "exploration")
    assert out == ()
    assert happened == (LeftLightBurned("torch-at-the-door", "torch at the door", 1, 0),)


def test_a_travel_turns_result_3_burns_no_light() -> None:
    torch = effect("torch at the door", "light", depletion=2)
    assert apply_deplete_to_effects((torch,), "travel") == ((torch,), ())


@given(
    st.lists(
        st.builds(
            effect,
            kind=st.sampled_from(sorted(EFFECT_KINDS)),
            depletion=st.none() | st.integers(0, 3),
            lasting=st.booleans(),
        )
    ),
    st.sampled_from(RESULT_3),
)
def test_what_no_result_wears_is_what_no_result_changes(
    effects: list[Effect], turn_type: Literal["travel", "exploration"]
) -> None:
    before = tuple(effects)
    after, _ = apply_deplete_to_effects(before, turn_type)
    stayed = [e for e in before if turn_type not in list_depleting_turn_types(e)]
    assert [e for e in after if turn_type not in list_depleting_turn_types(e)] == stayed
    ended = [
        e for e in before if turn_type in list_depleting_turn_types(e) and (e.depletion or 1) == 1
    ]
    assert len(after) == len(before) - len(ended)


@pytest.mark.parametrize("kind", OF_DOWNTIME)
def test_expiration_ends_complications_arrangements_and_benefits(kind: EffectKind) -> None:
    kept = effect("Bless", "miracle", depletion=2)
    left, happened = expire_effects((effect("It", kind), kept))
    assert left == (kept,)
    assert happened == (EffectEnded("it", "It"),)


@pytest.mark.parametrize("kind", [*ACTIVE, *STAYING, *OF_THEIR_OWN])
def test_expiration_ends_nothing_else(kind: EffectKind) -> None:
    assert expire_effects((effect("It", kind),)) == ((effect("It", kind),), ())


@pytest.mark.parametrize("kind", EFFECT_KINDS.values())
def test_lasting_changes_are_ended_by_no_result(kind: EffectKind) -> None:
    lasting = (effect("A new neighbour", kind, lasting=True, depletion=1),)
    assert apply_deplete_to_effects(lasting, "exploration") == (lasting, ())
    assert expire_effects(lasting) == (lasting, ())


def test_effects_keep_their_order() -> None:
    left, _ = apply_deplete_to_effects(
        (effect("A", depletion=2), effect("B"), effect("C", "wound")), "travel"
    )
    assert [e.name for e in left] == ["A", "C"]
