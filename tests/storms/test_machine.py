"""A few evenings of which nobody knows what comes next; `python -m tests.storms.machine` plays
more."""

import pytest

from tests.storms.machine import play

pytestmark = pytest.mark.slow


def test_whatever_is_typed_edited_killed_copied_and_merged_nothing_answered_is_lost() -> None:
    play(10, steps=30)
