"""Loads the data files of Heroes, Cities and Mines."""

from pathlib import Path

from companion.parlour.game_data_files import read_data_file, require_unique
from companion.parlour.games.player_turns.data import Board, Data, Figures, ItemFigures, NameLists

NAME = "player-turns"


def load_data(folders: tuple[Path, ...]) -> Data:
    """The data of Heroes, Cities and Mines, read from its files in these folders. Raises Broken for
    a faulty file."""
    data = Data(
        figures=read_data_file(folders, NAME, "game", Figures),
        board=read_data_file(folders, NAME, "board", Board),
        items=read_data_file(folders, NAME, "items", ItemFigures),
        names=read_data_file(folders, NAME, "names", NameLists),
    )
    require_unique(NAME, "names", "heroes", data.names.heroes, str.casefold)
    require_unique(NAME, "names", "cities", data.names.cities, str.casefold)
    require_unique(NAME, "items", "name", data.items.cards, lambda each: each.name.casefold())
    return data
