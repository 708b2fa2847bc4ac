"""The players are told of an encounter, and what is done or asked besides, in one line."""

from pathlib import Path

import pytest

from tests.commands.table import Table

MET = ("done", "out", "done", "next walk =1", "encounter =3")


@pytest.mark.parametrize(
    ("typed", "more"),
    [
        ("tell them, and corvin throws the rats a ration", "corvin throws the rats a ration"),
        ("tell. how do they feel about us", "how do they feel about us"),
        ("tell them and react", "react"),
        ("tell them. fight", "fight"),
    ],
)
def test_the_encounter_is_told_and_the_rest_is_a_line(
    tmp_path: Path, typed: str, more: str
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*MET)
    assert table.desk.split_line_into_commands(typed) == ("tell", more)


@pytest.mark.parametrize(
    ("given", "typed"),
    [
        (MET, "tell them, six goblins asleep"),
        (MET, "tell them the bridge is out"),
        (MET, "tell six goblins, asleep"),
        (("done",), "tell them, bree waves"),
    ],
)
def test_the_guides_own_words_are_told_whole(
    tmp_path: Path, given: tuple[str, ...], typed: str
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*given)
    assert table.desk.split_line_into_commands(typed) == (typed,)


def test_a_local_effect_is_told_and_the_rest_is_a_line(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "out", "done", "next walk =4", "roll effects")
    more = "they try the new door, bree shoves it, phys dv 2"
    assert table.desk.split_line_into_commands(f"tell them. then {more}") == ("tell", more)
