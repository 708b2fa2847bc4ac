"""Loads a TOML file that a person wrote; raises Broken with every problem if it cannot be read."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import tomli

from companion.archive.file_texts_and_change_stamps import (
    LONG_NUMBER_MESSAGE,
    UnreadableText,
    read_text_file,
)
from companion.refusal import Broken, Problem
from companion.text_cleaning import clean_text, clip_text

if TYPE_CHECKING:
    from companion.archive.toml.file_shapes import Layout
    from companion.archive.toml.statements import KeyPath

    MakeLayout: TypeAlias = Callable[[], Layout]

_MAX_BITS = 10_000
_MAX_KEY_LENGTH = 60


class LoadedToml(NamedTuple):
    """The text of a file, and the data it says."""

    text: str
    data: dict[str, Any]


class Misfit(NamedTuple):
    """A value that does not fit its place: its path and what to do; whether its key is an unknown
    one, and the key that is missing there, if one is."""

    path: "KeyPath"
    message: str
    is_unknown: bool = False
    missing: str = ""


def list_git_conflicts(file: str, text: str) -> tuple[Problem, ...]:
    """Every conflict that a merge of git left in a text."""
    if "<<<<<<<" not in text:
        return ()
    from companion.archive.rescue.merge_marks_and_conflicted_copies import (
        find_merge_conflicts,  # only a text with marks pays for it
    )

    return find_merge_conflicts(file, text)


def parse_toml_file_text(
    text: str, file: str, make_layout: "MakeLayout", *, clean: bool = True
) -> dict[str, Any]:
    """The data that the text of a file says, with every text in it fit for a terminal unless not to
    `clean`. The layout is made only where slips have to be told. Raises Broken."""
    try:
        data = tomli.loads(text.removeprefix("\ufeff"))
        return clean_texts_for_terminal(data) if clean else data
    except tomli.TOMLDecodeError as error:
        from companion.archive.toml.syntax_errors import (
            find_syntax_errors,  # only a spoilt file pays for it
        )

        layout = make_layout()
        problems = []
        for line, path, message in find_syntax_errors(error, text, layout):
            key = clip_text(clean_text(layout.name_key(path)), _MAX_KEY_LENGTH)
            problems.append(Problem(file, line, key, message))
        raise Broken(problems) from error
    except RecursionError:
        message = "it is nested too deeply to be read"
    except ValueError:
        message = LONG_NUMBER_MESSAGE
    raise Broken([Problem(file, 0, "", message)])


def load_toml_file(
    path: Path, file: str, make_layout: "MakeLayout", *, clean: bool = True
) -> LoadedToml:
    """What a file says. Raises Broken with what is wrong with it, under the name `file`."""
    try:
        text = read_text_file(path).removeprefix("\ufeff")
    except UnreadableText as error:
        raise Broken([error.make_problem(file)]) from error
    except FileNotFoundError:
        raise Broken([Problem(file, 0, "", "it is no file")]) from None
    if differing := list_git_conflicts(file, text):
        raise Broken(differing)
    data = parse_toml_file_text(text, file, make_layout, clean=clean)
    if data.get("schema") != 1:
        _require_known_schema(file, text, data.get("schema"))
    return LoadedToml(text, data)


def _require_known_schema(file: str, text: str, schema: object) -> None:
    """Raises Broken for a file that a newer companion wrote."""
    from companion.archive.migrations import (  # only odd files pay for it
        SCHEMA,
        describe_too_new_schema,
    )
    from companion.archive.toml.statements import make_value_problem

    if type(schema) is int and SCHEMA < schema < 10**9:
        raise Broken([make_value_problem(file, text, ("schema",), describe_too_new_schema(schema))])


def clean_texts_for_terminal(value: Any) -> Any:  # as tomli gives it
    """Plain data with every text in it fit for a terminal. ValueError for a number so long that
    Python would not even say it; RecursionError for what is nested too deeply."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {clean_text(key): clean_texts_for_terminal(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [clean_texts_for_terminal(inner) for inner in value]
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        raise ValueError(value.bit_length())
    return value
