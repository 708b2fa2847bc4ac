"""A Check is made again, at another DV or by another, as the Guide says at once after it."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("she tries again", "check bree phys dv 6"),
        ("she tries again, dv 4", "check bree phys dv 4"),
        ("again, dv 3", "check bree phys dv 3"),
        ("wim tries instead", "check wim phys dv 6"),
        ("wim goes instead, same check", "check wim phys dv 6"),
        ("wim has a go", "check wim phys dv 6"),
        ("wim tries the door", "wim tries the door"),
        ("corvin steps in", "corvin steps in"),
        ("corvin goes too", "corvin goes too"),
        ("corvin takes over", "corvin takes over"),
        ("again", "again"),
    ],
)
def test_a_check_is_tried_again(typed: str, line: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "next search =3", "check bree phys dv 6 =19")
    assert table.desk.split_line_into_commands(typed) == (line,)


def test_what_makes_a_check_easier_is_of_one_alone(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "next search =3", "check bree phys dv 6 +2 =19")
    assert table.desk.split_line_into_commands("wim tries instead") == ("wim tries instead",)
    assert table.desk.split_line_into_commands("she tries again") == ("check bree phys dv 6 +2",)


def test_a_talk_has_no_dv(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "talk pike", "talk pike conv by bree")
    assert table.desk.split_line_into_commands("again, dv 4") == ("again, dv 4",)


def test_nothing_is_tried_again_where_nothing_was_tried(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "next search =3")
    assert table.desk.split_line_into_commands("wim tries instead") == ("wim tries instead",)
