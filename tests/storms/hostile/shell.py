"""The companion called as a shell calls it, in this process or in one of its own, and all it prints
looked at."""

import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest.mock import patch

import typer.testing
from typer.main import get_command
from typer.testing import CliRunner

from companion.archive import table_files
from companion.archive.data_folders import get_shipped_folder
from companion.cli.app import build_typer_app
from tests.storms.hostile.storm import Storm, measure_wait

STATUSES = (0, 1, 2, 3)
"""Done, refused, wrong usage, a broken file."""
_APP = build_typer_app()
_COMMAND = get_command(_APP)


def call(storm: Storm, *arguments: str, typed: str = "") -> int | None:
    """Call `companion` with these lines typed: its exit status, None where it broke. All it prints
    is looked at."""
    name = f"companion {' '.join(arguments[:3])}"[:80]
    words = max(1, len(typed.splitlines()))
    result = storm.step(name, lambda: CliRunner().invoke(_APP, arguments, input=typed), words)
    if result is None:
        return None
    storm.shown(name, result.stdout)
    storm.shown(f"{name}, its errors", result.stderr)
    if not isinstance(result.exception, SystemExit | None):
        raised = result.exception
        storm.found(name, f"{type(raised).__name__}: {raised}")
        return None
    storm.never(f"{name}: exit status", result.exit_code not in STATUSES and result.exit_code)
    return result.exit_code


def call_for_itself(storm: Storm, *arguments: str | bytes, typed: bytes = b"") -> None:
    """Call `companion` in a process of its own, with these very bytes."""
    name, words = f"process {arguments[0]!r}", typed.count(b"\n") + 1
    result = storm.step(
        name,
        lambda: subprocess.run(
            [sys.executable, "-m", "companion", *arguments],
            input=typed,
            capture_output=True,
            timeout=measure_wait(words),
        ),
        words,
    )
    if result is None:
        return
    for printed in (result.stdout, result.stderr):
        text = storm.step(f"{name} in UTF-8", printed.decode) or ""
        storm.shown(name, text)
        storm.never(f"{name} broke", "Traceback" in text and text[-600:])
    storm.never(f"{name}: exit status", result.returncode not in STATUSES and result.returncode)


@contextmanager
def at_full_speed() -> Iterator[None]:
    """Here the same commands are not built anew for each call, what is shipped is read once, and
    nobody waits for another who might be writing."""
    read = table_files._inspect_table_file
    read_once = cache(read)
    ours = get_shipped_folder("tables")

    def looked_through(
        name: str, path: Path, file: str, names: Collection[str]
    ) -> "table_files.TableResult":
        reads = read_once if path.is_relative_to(ours) else read
        return reads(name, path, file, tuple(names))

    with (
        patch.object(table_files, "_inspect_table_file", looked_through),
        patch.object(typer.testing, "_get_command", lambda _: _COMMAND),
        patch("companion.archive.rescue.repair._WORD_SECONDS", 0),
    ):
        yield
