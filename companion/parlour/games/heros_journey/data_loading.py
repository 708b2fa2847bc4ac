"""Loads the data files of The Hero's Journey."""

from pathlib import Path

from companion.parlour.game_data_files import read_data_file, require_unique
from companion.parlour.games.heros_journey.data import Data, Deck, Figures

NAME = "heros-journey"
DECK = "decktet"
"""The folder of the deck, which other games may use too."""


def load_data(folders: tuple[Path, ...]) -> Data:
    """The data of The Hero's Journey, read from its files in these folders. Raises Broken for a
    faulty file."""
    data = Data(
        figures=read_data_file(folders, NAME, "game", Figures),
        deck=read_data_file(folders, DECK, "cards", Deck),
    )
    require_unique(DECK, "cards", "id", data.deck.cards, lambda card: card.id)
    return data
