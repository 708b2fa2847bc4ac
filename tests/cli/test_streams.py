"""Every command with standard streams closed, full or of another encoding, in a folder that is
gone, or stopped by Ctrl-C: no traceback, and an exit status that says what became of it.

The suite plays a few commands in each condition; all of them with `COMPANION_WHOLE_MATRIX=1`.
"""

import os
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

COMMANDS: dict[str, tuple[str, ...]] = {
    "run": ("run", "my-greenmire"),
    "roll": ("roll", "2d6"),
    "list": ("list",),
    "help": ("--help",),
    "play": ("play", "my-greenmire"),
    "choose": ("play",),
    "new": ("new", "Élan"),
    "check": ("check", "my-greenmire"),
    "restore": ("restore", "my-greenmire"),
    "export": ("export", "my-greenmire"),
    "roll lines": ("roll",),
    "odds": ("odds", "2d6"),
    "draw": ("draw", "npcs/names"),
    "tables": ("tables",),
    "tables check": ("tables", "check"),
    "cheatsheet": ("cheatsheet",),
    "tutorial": ("tutorial",),
    "nothing": (),
    "refused": ("run", "«none»"),
}
FIRST = ("run", "roll", "list", "help", "refused")
"""Those that the suite plays in every condition."""
WRONG_USAGE = ("choose", "tutorial", "nothing")


class Condition(NamedTuple):
    """How a call is made: what the shell adds to it, and what is in its environment."""

    shell: str
    environment: dict[str, str] = {}  # noqa: RUF012 (never changed)


CONDITIONS: dict[str, Condition] = {
    "input closed": Condition('exec "$@" <&-'),
    "output closed": Condition('exec "$@" >&-'),
    "errors closed": Condition('exec "$@" 2>&-'),
    "all closed": Condition('exec "$@" <&- >&- 2>&-'),
    "output full": Condition('exec "$@" >/dev/full'),
    "errors full": Condition('exec "$@" 2>/dev/full'),
    "both full": Condition('exec "$@" >/dev/full 2>/dev/full'),
    "ascii": Condition('exec "$@"', {"PYTHONIOENCODING": "ascii"}),
    "strict ascii": Condition('exec "$@"', {"PYTHONIOENCODING": "ascii:strict"}),
    "C": Condition('exec "$@"', {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
    "folder gone": Condition('mkdir gone && cd gone && rmdir ../gone && exec "$@"'),
}
ALL = os.environ.get("COMPANION_WHOLE_MATRIX")
CALLS = list(product(COMMANDS if ALL else FIRST, CONDITIONS))


def call(
    folder: Path, command: tuple[str, ...], condition: Condition, typed: bytes = "note é\n".encode()
) -> subprocess.CompletedProcess[bytes]:
    """What a process of its own came to."""
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "COMPANION_CAMPAIGNS": str(folder / "kept"),
        **condition.environment,
    }
    companion = (sys.executable, "-m", "companion", *command)
    return subprocess.run(
        ["sh", "-c", condition.shell, "sh", *companion],
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        timeout=60,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the sample was opened once."""
    folder = tmp_path_factory.mktemp("streams")
    (folder / "kept").mkdir()
    assert call(folder, ("run", "greenmire"), Condition('exec "$@"')).returncode == 0
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(("command", "condition"), CALLS)
def test_no_command_breaks_whatever_it_reads_from_and_writes_to(
    command: str, condition: str, folder: Path
) -> None:
    typed = b"2d6\n" if command == "roll lines" else "note é\n".encode()
    words = COMMANDS[command]
    if command == "new":
        words = ("new", f"Élan {condition}")
    done = call(folder, words, CONDITIONS[condition], typed)
    told = done.stdout + done.stderr
    assert b"Traceback" not in told, told.decode()
    assert b"Exception ignored" not in told, told.decode()
    if command in WRONG_USAGE:
        assert done.returncode in (2, 1 if "full" in condition else 2)
    elif command == "refused":
        assert done.returncode == 1
    elif condition in ("output full", "both full"):
        assert done.returncode == (1 if command != "nothing" else 2)
        if condition == "output full":
            assert done.stderr.decode().splitlines() == [
                "The answer could not be written: No space left on device."
            ]
    elif condition == "errors full" and command == "restore":
        assert done.returncode == 1  # the way back is told on standard error
    else:
        assert done.returncode == 0


def test_a_file_is_never_written_to_as_a_stream(folder: Path) -> None:
    """A closed stream's number goes to the next file that is opened: not to the journal."""
    held = sorted((folder / "kept" / "my-greenmire" / "journal").iterdir())
    call(folder, COMMANDS["run"], CONDITIONS["all closed"])
    for file in held:
        assert b"> note" not in file.read_bytes()
    check = call(folder, COMMANDS["check"], Condition('exec "$@"'))
    assert check.returncode == 0


INTERRUPTING = """
import os, signal, sys
import companion.__main__ as door
left = int(sys.argv.pop(1))
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
sys.argv[0] = "companion"
door.main()
"""


@pytest.mark.parametrize("number", [1, 2, 10, 40, 80, 120])
def test_ctrl_c_at_any_moment_of_the_start_leaves_quietly(number: int, folder: Path) -> None:
    """Ctrl-C comes as the so manyth module is imported."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTING, str(number), "list"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (130, b"")


ENDING = """
import atexit, os, signal, sys
import companion.__main__ as door
atexit.register(os.kill, os.getpid(), signal.SIGINT)
sys.argv = ["companion", "--version"]
door.main()
"""


def test_ctrl_c_at_the_end_finds_nothing_to_stop(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDING],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
