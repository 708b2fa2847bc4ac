"""Pictures of the real screen, drawn anew from a real run: `python -m tests.terminal.pictures`.

The sample campaign is played on a terminal of 80 columns, every die by hand, and what stands on
the screen then becomes `docs/pictures/*.svg`, or files in the folder that is given.
"""

import io
import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from pyte.screens import Char
from rich.console import Console
from rich.style import Style
from rich.text import Text

from tests.terminal.a_terminal import Terminal, a_campaign
from tests.terminal.glass import Glass

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
COLUMNS = 80
TALL = 60
MENU = 8
_FETCHED = re.compile(r"@font-face \{.*?\}", re.DOTALL)
_OF_PYTE = {"brown": "yellow", "brightbrown": "bright_yellow", "bfightmagenta": "bright_magenta"}


def style_of(drawn: Char) -> Style:
    """How rich says the colours and the weight of a cell."""
    return Style(
        color=_colour(drawn.fg),
        bgcolor=_colour(drawn.bg),
        bold=drawn.bold,
        italic=drawn.italics,
        underline=drawn.underscore,
        reverse=drawn.reverse,
    )


def _colour(name: str) -> str | None:
    if name == "default":
        return None
    if re.fullmatch(r"[0-9a-f]{6}", name):
        return f"#{name}"
    return _OF_PYTE.get(name, name.replace("bright", "bright_"))


def picture(glass: Glass, title: str) -> str:
    """The screen as an SVG that fetches nothing from elsewhere."""
    console = Console(
        width=glass.columns,
        record=True,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
    )
    for row in range(glass.lines):
        cells = [glass.buffer[row][column] for column in range(glass.columns)]
        text = Text(no_wrap=True)
        for style, run in groupby(cells, style_of):
            text.append("".join(cell.data for cell in run), style)
        console.print(text, soft_wrap=True)
    svg = console.export_svg(title=title, unique_id=title.replace(" ", "-"))
    return _FETCHED.sub("", svg)


def pictures() -> Iterator[tuple[str, str]]:
    """Each picture's name, and the picture."""
    with TemporaryDirectory() as folder:
        campaigns = Path(folder)
        a_campaign(campaigns)
        with Terminal(campaigns, "--seed", "pictures", columns=COLUMNS) as terminal:
            terminal.say("done the pole finds the ninth step")
            clear(terminal)
            terminal.say("next listen at the bronze door =3,5")
            yield "turn", picture(fitted(terminal), "An Exploration Turn")
            terminal.say("refill wim torch")
            clear(terminal)
            terminal.say("status")
            terminal.say("company")
            yield "table", picture(fitted(terminal), "The table at a glance")
            clear(terminal)
            terminal.say("slots bree")
            fitted(terminal)
            terminal.type("light ").wait(lambda: bool(terminal.below()))
            yield "menu", picture(terminal.glass, "What can be typed next")


def clear(terminal: Terminal) -> None:
    """An empty screen with room for anything."""
    terminal.wipe().resize(COLUMNS, TALL)


def fitted(terminal: Terminal) -> Glass:
    """The window pulled to what stands on it, with room for a menu."""
    return terminal.resize(COLUMNS, terminal.glass.cursor.y + MENU).glass


def draw(folder: Path = PICTURES) -> None:
    """Draw every picture into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in pictures():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    draw(*map(Path, sys.argv[1:2]))
