"""A note keeps what it says: whatever it would mean by itself, nothing of it is done."""

import re
import tomllib

import pytest

from tests.phrases.test_phrases import FILES, OpenDesk, open_desk, understand
from tests.rounds import pick_part

__all__ = ["open_desk"]
EACH = 3
"""Of so many phrases one is tried, in a place and in a fight in turn."""


@pytest.mark.parametrize("start", range(EACH))
def test_whatever_is_noted_is_a_note(start: int, open_desk: OpenDesk) -> None:
    phrases = [each for file in FILES for each in tomllib.loads(file.read_text("utf-8"))["phrase"]]
    desks = (open_desk(), open_desk("done", "fight goblin x3"))
    for at, phrase in enumerate(pick_part(phrases[start::EACH], 3, short=24)):
        said = f"note {phrase['say']}"
        taken = understand(desks[at % len(desks)], said)
        assert taken, said
        assert all(re.match(r"note!? ", line) for line in taken), (said, taken)
