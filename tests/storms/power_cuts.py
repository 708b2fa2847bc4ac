"""A power cut at every moment of an evening: what was answered is there when it is opened again.

The evening is played once on a disk that keeps every call. Then, for every moment of it, the
states are built that a cut may leave: what was synced is there; what was not is missing, cut
short, full of zeros or half there; files that came, went or were moved, in a folder not synced
since, have done so or not, in their order or in none. And again with each call that puts an entry
into the journal failing just before the cut: what was refused then does not come back. The same
evening is played in a campaign that counts as large, whose mark has a file beside it.

`python -m tests.storms.power_cuts 20` builds twenty states for every moment. The evening is the
same each time, so the moment and the seed that are printed make a state again: `tree_after`.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import NamedTuple
from unittest.mock import patch

from companion.archive.journal import checkpoint as mark
from companion.campaign.campaign import Campaign
from tests.desk.a_desk import NAME, a_desk, greenmire, on_disk, state_files
from tests.storms.disk import Call, Disk
from tests.storms.evening import (
    EVENING,
    NEXT_DAY,
    Answer,
    Evening,
    all_taken_back,
    copies_are_whole,
    left_over,
    nothing_is_lost,
    play_goes_on,
    the_day,
)
from tests.storms.failures import calls_of_an_evening
from tests.storms.trace import KeepingDisk, Tree, tree_after


class Record(NamedTuple):
    """An evening and every call it made of the disk: what there was at first, how many calls had
    been made when each answer was given, and when each step began."""

    disk: KeepingDisk
    start: Campaign
    first: dict[str, bytes]
    answers: tuple[tuple[int, Answer], ...]
    steps: tuple[tuple[int, str], ...]

    @property
    def moments(self) -> range:
        """How many calls may have been made before the cut."""
        return range(len(self.disk.calls) + 1)


@contextmanager
def counted_as_large() -> Iterator[None]:
    """Every campaign counts as a large one: the texts of its mark lie in a file of their own, and
    in a new one after each word."""
    with patch.object(mark, "SPLIT_LENGTH", 0), patch.object(mark, "MAX_CHANGED_LENGTH", 0):
        yield


def kept_evening(shelf: Path, failing: int = 0) -> Record:
    """The evening played, with nothing going wrong but the call of this number."""
    rmtree(shelf / NAME, ignore_errors=True)
    rmtree(shelf / ".copies", ignore_errors=True)
    folder = greenmire(shelf)
    start, first = on_disk(folder), state_files(folder)
    disk = KeepingDisk(shelf, failing)
    answers: list[tuple[int, Answer]] = []
    steps: list[tuple[int, str]] = []
    evening = Evening(folder, disk)
    for step in EVENING:
        steps.append((len(disk.calls), step))
        answer = evening.play(step)
        assert answer.ok or failing, answer
        answers.append((len(disk.calls), answer))
    return Record(disk, start, first, tuple(answers), tuple(steps))


class Cut(NamedTuple):
    """A state that a power cut may leave: after how many calls, drawn with which seed."""

    moment: int
    seed: int
    tree: Tree


def cuts(kept: Record, each: int, moments: Sequence[int]) -> Iterator[Cut]:
    """So many different states for each of these moments, the two extremes first."""
    known: set[tuple[int, str]] = set()
    for moment in moments:
        answered = sum(at <= moment for at, _ in kept.answers)
        for seed in range(each):
            tree = tree_after(kept.disk, moment, seed)
            same = (answered, sha256(repr(sorted(tree.items())).encode()).hexdigest())
            if same not in known:
                known.add(same)
                yield Cut(moment, seed, tree)


def survived(kept: Record, cut: Cut, shelf: Path) -> str:
    """What was lost to a cut, in one line; nothing where all is well. The folder of the campaign
    stays the one it was, as it does when the power comes back."""
    folder = shelf / NAME
    put_down(cut.tree, shelf)
    answers = [answer for at, answer in kept.answers if at <= cut.moment]
    steps = [step for at, step in kept.steps if at < cut.moment]
    try:
        with the_day(steps.count(NEXT_DAY), Random(cut.seed)), Disk(shelf).on():
            under_way = steps[-1] if len(steps) > len(answers) else ""
            nothing_is_lost(folder, kept.start, answers, under_way=under_way)
            copies_are_whole(folder, of_every_session=True)
            desk = a_desk(folder, seed=None)
            play_goes_on(desk, kept.start, answers)
            all_taken_back(desk, kept.start, kept.first)
        assert not left_over(folder), left_over(folder)
    except Exception as wrong:
        last = str(kept.disk.calls[cut.moment - 1]) if cut.moment else "nothing"
        step = steps[-1] if steps else ""
        said = " ".join(str(wrong).split())[:300]
        return f"moment {cut.moment} (after {last}, in «{step}»), seed {cut.seed}: {said}"
    return ""


def journal_calls(calls: Sequence[Call]) -> list[int]:
    """The numbers of the calls that put an entry into the journal."""
    return [
        number
        for number, call in enumerate(calls, start=1)
        if call.kind in ("write", "sync") and "/journal/2" in call.path
    ]


def after_failing(kept: Record) -> range:
    """The moments from a call that failed until the next answers are given, which are not to bring
    back what was refused."""
    later = [at for at, _ in kept.answers if at > kept.disk.failed_at]
    return range(kept.disk.failed_at, later[min(2, len(later) - 1)] + 1 if later else 0)


def put_down(tree: Tree, shelf: Path) -> None:
    """Exactly these files and folders on a shelf; folders that are there and stay are the same."""
    for path in sorted(shelf.rglob("*"), reverse=True):
        name = str(path.relative_to(shelf))
        if path.is_dir() and not path.is_symlink():
            if tree.get(name, b"") is not None:
                rmtree(path)
        else:
            path.unlink()
    for name, data in tree.items():
        if data is None:
            (shelf / name).mkdir(exist_ok=True)
        else:
            (shelf / name).write_bytes(data)
    a_while_ago = time() - 60
    for name in (*tree, ""):  # what has just been written is looked at twice
        os.utime(shelf / name, (a_while_ago, a_while_ago))


def main(each: int) -> int:
    """The whole: so many states for every moment."""
    began = perf_counter()
    number, after_failures, lost = 0, 0, list[str]()
    for size in (nullcontext, counted_as_large):
        with TemporaryDirectory() as place, size():
            shelf = Path(place)
            kept = kept_evening(shelf)
            for cut in cuts(kept, each, kept.moments):
                number += 1
                wrong = survived(kept, cut, shelf)
                if wrong:
                    lost.append(wrong)
            for failing in journal_calls(calls_of_an_evening()):
                refused = kept_evening(shelf, failing)
                for cut in cuts(refused, max(2, each // 3), after_failing(refused)):
                    after_failures += 1
                    wrong = survived(refused, cut, shelf)
                    if wrong:
                        lost.append(f"call {failing} fails; {wrong}")
    for line in lost[:40]:
        print(line)
    words = sum(answer.entry is not None for _, answer in kept.answers)
    print(f"{words} words, {len(kept.disk.calls)} calls of the disk")
    print(f"{number} different states after a power cut")
    print(f"{after_failures} more after a power cut that followed on a failure of the journal")
    print(f"{len(lost)} with something lost, or with a word that had been refused")
    print(f"{perf_counter() - began:.0f} seconds")
    return bool(lost)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
