"""A line takes the last one back, and says what is done instead or why."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "undo, bree gives wim a torch and he lights it",
            ("undo", "bree gives wim a torch", "wim lights torch"),
        ),
        ("take that back, wim drops the torch", ("undo", "wim drops the torch")),
        ("no wait, scratch that, they go back", ("undo", "they go back")),
        ("take that back, corvin had those 60 already", ("undo",)),
        ("undo, how much hp has wim", ("undo", "how much hp has wim")),
        ("undo 2, wim drops the torch", ("undo 2, wim drops the torch",)),
        ("undo, not wim", ("undo, not wim",)),
        ("undo, note wim was here", ("undo", "note wim was here")),
        ("undo, wrong one, corvin takes 3 damage", ("undo, wrong one, corvin takes 3 damage",)),
        ("undo, forgot the torch, wim lights one", ("undo, forgot the torch, wim lights one",)),
        ("scratch that, wim was given 20", ("scratch that, wim was given 20",)),
        ("undo, save your breath", ("undo, save your breath",)),
        ("undo, fight was never on", ("undo",)),
    ],
)
def test_undo_and_what_follows(typed: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "bree gives wim a torch", "wim lights a candle")
    assert table.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize("typed", ["undo, it was wim", "undo, not bree, wim"])
def test_a_correction_takes_the_last_line_back_once(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "hurt corvin 2", "hurt bree 3")
    assert table.desk.split_line_into_commands(typed) == ("undo", "hurt wim 3")
