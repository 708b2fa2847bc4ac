"""What the results of the Event Die do (Core Procedures, Event Die and its three tables)."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.campaign.campaign import Campaign, World
from companion.campaign.facts_and_decks_for_tables import set_rows_out_of_decks
from companion.campaign.invalid_campaign_values import find_invalid_values
from companion.campaign.turns.event_die import (
    COMPLICATIONS_TABLE,
    TRENDS_TABLE,
    ResultEffects,
    apply_event_die_result,
    find_waiting_sign,
)
from companion.dice.face_sources import HandFaces, LoadedFaces, Streams
from companion.errant.happenings import (
    Burned,
    EffectBegan,
    EffectEnded,
    EffectRanDown,
    Fed,
    SupplyLost,
)
from companion.errant.turns.event_die import EventResult
from companion.errant.turns.turns import Turn, TurnType
from companion.errant.world import Site
from companion.randomtables.parser import read_table
from companion.randomtables.row_texts import render_text
from companion.randomtables.table import Table
from companion.refusal import Broken, Problem, Unknown
from tests.making import campaign, effect, errant, item, torch, turn

TABLES = Path(__file__).parents[3] / "tables"
BEASTS = {
    "schema": 1,
    "title": "Beasts",
    "dice": "d2",
    "rows": [
        {"roll": 1, "text": "a gravity rat"},
        {"roll": 2, "text": "a slime angel", "sign": "It glistens."},
    ],
}
CRYPT = Site(id="crypt", name="The crypt", encounters="beasts", local_effects="drips")


def tables(name: str) -> Table:
    """The shipped tables, and one of beasts."""
    file = TABLES / f"{name}.toml"
    data = BEASTS if name == "beasts" else tomllib.loads(file.read_text("utf-8"))
    table, problems = read_table(name, data, file.name)
    assert table is not None, problems
    return table


def fell(made: Campaign, result: EventResult, *faces: int) -> ResultEffects:
    return apply_event_die_result(made, result, LoadedFaces(faces), tables)


def foretold(effects: ResultEffects) -> str | None:
    """The encounter of the sign that was drawn, goes on waiting or came true."""
    return effects.sign.encounter if effects.sign else None


def at_crypt(turn_type: TurnType = "exploration", **fields: object) -> Campaign:
    return campaign(
        errant(), turns=(turn(turn_type, place="crypt", **fields),), world=World(places=(CRYPT,))
    )


@pytest.mark.parametrize("turn_type", ["travel", "exploration", "downtime"])
def test_free_nothing_happens(turn_type: TurnType) -> None:
    made = at_crypt(turn_type)
    assert fell(made, "free") == ResultEffects(made)


@pytest.mark.parametrize("turn_type", ["travel", "exploration"])
def test_rest_the_company_must_choose_and_the_choice_stays_open(turn_type: TurnType) -> None:
    made = at_crypt(turn_type)
    after = fell(made, "rest").campaign
    assert after.turns[-1].choice == "rest"
    assert after.book.clock.rest_dice == 0
    assert after.errants == made.errants


@pytest.mark.parametrize(
    "resting",
    [turn(resting=True), turn("travel", resting=True), turn("travel", asleep=True, resting=True)],
)
def test_a_resting_company_has_no_choice_but_the_extra_die_comes(resting: Turn) -> None:
    after = fell(campaign(errant(), turns=(resting,)), "rest").campaign
    assert after.turns == (resting,)
    assert after.book.clock.rest_dice == 1


def test_rests_do_not_add_up_to_more_than_one_extra_die() -> None:
    made = campaign(errant(), turns=(turn(resting=True),)).with_clock(rest_dice=1)
    assert fell(made, "rest").campaign.book.clock.rest_dice == 1


def test_burn_lowers_all_lit_light_sorceries_and_miracles() -> None:
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
        EffectRanDown("bless", "Bless", 1),
        EffectEnded("haste", "Haste"),
        EffectEnded("daze", "Daze"),
    )
    assert [e.id for e in effects.campaign.book.effects] == ["bless", "gash"]


def test_burn_in_the_dark_lowers_supply_and_effects_all_the_same() -> None:
    made = campaign(errant(supply=2), turns=(turn(),), effects=(effect(depletion=2),))
    assert fell(made, "burn").happened == (
        SupplyLost("bree", 1, 1, "want of light"),
        EffectRanDown("bless", "Bless", 1),
    )


def test_deplete_feeds_everybody_and_runs_effects_down() -> None:
    going_on = (effect("Daze", "condition"), effect("Bless", "miracle", depletion=2))
    bree = errant("Bree", item("rations", 2), torch(2), exhaustion=2, supply=1)
    effects = fell(campaign(bree, turns=(turn("travel"),), effects=going_on), "deplete")
    assert effects.happened == (
        Fed("bree", "bree", "rations"),
        EffectEnded("daze", "Daze"),
        EffectRanDown("bless", "Bless", 1),
    )
    after = effects.campaign.errants[0]
    assert (after.exhaustion, after.get_item("torch").burn, after.supply) == (2, 2, 1)


def test_plentiful_food_costs_every_member_1_supply() -> None:
    company = (errant("Bree", item("rations", 2), supply=2), errant("Wim"))
    effects = fell(campaign(*company, turns=(turn("travel"),), plentiful=True), "deplete")
    assert effects.happened == (SupplyLost("bree", 1, 1, "food"),)


def test_local_effect_points_at_the_places_own_table() -> None:
    assert fell(at_crypt(), "local_effect").table_name == "drips"
    assert fell(campaign(turns=(turn(),)), "local_effect").table_name == ""


@pytest.mark.parametrize("turn_type", ["travel", "exploration", "downtime"])
def test_encounter_points_at_the_places_list_of_random_encounters(turn_type: TurnType) -> None:
    effects = fell(at_crypt(turn_type), "encounter")
    assert (effects.table_name, effects.sign) == ("beasts", None)


@pytest.mark.parametrize("turn_type", ["travel", "exploration"])
def test_the_sign_names_the_next_encounter_drawn_now_and_kept(turn_type: TurnType) -> None:
    effects = fell(at_crypt(turn_type), "encounter_sign", 2)
    kept = find_waiting_sign(effects.campaign, turn_type, "crypt")
    assert kept is not None
    assert effects.sign == kept
    assert (kept.encounter, kept.clue) == ("a slime angel", "It glistens.")
    assert (kept.table, kept.row) == ("beasts", 2)


def test_the_next_1_is_that_encounter_and_spends_the_sign() -> None:
    signed = fell(at_crypt(), "encounter_sign", 2).campaign
    effects = fell(signed, "encounter")
    assert foretold(effects) == "a slime angel"
    assert effects.campaign.world.signs == ()
    assert fell(effects.campaign, "encounter").sign is None


def test_the_next_5_is_another_sign_of_the_same() -> None:
    signed = fell(at_crypt(), "encounter_sign", 2).campaign
    again = fell(signed, "encounter_sign")
    assert again == ResultEffects(signed, table_name="beasts", sign=signed.world.signs[0])
    assert foretold(fell(again.campaign, "encounter")) == "a slime angel"


def test_a_sign_belongs_to_its_turn_type_and_place() -> None:
    signed = fell(at_crypt(), "encounter_sign", 2).campaign
    elsewhere = signed.with_turns((turn(place="fen"),))
    travelling = signed.with_turns((turn("travel", place="crypt"),))
    for other in (elsewhere, travelling):
        effects = fell(other, "encounter")
        assert (effects.sign, effects.campaign.world.signs) == (None, signed.world.signs)


def test_a_sign_without_a_table_is_the_guides_to_name() -> None:
    effects = fell(campaign(errant(), turns=(turn(),)), "encounter_sign")
    assert (foretold(effects), effects.draw_failure) == ("", "")
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
def test_complications_are_2d6_and_trends_2d4(
    result: EventResult, faces: tuple[int, int], row: int
) -> None:
    effects = fell(at_crypt("downtime"), result, *faces)
    table = tables(COMPLICATIONS_TABLE if result == "complication" else TRENDS_TABLE)
    drawn = effects.drawn
    assert drawn is not None
    assert (drawn.row, drawn.faces) == (table.rows[row], faces)
    begun = effects.campaign.book.effects[0]
    assert (begun.name, begun.kind) == (render_text(table.rows[row].texts[""]), result)
    is_lasting = bool(drawn.data["lasting"])
    assert effects.happened == (EffectBegan(begun.id, begun.name, begun.kind, is_lasting),)
    assert not begun.lasting, "the Guide alone says what an expiration does not end"
    assert effects.table_name == table.name


@pytest.mark.parametrize("result", ["complication", "trend"])
def test_expiration_ends_every_ongoing_complication_and_trend(result: EventResult) -> None:
    made = fell(at_crypt("downtime"), result, 1, 1).campaign  # one that its table calls lasting
    made = fell(made, result, 1, 2).campaign
    drawn = made.book.effects
    kept = effect("The bridge is down", "complication", lasting=True)
    waits = effect("The ferryman waits", "arrangement")
    effects = fell(made.with_effects((*drawn, kept, waits)), "expiration")
    assert effects.campaign.book.effects == (kept,)
    assert effects.happened == tuple(EffectEnded(e.id, e.name) for e in (*drawn, waits))


def test_the_same_complication_twice_has_two_ids() -> None:
    once = fell(at_crypt("downtime"), "complication", 1, 2).campaign
    twice = fell(once, "complication", 1, 2).campaign
    assert len({e.id for e in twice.book.effects}) == 2


def test_intimation_draws_and_changes_nothing() -> None:
    made = at_crypt("downtime")
    assert fell(made, "intimation") == ResultEffects(made, table_name="beasts")


def written_as(**rows: object) -> Callable[[str], Table]:
    """One table, whatever its name: what stands in its file."""

    def find(name: str) -> Table:
        table, problems = read_table(name, {"schema": 1, "title": "Made", **rows}, name)
        assert table is not None, problems
        return table

    return find


def rows(*texts: str) -> list[dict[str, str]]:
    return [{"text": text} for text in texts]


def test_the_encounter_is_the_drawn_row_of_a_rewritten_table() -> None:
    signed = fell(at_crypt(), "encounter_sign", 2).campaign
    other = written_as(rows=rows("a duck"))
    effects = apply_event_die_result(signed, "encounter", LoadedFaces(()), other)
    assert foretold(effects) == "a slime angel"
    assert effects.sign is not None
    assert (effects.sign.clue, effects.sign.row) == ("It glistens.", 2)


def test_what_a_sign_rolls_in_its_text_is_rolled_now_and_stays() -> None:
    goblins = written_as(
        dice="d1", rows=[{"roll": 1, "text": "{n = 2d6} goblins", "sign": "{n} small prints"}]
    )
    signed = apply_event_die_result(at_crypt(), "encounter_sign", LoadedFaces((1, 3, 4)), goblins)
    effects = apply_event_die_result(signed.campaign, "encounter", LoadedFaces(()), goblins)
    assert effects.sign is not None
    assert (effects.sign.encounter, effects.sign.clue) == ("7 goblins", "7 small prints")


def test_an_intimation_points_at_the_rumours_of_a_place() -> None:
    crypt = replace(CRYPT, rumours="whispers")
    made = campaign(
        errant(), turns=(turn("downtime", place="crypt"),), world=World(places=(crypt,))
    )
    assert fell(made, "intimation") == ResultEffects(made, table_name="whispers")


def test_what_is_drawn_goes_by_season_and_time_of_day() -> None:
    by_season = written_as(
        columns="season",
        dice="d1",
        rows=[{"roll": 1, "text": {"winter": "wolves", "summer": "midges"}}],
    )
    made = at_crypt("downtime")
    winter = replace(made, book=replace(made.book, season="Winter"))
    sign = apply_event_die_result(winter, "encounter_sign", LoadedFaces((1,)), by_season).sign
    assert sign is not None
    assert sign.encounter == "wolves"
    drawn = apply_event_die_result(winter, "complication", LoadedFaces((1,)), by_season)
    assert drawn.campaign.book.effects[0].name == "wolves"


@pytest.mark.parametrize("result", ["encounter_sign", "complication", "trend"])
def test_what_a_result_draws_from_a_deck_stays_out_of_it(result: EventResult) -> None:
    deck = written_as(deck=True, rows=rows("one", "two"))
    made = at_crypt("downtime")
    once = apply_event_die_result(made, result, LoadedFaces((1,)), deck)
    assert [d.drawn for d in once.campaign.book.decks] == [(1,)]
    again = apply_event_die_result(once.campaign.with_signs(()), result, LoadedFaces((1,)), deck)
    assert [d.drawn for d in again.campaign.book.decks] == [(1, 2)]


def _missing(name: str) -> Table:
    raise Unknown(f"There is no table «{name}».")


def _broken(name: str) -> Table:
    raise Broken([Problem(f"{name}.toml", 3, "title", "is missing")])


BAD_TABLES = {
    "is missing": _missing,
    "is broken": _broken,
    "points at nothing": written_as(rows=rows("{no/where}")),
    "goes on for ever": written_as(rows=rows("{no/end}")),
    "is used up": written_as(deck=True, rows=rows("one")),
}


@pytest.mark.parametrize("result", ["encounter", "encounter_sign", "complication", "trend"])
@pytest.mark.parametrize("find", BAD_TABLES.values(), ids=BAD_TABLES)
def test_a_table_that_is_no_good_never_stops_the_die(
    find: Callable[[str], Table], result: EventResult
) -> None:
    made = set_rows_out_of_decks(
        at_crypt("downtime"), dict.fromkeys(("beasts", COMPLICATIONS_TABLE, TRENDS_TABLE), (1,))
    )
    stream = Streams("seed").stream("table")

    def only_the_first(name: str) -> Table:
        return _missing(name) if name == "no/where" else find(name)

    effects = apply_event_die_result(made, result, stream, only_the_first)
    assert effects.drawn is None
    assert effects.happened == ()
    assert effects.campaign.book == made.book
    if result == "encounter_sign":
        assert foretold(effects) == "", "the sign waits all the same, for the Guide to name"
    if result != "encounter":
        assert effects.draw_failure


def test_faces_by_hand_for_a_broken_table_are_refused() -> None:
    with pytest.raises(Broken):
        apply_event_die_result(at_crypt(), "encounter_sign", HandFaces((1,)), _broken)


def test_a_complication_with_a_long_text_gets_a_short_name() -> None:
    long = written_as(rows=rows("dust " * 700))
    made = apply_event_die_result(
        at_crypt("downtime"), "complication", LoadedFaces((1,)), long
    ).campaign
    assert list(find_invalid_values(made)) == []
    assert len(made.book.effects) == 1
