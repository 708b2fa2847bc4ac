"""Pictures: nothing is cut off, nothing lies over anything else."""

import re
from xml.etree import ElementTree

import pytest

from companion.parlour.game import Game
from companion.parlour.hex_map_drawing import (
    Cell,
    draw_map_as_svg,
    draw_map_in_characters,
    explain_map_coordinates,
)
from companion.parlour.match_in_play import Player
from tests.parlour.making import BY_GAME, make_match

SVG = "{http://www.w3.org/2000/svg}"
NARROW = 0.5
"""How wide a letter is at least, for each unit of its size."""


@pytest.mark.parametrize("moves", [0, 60, 250])
@BY_GAME
def test_no_text_of_a_picture_is_cut_off(game: Game, moves: int) -> None:
    names = ("Annabel the Bold", "Bo", "Christopher Longname", "Dee")
    seats = (Player(name, "steady") for name in names)
    match = make_match(game, *seats, seed="11")
    for number, _ in enumerate(match.play_bots()):
        if number == moves:
            break
    picture = ElementTree.fromstring(game.outline(game.hide(match.state, 0), match.names))
    left, top, wide, tall = map(float, picture.attrib["viewBox"].split())
    for each in picture.iter(f"{SVG}text"):
        x, y = float(each.attrib["x"]), float(each.attrib["y"])
        size = float(each.attrib.get("font-size", picture.attrib["font-size"]))
        length = len(each.text or "") * size * NARROW
        begin = x if each.attrib.get("text-anchor") == "start" else x - length / 2
        assert left <= begin, each.text
        assert begin + length <= left + wide, each.text
        assert top <= y - size, each.text
        assert y <= top + tall, each.text


def test_every_road_lies_over_all_hexes_and_beside_all_names() -> None:
    cells = [Cell((0, 0), "Hermitage", "Aa!4", True, True, True), Cell((1, 0), "Orchard")]
    text = draw_map_as_svg([*cells, Cell((0, 1), "Ledge"), Cell((-1, 1), "Mill")], "Map")
    kinds = re.findall(r"<(polygon|polyline|text)", text)
    assert kinds.index("polyline") > max(n for n, kind in enumerate(kinds) if kind == "polygon")
    picture = ElementTree.fromstring(text)
    roads = [each.attrib["points"] for each in picture.iter(f"{SVG}polyline")]
    east = min((points for points in roads), key=lambda p: abs(float(p.split()[0].split(",")[1])))
    road = float(east.split()[0].split(",")[1])
    for each in picture.iter(f"{SVG}text"):
        if each.text in ("Hermitage", "Aa!4"):
            y = float(each.attrib["y"])
            assert y < road - 3 or y - 12 > road + 3, each.text


@pytest.mark.parametrize(("wide", "shown"), [(1, "Hermitage"), (8, "Hermitag"), (16, "Herm")])
def test_names_on_a_map_are_as_long_as_it_leaves_room_for(wide: int, shown: str) -> None:
    cells = [Cell((n, 0), "Hermitage") for n in range(wide)]
    assert draw_map_in_characters(cells, 80, (0, 0))[0].split()[0] == shown


def test_coordinates_are_explained_where_they_are_shown() -> None:
    match = make_match("errantry")
    drawn = " ".join(" ".join(match.game.draw_table(match.state, match.names, 80)).split())
    assert f"can lie: {' '.join(match.legal_moves[0])}." in drawn
    assert "The Citadel is 0,0" in drawn


def test_no_coordinates_are_explained_where_none_are_shown() -> None:
    assert explain_map_coordinates("", "a tile", 80) == []
