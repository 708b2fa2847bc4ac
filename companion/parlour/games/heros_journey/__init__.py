"""The board game *The Hero's Journey*."""
