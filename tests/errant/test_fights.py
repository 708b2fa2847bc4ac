"""Initiative Turns: distance, surprise, order and the ledger of actions (procedures 1.2 to 1.4)."""

import pytest
from msgspec.structs import replace

from companion.dice.face_sources import LoadedFaces
from companion.errant.fights import (
    Action,
    Combatant,
    Pace,
    Parity,
    Side,
    clear_turn_ledger,
    decide_first_side,
    decide_surprise,
    explain_excess_action_of_combatant,
    explain_excess_attack_rolls,
    grant_action_to_member,
    list_action_order,
    record_action,
    roll_combat_distance,
    spend_attack_rolls,
)

BREE = Combatant(id="bree", side="company")


@pytest.mark.parametrize("face", range(1, 7))
def test_the_distance_is_a_d6_times_10(face: int) -> None:
    assert roll_combat_distance(LoadedFaces([face])) == 10 * face


@pytest.mark.parametrize(
    ("face", "company", "others_to", "surprised"),
    [
        *((face, True, 2, "company") for face in (1, 2)),
        *((face, True, 2, "") for face in (3, 4)),
        *((face, True, 2, "others") for face in (5, 6)),
        (5, False, 2, ""),
        (6, False, 2, ""),
        (4, True, 4, "company"),
        (5, True, 4, "others"),
    ],
)
def test_who_is_surprised(face: int, company: bool, others_to: int, surprised: str) -> None:
    found = decide_surprise(face, company=company, others_to=others_to)
    assert found == surprised


@pytest.mark.parametrize(
    ("call", "faces", "first"),
    [("odd", (3, 4), "company"), ("even", (3, 4), "others"), ("even", (6, 6), "company")],
)
def test_the_company_is_first_if_the_sum_is_as_called(
    call: Parity, faces: tuple[int, int], first: Side
) -> None:
    assert decide_first_side(call, faces) == first


@pytest.mark.parametrize("call", ["odd", "even"])
def test_odd_and_even_are_as_likely(call: Parity) -> None:
    pairs = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    assert [decide_first_side(call, pair) for pair in pairs].count("company") == 18


@pytest.mark.parametrize("first", ["company", "others"])
def test_winners_act_before_losers_and_quickly_before_slowly(first: Side) -> None:
    steps = list_action_order(first)
    assert [pace for _, pace in steps] == ["quick", "quick", "slow", "slow"]
    assert steps[0][0] == steps[2][0] == first
    assert steps[1][0] == steps[3][0] != first


@pytest.mark.parametrize(
    ("done", "acts", "action", "cost", "heads", "excess"),
    [
        ((), "", "attack", 1, 1, ""),
        (("attack",), "", "attack", 1, 1, "twice"),
        (("attack",), "", "cast", 1, 1, "twice"),
        (("cast",), "", "cast", 1, 1, "twice"),
        (("attack",), "", "move", 1, 1, ""),
        (("move", "move"), "", "move", 1, 1, "actions"),
        (("move",), "quick", "attack", 1, 1, "actions"),
        (("move",), "slow", "attack", 1, 1, ""),
        (("move",), "", "cast", 2, 1, "actions"),
        (("move", "other"), "", "shift", 1, 1, ""),
        (("move", "other"), "", "move", 0, 1, ""),
        (("attack",) * 5, "", "attack", 1, 6, ""),
        (("attack",) * 6, "", "attack", 1, 6, "twice"),
    ],
)
def test_more_than_a_turn_allows_is_pointed_out(
    done: tuple[Action, ...], acts: Pace, action: Action, cost: int, heads: int, excess: str
) -> None:
    combatant = Combatant(id="bree", side="company", acts=acts)
    for each in done:
        combatant = record_action(combatant, each)
    assert explain_excess_action_of_combatant(combatant, action, heads, cost) == excess


def test_a_granted_action_is_outside_the_turn() -> None:
    tired = record_action(record_action(BREE, "attack"), "move")
    granted = grant_action_to_member(tired)
    assert explain_excess_action_of_combatant(granted, "attack") == ""
    assert record_action(granted, "attack") == tired


@pytest.mark.parametrize(
    ("lines", "of_an_action", "attacked", "left", "granted"),
    [
        ([2], 2, 1, 0, 0),
        ([1], 2, 1, 1, 0),
        ([1, 1], 2, 1, 0, 0),
        ([1, 1, 1], 2, 2, 1, 0),
        ([1, 2], 3, 1, 0, 0),
        ([2, 2], 3, 2, 2, 0),
        ([5], 2, 3, 1, 0),
        ([4, 2], 1, 6, 0, 0),
        ([3, 1], 2, 2, 0, 0),
        ([1], 2, 0, 0, 1),
        ([1, 2], 2, 1, 0, 1),
    ],
)
def test_attack_rolls_of_one_action_may_go_to_several_targets(
    lines: list[int], of_an_action: int, attacked: int, left: int, granted: int
) -> None:
    """The Attack Rolls of each line and how many are one action; and what is noted."""
    combatant = replace(BREE, granted=granted)
    for rolls in lines:
        combatant = spend_attack_rolls(combatant, rolls, of_an_action)
    assert (combatant.attacked, combatant.rolls_left) == (attacked, left)
    assert (combatant.taken, combatant.granted) == (attacked, 0)


def test_what_a_granted_action_does_not_cover_is_a_second_attack() -> None:
    busy = replace(spend_attack_rolls(BREE, 1, 1), granted=1)
    assert explain_excess_attack_rolls(busy, 1) == ""
    assert explain_excess_attack_rolls(busy, 2) == "twice"


def test_attack_rolls_with_granted_actions_are_remembered_for_the_turn() -> None:
    combatant = spend_attack_rolls(replace(BREE, granted=2), 3, 1)
    assert (combatant.used, combatant.attacked, combatant.granted) == (2, 1, 0)
    assert clear_turn_ledger(combatant).used == 0


def test_attack_rolls_that_are_left_are_no_second_attack() -> None:
    begun = spend_attack_rolls(BREE, 1, 3)
    assert explain_excess_attack_rolls(begun, 2) == ""
    assert explain_excess_attack_rolls(begun, 3) == "twice"
    assert explain_excess_attack_rolls(grant_action_to_member(begun), 3) == ""
    assert explain_excess_attack_rolls(clear_turn_ledger(begun), 3) == ""


def test_two_attack_rolls_with_a_1_grant_two_actions() -> None:
    assert grant_action_to_member(grant_action_to_member(BREE)).granted == 2


def test_a_new_turn_begins_with_an_empty_ledger() -> None:
    busy = Combatant(id="bree", side="company", acts="slow", taken=2, moved="roll", granted=1)
    assert clear_turn_ledger(busy) == BREE


def test_a_rider_moves_beside_their_actions() -> None:
    assert record_action(BREE, "move", 0).taken == 0
    assert record_action(BREE, "move", 0).moved == "roll"
