"""Heroes, Cities and Mines as people see it: the map in letters, and everybody's things."""

from collections.abc import Callable
from html import escape

from companion.parlour.drawing import PAPER, begin_svg, draw_texts, measure_texts, wrap_texts
from companion.parlour.player_turns.rules import count_renown, get_actor
from companion.parlour.player_turns.sentences import Names, describe_tile
from companion.parlour.player_turns.table import (
    count_coins,
    find_city,
    list_cities,
    list_heroes,
    name_item,
)
from companion.parlour.player_turns.values import Hero, State
from companion.refusal import join_words

_LEGEND = "A Hero of A · a2# City of A with Ramparts · M monster i item c cache o mine oa A's"
LETTERS = "ABCD"


def draw_table(state: State, names: Names, width: int) -> list[str]:
    """The Day, the map and the players."""
    whose = f", {names[get_actor(state)]}" if state.phase != "over" else ""
    lines = [f"Day {state.day} of {state.data.figures.days}{whose}", ""]
    lines += draw_map(state, names, width)
    return [*lines, "", *draw_players(state, names, width)]


def draw_map(state: State, _names: Names, width: int) -> list[str]:
    """The grid: what is met first on a Tile stands first."""
    room = 4 if width < 60 else 6
    board = state.data.board
    head = "   " + "".join(str(x + 1).center(room) for x in range(board.width))
    lines = [head.rstrip()]
    for y in range(board.height):
        row = (_mark_tile(state, y * board.width + x) for x in range(board.width))
        lines.append(f"{y + 1:>2} " + "".join(mark[:room].center(room) for mark in row).rstrip())
    return [*lines, _LEGEND] if width >= 60 else lines


def _mark_tile(state: State, tile: int) -> str:
    marks = "M" * bool(state.monsters[tile])
    marks += "".join(LETTERS[hero.owner] for hero in state.heroes if hero.tile == tile)
    at = find_city(state, tile)
    if at >= 0:
        city = state.cities[at]
        marks += f"{LETTERS[city.owner].lower()}{city.tier + 1}{'#' if city.ramparts else ''}"
    marks += "i" * bool(state.finds[tile] or any(at == tile for at, _ in state.dropped))
    marks += "c" * bool(state.caches[tile])
    for where, owner in state.mines:
        if where == tile:
            marks += "o" if owner < 0 else f"o{LETTERS[owner].lower()}"
    return marks or "."


def draw_players(state: State, names: Names, _width: int) -> list[str]:
    """Everybody's coins, Cities, Heroes and renown."""
    lines = []
    for seat, name in enumerate(names):
        if not state.owns_city(seat):
            lines.append(f"{LETTERS[seat]} {name}: out")
            continue
        mines = sum(owner == seat for _, owner in state.mines)
        lines.append(
            f"{LETTERS[seat]} {name}: {count_coins(state, seat)} coins · "
            f"{mines} mine{'' if mines == 1 else 's'} · renown {count_renown(state, seat)}"
        )
        for at in list_cities(state, seat):
            city = state.cities[at]
            parts = [state.data.figures.tiers[city.tier].name, f"{city.recruits} Recruits"]
            parts += ["Ramparts"] if city.ramparts else ["no Ramparts"]
            parts += ["under siege"] if city.under_siege else []
            parts += [name_item(state, item) for item in city.armory]
            where = state.data.name_tile(city.tile)
            lines.append(f"  {city.name} at {where}: {', '.join(parts)}")
        for at in list_heroes(state, seat):
            lines += _draw_hero(state, state.heroes[at])
    return lines


def _draw_hero(state: State, hero: Hero) -> list[str]:
    items = join_words([name_item(state, item) for item in hero.items])
    parts = [f"at {state.data.name_tile(hero.tile)}", f"army {hero.army}"]
    parts += [items] if items else []
    if state.hero >= 0 and state.heroes[state.hero] is hero and state.left:
        parts.append(f"{state.left} to go")
    return [f"  {hero.name}: {', '.join(parts)}"]


def draw_tiles(state: State, _names: Names, _width: int) -> list[str]:
    """Every Tile with something on it."""
    told = (
        (state.data.name_tile(tile), describe_tile(state, tile))
        for tile in range(len(state.monsters))
    )
    return [f"{name}: {what}" for name, what in told if what]


_CELL = 56
_FILLS = ("#f3d0ca", "#cfdff2", "#d2e6c8", "#f5e6b3")
"""Of what belongs to each seat, in a picture."""


def draw_outline(state: State, names: Names) -> str:
    """The map as a picture, with its numbers along the sides."""
    board = state.data.board
    left, top = 24, 56
    wide, bottom = board.width * _CELL + left + 10, board.height * _CELL + top
    lines = wrap_texts([*draw_players(state, names, 80), _LEGEND], wide)
    parts = begin_svg(0, 0, wide, bottom + measure_texts(lines), f"Day {state.day}")
    parts += [
        f'<text x="{left + (x + 0.5) * _CELL}" y="{top - 6}">{x + 1}</text>'
        for x in range(board.width)
    ]
    parts += [
        f'<text x="{left / 2}" y="{top + (y + 0.5) * _CELL + 4}">{y + 1}</text>'
        for y in range(board.height)
    ]
    for tile in range(len(state.monsters)):
        x, y = left + tile % board.width * _CELL, top + tile // board.width * _CELL
        mark = _mark_tile(state, tile)
        parts.append(
            f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" '
            f'fill="{_choose_fill(state, tile)}" stroke="#777"/>'
        )
        if mark != ".":
            middle = x + _CELL / 2
            parts.append(f'<text x="{middle}" y="{y + _CELL / 2 + 5}">{escape(mark)}</text>')
    parts += draw_texts(lines, 0, bottom)
    return "\n".join((*parts, "</svg>", ""))


def _choose_fill(state: State, tile: int) -> str:
    """The colour of whose City or mine is there."""
    at = find_city(state, tile)
    owner = state.cities[at].owner if at >= 0 else dict(state.mines).get(tile, -1)
    return _FILLS[owner] if owner >= 0 else PAPER


LOOKS: dict[str, Callable[[State, Names, int], list[str]]] = {
    "map": draw_map,
    "tiles": draw_tiles,
    "players": draw_players,
}
