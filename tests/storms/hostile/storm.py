"""What each kind of storm keeps count of: what was done, what went wrong, what took longest."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from heapq import nlargest
from random import Random
from time import process_time
from traceback import format_exception
from typing import NamedTuple, TypeVar

from tests.storms.hostile.texts import obeyed

T = TypeVar("T")
LONGEST = 1.0
"""Seconds of the processor that any one step may take."""
WAITS, WORDS_A_SECOND = 30, 50
"""Seconds after which a step is taken to wait for something that never comes, beside the words that
a busy machine answers in a second."""


class Waits(BaseException):
    """A step that did not come to an end."""


class Find(NamedTuple):
    """Something wrong: in which input, at which step, and what."""

    source: str
    step: str
    what: str


class Took(NamedTuple):
    """How many seconds of the processor a step took, or each of its words."""

    seconds: float
    source: str
    step: str


class Storm:
    """A storm of so many hostile inputs, each of which is made from the seed, its kind and its
    number alone."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.inputs = 0
        self.steps = 0
        self.printed = 0
        self.finds: list[Find] = []
        self.took: list[Took] = []
        self._source = ""

    def chance(self, kind: str, number: int) -> Random:
        """What makes one input; from here on it is the one that is blamed."""
        self.inputs += 1
        self._source = f"{kind} {number}"
        return Random(f"{self.seed}/{kind}/{number}")

    def step(self, name: str, do: Callable[[], T], words: int = 1) -> T | None:
        """What a step gives. Nothing may escape it, nor may any of its words take longer than a
        second; what goes wrong is a find, and None is given."""
        self.steps += 1
        began = process_time()
        try:
            with _in_time(measure_wait(words)):
                return do()
        except (Exception, Waits) as error:
            where = format_exception(error)[-2:]
            self.found(name, " ".join(" ".join(where).split())[:600])
            return None
        finally:
            seconds = (process_time() - began) / words
            self.took = nlargest(5, [*self.took, Took(seconds, self._source, name)])
            if seconds > LONGEST:
                self.found(name, f"took {seconds:.2f} s")

    def shown(self, name: str, text: str) -> None:
        """Look at what is printed: nothing in it may be obeyed, and all of it can be encoded."""
        self.printed += len(text)
        odd = obeyed(text)
        if odd:
            self.found(name, f"prints {odd[:200]} in {_around(text)!r}")

    def never(self, name: str, wrong: object) -> None:
        """A find, where there is something that must never be."""
        if wrong:
            self.found(name, str(wrong)[:600])

    def found(self, step: str, what: str) -> None:
        """Remember something wrong."""
        self.finds.append(Find(self._source, step, what))

    def add(self, other: "Storm") -> None:
        """What another part of the same storm came to."""
        self.inputs += other.inputs
        self.steps += other.steps
        self.printed += other.printed
        self.finds += other.finds
        self.took = nlargest(5, [*self.took, *other.took])

    def report(self) -> str:
        """The figures in a few plain lines."""
        slowest = "; ".join(f"{t.seconds:.3f} s {t.source} ({t.step[:40]})" for t in self.took)
        return "\n".join(
            [
                f"{self.inputs:,} inputs from seed «{self.seed}», {self.steps:,} steps, "
                f"{self.printed:,} characters printed",
                f"{len(self.finds):,} finds",
                f"slowest: {slowest}",
                *(f"{find.source}: {find.step}: {find.what}" for find in self._kinds()),
            ]
        )

    def _kinds(self) -> list[Find]:
        """The first find of each sort."""
        return list({(f.step[:12], f.what[:40]): f for f in reversed(self.finds)}.values())[:40]


def _around(text: str) -> str:
    at = next((at for at, letter in enumerate(text) if obeyed(letter)), 0)
    return text[max(0, at - 30) : at + 30]


def measure_wait(words: int) -> float:
    """How many seconds a step of so many words may take, on a busy machine, before it hangs."""
    return WAITS + words / WORDS_A_SECOND


@contextmanager
def _in_time(most: float) -> Iterator[None]:
    """Interrupts whatever waits for a pipe, a lock or for ever."""

    def interrupted(_number: int, _frame: object) -> None:
        raise Waits(f"still waiting after {most:.0f} s")

    before = signal.signal(signal.SIGALRM, interrupted)
    signal.setitimer(signal.ITIMER_REAL, most)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Watch:
    """Which files and folders this process opens, lists, moves, makes or takes away while it is
    watched: those that links lead to, where they are followed."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self._on = False
        sys.addaudithook(self._hears)

    def _hears(self, event: str, arguments: tuple[object, ...]) -> None:
        if self._on and event.partition(".")[0] in ("open", "os", "shutil"):
            follows = event in _FOLLOWING and not _at_the_link(event, arguments)
            self.paths += [_led(path, follows) for path in map(_path, arguments) if path]

    @contextmanager
    def watching(self) -> Iterator[list[str]]:
        """The paths that are touched in here."""
        self.paths = []
        self._on = True
        try:
            yield self.paths
        finally:
            self._on = False


_FOLLOWING = ("open", "os.chmod", "os.utime", "os.truncate", "os.chdir")
"""What is done to the file at a link's end. The rest is done to the link itself, or lists what is
in a folder: of errants that are elsewhere each is named that is not read."""


def _at_the_link(event: str, arguments: tuple[object, ...]) -> bool:
    """Whether a file is opened so that a link is refused."""
    flags = arguments[-1]
    return event == "open" and isinstance(flags, int) and bool(flags & os.O_NOFOLLOW)


def _led(path: str, follows: bool) -> str:
    """Where a path leads in the end."""
    if follows:
        return os.path.realpath(path)
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)  # noqa: PTH118 (ten thousand times)


def _path(argument: object) -> str | None:
    if isinstance(argument, bytes):
        return os.fsdecode(argument)
    return argument if isinstance(argument, str) else None
