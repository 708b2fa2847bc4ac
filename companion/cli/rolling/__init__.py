"""The commands that roll dice and draw on tables."""
