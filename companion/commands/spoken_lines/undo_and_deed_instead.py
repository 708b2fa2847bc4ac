"""A line by which the last one is taken back, and something else is done instead: `undo, bree gives
wim a torch and he lights it`."""

import re
from collections.abc import Callable

from companion.commands.dispatch import MakeContext
from companion.commands.spoken_lines.phrase_meanings import TEXTS, find_meaning_of_clause
from companion.grammar.command_words import list_command_words

_UNDO_AND_MORE = re.compile(
    r"(?i)(?:(?:no|oh|ah|argh|damn|crap|oops|sorry|wait|ok|okay|hang on|hold on)[, ]+)*"
    r"(?:undo(?: (?:that|it|this|the last(?: one)?))?|take (?:that|it) back"
    r"|(?:scratch|strike|scrap|cancel) that)[,.:;!]+ (?:(?:and|then|instead|so)[, ]+)*"
    r"(?P<more>[^?]+)"
)
"""That the last line is taken back, and what is done instead, or why."""
_WHY = re.compile(
    r"(?i)\b(?:already|had|hadn['’]?t|was|were|wasn['’]?t|weren['’]?t|did|didn['’]?t|never|forgot"
    r"|misread|mistake|wrong)\b"
)
"""Words of what was so before."""
_MORE_CLAUSES = re.compile(r"(?i)[,;.:] \w|\b(?:and|then|but)\b")
_GIVEN = re.compile(r"(?i)\b(?:given|told|to get|to have|supposed)\b")
"""Words of what should have been done."""
_UNDO = "undo"
_KEEPING = frozenset(TEXTS)
"""Words that keep whatever is told: a reason is no text of theirs."""


def split_undo_and_deed(
    typed: str, split: Callable[[str], tuple[str, ...]], make_context: MakeContext
) -> tuple[str, ...]:
    """`undo`, and the lines that `split` takes what is done instead apart into; `undo` alone where
    it is only told why; nothing for any other line."""
    found = _UNDO_AND_MORE.fullmatch(typed.strip())
    if found is None:
        return ()
    more = found["more"].strip()
    deeds = split(more)
    if deeds[0] == _UNDO:
        return deeds  # `undo, it was wim` corrects the last line, which is taken back once
    if len(deeds) > 1:
        return (_UNDO, *deeds)
    if deeds != (more,):
        return ()  # it goes on with the last line, which would be gone
    meaning = find_meaning_of_clause(more, make_context)
    is_typed = more.partition(" ")[0].casefold() in list_command_words()
    if meaning is not None and (is_typed or meaning.line.word not in _KEEPING):
        return (_UNDO, more)
    is_why = _WHY.search(more) and not (_MORE_CLAUSES.search(more) or _GIVEN.search(more))
    return (_UNDO,) if is_why else ()
