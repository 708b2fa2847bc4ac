"""Every call of the disk made to fail in turn, at every step of an evening of a dozen words.

A call fails once; or it and all after it, until the disk is well again; or, where it writes, half
of it is written first. Whatever fails: a word that was answered is there, a word that was refused
is not, no file is half, and the same desk goes on once the disk is well.

`python -m tests.storms.failures` fails every call, in every manner, with every error. The evening
is the same each time, so what is printed of a case is enough to have it again: `played`.
"""

import errno
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Literal, NamedTuple, TypeVar, get_args

from tests.desk.a_desk import a_desk, greenmire, on_disk, state_files
from tests.storms.disk import Call, Disk
from tests.storms.evening import (
    EVENING,
    Answer,
    Evening,
    all_taken_back,
    left_over,
    nothing_is_lost,
    play_goes_on,
)

T = TypeVar("T")
Manner = Literal["once", "from then on", "half written"]
ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)
MANNERS: tuple[Manner, ...] = get_args(Manner)


class Case(NamedTuple):
    """Which call fails (counted from 1), how, and with what."""

    number: int
    manner: Manner
    error: int

    def __str__(self) -> str:
        return f"call {self.number} fails {self.manner} with {errno.errorcode[self.error]}"


class FailingDisk(Disk):
    """A disk on which one call fails; without a case it only counts."""

    def __init__(self, root: Path, case: Case | None = None) -> None:
        super().__init__(root)
        self._case = case
        self.calls: list[Call] = []
        self.failed: list[Call] = []

    def call(self, call: Call, do: Callable[[Call], T]) -> T:
        """Counted, and refused where it is its turn."""
        self.calls.append(call)
        case = self._case
        if case is None:
            return do(call)
        now, half = len(self.calls) - case.number, case.manner == "half written"
        if now == 0 and half:
            self.failed.append(call)
            return do(call._replace(data=call.data[: len(call.data) // 2]))
        if now == half or (now > 0 and case.manner == "from then on"):
            self.failed.append(call)
            raise OSError(case.error, os.strerror(case.error), call.path)
        return do(call)


def calls_of_an_evening() -> list[Call]:
    """Every call an evening makes where nothing fails."""
    with TemporaryDirectory() as shelf:
        folder = greenmire(Path(shelf))
        disk = FailingDisk(Path(shelf))
        evening = Evening(folder, disk)
        for step in EVENING:
            evening.play(step)
        return disk.calls


def cases(calls: Sequence[Call]) -> Iterator[Case]:
    """Every call failing in every manner that it can, with every error."""
    for (at, call), manner, error in product(enumerate(calls, start=1), MANNERS, ERRORS):
        if manner != "half written" or (call.kind == "write" and error == errno.ENOSPC):
            yield Case(at, manner, error)


class Outcome(NamedTuple):
    """What a case came to: what was answered, and what is wrong with that; nothing where all is
    well."""

    case: Case
    failed: str
    answers: tuple[Answer, ...]
    wrong: str

    def __str__(self) -> str:
        return f"{self.case} ({self.failed}): {self.wrong}"


def played(case: Case, shelf: Path, *, at_every_step: bool = True) -> Outcome:
    """The evening with one case of failure. What is on the disk is opened anew after the evening,
    and with `at_every_step` after each answer too."""
    rmtree(shelf / "mire", ignore_errors=True)
    rmtree(shelf / ".copies", ignore_errors=True)
    folder = greenmire(shelf)
    start, first = on_disk(folder), state_files(folder)
    disk = FailingDisk(shelf, case)
    evening = Evening(folder, disk)
    answers: list[Answer] = []
    step = ""
    try:
        for step in EVENING:
            answers.append(evening.play(step))
            if at_every_step or step == EVENING[-1]:
                nothing_is_lost(folder, start, answers)
        step = "the disk is well again"
        with evening.time(), Disk(shelf).on():
            play_goes_on(evening.desk, start, answers)
            step = "a new desk"
            desk = a_desk(folder, seed=None)
            play_goes_on(desk, start, answers)
            step = "all taken back"
            all_taken_back(desk, start, first)
        assert not left_over(folder), f"left over: {left_over(folder)}"
    except Exception as wrong:
        said = " ".join(str(wrong).split())[:300]
        return Outcome(case, _told(disk), tuple(answers), f"«{step}»: {said}")
    return Outcome(case, _told(disk), tuple(answers), "")


def _told(disk: FailingDisk) -> str:
    return str(disk.failed[0]) if disk.failed else "never came to it"


def main(each: int) -> int:
    """The whole, or every so many-eth case of it."""
    began = perf_counter()
    calls = calls_of_an_evening()
    kinds = Counter(call.kind for call in calls)
    lost: list[Outcome] = []
    number = refused = doubtful = 0
    with TemporaryDirectory() as place:
        for case in list(cases(calls))[::each]:
            number += 1
            outcome = played(case, Path(place))
            refused += sum(not answer.ok for answer in outcome.answers)
            doubtful += sum(answer.doubtful for answer in outcome.answers)
            if outcome.wrong:
                lost.append(outcome)
    for outcome in lost[:60]:
        print(outcome)
    print(f"{len(calls)} calls: {', '.join(f'{n} {kind}' for kind, n in kinds.most_common())}")
    print(f"{number} evenings with a failing disk: {refused} words refused, {doubtful} in doubt")
    print(f"{len(lost)} evenings with something lost, half, or a failure of ours")
    print(f"{perf_counter() - began:.0f} seconds")
    return bool(lost)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
