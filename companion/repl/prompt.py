"""The prompt: a line typed, an answer read, and the way things stand always below.

The screen scrolls as a terminal does; only the line being typed, the menu under it and the bottom
line are drawn anew. What others do to the campaign meanwhile is told above the line.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size

from prompt_toolkit.formatted_text import FormattedText
from rich.console import Console
from rich.text import Text

from companion.commands.reply import Reply
from companion.commands.reports import Form, FormReport, SeatReport, StatusReport, TutorialReport
from companion.desk import Desk
from companion.refusal import Refusal
from companion.repl.asking import on_a_terminal
from companion.repl.editor import DumbLine, LineEditor, Surroundings, cannot_edit
from companion.repl.tutorial import play_tutorial
from companion.script import answers
from companion.view.bottom_line import bottom_line, bottom_text
from companion.view.called import called_in
from companion.view.reply import for_seat
from companion.view.screen import drawn

PLAIN_WIDTH = 60
"""How much of the bottom line is said before each line where it cannot stay below: what a screen
reader should say every time is short."""


class Prompt:
    """A desk with a keyboard and a screen. `plain` is for screen readers: words only. `name` says
    before the line whose prompt this is, where it is not one's own campaign's."""

    def __init__(self, desk: Desk, *, plain: bool = False, name: str = "") -> None:
        self.desk = desk
        self._plain = plain or cannot_edit()
        self._name = name
        self._form: Form = "full"
        self._status: StatusReport | None = None
        self._begun = ""
        self._console = Console(
            markup=False, emoji=False, highlight=False, no_color=True if plain else None
        )
        self._keyboard = self._open_keyboard()

    def _open_keyboard(self) -> LineEditor | DumbLine:
        around = Surroundings(self._before, self._below, self._show)
        if cannot_edit():
            return DumbLine(around)
        return LineEditor(self.desk, around, plain=self._plain)

    def ask(self) -> str:
        """A line from the keyboard, or several that were pasted. Ctrl-C clears it; EOFError when
        Ctrl-D leaves."""
        begun, self._begun = self._begun, ""
        while True:
            try:
                return self._keyboard.read(begun)
            except KeyboardInterrupt:
                begun = ""
                if cannot_edit():
                    print()

    def answer(self, typed: str, *, by_hand: bool = True) -> Reply | None:
        """Do what a line says and show what came of it; None where it says nothing. A line typed
        `by_hand` is remembered for the arrow keys."""
        with _uninterrupted():
            meanwhile = self.desk.glance()
            if meanwhile is not None:
                self._show(meanwhile)
            reply = self.desk.run(typed)
            if by_hand:
                self._keyboard.remember(typed, reply)
            if reply is None:
                return None
            if isinstance(reply.report, FormReport):
                self._form = reply.report.form
            if isinstance(reply.report, SeatReport):
                self._keyboard = self._open_keyboard()
            self._show(reply)
        return reply

    def tell(self, text: str) -> None:
        """Say something that no word was asked for."""
        self._console.print(Text(text), width=get_terminal_size().columns)

    def play(self) -> None:
        """Answer lines until the evening is over: `quit`, or Ctrl-D."""
        new_evening = not self.desk.archive.goes_on
        self.answer("status", by_hand=False)
        if not self.desk.archive.last:
            tab = "" if cannot_edit() else " Tab completes."
            self.tell(f"Type help for the words, or tutorial for a first evening.{tab}")
        elif new_evening:
            self.tell("Welcome back. Type recap for the last evening.")
        while True:
            try:
                typed = self.ask()
            except EOFError:
                return
            if self._all_answered(typed.split("\n")):
                return

    def _all_answered(self, lines: list[str]) -> bool:
        """Answer what was typed or pasted; whether that ends the evening. What follows a refused
        line is not run: it stands at the prompt again, to be mended or sent once more."""
        for at, line in enumerate(lines):
            reply, left = self.answer(line), len(lines) - at - 1
            if reply is None:
                continue
            if isinstance(reply.report, TutorialReport):
                self._teach()
            if reply.quits:
                if left:
                    self.tell(f"Not run: {left} line{'s' if left > 1 else ''} after that.")
                return True
            if left and not reply.ok:
                self._wait_with(lines[at:])
                return False
        return False

    def _wait_with(self, lines: list[str]) -> None:
        if cannot_edit():
            self.tell("Not run: " + "; ".join(lines[1:]))
            return
        self._begun = "\n".join(lines)
        self.tell("The rest waits at the prompt: mend it, or Ctrl-C to drop it.")

    def _teach(self) -> None:
        try:
            play_tutorial(
                self.desk.shelves, lambda desk: Prompt(desk, plain=self._plain, name="tutorial")
            )
        except Refusal as refusal:
            self.tell(str(refusal))

    def _before(self) -> FormattedText:
        """What stands before the line; where there is no bottom line, it says how things stand."""
        seat = "" if self.desk.seat == "guide" else self.desk.seat
        whose = " ".join(filter(None, (self._name, seat)))
        if not self._plain:
            return FormattedText([("class:prompt", f"{whose}> ")])
        width = min(get_terminal_size().columns, PLAIN_WIDTH)
        stands = bottom_text(self._status_now(), self._called, width)
        return FormattedText([("", f"{stands}\n{whose}> ")])

    def _below(self) -> FormattedText:
        width = get_terminal_size().columns
        pieces = bottom_line(self._status_now(), self._called, width)
        return FormattedText([(f"class:bottom.{tone}", text) for tone, text in pieces])

    def _called(self, errant_id: str) -> str:
        return called_in(self.desk.campaign)(errant_id)

    def _status_now(self) -> StatusReport:
        """How things stand; worked out once after each answer, for it is drawn at every key."""
        if self._status is None:
            self._status = for_seat(self.desk.status(), guide=self.desk.seat == "guide")
        return self._status

    def _show(self, reply: Reply) -> None:
        """Put an answer on the screen. What cannot be shown was done all the same."""
        self._status = None
        try:
            self._draw(reply)
        except Exception:  # a bug of ours must not end the evening
            self.tell(f"That cannot be shown. {self.desk.log_failure(reply.line)}")

    def _draw(self, reply: Reply) -> None:
        lines = drawn(
            reply,
            self._called,
            guide=self.desk.seat == "guide",
            form=self._form,
            width=get_terminal_size().columns,
            plain=self._plain,
            ascii_only=not self._console.encoding.startswith("utf"),
        )
        for line in lines:
            self._console.print(line, soft_wrap=True)


def play_at_prompt(desk: Desk, *, plain: bool = False) -> None:
    """An evening at the prompt; `plain` is for screen readers: words only. Where no person types,
    the lines are read as they come."""
    if on_a_terminal():
        Prompt(desk, plain=plain).play()
        return
    lines = (line.decode("utf-8", errors="replace") for line in sys.stdin.buffer)
    for answer in answers(desk, lines, as_json=False, keep_going=True):
        print(answer.text, end="", flush=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A Ctrl-C that comes while an answer is made waits for nothing and stops nothing."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
