"""What time of day it is told to be: the clock is offered the step until then. It is 13:20."""

import pytest

from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "step"),
    [
        ("it's 7 in the evening now", "+5h 40m"),
        ("it's 7pm", "+5h 40m"),
        ("the time is 18:30", "+5h 10m"),
        ("it is 6 o'clock", "+4h 40m"),
        ("it's 6 in the morning", "+16h 40m"),
        ("it's 12 at night", "+10h 40m"),
        ("it's 1 in the afternoon", "+23h 40m"),
    ],
)
def test_the_clock_is_offered_the_step_until_then(table: Table, typed: str, step: str) -> None:
    refusal = table.refused(typed)
    assert refusal.hint == f"Try: clock {step}. To see what time it is: status"


@pytest.mark.parametrize("typed", ["it's 25:00", "it's 3 damage", "it's 14:61"])
def test_what_is_no_time_of_day_moves_no_clock(table: Table, typed: str) -> None:
    assert "clock +" not in table.refused(typed).hint


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    table = Table(tmp_path_factory.mktemp("time"), whole_words=False)
    table.done("done", "out", "done")
    assert table.desk.campaign.book.clock.now.time == "13:20"
    return table
