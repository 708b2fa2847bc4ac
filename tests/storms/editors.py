"""Saves by an editor while words are written: every save is in the campaign afterwards, or was.

Half of them are aimed: the editor saves between the last look at a file and its replacement, right
after it, or opens the old file before and writes it some milliseconds later. The others come at any
time from beside a process that types without a pause, and is slow where the gap is. Editors save as
they do: by a rename, with the old file moved away first, and in place, cut short at once or late.

`python -m tests.storms.editors 2000` saves two thousand times. What is aimed at is drawn from the
seed; when a save at any time hits is not.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, perf_counter, sleep
from typing import Literal, NamedTuple, get_args
from unittest.mock import patch

import tomli

from companion.archive.campaign_storage import Archive
from companion.archive.disk import compare_and_swap
from companion.campaign.campaign import Campaign
from companion.desk import Desk
from tests.desk.a_desk import a_desk, greenmire, on_disk
from tests.storms.evening import same
from tests.storms.replay import journal_of, replayed

SAVES = 2000
FILE = "errants/bree.toml"
WORDS = ("supply bree +1", "supply bree -1", "exhaust bree +1", "exhaust bree -1", "note eels")
Way = Literal["by a rename", "moved away first", "in place", "in place, cut late"]
Moment = Literal["before", "after", "across"]
WAYS: tuple[Way, ...] = get_args(Way)
MOMENTS: tuple[Moment, ...] = get_args(Moment)
_LOST_AFTER = 3.0
"""Seconds after which a save is not waited for any longer."""


class Figures(NamedTuple):
    """How many saves there were, how many in the gap itself; how many words were answered and
    refused beside them; and what is wrong."""

    saves: int = 0
    in_the_gap: int = 0
    words: int = 0
    refused: int = 0
    wrong: tuple[str, ...] = ()

    def plus(self, other: "Figures") -> "Figures":
        """Both together."""
        return Figures(
            self.saves + other.saves,
            self.in_the_gap + other.in_the_gap,
            self.words + other.words,
            self.refused + other.refused,
            (*self.wrong, *other.wrong),
        )


class Editor:
    """A person's editor with Bree's file open in it; each save has a number of its own."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._pennies = 1_000_000

    def save(self, way: Way, pause: Callable[[], object] = lambda: None) -> int:
        """Save Bree with other pennies than she ever had, with a pause between opening the file and
        writing it; how many."""
        self._pennies += 1
        path = self._path
        lines = path.read_text().splitlines(keepends=True)
        pennies = f"pennies = {self._pennies}\n"
        text = "".join(pennies if line.startswith("pennies = ") else line for line in lines)
        if way.startswith("in place"):
            flags = os.O_WRONLY if way == "in place, cut late" else os.O_WRONLY | os.O_TRUNC
            handle = os.open(path, flags)
            pause()
            os.ftruncate(handle, 0)
            os.write(handle, text.encode())
            os.close(handle)
        else:
            beside = path.with_name("bree.toml.new")
            beside.write_text(text)
            pause()
            if way == "moved away first":
                path.rename(path.with_name("bree.toml~"))
            beside.rename(path)
        return self._pennies

    def has_saved(self, pennies: int) -> bool:
        """Whether this is what stands in the file."""
        return bool(tomli.loads(self._path.read_text())["pennies"] == pennies)


class Aim:
    """A save that begins as soon as a file of Bree's is about to be replaced."""

    def __init__(self, editor: Editor, way: Way, moment: Moment, late: float) -> None:
        self.saved = 0
        self.hit = False
        self._editor, self._way, self._moment, self._late = editor, way, moment, late
        self._exchange = compare_and_swap.exchange_file_names

    def exchange(self, one: Path, other: Path) -> None:
        """In place of the exchange of two names, and with it."""
        if self.hit or other.name != Path(FILE).name:
            self._exchange(one, other)
            return
        self.hit = True
        if self._moment == "across":
            self._across(one, other)
            return
        if self._moment == "before":
            self._save()
        self._exchange(one, other)
        if self._moment == "after":
            self._save()

    def _save(self, pause: Callable[[], object] = lambda: None) -> None:
        self.saved = self._editor.save(self._way, pause)

    def _across(self, one: Path, other: Path) -> None:
        """The file is open in the editor before the exchange, and written after it."""
        opened, exchanged = Event(), Event()

        def pause() -> None:
            opened.set()
            exchanged.wait()
            sleep(self._late)

        self.thread = Thread(target=self._save, args=(pause,))
        self.thread.start()
        opened.wait()
        try:
            self._exchange(one, other)
        finally:
            exchanged.set()

    def wait(self) -> None:
        """Until the save is done."""
        if self._moment == "across" and self.hit:
            self.thread.join()


def aimed(saves: int, shelf: Path, seed: int = 0) -> Figures:
    """So many saves, each aimed into the replacing of a file."""
    random, folder = Random(seed), greenmire(shelf)
    start = on_disk(folder)
    desk, editor = a_desk(folder, seed=None), Editor(folder)
    wrong: list[str] = []
    words = 0
    for _ in range(saves):
        way, moment, late = random.choice(WAYS), random.choice(MOMENTS), random.uniform(0, 0.02)
        aim, last = Aim(editor, way, moment, late), desk.archive.session.last_number
        with patch.object(compare_and_swap, "exchange_file_names", aim.exchange):
            words += _say_until(desk, random, lambda aim=aim: aim.hit)  # type: ignore[misc]  # bound
        aim.wait()
        words += _say_until(desk, random, iter((False, True)).__next__)
        edits = [entry for entry in desk.archive.read_entries_after(last) if entry.kind == "edit"]
        taken_in = any(change.after == aim.saved for each in edits for change in each.changes)
        if not taken_in and not editor.has_saved(aim.saved):
            wrong.append(f"{way}, {moment} the exchange ({late * 1000:.1f} ms late) is lost")
    wrong += _wrong_at_the_end(folder, start)
    return Figures(saves, saves, words, 0, tuple(wrong))


def _say_until(desk: Desk, random: Random, is_enough: Callable[[], bool]) -> int:
    """Words, each of which must be done; how many."""
    number = 0
    while not is_enough():
        reply = desk.run(random.choice(WORDS))
        assert reply is not None
        assert reply.error is None, reply.error
        number += reply.ok
    return number


def _wrong_at_the_end(folder: Path, start: Campaign) -> list[str]:
    """Files and journal say the same of the campaign, words and edits by hand alike."""
    try:
        same(on_disk(folder), Archive(folder).campaign, "the files, against what is opened")
        same(on_disk(folder), replayed(start, journal_of(folder).entries), "against the journal")
    except AssertionError as wrong:
        return [f"{folder}: {' '.join(str(wrong).split())[:400]}"]
    return []


@contextmanager
def slow_gap(random: Random) -> Iterator[None]:
    """Every third exchange of names takes its time, before it and after it."""
    exchange = compare_and_swap.exchange_file_names

    def slowly(one: Path, other: Path) -> None:
        wait = random.choice((0, 0, 0.003))
        sleep(random.random() * wait)
        exchange(one, other)
        sleep(random.random() * wait)

    with patch.object(compare_and_swap, "exchange_file_names", slowly):
        yield


def type_words(folder: Path, seed: int) -> None:
    """Type until the standard input ends; every answer is a line."""
    random, ended = Random(seed), Event()

    def wait_for_the_end() -> None:
        sys.stdin.read()
        ended.set()

    Thread(target=wait_for_the_end, daemon=True).start()
    with slow_gap(random):
        desk = a_desk(folder, seed=None)
        while not ended.is_set():
            reply = desk.run(random.choice(WORDS))
            assert reply is not None
            print(reply.error or reply.entry or "refused", flush=True)
    same(on_disk(folder), desk.campaign, "the files")


def at_any_time(saves: int, shelf: Path, seed: int = 0) -> Figures:
    """So many saves while another process types."""
    random, folder = Random(seed), greenmire(shelf)
    start, editor, wrong = on_disk(folder), Editor(folder), []
    command = (sys.executable, "-m", "tests.storms.editors", "--type", str(folder), str(seed))
    with (
        (shelf / "answers").open("w+") as answers,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=answers) as typing,
    ):
        assert typing.stdin is not None
        while not (folder / ".companion" / "applied").exists():  # until then an edit is no event
            sleep(0.01)
        for _ in range(saves):
            way = random.choice(WAYS)
            sleep(random.uniform(0, 0.03))
            saved = editor.save(way, lambda: sleep(random.uniform(0, 0.01)))
            if not _is_taken_in(folder, saved) and not editor.has_saved(saved):
                wrong.append(f"{way}, at any time, is lost")
        typing.stdin.close()
        if typing.wait():
            wrong.append("the typing ended with an error")
        answers.seek(0)
        told = answers.read().splitlines()
    names = {entry.name for entry in journal_of(folder).entries}
    wrong += [f"answered and lost: {name}" for name in told if name not in {*names, "refused"}]
    wrong += _wrong_at_the_end(folder, start)
    refused = told.count("refused")
    return Figures(saves, 0, len(told) - refused, refused, tuple(wrong))


def _is_taken_in(folder: Path, pennies: int) -> bool:
    """Whether the journal comes to have a save within some seconds."""
    number, until = str(pennies).encode(), monotonic() + _LOST_AFTER
    while monotonic() < until:
        for path in (folder / "journal").glob("*.toml"):
            with path.open("rb") as file:
                file.seek(max(0, path.stat().st_size - 50_000))
                if number in file.read():
                    return True
        sleep(0.002)
    return False


def storm(saves: int, place: Path, seed: int = 0) -> Figures:
    """So many saves, half of them aimed."""
    shelves = place / "aimed", place / "any"
    half = saves // 2
    return aimed(saves - half, shelves[0], seed).plus(at_any_time(half, shelves[1], seed))


def main(saves: int) -> int:
    """The whole."""
    began = perf_counter()
    with TemporaryDirectory() as place:
        done = storm(saves, Path(place))
    for line in done.wrong[:40]:
        print(line)
    print(f"{done.saves} saves, {done.in_the_gap} of them aimed between a look and a replacement")
    print(f"{done.words} words answered beside them, {done.refused} refused")
    print(f"{len(done.wrong)} saves or words lost")
    print(f"{perf_counter() - began:.0f} seconds")
    return bool(done.wrong)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--type"]:
        type_words(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else SAVES))
