"""`no, the third took 5` tells the last line anew: that is taken back, and what is said is done.
What is done besides, or said of somebody else, takes nothing back."""

from pathlib import Path

import pytest

from tests.commands.table import Table

FIGHT = ("done", "fight goblin x3 surprise none")


@pytest.mark.parametrize(
    ("last", "typed", "meant"),
    [
        ("bree loses 2 hp", "oops, bree lost 3", "hurt bree 3"),
        ("bree loses 2 hp", "no, bree lost 3", "hurt bree 3"),
        ("bree loses 2 hp", "sorry, corvin lost 2 hp", "hurt corvin 2"),
        ("wim gets 12 pennies", "no, corvin gets 14 pennies", "coins corvin +14 pennies"),
        ("light bree torch", "no, wim lights one", "light wim"),
        ("wim takes 5 damage", "sorry wim took only 3 not 5", "hurt wim 3"),
        ("wim takes 5 damage", "wim only took 3", "hurt wim 3"),
        ("wim takes 5 damage", "wim took 3 not 5", "hurt wim 3"),
        (
            "ondine drops a flask of oil",
            "no wait, corvin takes the oil instead",
            "pass ondine corvin oil",
        ),
    ],
)
def test_the_last_line_is_done_as_it_was_meant(
    tmp_path: Path, last: str, typed: str, meant: str
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", last)
    lines = table.desk.split_line(typed)
    assert lines[0] == "undo"
    assert lines[1].replace('"', "").startswith(meant)


@pytest.mark.parametrize(
    ("last", "typed"),
    [
        ("bree loses 2 hp", "no, bree loses 3 more"),
        ("bree loses 2 hp", "oops, corvin loses 3 hp"),
        ("wim drops a candle", "oops, bree drops a torch"),
        ("wim drops a candle", "no, bree lights a torch"),
        ("wim drops a candle", "sorry, did bree drop a torch?"),
        ("wim drops a candle", "no, bree drops a torch too"),
        ("wim drops a candle", "wim just drops a torch"),
        ("wim drops a candle", "scratch the candle"),
        ("wim drops a candle", "take back the torch"),
        ("wim takes 5 damage", "bree only took 3"),
    ],
)
def test_what_is_done_besides_takes_nothing_back(tmp_path: Path, last: str, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", last)
    assert "undo" not in table.desk.split_line(typed)


@pytest.mark.parametrize(
    ("last", "typed"),
    [
        ("hurt goblins 2 5", "take back bree's blow, he was surprised"),
        ("hurt goblins 2 5", "cancel that hit"),
        ("drop wim candle", "take back the candle"),
    ],
)
def test_what_is_named_is_taken_back(tmp_path: Path, last: str, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*FIGHT, last)
    assert table.desk.split_line(typed) == ("undo",)
