"""A million rolls take no more memory than a thousand, and never 60 MB."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

MAX_MB, MORE_MB = 60, 4
MEASURED = """
import sys
from companion.__main__ import answer_call
try:
    answer_call()
except SystemExit as left:
    assert not left.code
with open("/proc/self/status") as status:
    sys.stderr.write(next(line for line in status if line.startswith("VmHWM")))
"""


def peak_mb(folder: Path, *arguments: str) -> float:
    """The most memory that a call of the companion held at once, in MB, as it says itself: what is
    known of it from outside counts in what its parent held."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *arguments],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    return int(done.stderr.split()[1]) / 1024


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the peak")
@pytest.mark.parametrize("form", ["text", "json", "csv"])
@pytest.mark.parametrize("what", ["2d6", "4d6kh3", "downtime/trends"])
def test_memory_is_flat_in_the_number_of_rolls(what: str, form: str, tmp_path: Path) -> None:
    few = peak_mb(tmp_path, "roll", what, "-n", "1000", "--format", form)
    many = peak_mb(tmp_path, "roll", what, "-n", "300000", "--format", form)
    assert many < MAX_MB
    assert many - few < MORE_MB
