"""What the results of the Event Die do (Core Procedures, Event Die and its three tables)."""

import tomllib
from pathlib import Path

import pytest

from companion.campaign.campaign import Campaign, World
from companion.campaign.events import (
    COMPLICATIONS,
    TRENDS,
    Effects,
    sign_at,
    took_effect,
)
from companion.dice.faces import Loaded
from companion.errant.event_die import Result
from companion.errant.happenings import Began, Burned, EffectEnded, EffectRan, Fed, SupplyLost
from companion.errant.turns import Turn, TurnType
from companion.errant.world import Site
from companion.randomtables.table import Table, read_table
from tests.making import campaign, effect, errant, item, torch, turn

TABLES = Path(__file__).parents[2] / "tables"
BEASTS = {
    "schema": 1,
    "title": "Beasts",
    "dice": "d2",
    "rows": [{"roll": 1, "text": "a gravity rat"}, {"roll": 2, "text": "a slime angel"}],
}
CRYPT = Site(id="crypt", name="The crypt", encounters="beasts", local_effects="drips")


def tables(name: str) -> Table:
    """The shipped tables, and one of beasts."""
    file = TABLES / f"{name}.toml"
    data = BEASTS if name == "beasts" else tomllib.loads(file.read_text("utf-8"))
    table, problems = read_table(name, data, file.name)
    assert table is not None, problems
    return table


def fell(made: Campaign, result: Result, *faces: int) -> Effects:
    return took_effect(made, result, Loaded(faces), tables)


def at_crypt(turn_type: TurnType = "exploration", **fields: object) -> Campaign:
    return campaign(
        errant(), turns=(turn(turn_type, place="crypt", **fields),), world=World(places=(CRYPT,))
    )


@pytest.mark.parametrize("turn_type", ["travel", "exploration", "downtime"])
def test_free_nothing_happens(turn_type: TurnType) -> None:
    made = at_crypt(turn_type)
    assert fell(made, "free") == Effects(made)


@pytest.mark.parametrize("turn_type", ["travel", "exploration"])
def test_rest_the_company_must_choose_and_the_choice_stays_open(turn_type: TurnType) -> None:
    made = at_crypt(turn_type)
    after = fell(made, "rest").campaign
    assert after.turns[-1].choice == "rest"
    assert after.campaign.clock.rest_dice == 0
    assert after.errants == made.errants


@pytest.mark.parametrize(
    "resting",
    [turn(resting=True), turn("travel", resting=True), turn("travel", asleep=True, resting=True)],
)
def test_a_company_already_resting_is_asked_nothing_but_the_extra_die_still_comes(
    resting: Turn,
) -> None:
    after = fell(campaign(errant(), turns=(resting,)), "rest").campaign
    assert after.turns == (resting,)
    assert after.campaign.clock.rest_dice == 1


def test_rests_do_not_add_up_to_more_than_one_extra_die() -> None:
    made = campaign(errant(), turns=(turn(resting=True),)).with_clock(rest_dice=1)
    assert fell(made, "rest").campaign.campaign.clock.rest_dice == 1


def test_burn_lowers_all_lit_light_and_the_depletion_of_all_active_sorceries_and_miracles() -> None:
    going_on = (
        effect("Bless", "miracle", depletion=2),
        effect("Haste", "sorcery", depletion=1),
        effect("Daze", "condition"),
        effect("Gash", "wound"),
    )
    made = campaign(errant("Bree", torch(2)), turns=(turn(),), effects=going_on)
    effects = fell(made, "burn")
    assert effects.happened == (
        Burned("bree", "torch", "torch", 2, 1),
        EffectRan("bless", "Bless", 1),
        EffectEnded("haste", "Haste"),
        EffectEnded("daze", "Daze"),
    )
    assert [e.id for e in effects.campaign.campaign.effects] == ["bless", "gash"]


def test_burn_in_the_dark_lowers_supply_and_effects_all_the_same() -> None:
    made = campaign(errant(supply=2), turns=(turn(),), effects=(effect(depletion=2),))
    assert fell(made, "burn").happened == (
        SupplyLost("bree", 1, 1),
        EffectRan("bless", "Bless", 1),
    )


def test_deplete_feeds_everybody_and_ongoing_effects_and_conditions_end_or_lose_1() -> None:
    going_on = (effect("Daze", "condition"), effect("Bless", "miracle", depletion=2))
    bree = errant("Bree", item("rations", 2), torch(2), exhaustion=2, supply=1)
    effects = fell(campaign(bree, turns=(turn("travel"),), effects=going_on), "deplete")
    assert effects.happened == (
        Fed("bree", "bree", "rations"),
        EffectEnded("daze", "Daze"),
        EffectRan("bless", "Bless", 1),
    )
    after = effects.campaign.errants[0]
    assert (after.exhaustion, after.item("torch").burn, after.supply) == (2, 2, 1)


def test_if_food_sources_are_plentiful_instead_reduce_supply_by_1_for_every_member() -> None:
    company = (errant("Bree", item("rations", 2), supply=2), errant("Wim"))
    effects = fell(campaign(*company, turns=(turn("travel"),), plentiful=True), "deplete")
    assert effects.happened == (SupplyLost("bree", 1, 1),)


def test_local_effect_points_at_the_places_own_table() -> None:
    assert fell(at_crypt(), "local_effect").pointer == "drips"
    assert fell(campaign(turns=(turn(),)), "local_effect").pointer == ""


@pytest.mark.parametrize("turn_type", ["travel", "exploration", "downtime"])
def test_encounter_points_at_the_places_list_of_random_encounters(turn_type: TurnType) -> None:
    effects = fell(at_crypt(turn_type), "encounter")
    assert (effects.pointer, effects.sign) == ("beasts", None)


@pytest.mark.parametrize("turn_type", ["travel", "exploration"])
def test_the_sign_names_the_next_encounter_drawn_now_and_kept(turn_type: TurnType) -> None:
    effects = fell(at_crypt(turn_type), "encounter_sign", 2)
    assert effects.sign == "a slime angel"
    kept = sign_at(effects.campaign, turn_type, "crypt")
    assert kept is not None
    assert (kept.encounter, kept.table) == ("a slime angel", "beasts")


def test_the_next_1_is_that_encounter_and_spends_the_sign() -> None:
    signed = fell(at_crypt(), "encounter_sign", 2).campaign
    effects = fell(signed, "encounter")
    assert (effects.sign, effects.campaign.world.signs) == ("a slime angel", ())
    assert effects.campaign.world.signs == ()
    assert fell(effects.campaign, "encounter").sign is None


def test_the_next_5_is_another_sign_of_the_same() -> None:
    signed = fell(at_crypt(), "encounter_sign", 2).campaign
    again = fell(signed, "encounter_sign")
    assert again == Effects(signed, pointer="beasts", sign="a slime angel")
    assert fell(again.campaign, "encounter").sign == "a slime angel"


def test_a_sign_belongs_to_its_turn_type_and_place() -> None:
    signed = fell(at_crypt(), "encounter_sign", 2).campaign
    elsewhere = signed.with_turns((turn(place="fen"),))
    travelling = signed.with_turns((turn("travel", place="crypt"),))
    for other in (elsewhere, travelling):
        effects = fell(other, "encounter")
        assert (effects.sign, effects.campaign.world.signs) == (None, signed.world.signs)


def test_a_sign_where_no_encounters_are_listed_is_the_guides_to_name() -> None:
    effects = fell(campaign(errant(), turns=(turn(),)), "encounter_sign")
    assert effects.sign == ""
    assert fell(effects.campaign, "encounter").campaign.world.signs == ()


@pytest.mark.parametrize(
    ("result", "faces", "row"),
    [
        ("complication", (1, 1), 0),
        ("complication", (3, 4), 5),
        ("complication", (6, 6), -1),
        ("trend", (1, 1), 0),
        ("trend", (2, 3), 3),
        ("trend", (4, 4), -1),
    ],
)
def test_complications_are_2d6_rows_2_to_12_and_trends_2d4_rows_2_to_8(
    result: Result, faces: tuple[int, int], row: int
) -> None:
    effects = fell(at_crypt("downtime"), result, *faces)
    table = tables(COMPLICATIONS if result == "complication" else TRENDS)
    drawn = effects.drawn
    assert drawn is not None
    assert (drawn.row, drawn.faces) == (table.rows[row], faces)
    begun = effects.campaign.campaign.effects[0]
    assert (begun.name, begun.kind) == (table.rows[row].text, result)
    assert effects.happened == (Began(begun.id, begun.name, begun.kind, begun.lasting),)
    assert effects.pointer == table.name


def test_expiration_ends_complications_benefits_and_arrangements_but_no_lasting_change() -> None:
    lasting = fell(at_crypt("downtime"), "complication", 1, 1).campaign
    passing = fell(lasting, "complication", 1, 2).campaign
    going_on = passing.campaign.effects
    assert [e.lasting for e in going_on] == [True, False]
    waits = effect("The ferryman waits", "arrangement")
    effects = fell(passing.with_effects((*going_on, waits)), "expiration")
    assert effects.campaign.campaign.effects == going_on[:1]
    assert effects.happened == (
        EffectEnded(going_on[1].id, going_on[1].name),
        EffectEnded(waits.id, waits.name),
    )


def test_the_same_complication_twice_is_kept_twice_under_ids_of_its_own() -> None:
    once = fell(at_crypt("downtime"), "complication", 1, 2).campaign
    twice = fell(once, "complication", 1, 2).campaign
    assert len({e.id for e in twice.campaign.effects}) == 2


def test_intimation_draws_and_changes_nothing() -> None:
    made = at_crypt("downtime")
    assert fell(made, "intimation") == Effects(made, pointer="beasts")
