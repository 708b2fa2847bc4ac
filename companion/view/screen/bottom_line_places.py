"""The places of the bottom line at each width, and which part stands in which of them."""

from collections.abc import Container, Iterable, Iterator
from typing import Literal, NamedTuple

from companion.view.screen.styled_rows import count_columns_of_text
from companion.view.shared_wording import Tone

GAP = 2
"""Blanks between two places; a text may be longer than its place by one of them."""
Place = Literal[
    "clock", "turn", "light", "open", "hurt", "supply", "over", "timer", "event", "undo"
]
PLACES: dict[Place, int] = {
    "clock": 9,
    "turn": 7,
    "light": 11,
    "open": 18,
    "hurt": 12,
    "supply": 6,
    "over": 9,
    "timer": 18,
    "event": 13,
    "undo": 12,
}
"""The places in their order on the line, and the columns of each. The last takes what is left."""
_RANKS: tuple[Place, ...] = (
    *("turn", "light", "open", "clock", "event", "hurt", "supply", "timer", "over", "undo"),
)
"""The most important first: a width has as many of them as it has room for."""
DARK = ("DARK",)
"""What stands in the place of the light where one is wanted, and nobody lends that place."""
NO_LIGHT = ("no light",)
"""What stands in the place of the light where none burns, and none is wanted."""
_WIDE, _WIDE_HURT = 145, 24
"""From so many columns on there is room for more of the hurt than one, beside all else."""


class Part(NamedTuple):
    """What stands in a place: its tone, and its variants, the longest first."""

    place: Place
    tone: Tone
    variants: tuple[str, ...]


class _PlacedText(NamedTuple):
    place: Place
    column: int
    tone: Tone
    text: str


def map_bottom_line_places_to_columns(width: int) -> dict[Place, int]:
    """The places of a width, in their order, and the column at which each begins. The three most
    important are there at any width."""
    sizes = _choose_place_widths(width)
    chosen: list[Place] = []
    for place in _RANKS:
        columns = sum(sizes[each] + GAP for each in (*chosen, place)) - GAP
        if columns <= width or len(chosen) < 3:
            chosen.append(place)
    found: dict[Place, int] = {}
    column = 0
    for place, columns in sizes.items():
        if place in chosen:
            found[place] = column
            column += columns + GAP
    return found


def _choose_place_widths(width: int) -> dict[Place, int]:
    return {**PLACES, "hurt": _WIDE_HURT} if width >= _WIDE else PLACES


def fit_parts_into_columns(
    parts: Iterable[Part], width: int, *, in_fight: bool = False
) -> list[_PlacedText]:
    """The parts in the places of this width, each in its longest variant that has room there, and
    without the least important if one that is too long for its place leaves it no room."""
    places = map_bottom_line_places_to_columns(width)
    said = _lend_free_places({part.place: part for part in parts}, places, in_fight=in_fight)
    kept = {place: part for place, part in said.items() if place in places}
    while True:
        placed = list(_place_parts_in_columns(kept, places, width))
        last = placed[-1] if placed else None
        if last is None or last.column + count_columns_of_text(last.text) <= width:
            return placed
        del kept[max(kept, key=_RANKS.index)]


def _lend_free_places(
    said: dict[Place, Part], places: Container[Place], *, in_fight: bool
) -> dict[Place, Part]:
    """On a screen without a place of theirs: in a fight that is not in the dark, or where no light
    is wanted, who is hurt stands in the place of the light, as `Bree 10/13`. Where nobody is hurt
    and no light is wanted, the clock does. Where nothing is open, who has few HP left stands in
    that place, unless they stand in that of the light; else the clock."""
    lent: dict[Place, Part] = {}
    is_light_idle = "light" in said and said["light"].variants == NO_LIGHT
    is_lit_fight = in_fight and not ("light" in said and said["light"].variants == DARK)
    if (is_lit_fight or is_light_idle) and "hurt" in said and "hurt" not in places:
        short = tuple(text.replace(" HP ", " ") for text in said["hurt"].variants)
        lent["light"] = Part("light", said["hurt"].tone, short)
    elif is_light_idle and "open" in said and "clock" in said and "clock" not in places:
        lent["light"] = said["clock"]._replace(place="light")
    is_few = "hurt" in said and said["hurt"].tone == "warning"
    free = "hurt" if is_few and "light" not in lent else "clock"
    if "open" not in said and free in said and free not in places:
        lent["open"] = said[free]._replace(place="open")
    return {**said, **lent}


def _place_parts_in_columns(
    parts: dict[Place, Part], places: dict[Place, int], width: int
) -> Iterator[_PlacedText]:
    end, sizes = -1, _choose_place_widths(width)
    for place, begins in places.items():
        if place not in parts:
            continue
        _, tone, variants = parts[place]
        column = max(begins, end + 1)
        room = width - column
        if place != "undo":
            room = min(room, begins + sizes[place] + GAP - 1 - column)
        fitting = (text for text in variants if count_columns_of_text(text) <= room)
        text = next(fitting, variants[-1])
        yield _PlacedText(place, column, tone, text)
        end = column + count_columns_of_text(text)
