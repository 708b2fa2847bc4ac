import time

import pytest

from companion.dice.expressions_in_arguments import split_dice_and_table_expressions


@pytest.mark.parametrize(
    ("arguments", "expressions"),
    [
        ([], []),
        (["2d6"], ["2d6"]),
        (["d8", "enhance", "1"], ["d8 enhance 1"]),
        (["event", "-2"], ["event -2"]),
        (["2d6", "+", "1", ">=", "7"], ["2d6 + 1 >= 7"]),
        (["3d6kl1", "d6"], ["3d6kl1", "d6"]),
        (["3d6 kl1", "d6"], ["3d6 kl1", "d6"]),
        (["3d6", "kl1", "vs", "d6"], ["3d6 kl1", "d6"]),
        (["d8", "enhance", "1", "VS", "d8"], ["d8 enhance 1", "d8"]),
        (["vs", "d6", "vs"], ["d6"]),
        (["marsh-encounters", "+2"], ["marsh-encounters +2"]),
        (["weather", "-1", "season=winter", "x3"], ["weather -1 season=winter x3"]),
        (["weather", "vs", "weather", "season=winter"], ["weather", "weather season=winter"]),
        (["d20", "x3", "weather"], ["d20 x3", "weather"]),
        (["+2", "d6"], ["+2", "d6"]),
        (["weather", "vs", "+2"], ["weather", "+2"]),
        (["2d6", "=3,5"], ["2d6 =3,5"]),
        (["event", "-2", "=3,5,2"], ["event -2 =3,5,2"]),
        (["weather", "=6", "time=night"], ["weather =6 time=night"]),
        (["3d6", "drop", "lowest"], ["3d6 drop lowest"]),
        (["d20", "advantage"], ["d20 advantage"]),
        (["d20", "d8", "enhance", "1"], ["d20", "d8 enhance 1"]),
        (["d20", "-", "d4", "d8", "weather"], ["d20 - d4", "d8", "weather"]),
        (["d6", "weather", "d8"], ["d6", "weather", "d8"]),
    ],
)
def test_arguments_are_read_as_the_expressions_they_mean(
    arguments: list[str], expressions: list[str]
) -> None:
    assert split_dice_and_table_expressions(arguments) == expressions


@pytest.mark.parametrize(
    "arguments",
    [
        ["2d6+1", "at", "least", "7"],
        ["2d6+1", "7", "or", "more"],
        ["7+", "on", "2d6"],
        ["2d6", "7+"],
        ["d8", "enhance"],
        ["d8", "enhanced"],
        ["4d6", "keep", "3"],
        ["2d20", "advantage"],
    ],
)
def test_words_that_say_something_of_dice_are_theirs_though_they_cannot_be_read(
    arguments: list[str],
) -> None:
    assert split_dice_and_table_expressions(arguments) == [" ".join(arguments)]
    assert split_dice_and_table_expressions([*arguments, "vs", "d6"]) == [" ".join(arguments), "d6"]


def test_a_thousand_arguments_take_less_than_a_second() -> None:
    began = time.process_time()
    assert len(split_dice_and_table_expressions(["d6"] * 1_000)) == 1_000
    assert len(split_dice_and_table_expressions(["d6", *["weather"] * 1_000])) == 1_001
    assert time.process_time() - began < 1
