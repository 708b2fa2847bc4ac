"""The lines typed before, for the arrow keys: of this seat, without anything secret in them."""

from collections.abc import Iterable

from prompt_toolkit.history import History

from companion.archive.typed import keep_typed, typed_before
from companion.desk import Desk


class TypedHistory(History):
    """The lines of a desk's seat, this evening's and those of the evenings before."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    def load_history_strings(self) -> Iterable[str]:
        """What was typed before, newest first."""
        return reversed(typed_before(self._desk.archive.folder, self._desk.seat))

    def append_string(self, string: str) -> None:
        """Each line that was pasted or typed is one of its own; what may be secret is not kept."""
        for line in string.splitlines():
            if line.strip() and not self._desk.is_secret(line):
                super().append_string(line)

    def store_string(self, string: str) -> None:
        """Keep a line for the next evening."""
        keep_typed(self._desk.archive.folder, self._desk.seat, string)
