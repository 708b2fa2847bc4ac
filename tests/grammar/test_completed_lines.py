"""Every form is read by its own example, and what the menu offers is read or goes on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.grammar.argument_kind import Words
from companion.grammar.command_forms import Form
from companion.grammar.command_registry import Word
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.typed_line import split_words
from companion.refusal import Impossible, Refusal
from companion.text_cleaning import quote_name
from tests.commands.table import Table

SITUATIONS = {
    "fresh": ("status",),
    "reedmarket": ("done", "out!", "at reedmarket"),
    "initiative": ("done", "fight"),
    "negotiation": ("react harl is 7", "talk harl"),
    "downtime": (
        "done", "out!", "out!", "downtime!", "supply bree +5", "supply wim +5", "use bree rations",
        "use wim arrows", "use wim arrows",
    ),
}  # fmt: skip
OFFERED_FIRST, OFFERED_LATER = 12, 4


def list_completed_lines(word: Word, context: Context) -> Iterator[Words]:
    """Lines of one and two completions."""
    for first in word.complete((), "", context)[:OFFERED_FIRST]:
        begun = split_words(first.text)
        yield begun
        for second in word.complete(begun, "", context)[:OFFERED_LATER]:
            yield (*begun, *split_words(second.text))


def goes_on(word: Word, line: Words, context: Context) -> bool:
    """True for a line that is read, refused for a reason of the game, completed further, or whose
    refusal says how it goes on."""
    try:
        word.read(line, context)
    except Impossible:
        return True
    except Refusal as refusal:
        typed = " ".join((word.name, *map(quote_name, line)))
        asks = refusal.message.endswith("?") or "must follow" in refusal.message
        return asks or bool(word.complete(line, "", context)) or typed in refusal.hint
    return True


@pytest.mark.parametrize("lines", SITUATIONS.values(), ids=SITUATIONS)
def test_a_completed_line_is_read_or_goes_on(lines: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done(*lines)
    context = table.desk.build_completion_context()
    stuck = [
        (word.name, *line)
        for word in WORDS
        for line in list_completed_lines(word, context)
        if not goes_on(word, line, context)
    ]
    assert not stuck, stuck


@pytest.mark.parametrize("lines", SITUATIONS.values(), ids=SITUATIONS)
def test_the_example_of_a_form_is_read_by_that_form(lines: tuple[str, ...], tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done(*lines)
    context = table.desk.build_completion_context()
    others: list[tuple[str, Form]] = []
    for word in WORDS:
        for form in word.forms:
            if example := form.make_example(word.name, context):
                read, _ = word.read(split_words(example)[1:], context)
                others += [(example, read)] if read != form else []
    assert others == []
