"""What is wrong in a TOML text that cannot be read: every slip of the hand that can be told at
once, in plain words, with its line. Only a file that failed to parse is looked at."""

from itertools import islice
from typing import NamedTuple

import tomli

from companion.archive.toml_errors import explain_error
from companion.archive.toml_layouts import Layout
from companion.archive.toml_lines import Path
from companion.archive.toml_scanner import Scanner
from companion.refusal import Problem
from companion.text import clean, clipped

MOST_SLIPS = 100
"""Told of one file."""
_MOST_OF_A_KEY = 60


class Slip(NamedTuple):
    """A slip: its line, from 1, the path of its key (empty where there is none), and what it is and
    what to do."""

    line: int
    path: Path
    message: str


def problems_of(
    error: tomli.TOMLDecodeError, text: str, file: str, layout: Layout
) -> tuple[Problem, ...]:
    """The slips in a text that the library would not read, as problems of a file."""
    return tuple(
        Problem(
            file,
            slip.line,
            clipped(clean(layout.name_key(slip.path)), _MOST_OF_A_KEY),
            slip.message,
        )
        for slip in find_slips(error, text, layout)
    )


def find_slips(error: tomli.TOMLDecodeError, text: str, layout: Layout) -> tuple[Slip, ...]:
    """Every slip in a text that the library would not read, in the order of their lines; at least
    one, and what the library says where that stands before all of them."""
    scanner = Scanner(text.removeprefix("\ufeff").replace("\r\n", "\n"), layout)
    found = list(islice(scanner.scan(), MOST_SLIPS))
    if len(found) < MOST_SLIPS:
        found += scanner.repeats.found()
    found.sort(key=lambda slip: slip[0])
    slips = [Slip(*each) for each in found[:MOST_SLIPS]]
    if not slips or slips[0].line > error.lineno:
        last = text.count("\n", 0, len(text.rstrip())) + 1
        slips.insert(0, Slip(min(error.lineno, last), (), explain_error(error)))
    return tuple(slips)
