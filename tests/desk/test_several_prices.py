"""What several things cost is asked in one line, and answered for each."""

from pathlib import Path

import pytest

from tests.commands.table import Table

LANTERN_AND_OIL = ("how much is a lantern", "how much is a flask of oil")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(tmp_path, whole_words=False)
    table.say("at reedmarket")
    return table


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("what's a lantern and a flask of oil", LANTERN_AND_OIL),
        ("price of a lantern and a flask of oil", LANTERN_AND_OIL),
        ("price lantern and a donkey", ("how much is lantern", "how much is a donkey")),
        (
            "prices: rope, oil and a lantern",
            ("how much is rope", "how much is oil", "how much is a lantern"),
        ),
        (
            "what do a lantern, a rope and a mule cost?",
            ("how much is a lantern", "how much is a rope", "how much is a mule"),
        ),
    ],
)
def test_prices_of_several_things_are_a_question_each(
    table: Table, typed: str, lines: tuple[str, ...]
) -> None:
    assert table.desk.split_line_into_commands(typed) == lines
    table.say(*lines)


@pytest.mark.parametrize(
    "typed",
    [
        "what's the time and the weather",
        "what's the torch and the lantern",
        "what is a miracle and a sorcery",
        "how much is a lantern and a fishwife",
    ],
)
def test_what_has_no_price_is_no_question_of_prices(table: Table, typed: str) -> None:
    assert table.desk.split_line_into_commands(typed) in ((), (typed,))
