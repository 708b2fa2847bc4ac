"""Of several sentences in one line each is done, or noted where it only tells a story; where one is
neither, nothing is."""

from pathlib import Path

import pytest

from tests.commands.table import Table

IN_A_FIGHT = ("done", "fight goblin x3 surprise none")


@pytest.mark.parametrize(
    ("given", "typed", "lines"),
    [
        (
            ("done",),
            "a bat flies past. wim drops his torch",
            ("note a bat flies past", "wim drops his torch"),
        ),
        (
            ("done",),
            "bree eats. the wind howls. ondine snuffs her lantern",
            ("bree eats", "the wind howls. ondine snuffs her lantern"),  # only a remark
        ),
        (("done",), "great! bree gets 20p", ("great! bree gets 20p",)),
        (IN_A_FIGHT, "goblin 2 screams. goblin 3 runs", ("goblin 2 screams", "goblin 3 runs")),
    ],
)
def test_each_sentence_is_a_line(
    given: tuple[str, ...], typed: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*given)
    assert table.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize(
    "typed",
    [
        "wim takes 3. just kidding",
        "if it works. wim drops the torch",
        "not yet. wim drops the torch",
        "wim drops the torch. no wait",
        "wim drops the torch. the charm protects him",
        "wim drops the torch. the wind blows it out",
        "the purse is a fake. wim drops the torch",
        "wim drops the torch. or maybe not",
        "wim drops the torch. she pulls everyone up",
        "pike is dead. wim drops the torch",
        "wim drops the torch. bree zorks 3 times",
        "wim drops the torch. undo",
        "wim drops the torch. bree too",
        "wim drops the torch. and another",
        "wim drops the torch. bree finds a florb",
        "note it rains. wim drops the torch",
    ],
)
def test_what_may_take_another_back_leaves_the_line_whole(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    assert "wim drops the torch" not in table.desk.split_line_into_commands(typed)[:1]
    assert not any(
        line.startswith("note ") for line in table.desk.split_line_into_commands(typed)[1:]
    )


def test_a_player_notes_no_story(tmp_path: Path) -> None:
    table = Table(tmp_path, seat="timekeeper", whole_words=False)
    typed = "a bat flies past. wim drops his torch"
    assert table.desk.split_line_into_commands(typed) == (typed,)
