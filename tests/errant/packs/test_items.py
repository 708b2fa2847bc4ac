"""Gear known by what it is, never by how somebody spelled it (Items & Equipment)."""

import pytest

from companion.errant.goods import make_item
from companion.errant.packs.items import GEAR_KINDS, GearKind, parse_gear_kind_and_count


@pytest.mark.parametrize(
    ("written", "kind", "count"),
    [
        ("torch", "torch", 1),
        ("Torches (6)", "torch", 6),
        ("6 torches", "torch", 6),
        ("6x torch", "torch", 6),
        ("torches x6", "torch", 6),
        ("  TORCHES  ", "torch", 1),
        ("flasks of oil (2)", "oil", 2),
        ("Rope (50')", "rope", 1),
        ("iron rations (5)", "rations", 5),
        ("healing kit", "healer's kit", 1),
        ("arrows", "ammunition", 1),
        ("0 torches", "torch", 1),
        ("silver idol", "", 1),
        ("idols (3)", "", 1),
        ("Grandmother's torch", "", 1),
        ("", "", 1),
    ],
)
def test_a_thing_is_known_however_it_is_spelled_or_counted(
    written: str, kind: str, count: int
) -> None:
    assert parse_gear_kind_and_count(written) == (kind, count)


@pytest.mark.parametrize("kind", GEAR_KINDS.values(), ids=list(GEAR_KINDS))
def test_every_spelling_of_a_kind_stands_for_that_kind(kind: GearKind) -> None:
    assert {
        parse_gear_kind_and_count(spelling)[0] for spelling in (kind.name, *kind.spellings)
    } == {kind.name}


def test_what_no_procedure_knows_fills_1_slot_and_never_wears_down() -> None:
    idol = make_item("silver idol")
    assert (idol.name, idol.kind, idol.slots) == ("silver idol", "", 1.0)
    assert (idol.uses_left, idol.max_uses) == (None, None)


@pytest.mark.parametrize(
    ("name", "slots", "left"),
    [("torch", 0.5, 2), ("candle", 0.25, 1), ("oil", 1.0, 4), ("lantern", 1.0, None)],
)
def test_a_new_thing_is_full_and_unlit_as_its_kind_has_it(
    name: str, slots: float, left: int | None
) -> None:
    made = make_item(name)
    assert (made.slots, made.uses_left, made.max_uses, made.lit) == (slots, left, left, False)


def test_a_size_that_is_told_stands() -> None:
    assert make_item("torch", slots=2.0).quarter_slots_each == 8


def test_a_light_source_has_burn_and_other_consumables_depletion() -> None:
    assert make_item("torch").with_uses_left(1).burn == 1
    assert make_item("oil").with_uses_left(1).depletion == 1
