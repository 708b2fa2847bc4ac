"""What comes back when a result is taken back."""

import pytest
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.event_die import apply_burn, apply_deplete
from companion.campaign.history import list_reverted_values
from companion.errant.depletion import Refill
from tests.making import campaign, effect, errant, item, torch


def given_back(before: Campaign, after: Campaign) -> set[tuple[str, str, str, int, int]]:
    return {
        (r.errant, r.name, r.what, r.before, r.after) for r in list_reverted_values(after, before)
    }


def test_the_burn_of_light_and_the_depletion_of_effects_come_back() -> None:
    made = campaign(errant("Wim", torch(2)), effects=(effect(depletion=3), effect("Fear")))
    after, _ = apply_burn(made)
    assert given_back(made, after) == {
        ("wim", "torch", "burn", 1, 2),
        ("", "Bless", "effect", 2, 3),
        ("", "Fear", "effect", 0, 1),
    }


@pytest.mark.parametrize("refill", ["ask", "never"])
def test_food_that_was_eaten_was_not_eaten(refill: Refill) -> None:
    made = campaign(errant("Bree", item("rations", 4)), refill=refill)
    after, _ = apply_deplete(made)
    assert given_back(made, after) == {("bree", "rations", "number", 3, 4)}


def test_hunger_and_supply_come_back() -> None:
    made = campaign(errant("Bree", supply=2), errant("Wim"))
    after, _ = apply_deplete(made)
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
    after, _ = apply_burn(made)
    assert after.errants[0].items == ()
    assert given_back(made, after) == {("wim", "torch", "number", 0, 1)}
