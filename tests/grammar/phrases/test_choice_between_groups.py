"""Two groups are fought, three goblins and two gnolls: who is meant by a number alone is asked."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    table = Table(tmp_path_factory.mktemp("groups"), whole_words=False)
    table.done("done", "fight goblin x3 surprise none", "fight gnoll x2")
    return table


@pytest.mark.parametrize(
    ("typed", "asked", "offered"),
    [
        ("bree hits the first one for 4", "the first one", "hurt goblins 1 4, or hurt gnolls 1 4"),
        ("bree hits g1 for 4", "g1", "hurt goblins 1 4, or hurt gnolls 1 4"),
        (
            "wim shoots number two",
            "number two",
            "attack wim on goblins 2, or attack wim on gnolls 2",
        ),
        ("the third one runs off", "the third one", "fight drop goblins 3"),
        ("g1 hits bree for 4", "g1", "hurt bree 4"),
    ],
)
def test_who_is_meant_is_asked(table: Table, typed: str, asked: str, offered: str) -> None:
    refusal = table.refused(typed)
    assert refusal.kind == "ambiguous"
    assert (refusal.message, refusal.hint) == (f"Who is «{asked}»?", f"Try: {offered}")


def test_a_number_that_only_one_group_has_is_of_that_group(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", "fight goblin x3 surprise none", "fight gnoll x2")
    reply = table.desk.run("bree hits g3 for 4")
    assert reply is not None
    assert reply.meant == "hurt goblins 3 4"


@pytest.mark.parametrize("typed", ["g9 hits bree for 4", "is g1 dead?", "the big one hits bree"])
def test_any_other_line_is_not_asked_about(table: Table, typed: str) -> None:
    reply = table.desk.run(typed)
    assert reply is not None
    assert reply.refusal is None or not reply.refusal.message.startswith("Who is «")
