"""The four board games, each a folder with its rules, data, bots and words."""
