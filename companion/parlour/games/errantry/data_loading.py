"""Loads the data files of Errantry."""

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.parlour.game_data_files import read_data_file, require_unique
from companion.parlour.games.errantry.data import Data, Figures, Monster, Tile, Treasure, Ware

NAME = "errantry"


class _Tiles(Struct, frozen=True, forbid_unknown_fields=True):
    tiles: Annotated[tuple[Tile, ...], Meta(min_length=1)]
    schema: Literal[1] = 1


class _Monsters(Struct, frozen=True, forbid_unknown_fields=True):
    monsters: Annotated[tuple[Monster, ...], Meta(min_length=1)]
    schema: Literal[1] = 1


class _Treasures(Struct, frozen=True, forbid_unknown_fields=True):
    treasures: tuple[Treasure, ...]
    schema: Literal[1] = 1


class _Items(Struct, frozen=True, forbid_unknown_fields=True):
    items: tuple[Ware, ...]
    schema: Literal[1] = 1


def load_data(folders: tuple[Path, ...]) -> Data:
    """The data of Errantry, read from its files in these folders. Raises Broken for a faulty
    file."""
    data = Data(
        figures=read_data_file(folders, NAME, "game", Figures),
        tiles=read_data_file(folders, NAME, "tiles", _Tiles).tiles,
        monsters=read_data_file(folders, NAME, "monsters", _Monsters).monsters,
        treasures=read_data_file(folders, NAME, "treasures", _Treasures).treasures,
        wares=read_data_file(folders, NAME, "items", _Items).items,
    )
    for name, things in (
        ("tiles", data.tiles),
        ("monsters", data.monsters),
        ("treasures", data.treasures),
        ("items", data.wares),
    ):
        require_unique(NAME, name, "id", things, lambda each: each.id)
    hexes = (each for tile in data.tiles for each in tile.hexes)
    require_unique(NAME, "tiles", "name", hexes, lambda each: each.name.casefold())
    require_unique(NAME, "items", "name", data.wares, lambda each: each.name.casefold())
    return data
