"""The board game *Errantry*."""
