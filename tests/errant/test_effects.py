"""What lasts for a while (Core Procedures, Event Die, results 3; Items & Equipment, Depletion)."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.happenings import EffectEnded, EffectRanDown, LeftLightBurned
from companion.errant.timers import (
    EFFECT_KINDS,
    Effect,
    EffectKind,
    expire_effects,
    list_wearing_turn_types,
    run_down_effects,
)
from tests.making import effect

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
    left, happened = run_down_effects((effect("Bless", kind, depletion=3),), turn_type)
    assert [e.depletion for e in left] == [2]
    assert happened == (EffectRanDown("bless", "Bless", 2),)


@pytest.mark.parametrize("kind", ACTIVE)
@pytest.mark.parametrize("depletion", [1, 0, None])
def test_at_0_an_effect_ends_and_so_do_those_without_a_depletion(
    kind: EffectKind, depletion: int | None
) -> None:
    left, happened = run_down_effects((effect("Bless", kind, depletion=depletion),), "exploration")
    assert left == ()
    assert happened == (EffectEnded("bless", "Bless"),)


@pytest.mark.parametrize("kind", [*STAYING, *OF_DOWNTIME])
@pytest.mark.parametrize("depletion", [2, None])
def test_never_wounds_or_disease_nor_what_belongs_to_downtime(
    kind: EffectKind, depletion: int | None
) -> None:
    effects = (effect("It", kind, depletion=depletion),)
    assert run_down_effects(effects, "exploration") == (effects, ())


@pytest.mark.parametrize("turn_type", RESULT_3)
def test_a_curse_lasts_until_it_is_lifted_unless_it_has_a_depletion(
    turn_type: Literal["travel", "exploration"],
) -> None:
    curse, spell = effect("The woods", "curse"), effect("Hex", "curse", depletion=1)
    left, happened = run_down_effects((curse, spell), turn_type)
    assert left == (curse,)
    assert happened == (EffectEnded("hex", "Hex"),)


def test_a_light_left_somewhere_burns_down_and_goes_out() -> None:
    torch = effect("torch at the door", "light", depletion=2)
    lower, happened = run_down_effects((torch,), "exploration")
    assert [e.depletion for e in lower] == [1]
    assert happened == (LeftLightBurned("torch-at-the-door", "torch at the door", 2, 1),)
    out, happened = run_down_effects(lower, "exploration")
    assert out == ()
    assert happened == (LeftLightBurned("torch-at-the-door", "torch at the door", 1, 0),)


def test_a_travel_turns_result_3_burns_no_light() -> None:
    torch = effect("torch at the door", "light", depletion=2)
    assert run_down_effects((torch,), "travel") == ((torch,), ())


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
    after, _ = run_down_effects(before, turn_type)
    stayed = [e for e in before if turn_type not in list_wearing_turn_types(e)]
    assert [e for e in after if turn_type not in list_wearing_turn_types(e)] == stayed
    ended = [
        e for e in before if turn_type in list_wearing_turn_types(e) and (e.depletion or 1) == 1
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
    assert run_down_effects(lasting, "exploration") == (lasting, ())
    assert expire_effects(lasting) == (lasting, ())


def test_effects_keep_their_order() -> None:
    left, _ = run_down_effects(
        (effect("A", depletion=2), effect("B"), effect("C", "wound")), "travel"
    )
    assert [e.name for e in left] == ["A", "C"]
