"""kill -9 at random moments of a running script: what was answered is there.

A campaign is played by `companion run`, which is killed, and played on, and killed again; a
hundred times over, then another is begun. The moment is drawn from the time the script takes, its
start included, or lies within the few milliseconds of one word. A person edits a file now and then
before the script starts, so that some die while they take the edit in; one word in four is an
undo or a redo.

`python -m tests.storms.kills 1000` kills a thousand times, two campaigns at once. No two runs are
killed at the same moments, so a campaign that lost something stays where it is, as it was left by
the kill and as it is now.
"""

import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random
from shutil import rmtree
from signal import SIGKILL
from tempfile import mkdtemp
from threading import Lock
from time import perf_counter, sleep
from typing import NamedTuple

import msgspec

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.archive.rescue.examination import plan_campaign_repair
from companion.campaign.campaign import Campaign
from companion.campaign.changes import PlainData
from tests.desk.a_desk import NAME, a_desk, cloned, greenmire, on_disk, said, state_files
from tests.storms.evening import (
    FILE,
    all_taken_back,
    copies_are_whole,
    is_as_journalled,
    left_over,
    same,
    with_pennies,
)
from tests.storms.played import played_by, standing
from tests.storms.replay import Written, dice_only_go_on, journal_of

KILLS = 1000
LINES = 24
"""How many words a script has."""
IN_A_ROW = 100
"""How often one campaign is killed before another is begun."""
AT_ONCE = 2
WORDS = (
    *("supply wim +2", "supply wim -1", "supply bree +1", "exhaust all +1", "exhaust all -1"),
    *("exhaust bree +1", "exhaust bree -1", "give bree torch x2", "give wim rope x1"),
    *("note the bell again", "roll 2d6", "next! search =6", "errant add Hob", "errant remove hob"),
    *("undo", "undo", "undo", "redo", "redo"),
)


class Changed(msgspec.Struct, frozen=True):
    """One change as a script is told it."""

    path: str
    before: PlainData = None
    after: PlainData = None


class Answer(msgspec.Struct, frozen=True):
    """What a script is told of one line."""

    line: str
    entry: str | None
    error: str | None
    changes: tuple[Changed, ...]

    def is_in(self, entry: Written | None) -> bool:
        """Whether an entry is the one that was told of."""
        changes = tuple((each.path, each.before, each.after) for each in self.changes)
        told = (self.entry, self.line, changes)
        return entry is not None and told == (entry.name, entry.line, entry.changes)


class Moment(NamedTuple):
    """When to kill: so many seconds after so many answers."""

    answers: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.seconds * 1000:.1f} ms after {self.answers} answers"


class Killed(NamedTuple):
    """What a script was told before it was killed; whether it was still there to be."""

    answers: tuple[Answer, ...]
    complaint: str
    was_running: bool


def killed(shelf: Path, lines: Sequence[str], moment: Moment) -> Killed:
    """The script run on the campaign of this shelf, and killed when the moment has come."""
    command = (sys.executable, "-m", "companion", "run", NAME, "-", "--format", "jsonl")
    with subprocess.Popen(
        (*command, "--keep-going", "--campaigns", str(shelf)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        process.stdin.close()
        assert process.stderr is not None
        told = [process.stdout.readline() for _ in range(moment.answers)]
        sleep(moment.seconds)
        process.kill()
        told += process.stdout.readlines()  # what the readline above took in with its own, too
        complaint = process.stderr.read()
    answers = (msgspec.json.decode(line, type=Answer) for line in told if line.endswith(b"\n"))
    return Killed(tuple(answers), complaint.decode(), process.returncode == -SIGKILL)


class Figures(NamedTuple):
    """What was done, and what the killing left behind for the next start to mend."""

    kills: int = 0
    answered: int = 0
    under_way: int = 0
    torn: int = 0
    behind: int = 0
    left_over: int = 0
    edits: int = 0

    def and_also(self, **more: int) -> "Figures":
        """So much more of each."""
        return self._replace(**{name: getattr(self, name) + n for name, n in more.items()})


class Chain:
    """One campaign, killed again and again. What is drawn is drawn from its seed."""

    def __init__(self, place: Path, seed: int) -> None:
        self.figures = Figures()
        self._shelf = place / str(seed)
        self._folder = greenmire(self._shelf)
        self._start, self._first = on_disk(self._folder), state_files(self._folder)
        self._entries: tuple[Written, ...] = ()
        self._seed = seed
        self._random = Random(seed)
        self._pace = 0.5
        self._edited: int | None = None

    def kill(self) -> str:
        """Killed once more and looked at: what is wrong, in one line; nothing where all is well.
        Half of the time the next word is said in the campaign itself, half in a copy, so that
        crash follows crash."""
        random = self._random
        run, moment = self._killed_once()
        known = len(self._entries)
        left = self._shelf / "left" / NAME
        rmtree(left, ignore_errors=True)
        cloned(self._folder, left)
        try:
            self._looked_at(run)
            if random.random() < 0.5:
                self._entries = self._gone_on(self._folder)
                self._edited = None
            else:
                copy = cloned(self._folder, self._shelf / "copy" / NAME)
                self._gone_on(copy)
                rmtree(copy)
        except Exception as wrong:
            at = f"kill {self.figures.kills}, {moment}, entry {known}"
            return f"{self._shelf}, {at}: {said_of(wrong)}"
        return ""

    def take_back(self) -> str:
        """All that was ever said undone: what is wrong with that; nothing where all is well."""
        try:
            self._gone_on(self._folder)
            all_taken_back(a_desk(self._folder, seed=None), self._start, self._first)
        except Exception as wrong:
            return f"{self._shelf}, all taken back: {said_of(wrong)}"
        return ""

    def _killed_once(self) -> tuple[Killed, Moment]:
        """A script that was killed before it was through."""
        random = self._random
        if self._entries and random.random() < 0.3:
            self._edit()
        while True:
            moment = self._moment()
            lines = [random.choice(WORDS) for _ in range(LINES)]
            run = killed(self._shelf, lines, moment)
            self._pace *= 1.02 if run.was_running else 0.9
            if run.was_running:
                self.figures = self.figures.and_also(kills=1)
                return run, moment
            self._looked_at(run)

    def _edit(self) -> None:
        """A person gives Bree other pennies than she ever had."""
        path = self._folder / FILE
        self._edited = self._random.randrange(1_000, 1_000_000)
        pennies = b"\npennies = %d\n" % self._edited
        path.write_bytes(re.sub(rb"\npennies = \d+\n", pennies, path.read_bytes()))
        self.figures = self.figures.and_also(edits=1)

    def _moment(self) -> Moment:
        """Any time of the whole script; or of one word; or of the first, which takes in what was
        edited by hand."""
        random = self._random
        if random.random() < 0.4:
            return Moment(0, random.uniform(0, self._pace))
        if self._edited is not None and random.random() < 0.5:
            return Moment(0, random.uniform(0.3, 0.8) * self._pace)
        return Moment(random.randint(1, LINES - 1), random.uniform(0, 0.015))

    def _looked_at(self, run: Killed) -> None:
        """What was answered is there, and at most the word that was under way besides."""
        assert not run.complaint, run.complaint
        errors = [answer.error for answer in run.answers if answer.error]
        assert not errors, errors
        entries, torn = journal_of(self._folder)
        known = len(self._entries)
        assert entries[:known] == self._entries, "what was journalled before is not what it was"
        words = [entry for entry in entries[known:] if entry.kind != "edit"]
        answered = [answer for answer in run.answers if answer.entry is not None]
        for at, answer in enumerate(answered):
            found = words[at] if at < len(words) else None
            assert answer.is_in(found), f"«{answer.line}» {answer.entry} is lost: there is {found}"
        under_way = len(words) - len(answered)
        assert under_way <= run.was_running, f"never answered: {words[len(answered) :]}"
        findings = plan_campaign_repair(self._folder, CampaignFolders(self._shelf)).findings
        assert all(finding.is_transient for finding in findings), f"no word mends this: {findings}"
        behind = on_disk(self._folder) != self._opened(self._folder)
        copies_are_whole(self._folder)
        self._entries = entries
        self.figures = self.figures.and_also(
            answered=len(answered),
            under_way=under_way,
            torn=len(torn),
            behind=behind,
            left_over=bool(left_over(self._folder)),
        )

    def _opened(self, folder: Path) -> Campaign:
        """The campaign opened anew, which is what its journal says, and what a person wrote."""
        entries = journal_of(folder).entries
        numbers = [entry.number for entry in entries]
        assert numbers == list(range(1, len(entries) + 1)), f"numbers: {numbers}"
        dice_only_go_on(entries)
        campaign = Archive(folder).campaign
        journalled = [
            after for entry in entries if entry.kind == "edit" for _, _, after in entry.changes
        ]
        if self._edited is None or self._edited in journalled:
            is_as_journalled(campaign, self._start, entries)
        else:
            same(campaign.get_errant("bree").pennies, self._edited, "what was edited by hand")
            before = played_by(standing(self._start), entries).now.pennies["bree"]
            is_as_journalled(with_pennies(campaign, before), self._start, entries)
        return campaign

    def _gone_on(self, folder: Path) -> tuple[Written, ...]:
        """Two more words, after which the files hold everything and nothing is left over; what is
        in the journal now."""
        desk = a_desk(folder, seed=None)
        said(desk, "note gone on", "supply wim +1")
        same(desk.campaign, self._opened(folder), "the desk, against the campaign opened anew")
        same(on_disk(folder), desk.campaign, "the files, against what was answered")
        entries, torn = journal_of(folder)
        assert not torn, torn
        assert [entry.line for entry in entries[-2:]] == ["note gone on", "supply wim +1"]
        assert not left_over(folder), f"left over: {left_over(folder)}"
        return entries


def said_of(wrong: Exception) -> str:
    """What is wrong, in one line."""
    return " ".join(f"{type(wrong).__name__}: {wrong}".split())[:400]


def storm(kills: int, place: Path, seed: int = 0) -> tuple[Figures, list[str]]:
    """So many kills, two campaigns at once, each begun anew after a hundred: what was done, and
    what is wrong."""
    seeds, lock = count(seed), Lock()
    chains = [min(IN_A_ROW, kills - begun) for begun in range(0, kills, IN_A_ROW)]
    if len(chains) == 1:
        chains = [kills - kills // AT_ONCE, kills // AT_ONCE]

    def played(most: int) -> tuple[Figures, list[str]]:
        with lock:
            chain = Chain(place, next(seeds))
        for _ in range(most):
            wrong = chain.kill()
            if wrong:  # a model that has gone astray tells nothing any more
                return chain.figures, [wrong]
        wrong = chain.take_back()
        return chain.figures, [wrong] if wrong else []

    with ThreadPoolExecutor(AT_ONCE) as threads:
        all_played = list(threads.map(played, chains))
    totals = (sum(numbers) for numbers in zip(*(figures for figures, _ in all_played), strict=True))
    return Figures(*totals), [wrong for _, wrongs in all_played for wrong in wrongs]


def main(kills: int) -> int:
    """The whole."""
    began = perf_counter()
    place = Path(mkdtemp())
    done, wrong = storm(kills, place)
    for line in wrong:
        print(line)
    if not wrong:
        rmtree(place)
    print(f"{done.kills} kills, {done.answered} words answered, {done.edits} edits by hand")
    print(f"{done.under_way} words were journalled and not yet answered, {done.torn} half written")
    print(f"{done.behind} times the files were behind, {done.left_over} times something was left")
    print(f"{len(wrong)} times something was lost, or could not be read")
    print(f"{perf_counter() - began:.0f} seconds")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else KILLS))
