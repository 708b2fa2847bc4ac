"""The commands of the shell. Each imports what it needs inside itself, so that a roll of dice does
not load a prompt."""

from companion.cli import campaigns, dice, tables
from companion.cli import rescue as keeping
from companion.cli.app import app

__all__ = ["app", "campaigns", "dice", "keeping", "tables"]
