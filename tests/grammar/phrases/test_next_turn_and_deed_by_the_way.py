"""What takes no Turn is done in the one that begins with the other deed of the line."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "next turn, douse wim's torch and creep back to the stairs",
            ("next creep back to the stairs", "douse wim's torch"),
        ),
        (
            "next: bree lights a torch and they search the nave",
            ("next they search the nave", "bree lights a torch"),
        ),
        (
            "next, wim drops the candle and climbs the wall",
            ("next wim climbs the wall", "wim drops the candle"),
        ),
    ],
)
def test_both_are_done(typed: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", "give wim candle")
    assert table.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize(
    "typed",
    [
        "next they force the door and light a torch",
        "next move to the door and listen",
        "next they drop the rope and climb down",
        "next, ondine searches the font and wim listens",
        "next, bree lights a torch and wim takes 3",
    ],
)
def test_one_deed_is_one_declaration(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done")
    assert table.desk.split_line_into_commands(typed) == (typed,)
