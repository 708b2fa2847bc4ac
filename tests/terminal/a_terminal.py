"""A terminal with the companion in it: a real pty, and a screen that draws what is written to it.

What is waited for is what a person sees: the prompt on the cursor's line, and a screen that has
come to rest. Nothing here knows how an answer is laid out.
"""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

import pexpect
import pyte
from prompt_toolkit.utils import get_cwidth

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.new_campaigns import copy_campaign
from tests.terminal.glass import Glass

CAMPAIGN = "my-greenmire"
PROMPT = re.compile(r"[^>]*> ")
"""What a line that is typed begins with; whose seat it is may stand before it."""
_PROMPTS = re.compile(rb"(?:^|\n)[^\n>]*> ")
STILL = 0.015
"""Seconds without a byte after which the screen counts as at rest."""
PATIENCE = 40.0
"""Seconds after which what is waited for will not come: ample for a busy machine."""
KEYS = {
    "enter": "\r",
    "tab": "\t",
    "c-c": "\x03",
    "c-d": "\x04",
    "c-l": "\x0c",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "backspace": "\x7f",
}
_COLOURED = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")


def a_campaign(campaigns: Path) -> Path:
    """The Guide's own copy of the sample, as the first `play greenmire` makes it."""
    campaign_folders = CampaignFolders(campaigns)
    return copy_campaign(campaign_folders.require_folder("greenmire"), campaigns / CAMPAIGN)


def environment(
    home: Path, *, colour: bool = True, term: str = "xterm-256color", pager: str = ""
) -> dict[str, str]:
    """The environment of a plain login, in a home folder of its own; without a `pager` a long
    answer is printed as it is."""
    inherited = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
    plain = {"HOME": str(home), "TERM": term, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    plain["PAGER"] = pager
    return inherited | plain | ({} if colour else {"NO_COLOR": "1"})


class Terminal:
    """`companion play` on a pty of its own; a context manager, for the program must end."""

    def __init__(
        self,
        campaigns: Path,
        *args: str,
        columns: int = 80,
        lines: int = 24,
        colour: bool = True,
        term: str = "xterm-256color",
        campaign: str = CAMPAIGN,
        pager: str = "",
    ) -> None:
        self.written = bytearray()
        self.glass = Glass(columns, lines, self._told)
        self._stream = pyte.ByteStream(self.glass)
        self._dumb = term == "dumb"
        self._asked = 0
        self._child = pexpect.spawn(
            sys.executable,
            ["-m", "companion", "play", campaign, "--campaigns", str(campaigns), *args],
            env=environment(campaigns, colour=colour, term=term, pager=pager),
            cwd=str(Path(__file__).parents[2]),
            dimensions=(lines, columns),
            timeout=None,
        )
        self._child.delaybeforesend = None
        self._child.delayafterclose = self._child.delayafterterminate = 0.02

    def __enter__(self) -> Self:
        return self.wait()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """The window is closed, whatever is in it. A busy machine ends a program a moment later."""
        give_up = monotonic() + PATIENCE
        while not self._child.closed:
            try:
                self._child.close(force=True)
            except pexpect.ExceptionPexpect:
                assert monotonic() < give_up, f"It cannot be ended:\n{self.shown()}"

    def type(self, text: str) -> Self:
        """The keys of a text, without Enter; nothing is waited for."""
        data = text.encode()
        for start in range(0, len(data), 256):  # a pty holds only so much unread
            self._child.send(data[start : start + 256])
            if len(data) > 256:
                self._read(0.01)
        return self

    def press(self, key: str) -> Self:
        """One key by its name; nothing is waited for."""
        return self.type(KEYS[key])

    def put(self, text: str) -> Self:
        """The keys of a text, until it stands on the line."""
        return self.type(text).wait(lambda: self.typed().endswith(text))

    def clear(self) -> Self:
        """Ctrl-C, until an empty line is read."""
        reads = self.reads
        return self.press("c-c").wait(lambda: self.reads > reads and not self.typed())

    def wipe(self) -> Self:
        """Ctrl-L, until nothing stands above the prompt."""
        return self.press("c-l").wait(lambda: self._prompt_row() == 0)

    def paste(self, text: str) -> Self:
        """Text from the clipboard; nothing is waited for."""
        return self.type(f"\x1b[200~{text}\x1b[201~")

    def resize(self, columns: int, lines: int) -> Self:
        """Pull the window to another size, until the line is drawn anew: a line editor begins that
        by asking where its cursor is."""
        asked = self._asked
        self.glass.resize(lines, columns)
        self._child.setwinsize(lines, columns)
        return self.wait(lambda: self._asked > asked)

    def say(self, line: str) -> list[str]:
        """Type a line and Enter; the lines of the answer, once the prompt is back. What the program
        wrote meanwhile is drawn first: no terminal leaves a question where its cursor is until
        somebody types."""
        while self._read(0):
            pass
        rows = -(-(self.glass.cursor.x + get_cwidth(line)) // self.glass.columns)
        asked = len(self.glass.above) + self._prompt_row() + rows
        reads = self.reads
        self.type(line).press("enter")
        return self._answer_from(asked, reads)

    def enter(self) -> list[str]:
        """Enter, whatever the line holds; the lines of the answer, once the prompt is back."""
        self.wait()
        asked = len(self.glass.above) + self.glass.cursor.y + 1
        reads = self.reads
        self.press("enter")
        return self._answer_from(asked, reads)

    def _answer_from(self, asked: int, reads: int) -> list[str]:
        self.wait(lambda: self.reads > reads and not self.typed())
        shown = [*self.glass.scrolled_off(), *self.glass.rows()]
        return shown[asked : len(self.glass.above) + self._prompt_row()]

    def wait(self, until: Callable[[], bool] = lambda: True) -> Self:
        """Until the prompt is there, the screen at rest, and what is waited for so."""
        give_up = monotonic() + PATIENCE
        while self._read(STILL) or self._has_work() or not (self.at_prompt() and until()):
            self._must_go_on(give_up)
        return self

    def wait_for(self, until: Callable[[], bool]) -> Self:
        """The moment something is to be seen, at rest or not."""
        give_up = monotonic() + PATIENCE
        while not until():
            self._read(STILL)
            self._must_go_on(give_up)
        return self

    def status(self) -> int:
        """The exit status, once the program has ended."""
        give_up = monotonic() + PATIENCE
        while not self.ended:
            self._read(STILL)
            assert monotonic() < give_up, f"It does not end:\n{self.shown()}"
        self._child.close()
        return int(self._child.exitstatus if self._child.exitstatus is not None else -1)

    @property
    def ended(self) -> bool:
        """Whether the program has closed the terminal."""
        return bool(self._child.flag_eof)

    @property
    def reads(self) -> int:
        """How many times the program has begun to read a line."""
        return len(_PROMPTS.findall(self.written)) if self._dumb else self.glass.reads

    def at_prompt(self) -> bool:
        """Whether a line is being read, with the bottom line below it where there is one."""
        if self._dumb:
            return self._prompt_row() == self.glass.cursor.y
        return self.glass.reads_lines and bool(self.bottom())

    def typed(self) -> str:
        """What stands on the prompt's line, up to the cursor."""
        return PROMPT.sub("", self.glass.before_cursor(max(0, self._prompt_row())), count=1)

    def screen(self) -> list[str]:
        """The lines in sight."""
        return self.glass.rows()

    def shown(self) -> str:
        """Everything that is in sight or can be scrolled back to."""
        return "\n".join([*self.glass.scrolled_off(), *self.glass.rows()])

    def above(self) -> str:
        """Everything above the prompt's line."""
        rows = [*self.glass.scrolled_off(), *self.glass.rows()[: self._prompt_row()]]
        return "\n".join(rows)

    def below(self) -> list[str]:
        """What stands below the cursor's line, but for the bottom line: a completion menu."""
        rows = [row for row in self.glass.rows()[self.glass.cursor.y + 1 :] if row]
        return rows[:-1]

    def bottom(self) -> str:
        """The bottom line: the last that holds anything, where it is below the prompt."""
        below = [row for row in self.glass.rows()[self.glass.cursor.y + 1 :] if row]
        return below[-1] if below else ""

    def coloured(self) -> bool:
        """Whether any colour was asked for, foreground or background, since the beginning."""
        return _COLOURED.search(self.written) is not None

    def _prompt_row(self) -> int:
        """The row the prompt begins on, at or above the cursor; -1 where there is none."""
        rows = self.glass.rows()
        for row in range(self.glass.cursor.y, -1, -1):
            if PROMPT.match(rows[row] + " "):
                return row
        return -1

    def _must_go_on(self, give_up: float) -> None:
        assert not self.ended, f"The program ended:\n{self.shown()}"
        assert b"Unhandled exception" not in self.written, self.shown()
        assert monotonic() < give_up, f"Waited in vain:\n{self.shown()}"

    def _has_work(self) -> bool:
        """Whether the program would go on if a busy machine let it, where the system says so."""
        try:
            told = Path(f"/proc/{self._child.pid}/stat").read_text()
        except OSError:
            return False
        return told.rpartition(")")[2].split()[0] in ("R", "D")

    def _told(self, answer: str) -> None:
        self._child.send(answer)
        self._asked += 1

    def _read(self, seconds: float) -> bool:
        """Whether anything came within so many seconds, drawn now."""
        if self.ended:
            return False
        try:
            data = self._child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            return False
        self.written += data
        self._stream.feed(data)
        return True
