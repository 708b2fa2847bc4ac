"""What lasts for a while (Core Procedures, Event Die, results 3; Items & Equipment, Depletion)."""

import pytest

from companion.errant.effects import EFFECT_KINDS, EffectKind, expire, run_down
from companion.errant.happenings import EffectEnded, EffectRan
from tests.making import effect

ACTIVE: list[EffectKind] = ["sorcery", "miracle", "effect", "condition"]
OF_DOWNTIME: list[EffectKind] = ["complication", "trend", "arrangement", "benefit"]
STAYING: list[EffectKind] = ["wound", "disease"]


def test_every_kind_of_effect_is_ended_by_one_result_3_or_by_none() -> None:
    assert sorted([*ACTIVE, *OF_DOWNTIME, *STAYING]) == sorted(EFFECT_KINDS)


@pytest.mark.parametrize("kind", ACTIVE)
def test_lower_the_depletion_of_all_active_sorceries_and_miracles_by_1(kind: EffectKind) -> None:
    left, happened = run_down((effect("Bless", kind, depletion=3),))
    assert [e.depletion for e in left] == [2]
    assert happened == (EffectRan("bless", "Bless", 2),)


@pytest.mark.parametrize("kind", ACTIVE)
@pytest.mark.parametrize("depletion", [1, 0, None])
def test_at_0_an_effect_ends_and_so_do_those_without_a_depletion(
    kind: EffectKind, depletion: int | None
) -> None:
    left, happened = run_down((effect("Bless", kind, depletion=depletion),))
    assert left == ()
    assert happened == (EffectEnded("bless", "Bless"),)


@pytest.mark.parametrize("kind", [*STAYING, *OF_DOWNTIME])
@pytest.mark.parametrize("depletion", [2, None])
def test_never_wounds_or_disease_nor_what_belongs_to_downtime(
    kind: EffectKind, depletion: int | None
) -> None:
    effects = (effect("It", kind, depletion=depletion),)
    assert run_down(effects) == (effects, ())


@pytest.mark.parametrize("kind", OF_DOWNTIME)
def test_expiration_ends_complications_arrangements_and_benefits(kind: EffectKind) -> None:
    kept = effect("Bless", "miracle", depletion=2)
    left, happened = expire((effect("It", kind), kept))
    assert left == (kept,)
    assert happened == (EffectEnded("it", "It"),)


@pytest.mark.parametrize("kind", [*ACTIVE, *STAYING])
def test_expiration_ends_nothing_else(kind: EffectKind) -> None:
    assert expire((effect("It", kind),)) == ((effect("It", kind),), ())


@pytest.mark.parametrize("kind", EFFECT_KINDS.values())
def test_lasting_changes_are_ended_by_no_result(kind: EffectKind) -> None:
    lasting = (effect("A new neighbour", kind, lasting=True, depletion=1),)
    assert run_down(lasting) == (lasting, ())
    assert expire(lasting) == (lasting, ())


def test_effects_keep_their_order() -> None:
    left, _ = run_down((effect("A", depletion=2), effect("B"), effect("C", "wound")))
    assert [e.name for e in left] == ["A", "C"]
