"""A question behind what is declared, or behind what came of it, is asked and not written down; and
what came of an action may be told before it is said to be done."""

from pathlib import Path

import pytest

from tests.commands.table import Table

SEARCH = ("done", "next search the vestry =3")


@pytest.mark.parametrize(
    ("given", "typed", "lines"),
    [
        (
            SEARCH,
            "done with the chapel, how far is reedmarket?",
            ("done with the chapel", "how far is reedmarket?"),
        ),
        (SEARCH, "done, is it dark?", ("done", "is it dark?")),
        (SEARCH, "done, nothing. who has rope?", ("done, nothing", "who has rope?")),
        (
            ("done",),
            "next: follow the passage. a hermit sits there, how does he take to them",
            ("next: follow the passage. a hermit sits there", "how does he take to them"),
        ),
        (("done",), "next walk on, is it dark yet?", ("next walk on", "is it dark yet?")),
        # What is asked in the story stays in it.
        (("done",), "next ask pike, where is it?", ("next ask pike, where is it?",)),
        (SEARCH, "done bree found a scroll, which burns", None),
        (("done",), "next go to the tower, when it is dark", None),
        (("done",), "next search the altar, what a mess", ("next search the altar, what a mess",)),
        (("done",), "note the door is shut. is it locked?", None),
    ],
)
def test_a_question_behind_a_text_is_asked(
    tmp_path: Path, given: tuple[str, ...], typed: str, lines: tuple[str, ...] | None
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*given)
    assert table.desk.split_line_into_commands(typed) == (lines or (typed,))


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "he knows another way out. done, back up to the boat",
            ("done he knows another way out", "back up to the boat"),
        ),
        ("he knows another way out. done", ("done he knows another way out",)),
        ("the lock clicks. done, bree lights a torch", ("done the lock clicks", "bree lights a t")),
        ("the vestry is bare. done, search the altar", ("done the vestry is bare", "search the a")),
        ("the lock clicks. done, the door opens", ("the lock clicks. done, the door opens",)),
        *(
            (each, (each,))
            for each in (
                "if it opens. done",
                "they keep digging, it's not. done",
                "still searching, nothing so far. done",
                "half the room, more to go. done",
                "he asks, are we done. done",
            )
        ),
    ],
)
def test_what_came_of_it_may_be_told_before_it_is_done(
    tmp_path: Path, typed: str, lines: tuple[str, ...]
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*SEARCH)
    split = table.desk.split_line_into_commands(typed)
    assert len(split) == len(lines)
    assert all(each.startswith(start) for each, start in zip(split, lines, strict=True))
