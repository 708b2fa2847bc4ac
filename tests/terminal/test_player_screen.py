"""`play --screen` on a pty: it follows what others do, and q or Ctrl-C ends it."""

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pexpect
import pyte
import pytest

from tests.desk.a_desk import a_desk, all_files, said
from tests.terminal.a_terminal import CAMPAIGN, PATIENCE, a_campaign, environment

pytestmark = pytest.mark.slow


class Monitor:
    """The second monitor: a program on a pty, and what stands on its screen."""

    def __init__(self, campaigns: Path, *args: str, columns: int = 40, term: str = "xterm") -> None:
        self.screen = pyte.Screen(columns, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        command = ["-m", "companion", "play", CAMPAIGN, "--screen", "--campaigns", str(campaigns)]
        self.child = pexpect.spawn(
            sys.executable,
            [*command, *args],
            env=environment(campaigns, colour=False, term=term),
            cwd=str(Path(__file__).parents[2]),
            dimensions=(24, columns),
            timeout=None,
        )

    @property
    def text(self) -> str:
        """What stands there, in one line."""
        return " ".join(" ".join(self.screen.display).split())

    def wait(self, shows: Callable[[str], bool]) -> str:
        """The text, once it is so."""
        until = monotonic() + PATIENCE
        while not shows(self.text):
            assert monotonic() < until, self.text
            self._read()
        return self.text

    def end(self, key: str) -> int:
        """The exit status after this key."""
        self.child.send(key)
        until = monotonic() + PATIENCE
        while self.child.isalive():
            assert monotonic() < until
            self._read()
        return int(self.child.exitstatus or 0)

    def _read(self) -> None:
        try:
            data = self.child.read_nonblocking(65_536, 0.05)
        except pexpect.TIMEOUT:
            return
        except pexpect.EOF:
            sleep(0.01)
            return
        self.written += data
        self._stream.feed(data)


def test_it_follows_the_evening_and_writes_nothing(tmp_path: Path) -> None:
    folder = a_campaign(tmp_path)
    monitor = Monitor(tmp_path)
    monitor.wait(lambda text: "The Drowned Chapel" in text)
    guide = a_desk(folder, seed=None)
    said(guide, "secret note the ferryman lies", "tell six goblins, asleep")
    before = all_files(folder)
    text = monitor.wait(lambda text: "six goblins" in text)
    assert "ferryman" not in text
    good = (folder / "world.toml").read_text("utf-8")
    (folder / "world.toml").write_text(good + "\nferryman liar\n", encoding="utf-8")
    text = monitor.wait(lambda text: "cannot be used" in text)
    assert "six goblins" in text
    assert "liar" not in text
    (folder / "world.toml").write_text(good, encoding="utf-8")
    monitor.wait(lambda text: "cannot be used" not in text)
    assert all_files(folder) == before
    assert monitor.end("q") == 0
    assert monitor.written.rstrip().endswith(b"\x1b[?25h\x1b[?1049l")


@pytest.mark.parametrize("key", ["\x03", "\x04", "Q"])
def test_a_key_ends_it(tmp_path: Path, key: str) -> None:
    a_campaign(tmp_path)
    monitor = Monitor(tmp_path)
    monitor.wait(lambda text: "The Drowned Chapel" in text)
    assert monitor.end(key) == 0
    assert b"Traceback" not in monitor.written


@pytest.mark.parametrize(("args", "term"), [(("--plain",), "xterm"), ((), "dumb")])
def test_plain_says_it_in_words_below_each_other(
    tmp_path: Path, args: tuple[str, ...], term: str
) -> None:
    folder = a_campaign(tmp_path)
    monitor = Monitor(tmp_path, *args, columns=80, term=term)
    monitor.wait(lambda text: "Exploration Turn 8: The Drowned Chapel" in text)
    said(a_desk(folder, seed=None), "tell six goblins, asleep")
    monitor.wait(lambda text: "six goblins" in text)
    assert monitor.end("q") == 0
    assert b"\x1b[?" not in monitor.written
    assert b"\x1b[2J" not in monitor.written
