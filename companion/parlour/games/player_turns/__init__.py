"""The board game *Heroes, Cities and Mines*."""
