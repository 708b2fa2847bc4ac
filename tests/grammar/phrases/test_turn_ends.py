"""What ends a Turn, and what is done next, in one line: each is a line of its own."""

from pathlib import Path

import pytest

from tests.commands.table import Table


def split_after(folder: Path, before: tuple[str, ...], typed: str) -> tuple[str, ...]:
    table = Table(folder, whole_words=False)
    table.done(*before)
    return table.desk.split_line_into_commands(typed)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("ok that's done. they search the altar", ("done", "next search the altar")),
        ("search done, they go through the new door", ("done", "next go through the new door")),
        ("ok that's done. they rest", ("done", "they rest")),
        ("done with the vestry, bree lights a torch", ("done", "bree lights a torch")),
        ("the search is done, they go out", ("done", "they go out")),
        ("ok done, bree lights a torch", ("done", "bree lights a torch")),
        (
            "done, the torch is low, bree lights a torch",
            ("done the torch is low", "bree lights a torch"),
        ),
        ("that's it for the vestry, on to the nave", ("done", "next on to the nave")),
        ("heard nothing, they leave", ("done heard nothing", "they leave")),
        (
            "they find nothing and leave the chapel",
            ("done they find nothing", "they leave the chapel"),
        ),
        ("enough, they head back out", ("done", "they head back out")),
        ("it's locked, they leave", ("done it's locked", "they leave")),
        ("ok stair's done, they leave the chapel", ("done stair's done", "they leave the chapel")),
        ("nothing there. bree lights a torch", ("done nothing there", "bree lights a torch")),
        (
            "they find nothing. bree lights a torch",
            ("done they find nothing", "bree lights a torch"),
        ),
        (
            "they're down. corvin forces the door, dv 5",
            ("done they're down", "corvin forces the door, dv 5"),
        ),
    ],
)
def test_a_turn_that_ends_and_what_follows(
    typed: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    assert split_after(tmp_path, ("done", "next search the vestry =6"), typed) == lines


@pytest.mark.parametrize(
    "typed",
    [
        *(
            f"{told} they leave"
            for told in (
                *("not yet.", "if it's quiet.", "unless it's quiet.", "who knows.", "stop."),
                *("one more try.", "no roll.", "ambush!", "search the altar.", "found 20p."),
            )
        ),
        "the search is done, they found a key",
        "that's done, it was empty",
        "that's it, bree gets 3 pennies",
        "they find nothing and leave wim behind",
        "they find nothing and leave it",
        "they find 3 pennies and leave",
        "goblins come, they leave",
        "they search the altar and leave",
        "not done, they leave",
        "nearly done, they leave",
        "nobody done, they leave",
        "nothing yet, they leave",
        "the monks are pleased and leave",
        "the monks are pleased, they leave",
        "the lantern is empty, they leave",
        "wim done, they leave",
        "they find a book and leave",
        "all, they leave",
    ],
)
def test_what_came_of_it_begins_no_turn(typed: str, tmp_path: Path) -> None:
    assert split_after(tmp_path, ("done", "next search the vestry =6"), typed) == (typed,)


def test_a_month_ends_as_it_went(tmp_path: Path) -> None:
    before = ("done", "out", "done", "out", "zoom! downtime", "next =6", "declare bree trains")
    lines = split_after(tmp_path, before, "that all goes fine, next month")
    assert lines[0] == "done that all goes fine"
    assert split_after(tmp_path / "again", before, "done, next month")[0] == "done"


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "month's over, bree earned 60 pence and wim's cured",
            ("bree earned 60 pence", "wim's cured", "done"),
        ),
        (
            "month's over, it went well and bree earned 60p",
            ("bree earned 60p", "done it went well"),
        ),
        (
            "the month is over: bree earned 60p, bought a lantern",
            ("bree earned 60p", "bree bought a lantern", "done"),
        ),
        ("month's over, bree and wim are well", ("month's over, bree and wim are well",)),
    ],
)
def test_a_month_ends_with_what_it_brought(
    typed: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    before = ("done", "out", "done", "out", "zoom! downtime", "next =6", "declare bree trains")
    assert split_after(tmp_path, before, typed) == lines


@pytest.mark.parametrize(
    "typed", ["ok bree takes a torch in hand", "okay, bree takes a torch in hand"]
)
def test_ok_settles_nothing_where_nothing_waits(typed: str, tmp_path: Path) -> None:
    assert split_after(tmp_path, ("done",), typed) == ("bree takes a torch in hand",)


def test_ok_settles_what_waits(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    assert table.desk.split_line_into_commands("ok it is nine feet deep") == (
        "ok it is nine feet deep",
    )
