"""A short round of the editors, and that it would find something."""

import errno
import os
from pathlib import Path

import pytest

from companion.archive.disk import compare_and_swap
from tests.storms.editors import aimed, storm

pytestmark = pytest.mark.slow

SAVES = 40


def test_no_save_is_lost_while_words_are_written(tmp_path: Path) -> None:
    done = storm(SAVES, tmp_path)
    assert (done.saves, done.wrong) == (SAVES, ())
    assert done.words > SAVES


def test_a_look_without_an_exchange_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(*_: Path) -> None:
        raise compare_and_swap.Unsupported(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(compare_and_swap, "exchange_file_names", unsupported)
    lost = [wrong for wrong in aimed(10, tmp_path).wrong if "is lost" in wrong]
    assert len(lost) > 1


def test_a_look_that_does_not_wait_for_an_open_editor_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "companion.archive.disk.compare_and_swap._wait_for_open_writers", lambda _: None
    )
    lost = [wrong for wrong in aimed(30, tmp_path).wrong if "cut late, across" in wrong]
    assert lost
