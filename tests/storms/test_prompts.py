"""Three prompts at once, for a short round; `python -m tests.storms.prompts` is the whole."""

from pathlib import Path

import pytest

from tests.desk.a_desk import a_desk, greenmire, on_disk, said
from tests.storms.prompts import (
    LONGEST_WAIT,
    MAX_UNSEEN,
    SEATS,
    Evening,
    longest_row,
    together,
    unseen,
)
from tests.storms.typists import Typist, wrong_with

pytestmark = pytest.mark.slow

WORDS = 30
MAX_IN_A_ROW = 5
"""Words of one prompt while two others wait."""
ROUNDS = 6
"""Of so many one must be fair: a prompt whose process gets no core waits for no turn, and where no
prompt let another in, none would be."""


def test_of_three_prompts_at_once_no_word_is_lost_every_sum_is_right_and_each_has_its_turn(
    tmp_path: Path,
) -> None:
    assert any(
        _play_and_count_longest_row(tmp_path / f"{number}") <= MAX_IN_A_ROW
        for number in range(ROUNDS)
    )


def test_of_three_prompts_in_sessions_of_their_own_no_word_is_lost_and_every_sum_is_right(
    tmp_path: Path,
) -> None:
    _all_is_there(together(greenmire(tmp_path), WORDS, begun=False, apart=True))


def _play_and_count_longest_row(shelf: Path) -> int:
    folder = greenmire(shelf)
    _all_is_there(together(folder, WORDS))
    return longest_row(folder)


def _all_is_there(evening: Evening) -> None:
    assert evening.wrong == ()
    assert len(evening.waits) == evening.entries == len(SEATS) * WORDS
    assert max(evening.waits) <= LONGEST_WAIT


def test_one_of_three_is_killed_and_started_again_and_nothing_that_was_answered_is_lost(
    tmp_path: Path,
) -> None:
    evening = together(greenmire(tmp_path), WORDS, kills=3)
    assert evening.wrong == ()
    assert evening.killed == 3


def test_what_one_prompt_did_another_shows_within_half_a_second(tmp_path: Path) -> None:
    assert max(unseen(greenmire(tmp_path), 4, others=1)) <= MAX_UNSEEN


@pytest.mark.parametrize(
    "amiss",
    [
        "supply bree +2",
        "supply bree +1",
        "roll 2d6",
        "note more eels",
        "errant edit bree pennies 3",
        "+10m",
    ],
)
def test_a_word_that_nobody_was_answered_is_found(tmp_path: Path, amiss: str) -> None:
    folder = greenmire(tmp_path)
    desk, before = a_desk(folder, seed=None), on_disk(folder)
    typist = Typist("guide", ("bree",), before)
    for line in ("supply bree +1", "roll 2d6", "note an eel", "errant edit bree pennies 2"):
        typist.done(line, said(desk, line).entry or "")
    assert list(wrong_with(folder, before, 0, [typist])) == []
    said(desk, amiss)
    assert list(wrong_with(folder, before, 0, [typist]))
