"""The board game *Version 4*."""
