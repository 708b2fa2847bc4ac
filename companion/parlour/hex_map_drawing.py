"""Maps of hexes in characters and as SVG, for every game that has one."""

from collections.abc import Iterable
from html import escape
from math import cos, pi, sin, sqrt
from textwrap import wrap
from typing import NamedTuple

from companion.parlour.hexes import Place

PAPER = "#f4efe4"


class Cell(NamedTuple):
    """A hex as it is drawn: two short lines, and whether one can go east, south-west and south-east
    from it. One that `is_place` is free, and has its coordinates for a name."""

    at: Place
    name: str
    marks: str = ""
    east: bool = False
    south_west: bool = False
    south_east: bool = False
    fill: str = PAPER
    """Its colour in a picture."""
    is_place: bool = False


_LINES_A_HEX = 3
_HALVES = (6, 5, 4, 3)
"""Half the columns of a hex: as many as the whole map leaves room for."""


def draw_map_in_characters(cells: Iterable[Cell], width: int, middle: Place) -> list[str]:
    """The map in so many columns. Where it does not fit, what is nearest to the middle is shown.
    Names that are cut stand below it whole."""
    cells = list(cells)
    columns = [2 * cell.at[0] + cell.at[1] for cell in cells]
    span = max(columns) - min(columns) + 2
    half = next((half for half in _HALVES if span * half <= width), _HALVES[-1])
    reach = width // half - 2
    left = min(columns)
    if max(columns) - left > reach:
        left = min(max(left, 2 * middle[0] + middle[1] - reach // 2), max(columns) - reach)
    top = min(cell.at[1] for cell in cells)
    rows = max(cell.at[1] for cell in cells) - top + 1
    canvas = [[" "] * width for _ in range(rows * _LINES_A_HEX)]
    cut: list[str] = []
    for cell, column in zip(cells, columns, strict=True):
        x, y = (column - left) * half, (cell.at[1] - top) * _LINES_A_HEX
        if 0 <= x <= width - 2 * half:
            _draw_cell(canvas, cell, x, y, 2 * half)
            cut += [cell.name] if len(cell.name) > 2 * half - 2 and not cell.is_place else []
    lines = ["".join(row).rstrip() for row in canvas]
    while lines and not lines[-1]:
        lines.pop()
    return [*lines, "", *wrap(f"Cut short: {', '.join(cut)}", width)] if cut else lines


def _draw_cell(canvas: list[list[str]], cell: Cell, x: int, y: int, size: int) -> None:
    room = size - 2 + cell.is_place
    _write_text_in_row(canvas[y], x, cell.name[:room].center(room))
    _write_text_in_row(canvas[y + 1], x, cell.marks[:room].center(room))
    if cell.east:
        _write_text_in_row(canvas[y], x + room, "--")
    if cell.south_west:
        _write_text_in_row(canvas[y + 2], x + size // 4 - 1, "/")
    if cell.south_east:
        _write_text_in_row(canvas[y + 2], x + room - size // 4, "\\")


def _write_text_in_row(row: list[str], x: int, text: str) -> None:
    for at, character in enumerate(text, x):
        if at < len(row) and character != " ":
            row[at] = character


_SIZE = 44
"""Of a hex in a picture: from its middle to a corner."""
_LINE = 20
_LETTER = 6.9
"""How wide a letter of text is taken to be, at most."""


def begin_svg(left: float, top: float, wide: float, tall: float, title: str) -> list[str]:
    """The beginning of a picture: its paper and its title."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {wide:.0f} '
        f'{tall:.0f}" font-family="sans-serif" font-size="12" text-anchor="middle">',
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{wide:.0f}" height="{tall:.0f}" fill="#fff"/>',
        f'<text x="{left + 8:.0f}" y="{top + 22:.0f}" text-anchor="start" font-size="16">'
        f"{escape(title)}</text>",
    ]


def wrap_svg_texts(texts: Iterable[str], wide: float) -> list[str]:
    """Lines of text, none longer than the paper is wide; what belongs to the line before stands
    further in."""
    most = int((wide - 16) / _LETTER)
    return [
        part
        for text in texts
        for part in wrap(text, most, subsequent_indent=" " * (_count_indent(text) + 4))
    ]


def measure_svg_text_height(lines: list[str]) -> int:
    """The height of paper that these lines of text need in an SVG."""
    return _LINE * len(lines) + 24


def draw_svg_texts(lines: Iterable[str], left: float, top: float) -> list[str]:
    """SVG text elements that put these lines of text below each other."""
    return [
        f'<text x="{left + 8 + _count_indent(text) * _LETTER / 2:.0f}" '
        f'y="{top + _LINE * number:.0f}" text-anchor="start">{escape(text.strip())}</text>'
        for number, text in enumerate(lines, 1)
    ]


def _count_indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def draw_map_as_svg(cells: Iterable[Cell], title: str, below: Iterable[str] = ()) -> str:
    """The map as a picture, with lines of text below it. Roads lie over the hexes, and names beside
    the roads."""
    cells = list(cells)
    middles = [_find_middle_of_hex(cell.at) for cell in cells]
    left = min(x for x, _ in middles) - _SIZE
    top = min(y for _, y in middles) - _SIZE - 36
    wide = max(max(x for x, _ in middles) - left + _SIZE, 560)
    bottom = max(y for _, y in middles) + _SIZE
    lines = wrap_svg_texts(below, wide)
    parts = begin_svg(left, top, wide, bottom - top + measure_svg_text_height(lines), title)
    roads, names = [], []
    for cell, (x, y) in zip(cells, middles, strict=True):
        corners = " ".join(
            f"{x + _SIZE * cos(pi / 6 + n * pi / 3):.1f},{y + _SIZE * sin(pi / 6 + n * pi / 3):.1f}"
            for n in range(6)
        )
        parts.append(f'<polygon points="{corners}" fill="{cell.fill}" stroke="#777"/>')
        for is_open, angle in ((cell.east, 0), (cell.south_west, 120), (cell.south_east, 60)):
            if is_open:
                roads.append(_choose_road_character(x, y, angle))
        names.append(f'<text x="{x:.1f}" y="{y - 9:.1f}">{escape(cell.name)}</text>')
        names.append(
            f'<text x="{x:.1f}" y="{y + 18:.1f}" font-weight="bold">{escape(cell.marks)}</text>'
        )
    parts += [*roads, *names, *draw_svg_texts(lines, left, bottom)]
    return "\n".join((*parts, "</svg>", ""))


def _find_middle_of_hex(at: Place) -> tuple[float, float]:
    q, r = at
    return _SIZE * sqrt(3) * (q + r / 2), _SIZE * 1.5 * r


def _choose_road_character(x: float, y: float, angle: int) -> str:
    """A road over the side of a hex that lies at this angle from its middle."""
    across, along = _SIZE * sqrt(3) / 2, 12
    turn = angle * pi / 180
    ends = [
        f"{x + (across + part) * cos(turn):.1f},{y + (across + part) * sin(turn):.1f}"
        for part in (-along, along)
    ]
    return f'<polyline points="{" ".join(ends)}" stroke="#8a5a2b" stroke-width="6"/>'


def explain_map_coordinates(example: str, what: str, width: int) -> list[str]:
    """What the coordinates on a map mean, with a move that names one: `lay 6 1,0 ne`. Nothing where
    there is no such move."""
    if not example:
        return []
    told = (
        f"Where numbers stand {what} can lie: {example}. The Citadel is 0,0; one hex to the east "
        "adds 1 to the first number, one to the south-east 1 to the second."
    )
    return ["", *wrap(told, width)]
