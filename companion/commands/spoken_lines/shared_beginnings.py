"""A line whose first word is the beginning of several words: `sea wint`."""

from collections.abc import Iterator

from companion.commands.dispatch import MakeContext
from companion.commands.spoken_lines.readable_lines import Meaning, select_readable_lines
from companion.grammar.command_words import WORDS
from companion.grammar.typed_line import Line


def list_meanings_of_shared_beginning(line: Line, make_context: MakeContext) -> Iterator[Meaning]:
    """The line of the only word, of those that begin so, after which the menu offers what follows:
    `season winter` for `sea wint`. Nothing for any other line."""
    candidates = WORDS.find_candidates(line.word)
    if len(candidates) < 2 or not line.arguments:
        return
    *before, begun = line.arguments
    context = make_context(line)
    lines = [
        " ".join((word.name, *before, completion.text))
        for word in candidates
        for completion in word.complete(tuple(before), begun, context)
        if completion.text.casefold().startswith(begun.casefold())
    ]
    if len(lines) == 1:
        yield from select_readable_lines(iter(lines), make_context)
