"""A line that says what is done, and not by whom, is asked who it is."""

from pathlib import Path

import pytest

from tests.commands.table import Table

AT_MARKET = ("done", "out", "at Reedmarket")


@pytest.mark.parametrize(
    ("given", "typed", "offered"),
    [
        (AT_MARKET, "buy a lantern", "buy bree lantern"),
        (AT_MARKET, "buys two torches", "buy bree torch x2"),
        ((), "5 damage", "hurt bree 5"),
        (("done", "fight goblin x3"), "shoot the second goblin", "attack wim on goblins 2"),
        ((), "i take four damage", "hurt bree 4"),
    ],
)
def test_it_is_asked_who_does_it(
    given: tuple[str, ...], typed: str, offered: str, tmp_path: Path
) -> None:
    refusal = Table(tmp_path, whole_words=False).refused(*given, typed)
    assert (refusal.message, refusal.hint) == ("Who?", f"Try: {offered}")


@pytest.mark.parametrize("typed", ["don't buy a lantern", "wim buys a gizmo", "buy it"])
def test_nobody_is_asked_for_otherwise(typed: str, tmp_path: Path) -> None:
    refusal = Table(tmp_path, whole_words=False).refused(*AT_MARKET, typed)
    assert refusal.message != "Who?"
