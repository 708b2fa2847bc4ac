"""A line in which several make a Check is a line for each."""

from pathlib import Path

import pytest

from tests.commands.table import Table

ALL = ["bree", "corvin", "ondine", "wim"]


@pytest.mark.parametrize(
    ("typed", "people", "meant"),
    [
        ("everyone make a presence check", ALL, "check {} pres"),
        ("check everyone pres", ALL, "check {} pres"),
        ("everybody makes a phys check", ALL, "check {} phys"),
        ("all of them make a mind save", ALL, "save {} mind"),
        ("check all phys dv 8", ALL, "check {} phys dv 8"),
        ("bree and wim check skill", ["bree", "wim"], "check {} skill"),
    ],
)
def test_a_check_of_several_is_a_line_for_each(
    tmp_path: Path, typed: str, people: list[str], meant: str
) -> None:
    table = Table(tmp_path, whole_words=False)
    for who, line in zip(people, table.desk.split_line_into_commands(typed), strict=True):
        reply = table.done(line)
        assert (reply.meant or reply.line) == meant.format(who)


@pytest.mark.parametrize(
    "typed",
    [
        "everyone checks the door",
        "we check the room for traps",
        "check bree phys",
        "check both skill",
    ],
)
def test_what_is_no_check_of_several_stays_one_line(tmp_path: Path, typed: str) -> None:
    assert Table(tmp_path, whole_words=False).desk.split_line_into_commands(typed) == (typed,)
