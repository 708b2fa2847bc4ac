"""Light and what burns (Items & Equipment, Burn; readings, Depletion, Burn and Supply)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.company import Errant
from companion.errant.happenings import Burned, Happenings, SupplyLost
from companion.errant.packs.depletion import burn_lights, let_go_item, refill_item
from companion.errant.packs.items import Item
from companion.errant.packs.light import (
    LightSource,
    compute_light_diameter,
    compute_light_level,
    kindle_item,
    measure_light,
    remove_lit_item_and_its_oil,
    snuff_item,
)
from companion.refusal import Impossible
from tests.making import animal, errant, item, people, torch


def lantern(lit: bool = True) -> Item:
    return item("lantern", lit=lit)


def oil(left: int = 4) -> Item:
    return item("oil", left=left)


def burned(bree: Errant, times: int = 1) -> tuple[Errant, Happenings]:
    """What so many results of Burn leave of somebody who is asked about refills."""
    happened: Happenings = ()
    for _ in range(times):
        (bree,), happened = burn_lights((bree,), "ask")
    return bree, happened


@pytest.mark.parametrize(("name", "burn"), [("torch", 2), ("candle", 1)])
def test_a_torch_and_a_candle_have_their_own_burn(name: str, burn: int) -> None:
    bree, one = kindle_item(errant("Bree", item(name)), name)
    assert one.lit
    assert measure_light((bree,)).burn == burn


@pytest.mark.parametrize(
    ("number", "levels"),
    [
        (1, ["darkness", "bright", "bright"]),
        (2, ["darkness", "ordinary", "bright"]),
        (3, ["darkness", "ordinary", "ordinary", "bright"]),
        (4, ["darkness", "dim", "ordinary", "ordinary", "bright", "bright"]),
        (5, ["darkness", "dim", "ordinary", "ordinary", "ordinary", "bright"]),
        (6, ["darkness", "dim", "dim", "ordinary", "ordinary", "ordinary", "bright"]),
        (7, ["darkness", "dim", "dim", "ordinary", "ordinary", "ordinary", "ordinary", "bright"]),
    ],
)
def test_light_is_dim_below_half_the_company_and_bright_at_its_number(
    number: int, levels: list[str]
) -> None:
    assert [compute_light_level(burn, number) for burn in range(len(levels))] == levels


@given(st.integers(0, 40), st.integers(1, 20))
def test_more_burn_never_makes_it_darker(burn: int, number: int) -> None:
    order = ["darkness", "dim", "ordinary", "bright"]
    assert order.index(compute_light_level(burn + 1, number)) >= order.index(
        compute_light_level(burn, number)
    )


def test_light_is_the_sum_of_burn_of_lit_sources() -> None:
    bree = errant("Bree", torch(2), torch(1), torch(2, lit=False), item("candle", lit=True))
    company = (bree, errant("Wim", lantern(), oil(3)), *people(2))
    light = measure_light(company)
    assert (light.burn, light.members, light.level) == (7, 4, "bright")


def test_animals_carry_light_but_need_none_and_those_away_do_neither() -> None:
    company = (animal("Tansy", torch()), errant("Away", torch(), away=True), errant())
    light = measure_light(company)
    assert (light.burn, light.members) == (2, 1)


@pytest.mark.parametrize(("burn", "feet"), [(0, 0), (1, 10), (4, 40)])
def test_each_point_of_burn_illuminates_an_area_10_feet_in_diameter(burn: int, feet: int) -> None:
    assert compute_light_diameter(burn) == feet


def test_the_burn_of_a_lantern_is_its_flasks_depletion() -> None:
    bree = errant("Bree", lantern(), oil(3))
    assert measure_light((bree,)).sources == (LightSource("bree", "lantern", "lantern", 3, "oil"),)
    bree, happened = burned(bree)
    assert bree.get_item("oil").depletion == 2
    assert happened == (Burned("bree", "lantern", "lantern", 3, 2),)


def test_at_0_the_flask_is_removed_and_the_lantern_goes_out() -> None:
    bree, _ = burned(errant("Bree", lantern(), oil(1)))
    assert [(i.id, i.lit) for i in bree.items] == [("lantern", False)]


def test_a_flask_at_0_is_refilled_for_4_supply_and_the_lantern_burns_on() -> None:
    bree, _ = burned(errant("Bree", lantern(), oil(1), supply=5))
    assert measure_light((bree,)).burn == 0
    bree, _ = refill_item(bree, "oil")
    assert (bree.supply, measure_light((bree,)).burn) == (1, 4)


def test_a_lantern_burns_the_most_used_flask_first_and_two_burn_two() -> None:
    full = item("oil", 2)
    one = errant("Bree", lantern(), full, oil(2))
    assert [s.fuel for s in measure_light((one,)).sources] == ["oil-2"]
    two, _ = burned(errant("Bree", lantern(), lantern(), full))
    assert sorted(s.burn for s in measure_light((two,)).sources) == [3, 3]
    assert len({s.fuel for s in measure_light((two,)).sources}) == 2


def test_of_two_lanterns_only_the_one_whose_flask_is_let_go_goes_out() -> None:
    bree, _ = burned(errant("Bree", lantern(), lantern(), oil(1), oil(4), supply=4))
    bree, _ = let_go_item(bree, "oil")
    assert sorted(i.lit for i in bree.items if i.kind == "lantern") == [False, True]
    assert measure_light((bree,)).burn == 3


def test_a_lantern_without_oil_cannot_be_lit() -> None:
    with pytest.raises(Impossible, match="no flask of oil"):
        kindle_item(errant("Bree", lantern(lit=False)), "lantern")
    with pytest.raises(Impossible, match="empty"):
        kindle_item(errant("Bree", lantern(lit=False), oil(0)), "lantern")


def test_a_lantern_can_be_snuffed_and_relit_at_will() -> None:
    bree = errant("Bree", lantern(), oil(3))
    for _ in range(3):
        bree, _ = snuff_item(bree, "lantern")
        assert measure_light((bree,)).burn == 0
        bree, _ = kindle_item(bree, "lantern")
        assert measure_light((bree,)).burn == 3


@pytest.mark.parametrize("name", ["torch", "candle"])
def test_a_torch_or_candle_snuffed_falls_to_burn_0_and_cannot_be_relit(name: str) -> None:
    bree, out = snuff_item(errant("Bree", item(name, lit=True)), name)
    assert (out.burn, out.lit) == (0, False)
    with pytest.raises(Impossible, match="no Burn left"):
        kindle_item(bree, name)


def test_a_torch_that_burnt_out_and_is_refilled_stays_lit() -> None:
    bree, _ = burned(errant("Bree", torch(1), supply=2))
    bree, _ = refill_item(bree, "torch")
    assert (bree.get_item("torch").burn, bree.get_item("torch").lit) == (2, True)


def test_a_torch_that_was_snuffed_is_fresh_and_unlit_when_refilled() -> None:
    bree, _ = snuff_item(errant("Bree", torch(1), supply=2), "torch")
    bree, _ = refill_item(bree, "torch")
    assert (bree.get_item("torch").burn, bree.get_item("torch").lit) == (2, False)


def test_what_is_out_cannot_be_snuffed_nor_what_is_lit_be_lit() -> None:
    with pytest.raises(Impossible, match="not lit"):
        snuff_item(errant("Bree", item("torch")), "torch")
    with pytest.raises(Impossible, match="lit already"):
        kindle_item(errant("Bree", torch()), "torch")


def test_what_is_no_light_source_gives_no_light() -> None:
    with pytest.raises(Impossible, match="gives no light"):
        kindle_item(errant("Bree", item("rope")), "rope")


def test_one_of_a_stack_is_lit_and_leaves_it() -> None:
    bree, one = kindle_item(errant("Bree", item("torch", 3)), "torch")
    assert [(i.id, i.count, i.lit) for i in bree.items] == [("torch", 2, False), (one.id, 1, True)]


def test_the_company_must_reduce_the_burn_on_all_lit_light_sources_by_1() -> None:
    company = (
        errant("Bree", torch(2), torch(2, lit=False), supply=3),
        errant("Wim", lantern(), oil(4)),
        animal("Tansy", torch(2)),
    )
    (bree, wim, tansy), happened = burn_lights(company, "ask")
    assert [i.burn for i in bree.items] == [1, 2]
    assert wim.get_item("oil").depletion == 3
    assert tansy.get_item("torch").burn == 1
    assert bree.supply == 3
    assert happened == (
        Burned("bree", "torch", "torch", 2, 1),
        Burned("wim", "lantern", "lantern", 4, 3),
        Burned("tansy", "torch", "torch", 2, 1),
    )


@pytest.mark.parametrize(
    "source", [torch(2, lit=False), torch(0), lantern()], ids=["unlit", "burnt out", "no oil"]
)
def test_without_lit_light_every_member_loses_1_supply(source: Item) -> None:
    company = (
        errant("Bree", source, supply=3),
        errant("Wim", supply=0),
        errant("Una", supply=1, kind="retainer"),
        animal("Tansy", supply=9),
        errant("Away", supply=5, away=True),
    )
    after, happened = burn_lights(company, "ask")
    assert [e.supply for e in after] == [2, 0, 0, 9, 5]
    lost = (("bree", 1, 2), ("una", 1, 0))
    assert happened == tuple(SupplyLost(*each, "want of light") for each in lost)


def test_a_light_carried_by_someone_away_is_no_light_of_the_company() -> None:
    company = (errant("Bree", supply=1), errant("Away", torch(), away=True))
    (bree, away), _ = burn_lights(company, "ask")
    assert (bree.supply, away.get_item("torch").burn) == (0, 2)


def test_a_light_left_behind_takes_its_burn_out_of_the_pack() -> None:
    bree, source = remove_lit_item_and_its_oil(errant("Bree", torch(1), item("rope")), "torch")
    assert (source.name, source.burn) == ("torch", 1)
    assert [i.id for i in bree.items] == ["rope"]


def test_a_lantern_left_behind_takes_the_oil_that_it_burns_and_no_other() -> None:
    flasks = (item("oil", left=2), item("oil", 3))
    bree, source = remove_lit_item_and_its_oil(
        errant("Bree", item("lantern", lit=True), *flasks), "lantern"
    )
    assert (source.name, source.burn) == ("lantern", 2)
    assert [(i.id, i.count) for i in bree.items] == [("oil-2", 3)]


@pytest.mark.parametrize("thing", [torch(2, lit=False), torch(0), item("lantern", lit=True)])
def test_what_does_not_burn_guards_no_door(thing: Item) -> None:
    with pytest.raises(Impossible, match="does not burn"):
        remove_lit_item_and_its_oil(errant("Bree", thing), thing.kind)
