"""A power cut at every moment of an evening: what was answered is there when it is opened again.

The evening is played once on a disk that keeps every call. Then, for every moment of it, the
states are built that a cut may leave: what was synced is there; what was not is missing, cut
short, full of zeros or half there; files that came, went or were moved, in a folder not synced
since, have done so or not, in their order or in none.

`python -m tests.storms.power_cuts 20` builds twenty states for every moment.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from tests.desk.a_desk import NAME, a_desk, greenmire, on_disk
from tests.storms.disk import Disk
from tests.storms.evening import (
    EVENING,
    NEXT_DAY,
    Answer,
    Evening,
    copies_are_whole,
    left_over,
    nothing_is_lost,
    play_goes_on,
    the_day,
)
from tests.storms.trace import KeepingDisk, Tree, tree_after


class Record(NamedTuple):
    """An evening and every call it made of the disk: how many calls had been made when each answer
    was given, and when each step began."""

    disk: KeepingDisk
    start: Campaign
    answers: tuple[tuple[int, Answer], ...]
    steps: tuple[tuple[int, str], ...]

    @property
    def moments(self) -> range:
        """How many calls may have been made before the cut."""
        return range(len(self.disk.calls) + 1)


def kept_evening(shelf: Path) -> Record:
    """The evening played, with nothing going wrong."""
    folder = greenmire(shelf)
    start = on_disk(folder)
    disk = KeepingDisk(shelf)
    answers: list[tuple[int, Answer]] = []
    steps: list[tuple[int, str]] = []
    evening = Evening(folder, disk)
    for step in EVENING:
        steps.append((len(disk.calls), step))
        answer = evening.play(step)
        assert answer.ok, answer
        answers.append((len(disk.calls), answer))
    return Record(disk, start, tuple(answers), tuple(steps))


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
            nothing_is_lost(folder, kept.start, answers, under_way=True)
            copies_are_whole(folder, of_every_session=True)
            play_goes_on(a_desk(folder, seed=None), kept.start, answers)
        assert not left_over(folder), left_over(folder)
    except Exception as wrong:
        last = str(kept.disk.calls[cut.moment - 1]) if cut.moment else "nothing"
        step = steps[-1] if steps else ""
        said = " ".join(str(wrong).split())[:300]
        return f"moment {cut.moment} (after {last}, in «{step}»), seed {cut.seed}: {said}"
    return ""


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
    with TemporaryDirectory() as place:
        shelf = Path(place)
        kept = kept_evening(shelf)
        number, lost = 0, list[str]()
        for cut in cuts(kept, each, kept.moments):
            number += 1
            wrong = survived(kept, cut, shelf)
            if wrong:
                lost.append(wrong)
    for line in lost[:40]:
        print(line)
    print(f"{len(kept.answers)} words, {len(kept.disk.calls)} calls of the disk")
    print(f"{number} different states after a power cut, {len(lost)} with something lost")
    print(f"{perf_counter() - began:.0f} seconds")
    return bool(lost)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
