"""One writer at a time."""

import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from companion.archive.lock import locked
from companion.refusal import Impossible

HOLD = """
import sys
from pathlib import Path
from companion.archive.lock import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""

HOG = """
import sys, time
from pathlib import Path
from companion.archive.lock import locked
print("held", flush=True)
while True:
    with locked(Path(sys.argv[1])):
        time.sleep(0.005)
"""


def holder(folder: Path, script: str = HOLD) -> subprocess.Popen[str]:
    """Another process that holds the lock, until its input ends or over and over."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_the_lock_is_free_again_afterwards_also_when_something_went_wrong(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), locked(tmp_path):
        raise ZeroDivisionError
    with locked(tmp_path, timeout=0):
        assert (tmp_path / ".companion" / "lock").exists()


def test_a_second_writer_is_refused_in_plain_words(tmp_path: Path) -> None:
    with holder(tmp_path), pytest.raises(Impossible) as refused, locked(tmp_path, timeout=0.1):
        pytest.fail("two writers at once")
    assert "Someone else is writing" in refused.value.message
    assert tmp_path.name in refused.value.message
    assert "Try again" in refused.value.hint
    with locked(tmp_path, timeout=5):
        pass


def test_the_lock_of_a_killed_writer_is_free(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        process.kill()
    with locked(tmp_path, timeout=5):
        pass


def test_who_writes_without_pause_keeps_nobody_waiting(tmp_path: Path) -> None:
    hogs = [holder(tmp_path, HOG) for _ in range(2)]
    try:
        for _ in range(30):
            began = monotonic()
            with locked(tmp_path):
                assert monotonic() - began < 1
    finally:
        for hog in hogs:
            hog.kill()
            hog.communicate()
