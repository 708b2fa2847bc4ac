"""The sentence about what a step back or an Event Die taken back has put back."""

import pytest

from companion.campaign.changes import RevertedValue
from companion.view.record.reverted_values import MAX_VALUES_SHOWN, describe_restored_values
from tests.view.test_timers import called


@pytest.mark.parametrize(
    ("restored", "text"),
    [
        (RevertedValue("wim", "torch", "burn", 1, 2), "Wim's torch at Burn 2"),
        (RevertedValue("wim", "rations", "number", 3, 4), "Wim's 4 × rations"),
        (RevertedValue("wim", "rope", "number", 3, 1), "Wim's rope"),
        (RevertedValue("wim", "torch", "number", 0, 1), "Wim's torch"),
        (RevertedValue("wim", "", "exhaustion", 2, 1), "Wim's Exhaustion at 1"),
        (RevertedValue("wim", "", "supply", 0, 1), "Wim's Supply at 1"),
        (RevertedValue("ondine", "Lamp", "effect", 1, 2), "Lamp at Depletion 2"),
        (RevertedValue("", "fear", "effect", 0, 1), "fear"),
        (RevertedValue("", "The flood comes.", "effect", 1, 0), "no more The flood comes"),
        (RevertedValue("", "exploration", "turn", -1, 7), "Exploration Turn 7"),
        (RevertedValue("", "", "turn", -1, 0), "no Turn open"),
        (RevertedValue("", "", "clock", 0, 173_400), "the clock at day 3, 00:10"),
        (RevertedValue("", "", "event_die", 4, 0), "the Event Die not rolled"),
        (RevertedValue("wim", "sneak", "declared", 0, 1), "Wim's «sneak» declared"),
        (RevertedValue("", "sneak", "declared", 1, 0), "«sneak» not declared"),
        (RevertedValue("wim", "torch", "lit", 1, 0), "Wim's torch not lit"),
        (RevertedValue("wim", "rope", "number", 2, 0), "Wim's rope gone"),
        (RevertedValue("wim", "rope", "place", 3, 0), "Wim's rope in hand"),
        (RevertedValue("wim", "mail", "blocks", 1, 2), "Wim's mail at 2 Blocks"),
        (RevertedValue("wim", "", "hp", 7, 10), "Wim's HP at 10"),
        (RevertedValue("wim", "", "purse", 0, 210), "Wim's purse at 2 guilders 1 shilling"),
        (RevertedValue("wim", "skill", "attribute", 9, 10), "Wim's skill at 10"),
        (RevertedValue("wim", "Wim", "away", 1, 0), "Wim with the Company"),
        (RevertedValue("wim", "Wim", "alive", 0, 1), "Wim alive"),
        (RevertedValue("", "", "rests", 1, 0), "no Rest this Turn"),
        (RevertedValue("", "", "choice", 0, 1), "to choose: rest or press-on"),
        (RevertedValue("", "", "encounter", 0, 1), "1 encounter to settle"),
        (RevertedValue("", "", "encounter", 1, 0), "no encounter to settle"),
        (RevertedValue("", "Old Pike", "exchanges", 2, 1), "1 exchange with Old Pike"),
        (RevertedValue("wim", "Wim", "company", 1, 0), "Wim not of the Company"),
        (RevertedValue("", "Old Pike", "disposition", 9, 0), "Old Pike's disposition not rolled"),
        (RevertedValue("", "Old Pike", "npc_hp", 3, 5), "Old Pike's HP at 5"),
        (RevertedValue("", "Old Pike", "npc", 1, 0), "no more Old Pike"),
    ],
)
def test_what_came_back_is_told_as_it_is_again(restored: RevertedValue, text: str) -> None:
    assert describe_restored_values((restored,), called) == f"Back as before: {text}."


def test_what_came_back_of_one_thing_is_told_together() -> None:
    restored = (
        RevertedValue("wim", "torch", "number", 2, 3),
        RevertedValue("wim", "torch", "lit", 1, 0),
        RevertedValue("ondine", "lantern", "burn", 1, 2),
        RevertedValue("ondine", "lantern", "lit", 0, 1),
        RevertedValue("ondine", "lantern", "place", 2, 0),
        RevertedValue("ondine", "", "supply", 0, 1),
    )
    assert describe_restored_values(restored, called) == (
        "Back as before: Wim's 3 × torch (not lit), Ondine's lantern (at Burn 2, lit, in hand) "
        "and Ondine's Supply at 1."
    )


def test_where_nothing_came_back_nothing_is_told() -> None:
    assert describe_restored_values((), called) == ""


def test_of_a_whole_evening_taken_back_the_first_values_are_told() -> None:
    restored = [RevertedValue("wim", "", "supply", 0, 1)] * (MAX_VALUES_SHOWN + 5)
    assert describe_restored_values(restored, called).endswith(" and 5 more.")
