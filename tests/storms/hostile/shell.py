"""The companion called in this process as a shell calls it, and all it prints looked at."""

from typer.testing import CliRunner

from companion.cli import app
from tests.storms.hostile.storm import Storm

STATUSES = (0, 1, 2, 3)
"""Done, refused, wrong usage, a broken file."""


def call(storm: Storm, *arguments: str, typed: str = "") -> int | None:
    """Call `companion` with these lines typed: its exit status, None where it broke. All it prints
    is looked at."""
    name = f"companion {' '.join(arguments[:3])}"[:80]
    words = max(1, len(typed.splitlines()))
    result = storm.step(name, lambda: CliRunner().invoke(app, arguments, input=typed), words)
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
