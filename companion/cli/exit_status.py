"""Exit statuses, and what is printed on standard error."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer

from companion.refusal import MAX_PROBLEMS_SHOWN, Broken, Refusal, hide_problems, render_problems

DONE, REFUSED, WRONG_USAGE, BROKEN = 0, 1, 2, 3
"""Exit statuses: done, refused, wrong usage, a broken file."""
_MAX_MESSAGE_LENGTH = 1_000
"""Characters; a message quotes the arguments, which may be of any length."""


def exit_with_refusal(refusal: Refusal, *, guide: bool = True) -> NoReturn:
    """Print the refusal and exit with its status. Only for the `guide` problems of files are
    quoted."""
    from companion.text import clean_text, clip_text

    if isinstance(refusal, Broken) and not guide:
        typer.echo(clean_text(" ".join(hide_problems(refusal.problems))), err=True)
        raise typer.Exit(BROKEN)
    if isinstance(refusal, Broken):
        most = MAX_PROBLEMS_SHOWN if refusal.list_all else None
        for line in render_problems(refusal.problems, refusal.list_all, most=most):
            typer.echo(clean_text(line), err=True)
        typer.echo(clean_text(refusal.hint), err=True)
        raise typer.Exit(BROKEN)
    message = clip_text(clean_text(refusal.message), _MAX_MESSAGE_LENGTH)
    typer.echo(f"{message} {clean_text(refusal.hint)}".rstrip(), err=True)
    raise typer.Exit(REFUSED)


def exit_with_wrong_usage(message: str) -> NoReturn:
    """Print what was wrong with the call, and exit."""
    from companion.text import clean_text

    typer.echo(clean_text(message), err=True)
    raise typer.Exit(WRONG_USAGE)


@contextmanager
def report_refusals(*, guide: bool = True) -> Iterator[None]:
    """A refusal in this block ends the call through `exit_with_refusal`."""
    try:
        yield
    except Refusal as refusal:
        exit_with_refusal(refusal, guide=guide)


@contextmanager
def allow_interrupt() -> Iterator[None]:
    """Ctrl-C and Ctrl-D at a question in this block end the call without an error."""
    try:
        yield
    except (EOFError, KeyboardInterrupt):
        typer.echo()
        raise typer.Exit(DONE) from None
