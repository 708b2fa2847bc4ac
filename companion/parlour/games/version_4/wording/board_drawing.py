"""Version 4 as people see it: the board, the layout, the players and their armies."""

from companion.parlour.common_rules_and_sentences import format_count
from companion.parlour.game import Draw, Names
from companion.parlour.games.version_4.board import can_cross_side, list_tile_placements
from companion.parlour.games.version_4.data import Mana
from companion.parlour.games.version_4.dungeon_combat import (
    count_strength_without_mana,
    get_guardian,
)
from companion.parlour.games.version_4.renown import count_renown
from companion.parlour.games.version_4.rules import get_actor, list_moves
from companion.parlour.games.version_4.state import State
from companion.parlour.games.version_4.wording.descriptions import (
    describe_feature,
    describe_guardian,
)
from companion.parlour.hex_map_drawing import (
    PAPER,
    Cell,
    draw_map_as_svg,
    draw_map_in_characters,
    explain_map_coordinates,
)
from companion.parlour.hexes import get_neighbour, parse_hex_place
from companion.parlour.typed_moves import format_move
from companion.refusal import join_words

LETTERS = "ABCDEF"
"""Of characters on the board; their tokens have the small ones."""


_FILLS = {
    "purple": "#e3d3ee", "blue": "#cfdff2", "black": "#d5d5d5", "red": "#f3d0ca",
    "green": "#d2e6c8", "gold": "#f5e6b3",
}  # fmt: skip
_LEGEND = "A character, a travel token, * dungeon; a line between hexes: anybody crosses there"


def draw_table(state: State, names: Names, width: int) -> list[str]:
    """The round, the board, the dungeons that are known and the players."""
    whose = f", {names[state.seats[state.turn]]}'s turn" if state.phase != "over" else ""
    lines = [f"Round {state.round} of {state.data.figures.rounds}{whose}", ""]
    lines += draw_map(state, names, width)
    lines += ["", *_list_guardians(state)]
    return lines + [_draw_player_line(state, names, seat) for seat in range(len(names))]


def draw_map(state: State, _names: Names, width: int) -> list[str]:
    """The board of Version 4, its hexes drawn in characters."""
    at = 0 if state.phase == "over" else state.players[get_actor(state)].at
    places = _list_free_places(state)
    explorations = (move for move in list_moves(state) if move[0] == "explore")
    example = next(map(format_move, explorations), "") if places else ""
    told = explain_map_coordinates(example, "the feature of a tile", width)
    return [
        *draw_map_in_characters([*_list_cells_of_map(state), *places], width, state.hexes[at].at),
        *told,
    ]


def draw_table_as_svg(state: State, names: Names) -> str:
    """The whole table as a picture: the board, and all else in words."""
    below = [_draw_player_line(state, names, seat) for seat in range(len(names))]
    below += [*_list_guardians(state), _LEGEND]
    return draw_map_as_svg(_list_cells_of_map(state), f"Version 4, round {state.round}", below)


def _list_cells_of_map(state: State) -> list[Cell]:
    """The hexes, each with who is there and whose tokens; `*` marks a dungeon. A line between two
    is a side that anybody crosses."""
    number = {each.at: at for at, each in enumerate(state.hexes)}
    cells = []
    for at, here in enumerate(state.hexes):
        on = [LETTERS[seat] for seat, each in enumerate(state.players) if each.at == at]
        marks = [
            LETTERS[seat].lower() for seat, each in enumerate(state.players) if at in each.tokens
        ]
        dungeon = "*" if state.dungeons[at] >= 0 else ""
        open_to = {other for other, letters in here.beside if can_cross_side(letters, None)}
        east, south_west, south_east = (
            number.get(get_neighbour(here.at, direction), -1) in open_to for direction in (0, 4, 5)
        )
        fill = _FILLS.get(here.colour or "", PAPER)
        shown = "".join((*on, *marks, dungeon))
        cells.append(Cell(here.at, here.name, shown, east, south_west, south_east, fill))
    return cells


def _list_free_places(state: State) -> list[Cell]:
    """In Adventure: every place where the feature of a tile can be laid, by its coordinates."""
    if state.phase != "adventure" or state.todo:
        return []
    player = state.players[state.seats[state.turn]]
    moves = list_tile_placements(state, player.at, player.ability)
    places = sorted({move[2] for move in moves})
    return [Cell(parse_hex_place(place), place, is_place=True) for place in places]


def _list_guardians(state: State) -> list[str]:
    """The guardians that somebody has met, and what they fight with."""
    lines = []
    for at, here in enumerate(state.hexes):
        guardian = get_guardian(state, at)
        if guardian is not None:
            lines.append(f"{here.name}: {describe_guardian(state, guardian)}")
    return lines


def _format_mana(state: State, mana: Mana) -> str:
    colours = state.data.figures.colours
    return " ".join(f"{n} {colours[at]}" for at, n in enumerate(mana) if n) or "none"


def _draw_player_line(state: State, names: Names, seat: int) -> str:
    player = state.players[seat]
    parts = [
        f"{LETTERS[seat]} {names[seat]}{f', {player.class_name}' if player.class_name else ''}",
        state.hexes[player.at].name,
        f"strength {count_strength_without_mana(state, player)}",
        f"ready {_format_mana(state, player.ready)}",
        f"spent {_format_mana(state, player.spent)}",
        format_count(player.coins, "coin"),
        f"renown {count_renown(state, player)}",
    ]
    return " · ".join(parts)


def render_all_armies(state: State, names: Names, _width: int) -> list[str]:
    """A line for each player: the creatures in their army, and their relics."""
    lines = []
    for seat, player in enumerate(state.players):
        creatures = [
            f"{state.data.creatures_by_id[each].name} {state.data.creatures_by_id[each].strength}"
            for each in player.army
        ]
        relics = [state.data.treasures_by_id[each].name for each in player.relics]
        lines.append(f"{names[seat]}: {join_words([*creatures, *relics]) or 'nobody'}")
    return lines


def render_tiles_to_lay(state: State, _names: Names, _width: int) -> list[str]:
    """The tiles that can be laid: what they give, and the letters of their sides."""
    if not state.layout:
        return ["All tiles are laid."]
    lines = [
        "Each hex with its sides e ne nw w sw se, the dungeon to the east: . open, f forest, "
        "m mountains, w water."
    ]
    for each in state.layout:
        tile = state.data.tiles_by_id[each]
        lines.append(
            f"{each} {tile.feature.name} {tile.feature.edges}: {describe_feature(state, tile)}"
        )
        lines.append(
            f"  {tile.dungeon.name} {tile.dungeon.edges}: dungeon; explorer gains 1 {tile.colour}"
        )
    return lines


def render_players(state: State, names: Names, _width: int) -> list[str]:
    """A line for each player of Version 4, with all they have."""
    return [_draw_player_line(state, names, seat) for seat in range(len(names))]


LOOKS: dict[str, Draw] = {
    "map": draw_map,
    "layout": render_tiles_to_lay,
    "army": render_all_armies,
    "players": render_players,
}
