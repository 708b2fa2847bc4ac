"""The line editor: where a line is typed, with a menu under it and the bottom line below, and the
lines typed before at the arrow keys."""

import asyncio
import os
from collections.abc import Callable, Iterable
from shutil import get_terminal_size
from typing import NamedTuple

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app, run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.layout import Dimension
from prompt_toolkit.layout.menus import CompletionsMenuControl
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from companion.archive.disk.dot_companion_folder import (
    append_to_prompt_history,
    read_prompt_history,
)
from companion.audience import Seat
from companion.commands.dispatch import classify_answered_line_privacy
from companion.desk import Desk
from companion.reports.reply import Reply
from companion.text_cleaning import clean_text

_EDITOR_STYLE = Style.from_dict(
    {
        "prompt": "bold",
        "bottom": "",
        "bottom.headline": "bold",
        "bottom.news": "bold",
        "bottom.way": "bold underline",
        "bottom.warning": "bold noreverse",
        "completion-menu": "noreverse bg:default",
        "scrollbar.background": "bg:default",
        "scrollbar.button": "reverse",
        "completion-menu.completion": "fg:default bg:default",
        "completion-menu.completion.current": "reverse bold",
        "completion-menu.meta.completion": "fg:default bg:default italic",
        "completion-menu.meta.completion.current": "reverse",
    }
)


class PromptHistory(InMemoryHistory):
    """The lines of a seat, of this evening and of those before. A line that was refused, or only
    asked after somebody the players do not know, is remembered until the seat changes and never
    saved."""

    def __init__(self, desk: Desk, seat: Seat) -> None:
        super().__init__(read_prompt_history(desk.archive.folder, seat))
        self._desk = desk
        self._seat = seat

    def append_string(self, string: str) -> None:
        """Do nothing: only the answer tells what a line holds."""

    def remember(self, typed: str, reply: Reply | None) -> None:
        """Remember an answered line, and save it for the next evening if nothing in it is the
        Guide's alone."""
        line = clean_text(typed)
        privacy = classify_answered_line_privacy(line, reply, self._desk.campaign, self._seat)
        if not line.strip() or privacy == "secret":
            return
        super().append_string(line)
        if privacy == "open":
            append_to_prompt_history(self._desk.archive.folder, self._seat, line)


class DeskCompleter(Completer):
    """Completes the line with what the desk suggests."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002 (the base class has it)
    ) -> Iterable[Completion]:
        """The words that could end the text before the cursor."""
        for each in self._desk.suggest_completions(document.current_line_before_cursor):
            yield Completion(
                each.text, start_position=-each.replaced_length, display_meta=each.description
            )


POLL_SECONDS = 0.25
"""Seconds between two looks at what others have done."""
_MENU_LINES = 6
"""The lines that are kept free below the typed one."""
_MENU_ROWS = 8
"""The most that are offered at a time. Drawing takes as long as there are rows, on each key."""


class PromptFrame(NamedTuple):
    """The texts before and below the line, and how to show what others did."""

    render_before: Callable[[], FormattedText]
    render_below: Callable[[], FormattedText]
    show_reply: Callable[[Reply], None]


def is_dumb_terminal() -> bool:
    """True if the terminal can only print, one line after another."""
    return os.environ.get("TERM", "").casefold() in ("dumb", "unknown")


class LineEditor:
    """A keyboard for one seat at a desk. In plain mode nothing is drawn below the line."""

    def __init__(self, desk: Desk, frame: PromptFrame, *, plain: bool) -> None:
        self._desk = desk
        self._frame = frame
        self._plain = plain
        history = PromptHistory(desk, desk.seat)
        self.remember = history.remember
        self._session: PromptSession[str] = PromptSession(
            history=history,
            completer=DeskCompleter(desk),
            complete_while_typing=not plain,
            complete_style=CompleteStyle.READLINE_LIKE if plain else CompleteStyle.COLUMN,
            reserve_space_for_menu=0 if plain else _MENU_LINES,
            bottom_toolbar=None if plain else frame.render_below,
            enable_suspend=True,
            style=_EDITOR_STYLE,
        )
        for window in self._session.layout.find_all_windows():
            if isinstance(window.content, CompletionsMenuControl):
                window.height = Dimension(min=1, max=_MENU_ROWS)
        self._session.app.before_render += self._fit_menu_to_window

    def read_line(self, begun: str) -> str:
        """A line from the keyboard, or several that were pasted. Raises KeyboardInterrupt for
        Ctrl-C, EOFError for Ctrl-D."""
        before = self._frame.render_before
        return self._session.prompt(before, default=begun, pre_run=self._start_polling_changes)

    def _fit_menu_to_window(self, _app: Application[str]) -> None:
        """Make the menu as large as a window of a few lines has room for."""
        if not self._plain:
            rows = get_terminal_size().lines
            self._session.reserve_space_for_menu = max(0, min(_MENU_LINES, rows - 3))

    def _start_polling_changes(self) -> None:
        get_app().create_background_task(self._poll_external_changes())

    async def _poll_external_changes(self) -> None:
        """Show what others do above the line while it is typed."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            before = self._desk.campaign
            reply = self._desk.take_in_external_changes()
            if reply is None and self._desk.campaign is not before:
                get_app().invalidate()  # what nobody is told of may still show below
            if reply is not None:
                await run_in_terminal(lambda shown=reply: self._frame.show_reply(shown))  # type: ignore[misc]


class DumbTerminalReader:
    """A keyboard where the terminal can only print. The terminal edits the line."""

    def __init__(self, frame: PromptFrame) -> None:
        self._frame = frame

    def read_line(self, begun: str) -> str:
        """A line that begins with `begun`, which cannot be edited here."""
        print("".join(text for _, text, *_ in self._frame.render_before()), end=begun, flush=True)
        return f"{begun}{input()}"
