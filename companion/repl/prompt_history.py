"""The lines typed before, for the arrow keys: of one seat, without anything secret in them."""

from collections.abc import Iterable
from functools import partial

from prompt_toolkit.history import History

from companion.archive.prompt_history import append_history, read_history
from companion.commands.privacy import classify_answered_line, is_free_of_secrets
from companion.desk import Desk
from companion.reports.reply import Reply
from companion.reports.status import Seat
from companion.text import clean_text


class PromptHistory(History):
    """The lines of a seat, this evening's and those of the evenings before. What was refused, or
    only asked after somebody the players do not know, is remembered until the seat changes and is
    never kept."""

    def __init__(self, desk: Desk, seat: Seat) -> None:
        super().__init__()
        self._desk = desk
        self._seat = seat

    def load_history_strings(self) -> Iterable[str]:
        """What was typed before, newest first; an older version's file is cleaned on the way."""
        folder, campaign = self._desk.archive.folder, self._desk.campaign
        may_stay = partial(is_free_of_secrets, campaign=campaign)
        return reversed(read_history(folder, self._seat, may_stay=may_stay))

    def append_string(self, string: str) -> None:
        """Nothing yet: what a line holds is known once it is answered."""

    def store_string(self, string: str) -> None:
        """Nothing: `remember` does it."""

    def remember(self, typed: str, reply: Reply | None) -> None:
        """Remember a line that was answered so, and keep it for the next evening where it holds
        nothing that the journal marks as the Guide's."""
        line = clean_text(typed)
        privacy = classify_answered_line(line, reply, self._desk.campaign, self._seat)
        if not line.strip() or privacy == "secret":
            return
        super().append_string(line)
        if privacy == "open":
            append_history(self._desk.archive.folder, self._seat, line)
