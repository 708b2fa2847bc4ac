"""What Tab offers: the desk's suggestions, as the line editor wants them."""

from collections.abc import Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from companion.desk import Desk


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
        for each in self._desk.suggest(document.current_line_before_cursor):
            yield Completion(each.text, start_position=-each.begins, display_meta=each.says)
