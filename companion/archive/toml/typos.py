"""Every slip of the hand in a TOML text that cannot be read."""

from itertools import islice
from typing import NamedTuple

import tomli

from companion.archive.toml.layouts import Layout
from companion.archive.toml.lines import KeyPath
from companion.archive.toml.scanner import Scanner
from companion.archive.toml.value_hints import explain_error
from companion.refusal import Problem
from companion.text import clean_text, clip_text

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
