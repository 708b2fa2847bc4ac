"""Questions on the terminal: one line asked, one read, and asked again until it will do."""

import sys
from collections.abc import Callable
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import wrap
from typing import TypeVar

from companion.refusal import Malformed, Refusal
from companion.text import clean_text

T = TypeVar("T")
MAX_CHARACTERS = 1_000
QUIT_WORDS = ("quit", "exit", "q")
LEAVE_HINT = "Ctrl-D leaves, and so does quit."
_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def is_interactive() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def print_wrapped(text: str) -> None:
    """A sentence on the terminal, broken between words."""
    print("\n".join(wrap_lines(text, terminal_width())))


def wrap_lines(text: str, columns: int, indent: str = "") -> list[str]:
    """A text in lines that fit, those after the first indented. No word is broken, nor what is
    `unbroken`: the terminal may have to."""
    lines = wrap(
        clean_text(text),
        columns,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [line.replace(_NO_BREAK_SPACE, " ") for line in lines]


def protect_spaces(path: str) -> str:
    """A path as a sentence has it, kept in one piece where it has spaces."""
    return path.replace(" ", _NO_BREAK_SPACE)


def terminal_width() -> int:
    """How wide the terminal is; never less than a word."""
    return max(20, get_terminal_size().columns)


def ask_question(question: str, read: Callable[[str], T]) -> T:
    """What `read` makes of the answer; a Refusal is told and the question asked again.

    Raises EOFError for Ctrl-D and `quit`, KeyboardInterrupt for Ctrl-C.
    """
    with suppress(ImportError):
        import readline  # noqa: F401 (with it, input() knows the arrow keys)
    while True:
        print_wrapped(question)
        try:
            typed = _read_answer()
            if typed.casefold() in QUIT_WORDS:
                raise EOFError
            return read(typed)
        except Refusal as refusal:
            print_wrapped(str(refusal))


def _read_answer() -> str:
    try:
        typed = input("> ")
    except UnicodeDecodeError:
        raise Malformed("That was no text in UTF-8.") from None
    if len(typed) > MAX_CHARACTERS:
        raise Malformed(
            f"That answer has {len(typed):,} characters.", f"It may have {MAX_CHARACTERS:,}."
        )
    return " ".join(clean_text(typed).split())
