"""A short round of kills, and that they would find something."""

from pathlib import Path

import pytest

from tests.storms.kills import Answer, Chain, Killed, storm

pytestmark = pytest.mark.slow

KILLS = 10


def test_nothing_that_was_answered_is_lost_to_a_kill(tmp_path: Path) -> None:
    done, wrong = storm(KILLS, tmp_path)
    assert not wrong
    assert done.kills == KILLS
    assert done.answered > KILLS


def test_a_word_that_was_answered_and_is_not_there_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_written = Answer("note lost", "abcd-1", None, ())
    monkeypatch.setattr("tests.storms.kills.killed", lambda *_: Killed((never_written,), "", True))
    assert "«note lost» abcd-1 is lost" in Chain(tmp_path, 1).kill()
