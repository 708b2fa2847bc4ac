"""How the companion leaves the shell: with which status, and what it says on standard error."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer

from companion.refusal import MAX_PROBLEMS_SHOWN, Broken, Refusal, hide_problems, render_problems

DONE, REFUSED, WRONG_USAGE, BROKEN = 0, 1, 2, 3
"""Exit statuses: done, refused, wrong usage, a broken file."""
_MAX_MESSAGE_LENGTH = 1_000
"""Characters; it quotes what was given, which may be anything."""


def exit_with_refusal(refusal: Refusal, *, guide: bool = True) -> NoReturn:
    """Say why not and leave with the status that tells it. What is wrong in a file is quoted only
    where it is the `guide` who called."""
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
    """Say what was wrong with the call, and leave."""
    from companion.text import clean_text

    typer.echo(clean_text(message), err=True)
    raise typer.Exit(WRONG_USAGE)


@contextmanager
def report_refusals(*, guide: bool = True) -> Iterator[None]:
    """A refusal in here ends the call, as `fail` says it."""
    try:
        yield
    except Refusal as refusal:
        exit_with_refusal(refusal, guide=guide)


@contextmanager
def allow_interrupt() -> Iterator[None]:
    """Questions are asked in here: Ctrl-C and Ctrl-D are an answer too, and nothing went wrong."""
    try:
        yield
    except (EOFError, KeyboardInterrupt):
        typer.echo()
        raise typer.Exit(DONE) from None
