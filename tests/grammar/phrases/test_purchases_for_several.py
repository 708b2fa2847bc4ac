"""A purchase of several things for several of the Company is a line for each who gets one."""

import pytest

from tests.commands.table import Table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    table = Table(tmp_path_factory.mktemp("purchases"), whole_words=False)
    table.say("done", "out", "done", "at Reedmarket")
    return table


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "buy 2 torches each for wim n bree and a rope for corvin",
            ("buy wim 2 torches", "buy bree 2 torches", "buy corvin a rope"),
        ),
        (
            "buy two torches for wim, a rope for corvin, bree pays",
            ("buy wim 2 torches, bree pays", "buy corvin a rope, bree pays"),
        ),
        (
            "bree buys 2 torches for wim and rope for corvin",
            ("buy wim 2 torches, bree pays", "buy corvin rope, bree pays"),
        ),
        (
            "ondine buys rope for corvin, oil for herself and 2 torches for wim",
            (
                "buy corvin rope, ondine pays",
                "buy ondine oil, ondine pays",
                "buy wim 2 torches, ondine pays",
            ),
        ),
        # One thing, or who is nobody of the Company, is no such line.
        ("buy 2 torches for wim", ("buy 2 torches for wim",)),
        ("buy a rope for harl and a torch for wim", ("buy a rope for harl and a torch for wim",)),
        # How many each gets is not said.
        (
            "buy 4 torches for wim and bree and a rope for corvin",
            ("buy 4 torches for wim and bree and a rope for corvin",),
        ),
    ],
)
def test_each_who_gets_something_has_a_line(
    table: Table, typed: str, lines: tuple[str, ...]
) -> None:
    assert table.desk.split_line_into_commands(typed) == lines
