"""docs/architecture.md: its picture is drawn from the imports, and all that it names is there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.draw_floors import PAGE, read_room_imports, render_picture, replace_picture
from tests.house import list_files

ROOT = PAGE.parents[1]
HOUSE = ROOT / "companion"
LONGEST = 300
"""So many lines may a file of the house have."""
_PATH = r"(?:[\w.-]+/)*[\w.-]+\.(?:py|md|toml)"
_FILE = re.compile(rf"`({_PATH})(?:::([\w.]+))?`")
_FOLDER = re.compile(r"`([a-z]+/)`")


def list_named_files(page: str) -> Iterator[tuple[str, str]]:
    """The files that the page names, with the function or class named in each, or "". In a table
    whose columns are headed by folders, a file is in the folder of its column."""
    folders: list[str] = []
    for line in page.splitlines():
        cells = line.split("|") if line.startswith("|") else [line]
        found = [_FOLDER.fullmatch(cell.strip()) for cell in cells]
        if any(found):
            folders = [match[1] if match else "" for match in found]
            continue
        if not line.startswith("|"):
            folders = []
        for folder, cell in zip(folders or [""] * len(cells), cells, strict=True):
            for file, name in _FILE.findall(cell):
                yield f"{folder}{file}", name


def resolve_file(file: str) -> Path | None:
    """A file named from the project's folder, or from `companion/`; None if there is none."""
    return next((place / file for place in (HOUSE, ROOT) if (place / file).is_file()), None)


def defines(path: Path, name: str) -> bool:
    """Whether a file defines a function, class or value of that name, as `f`, `C` or `C.method`."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    for part in name.split("."):
        for node in body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == part:
                body = node.body
                break
            if isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                if any(isinstance(each, ast.Name) and each.id == part for each in targets):
                    body = []
                    break
        else:
            return False
    return True


NAMED = sorted(set(list_named_files(PAGE.read_text(encoding="utf-8"))))


def test_the_picture_is_drawn_from_the_imports() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == replace_picture(page), "python -m tests.draw_floors"


def test_each_room_is_in_the_picture() -> None:
    drawn = render_picture()
    for room in read_room_imports().keys() - {"__init__"}:
        assert f"\n| `{room}` |" in drawn


def test_what_the_page_names_is_there() -> None:
    assert len(NAMED) > 100
    for file, name in NAMED:
        path = resolve_file(file)
        assert path is not None, f"docs/architecture.md names {file}, and there is no such file"
        assert not name or defines(path, name), f"{file} has no {name}"


def test_each_folder_the_page_names_is_there() -> None:
    for folder in re.findall(r"`((?:\w+/)+)`", PAGE.read_text(encoding="utf-8")):
        assert (HOUSE / folder).is_dir() or (ROOT / folder).is_dir(), folder


def test_files_are_read_from_their_columns() -> None:
    table = "| a | `errant/` | `tests/` |\n|---|---|---|\n| b | `x.py` | `y.py` |\n"
    assert list(list_named_files(f"`desk.py::Desk.run`\n{table}")) == [
        ("desk.py", "Desk.run"),
        ("errant/x.py", ""),
        ("tests/y.py", ""),
    ]


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="needs both marks"):
        replace_picture("no picture here\n")


def test_no_file_is_too_long_to_be_read_at_once() -> None:
    lines = {file.name: len(file.read_text("utf-8").splitlines()) for file in list_files()}
    assert {name: many for name, many in lines.items() if many > LONGEST} == {}
