"""Two questions, a find and its sharing, a light that is taken and lit, and a month with what each
does in it: each is a line."""

from pathlib import Path

import pytest

from tests.commands.table import Table

TO_A_MONTH = ("done", "out", "done", "out", "at Reedmarket", "snuff wim torch")


@pytest.mark.parametrize(
    ("given", "typed", "lines"),
    [
        (
            ("done",),
            "how far is reedmarket and what day is it",
            ("how far is reedmarket", "what day is it"),
        ),
        (("done",), "what does bree carry. is she slow", ("what does bree carry. is she slow",)),
        (
            ("done",),
            "wim finds 120p and a dagger, split the coin 4 ways",
            ("wim finds 120p and a dagger", "split the coins"),
        ),
        (
            ("done",),
            "wim finds 120p and a rope, split the coins 3 ways",
            ("wim finds 120p and a rope, split the coins 3 ways",),
        ),
        (("done",), "bree pays 20p and they split it", ("bree pays 20p and they split it",)),
        (
            ("done",),
            "wim takes a torch off bree and lights it",
            ("pass bree wim torch", "light wim torch"),
        ),
        (
            (*TO_A_MONTH, "snuff ondine lantern", "let-go all", "downtime"),
            "next. bree trains, wim rests up",
            ("next", "declare bree trains", "declare wim rests up"),
        ),
        (
            (*TO_A_MONTH, "snuff ondine lantern", "downtime"),  # a torch at 0 waits
            "next. bree trains, wim rests up",
            ("next. bree trains, wim rests up",),
        ),
        (("done",), "next. bree trains, wim rests up", ("next. bree trains, wim rests up",)),
    ],
)
def test_each_is_a_line(
    given: tuple[str, ...], typed: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*given)
    assert table.desk.split_line_into_commands(typed) == lines
