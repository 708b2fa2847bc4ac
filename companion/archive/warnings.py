"""What there is to tell of a campaign's files, each thing once."""

from companion.archive.sessions import Pending


class Warnings:
    """Sentences that wait to be told."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._told_of: tuple[dict[str, int], tuple[str, ...]] = ({}, ())

    def tell(self, warning: str) -> None:
        """One more sentence, unless it waits already."""
        if warning not in self._waiting:
            self._waiting.append(warning)

    def tell_of(self, pending: Pending) -> None:
        """What is wrong with the journal, unless it was told of as it stands."""
        stands = pending.lengths, pending.torn
        if stands == self._told_of:
            return
        self._told_of = stands
        for name in pending.torn:
            self.tell(f"The last entry of journal/{name} was never finished; it is set aside.")
        for problem in pending.problems:
            self.tell(str(problem))

    def taken(self) -> tuple[str, ...]:
        """All that waits, which is told with this."""
        told, self._waiting = tuple(self._waiting), []
        return told
