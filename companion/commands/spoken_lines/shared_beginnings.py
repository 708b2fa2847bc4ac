"""A line whose first word is the beginning of several words: `sea wint`."""

from collections.abc import Iterator

from companion.commands.dispatch import MakeContext
from companion.grammar.argument_kind import Completion
from companion.grammar.command_words import WORDS
from companion.grammar.name_matching import begins_word_of_name
from companion.grammar.typed_line import Line


def list_lines_of_shared_beginning(line: Line, make_context: MakeContext) -> list[str]:
    """The line of each word, of several that begin so, behind which the menu offers what follows:
    `season winter` for `sea wint`, `stash br 2 torch` for `sta br 2 torch`."""
    candidates = WORDS.find_candidates(line.word)
    if len(candidates) < 2 or not line.arguments:
        return []
    begun, *others = line.arguments
    context = make_context(line)
    lines = (
        " ".join((word.name, begun if others else completion.text, *others))
        for word in candidates
        for completion in word.complete((), begun, context)
        if any(begins_word_of_name(begun.casefold(), name) for name in _list_names(completion))
    )
    return [*dict.fromkeys(lines)]


def _list_names(completion: Completion) -> Iterator[str]:
    return (name.strip('"').casefold() for name in (completion.text, *completion.names))
