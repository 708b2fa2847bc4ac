"""The lines typed before, for the arrow keys: of one seat, without anything secret in them."""

from collections.abc import Iterable

from prompt_toolkit.history import History

from companion.archive.typed import keep_typed, typed_before
from companion.campaign.secrecy import names_unknown
from companion.commands.reply import Reply
from companion.commands.reports import Seat
from companion.desk import Desk, Privacy
from companion.text import clean


class TypedHistory(History):
    """The lines of a seat, this evening's and those of the evenings before. What was refused, or
    only asked after somebody the players do not know, is remembered until the seat changes and is
    never kept."""

    def __init__(self, desk: Desk, seat: Seat) -> None:
        super().__init__()
        self._desk = desk
        self._seat = seat

    def load_history_strings(self) -> Iterable[str]:
        """What was typed before, newest first; an older version's file is cleaned on the way."""
        folder = self._desk.archive.folder
        return reversed(typed_before(folder, self._seat, may_stay=self._desk.tells_nothing_secret))

    def append_string(self, string: str) -> None:
        """Nothing yet: what a line holds is known once it is answered."""

    def store_string(self, string: str) -> None:
        """Nothing: `remember` does it."""

    def remember(self, typed: str, reply: Reply | None) -> None:
        """Remember a line that was answered so, and keep it for the next evening where it holds
        nothing that the journal marks as the Guide's."""
        line = clean(typed)
        privacy = self._privacy(line, reply)
        if not line.strip() or privacy == "secret":
            return
        super().append_string(line)
        if privacy == "open":
            keep_typed(self._desk.archive.folder, self._seat, line)

    def _privacy(self, line: str, reply: Reply | None) -> Privacy:
        said = self._desk.privacy(line)
        if said != "open":
            return said
        if reply is None or not reply.ok:
            return "unknown"
        if self._seat != "guide":
            return "open"
        if reply.guides:
            return "secret"
        asks = reply.entry is None and names_unknown(self._desk.campaign, line.split()[1:])
        return "unknown" if asks else "open"
