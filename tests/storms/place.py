"""A folder that is played in by desks that may die, and edited by hand, and the plain game beside
it."""

import itertools
import os
import re
import time
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from shutil import rmtree

from companion.archive import file_texts_and_change_stamps
from companion.archive.campaign_storage import Archive
from companion.campaign.campaign import Campaign
from companion.desk import Desk
from companion.reports.reply import Reply
from tests.desk.a_desk import a_desk, answered, on_disk
from tests.storms.counted import AWAY, Values, What, by_name, changed, values_of
from tests.storms.game import Game
from tests.storms.plain_journal import read_journal
from tests.storms.plug import Pulled, pulled

played: Counter[str] = Counter()
"""How often each thing was done, over all evenings."""
A_WORDS_WORTH = 1_000
"""More bytes than any word of these evenings adds to a file."""
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


def comments_in(folder: Path) -> dict[str, set[str]]:
    """The lines of each Errant's file that are a comment and nothing else."""
    return {
        path.stem: {line for line in path.read_text().splitlines(True) if line.startswith("#")}
        for path in (folder / "errants").glob("*.toml")
    }


def with_number(text: str, key: str, value: int) -> str:
    """The text with another value; a key that is not there comes right after the first."""
    line = f"{key} = {value}"
    if re.search(rf"^{key} = ", text, re.MULTILINE):
        return re.sub(rf"^{key} = \d+", line, text, count=1, flags=re.MULTILINE)
    return text.replace("schema = 1\n", f"schema = 1\n{line}\n", 1)


def _changed_files(files: Mapping[str, bytes], parted: Mapping[str, bytes]) -> set[str]:
    return {n for n in files.keys() | parted.keys() if files.get(n) != parted.get(n)}


class Place:
    """One folder of a campaign, the desks at it, and what must be in it."""

    def __init__(self, folder: Path, game: Game) -> None:
        self.folder = folder
        self.game = game
        self.desks: dict[str, Desk] = {}
        self.behind = False
        """Whether the files may be behind the journal: a word died."""
        self._untouched = self._beside_what_is_played()

    def desk(self, name: str) -> Desk:
        """A desk, open already or opened now."""
        if name not in self.desks:
            self.desks[name] = a_desk(self.folder, seed=None)
        return self.desks[name]

    def run(self, name: str, line: str) -> Reply:
        """A line typed and answered, and what it left looked after."""
        reply = answered(self.desk(name), line)
        self._answered(name, line, reply)
        return reply

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
        self.take_in(line, reply, no_room=self._has_no_room(reply))
        if reply.ok:
            self.behind = False
            self.is_the_game(self.desks[name].campaign)
            assert self.desks[name].campaign == on_disk(self.folder)
        played[line.split()[0] if reply.ok else "refused"] += 1

    def _has_no_room(self, reply: Reply) -> bool:
        """Whether a word was refused because a file is full, which it must be then."""
        if reply.refusal is None or " can be read." not in reply.refusal.message:
            return False
        played["no room"] += 1
        sizes = [path.stat().st_size for path in (self.folder / "errants").glob("*.toml")]
        assert max(sizes) > file_texts_and_change_stamps.MAX_BYTES - A_WORDS_WORTH, reply
        return True

    def take_in(self, line: str, reply: Reply | None, *, no_room: bool = False) -> None:
        """What the journal has more than it had."""
        journal = read_journal(self.folder, cut=self.behind).entries
        known = {said.name for said in self.game.journal}
        new = [said for said in journal if said.name not in known]
        self.game.take_in(new, line, reply, no_room=no_room)

    def is_the_game(self, campaign: Campaign) -> None:
        """Whether a campaign is all that it must be, counted or not."""
        has = values_of(campaign)
        assert has == self.game.values, changed(has, self.game.values)
        campaign, must = by_name(campaign), self.game.campaign
        for part in ("book", "errants", "world"):
            assert getattr(campaign, part) == getattr(must, part), part

    def _beside_what_is_played(self) -> list[str]:
        """What of the files no word of these evenings touches."""
        book = (self.folder / "campaign.toml").read_text().splitlines(True)
        beside = [line for line in book if not line.startswith(("now = ", "began = "))]
        others = ("world.toml", *(f"errants/{who}.toml" for who in AWAY))
        return [*beside, *((self.folder / name).read_text() for name in others)]

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

    def merge(self, other: "Place", parted: Mapping[str, bytes], what: What, agreed: int) -> bool:
        """Another folder's files brought in where it has changed them since they `parted`, and the
        folder removed. Where both have changed the file that holds this number, it becomes what is
        `agreed` on. Whether the other changed it after it was changed here: that is to be told."""
        ours, theirs = self.files(), other.files()
        here, there = (_changed_files(each, parted) for each in (ours, theirs))
        for name in there - theirs.keys():
            (self.folder / name).unlink()
        for name in there & theirs.keys():
            (self.folder / name).parent.mkdir(exist_ok=True)
            write(self.folder / name, theirs[name])
        path = self.file(what[0])
        both, crossed = here & there, dict[What, int]()
        if str(path.relative_to(self.folder)) in here:
            crossed[what] = agreed if both else self.game.values[what]
        if both:
            assert both == {str(path.relative_to(self.folder))}
            write(path, with_number(path.read_text(), what[1], agreed).encode())
        told = self.game.merge(other.game, [Path(name).stem for name in there], crossed)
        rmtree(other.folder)
        if not self.noticed:
            self.game.settle()
        return self.noticed and told

    def holds(self) -> None:
        """Whatever must be so at any moment."""
        assert read_journal(self.folder, cut=self.behind).entries == self.game.journal
        opened, files = Archive(self.folder).campaign, on_disk(self.folder)
        self.is_the_game(opened)
        assert self.behind or opened == files
        assert self._beside_what_is_played() == self._untouched
        for who, comments in self.game.comments.items():
            if self.behind and not self.file(who).exists():
                continue
            text = self.file(who).read_text()
            assert all(comment in text for comment in comments), (who, comments)
