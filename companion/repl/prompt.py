"""The prompt: a line typed, an answer read, and the way things stand always below.

The screen scrolls as a terminal does; only the line being typed, the menu under it and the bottom
line are drawn anew. What others do to the campaign meanwhile is told above the line.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app, run_in_terminal
from prompt_toolkit.formatted_text import FormattedText
from rich.console import Console
from rich.text import Text

from companion.commands.reply import Reply
from companion.commands.reports import Form, FormReport, StatusReport, TutorialReport
from companion.desk import Desk
from companion.refusal import Refusal
from companion.repl.completer import DeskCompleter
from companion.repl.history import TypedHistory
from companion.repl.styles import STYLE
from companion.repl.tutorial import play_tutorial
from companion.script import answers
from companion.view.bottom_line import bottom_line, bottom_text
from companion.view.called import called_in
from companion.view.reply import for_seat
from companion.view.screen import drawn

GLANCE = 0.5
"""Seconds between two looks at what others have done."""
MENU_LINES = 6
PLAIN_WIDTH = 60
"""How much of the bottom line is said before each line where it cannot stay below: what a screen
reader should say every time is short."""


class Prompt:
    """A desk with a keyboard and a screen."""

    def __init__(self, desk: Desk, *, plain: bool = False) -> None:
        self.desk = desk
        self._dumb = os.environ.get("TERM", "").casefold() in ("dumb", "unknown")
        self._plain = plain or self._dumb
        self._form: Form = "full"
        self._status: StatusReport | None = None
        self._again = ""
        self._console = Console(
            markup=False, emoji=False, highlight=False, no_color=True if plain else None
        )
        self._session: PromptSession[str] = PromptSession(
            history=TypedHistory(desk),
            completer=DeskCompleter(desk),
            complete_while_typing=not self._plain,
            reserve_space_for_menu=0 if self._plain else MENU_LINES,
            bottom_toolbar=None if self._plain else self._bottom,
            style=STYLE,
        )

    def ask(self) -> str:
        """A line from the keyboard, or several that were pasted. Ctrl-C clears it; EOFError when
        Ctrl-D leaves."""
        again, self._again = self._again, ""
        while True:
            try:
                return self._session.prompt(self._message, default=again, pre_run=self._watch)
            except KeyboardInterrupt:
                again = ""

    def answer(self, typed: str) -> Reply | None:
        """Do what a line says and show what came of it; None where it says nothing."""
        with _uninterrupted():
            self._look_around()
            reply = self.desk.run(typed)
            if reply is None:
                return None
            if isinstance(reply.report, FormReport):
                self._form = reply.report.form
            self._status = None
            self._show(reply)
        return reply

    def tell(self, text: str) -> None:
        """Say something that no word was asked for."""
        self._console.print(Text(text), width=get_terminal_size().columns)

    def play(self) -> None:
        """Answer lines until the evening is over: `quit`, or Ctrl-D."""
        new_evening = not self.desk.archive.goes_on
        self.answer("status")
        if not self.desk.archive.last:
            self.tell("Type help for the words, or tutorial for a first evening. Tab completes.")
        elif new_evening:
            self.tell("Welcome back. Type recap for the last evening.")
        while True:
            try:
                typed = self.ask()
            except EOFError:
                return
            if self._all_answered(typed.splitlines()):
                return

    def _all_answered(self, lines: list[str]) -> bool:
        """Answer what was typed or pasted; whether that ends the evening. What follows a refused
        line is not run: it stands at the prompt again, to be mended or sent once more."""
        for at, line in enumerate(lines):
            reply = self.answer(line)
            if reply is None:
                continue
            if isinstance(reply.report, TutorialReport):
                self._teach()
            if reply.quits:
                return True
            if not reply.ok and lines[at + 1 :]:
                self._again = "\n".join(lines[at:])
                self.tell("The rest waits at the prompt: mend it, or Ctrl-C to drop it.")
                return False
        return False

    def _teach(self) -> None:
        try:
            play_tutorial(self.desk.shelves, lambda desk: Prompt(desk, plain=self._plain))
        except Refusal as refusal:
            self.tell(str(refusal))

    def _message(self) -> FormattedText:
        """What stands before the line; where there is no bottom line, it says how things stand."""
        seat = "" if self.desk.seat == "guide" else self.desk.seat
        if not self._plain:
            return FormattedText([("class:prompt", f"{seat}> ")])
        width = get_terminal_size().columns
        stands = bottom_text(self._status_now(), self._called, min(width, PLAIN_WIDTH))
        return FormattedText([("", f"{stands}\n{seat}> ")])

    def _bottom(self) -> FormattedText:
        width = get_terminal_size().columns
        pieces = bottom_line(self._status_now(), self._called, width)
        return FormattedText([(f"class:bottom.{tone}", text) for tone, text in pieces])

    def _called(self, errant_id: str) -> str:
        return called_in(self.desk.campaign)(errant_id)

    def _status_now(self) -> StatusReport:
        """How things stand; worked out once after each word, for it is drawn at every key."""
        if self._status is None:
            self._status = for_seat(self.desk.status(), guide=self.desk.seat == "guide")
        return self._status

    def _watch(self) -> None:
        """While a line is typed, tell of what others do above it."""
        if not self._dumb:
            get_app().create_background_task(self._glances())

    async def _glances(self) -> None:
        while True:
            await asyncio.sleep(GLANCE)
            reply = self.desk.glance()
            if reply is not None:
                self._status = None
                await run_in_terminal(lambda told=reply: self._show(told))  # type: ignore[misc]

    def _look_around(self) -> None:
        reply = self.desk.glance()
        if reply is not None:
            self._show(reply)

    def _show(self, reply: Reply) -> None:
        """Put an answer on the screen. What cannot be shown was done all the same."""
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


def a_person_types() -> bool:
    """Whether there is a keyboard and a screen, and no pipe."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def play_at_prompt(desk: Desk, *, plain: bool = False) -> None:
    """An evening at the prompt; `plain` is for screen readers: words only. Where no person types,
    the lines are read as they come."""
    if a_person_types():
        Prompt(desk, plain=plain).play()
        return
    for answer in answers(desk, sys.stdin, as_json=False, keep_going=True):
        print(answer.text, end="", flush=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A Ctrl-C that comes while an answer is made waits for nothing and stops nothing."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
