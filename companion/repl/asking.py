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
LEAVING = ("quit", "exit", "q")
HOW_TO_LEAVE = "Ctrl-D leaves, and so does quit."
_UNBROKEN = "\N{NO-BREAK SPACE}"


def on_a_terminal() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def say(text: str) -> None:
    """A sentence on the terminal, broken between words."""
    print("\n".join(in_lines(text, width())))


def in_lines(text: str, columns: int, indent: str = "") -> list[str]:
    """A text in lines that fit, those after the first indented. No word is broken, nor what is
    `unbroken`: the terminal may have to."""
    lines = wrap(
        clean(text),
        columns,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [line.replace(_UNBROKEN, " ") for line in lines]


def unbroken(path: str) -> str:
    """A path as a sentence has it, kept in one piece where it has spaces."""
    return path.replace(" ", _UNBROKEN)


def width() -> int:
    """How wide the terminal is; never less than a word."""
    return max(20, get_terminal_size().columns)


def ask(question: str, read: Callable[[str], T]) -> T:
    """What `read` makes of the answer; a Refusal is told and the question asked again.

    Raises EOFError for Ctrl-D and `quit`, KeyboardInterrupt for Ctrl-C.
    """
    with suppress(ImportError):
        import readline  # noqa: F401 (with it, input() knows the arrow keys)
    while True:
        say(question)
        try:
            typed = _line()
            if typed.casefold() in LEAVING:
                raise EOFError
            return read(typed)
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
