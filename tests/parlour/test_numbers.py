"""Each worked example and each reading of the rules of the four games has a test of its number."""

from importlib import import_module
from pathlib import Path

import pytest

EXAMPLES = {"errantry": 23, "version_4": 22, "player_turns": 24, "heros_journey": 25}
READINGS = {"errantry": 21, "version_4": 21, "player_turns": 31, "heros_journey": 52}
NOT_FOR_A_PROGRAM = {
    ("errantry", 19): "which day an order token marks; the program keeps no such token",
    ("player_turns", 4): "counter-clockwise means nothing at a terminal",
}
"""Readings that no program can obey or break."""


def list_tests(game: str) -> list[str]:
    """The names of the tests of a game, as pytest collects them."""
    files = sorted((Path(__file__).parent / "games" / game).glob("test_*.py"))
    modules = [import_module(f"tests.parlour.games.{game}.{file.stem}") for file in files]
    return [name for module in modules for name in vars(module) if name.startswith("test_")]


@pytest.mark.parametrize("game", EXAMPLES)
def test_every_worked_example_has_a_test(game: str) -> None:
    names = list_tests(game)
    for number in range(1, EXAMPLES[game] + 1):
        assert any(name.startswith(f"test_{number}_") for name in names), number


@pytest.mark.parametrize("game", READINGS)
def test_every_reading_that_a_program_can_obey_has_a_test(game: str) -> None:
    names = list_tests(game)
    for number in range(1, READINGS[game] + 1):
        has_test = any(name.startswith(f"test_reading_{number}_") for name in names)
        assert has_test != ((game, number) in NOT_FOR_A_PROGRAM), number
