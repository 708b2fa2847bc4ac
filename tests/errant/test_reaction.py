"""Reaction Rolls, bonds and reputation (Core Procedures, Reaction Rolls; Downtime Turns, Bonds,
Reputation; readings, Reaction and Negotiation)."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import HandFaces, LoadedFaces
from companion.errant.reaction import (
    ALIGNMENTS,
    Alignment,
    Band,
    BandName,
    Bands,
    CourtResult,
    Favour,
    KnownDisposition,
    StandingKind,
    Sway,
    choose_known_disposition,
    clamp_disposition,
    compute_reputation_gain,
    decide_courtship,
    find_band_of_disposition,
    find_standing_of_score,
    find_swaying_member,
    is_morale_held,
    list_faction_access,
    name_standing,
    require_modifier_range,
    roll_two_dice,
)
from companion.refusal import Impossible

BY_HAND: dict[int, tuple[BandName, int]] = {
    2: ("hostile", 8),
    3: ("unfriendly", 4),
    4: ("unfriendly", 4),
    5: ("unfriendly", 4),
    6: ("unsure", 0),
    7: ("unsure", 0),
    8: ("unsure", 0),
    9: ("amicable", -2),
    10: ("amicable", -2),
    11: ("amicable", -2),
    12: ("friendly", -4),
}
WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
"""Of 36, how many rolls of two dice come to this."""


@pytest.mark.parametrize("disposition", BY_HAND)
def test_each_disposition_lies_in_its_band(disposition: int) -> None:
    band = find_band_of_disposition(disposition)
    assert (band.name, band.dv) == BY_HAND[disposition]


@pytest.mark.parametrize("modifier", range(-3, 4))
def test_the_distribution_of_a_reaction_roll_is_the_exact_one(modifier: int) -> None:
    exact: Counter[int] = Counter()
    for total, ways in WAYS.items():
        exact[sorted((2, total + modifier, 12))[1]] += ways
    rolls = [
        clamp_disposition(roll_two_dice(LoadedFaces(faces), modifier).total)
        for faces in product(range(1, 7), repeat=2)
    ]
    assert Counter(rolls) == exact
    exact_bands: Counter[str] = Counter()
    for disposition, ways in exact.items():
        exact_bands[BY_HAND[disposition][0]] += ways
    assert Counter(find_band_of_disposition(roll).name for roll in rolls) == exact_bands


def test_it_keeps_the_faces_the_modifier_and_whether_they_were_typed() -> None:
    roll = roll_two_dice(HandFaces([6, 5]), 2)
    assert (roll.faces, roll.modifier, clamp_disposition(roll.total)) == ((6, 5), 2, 12)
    assert find_band_of_disposition(12) == Band("friendly", 12, -4)
    assert roll.entered
    assert not roll_two_dice(LoadedFaces([6, 5]), 2).entered


@given(st.integers(-100, 100))
def test_a_disposition_stays_within_2_to_12(number: int) -> None:
    kept = clamp_disposition(number)
    assert kept in BY_HAND
    assert kept == number or (number < 2 and kept == 2) or (number > 12 and kept == 12)


BEGINNINGS = st.lists(st.integers(3, 12), min_size=4, max_size=4, unique=True).map(sorted)


@given(BEGINNINGS, st.lists(st.integers(-20, 20), min_size=5, max_size=5))
def test_a_guide_may_lay_the_bands_otherwise(begin: list[int], dvs: list[int]) -> None:
    bands = Bands(
        hostile_dv=dvs[0],
        unfriendly_from=begin[0],
        unfriendly_dv=dvs[1],
        unsure_from=begin[1],
        unsure_dv=dvs[2],
        amicable_from=begin[2],
        amicable_dv=dvs[3],
        friendly_from=begin[3],
        friendly_dv=dvs[4],
    )
    names = ["hostile", "unfriendly", "unsure", "amicable", "friendly"]
    at = 0
    for disposition in range(2, 13):
        while at < 4 and disposition >= begin[at]:
            at += 1
        band = find_band_of_disposition(disposition, bands)
        assert (band.name, band.dv) == (names[at], dvs[at])


@pytest.mark.parametrize("modifier", [-4, 4, 40])
def test_more_than_3_either_way_is_refused_and_the_guide_may_overrule_it(modifier: int) -> None:
    with pytest.raises(Impossible, match=f"{modifier:+}".replace("+", r"\+")) as refused:
        require_modifier_range(modifier)
    assert refused.value.overrulable
    assert require_modifier_range(modifier, forced=True) == modifier


@pytest.mark.parametrize("modifier", range(-3, 4))
def test_up_to_3_either_way_is_the_guides_to_say(modifier: int) -> None:
    assert require_modifier_range(modifier) == modifier


ALL: tuple[Alignment, ...] = ("L3", "L2", "L1", "N", "C1", "C2", "C3")
LINE: dict[Alignment, int] = {"L3": -3, "L2": -2, "L1": -1, "N": 0, "C1": 1, "C2": 2, "C3": 3}


def test_it_is_a_position_along_a_line() -> None:
    assert ALIGNMENTS == ALL


@pytest.mark.parametrize(
    ("alone", "npc", "modifier"),
    [("C1", "C3", 1), ("C3", "C1", 3), ("C2", "L1", -2), ("L1", "L1", 1), ("L3", "C2", -3)],
)
def test_each_point_is_1_more_on_ones_own_side_and_1_less_on_the_other(
    alone: Alignment, npc: Alignment, modifier: int
) -> None:
    assert find_swaying_member([("bree", alone)], npc) == Sway("bree", modifier)


@pytest.mark.parametrize("other", ALL)
def test_neutrality_sways_nobody(other: Alignment) -> None:
    assert find_swaying_member([("bree", other)], "N") is None
    assert find_swaying_member([("bree", "N"), ("wim", "N")], other) is None


def test_nobody_there_sways_nobody() -> None:
    assert find_swaying_member([], "L2") is None


def test_the_most_extreme_member_counts_alone() -> None:
    company: list[tuple[str, Alignment]] = [("bree", "L1"), ("wim", "L3"), ("corvin", "C2")]
    assert find_swaying_member(company, "L1") == Sway("wim", 3)
    assert find_swaying_member(company, "C1") == Sway("wim", -3)


def test_of_a_tie_the_worse_for_the_roll() -> None:
    company: list[tuple[str, Alignment]] = [("bree", "L2"), ("corvin", "C2"), ("wim", "C1")]
    assert find_swaying_member(company, "L3") == Sway("corvin", -2)
    assert find_swaying_member(company, "C3") == Sway("bree", -2)


def plainly(members: list[Alignment], npc: Alignment) -> int:
    """The modifier, read off the line from Law (below 0) to Chaos."""
    extreme = max((abs(LINE[each]) for each in members), default=0)
    there = LINE[npc]
    if there == 0:
        return 0
    agree = [abs(LINE[m]) if LINE[m] * there > 0 else -abs(LINE[m]) for m in members]
    return min((each for each in agree if abs(each) == extreme), default=0)


@given(st.lists(st.sampled_from(ALL), max_size=6), st.sampled_from(ALL))
def test_it_is_as_it_reads_off_the_line(members: list[Alignment], npc: Alignment) -> None:
    named = [(f"errant-{at}", each) for at, each in enumerate(members)]
    found = find_swaying_member(named, npc)
    assert (found.modifier if found else 0) == plainly(members, npc)
    if found is not None:
        assert abs(found.modifier) == abs(LINE[dict(named)[found.errant]])


@pytest.mark.parametrize("morale", range(2, 13))
def test_higher_than_morale_and_they_run(morale: int) -> None:
    for one, other in product(range(1, 7), repeat=2):
        roll = roll_two_dice(LoadedFaces([one, other]))
        assert is_morale_held(roll.total, morale) is not (one + other > morale)
        assert (roll.faces, roll.total) == ((one, other), one + other)


def test_goblins_of_morale_7_break_on_8() -> None:
    assert is_morale_held(7, morale=7)
    assert not is_morale_held(8, morale=7)


def test_a_penalty_makes_it_worse() -> None:
    roll = roll_two_dice(HandFaces([4, 3]), 2)
    assert (roll.total, is_morale_held(roll.total, 8), roll.entered) == (9, False, True)


BONDS = ["bitter foes", *["enemies"] * 3, *["strangers"] * 3]
BONDS += ["acquaintances", "associates", "friends", "confidantes"]
REPUTATIONS = ["hated", *["disliked"] * 3, *["neutral"] * 3]
REPUTATIONS += ["accepted", "liked", "respected", "loved"]


@pytest.mark.parametrize(("kind", "names"), [("bond", BONDS), ("reputation", REPUTATIONS)])
def test_each_score_has_its_name(kind: StandingKind, names: list[str]) -> None:
    assert [name_standing(kind, score) for score in range(2, 13)] == names


@pytest.mark.parametrize(
    ("score", "free", "costly"),
    [
        (2, None, None),
        (8, None, None),
        (9, "courtesies", None),
        (10, "courtesies", "minor"),
        (11, "minor", "major"),
        (12, "major", "sacrifice"),
    ],
)
def test_the_favours_below_the_one_that_costs_are_free(
    score: int, free: Favour | None, costly: Favour | None
) -> None:
    standing = find_standing_of_score(score)
    assert (standing.free, standing.at_a_cost) == (free, costly)


def test_what_a_faction_opens_to_whom_it_likes() -> None:
    assert [list_faction_access(score) for score in (9, 10, 11, 12)] == [
        (),
        ("items",),
        ("items", "trainers"),
        ("items", "trainers", "talents"),
    ]


def test_a_friend_with_pull_brings_1_reputation_and_a_confidante_2() -> None:
    gained = [compute_reputation_gain(bond) for bond in range(2, 13)]
    assert gained == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]


def test_the_highest_bond_or_the_lowest_is_the_disposition() -> None:
    bonds = {"bree": 4, "wim": 11, "corvin": 9}
    company = ("bree", "corvin", "wim")
    assert choose_known_disposition(bonds, company, None) == KnownDisposition(11, "wim")
    assert choose_known_disposition(bonds, company, None, lowest=True) == KnownDisposition(
        4, "bree"
    )


def test_of_equal_bonds_the_first_in_the_company_counts() -> None:
    bonds = {"wim": 9, "bree": 9}
    assert choose_known_disposition(bonds, ("bree", "wim"), None) == KnownDisposition(9, "bree")
    assert choose_known_disposition(bonds, ("bree", "wim"), None, lowest=True) == KnownDisposition(
        9, "bree"
    )


def test_bonds_of_those_away_count_for_nothing() -> None:
    assert choose_known_disposition({"wim": 11, "bree": 4}, ("bree",), 7) == KnownDisposition(
        4, "bree"
    )
    assert choose_known_disposition({"wim": 11}, ("bree",), None) is None


def test_reputation_is_the_disposition_without_a_bond() -> None:
    assert choose_known_disposition({}, ("bree",), 7) == KnownDisposition(7, "")
    assert choose_known_disposition({"bree": 3}, ("bree",), 7) == KnownDisposition(3, "bree")
    assert choose_known_disposition({}, ("bree",), None) is None


@pytest.mark.parametrize(
    ("faces", "modifier", "total", "result"),
    [
        ((4, 6), 0, 10, "changes"),
        ((4, 5), 0, 9, "task"),
        ((6, 1), 0, 7, "task"),
        ((5, 1), 0, 6, "unchanged"),
        ((4, 3), 3, 10, "changes"),
        ((6, 6), -3, 9, "task"),
        ((1, 1), -3, -1, "unchanged"),
    ],
)
def test_10_moves_it_and_7_asks_for_a_task(
    faces: tuple[int, int], modifier: int, total: int, result: CourtResult
) -> None:
    roll = roll_two_dice(LoadedFaces(faces), modifier)
    assert (roll.faces, roll.total, decide_courtship(roll.total)) == (faces, total, result)
    assert roll_two_dice(HandFaces(faces), modifier).entered
