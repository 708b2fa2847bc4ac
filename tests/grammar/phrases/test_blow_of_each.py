"""Two of a group who strike the same one: each blow is a line, as armour meets them one by one."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "goblins 3 and 4 hit corvin for 4 and 3",
            ("goblins 3 hits corvin for 4", "goblins 4 hits corvin for 3"),
        ),
        ("goblins 1 and 2 stab pike, 4 and 3", ("goblins 1 and 2 stab pike, 4 and 3",)),
        ("goblins 1 and 2 like corvin, 4 and 3", ("goblins 1 and 2 like corvin, 4 and 3",)),
    ],
)
def test_each_blow_is_a_line(tmp_path: Path, typed: str, lines: tuple[str, ...]) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "fight goblin x5 surprise none")
    assert table.desk.split_line_into_commands(typed) == lines


def test_each_blow_does_its_own_harm(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "fight goblin x5 surprise none")
    lines = table.desk.split_line_into_commands("g3 and g4 jump corvin, 4 and 3")
    assert [table.done(each).meant for each in lines] == ["hurt corvin 4", "hurt corvin 3"]
