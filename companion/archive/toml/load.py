"""A TOML file that a person wrote: what it says, or why it cannot be read."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import tomli

from companion.archive.texts import (
    LONG_NUMBER_MESSAGE,
    MAX_BYTES,
    EncodingError,
    decode_text,
    describe_too_large,
    find_huge_number,
)
from companion.archive.toml.layouts import Layout
from companion.archive.toml.lines import KeyPath
from companion.archive.toml.scanner import Scanner
from companion.archive.toml.value_hints import explain_error
from companion.refusal import Problem
from companion.text import clean_text, clip_text

if TYPE_CHECKING:
    from companion.archive.toml.layouts import Layout

    MakeLayout: TypeAlias = Callable[[], Layout]


_CONFLICT_MARKS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")


class LoadedToml(NamedTuple):
    """The text of a file, and the data it says."""

    text: str
    data: dict[str, Any]


def load_toml(path: Path, file: str, layout: "MakeLayout") -> LoadedToml | tuple[Problem, ...]:
    """What a file says; or what is wrong with it, under the name `file`. Its `layout` is asked for
    where slips have to be told."""
    try:
        if not path.is_file():
            return (Problem(file, 0, "", "it is no file"),)
        if (size := path.stat().st_size) > MAX_BYTES:
            return (Problem(file, 0, "", describe_too_large(size)),)
        text = decode_text(path.read_bytes()).removeprefix("\ufeff")
    except OSError as error:
        return (Problem(file, 0, "", f"it cannot be read ({error.strerror})"),)
    except EncodingError as error:
        return (Problem(file, error.line, "", str(error)),)
    if (number := find_huge_number(text)) is not None:
        return (Problem(file, text.count("\n", 0, number) + 1, "", LONG_NUMBER_MESSAGE),)
    if differing := _find_conflicts(file, text):
        return differing
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        from companion.archive.toml.load import (
            find_typo_problems,  # only a file that is no TOML pays
        )

        return find_typo_problems(error, text, file, layout())
    except RecursionError:
        return (Problem(file, 0, "", "it is nested too deeply to be read"),)
    except ValueError:
        return (Problem(file, 0, "", LONG_NUMBER_MESSAGE),)
    if data.get("schema") != 1 and (problem := _find_newer_schema(file, text, data)):
        return (problem,)
    return LoadedToml(text, data)


def _find_conflicts(file: str, text: str) -> tuple[Problem, ...]:
    """The conflicts that git left in a text."""
    if not any(mark in text for mark in _CONFLICT_MARKS):
        return ()
    from companion.archive.rescue.conflicts import find_conflicts  # only marks pay for its import

    return find_conflicts(file, text)


def _find_newer_schema(file: str, text: str, data: dict[str, Any]) -> Problem | None:
    """The problem of a file that a newer companion wrote; None for any other."""
    from companion.archive.schema import SCHEMA, describe_newer_schema  # as in `_conflicts`
    from companion.archive.toml.lines import find_key_lines

    said = data.get("schema")
    if type(said) is not int or not SCHEMA < said < 10**9:
        return None
    return Problem(
        file, find_key_lines(text).get(("schema",), 1), "schema", describe_newer_schema(said)
    )


MAX_TYPOS = 100
"""Told of one file."""
_MAX_KEY_LENGTH = 60


class Typo(NamedTuple):
    """A slip: its line, from 1, the path of its key (empty where there is none), and what it is and
    what to do."""

    line: int
    path: KeyPath
    message: str


def find_typo_problems(
    error: tomli.TOMLDecodeError, text: str, file: str, layout: Layout
) -> tuple[Problem, ...]:
    """The slips in a text that the library would not read, as problems of a file."""
    return tuple(
        Problem(
            file,
            slip.line,
            clip_text(clean_text(layout.name_key(slip.path)), _MAX_KEY_LENGTH),
            slip.message,
        )
        for slip in find_typos(error, text, layout)
    )


def find_typos(error: tomli.TOMLDecodeError, text: str, layout: Layout) -> tuple[Typo, ...]:
    """Every slip in a text that the library would not read, in the order of their lines; at least
    one, and what the library says where that stands before all of them."""
    scanner = Scanner(text.removeprefix("\ufeff").replace("\r\n", "\n"), layout)
    found = list(islice(scanner.scan(), MAX_TYPOS))
    if len(found) < MAX_TYPOS:
        found += scanner.duplicates.list_findings()
    found.sort(key=lambda slip: slip[0])
    slips = [Typo(*each) for each in found[:MAX_TYPOS]]
    if not slips or slips[0].line > error.lineno:
        last = text.count("\n", 0, len(text.rstrip())) + 1
        slips.insert(0, Typo(min(error.lineno, last), (), explain_error(error)))
    return tuple(slips)
