"""Migrates a campaign's files from an older version of their schema to this companion's.

Each file names its own schema (`schema = 1`) and is migrated by itself. A migration that stops half
way leaves some files in the old schema and some in the new, and all of them can be read.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias

import tomli

from companion.refusal import Broken

SCHEMA = 1
"""The schema this companion writes. A file that names none has schema 1, the first."""

Migration: TypeAlias = Callable[[str, str], str]
"""Takes a file's name and its text in one schema; returns its text in the next. It leaves the key
`schema` alone and keeps what a person wrote. Raises CannotEdit for a text it cannot change."""

MIGRATIONS: Mapping[int, Migration] = {}
"""The migration from each older schema to the one after it. No older schema was ever released."""

_MAX_SCHEMA = 10**9
_LEADING_COMMENTS = r"\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*"
_SCHEMA_LINE = re.compile(_LEADING_COMMENTS + r"schema[ \t]*=[ \t]*([0-9]{1,9})[ \t]*[#\r\n]")


@lru_cache(maxsize=4)
def read_schema_version(text: str) -> int:
    """The schema that a text names; SCHEMA if it names none that can be read: whoever reads the
    text then reports what is wrong. The whole text is parsed unless the key stands first."""
    line = _SCHEMA_LINE.match(text)
    if line and int(line[1]) >= SCHEMA:
        return int(line[1])
    try:
        found = tomli.loads(text.removeprefix("\ufeff")).get("schema", SCHEMA)
    except (ValueError, RecursionError):
        return SCHEMA
    return found if type(found) is int and abs(found) < _MAX_SCHEMA else SCHEMA


def describe_too_new_schema(schema: int) -> str:
    """The problem with a file that a newer companion wrote."""
    return (
        f"written by a newer companion (schema {schema}; this one knows {SCHEMA}); "
        "bring this companion up to date to read it"
    )


def migrate_texts(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts of all files in this companion's schema. Raises Broken as `migrate_text` does."""
    return {file: migrate_text(file, text) for file, text in texts.items()}


def migrate_text(file: str, text: str) -> str:
    """The text of a file in this companion's schema. Raises Broken if a newer companion wrote it,
    or if it cannot be migrated."""
    written = read_schema_version(text)
    if written == SCHEMA:
        return text
    try:
        return _migrate_file_text(text, file, written)
    except ValueError as error:
        from companion.archive.toml.statements import make_value_problem

        raise Broken([make_value_problem(file, text, ("schema",), str(error))]) from error


def _migrate_file_text(text: str, file: str, written: int) -> str:
    """Raises ValueError, with the message of the problem."""
    # Only older files pay for these.
    from companion.archive.toml.document import parse_toml_document
    from companion.archive.toml.key_edits import set_key
    from companion.archive.toml.value_rendering_and_edits import CannotEdit

    if written > SCHEMA:
        raise ValueError(describe_too_new_schema(written))
    for schema in range(written, SCHEMA):
        if schema not in MIGRATIONS:
            raise ValueError(
                f"schema {written} is none that there ever was; write schema = {SCHEMA}"
            )
        try:
            document = parse_toml_document(MIGRATIONS[schema](file, text))
            text = set_key(document, (), "schema", schema + 1, ("schema",)).document.text
        except CannotEdit as error:
            raise ValueError(f"it cannot be brought up from schema {schema}: {error}") from error
    return text
