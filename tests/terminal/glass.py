"""The screen of a terminal: what was written, where it stands, and what scrolled off above it."""

from collections import deque
from collections.abc import Callable

import pyte
from pyte.screens import Char, StaticDefaultDict

SCROLLBACK = 10_000
PASTE_MODE = 2004
"""The private mode (bracketed paste) that a line editor keeps on while it reads."""
FAINT, GREY = 2, 90


def _greyed(attributes: list[int]) -> list[int]:
    """Attributes of text with grey for faint; a colour out of many keeps its numbers."""
    drawn: list[int] = []
    while attributes:
        many = (
            {5: 3, 2: 5}.get(attributes[1], 1)
            if attributes[0] in (38, 48) and attributes[1:]
            else 1
        )
        taken, attributes = attributes[:many], attributes[many:]
        drawn += [GREY] if taken == [FAINT] else taken
    return drawn


class Glass(pyte.Screen):
    """The screen itself, with what scrolled off above it. pyte's own screen with a history was
    measured: it looks at each attribute for a page to turn, and takes half of the drawing."""

    def __init__(self, columns: int, lines: int, answer: Callable[[str], None]) -> None:
        self.reads = 0
        self.above: deque[StaticDefaultDict[int, Char]] = deque(maxlen=SCROLLBACK)
        self._answer = answer
        super().__init__(columns, lines)

    def write_process_input(self, data: str) -> None:
        """A terminal's own answers: where the cursor is."""
        self._answer(data)

    @property
    def reads_lines(self) -> bool:
        """Whether a line editor is reading now."""
        return PASTE_MODE << 5 in self.mode  # pyte shifts private modes

    def set_mode(self, *modes: int, **kwargs: bool) -> None:
        """Counts how often the line editor began to read."""
        super().set_mode(*modes, **kwargs)
        self.reads += PASTE_MODE in modes

    def select_graphic_rendition(self, *attrs: int) -> None:
        """Faint text is drawn grey, for pyte knows none."""
        super().select_graphic_rendition(*_greyed(list(attrs)))

    def index(self) -> None:
        """Go a line down; from the last the first scrolls off."""
        first, last = self.margins or (0, self.lines - 1)
        if self.cursor.y == last:
            self.above.append(self.buffer[first])
        super().index()

    def erase_in_display(self, how: int = 0, *args: object, **kwargs: object) -> None:
        """Erase a part of the screen, or all that scrolled off too (3)."""
        super().erase_in_display(how, *args, **kwargs)
        if how == 3:
            self.above.clear()

    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        """As terminals do: blank lines below the cursor go first, then lines scroll off above."""
        lines, columns = lines or self.lines, columns or self.columns
        while self.cursor.y >= lines:
            self.above.append(self._taken(0))
            for row in range(1, self.lines):
                self.buffer[row - 1] = self._taken(row)
            self.cursor.y -= 1
        for row in range(lines, self.lines):
            self._taken(row)
        for line in self.buffer.values():
            for column in [each for each in line if each >= columns]:
                line.pop(column)
        self.lines, self.columns = lines, columns
        self.cursor.x = min(self.cursor.x, columns - 1)
        self.set_margins()

    def _taken(self, row: int) -> StaticDefaultDict[int, Char]:
        """A row lifted out, blank where nothing was written."""
        line = self.buffer[row]
        del self.buffer[row]
        return line

    def rows(self) -> list[str]:
        """The lines in sight, without the blanks at their ends."""
        return [self._text(self.buffer[row]) for row in range(self.lines)]

    def scrolled_off(self) -> list[str]:
        """The lines above those in sight, oldest first."""
        return [self._text(line) for line in self.above]

    def before_cursor(self, first: int) -> str:
        """What stands from the beginning of a row up to the cursor."""
        whole = "".join(
            self._drawn(self.buffer[row], self.columns) for row in range(first, self.cursor.y)
        )
        return whole + self._drawn(self.buffer[self.cursor.y], self.cursor.x)

    def _text(self, line: dict[int, Char]) -> str:
        return self._drawn(line, max(line, default=-1) + 1).rstrip()

    @staticmethod
    def _drawn(line: dict[int, Char], cells: int) -> str:
        return "".join(line[column].data for column in range(cells))
