"""Heroes, Cities and Mines as people see it: the map in letters, and everybody's things."""

from html import escape

from companion.parlour.common_rules_and_sentences import format_count
from companion.parlour.game import Draw, Names
from companion.parlour.games.player_turns.purses_items_and_table_rolls import (
    count_coins,
    find_city_number_on_tile,
    list_own_city_numbers,
    list_own_hero_numbers,
)
from companion.parlour.games.player_turns.rules import count_renown
from companion.parlour.games.player_turns.state import Hero, State
from companion.parlour.games.player_turns.wording.descriptions import describe_item, describe_tile
from companion.parlour.hex_map_drawing import (
    PAPER,
    begin_svg,
    draw_svg_texts,
    measure_svg_text_height,
    wrap_svg_texts,
)
from companion.refusal import join_words

_LEGEND = (
    "A Hero of A · a2# City of A, tier 2, with Ramparts · M Monster · i Item · c cache · o mine · "
    "oa mine of A · a Tile is column,row: 3,1 is the third in the top row"
)
LETTERS = "ABCD"
_MARGIN = 3
"""Columns before the map, for its numbers."""


def draw_table(state: State, names: Names, width: int) -> list[str]:
    """The Day, the map and the players."""
    is_turn = state.phase != "over" and state.turn < len(state.seats)
    whose = f", {names[state.seats[state.turn]]}'s turn" if is_turn else ""
    lines = [f"Day {state.day} of {state.data.figures.days}{whose}", ""]
    lines += draw_map(state, names, width)
    return [*lines, "", *render_players(state, names, width)]


def draw_map(state: State, _names: Names, width: int) -> list[str]:
    """The grid: what is met first on a Tile stands first. Where it does not fit, its left half
    stands over its right half."""
    board = state.data.board
    marks = [_render_marks_of_tile(state, tile) for tile in range(len(state.monsters))]
    room = max(4, *(len(mark) + 1 for mark in marks))
    parts = -(-board.width * room // max(room, width - _MARGIN))
    wide = -(-board.width // parts)
    lines: list[str] = []
    for left in range(0, board.width, wide):
        shown = range(left, min(left + wide, board.width))
        head = "".join(str(x + 1).center(room) for x in shown)
        lines += [""] * bool(lines) + [" " * _MARGIN + head.rstrip()]
        for y in range(board.height):
            row = "".join(marks[y * board.width + x].center(room) for x in shown)
            lines.append(f"{y + 1:>2} {row}".rstrip())
    return [*lines, _LEGEND]


def _render_marks_of_tile(state: State, tile: int) -> str:
    marks = "M" * bool(state.monsters[tile])
    marks += "".join(LETTERS[hero.owner] for hero in state.heroes if hero.tile == tile)
    at = find_city_number_on_tile(state, tile)
    if at >= 0:
        city = state.cities[at]
        marks += f"{LETTERS[city.owner].lower()}{city.tier + 1}{'#' if city.ramparts else ''}"
    marks += "i" * bool(state.finds[tile] or any(at == tile for at, _ in state.dropped))
    marks += "c" * bool(state.caches[tile])
    for where, owner in state.mines:
        if where == tile:
            marks += "o" if owner < 0 else f"o{LETTERS[owner].lower()}"
    return marks or "."


def render_players(state: State, names: Names, _width: int) -> list[str]:
    """Lines that show each player's coins, Cities, Heroes and renown."""
    lines = []
    for seat, name in enumerate(names):
        if not state.owns_city(seat):
            lines.append(f"{LETTERS[seat]} {name}: out")
            continue
        mines = sum(owner == seat for _, owner in state.mines)
        lines.append(
            f"{LETTERS[seat]} {name}: {format_count(count_coins(state, seat), 'coin')} · "
            f"{format_count(mines, 'mine')} · renown {count_renown(state, seat)}"
        )
        for at in list_own_city_numbers(state, seat):
            city = state.cities[at]
            parts = [
                state.data.figures.tiers[city.tier].name,
                format_count(city.recruits, "Recruit"),
            ]
            parts += ["Ramparts"] if city.ramparts else ["no Ramparts"]
            parts += ["under siege"] if city.under_siege else []
            parts += [describe_item(state, item) for item in city.armory]
            where = state.data.format_tile_coordinates(city.tile)
            lines.append(f"  {city.name} at {where}: {', '.join(parts)}")
        for at in list_own_hero_numbers(state, seat):
            lines += _draw_hero(state, state.heroes[at])
    return lines


def _draw_hero(state: State, hero: Hero) -> list[str]:
    items = join_words([describe_item(state, item) for item in hero.items])
    fights = state.battle if state.hero >= 0 and state.heroes[state.hero] is hero else None
    army = fights.army if fights is not None else hero.army
    parts = [f"at {state.data.format_tile_coordinates(hero.tile)}", f"army {army}"]
    parts += ["fallen in this Battle"] if fights is not None and fights.fallen else []
    parts += [items] if items else []
    if state.hero >= 0 and state.heroes[state.hero] is hero and state.left:
        parts.append(f"{state.left} to go")
    return [f"  {hero.name}: {', '.join(parts)}"]


def render_filled_tiles(state: State, _names: Names, _width: int) -> list[str]:
    """What lies on each Tile that is not empty."""
    told = (
        (state.data.format_tile_coordinates(tile), describe_tile(state, tile))
        for tile in range(len(state.monsters))
    )
    found = [f"{name}: {what}" for name, what in told if what]
    return ["Tiles by column and row:", *found]


_CELL = 56
_FILLS = ("#f3d0ca", "#cfdff2", "#d2e6c8", "#f5e6b3")
"""Of what belongs to each seat, in a picture."""


def draw_table_as_svg(state: State, names: Names) -> str:
    """The map as a picture, with its numbers along the sides."""
    board = state.data.board
    left, top = 24, 56
    wide, bottom = board.width * _CELL + left + 10, board.height * _CELL + top
    lines = wrap_svg_texts([*render_players(state, names, 80), _LEGEND], wide)
    parts = begin_svg(0, 0, wide, bottom + measure_svg_text_height(lines), f"Day {state.day}")
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
        mark = _render_marks_of_tile(state, tile)
        parts.append(
            f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" '
            f'fill="{_choose_colour_of_tile(state, tile)}" stroke="#777"/>'
        )
        if mark != ".":
            middle = x + _CELL / 2
            parts.append(f'<text x="{middle}" y="{y + _CELL / 2 + 5}">{escape(mark)}</text>')
    parts += draw_svg_texts(lines, 0, bottom)
    return "\n".join((*parts, "</svg>", ""))


def _choose_colour_of_tile(state: State, tile: int) -> str:
    """The colour of whose City or mine is there."""
    at = find_city_number_on_tile(state, tile)
    owner = state.cities[at].owner if at >= 0 else dict(state.mines).get(tile, -1)
    return _FILLS[owner] if owner >= 0 else PAPER


LOOKS: dict[str, Draw] = {"map": draw_map, "tiles": render_filled_tiles, "players": render_players}
