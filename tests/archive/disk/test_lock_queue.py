"""Who waits for the lock has it before who had it last, however soon that one asks again."""

import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from filelock import FileLock, Timeout

from companion.archive.disk.dot_companion_folder import OWN_FOLDER
from companion.archive.disk.lock import hold_campaign_lock

WAITING = """
import sys
from pathlib import Path
from companion.archive.disk.lock import hold_campaign_lock

with hold_campaign_lock(Path(sys.argv[1])):
    Path(sys.argv[1], "had").touch()
"""
GIVEN_UP = 20.0


def is_queue_taken(folder: Path) -> bool:
    try:
        with FileLock(folder / OWN_FOLDER / "queue", timeout=0):
            return False
    except Timeout:
        return True


@pytest.mark.slow
def test_who_waits_is_next(tmp_path: Path) -> None:
    with hold_campaign_lock(tmp_path):
        other = subprocess.Popen([sys.executable, "-c", WAITING, str(tmp_path)])
        give_up = monotonic() + GIVEN_UP
        while not is_queue_taken(tmp_path):
            assert monotonic() < give_up
            sleep(0.01)
    with hold_campaign_lock(tmp_path):
        assert (tmp_path / "had").exists()
    assert other.wait(GIVEN_UP) == 0
