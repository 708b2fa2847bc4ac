"""A TOML file that a person wrote: what it says, or why it cannot be read."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import tomli

from companion.archive.encodings import EncodingError, decode_text
from companion.archive.texts import MOST_BYTES, TOO_LONG, describe_size, endless
from companion.refusal import Problem

if TYPE_CHECKING:
    from companion.archive.toml_layouts import Layout

    MakeLayout: TypeAlias = Callable[[], Layout]


_MARKS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")


class Said(NamedTuple):
    """The text of a file, and the data it says."""

    text: str
    data: dict[str, Any]


def said_by(path: Path, file: str, layout: "MakeLayout") -> Said | tuple[Problem, ...]:
    """What a file says; or what is wrong with it, under the name `file`. Its `layout` is asked for
    where slips have to be told."""
    try:
        if not path.is_file():
            return (Problem(file, 0, "", "it is no file"),)
        if (size := path.stat().st_size) > MOST_BYTES:
            return (Problem(file, 0, "", describe_size(size)),)
        text = decode_text(path.read_bytes()).removeprefix("\ufeff")
    except OSError as error:
        return (Problem(file, 0, "", f"it cannot be read ({error.strerror})"),)
    except EncodingError as error:
        return (Problem(file, error.line, "", str(error)),)
    if (number := endless(text)) is not None:
        return (Problem(file, text.count("\n", 0, number) + 1, "", TOO_LONG),)
    if differing := _conflicts(file, text):
        return differing
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        from companion.archive.toml_slips import problems_of  # only a file that is no TOML pays

        return problems_of(error, text, file, layout())
    except RecursionError:
        return (Problem(file, 0, "", "it is nested too deeply to be read"),)
    except ValueError:
        return (Problem(file, 0, "", TOO_LONG),)
    if data.get("schema") != 1 and (problem := _newer_schema(file, text, data)):
        return (problem,)
    return Said(text, data)


def _conflicts(file: str, text: str) -> tuple[Problem, ...]:
    """The conflicts that git left in a text."""
    if not any(mark in text for mark in _MARKS):
        return ()
    from companion.archive.conflicts import conflicts  # only marks pay for its import

    return conflicts(file, text)


def _newer_schema(file: str, text: str, data: dict[str, Any]) -> Problem | None:
    """The problem of a file that a newer companion wrote; None for any other."""
    from companion.archive.schema import SCHEMA, newer  # as in `_conflicts`
    from companion.archive.toml_lines import key_lines

    said = data.get("schema")
    if type(said) is not int or not SCHEMA < said < 10**9:
        return None
    return Problem(file, key_lines(text).get(("schema",), 1), "schema", newer(said))
