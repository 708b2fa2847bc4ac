"""Ctrl-C in the window that shares: once it waits for the line that is being answered, twice it
ends at once."""

import signal
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic

import pytest

from companion.share.server import TableServer
from tests.desk.a_desk import a_desk
from tests.share.serving import NAME, Phone, share
from tests.share.test_command import Served, served

pytestmark = pytest.mark.slow

SLOW_LINE = """
from time import sleep
from companion.share import seat_line_answers
answer = seat_line_answers.SeatDesk.answer_line
def answer_slowly(desk, line):
    if line.startswith("note slow"):
        print("SLOW", flush=True)
        sleep({seconds})
    return answer(desk, line)
seat_line_answers.SeatDesk.answer_line = answer_slowly
"""
"""A table at which some lines take long."""


def begin_slow_line(table: Served, phone: Phone) -> Thread:
    """A line that is being answered when this returns."""

    def type_line() -> None:
        with suppress(OSError, ValueError):  # it may have ended
            phone.say("note slow and steady")

    typing = Thread(target=type_line, daemon=True)
    typing.start()
    assert table.process.stdout is not None
    while b"SLOW" not in (line := table.process.stdout.readline()):
        assert line
    return typing


def list_lines(campaigns: Path) -> list[str]:
    return [entry.line for entry in a_desk(campaigns / NAME).archive.read_entries()]


@pytest.mark.parametrize(
    ("sign", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "kill"]
)
def test_a_second_signal_ends_at_once(tmp_path: Path, sign: signal.Signals, status: int) -> None:
    with served(tmp_path, first=SLOW_LINE.format(seconds=60)) as table:
        phone = table.sit("note-taker")
        assert phone.say("note what was answered stays")["ok"]
        typing = begin_slow_line(table, phone)
        table.process.send_signal(sign)
        assert table.process.stdout is not None
        waiting = table.process.stdout.readline().decode()
        assert "again ends at once" in waiting
        begun = monotonic()
        found, rest = table.end(sign)
        assert monotonic() - begun < 10
        assert (found, rest) == (status, "Ended at once. What was answered is on disk.\n")
        typing.join(20)
        phone.close()
    assert list_lines(tmp_path) == ["note what was answered stays"]
    with served(tmp_path) as table:  # no lock is left
        phone = table.sit("note-taker")
        assert phone.say("note the next evening")["ok"]
        phone.close()


def test_one_signal_waits_for_the_line_that_is_being_answered(tmp_path: Path) -> None:
    with served(tmp_path, first=SLOW_LINE.format(seconds=5)) as table:
        phone = table.sit("note-taker")
        typing = begin_slow_line(table, phone)
        table.process.send_signal(signal.SIGINT)
        assert table.process.stdout is not None
        printed = [table.process.stdout.readline().decode() for _ in range(2)]
        assert printed[1] == "The table is closed. Everything is on disk.\n"
        assert list_lines(tmp_path) == ["note slow and steady"], "that is true by then"
        assert table.process.wait(20) == 0
        typing.join(20)
        phone.close()


def test_a_window_that_takes_no_line_holds_up_no_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window in which somebody marks text, or that Ctrl-S stopped, waits with what is printed."""
    ended: list[int] = []
    monkeypatch.setattr("os._exit", ended.append)
    go_on = Event()

    def wait(_text: str) -> None:
        go_on.wait(30)

    with share(tmp_path) as opened:
        server = TableServer(opened, wait)
        begun = monotonic()
        server.handle_exit(signal.SIGINT, None)
        server.handle_exit(signal.SIGINT, None)
        assert monotonic() - begun < 5
        go_on.set()
    assert ended == [130]
