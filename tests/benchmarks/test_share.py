"""A table of eight phones, five words a second between them: how soon each is answered, and how
soon the others see it. A few seconds here, in which no word is lost or doubled; times count with
`--benchmark-enable`. `python -m tests.benchmarks.test_share 60` takes the minute that
docs/performance.md tells of, `60 40` one of forty words a second, and `idle 3600` watches the
memory of an idle hour."""

import re
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Thread
from typing import NamedTuple

import pytest

from companion.campaign.seat_presence_and_orders import Place
from companion.share.seat_links import SEATS
from tests.desk.a_desk import a_desk, said
from tests.share.serving import NAME, Phone
from tests.share.test_command import Served, served

pytestmark = pytest.mark.slow

PHONES: tuple[Place, ...] = (*SEATS, "timekeeper", "quartermaster")
WORDS_A_SECOND = 5
MEDIAN_ANSWER, P99_ANSWER, P95_SEEN = 0.060, 0.400, 0.300
"""Seconds."""
MOST_GROWTH = 6_000
"""Kilobytes that eight idle phones may add to the server, once it is warm."""
_WORD = re.compile(r"word (\d+) ")


class Load(NamedTuple):
    """Seconds to each answer, and until each other phone had seen it; how often each word was seen
    by each phone."""

    answers: list[float]
    seen: list[float]
    counts: dict[int, int]


class Listener(Thread):
    """A phone's ear: when it heard which word."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(daemon=True)
        self._phone = phone
        self.heard: list[tuple[int, float]] = []
        self.stack = ExitStack()
        self._events = self.stack.enter_context(phone.listen())

    def run(self) -> None:
        try:
            for event in self._events:
                if event.kind == "answer":
                    now = time.perf_counter()
                    words = set(_WORD.findall(event.data["html"]))  # typed, and answered
                    self.heard += [(int(each), now) for each in words]
        except (OSError, ValueError, AttributeError):  # the table is closed
            return


@contextmanager
def sit_down(table: Served) -> Iterator[list[Phone]]:
    phones = [table.sit(place) for place in PHONES]
    try:
        yield phones
    finally:
        for phone in phones:
            phone.close()


def play(campaigns: Path, seconds: float, a_second: float = WORDS_A_SECOND) -> Load:
    """Words from all phones in turn, at their time whatever the answers take."""
    answers: list[float] = []
    sent: dict[int, float] = {}
    with served(campaigns) as table, sit_down(table) as phones:
        ears = [Listener(phone) for phone in phones]
        for ear in ears:
            ear.start()

        def type_words(phone_number: int) -> None:
            phone = phones[phone_number]
            for number in range(phone_number, int(seconds * a_second), len(phones)):
                due = begun + number / a_second
                time.sleep(max(0.0, due - time.perf_counter()))
                sent[number] = time.perf_counter()
                assert phone.say(f"note word {number} of the evening")["ok"]
                answers.append(time.perf_counter() - sent[number])

        for phone in phones:
            phone.say("status")
        begun = time.perf_counter()
        typists = [Thread(target=type_words, args=(n,)) for n in range(len(phones))]
        for typist in typists:
            typist.start()
        for typist in typists:
            typist.join()
        time.sleep(0.6)
        table.end()
        for ear in ears:
            ear.join(10)
            ear.stack.close()
    seen = [moment - sent[number] for ear in ears for number, moment in ear.heard]
    counts = {number: sum(n == number for ear in ears for n, _ in ear.heard) for number in sent}
    return Load(answers, seen, counts)


def describe(load: Load) -> str:
    hundredths = quantiles(load.answers, n=100)
    return (
        f"{len(load.answers)} words: median {median(load.answers) * 1000:.0f} ms, "
        f"p99 {hundredths[98] * 1000:.0f} ms; "
        f"seen by all p95 {quantiles(load.seen, n=20)[18] * 1000:.0f} ms"
    )


def require_all_once(load: Load, campaigns: Path) -> None:
    """No word is lost or doubled, in the journal or on a page."""
    lines = [entry.line for entry in a_desk(campaigns / NAME).archive.read_entries()]
    assert sorted(lines) == sorted(f"note word {n} of the evening" for n in load.counts)
    assert set(load.counts.values()) == {len(PHONES)}


@pytest.fixture
def is_measured(request: pytest.FixtureRequest) -> bool:
    """Whether times count: not beside the other tests, on a machine that is busy with them."""
    return bool(request.config.getoption("benchmark_enable"))


def test_eight_phones_at_five_words_a_second(tmp_path: Path, *, is_measured: bool) -> None:
    load = play(tmp_path, 6)
    require_all_once(load, tmp_path)
    if not is_measured:
        return
    assert median(load.answers) <= MEDIAN_ANSWER, describe(load)
    assert max(load.answers) <= P99_ANSWER * 2, describe(load)
    assert quantiles(load.seen, n=20)[18] <= P95_SEEN, describe(load)


def test_a_word_of_another_process_is_seen_soon(tmp_path: Path, *, is_measured: bool) -> None:
    with served(tmp_path) as table, sit_down(table) as phones:
        ears = [Listener(phone) for phone in phones]
        for ear in ears:
            ear.start()
        desk, sent = a_desk(tmp_path / NAME), []
        for number in range(20):
            time.sleep(0.1)
            said(desk, f"note word {number} of the Guide")
            sent.append(time.perf_counter())
        time.sleep(0.6)
        table.end()
        for ear in ears:
            ear.join(10)
            ear.stack.close()
    seen = [moment - sent[number] for ear in ears for number, moment in ear.heard]
    assert len(seen) == 20 * len(PHONES)
    assert not is_measured or quantiles(seen, n=20)[18] <= P95_SEEN, quantiles(seen, n=20)


def read_memory(process: int) -> int:
    """The resident memory of a process, in kilobytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def idle(campaigns: Path, seconds: float) -> int:
    """By how many kilobytes a server grows while eight phones listen."""
    with served(campaigns) as table, sit_down(table) as phones:
        ears = [Listener(phone) for phone in phones]
        for ear in ears:
            ear.start()
        for phone in phones:
            phone.say("status")
        time.sleep(2)
        before = read_memory(table.process.pid)
        time.sleep(seconds)
        after = read_memory(table.process.pid)
        table.end()
        for ear in ears:
            ear.join(10)
            ear.stack.close()
    return after - before


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells it so")
def test_idle_phones_add_nothing(tmp_path: Path) -> None:
    assert idle(tmp_path, 5) <= MOST_GROWTH


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        if sys.argv[1:2] == ["idle"]:
            print(f"{idle(Path(folder), float(sys.argv[2]))} KB more")
        else:
            found = play(Path(folder), *map(float, sys.argv[1:]))
            require_all_once(found, Path(folder))
            print(describe(found))
