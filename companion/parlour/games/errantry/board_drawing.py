"""Errantry as people see it: the map, the heroes, the board and the wares."""

from companion.parlour.game import Draw, Names
from companion.parlour.games.errantry.combat import count_strength_without_mana
from companion.parlour.games.errantry.common_rules import get_current_seat
from companion.parlour.games.errantry.rules import get_actor, list_moves
from companion.parlour.games.errantry.sentences import (
    describe_item,
    describe_what_tokens_bring_on_hex,
    format_resources,
)
from companion.parlour.games.errantry.state import State
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
"""Of heroes on the map; their tokens have the small ones."""


_FILLS = {"plain": "#f6ecc8", "hill": "#e4d3bc", "wood": "#cfe3c4", "marsh": "#cfe0e4"}
_LEGEND = "A hero, a token, !3 monster of level 3; yellow plain, brown hill, green wood, blue marsh"


def draw_table(state: State, names: Names, width: int) -> list[str]:
    """The day, the map, the monsters on it and the heroes."""
    whose = f"{names[get_current_seat(state)]}'s turn" if state.phase != "over" else ""
    head = "The set-up" if not state.day else f"Day {state.day} of {state.data.figures.last_day}"
    lines = [f"{head}{f', {whose}' if whose else ''}", ""]
    lines += draw_map(state, names, width)
    lines += ["", *render_monsters(state, names, width)]
    lines += [line for seat in range(len(names)) for line in _draw_hero_line(state, names, seat)]
    return lines


def draw_map(state: State, _names: Names, width: int) -> list[str]:
    """The map of Errantry, its hexes drawn in characters."""
    middle = state.hexes[state.heroes[get_actor(state)].at].at if state.phase != "over" else (0, 0)
    places = _list_free_places(state)
    example = format_move(list_moves(state)[0]) if places else ""
    told = explain_map_coordinates(example, "the first hex of a tile", width)
    return [*draw_map_in_characters([*_list_cells_of_map(state), *places], width, middle), *told]


def draw_table_as_svg(state: State, names: Names) -> str:
    """The whole table as a picture: the map, and all else in words below it."""
    below = [line for seat in range(len(names)) for line in _draw_hero_line(state, names, seat)]
    below += [*render_monsters(state, names, 80), _LEGEND]
    return draw_map_as_svg(_list_cells_of_map(state), f"Errantry, day {state.day}", below)


def _list_cells_of_map(state: State) -> list[Cell]:
    number = {each.at: at for at, each in enumerate(state.hexes)}
    return [_make_map_cell(state, at, number) for at in range(len(state.hexes))]


def _list_free_places(state: State) -> list[Cell]:
    """While tiles are laid: every place where the first hex of one can lie, by its coordinates."""
    places = {move[2] for move in list_moves(state)} if state.phase == "lay" else set()
    return [Cell(parse_hex_place(place), place, is_place=True) for place in sorted(places)]


def _make_map_cell(state: State, at: int, number: dict[tuple[int, int], int]) -> Cell:
    here = state.hexes[at]
    heroes = [LETTERS[seat] for seat, hero in enumerate(state.heroes) if hero.at == at]
    tokens = [LETTERS[seat].lower() for seat, hero in enumerate(state.heroes) if at in hero.tokens]
    monster = state.monsters[at]
    level = f"!{state.data.monsters_by_id[monster].level}" if monster else ""
    east, south_west, south_east = (
        number.get(get_neighbour(here.at, direction)) in here.roads for direction in (0, 4, 5)
    )
    marks = "".join((*heroes, *tokens, level))
    fill = _FILLS.get(here.terrain or "", PAPER)
    return Cell(here.at, here.name, marks, east, south_west, south_east, fill)


def render_monsters(state: State, _names: Names, _width: int) -> list[str]:
    """The monsters on the map, and what they fight with."""
    lines = []
    for at, monster_id in enumerate(state.monsters):
        if monster_id:
            monster = state.data.monsters_by_id[monster_id]
            fights = f"{monster.strength}+{monster.dice}d6"
            lines.append(f"{state.hexes[at].name}: {monster.name}, level {monster.level}, {fights}")
    return lines or ["No monster is on the map."]


def _draw_hero_line(state: State, names: Names, seat: int) -> list[str]:
    hero = state.heroes[seat]
    parts = [
        f"{LETTERS[seat]} {names[seat]}: {state.hexes[hero.at].name}",
        f"strength {count_strength_without_mana(state, hero)}",
        f"mana {hero.ready} ready, {hero.spent} spent",
    ]
    if hero.trophies:
        parts.append(f"trophies {_join_names_of_things(state, 'monsters_by_id', hero.trophies)}")
    if hero.resources:
        parts.append(format_resources(hero.resources))
    return [" · ".join(parts)]


def draw_treasure_board(state: State, _names: Names, _width: int) -> list[str]:
    """The treasure board of Errantry, a line for each box."""
    size = state.data.figures.box_cards
    return [
        f"Level {at // size + 1}: "
        + "; ".join(
            format_resources(state.data.treasures_by_id[card].resources)
            for card in state.board[at : at + size]
        )
        for at in range(0, len(state.board), size)
    ] or ["The treasure board is empty."]


def render_wares(state: State, _names: Names, _width: int) -> list[str]:
    """The items on offer in the market of Errantry, with their prices."""
    return [describe_item(state, item) for item in state.market if item] or ["Nothing is on offer."]


def render_heroes(state: State, names: Names, _width: int) -> list[str]:
    """Lines that show the heroes of Errantry with all they hold."""
    lines = []
    for seat, hero in enumerate(state.heroes):
        lines += _draw_hero_line(state, names, seat)
        lines += [f"  {describe_item(state, item)}" for item in hero.items]
        if hero.treasures:
            cards = (
                format_resources(state.data.treasures_by_id[c].resources) for c in hero.treasures
            )
            lines.append(f"  treasure: {'; '.join(cards)}")
        if hero.tokens:
            lines.append(f"  tokens on {join_words([state.hexes[at].name for at in hero.tokens])}")
    return lines


def render_tiles_in_hand(state: State, _names: Names, _width: int) -> list[str]:
    """The tiles in hand, each hex with the letters of its sides and what a token there is for."""
    lines = ["Sides e ne nw w sw se, second hex to the east: r road, w impassable, . neither."]
    for tile in state.hand:
        first, second = state.data.tiles_by_id[tile].hexes
        number = str(tile)
        for mark, each in ((number, first), (" " * len(number), second)):
            what = ", ".join((each.terrain, *describe_what_tokens_bring_on_hex(each)))
            lines.append(f"{mark} {each.name} {each.edges}  {what}")
    return lines if state.hand else ["All tiles are laid."]


LOOKS: dict[str, Draw] = {
    "map": draw_map,
    "tiles": render_tiles_in_hand,
    "monsters": render_monsters,
    "board": draw_treasure_board,
    "wares": render_wares,
    "heroes": render_heroes,
}


def _join_names_of_things(state: State, what: str, ids: tuple[int, ...]) -> str:
    return join_words([getattr(state.data, what)[each].name for each in ids])
