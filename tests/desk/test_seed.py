"""The same seed, script and starting folder give the same bytes."""

import subprocess
import sys
from pathlib import Path

from companion.script_runner import run_script
from tests.desk.a_desk import a_desk, cloned, greenmire

SCRIPT = """\
status
next! search the nave
roll 3d6
roll greenmire/marsh-encounters
give bree torch x2
becomes 5
supply wim +1
undo
redo
nonsense
effect add Bless miracle 2 on bree
out!
out!
zoom! downtime
next
next! carouse
log 30
errant remove wim
undo 7
"""


def played(folder: Path, seed: str) -> str:
    desk = a_desk(folder, seed=seed)
    return "".join(
        answer.text
        for answer in run_script(desk, SCRIPT.splitlines(), as_json=True, keep_going=True)
    )


def test_a_script_on_two_copies_of_a_folder_answers_the_same(tmp_path: Path) -> None:
    first = greenmire(tmp_path)
    second = cloned(first, tmp_path / "b" / first.name)
    answered = played(first, "marsh")
    assert answered == played(second, "marsh")
    assert len(answered.splitlines()) == len(SCRIPT.splitlines())


def test_another_seed_answers_otherwise(tmp_path: Path) -> None:
    first = greenmire(tmp_path)
    second = cloned(first, tmp_path / "b" / first.name)
    assert played(first, "marsh") != played(second, "fen")


def test_a_folder_that_was_played_before_is_as_good_a_start(tmp_path: Path) -> None:
    first = greenmire(tmp_path)
    played(first, "marsh")
    second = cloned(first, tmp_path / "b" / first.name)
    assert played(first, "marsh") == played(second, "marsh")


def test_the_shell_answers_the_same_bytes_too(tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text(SCRIPT)
    outputs = []
    for shelf in ("a", "b"):
        folder = greenmire(tmp_path / shelf)
        command = [sys.executable, "-m", "companion", "run", folder.name, str(script)]
        command += ["--format", "jsonl", "--keep-going", "--seed", "marsh"]
        command += ["--campaigns", str(folder.parent)]
        outputs.append(subprocess.run(command, capture_output=True, check=False).stdout)
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) == len(SCRIPT.splitlines())
