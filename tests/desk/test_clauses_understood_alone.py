"""A line that means nothing as a whole is taken apart into its clauses, where each of them means
something; nothing of a list is lost so, and nobody does what another was said to do."""

import re
from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("they take a breather and eat something", ("they take a breather", "eat something")),
        (
            "ondine drops her lantern to grab him, is it still lit?",
            ("ondine drops her lantern to grab him", "is it still lit?"),
        ),
        (
            "wim's torch went out, he lights another",
            ("wim's torch went out", "wim lights another torch"),
        ),
        ("they eat and leave", ("they eat", "they leave")),
        ("they eat, then climb out", ("they eat", "climb out")),
        ("snuff bree torch. they leave", ("snuff bree torch", "they leave")),
    ],
)
def test_each_clause_is_a_line(table: Table, typed: str, lines: tuple[str, ...]) -> None:
    table.done("done")
    assert table.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize(
    "typed",
    [
        "bree finds 20 pennies, a florb",  # more of a list
        "bree gives wim torch and rations and the florb",
        "wim gets a haircut, 2p",  # nobody says that he gets them
        "wim zorks him, 3 damage",  # he is another
        "bree drops a torch, wim lights it",  # hers, and none of his
        "before lighting the lantern, wim drops a candle",
        "bree takes 3 damage, corvin too",
        "bree has lost her torch, ok?",
        "bree's bedroll goes on tansy, so does corvin's",
        "bree doesn't light a torch, wim drops his",
        "if wim falls, bree takes 3 damage",
        "3 on ondine, 1 on wim",
        "they sit down and rest for a turn",  # that is one rest
        "they head to reedmarket, event 6",  # the journey is no story
        "the florb zorks, bree frobs",
        "wim drops his torch and it goes out",  # the torch, and not they
        "g2 takes 3 damage and drops its torch",  # the goblin's
        "bree drops a torch, one torch gone",  # told twice
        "bree loses a ration, one ration gone",
        "wim gains 1 exhaustion, that's 3 exhaustion",
        "bree leaves, wim stays",
        "they eat, he leaves",
        "wim lights a candle and climbs out",
        "bree ate something, one supply gone",
    ],
)
def test_a_line_of_which_something_would_be_lost_stays_whole(table: Table, typed: str) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)


@pytest.mark.parametrize("typed", ["%%%. wim takes 3", "+, bree drops a torch", "<>; ] then ["])
def test_signs_alone_are_no_clause(table: Table, typed: str) -> None:
    table.done("done")
    assert table.desk.split_line_into_commands(typed) == (typed,)
    assert not (table.desk.archive.folder / ".companion" / "errors.log").exists()


@pytest.mark.parametrize("typed", ['bree drops "a, wim', 'zork, "52', 'bree drops a torch and "it'])
def test_a_quote_that_is_not_closed_is_no_bug(table: Table, typed: str) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)
    assert not (table.desk.archive.folder / ".companion" / "errors.log").exists()


@pytest.mark.parametrize(
    ("typed", "unknown", "offered"),
    [
        ("wim drops a candle, corvin strikes a florb", "florb", "drop wim candle"),
        ("bree strikes a pose, wim drops a candle", "pose", "drop wim candle"),
        ("wim drops a candle, bree strikes a pose", "pose", "drop wim candle"),
    ],
)
def test_what_is_understood_of_a_refused_line_is_offered(
    table: Table, typed: str, unknown: str, offered: str
) -> None:
    table.done("done")
    refusal = table.refused(typed)
    assert f"«{unknown}»" in refusal.message
    assert refusal.hint.startswith(f"Try: {offered}. To write it down: note ")


@pytest.mark.parametrize(
    "typed",
    [
        "one florb gone, give wim the florb",  # anything may be given
        "bree doesn't strike a pose, wim drops a candle",
        "if bree strikes a pose, wim drops a candle",
        "bree strikes a pose, does wim drop a candle?",
        "wim drops a candle, bree strikes it",
        "bree strikes a pose, event 3",
        "bree says strike a pose, drop the candle",
    ],
)
def test_what_may_hang_upon_what_is_not_understood_is_not_offered(table: Table, typed: str) -> None:
    table.done("done")
    refusal = table.refused(typed)
    offered = re.findall(r"Try: (drop|give|event|buy)", refusal.hint)
    assert not offered, refusal.hint
