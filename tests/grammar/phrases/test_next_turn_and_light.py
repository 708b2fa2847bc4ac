"""A light is seen to in the Turn that begins with the other deed of the line."""

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
    ],
)
def test_both_are_done(typed: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done")
    assert table.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize(
    "typed",
    [
        "next they force the door and light a torch",
        "next move to the door and listen",
        "next they drop the rope and climb down",
        "next, ondine searches the font and wim listens",
        "next, bree lights a torch and wim takes 3",
        "next wim is hit for 3 and the goblins flee",
        "next bree gives wim a torch and ondine the hammer",
        "next, wim drops the candle and climbs the wall",
    ],
)
def test_one_deed_is_one_declaration(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done")
    assert table.desk.split_line_into_commands(typed) == (typed,)


def test_nothing_is_done_while_another_action_waits(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    typed = "next turn, douse wim's torch and creep back to the stairs"
    assert table.desk.split_line_into_commands(typed) == (typed,)
