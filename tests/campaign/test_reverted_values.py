"""The values that are as they were again after a step back."""

import pytest
from msgspec.structs import replace

from companion.campaign.campaign import Campaign, World
from companion.campaign.reverted_values import list_reverted_secrets, list_reverted_values
from companion.campaign.turns.event_die import (
    burn_down_lights_and_effects,
    deplete_provisions_and_effects,
)
from companion.errant.packs.depletion import Refill
from companion.errant.turns.moments_and_spans import Moment
from companion.errant.turns.turns import Turn
from companion.errant.world import Faction, Npc
from tests.making import campaign, effect, errant, item, torch


def given_back(before: Campaign, after: Campaign) -> set[tuple[str, str, str, int, int]]:
    return {
        (r.errant, r.name, r.what, r.before, r.after) for r in list_reverted_values(after, before)
    }


def test_the_burn_of_light_and_the_depletion_of_effects_come_back() -> None:
    made = campaign(errant("Wim", torch(2)), effects=(effect(depletion=3), effect("Fear")))
    after, _ = burn_down_lights_and_effects(made)
    assert given_back(made, after) == {
        ("wim", "torch", "burn", 1, 2),
        ("", "Bless", "effect", 2, 3),
        ("", "Fear", "effect", 0, 1),
    }


@pytest.mark.parametrize("refill", ["ask", "never"])
def test_food_that_was_eaten_was_not_eaten(refill: Refill) -> None:
    made = campaign(errant("Bree", item("rations", 4)), refill=refill)
    after, _ = deplete_provisions_and_effects(made)
    assert given_back(made, after) == {("bree", "rations", "number", 3, 4)}


def test_hunger_and_supply_come_back() -> None:
    made = campaign(errant("Bree", supply=2), errant("Wim"))
    after, _ = deplete_provisions_and_effects(made)
    assert given_back(made, after) == {
        ("bree", "", "supply", 1, 2),
        ("wim", "", "exhaustion", 1, 0),
    }


def test_what_a_result_began_is_gone_again() -> None:
    made = campaign()
    flood = made.with_effects((effect("Flood", "complication"),))
    assert given_back(made, flood) == {("", "Flood", "effect", 1, 0)}


def test_the_same_again_is_nothing() -> None:
    made = campaign(errant("Bree", torch(1)), effects=(effect(),))
    assert (
        list_reverted_values(made, replace(made, errants=tuple(map(replace, made.errants)))) == ()
    )


def test_a_torch_that_burnt_out_and_went_is_there_again() -> None:
    made = campaign(errant("Wim", torch(1)))
    after, _ = burn_down_lights_and_effects(made)
    assert after.errants[0].items == ()
    assert given_back(made, after) == {("wim", "torch", "number", 0, 1)}


def test_the_turn_the_time_and_what_was_declared_come_back() -> None:
    turn = Turn(type="exploration", number=7, begun=True, began=Moment(0), declared={"bree": "dig"})
    before = replace(campaign(), book=replace(campaign().book, turns=(turn,)))
    rolled = before.with_innermost_turn(replace(turn, face=4, declared={}))
    assert given_back(before, rolled) == {
        ("", "", "event_die", 4, 0),
        ("bree", "dig", "declared", 0, 1),
    }
    later = before.with_innermost_turn(replace(turn, number=8)).with_clock(now=Moment(60))
    assert given_back(before.with_clock(now=Moment(0)), later) == {
        ("", "exploration", "turn", -1, 7),
        ("", "", "clock", 60, 0),
        ("bree", "dig", "declared", 0, 1),
    }


def test_hp_coins_light_and_place_come_back() -> None:
    made = campaign(errant("Wim", torch(2), hp=7, pennies=40))
    lit = replace(made.errants[0].items[0], lit=True, place="hand")
    wim = replace(made.errants[0], hp=4, pennies=0, items=(lit,))
    assert given_back(made, made.with_errant(wim)) >= {
        ("wim", "", "hp", 4, 7),
        ("wim", "", "purse", 0, 40),
    }


def test_a_thing_that_came_is_gone_and_somebody_who_came_too() -> None:
    made = campaign(errant("Wim"))
    assert given_back(made, campaign(errant("Wim", item("rope", 2)))) == {
        ("wim", "rope", "number", 2, 0)
    }
    assert given_back(made, campaign(errant("Hob"), errant("Wim"))) == {
        ("hob", "Hob", "company", 1, 0)
    }


def test_what_an_npc_and_a_faction_think_again_is_the_guides() -> None:
    pike = Npc(id="pike", name="Old Pike")
    guild = Faction(id="guild", name="Guild", reputation=6)
    made = campaign_with(World(npcs=(pike,), factions=(guild,)))
    met = campaign_with(
        World(
            npcs=(replace(pike, met=True, disposition=9),), factions=(replace(guild, reputation=7),)
        )
    )
    assert given_back(made, met) == set()
    assert {(r.name, r.what, r.before, r.after) for r in list_reverted_secrets(met, made)} == {
        ("Old Pike", "disposition", 9, 0),
        ("Guild", "disposition", 7, 6),
    }


def campaign_with(world: World) -> Campaign:
    return replace(campaign(), world=world)
