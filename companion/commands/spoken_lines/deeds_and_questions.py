"""A deed and the question behind it, as `they rest. what time is it`, which are answered
one by one."""

import re

from companion.commands.dispatch import MakeContext, is_line_read_only, resolve_word_of_line
from companion.commands.spoken_lines.parsable_command_lines import Meaning
from companion.commands.spoken_lines.phrase_meanings import TEXTS, find_meaning_of_clause

_ASKING = r"(?:is|are|how|what|who|where|which|did|does|do|has|have|whos|whats)"
_DEED_AND_QUESTION = re.compile(
    rf"(?i)(?P<deed>[^?]+?)(?:[.;!] (?:and |so )?(?P<said>{_ASKING}\b[^.;!]+)"
    rf"|, (?:and |so )?(?P<asked>{_ASKING}\b[^.;!,]+\?))"
)
"""A deed, and what is asked then."""
_KEEPING = frozenset(TEXTS) - {"fate"}
"""Words that keep whatever is told, and what is asked with it."""


def split_deed_and_question(typed: str, make_context: MakeContext) -> tuple[str, ...]:
    """A deed that is understood, and the question behind it, which is answered by itself; nothing
    for a line that is done as a whole."""
    found = _DEED_AND_QUESTION.fullmatch(typed)
    meaning = find_meaning_of_clause(found["deed"], make_context) if found else None
    if found is None or meaning is None or meaning.line.word in _KEEPING:
        return ()
    if found["said"] and not find_meaning_of_clause(found["said"], make_context):
        return ()
    whole = find_meaning_of_clause(typed, make_context)
    if whole and not (_only_looks(whole, make_context) and not _only_looks(meaning, make_context)):
        return ()
    return (found["deed"], found["said"] or found["asked"])


def _only_looks(meaning: Meaning, make_context: MakeContext) -> bool:
    context = make_context(meaning.line)
    return is_line_read_only(resolve_word_of_line(meaning.line, context.campaign).word, context)
