"""The door itself, on which every command is hung."""

import os
import sys
from errno import EIO, ENOSPC
from io import TextIOWrapper

import typer
from typer.core import TyperCommand, TyperGroup

from companion.leaving import DONE, REFUSED


class Door(TyperGroup):
    """All the commands. Whoever stops reading (`| head`) has had enough: that is no failure."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]  # Click's is private
        """Do what the command says, and have all of it read."""
        try:
            if isinstance(sys.stdout, TextIOWrapper):
                sys.stdout.reconfigure(errors="replace")  # a terminal may not know every letter
            try:
                return super().invoke(ctx)
            finally:
                if sys.stdout is not None:
                    sys.stdout.flush()
        except BrokenPipeError:
            _say_no_more()
            raise typer.Exit(DONE) from None
        except OSError as error:
            if error.errno not in (ENOSPC, EIO):
                raise
            _say_no_more()
            typer.echo(f"The answer could not be written: {error.strerror}.", err=True)
            raise typer.Exit(REFUSED) from None


def _say_no_more() -> None:
    """What is still to be written goes nowhere, so that leaving does not try again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class DiceCommand(TyperCommand):
    """A command that is asked for dice, which may begin with a minus: `event -2` is no option."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]  # Click's is private
        """Take options and arguments apart; a blank before dice keeps them from being options."""
        from companion.dice.grammar import looks_like_dice

        shielded, value = [], False
        for arg in args:
            minus = arg.startswith("-") and not value and looks_like_dice(arg)
            value = arg.startswith("-") and not minus and "=" not in arg
            shielded.append(f" {arg}" if minus else arg)
        return super().parse_args(ctx, shielded)


class Commands(typer.Typer):
    """The commands there are."""

    def make_only(self, name: str) -> None:
        """Make no command but this one, if there is one called so: making all of them would be a
        tenth of a short run."""
        found = [each for each in self.registered_commands if each.name == name]
        if found:
            self.registered_commands, self.registered_groups = found, []


app = Commands(
    name="companion",
    cls=Door,
    help="A terminal companion for the people who play Errant.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback()
def companion() -> None:
    """There are commands, though a call makes but one of them."""
