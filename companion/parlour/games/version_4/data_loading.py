"""Loads the data files of Version 4."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.parlour.game_data_files import read_data_file, require_unique
from companion.parlour.games.version_4.data import (
    Class,
    Creature,
    Data,
    EventCard,
    Figures,
    Guardian,
    Level,
    Offer,
    Tile,
    Treasure,
)

NAME = "version-4"


class _File(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    schema: Literal[1] = 1


class _Classes(_File, frozen=True):
    classes: Annotated[tuple[Class, ...], Meta(min_length=1)]


class _Tiles(_File, frozen=True):
    tiles: Annotated[tuple[Tile, ...], Meta(min_length=1)]


class _Towns(_File, frozen=True):
    offers: tuple[Offer, ...]
    citadel: tuple[Offer, ...] = ()


class _Creatures(_File, frozen=True):
    creatures: tuple[Creature, ...]


class _Guardians(_File, frozen=True):
    guardians: tuple[Guardian, ...]
    levels: tuple[Level, ...]


class _Treasures(_File, frozen=True):
    treasures: tuple[Treasure, ...]


class _Events(_File, frozen=True):
    events: Annotated[tuple[EventCard, ...], Meta(min_length=1)]


def load_data(folders: tuple[Path, ...]) -> Data:
    """The data of Version 4, read from its files in these folders. Raises Broken for a faulty
    file."""
    towns = read_data_file(folders, NAME, "towns", _Towns)
    guardians = read_data_file(folders, NAME, "guardians", _Guardians)
    data = Data(
        figures=read_data_file(folders, NAME, "game", Figures),
        classes=read_data_file(folders, NAME, "classes", _Classes).classes,
        tiles=read_data_file(folders, NAME, "tiles", _Tiles).tiles,
        town_offers=towns.offers,
        citadel_offers=towns.citadel,
        creatures=read_data_file(folders, NAME, "creatures", _Creatures).creatures,
        guardians=guardians.guardians,
        levels=guardians.levels,
        treasures=read_data_file(folders, NAME, "treasures", _Treasures).treasures,
        events=read_data_file(folders, NAME, "events", _Events).events,
    )
    named: tuple[tuple[str, Iterable[Tile | Creature | Guardian | Treasure]], ...] = (
        ("tiles", data.tiles),
        ("creatures", data.creatures),
        ("guardians", data.guardians),
        ("treasures", data.treasures),
    )
    for name, things in named:
        require_unique(NAME, name, "id", things, lambda each: each.id)
    hexes = [name for tile in data.tiles for name in (tile.feature.name, tile.dungeon.name)]
    require_unique(NAME, "tiles", "name", hexes, str.casefold)
    require_unique(NAME, "creatures", "name", data.creatures, lambda each: each.name.casefold())
    return data
