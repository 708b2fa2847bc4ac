"""The commands of the shell. Each imports what it needs inside itself, so that a roll of dice does
not load a prompt."""
