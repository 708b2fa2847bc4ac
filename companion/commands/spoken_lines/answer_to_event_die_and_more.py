"""What the Event Die leaves open, answered in a line that tells more: `they push on, wim moans`,
`refill all and head out`."""

import re
from collections.abc import Callable

from companion.commands.dispatch import MakeContext
from companion.commands.spoken_lines.parsable_command_lines import Meaning
from companion.commands.spoken_lines.partly_understood_lines import find_understood_clause
from companion.commands.spoken_lines.phrase_meanings import (
    TEXTS,
    find_meaning_of_clause,
    make_context_for_unparsed_line,
)
from companion.grammar.command_words import list_command_words
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary

_CLAUSES = re.compile(
    r"(?i)(?P<answer>[^,;.?!]+?)"
    r"(?:[,;.!]+ (?:(?:and|but|while|then) )*|,? (?:and )?then "
    r"| and (?=(?:head|go|leave|climb)s?\b))"
    r"(?P<more>[^?]+)"
)
_CHOOSING, _EMPTY = frozenset(["press-on", "rest"]), frozenset(["refill", "let-go"])
"""Words that answer the die, and that settle what it used up."""
_OF_COMPANY = ("they", "we", "everyone", "everybody")
_NOTE, _OUT = "note", "out"


def split_answer_and_more(
    typed: str, split: Callable[[str], tuple[str, ...]], make_context: MakeContext
) -> tuple[str, ...]:
    """The answer, and what somebody does besides or a note of what is told; nothing where nothing
    waits for such an answer, and for a line that is understood as the answer alone."""
    context = make_context_for_unparsed_line(make_context)
    matters = context.campaign.open_matters
    asked = (_CHOOSING if matters.choices else frozenset[str]()) | (
        _EMPTY if matters.empty_items else frozenset[str]()
    )
    said = _CLAUSES.fullmatch(typed.strip()) if asked and context.is_guide else None
    answer = find_meaning_of_clause(said["answer"], make_context) if said else None
    if said is None or answer is None or answer.line.word not in asked:
        return ()
    whole = find_meaning_of_clause(typed, make_context)
    if whole and whole.line.word in asked:
        return ()
    more = said["more"].strip()
    if len(deeds := split(more)) > 1:
        return (answer.text, *deeds)
    deed = find_meaning_of_clause(more, make_context)
    first = more.partition(" ")[0].casefold().strip(".!")
    is_ours = first in (*_OF_COMPANY, *list_command_words())
    is_ours = is_ours or build_vocabulary(context).names_person(first) or _leaves(deed)
    if deed and deed.line.word not in TEXTS and is_ours:
        return (answer.text, more)
    if deed is None and find_understood_clause(more, make_context):
        return ()  # something of it would be lost in a note
    return (answer.text, f"{_NOTE} {more}") if answer.line.word in _CHOOSING else ()


def _leaves(deed: Meaning | None) -> bool:
    return deed is not None and deed.line.word == _OUT
