"""A TOML file that a person wrote: what it says, or why it cannot be read."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import tomli

from companion.archive.conflicts import conflicts
from companion.archive.encodings import EncodingError, decode_text
from companion.archive.schema import SCHEMA, newer
from companion.archive.texts import MOST_BYTES, TOO_LONG, describe_size, endless
from companion.refusal import Problem

if TYPE_CHECKING:
    from companion.archive.toml_layouts import Layout

    MakeLayout: TypeAlias = Callable[[], Layout]


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
    if differing := conflicts(file, text):
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
    said = data.get("schema")
    if type(said) is int and SCHEMA < said < 10**9:
        from companion.archive.toml_lines import key_lines

        line = key_lines(text).get(("schema",), 1)
        return (Problem(file, line, "schema", newer(said)),)
    return Said(text, data)
