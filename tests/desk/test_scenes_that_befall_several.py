"""What befalls several by what is told of a scene is a line for each, and the scene is a note."""

from pathlib import Path

import pytest

from tests.commands.table import Table

ALL = ("bree", "corvin", "ondine", "wim")


@pytest.mark.parametrize(
    ("typed", "scene", "meant"),
    [
        ("gas fills the room, everyone saves phys", "gas fills the room", "save {} phys"),
        ("gas! everyone saves phys", "gas", "save {} phys"),
        ("the ceiling comes down, all take d6", "the ceiling comes down", "hurt {} d6"),
        ("the floor tilts. everyone makes a skill check", "the floor tilts", "check {} skill"),
    ],
)
def test_what_befalls_everyone(typed: str, scene: str, meant: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    note, *lines = table.desk.split_line_into_commands(typed)
    assert note == f"note {scene}"
    assert [table.done(line).meant for line in lines] == [meant.format(each) for each in ALL]


@pytest.mark.parametrize(
    "typed",
    [
        "no trap, everyone takes 2 damage",
        "wim drops the jar, everyone saves phys",
        "goblins throw rocks, bree and wim save phys",
        "forget the trap, everyone takes 2 damage",
        "rumour says there's gas, everyone saves phys",
        "if the floor tilts, everyone saves skill",
        "what if the ceiling falls, everyone takes d6",
        "the roof might fall, all take d6",
        "when the roof falls, everyone takes d6",
        "on a fail, everyone takes d6",
        "anyone inside, all take d6",
        "failing that, all take d6",
        "at dawn, everyone saves phys",
        "the ceiling holds, everyone takes 2 damage",
        "nobody! everyone takes 2 damage",
        "joking! everyone takes 2 damage",
        "wim! everyone takes 2 damage",
        "the rules say so, everyone saves phys",
        "gas fills the room, everyone saves phys or dies",
    ],
)
def test_what_may_change_it_is_no_scene(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    assert not table.desk.split_line_into_commands(typed)[0].startswith("note ")


def test_a_scene_of_two_in_a_fight_is_taken_apart_by_nobody(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "fight goblin x3 surprise none")
    typed = "the bridge is out, bree and wim check skill dv 4"
    assert table.desk.split_line_into_commands(typed) == (typed,)
