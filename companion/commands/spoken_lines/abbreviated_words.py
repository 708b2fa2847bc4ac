"""A line whose first word is the beginning of several words: `sea wint`."""

from collections.abc import Iterator

from companion.commands.dispatch import MakeContext
from companion.grammar.argument_kind import Completion
from companion.grammar.command_words import WORDS
from companion.grammar.name_matching import begins_word_of_name
from companion.grammar.phrases.clauses.story_clauses import SUBJECT_PRONOUNS
from companion.grammar.typed_line import Line
from companion.text_cleaning import quote_name

_NEVER_MEANT = ("declare", "note", "done", "drop")
"""Words that keep a text, or lose a thing: no beginning of a word is enough for them."""


def list_lines_of_abbreviated_word(line: Line, make_context: MakeContext) -> list[str]:
    """The line of each word, of several that begin so, behind which the menu offers what follows:
    `season winter` for `sea wint`, `stash br 2 torch` for `sta br 2 torch`."""
    candidates = WORDS.find_candidates(line.word)
    is_pronoun = line.word in SUBJECT_PRONOUNS
    if len(candidates) < 2 or not line.arguments or line.forced or is_pronoun:
        return []
    begun, *others = line.arguments[:1] + tuple(map(quote_name, line.arguments[1:]))
    context = make_context(line)
    lines = (
        " ".join((word.name, quote_name(begun) if others else completion.text, *others))
        for word in candidates
        if word.name not in _NEVER_MEANT
        for completion in word.complete((), begun, context)
        if any(begins_word_of_name(begun.casefold(), name) for name in _list_names(completion))
    )
    return [*dict.fromkeys(lines)]


def _list_names(completion: Completion) -> Iterator[str]:
    return (name.strip('"').casefold() for name in (completion.text, *completion.names))
