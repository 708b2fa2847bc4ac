"""The entry point of `companion` and `python -m companion`."""

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import TextIOWrapper
    from typing import Literal

_SHORT_CALLS = ("run", "roll", "odds")
"""Calls that write and close all their files before they end."""
EXIT_INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


def main() -> None:
    """Answer the call, and leave the process. Ctrl-C ends it quietly, during its imports too."""
    status: str | int | None = 0
    try:
        try:
            answer_call()
        except SystemExit as ended:
            status = ended.code
        if isinstance(status, int) and sys.argv[1:2] and sys.argv[1] in _SHORT_CALLS:
            _exit_without_cleanup(status)
    except KeyboardInterrupt:
        status = EXIT_INTERRUPTED
    finally:
        _ignore_interrupts()
    sys.exit(status)


def answer_call() -> None:
    """Run the command line from its arguments, and exit with its status."""
    _replace_closed_standard_streams()
    gc.set_threshold(100_000)  # measured: collecting takes a tenth of a short run
    from companion.cli.run_script_command import (
        answer_run_without_typer,
        is_plain_dice_call,
        parse_plain_run_call,
    )

    if call := parse_plain_run_call(sys.argv[1:]):
        answer_run_without_typer(call)
    if is_plain_dice_call(sys.argv[1:]):
        from companion.cli.rolling.rolls_and_odds import answer_dice_call_without_typer

        answer_dice_call_without_typer(sys.argv[1], sys.argv[2:])
        return
    from companion.cli.app import build_typer_app

    build_typer_app("".join(sys.argv[1:2]))(prog_name="companion")


def _exit_without_cleanup(status: int) -> None:
    """Leave without taking apart what the call made. Measured: that takes a seventh of a short run.
    Returns if something is left that cannot be written."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, KeyboardInterrupt):  # Python tells of it as it ends
        return
    os._exit(status)


def _replace_closed_standard_streams() -> None:
    """Replace closed standard streams (`<&-`, `>&-`) by the null device. Otherwise the first opened
    files would get their numbers, and output would be written into these files."""
    if sys.stdin is None:
        sys.stdin = _open_null_device(0, "r")
    if sys.stdout is None:
        sys.stdout = _open_null_device(1, "w")
    if sys.stderr is None:
        sys.stderr = _open_null_device(2, "w")


def _open_null_device(number: int, mode: "Literal['r', 'w']") -> "TextIOWrapper":
    nothing = os.open(os.devnull, os.O_RDWR)
    if nothing != number:
        os.dup2(nothing, number)
        os.close(nothing)
    return open(number, mode, encoding="utf-8", closefd=False)


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C: nothing is left to stop."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    main()
