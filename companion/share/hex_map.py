"""The map of hexes on a page: the places that a seat knows of."""

from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import make_campaign_without_secrets
from companion.errant.world import (
    MAP_REACH,
    Hex,
    Settlement,
    Site,
    count_hexes_between,
    list_hexes_within,
)
from companion.refusal import join_words

_RADIUS = 20
_HALF_WIDTH = 17.32
"""Half the width of a hex of this radius that stands on a corner."""
_MARGIN = 2.0
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Spot(NamedTuple):
    """A hex with something on it: its letter, and the names of what is there. One that is too far
    off for the map is only listed."""

    letter: str
    at: Hex
    names: tuple[str, ...]
    is_here: bool

    def describe(self) -> str:
        here = ": the Company is here" if self.is_here else ""
        return f"{join_words(self.names)}, hex {self.at[0]}, {self.at[1]}{here}"


class Cell(NamedTuple):
    """A hex as it is drawn: its middle, and the letter in it, if any."""

    x: float
    y: float
    letter: str
    is_here: bool


class HexMap(NamedTuple):
    """A map: the size of the picture, its cells, and what is on them."""

    width: float
    height: float
    cells: tuple[Cell, ...]
    spots: tuple[Spot, ...]


def build_hex_map(campaign: Campaign, *, guide: bool) -> HexMap:
    """The map of a seat: for all but the Guide, of what the players know alone."""
    seen = campaign if guide else make_campaign_without_secrets(campaign)
    here = _find_hex_of_company(seen)
    by_hex: dict[Hex, list[str]] = {}
    for settlement in seen.world.settlements:
        by_hex.setdefault(settlement.hex, []).append(_describe_place_on_hex(settlement))
    for site in seen.world.places:
        if site.hex is not None:
            by_hex.setdefault(site.hex, []).append(_describe_place_on_hex(site))
    if not by_hex:
        return HexMap(0, 0, (), ())
    middle = here if here in by_hex else min(by_hex)
    ordered = sorted(by_hex, key=lambda at: (count_hexes_between(at, middle) > MAP_REACH, at))
    spots = tuple(
        Spot(LETTERS[n] if n < len(LETTERS) else str(n + 1), at, tuple(by_hex[at]), at == here)
        for n, at in enumerate(ordered)
    )
    reach = min(max(count_hexes_between(at, middle) for at in ordered) + 1, MAP_REACH)
    return _draw_cells(spots, middle, reach)


def _find_hex_of_company(campaign: Campaign) -> Hex | None:
    """The hex where the Company is; None if nobody can tell."""
    hexes: dict[str, Hex | None] = {each.id: each.hex for each in campaign.world.places}
    hexes |= {each.id: each.hex for each in campaign.world.settlements}
    places = (turn.place for turn in reversed(campaign.turns) if turn.place)
    return next((found for found in map(hexes.get, places) if found is not None), None)


def _describe_place_on_hex(place: Settlement | Site) -> str:
    unknown = "" if place.known else " (not known)"
    kind = place.type if isinstance(place, Settlement) else place.terrain
    return f"{place.name}{f' ({kind})' if kind else ''}{unknown}"


def _draw_cells(spots: tuple[Spot, ...], middle: Hex, reach: int) -> HexMap:
    by_hex = {spot.at: spot for spot in spots}
    width = 2 * _HALF_WIDTH * (2 * reach + 1)
    height = _RADIUS * (3 * reach + 2)
    cells = []
    for at, _ in list_hexes_within(middle, reach):
        q, r = at[0] - middle[0], at[1] - middle[1]
        x = width / 2 + _HALF_WIDTH * (2 * q + r)
        y = height / 2 + 1.5 * _RADIUS * r
        spot = by_hex.get(at)
        letter, is_here = (spot.letter, spot.is_here) if spot else ("", False)
        cells.append(Cell(round(x, 1), round(y, 1), letter, is_here))
    return HexMap(round(width + _MARGIN, 1), round(height + _MARGIN, 1), tuple(cells), spots)
