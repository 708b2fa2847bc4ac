"""Questions on the terminal: one line asked, one read, and asked again until it will do."""

import sys
from collections.abc import Callable
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import wrap
from typing import TypeVar

from companion.refusal import Malformed, Refusal
from companion.text import clean

T = TypeVar("T")
MOST_CHARACTERS = 1_000


def on_a_terminal() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def say(text: str) -> None:
    """A sentence on the terminal, broken between words."""
    print("\n".join(wrap(clean(text), width(), break_on_hyphens=False)))


def width() -> int:
    """How wide the terminal is; never less than a word."""
    return max(20, get_terminal_size().columns)


def ask(question: str, read: Callable[[str], T]) -> T:
    """What `read` makes of the answer; a Refusal is told and the question asked again.

    Raises EOFError for Ctrl-D and KeyboardInterrupt for Ctrl-C.
    """
    with suppress(ImportError):
        import readline  # noqa: F401 (with it, input() knows the arrow keys)
    while True:
        say(question)
        try:
            return read(_line())
        except Refusal as refusal:
            say(str(refusal))


def _line() -> str:
    try:
        typed = input("> ")
    except UnicodeDecodeError:
        raise Malformed("That was no text in UTF-8.") from None
    if len(typed) > MOST_CHARACTERS:
        raise Malformed(
            f"That answer has {len(typed):,} characters.", f"It may have {MOST_CHARACTERS:,}."
        )
    return " ".join(clean(typed).split())
