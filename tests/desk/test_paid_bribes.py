"""A bribe of coins in a Negotiation is paid, and what it does to disposition is the Guide's to
say (Core Procedures, Negotiation)."""

from pathlib import Path

import pytest

from tests.commands.table import Table

IN_A_TALK = ("done", "encounter pike", "talk pike")


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("ondine bribes him with 5p", ("ondine pays 5p", "ondine bribes him")),
        ("ondine bribes pike with 5p to go easy", ("ondine pays 5p", "ondine bribes pike")),
        ("wim slips him 2p as a bribe", ("wim pays 2p", "wim bribes him")),
        ("bree pays him a 10p bribe", ("bree pays 10p", "bree bribes him")),
    ],
)
def test_the_coins_are_paid_and_the_bribe_counts(
    tmp_path: Path, typed: str, lines: tuple[str, ...]
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*IN_A_TALK)
    assert table.desk.split_line_into_commands(typed) == lines
    assert (table.done(lines[0]).meant or "").startswith("coins ")
    refusal = table.refused(lines[1])
    assert 'talk "Old Pike" bribe +1 by ' in refusal.hint


@pytest.mark.parametrize(
    "typed",
    [
        "ondine bribes bree with 5p",
        "ondine bribes nobody with 5p",
        "ondine bribes the innkeeper with 5p",
        "ondine tries to bribe him with 5p",
        "ondine bribes him with 5p to let them pass and opens the door",
        "ondine bribes him with 5p to maybe leave",
        "pike bribes bree with 5p",
        "ondine doesn't bribe him with 5p",
        "ondine offers him 5p if he lets us by",
    ],
)
def test_what_is_no_bribe_of_theirs_is_one_line(tmp_path: Path, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*IN_A_TALK)
    assert table.desk.split_line_into_commands(typed) == (typed,)


def test_nobody_is_bribed_outside_of_a_negotiation(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    typed = "ondine bribes pike with 5p"
    assert table.desk.split_line_into_commands(typed) == (typed,)
