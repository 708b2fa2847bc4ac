"""The form a campaign's files are written in, and the way from an older form to this one.

A file says its form itself (`schema = 1`), so that each is brought up for itself: where that stops
half way, some files are of the old form and some of the new, and every one of them is right.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias

import tomli

from companion.refusal import Broken, Problem

SCHEMA = 1
"""The schema this companion writes. A file that says none is of the first there was, which is 1."""

Migration: TypeAlias = Callable[[str, str], str]
"""One file's name and its text in one schema, to its text in the next. It leaves the key `schema`
alone and what a person wrote as it is; it raises CannotEdit where a text cannot be changed."""

MIGRATIONS: Mapping[int, Migration] = {}
"""The step from each older schema to the one after it; none was ever released."""

_MAX_SCHEMA = 10**9
_LEADING_COMMENTS = r"\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*"
_SCHEMA_LINE = re.compile(_LEADING_COMMENTS + r"schema[ \t]*=[ \t]*([0-9]{1,9})[ \t]*[#\r\n]")


def parse_schema(text: str) -> int:
    """The schema that a file's text says it is of: SCHEMA where it says none that can be read,
    for whoever reads the text then tells what is wrong with it."""
    line = _SCHEMA_LINE.match(text)
    if line and int(line[1]) >= SCHEMA:  # as the companion writes it: nothing else need be read
        return int(line[1])
    return _find_schema(text)


@lru_cache(maxsize=4)
def _find_schema(text: str) -> int:
    """The same where it does not stand first. It is remembered, for the whole text is parsed: who
    examines a campaign asks for it again and again."""
    try:
        found = tomli.loads(text.removeprefix("\ufeff")).get("schema", SCHEMA)
    except (ValueError, RecursionError):
        return SCHEMA
    return found if type(found) is int and abs(found) < _MAX_SCHEMA else SCHEMA


def migrate_text(file: str, text: str) -> str:
    """The text of a file in this companion's schema: the same text where it is.

    Raises Broken where it was written by a newer companion, or where there is no way from what it
    says.
    """
    schema = written = parse_schema(text)
    if written > SCHEMA:
        raise Broken([_make_problem(file, text, describe_newer_schema(written))])
    while schema < SCHEMA:
        text = _migrate_one_step(file, text, schema, written)
        schema += 1
    return text


def describe_newer_schema(schema: int) -> str:
    """What a file is of a schema that this companion does not know yet, and what to do."""
    return (
        f"written by a newer companion (schema {schema}; this one knows {SCHEMA}); "
        "bring this companion up to date to read it"
    )


def migrate_texts(texts: Mapping[str, str]) -> dict[str, str]:
    """Every file's text in this companion's schema. Raises Broken with every problem there is."""
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for file, text in texts.items():
        try:
            found[file] = migrate_text(file, text)
        except Broken as broken:
            problems += broken.problems
    if problems:
        raise Broken(problems)
    return found


def _migrate_one_step(file: str, text: str, schema: int, written: int) -> str:
    """The text in the schema after this one; `written` is the one that the file names."""
    from companion.archive.toml.document import parse_document  # only older files pay for these
    from companion.archive.toml.edit import set_key
    from companion.archive.toml.render import CannotEdit

    if schema not in MIGRATIONS:
        why = f"schema {written} is none that there ever was; write schema = {SCHEMA}"
        raise Broken([_make_problem(file, text, why)])
    try:
        document = parse_document(MIGRATIONS[schema](file, text))
        return set_key(document, (), "schema", schema + 1, ("schema",)).document.text
    except CannotEdit as error:
        why = f"it cannot be brought up from schema {schema}: {error}"
        raise Broken([_make_problem(file, text, why)]) from error


def _make_problem(file: str, text: str, message: str) -> Problem:
    from companion.archive.toml.lines import make_problem

    return make_problem(file, text, ("schema",), message)
