"""The lines typed before, for the arrow keys: those of one seat, with nothing secret in them."""

from collections.abc import Iterable

from prompt_toolkit.history import History

from companion.archive.disk.own_folder import append_history, read_history
from companion.commands.privacy import classify_answered_line
from companion.desk import Desk
from companion.reports.reply import Reply
from companion.reports.status import Seat
from companion.text import clean_text


class PromptHistory(History):
    """The lines of a seat, of this evening and of those before. A line that was refused, or only
    asked after somebody the players do not know, is remembered until the seat changes and never
    saved."""

    def __init__(self, desk: Desk, seat: Seat) -> None:
        super().__init__()
        self._desk = desk
        self._seat = seat

    def load_history_strings(self) -> Iterable[str]:
        """The lines of the evenings before, newest first."""
        return reversed(read_history(self._desk.archive.folder, self._seat))

    def append_string(self, string: str) -> None:
        """Do nothing: only the answer tells what a line holds."""

    def store_string(self, string: str) -> None:
        """Do nothing: `remember` stores."""

    def remember(self, typed: str, reply: Reply | None) -> None:
        """Remember an answered line, and save it for the next evening if nothing in it is the
        Guide's alone."""
        line = clean_text(typed)
        privacy = classify_answered_line(line, reply, self._desk.campaign, self._seat)
        if not line.strip() or privacy == "secret":
            return
        super().append_string(line)
        if privacy == "open":
            append_history(self._desk.archive.folder, self._seat, line)
