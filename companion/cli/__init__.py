"""The commands of the shell. Each imports what it needs inside itself, so that a roll of dice does
not load a prompt."""

from companion.cli import campaigns, dice, rescue
from companion.cli.app import app, keep_only

__all__ = ["app", "campaigns", "dice", "keep_only", "rescue"]
