"""«What happens?» just after a local effect rolls it; after anything else it is the recap."""

from pathlib import Path

import pytest

from tests.commands.table import Table


def test_what_happens_rolls_the_local_effect_that_just_fell(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", "next search =4")
    assert table.say("what happens?").meant == "roll effects"


@pytest.mark.parametrize("before", [("next search =3",), ("next search =4", "note it is cold")])
def test_what_happens_is_the_recap_otherwise(before: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", *before)
    assert table.say("what happens?").meant == "recap"


def test_a_seat_learns_nothing_of_what_the_guide_did_in_secret(tmp_path: Path) -> None:
    """`make that 4` is of the Event Die as long as nobody at the table did anything since."""
    replies = []
    for number, before in enumerate(((), ("secret note the abbot is a ghoul",))):
        folder = tmp_path / str(number)
        Table(folder, whole_words=False).done("done", "next search =3", *before)
        replies.append(Table(folder, seat="timekeeper", whole_words=False).say("make that 4").meant)
    assert replies == ["becomes 4", "becomes 4"]
