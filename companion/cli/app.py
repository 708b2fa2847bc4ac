"""The door itself, on which every command is hung."""

import os
import sys

import typer
from typer.core import TyperGroup

from companion.leaving import DONE


class Door(TyperGroup):
    """All the commands. Whoever stops reading (`| head`) has had enough: that is no failure."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]  # Click's is private
        """Do what the command says, and have all of it read."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(DONE) from None


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
