"""Heroes, Cities and Mines as people see it: the map in letters, and everybody's things."""

from collections.abc import Callable
from html import escape

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

_LEGEND = "A Hero of A · A1 City of A (# Ramparts) · M monster, i item, c cache, o mine (a: A's)"
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
            f"{LETTERS[seat]} {name}: {count_coins(state, seat)} coins · {mines} mines · "
            f"renown {count_renown(state, seat)}"
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


def draw_outline(state: State, names: Names) -> str:
    """The map as a picture."""
    board = state.data.board
    below = draw_players(state, names, 80)
    wide, tall = board.width * _CELL + 20, board.height * _CELL + 60 + 20 * len(below)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" '
        'font-family="sans-serif" font-size="13" text-anchor="middle">',
        f'<rect width="{wide}" height="{tall}" fill="#fff"/>',
        f'<text x="10" y="22" text-anchor="start" font-size="16">Day {state.day}</text>',
    ]
    for tile in range(len(state.monsters)):
        x, y = 10 + tile % board.width * _CELL, 32 + tile // board.width * _CELL
        mark = _mark_tile(state, tile)
        fill = "#f4efe4" if mark == "." else "#e7d9b8"
        parts.append(
            f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="#777"/>'
        )
        if mark != ".":
            middle = x + _CELL / 2
            parts.append(f'<text x="{middle}" y="{y + _CELL / 2 + 5}">{escape(mark)}</text>')
    for line, text in enumerate(below):
        at = 52 + board.height * _CELL + 20 * line
        parts.append(f'<text x="10" y="{at}" text-anchor="start">{escape(text)}</text>')
    return "\n".join((*parts, "</svg>", ""))


LOOKS: dict[str, Callable[[State, Names, int], list[str]]] = {
    "map": draw_map,
    "tiles": draw_tiles,
    "players": draw_players,
}
