"""Several prompts at once on one campaign: no word lost, every sum right, nobody waits long.

`python -m tests.storms.prompts` has three processes type 1,000 words each (`prompts 100`: so many):
at a Company they share, at an Errant each, and with one of them killed and started again; then it
looks how long a word takes while others are busy, and how soon one prompt shows what another did.
"""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from itertools import groupby
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from typing import NamedTuple

import msgspec

from companion.archive.journal.journal_folder import Journal
from companion.audience import Seat
from companion.repl.line_editor import POLL_SECONDS
from companion.reports.journal import ExternalChangesReport
from companion.reports.rolls_and_random_tables import RollReport
from tests.desk.a_desk import a_desk, answered, greenmire, on_disk, said
from tests.storms.plain_journal import read_journal
from tests.storms.typists import Typist, wrong_with

MODULE = "tests.storms.prompts"
SEATS: tuple[Seat, ...] = ("guide", "timekeeper", "quartermaster")
"""One for each prompt, so that the journal tells who typed what."""
ERRANTS = ("bree", "wim", "corvin")
WORDS = 1_000
LONGEST_WAIT = 1.0
"""Seconds: no word waits longer."""
USUAL_WAIT = 0.020
"""Seconds: the middle of the words of one prompt, while two others are busy."""
MAX_TOLD = 20
MAX_UNSEEN = 0.5
"""Seconds: what one prompt did, another shows."""


class Answer(msgspec.Struct, frozen=True):
    """What a prompt in a process of its own says to a line; `wrong` is what it refused, or warned
    of."""

    entry: str | None
    wrong: str
    faces: tuple[int, ...] = ()


class Prompt:
    """A desk in a process of its own, typed at through a pipe."""

    def __init__(self, folder: Path, seat: Seat) -> None:
        self._command = (sys.executable, "-m", MODULE, "--desk", str(folder), seat)
        self.begin()

    def begin(self) -> None:
        """Start the process, and wait until the campaign is open."""
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        assert self._heard() == b"ready\n"

    def type(self, line: str) -> None:
        """Send a line; what it is answered is not waited for."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def ask(self, line: str) -> Answer:
        """What a line is answered."""
        self.type(line)
        return msgspec.json.decode(self._heard(), type=Answer)

    def _heard(self) -> bytes:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def kill(self) -> None:
        """kill -9, whatever it is doing."""
        self._process.kill()
        self.close()

    def close(self) -> None:
        """No more lines; wait until it has ended."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()
        self._process.wait()


def serve(folder: Path, seat: str) -> None:
    """The other end of the pipe: a line read, a line answered."""
    desk = a_desk(folder, seed=None)
    said(desk, f"as {seat}")
    print("ready", flush=True)
    for line in sys.stdin:
        reply = answered(desk, line)
        refusal = reply.refusal.message if reply.refusal is not None else ""
        faces = reply.report.faces if isinstance(reply.report, RollReport) else ()
        answer = Answer(reply.entry, " ".join((refusal, *reply.warnings)).strip(), faces)
        print(msgspec.json.encode(answer).decode(), flush=True)


@contextmanager
def prompts(folder: Path, seats: Sequence[Seat]) -> Iterator[list[Prompt]]:
    """Prompts on one campaign, each in a process of its own."""
    with ExitStack() as stack:
        opened = []
        for seat in seats:
            opened.append(Prompt(folder, seat))
            stack.callback(opened[-1].close)
        yield opened


class Evening(NamedTuple):
    """What came of prompts at one campaign: how long each word waited, in seconds; how many
    entries the journal has of them; how many processes were killed; and all that was wrong."""

    waits: list[float]
    entries: int
    killed: int
    wrong: tuple[str, ...]


def together(
    folder: Path, words: int, *, begun: bool = True, apart: bool = False, kills: int = 0
) -> Evening:
    """Three prompts type so many words each, without a pause, at one Company; `apart`: at an
    Errant each. They go on with one session, which has `begun`, or begin one each. So many times
    the last of them is killed and started again."""
    if begun:
        said(a_desk(folder, seed=None), "note the evening begins")
    before = on_disk(folder)
    typists = [
        Typist(seat, (errant,) if apart else ERRANTS, before)
        for seat, errant in zip(SEATS, ERRANTS, strict=True)
    ]
    with prompts(folder, SEATS) as opened, ThreadPoolExecutor(len(SEATS)) as pool:
        sitting = [
            pool.submit(_sit, folder, prompt, typist, words, kills if typist is typists[-1] else 0)
            for prompt, typist in zip(opened, typists, strict=True)
        ]
        evenings = [each.result() for each in sitting]
    wrong = [each for evening in evenings for each in evening.wrong]
    wrong += wrong_with(folder, before, int(begun), typists)
    waits = [wait for evening in evenings for wait in evening.waits]
    entries = len(read_journal(folder).entries) - begun
    return Evening(waits, entries, sum(evening.killed for evening in evenings), tuple(wrong))


def _sit(folder: Path, prompt: Prompt, typist: Typist, words: int, kills: int) -> Evening:
    """One prompt's evening."""
    random = Random(kills)
    at = set(random.sample(range(words), kills))
    waits: list[float] = []
    wrong: list[str] = []
    while len(typist.lines) < words and len(wrong) < words:
        line = typist.next_line()
        if len(typist.lines) in at:
            at.remove(len(typist.lines))
            prompt.type(line)
            time.sleep(random.uniform(0, 0.03))
            prompt.kill()
            _count_if_journalled(folder, typist, line)
            prompt.begin()
            continue
        sent = time.perf_counter()
        answer = prompt.ask(line)
        waits.append(time.perf_counter() - sent)
        if answer.wrong:
            wrong.append(f"«{line}» was answered: {answer.wrong}")
        if answer.entry is not None:
            typist.done(line, answer.entry, answer.faces)
    return Evening(waits, len(typist.entries), kills - len(at), tuple(wrong))


def _count_if_journalled(folder: Path, typist: Typist, line: str) -> None:
    """What a prompt was killed over may have been journalled or not; no answer said."""
    newest = next((e for e in Journal(folder).read_backwards() if e.seat == typist.seat), None)
    if newest is not None and newest.name not in typist.entries[-1:]:
        typist.done(line, newest.name)


@contextmanager
def busy(others: Sequence[Prompt], errants: Sequence[str] = ERRANTS) -> Iterator[None]:
    """These type without a pause all the while, each at an Errant."""
    enough = Event()

    def types(prompt: Prompt, errant: str) -> None:
        while not enough.is_set():
            for line in (f"supply {errant} +1", f"supply {errant} -1"):
                answer = prompt.ask(line)
                assert answer.entry is not None, answer.wrong

    with ThreadPoolExecutor(max(1, len(others))) as pool:
        typing = [pool.submit(types, *each) for each in zip(others, errants, strict=False)]
        try:
            yield
        finally:
            enough.set()
        for each in typing:
            each.result()


def unseen(folder: Path, words: int, *, others: int = 0) -> list[float]:
    """How many seconds each of so many words was answered before another prompt had it, which
    only glances; `others` type without a pause meanwhile."""
    watching = a_desk(folder, seed=None)
    random = Random("now and then")
    answered_at: dict[str, float] = {}
    seen_at: dict[str, float] = {}

    def typed_now_and_then(prompt: Prompt) -> None:
        for number in range(words):
            time.sleep(random.uniform(0, 2 * POLL_SECONDS))
            line = f"note {number} eels"
            assert prompt.ask(line).entry is not None
            answered_at[line] = time.perf_counter()

    with (
        prompts(folder, SEATS[: 1 + others]) as (typing, *busy_ones),
        busy(busy_ones),
        ThreadPoolExecutor(1) as pool,
    ):
        typed = pool.submit(typed_now_and_then, typing)
        while not (typed.done() and seen_at.keys() >= answered_at.keys()):
            time.sleep(POLL_SECONDS)
            reply = watching.take_in_external_changes()
            if reply is not None and isinstance(reply.report, ExternalChangesReport):
                now = time.perf_counter()
                seen_at.update((word.line, now) for word in reply.report.words)
        typed.result()
    return [max(0.0, seen_at[line] - at) for line, at in answered_at.items()]


def longest_row(folder: Path) -> int:
    """How many words in a row one of three prompts had while all were typing: of an evening that
    had begun before they came."""
    seats = [entry.seat for entry in read_journal(folder).entries[1:]]
    first = max(seats.index(seat) for seat in SEATS)
    last = min(len(seats) - seats[::-1].index(seat) for seat in SEATS)
    return max(len(list(row)) for _, row in groupby(seats[first:last]))


def waits_among(folder: Path, words: int, *, others: int) -> list[float]:
    """How many seconds each of so many words of one prompt waited; `others` type without a pause
    meanwhile."""
    waits = []
    with prompts(folder, SEATS[: 1 + others]) as (prompt, *busy_ones), busy(busy_ones):
        for number in range(words):
            sent = time.perf_counter()
            assert prompt.ask(f"exhaust corvin {'-' if number % 2 else '+'}1").entry is not None
            waits.append(time.perf_counter() - sent)
    return waits


def spread(seconds: list[float]) -> str:
    """Where the middle of these stands, how far 95 of 100 reach, and the longest."""
    ordered = sorted(seconds)
    median, most = ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100]
    return (
        f"median {median * 1e3:.1f} ms, 95 of 100 within {most * 1e3:.1f} ms, "
        f"longest {ordered[-1] * 1e3:.0f} ms"
    )


def main(words: int) -> int:
    """The whole storm, told; 1 where anything was wrong."""
    wrong: list[str] = []
    for what, begun, apart, kills in (
        ("three at one Company", True, False, 0),
        ("three at an Errant each, in sessions of their own", False, True, 0),
        ("three, one of them killed over and over", True, False, max(1, words // 10)),
    ):
        with TemporaryDirectory() as shelf:
            evening = together(greenmire(Path(shelf)), words, begun=begun, apart=apart, kills=kills)
        print(
            f"{what}: {len(evening.waits):,} words answered, {evening.entries:,} entries, "
            f"{evening.killed} killed, {len(evening.wrong)} things wrong; {spread(evening.waits)}"
        )
        wrong += evening.wrong
        if evening.entries != len(SEATS) * words:
            wrong.append(f"{what}: there are {evening.entries:,} entries")
        if max(evening.waits) > LONGEST_WAIT:
            wrong.append(f"{what}: a word waited longer than {LONGEST_WAIT} s")
    for others in (0, 2):
        with TemporaryDirectory() as shelf:
            waits = waits_among(greenmire(Path(shelf)), words, others=others)
        print(f"one word, {others} others typing without a pause: {spread(waits)}")
        if sorted(waits)[len(waits) // 2] > USUAL_WAIT:
            wrong.append(f"{others} others: a word usually takes longer than {USUAL_WAIT} s")
        if max(waits) > LONGEST_WAIT:
            wrong.append(f"{others} others: a word waited longer than {LONGEST_WAIT} s")
        with TemporaryDirectory() as shelf:
            took = unseen(greenmire(Path(shelf)), max(1, words // 20), others=others)
        print(f"seen by another prompt, {others} others typing without a pause: {spread(took)}")
        if max(took) > MAX_UNSEEN:
            wrong.append(f"a word was seen later than {MAX_UNSEEN} s")
    print(*wrong[:MAX_TOLD], sep="\n", end="\n" * bool(wrong))
    return bool(wrong)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--desk"]:
        serve(Path(sys.argv[2]), sys.argv[3])
    else:
        sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else WORDS))
