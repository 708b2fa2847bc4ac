"""The typer application that the commands are registered with."""

import os
import sys
from typing import Annotated

import typer
from typer.core import TyperCommand, TyperGroup

import companion
from companion.cli.output import DONE, discard_unwritten_output, handle_output_errors


class CommandGroup(TyperGroup):
    """The commands, and how every call of one ends, `--help` and wrong usage too."""

    def main(self, *args: object, **extra: object) -> object:
        """Run the call."""
        with handle_output_errors():
            if "_COMPANION_COMPLETE" in os.environ:  # a shell asks what may follow
                from companion.cli.shell_completion import register_shell_completion

                register_shell_completion()
            return super().main(*args, **extra)  # type: ignore[arg-type]  # passed on as they come

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]  # Click's is private
        """Run the command. Exit quietly when the reader closes the pipe (`| head`)."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            discard_unwritten_output(sys.stdout)
            raise typer.Exit(DONE) from None


class DiceCommand(TyperCommand):
    """A command whose arguments may be dice that begin with a minus: `-2d6` is no option."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]  # Click's is private
        """Parse options and arguments. A blank before dice keeps them from being options."""
        from companion.dice.expressions_in_arguments import looks_like_dice

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


def build_typer_app(name: str = "") -> typer.Typer:
    """The application with its commands; if one has this name, with that one alone: making all of
    them takes a tenth of a short run."""
    # Each adds its commands, which are listed in this order.
    from companion.cli import campaign_commands  # noqa: F401

    # isort: split
    from companion.cli.rolling import dice_and_table_commands  # noqa: F401

    # isort: split
    from companion.cli import check_and_restore  # noqa: F401

    if name in ("", "parlour"):
        from companion.cli import board_game_commands  # noqa: F401  # no other call pays for it

    found = [each for each in app.registered_commands if each.name == name]
    if found:
        app.registered_commands, app.registered_groups = found, []
    return app


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
def read_global_options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=_show_version),
    ] = False,
) -> None:
    """The options that stand before any command."""
