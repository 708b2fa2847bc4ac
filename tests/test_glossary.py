"""The glossary names only files and names that the code has."""

import ast
import re
from pathlib import Path

import pytest

import companion

HOUSE = Path(companion.__file__).parent
GLOSSARY = Path(__file__).parents[1] / "docs" / "glossary.md"
README = GLOSSARY.parents[1] / "README.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| Term ")
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_each_term_leads_to_a_file_and_a_name(row: list[str]) -> None:
    _, meaning, where = row
    file, *names = re.findall(r"`([^`]+)`", where)
    assert (HOUSE / file).is_file(), file
    known = _list_names(HOUSE / file)
    assert names
    assert {*names, *re.findall(r"`([^`]+)`", meaning)} <= known


def test_terms_stand_once_and_in_order() -> None:
    terms = [row[0].casefold() for row in ROWS]
    assert len(set(terms)) == len(terms)
    second = terms.index("archive")
    assert terms == sorted(terms[:second]) + sorted(terms[second:])


def test_the_readme_leads_to_the_glossary() -> None:
    assert "(docs/glossary.md)" in README.read_text(encoding="utf-8")


def _list_names(path: Path) -> set[str]:
    """The names a module defines, at any depth."""
    found = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found
