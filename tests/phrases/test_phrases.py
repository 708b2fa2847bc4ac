"""Lines as people say them, each with the line of the companion that means it: that one is always
read by a form of its word."""

import tomllib
from pathlib import Path

import pytest

from companion.commands.dispatch import resolve_line
from companion.grammar.line import read_line
from tests.commands.table import Table

FILES = sorted(Path(__file__).parent.glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_canonical_line_of_a_phrase_is_read(file: Path, tmp_path: Path) -> None:
    tables: dict[tuple[str, ...], Table] = {}
    for phrase in tomllib.loads(file.read_text(encoding="utf-8"))["phrase"]:
        given = tuple(phrase.get("given", ()))
        if given not in tables:
            (tmp_path / str(len(tables))).mkdir()
            tables[given] = Table(tmp_path / str(len(tables)))
            tables[given].say(*given) if given else None
        desk = tables[given].desk
        for canonical in phrase.get("either") or [phrase["means"]]:
            line = read_line(canonical)
            assert line is not None
            word, line, _, _ = resolve_line(line, desk.campaign, whole=True)
            context = desk.build_completion_context()
            word.read(
                line.arguments,
                context._replace(word=line.word, arguments=line.arguments, rest=line.rest),
            )
