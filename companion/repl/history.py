"""The lines typed before, for the arrow keys: of one seat, without anything secret in them."""

from collections.abc import Iterable

from prompt_toolkit.history import History

from companion.archive.typed import keep_typed, typed_before
from companion.commands.reports import Seat
from companion.desk import Desk
from companion.text import clean


class TypedHistory(History):
    """The lines of a seat, this evening's and those of the evenings before. What nobody could
    understand is remembered until the seat changes, for it is to be mended, and is never kept."""

    def __init__(self, desk: Desk, seat: Seat) -> None:
        super().__init__()
        self._desk = desk
        self._seat = seat

    def load_history_strings(self) -> Iterable[str]:
        """What was typed before, newest first."""
        return reversed(typed_before(self._desk.archive.folder, self._seat))

    def append_string(self, string: str) -> None:
        """Each line that was pasted or typed is one of its own."""
        for line in map(clean, string.split("\n")):
            if line.strip() and self._desk.privacy(line) != "secret":
                super().append_string(line)

    def store_string(self, string: str) -> None:
        """Keep a line for the next evening."""
        if self._desk.privacy(string) == "open":
            keep_typed(self._desk.archive.folder, self._seat, string)
