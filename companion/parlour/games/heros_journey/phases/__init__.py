"""The phases of a turn of *The Hero's Journey*, and how the game ends."""
