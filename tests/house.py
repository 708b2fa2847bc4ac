"""What stands in the files of the house, each read once for all the tests that ask."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import companion

HOUSE = Path(companion.__file__).parent


class Source(NamedTuple):
    """What a file imports from the house (without `companion.` in front), and from anywhere; its
    public functions and methods, its classes, and its docstrings, a constant's too, by line."""

    imports: frozenset[str]
    imported_names: frozenset[str]
    functions: tuple[tuple[int, str], ...]
    classes: frozenset[str]
    docstrings: tuple[tuple[int, str], ...]


@cache
def list_files() -> tuple[Path, ...]:
    """Every file of the house."""
    return tuple(sorted(p for p in HOUSE.rglob("*.py") if "_shipped" not in p.parts))


def name_room(path: Path) -> str:
    """The room a file stands in; a file at the top is a room of its own."""
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


@cache
def read_source(path: Path) -> Source:
    """What stands in a file."""
    return read_text(path.read_text(encoding="utf-8"))


def read_text(text: str) -> Source:
    """What stands in the text of a file."""
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    return Source(
        frozenset(_list_imports(nodes)),
        frozenset(
            alias.name.rpartition(".")[2]
            for node in nodes
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        ),
        tuple(_list_public_functions(tree)),
        frozenset(node.name for node in nodes if isinstance(node, ast.ClassDef)),
        tuple(_list_docstrings(nodes)),
    )


def _list_imports(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            module = node.module or ""
            children = [f"{module}.{alias.name}" for alias in node.names]
            room = module.removeprefix("companion").strip(".")
            names = children if not room or (HOUSE / room.replace(".", "/")).is_dir() else [module]
        else:
            continue
        for name in names:
            if name.startswith("companion."):
                yield name.removeprefix("companion.")


def _list_public_functions(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Those of a module and its classes, but none inside another function, and no property."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _list_public_functions(child)
        elif not child.name.startswith("_") and not _is_property(child):
            yield child.lineno, child.name


def _is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = [ast.unparse(decorator) for decorator in function.decorator_list]
    return any(name.endswith(("property", ".setter")) for name in names)


def _list_docstrings(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text
