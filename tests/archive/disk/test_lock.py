"""One writer at a time."""

import errno
import fcntl
import os
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from companion.archive.disk.lock import hold_campaign_lock
from companion.refusal import Impossible
from tests.desk.a_desk import a_desk, greenmire, on_disk, said

HOLD = """
import sys
from pathlib import Path
from companion.archive.disk.lock import hold_campaign_lock
with hold_campaign_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""

HOG = """
import sys, time
from pathlib import Path
from companion.archive.disk.lock import hold_campaign_lock
print("held", flush=True)
while True:
    with hold_campaign_lock(Path(sys.argv[1])):
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


def test_the_lock_is_free_again_after_a_failure_too(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), hold_campaign_lock(tmp_path):
        raise ZeroDivisionError
    with hold_campaign_lock(tmp_path, timeout=0):
        assert (tmp_path / ".companion" / "lock").exists()


def test_a_second_writer_is_refused_in_plain_words(tmp_path: Path) -> None:
    with (
        holder(tmp_path),
        pytest.raises(Impossible) as refused,
        hold_campaign_lock(tmp_path, timeout=0.1),
    ):
        pytest.fail("two writers at once")
    assert "Someone else is writing" in refused.value.message
    assert tmp_path.name in refused.value.message
    assert "Try again" in refused.value.hint
    with hold_campaign_lock(tmp_path, timeout=5):
        pass


def test_the_lock_of_a_killed_writer_is_free(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        process.kill()
    with hold_campaign_lock(tmp_path, timeout=5):
        pass


def test_who_writes_without_pause_keeps_nobody_waiting(tmp_path: Path) -> None:
    hogs = [holder(tmp_path, HOG) for _ in range(2)]
    try:
        for _ in range(30):
            began = monotonic()
            with hold_campaign_lock(tmp_path):
                assert monotonic() - began < 1
    finally:
        for hog in hogs:
            hog.kill()
            hog.communicate()


def refuse_to_unlock(monkey: pytest.MonkeyPatch, times: int) -> None:
    """The system does not let go of so many locks; then it does again."""
    real, left = fcntl.flock, [times]

    def flock(handle: int, how: int) -> None:
        if how == fcntl.LOCK_UN and left[0]:
            left[0] -= 1
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(handle, how)

    monkey.setattr(fcntl, "flock", flock)


@pytest.mark.parametrize("times", [1, 2, 99])
def test_a_word_is_answered_though_its_lock_cannot_be_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    folder = greenmire(tmp_path)
    desk = a_desk(folder)
    with monkeypatch.context() as patched:
        refuse_to_unlock(patched, times)
        reply = said(desk, "supply wim +1")
        assert reply.entry is not None
        (warning,) = reply.warnings
        assert "could not be let go" in warning
        assert (
            on_disk(folder).get_errant("wim").supply == desk.campaign.get_errant("wim").supply == 3
        )
        said(desk, "supply wim +1")  # the same process is not kept out by its own lock
    said(desk, "supply wim +1")
    with holder(folder) as other:  # and nobody else, once the system lets go
        other.kill()


def test_a_word_is_answered_though_the_lock_cannot_be_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = greenmire(tmp_path)
    desk, close = a_desk(folder), os.close

    def closed_with_an_error(handle: int) -> None:
        locks = (folder / ".companion").glob("[lq]*")
        is_a_lock = os.fstat(handle).st_ino in [lock.stat().st_ino for lock in locks]
        close(handle)
        if is_a_lock:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr(os, "close", closed_with_an_error)
        said(desk, "supply wim +1")
        said(desk, "supply wim +1")
    assert on_disk(folder).get_errant("wim").supply == 4
    with holder(folder) as other:
        other.kill()


def test_a_refused_word_stays_refused_if_its_lock_is_not_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = a_desk(greenmire(tmp_path))
    refuse_to_unlock(monkeypatch, 2)
    reply = desk.run("supply wim -99")
    assert reply is not None
    assert reply.refusal is not None
    assert reply.refusal.kind != "unwritable"
    assert any("could not be let go" in warning for warning in reply.warnings)
