import pytest

from companion.dice.expressions import one_by_one


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
    ],
)
def test_arguments_are_read_as_the_expressions_they_mean(
    arguments: list[str], expressions: list[str]
) -> None:
    assert one_by_one(arguments) == expressions
