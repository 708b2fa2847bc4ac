"""What time of day it is told to be: the clock takes the step until then. It is 13:20."""

import pytest

from tests.commands.table import Table
from tests.phrases.test_phrases import understand


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    table = Table(tmp_path_factory.mktemp("time"), whole_words=False)
    table.done("done", "out", "done")
    assert table.desk.campaign.book.clock.now.time == "13:20"
    return table


@pytest.mark.parametrize(
    ("typed", "step"),
    [
        ("it's 7 in the evening now", "+5h 40m"),
        ("it's 7pm", "+5h 40m"),
        ("the time is 18:30", "+5h 10m"),
        ("it is 6 o'clock", "+4h 40m"),
        ("it's 12 at night", "+10h 40m"),
        ("set the clock back to 7 am", "-6h 20m"),
        ("next morning 8 am", "+18h 40m"),
        ("skip ahead to 15:00", "+1h 40m"),
    ],
)
def test_the_clock_takes_the_step_until_then(table: Table, typed: str, step: str) -> None:
    assert understand(table.desk, typed) == (f"clock {step}",)


@pytest.mark.parametrize(
    ("typed", "step"),
    [
        ("it's 6 in the morning", "+16h 40m"),
        ("set the clock to 8 in the morning", "+18h 40m"),
        ("set the time to 13:19", "+23h 59m"),
        ("set the clock back to 15:00", "-22h 20m"),
        ("it's 2 at night", "+12h 40m"),
        ("it's 1 in the afternoon", "+23h 40m"),
    ],
)
def test_more_than_half_a_day_is_only_offered(table: Table, typed: str, step: str) -> None:
    assert table.refused(typed).hint.startswith(f"Try: clock {step}.")


def test_in_a_dungeon_the_step_is_only_offered(tmp_path_factory: pytest.TempPathFactory) -> None:
    table = Table(tmp_path_factory.mktemp("inside"), whole_words=False)
    assert table.refused("it's 5 pm").hint.startswith("Try: clock +3h 40m.")


@pytest.mark.parametrize("typed", ["it's 25:00", "it's 3 damage", "it's 14:61", "is it 5 pm?"])
def test_what_is_no_time_of_day_moves_no_clock(table: Table, typed: str) -> None:
    assert "clock" not in table.refused(typed).hint
