"""What is told of a thing that somebody just got: it is given once more, with its slots or its
worth in pennies."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.mark.parametrize(
    ("typed", "fact"),
    [
        ("the key takes no slot", "slots 0"),
        ("the iron key takes up 2 slots", "slots 2"),
        ("it weighs nothing", "slots 0"),
        ("it's worth 60p", "worth 60"),
        ("the key is worth 2 shillings", "worth 20"),
    ],
)
def test_the_last_gift_is_given_with_what_is_told_of_it(
    tmp_path: Path, typed: str, fact: str
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", "give ondine iron key")
    assert table.desk.split_line_into_commands(typed) == ("undo", f"give ondine iron key {fact}")


@pytest.mark.parametrize(
    ("last", "typed"),
    [
        ("give ondine iron key", "the torch takes no slot"),
        ("give ondine iron key, rope", "it's worth 60p"),
        ("drop bree torch", "it's worth 60p"),
        ("give ondine iron key", "is it worth 60p?"),
    ],
)
def test_another_thing_is_given_nothing(tmp_path: Path, last: str, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", last)
    assert "undo" not in table.desk.split_line_into_commands(typed)
