"""Alignment and Reaction Rolls (Downtime Turns, Alignment)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errant.reaction import ALIGNMENTS, Alignment, Sway, find_sway

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
    assert find_sway([("bree", alone)], npc) == Sway("bree", modifier)


@pytest.mark.parametrize("other", ALL)
def test_neutrality_sways_nobody(other: Alignment) -> None:
    assert find_sway([("bree", other)], "N") is None
    assert find_sway([("bree", "N"), ("wim", "N")], other) is None


def test_nobody_there_sways_nobody() -> None:
    assert find_sway([], "L2") is None


def test_the_most_extreme_member_counts_alone() -> None:
    company: list[tuple[str, Alignment]] = [("bree", "L1"), ("wim", "L3"), ("corvin", "C2")]
    assert find_sway(company, "L1") == Sway("wim", 3)
    assert find_sway(company, "C1") == Sway("wim", -3)


def test_of_a_tie_the_worse_for_the_roll() -> None:
    company: list[tuple[str, Alignment]] = [("bree", "L2"), ("corvin", "C2"), ("wim", "C1")]
    assert find_sway(company, "L3") == Sway("corvin", -2)
    assert find_sway(company, "C3") == Sway("bree", -2)


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
    found = find_sway(named, npc)
    assert (found.modifier if found else 0) == plainly(members, npc)
    if found is not None:
        assert abs(found.modifier) == abs(LINE[dict(named)[found.errant]])
