"""What there is to tell of a campaign's files, each thing once."""

from companion.archive.sessions import Pending
from companion.campaign.changes import Plain
from companion.campaign.reconcile import Crossed
from companion.campaign.secrecy import is_secret
from companion.text import clipped


class Warnings:
    """Sentences that wait to be told."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._crossed: set[tuple[str, str]] = set()
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

    def tell_of_crossed(self, crossed: Crossed) -> None:
        """A value that two evenings changed without knowing of each other; told once."""
        path = crossed.path
        if (path, crossed.entry) in self._crossed:
            return
        self._crossed.add((path, crossed.entry))
        if is_secret(path):
            self.tell(f"Two evenings changed {path}. Look whether it is right.")
            return
        ours, theirs, now = map(_briefly, (crossed.ours, crossed.theirs, crossed.now))
        self.tell(
            f"Two evenings changed {path}: {ours} here, {theirs} in {crossed.entry} "
            f"(«{crossed.line}»). It is {now} now; look whether that is right."
        )

    def taken(self) -> tuple[str, ...]:
        """All that waits, which is told with this."""
        told, self._waiting = tuple(self._waiting), []
        return told


def _briefly(value: Plain) -> str:
    """A value in a few words; what has a name, by that."""
    if isinstance(value, dict):
        value = value.get("name", "there")
    return "gone" if value is None else clipped(str(value), 40)
