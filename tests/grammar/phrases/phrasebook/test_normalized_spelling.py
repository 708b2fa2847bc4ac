"""Every row of respellings.toml rewrites its own example, without the help of the others."""

import re
from functools import partial
from time import process_time
from timeit import repeat
from typing import get_args

import pytest

from companion.grammar.phrases.phrasebook.normalized_spelling import (
    Kind,
    Respelling,
    load_respellings,
    respell,
)
from tests.rounds import pick_part

ROWS = [row for kind in get_args(Kind) for row in load_respellings().list_rows(kind)]


def test_a_row_alone_rewrites_its_example() -> None:
    assert len(ROWS) > 1000
    for row in ROWS:
        assert re.sub(row.find, row.write, row.said, flags=re.IGNORECASE) == row.read, row.said
        assert row.said != row.read


@pytest.mark.parametrize("kind", get_args(Kind))
def test_rows_are_applied_one_after_the_other(kind: Kind) -> None:
    """As by somebody who tries every row on its own."""
    rows = load_respellings().list_rows(kind)
    patterns = [(re.compile(row.find, re.IGNORECASE), row.write) for row in rows]
    others = ("goblin 3 attacks bree and bree blocks with her mail", "bree hands wim a torch")
    for said in [
        *(row.said for row in pick_part(rows, 1)),
        *(row.said for row in pick_part(ROWS, 12)),
        *others,
    ]:
        plain = said
        for pattern, write in patterns:
            plain = pattern.sub(write, plain)
        if plain != said or kind != "turn":  # a turn of speech is looked for after a call, too
            assert respell(said, kind) == plain


_LONG_LINES = (
    "a" * 80 + "!",
    "a " * 24 + "!",
    "one, two and " * 8 + "!",
    "the bree is so ok 1 " * 6,
)
"""Lines of many small words, on which a pattern that can be read in many ways takes for ever."""
_SECONDS = 0.2


def test_a_row_is_soon_done_with_a_long_line() -> None:
    for row in ROWS:
        # The best of three, with no garbage collected meanwhile: only the pattern's time counts.
        seconds = repeat(partial(_respell_long_lines, row), timer=process_time, number=1, repeat=3)
        assert min(seconds) < _SECONDS, row.said


def _respell_long_lines(row: Respelling) -> None:
    for line in _LONG_LINES:
        re.sub(row.find, row.write, line, flags=re.IGNORECASE)
