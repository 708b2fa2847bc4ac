"""Odds at the prompt: as wide as the screen, the bars standing out."""

from pathlib import Path

import pytest

from companion.reports.reply import Reply
from companion.view.screen.drawing import draw_reply
from tests.commands.table import Table


@pytest.fixture
def reply(tmp_path: Path) -> Reply:
    return Table(tmp_path).done("odds 3d6kl1 vs d6")


def screen(reply: Reply, width: int, *, ascii_only: bool = False, plain: bool = False) -> list[str]:
    lines = draw_reply(
        reply, str, guide=True, form="full", width=width, plain=plain, ascii_only=ascii_only
    )
    return [line.plain.rstrip() for line in lines]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_bars_are_as_wide_as_the_screen_lets_them(width: int, reply: Reply) -> None:
    lines = screen(reply, width)
    assert len(lines) == (10 if width == 40 else 9)
    assert max(map(len, lines)) <= width
    assert lines[2].startswith("1   42.13% ███")
    assert lines[2].split()[2].count("█") == {40: 9, 60: 19, 80: 29, 120: 40}[width]


def test_a_console_without_blocks_gets_plain_marks(reply: Reply) -> None:
    assert "".join(screen(reply, 80, ascii_only=True)).isascii()


def test_bars_stand_out(reply: Reply) -> None:
    lines = draw_reply(reply, str, guide=True, form="full", width=40, plain=False)
    spans = [
        (line.plain[span.start : span.end], str(span.style))
        for line in lines
        for span in line.spans
    ]
    assert {style for text, style in spans if "█" in text} == {"bright_blue"}


def test_in_plain_mode_lines_fit_everywhere(reply: Reply) -> None:
    assert max(map(len, screen(reply, 120, plain=True))) <= 40
