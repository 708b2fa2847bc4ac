"""The terminal: its width, its signals, its pager, and questions asked until the answer can be
read."""

import os
import shlex
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size
from textwrap import wrap
from types import FrameType
from typing import TypeVar

from rich.pager import Pager

from companion.refusal import Malformed, Refusal
from companion.text_cleaning import clean_text

T = TypeVar("T")
MAX_CHARACTERS = 1_000
_QUIT_WORDS = ("quit", "exit", "q")
_PAGER_PROMPT = "-Ps?e(end) .space goes on, q leaves$"
"""What less says below a page, in its own notation."""
LEAVE_HINT = "Ctrl-D leaves, and so does quit."
_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def is_interactive() -> bool:
    """True if a person can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def print_wrapped(text: str) -> None:
    """Print a text, broken between words."""
    print("\n".join(wrap_text(text, measure_terminal_width())))


def wrap_text(text: str, columns: int, indent: str = "") -> list[str]:
    """A text in lines that fit, those after the first indented. No word is broken, nor a path from
    `make_path_unbreakable`."""
    lines = wrap(
        clean_text(text),
        columns,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [line.replace(_NO_BREAK_SPACE, " ") for line in lines]


def make_path_unbreakable(path: str) -> str:
    """A path that `wrap_text` keeps in one piece."""
    return path.replace(" ", _NO_BREAK_SPACE)


def measure_terminal_width() -> int:
    """The width of the terminal, at least 20."""
    return max(20, get_terminal_size().columns)


class SystemPager(Pager):
    """The program of `$PAGER`, or less; without one that works, a text is printed as it is.

    The pagers of rich and pydoc let less leave with its last screen, and the answer is lost.
    """

    def show(self, content: str) -> None:
        """Show a text page by page. less keeps it on the screen, says below it how one goes on and
        leaves, and opens and runs nothing."""
        flags = f"-FRX {_PAGER_PROMPT} {os.environ.get('LESS', '')}".rstrip()
        safe = {"LESS": flags, "LESSSECURE": "1", "LESSHISTFILE": "-"}
        try:
            command = shlex.split(os.environ.get("PAGER", "less"))
            with handle_signals(lambda _number, _frame: None, signal.SIGINT):  # for the pager alone
                done = subprocess.run(
                    command or ["cat"],
                    input=content.encode(sys.stdout.encoding, "replace"),
                    env={**os.environ, **safe},
                    check=False,
                )
        except (OSError, ValueError):
            sys.stdout.write(content)
        else:
            if done.returncode:
                sys.stdout.write(content)


def discard_unread_keys() -> None:
    """Discard the keys that were typed and not read yet. They were for the program that has just
    ended, and are no line at the prompt."""
    with suppress(OSError, ValueError, termios.error):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


@contextmanager
def handle_signals(
    handler: Callable[[int, FrameType | None], None] | signal.Handlers, *signals: signal.Signals
) -> Iterator[None]:
    """Handle these signals so in this block."""
    before = {each: signal.signal(each, handler) for each in signals}
    try:
        yield
    finally:
        for each, former in before.items():
            signal.signal(each, former)


def ask_until_parsed(question: str, read: Callable[[str], T]) -> T:
    """Ask, and give what `read` makes of the answer. After a Refusal the question is asked again.

    Raises EOFError for Ctrl-D and `quit`, KeyboardInterrupt for Ctrl-C.
    """
    with suppress(ImportError):
        import readline  # noqa: F401 (with it, input() knows the arrow keys)
    while True:
        print_wrapped(question)
        try:
            typed = input("> ")
            if len(typed) > MAX_CHARACTERS:
                problem = f"That answer has {len(typed):,} characters."
                raise Malformed(problem, f"It may have {MAX_CHARACTERS:,}.")
            typed = " ".join(clean_text(typed).split())
            if typed.casefold() in _QUIT_WORDS:
                raise EOFError
            return read(typed)
        except UnicodeDecodeError:
            print_wrapped("That was no text in UTF-8.")
        except Refusal as refusal:
            print_wrapped(str(refusal))
