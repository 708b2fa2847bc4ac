"""Bonds and reputation (Downtime Turns, Bonds; Reputation)."""

import pytest

from companion.dice.faces import HandFaces, LoadedFaces
from companion.errant.reaction import (
    CourtResult,
    Favour,
    KnownDisposition,
    StandingKind,
    choose_known_disposition,
    compute_reputation_gain,
    decide_courtship,
    find_standing,
    list_access,
    name_standing,
    roll_two_dice,
)

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
    standing = find_standing(score)
    assert (standing.free, standing.at_a_cost) == (free, costly)


def test_what_a_faction_opens_to_whom_it_likes() -> None:
    assert [list_access(score) for score in (9, 10, 11, 12)] == [
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
