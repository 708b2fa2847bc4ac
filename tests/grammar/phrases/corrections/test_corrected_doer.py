"""Somebody else who does what was done last: that is taken back, and done as it was meant. Of a
night's watch only who keeps it changes, and its Event Die stands."""

from pathlib import Path

import pytest

from tests.commands.table import Table

TOWN = ("done", "out", "done", "at Reedmarket")
TALK = ("done", "encounter pike", "talk pike")
NIGHT = ("done", "out", "done", "next sleep watch bree corvin wim ondine =6")


@pytest.mark.parametrize(
    ("given", "typed", "meant"),
    [
        (("done", "give wim torch", "light bree torch"), "no, wim lights it not bree", "light wim"),
        (("done", "give wim torch", "light bree torch"), "no wait, wim lights it", "light wim"),
        (("done", "drop bree torch"), "no, wim drops it", "drop wim torch"),
        ((*TOWN, "buy bree torch"), "no, wim buys it", "buy wim torch"),
        ((*TOWN, "buy bree torch"), "no wim pays", "buy bree torch from wim"),
        ((*TOWN, "buy bree torch"), "no, ondine pays for it", "buy bree torch from ondine"),
        ((*TALK, "talk pike giving by bree =12"), "no, taking", "talk pike taking by bree"),
        ((*TALK, "talk pike giving by bree =12"), "no i meant convincing", "talk pike convincing"),
    ],
)
def test_the_last_line_is_done_by_whom_it_was_meant(
    tmp_path: Path, given: tuple[str, ...], typed: str, meant: str
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*given)
    undo, line = table.desk.split_line_into_commands(typed)
    assert undo == "undo"
    assert line.startswith(meant)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("no, just bree and corvin now", ("bree", "corvin")),
        ("no, undo. just bree and corvin now", ("bree", "corvin")),
        ("no only bree", ("bree",)),
    ],
)
def test_only_who_keeps_the_watch_changes(
    tmp_path: Path, typed: str, kept: tuple[str, ...]
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*NIGHT)
    turn = table.desk.campaign.innermost_turn
    (line,) = table.desk.split_line_into_commands(typed)
    table.done(line)
    assert table.desk.campaign.innermost_turn.watch == kept
    assert table.desk.campaign.innermost_turn.number == turn.number


@pytest.mark.parametrize(
    ("given", "typed"),
    [
        (("done", "drop bree torch"), "no, wim drops the rope"),
        (("done", "drop bree torch"), "wim drops it"),
        (("done", "drop bree torch"), "no, harl drops it"),
        (("done", "drop bree torch"), "no wim pays"),
        ((*TOWN, "buy bree torch"), "no, bree pays"),
        (("done", "hurt bree 2"), "wait, wim hurts it"),
        (("done", "give bree rope"), "no, wim gives it"),
        (("done", "drop bree torch"), "no, taking"),
        (("done", "drop bree torch"), "no, just bree and corvin"),
    ],
)
def test_what_is_another_deed_takes_nothing_back(
    tmp_path: Path, given: tuple[str, ...], typed: str
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*given)
    assert "undo" not in table.desk.split_line_into_commands(typed)
