"""The player screen drawn: at any size, without colour, with nothing that a terminal would obey."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.reports.requests_and_sharing import ScreenReport
from companion.view.screen.large_letters import _SHAPES, draw_large_letters
from companion.view.screen.player_screen_lines import draw_player_screen
from companion.view.screen.styled_rows import count_columns_of_text
from tests.desk.a_desk import a_desk, greenmire, said


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> ScreenReport:
    """A Turn in which something was said."""
    guide = a_desk(greenmire(Path(tmp_path_factory.mktemp("shelf")) / "a"))
    for number in range(3):
        said(guide, f"tell {number} goblins asleep around a fire that nobody has lit")
    return guide.build_player_screen()


def draw(report: ScreenReport, width: int, height: int, **how: bool) -> list[str]:
    """The screen as lines of text."""
    return [
        line.plain for line in draw_player_screen(report, str, width=width, height=height, **how)
    ]


@pytest.mark.parametrize("width", [8, 20, 40, 80, 200])
@pytest.mark.parametrize("height", [1, 5, 12, 24, 60])
def test_it_fits_any_terminal(report: ScreenReport, width: int, height: int) -> None:
    lines = draw(report, width, height)
    assert len(lines) <= height
    assert all(count_columns_of_text(line) <= width for line in lines)


@pytest.mark.parametrize("width", [40, 80])
def test_turn_light_place_and_the_newest_words_are_in_it(report: ScreenReport, width: int) -> None:
    lines = draw(report, width, 24)
    text = " ".join(" ".join(lines).split())
    for row in draw_large_letters("exploration 8" if width == 80 else "expl 8"):
        assert row in lines
    for row in draw_large_letters("bright 4"):
        assert row in lines
    assert "The Drowned Chapel" in text
    assert "2 goblins asleep" in text


def test_where_there_is_no_room_capitals_stand_for_large_letters(report: ScreenReport) -> None:
    text = "\n".join(draw(report, 40, 12))
    assert "EXPLORATION 8" in text
    assert "BRIGHT 4" in text
    assert "2 goblins" in text
    assert "█" not in text


def test_darkness_and_no_turn_are_said_in_words(report: ScreenReport) -> None:
    dark = replace(report, status=replace(report.status, light="darkness", burn=0))
    assert "DARK" in draw(dark, 40, 12)
    none = replace(dark.status, turn_type=None, turn_number=None, nested=())
    assert {"NO TURN", "NO LIGHT"} <= set(draw(replace(dark, status=none), 40, 12))


def test_plain_and_ascii_draw_no_blocks(report: ScreenReport) -> None:
    assert "#" in "".join(draw(report, 80, 24, ascii_only=True))
    for how in ({"plain": True}, {"ascii_only": True}):
        assert "█" not in "".join(draw(report, 80, 24, **how))


def test_nothing_that_a_terminal_would_obey_is_drawn(report: ScreenReport) -> None:
    name = "Mire\x1b]0;boo\x07\x1b[31m"
    spoilt = replace(report, status=replace(report.status, name=name, open=(f"done ({name})",)))
    for plain in (True, False):
        assert "\x1b" not in "".join(draw(spoilt, 80, 24, plain=plain))


def test_every_large_letter_has_five_rows_of_one_width() -> None:
    for shape in _SHAPES.values():
        assert len(shape.split()) == 5
        assert len(set(map(len, shape.split()))) == 1
    assert draw_large_letters("ä") == []
    assert draw_large_letters("") == []
