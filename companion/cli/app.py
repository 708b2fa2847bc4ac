"""The typer application that the commands are registered with."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Annotated, TextIO

import typer
from typer.core import TyperCommand, TyperGroup

import companion
from companion.cli.output import DONE, REFUSED, print_lines


class CommandGroup(TyperGroup):
    """The commands, and how every call of one ends, `--help` and wrong usage too."""

    def main(self, *args: object, **extra: object) -> object:
        """Run the call. An OSError is reported in one line on standard error, if that can be
        written."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # it may not know every letter
        try:
            if "_COMPANION_COMPLETE" in os.environ:  # a shell asks what may follow
                from companion.cli.completion import register_shells

                register_shells()
            try:
                return super().main(*args, **extra)  # type: ignore[arg-type]  # passed on as they come
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            _discard_output(sys.stdout)
            sys.exit(DONE)
        except OSError as error:
            _discard_output(sys.stdout)
            what = f"{error.filename} cannot be read or written"
            if error.filename is None:
                what = "The answer could not be written"
            with suppress(OSError):
                print_lines(f"{what}: {error.strerror}.", err=True)
            sys.exit(REFUSED)
        finally:
            try:
                sys.stderr.flush()
            except OSError:  # at its end Python would try again, and exit with a status of its own
                _discard_output(sys.stderr)

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]  # Click's is private
        """Run the command. Exit quietly when the reader closes the pipe (`| head`)."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            _discard_output(sys.stdout)
            raise typer.Exit(DONE) from None


def _discard_output(stream: TextIO) -> None:
    """Drop what is still to be written, so that the exit does not try again."""
    with suppress(OSError):  # a stream that is no file, as in a test
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class DiceCommand(TyperCommand):
    """A command whose arguments may be dice that begin with a minus: `-2d6` is no option."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]  # Click's is private
        """Parse options and arguments. A blank before dice keeps them from being options."""
        from companion.dice.expressions import looks_like_dice

        shielded, value = [], False
        for arg in args:
            minus = arg.startswith("-") and not value and looks_like_dice(arg)
            value = arg.startswith("-") and not minus and "=" not in arg
            shielded.append(f" {arg}" if minus else arg)
        return super().parse_args(ctx, shielded)


app = typer.Typer(
    name="companion",
    cls=CommandGroup,
    help="A terminal companion for the people who play Errant.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def keep_only(name: str) -> None:
    """Keep only the command of this name, if there is one: making all of them takes a tenth of a
    short run."""
    found = [each for each in app.registered_commands if each.name == name]
    if found:
        app.registered_commands, app.registered_groups = found, []


def _show_version(ctx: typer.Context, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version  # measured: slow to import

    try:
        found = version("errant-companion")
    except PackageNotFoundError:  # a bare checkout
        found = companion.__version__
    typer.echo(f"companion {found}")
    raise typer.Exit(DONE)


@app.callback()
def read_options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=_show_version),
    ] = False,
) -> None:
    """The options that stand before any command."""
