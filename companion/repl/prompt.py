"""The prompt: a line typed, an answer read, and the way things stand always below."""

from collections.abc import Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from rich.console import Console
from rich.text import Text

from companion.desk import Desk
from companion.view.bottom_line import bottom_line
from companion.view.called import called_in
from companion.view.reply import for_seat, reply_lines


class DeskCompleter(Completer):
    """Offers what the desk suggests for the line so far."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002 (the base class has it)
    ) -> Iterable[Completion]:
        """The words that could end the text before the cursor."""
        text = document.text_before_cursor
        begun = text.rpartition(" ")[2]
        for suggestion in self._desk.suggest(text):
            yield Completion(suggestion, start_position=-len(begun))


def play_at_prompt(desk: Desk) -> None:
    """Answer lines until the evening is over: `quit`, or Ctrl-D. Ctrl-C clears the line."""
    console = Console(markup=False, emoji=False, highlight=False)
    session: PromptSession[str] = PromptSession(
        history=InMemoryHistory(),
        completer=DeskCompleter(desk),
        complete_while_typing=False,
        bottom_toolbar=lambda: _bottom(desk, console.width),
    )
    _show(console, desk, "status")
    while True:
        try:
            typed = session.prompt("> ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        for line in typed.splitlines() or [""]:
            if _show(console, desk, line):
                return


def _bottom(desk: Desk, width: int) -> str:
    report = for_seat(desk.status(), guide=desk.seat == "guide")
    return bottom_line(report, called_in(desk.campaign), width)


def _show(console: Console, desk: Desk, typed: str) -> bool:
    """Answer one line on the screen; whether it ends the evening."""
    reply = desk.run(typed)
    if reply is None:
        return False
    lines = reply_lines(reply, called_in(desk.campaign), guide=desk.seat == "guide")
    style = "" if reply.ok else "yellow"
    for at, line in enumerate(lines):
        faint = line.startswith("[") or line.startswith("Note:")
        first = "bold" if reply.ok and not at else style
        console.print(Text(line, style="dim" if faint else first))
    return reply.quits
