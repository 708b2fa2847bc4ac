"""A short round of the failing disk, and that it would find something."""

import errno
import os
from pathlib import Path
from random import Random

import pytest

from tests.storms.disk import Call
from tests.storms.failures import Case, calls_of_an_evening, cases, played

pytestmark = pytest.mark.slow

CASES = 14


@pytest.fixture(scope="module")
def calls() -> list[Call]:
    return calls_of_an_evening()


def test_an_evening_makes_every_kind_of_call(calls: list[Call]) -> None:
    kinds = {call.kind for call in calls}
    assert kinds >= {"open", "write", "sync", "move", "exchange", "unlink", "mkdir"}


def test_whatever_fails_no_word_is_lost_and_none_half_done(
    calls: list[Call], tmp_path: Path
) -> None:
    drawn = Random(1).sample(list(cases(calls)), CASES)
    outcomes = [played(case, tmp_path) for case in drawn]
    assert [str(outcome) for outcome in outcomes if outcome.wrong] == []
    assert any(not answer.ok for outcome in outcomes for answer in outcome.answers)
    assert all(outcome.failed for outcome in outcomes)


def test_a_word_that_could_neither_be_written_nor_taken_back_is_answered_with_a_doubt(
    calls: list[Call], tmp_path: Path
) -> None:
    synced = [
        at for at, call in enumerate(calls, 1) if call.kind == "sync" and "/journal/2" in call.path
    ]
    outcome = played(Case(synced[0], "from then on", errno.EIO), tmp_path)
    assert not outcome.wrong
    assert any(answer.doubtful for answer in outcome.answers)


def test_an_entry_that_is_not_cut_back_is_found_out(
    calls: list[Call], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_cut_back(path: Path, data: bytes) -> None:
        handle = os.open(path, os.O_WRONLY | os.O_APPEND)
        try:
            os.write(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)

    synced = [
        at for at, call in enumerate(calls, 1) if call.kind == "sync" and "/journal/2" in call.path
    ]
    monkeypatch.setattr("companion.archive.journal.session_file.append_bytes", not_cut_back)
    assert "never answered" in played(Case(synced[0], "once", errno.EIO), tmp_path).wrong
