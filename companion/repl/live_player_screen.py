"""`play --screen`: a second monitor for the players. It reads the campaign and never writes, and is
drawn anew when something changes."""

import os
import select
import signal
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size

from rich.console import Console
from rich.text import Text

from companion.desk import Desk
from companion.refusal import make_problem_message_for_players
from companion.repl.line_editor import is_dumb_terminal
from companion.repl.terminal import handle_signals, print_wrapped, wrap_text
from companion.reports.requests_and_sharing import ScreenReport
from companion.view.screen.player_screen_lines import draw_player_screen
from companion.view.shared_wording import make_name_lookup

POLL_SECONDS = 0.25
"""Between two looks at what others have written."""
_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
"""The terminal's second screen, without a cursor; what stood there before comes back."""
_DRAW = "\x1b[H\x1b[2J"
_QUIT_KEYS = (b"q", b"Q", b"\x03", b"\x04")


class PlayerScreen:
    """The screen of a desk whose archive is only read. `plain` is for screen readers: each change
    is printed below the last."""

    def __init__(self, desk: Desk, *, plain: bool = False) -> None:
        self._desk = desk
        self._plain = plain or is_dumb_terminal()
        self._console = Console(
            markup=False, emoji=False, highlight=False, no_color=True if plain else None
        )
        self._drawn: tuple[ScreenReport, str, os.terminal_size] | None = None
        self._looked: object = None  # as of what the screen was drawn last
        self._trouble = ""

    def run_loop(self) -> None:
        """Draw until `q`, Ctrl-C or Ctrl-D, or the end of what can be read."""
        with _switch_terminal_to_single_keys(full=not self._plain):
            while True:
                self.draw_changes()
                ready, _, _ = select.select([sys.stdin], [], [], POLL_SECONDS)
                keys = os.read(sys.stdin.fileno(), 64) if ready else None
                if keys == b"" or (keys and any(key in keys for key in _QUIT_KEYS)):
                    return

    def draw_changes(self) -> None:
        """Draw the screen if what it shows has changed, or the terminal's size has."""
        self._read_external_changes()
        moment = (self._desk.campaign, self._desk.archive.session.last_number)
        size = get_terminal_size()
        if (moment, self._trouble, size) == self._looked:
            return
        self._looked = (moment, self._trouble, size)
        try:
            report = self._desk.build_player_screen()
        except Exception:  # a bug of ours must not end the evening
            self._trouble = self._desk.log_failure("", "screen ")
            if self._drawn is None:
                raise
            report = self._drawn[0]
        shown = (report, self._trouble, size)
        if shown == self._drawn:
            return
        self._drawn = shown
        self._print_screen_lines(self._draw_screen_lines(*shown))

    def _read_external_changes(self) -> None:
        """Take in what others wrote. While a file is broken the last state stays, and says so."""
        reply = self._desk.take_in_external_changes()
        if reply is None:
            return
        refusal = reply.refusal
        if refusal is not None:
            problems = " ".join(make_problem_message_for_players(refusal.problems))
            self._trouble = problems if refusal.problems else refusal.message
        else:
            self._trouble = reply.error or ""

    def _draw_screen_lines(
        self, report: ScreenReport, trouble: str, size: os.terminal_size
    ) -> list[Text]:
        names = make_name_lookup(self._desk.campaign)
        told = [Text(line[: size.columns]) for line in wrap_text(trouble, max(20, size.columns))]
        height = max(1, size.lines - len(told))
        lines = draw_player_screen(
            report,
            names,
            width=size.columns,
            height=height,
            plain=self._plain,
            ascii_only=not self._console.encoding.startswith("utf"),
        )
        return [*lines, *told]

    def _print_screen_lines(self, lines: list[Text]) -> None:
        if not self._plain:
            sys.stdout.write(_DRAW)
            sys.stdout.flush()
        for number, line in enumerate(lines):
            end = "\n" if self._plain or number < len(lines) - 1 else ""
            self._console.print(line, soft_wrap=True, end=end)
        sys.stdout.flush()


@contextmanager
def _switch_terminal_to_single_keys(*, full: bool) -> Iterator[None]:
    """Read single keys, on the terminal's second screen where it is `full`; all is as before once
    the block ends, whatever ends it."""
    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    with handle_signals(signal.default_int_handler, signal.SIGTERM):
        try:
            tty.setcbreak(handle)
            if full:
                sys.stdout.write(_ENTER)
            with suppress(KeyboardInterrupt):
                yield
        finally:
            termios.tcsetattr(handle, termios.TCSADRAIN, before)
            if full:
                sys.stdout.write(_LEAVE)
                sys.stdout.flush()


def run_player_screen(desk: Desk, *, plain: bool = False) -> None:
    """The player screen, until somebody ends it."""
    if plain:
        print_wrapped("The player screen: q ends it.")
    PlayerScreen(desk, plain=plain).run_loop()
