"""Lines in which a Turn ends and the next begins: each of the two is a line."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "fine they creep past, next turn: search the altar. die says 4",
            ["done they creep past", "next search the altar. die says 4"],
        ),
        (
            "a bat flies off, next turn they listen at the door",
            ["done a bat flies off", "next listen at the door"],
        ),
        (
            "wim holds the rope, next turn bree climbs it",
            ["done wim holds the rope", "next bree climbs it"],
        ),
        ("bree takes 3 damage, next turn we search", ["bree takes 3 damage", "next search"]),
        ("bree takes 2 damage, done", ["bree takes 2 damage", "done"]),
        ("done, then they walk on to the nave", ["done", "next walk on to the nave"]),
        ("wim jumps, on to the table", ["wim jumps, on to the table"]),
        ("they climb the wall, on to a ledge", ["they climb the wall, on to a ledge"]),
        ("bree found the key, on to the crypt", ["bree found the key, on to the crypt"]),
        ("pole hits bottom. they leave the chapel", ["pole hits bottom. they leave the chapel"]),
        ("slab is up, stair down. done", ["done slab is up, stair down"]),
        ("found a stair up, they get out", ["done found a stair up", "they get out"]),
        ("wim is hurt. they leave", ["wim is hurt. they leave"]),
        ("vestry's searched, on to the crypt", ["done vestry's searched", "next on to the crypt"]),
        ("if they creep past, next turn search it", ["if they creep past, next turn search it"]),
    ],
)
def test_an_end_and_a_beginning_are_a_line_each(
    typed: str, lines: list[str], tmp_path: Path
) -> None:
    assert [*Table(tmp_path, whole_words=False).desk.split_line_into_commands(typed)] == lines


def test_a_long_line_is_not_taken_apart(tmp_path: Path) -> None:
    """What is pasted by mistake keeps nobody waiting."""
    desk = Table(tmp_path, whole_words=False).desk
    deeds = "bree takes 2 damage, next turn they listen"
    assert len(desk.split_line_into_commands(deeds)) == 2
    long = f"{deeds} {'at the door ' * 20}"
    assert desk.split_line_into_commands(long) == (long,)
