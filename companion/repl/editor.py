"""The line editor: where a line is typed, with a menu under it and the bottom line below."""

import asyncio
import os
from collections.abc import Callable
from shutil import get_terminal_size
from typing import NamedTuple

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app, run_in_terminal
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.shortcuts import CompleteStyle

from companion.commands.reply import Reply
from companion.desk import Desk
from companion.repl.completer import DeskCompleter
from companion.repl.history import TypedHistory
from companion.repl.styles import STYLE

GLANCE = 0.25
"""Seconds between two looks at what others have done."""
MENU_LINES = 6


class Surroundings(NamedTuple):
    """What stands around the line: before it and below it, and how to tell what others did."""

    before: Callable[[], FormattedText]
    below: Callable[[], FormattedText]
    tell: Callable[[Reply], None]


def cannot_edit() -> bool:
    """Whether the terminal can only print, one line after another."""
    return os.environ.get("TERM", "").casefold() in ("dumb", "unknown")


class LineEditor:
    """A keyboard for one seat at a desk. In plain mode nothing is drawn below the line."""

    def __init__(self, desk: Desk, around: Surroundings, *, plain: bool) -> None:
        self._desk = desk
        self._around = around
        self._plain = plain
        self._history = TypedHistory(desk, desk.seat)
        self._session: PromptSession[str] = PromptSession(
            history=self._history,
            completer=DeskCompleter(desk),
            complete_while_typing=not plain,
            complete_style=CompleteStyle.READLINE_LIKE if plain else CompleteStyle.COLUMN,
            reserve_space_for_menu=0 if plain else MENU_LINES,
            bottom_toolbar=None if plain else around.below,
            enable_suspend=True,
            style=STYLE,
        )
        self._session.app.before_render += self._leave_room

    def read(self, begun: str) -> str:
        """A line from the keyboard, or several that were pasted. KeyboardInterrupt for Ctrl-C,
        EOFError for Ctrl-D."""
        return self._session.prompt(self._around.before, default=begun, pre_run=self._watch)

    def remember(self, typed: str, reply: Reply | None) -> None:
        """Have the arrow keys bring a line back that was answered so."""
        self._history.remember(typed, reply)

    def _leave_room(self, _app: Application[str]) -> None:
        """As much of a menu as a window of a few lines has room for."""
        if not self._plain:
            rows = get_terminal_size().lines
            self._session.reserve_space_for_menu = max(0, min(MENU_LINES, rows - 3))

    def _watch(self) -> None:
        """While a line is typed, tell of what others do above it."""
        get_app().create_background_task(self._glances())

    async def _glances(self) -> None:
        while True:
            await asyncio.sleep(GLANCE)
            reply = self._desk.glance()
            if reply is not None:
                await run_in_terminal(lambda told=reply: self._around.tell(told))  # type: ignore[misc]


class DumbLine:
    """A keyboard where the terminal can only print: the line is read as the terminal gives it."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around

    def read(self, begun: str) -> str:
        """A line; `begun`, which cannot be edited here, is read as it stands."""
        print("".join(text for _, text, *_ in self._around.before()), end=begun, flush=True)
        return f"{begun}{input()}"

    def remember(self, typed: str, reply: Reply | None) -> None:
        """Nothing: there are no arrow keys."""
