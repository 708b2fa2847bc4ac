"""The companion called as the shell calls it, and what a call came to."""

import json
from pathlib import Path
from typing import NamedTuple

from typer.testing import CliRunner

from companion.cli.app import build_typer_app


class Call(NamedTuple):
    """What a call of the companion came to."""

    status: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, object]]:
        """Standard output as one JSON object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def companion(*arguments: str, typed: str = "") -> Call:
    """Call `companion` with these arguments and this on its standard input."""
    result = CliRunner().invoke(build_typer_app(), arguments, input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Call(result.exit_code, result.stdout, result.stderr)


def folder_bytes(folder: Path) -> dict[str, bytes]:
    """Every file under a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
