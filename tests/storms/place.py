"""A folder that is played in by desks that may die, and edited by hand, and the plain game beside
it."""

import itertools
import os
import time
from collections import Counter
from collections.abc import Collection
from pathlib import Path

from companion.archive.archive import Archive
from companion.commands.reply import Reply
from companion.desk import Desk
from tests.desk.a_desk import a_desk, answered, on_disk
from tests.storms.counted import Values, changed, values_of
from tests.storms.game import Game
from tests.storms.plain_journal import read_journal
from tests.storms.plug import Pulled, pulled

played: Counter[str] = Counter()
"""How often each thing was done, over all evenings."""
_saved = itertools.count(time.time_ns() - 10**12, 1_000)


def write(path: Path, data: bytes) -> None:
    """As an editor saves, in place."""
    path.write_bytes(data)
    let_time_pass(path)


def let_time_pass(path: Path) -> None:
    """What was written this moment was written some while ago, and at a moment of its own: no
    person is as quick as this storm."""
    moment = next(_saved)
    os.utime(path, ns=(moment, moment))


class Place:
    """One folder of a campaign, the desks at it, and what must be in it."""

    def __init__(self, folder: Path, game: Game) -> None:
        self.folder = folder
        self.game = game
        self.desks: dict[str, Desk] = {}
        self.behind = False
        """Whether the files may be behind the journal: a word died."""

    def desk(self, name: str) -> Desk:
        """A desk, open already or opened now."""
        if name not in self.desks:
            self.desks[name] = a_desk(self.folder, seed=None)
        return self.desks[name]

    def run(self, name: str, line: str) -> None:
        """A line typed and answered, and what it left looked after."""
        self._answered(name, line, answered(self.desk(name), line))

    def die(self, name: str, line: str, at: int, *, torn: bool) -> None:
        """A line over which the process dies, at this operation on the disk; one that has not so
        many is answered."""
        desk = self.desk(name)
        try:
            with pulled(at, torn=torn):
                reply = answered(desk, line)
        except Pulled:
            del self.desks[name]
            self.behind = True
            self.take_in(line, None)
            played["killed"] += 1
        else:
            self._answered(name, line, reply)

    def _answered(self, name: str, line: str, reply: Reply) -> None:
        assert not any("does not fit" in warning for warning in reply.warnings), reply.warnings
        self.take_in(line, reply)
        if reply.ok:
            self.behind = False
            has = values_of(self.desks[name].campaign)
            assert has == self.game.values, changed(has, self.game.values)
        played[line.split()[0] if reply.ok else "refused"] += 1

    def take_in(self, line: str, reply: Reply | None) -> None:
        """What the journal has more than it had."""
        journal = read_journal(self.folder, cut=self.behind).entries
        known = {said.name for said in self.game.journal}
        self.game.take_in([said for said in journal if said.name not in known], line, reply)

    @property
    def noticed(self) -> bool:
        """Whether an edit by hand is told from what was there before: by the mark."""
        return (self.folder / ".companion" / "applied").exists()

    def file(self, who: str) -> Path:
        """The file of an Errant."""
        return self.folder / "errants" / f"{who}.toml"

    def files(self) -> dict[str, bytes]:
        """What git would keep."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in self.folder.rglob("*.toml")
        }

    def save(self, who: str, data: bytes, values: Values, comments: Collection[str]) -> None:
        """The file of an Errant saved in an editor, and what it holds then."""
        write(self.file(who), data)
        self.game.edit(who, values, comments)
        self._edited()

    def remove(self, who: str) -> None:
        """The file of an Errant removed by hand."""
        self.file(who).unlink()
        let_time_pass(self.file(who).parent)
        self.game.edit(who, {}, ())
        self._edited()

    def _edited(self) -> None:
        if not self.noticed:
            assert not self.desks
            self.game.settle()
        played["edited by hand"] += 1

    def holds(self) -> None:
        """Whatever must be so at any moment."""
        assert read_journal(self.folder, cut=self.behind).entries == self.game.journal
        opened, files = Archive(self.folder).campaign, on_disk(self.folder)
        assert values_of(opened) == self.game.values
        assert self.behind or opened == files
        for who, comments in self.game.comments.items():
            text = self.file(who).read_text()
            assert all(comment in text for comment in comments), (who, comments)
