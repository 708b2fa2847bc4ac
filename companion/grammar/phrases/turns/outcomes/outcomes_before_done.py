"""What came of an action, told before it is said to be done: `he knows another way out. done, back
up to the boat`."""

import re

from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import find_hypothetical_word
from companion.grammar.phrases.clauses.words_of_doubt import UNFINISHED
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.turns.outcomes.clause_meanings import (
    find_first_typable_line,
    means_another_line,
)
from companion.grammar.phrases.verbatim_text import contains_counted_amount
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

_DONE = "done"
_BEFORE_DONE = re.compile(
    r"(?i)(?P<told>(?!not |no |wait|if |unless |done\b)[^?;!]{4,}?)[.;!] "
    r"(?:(?:ok|so|right|that['’]?s),? )?done"
    r"(?:(?:[,.;:!]|,? and|,? then)(?: and| so| then)* (?P<then>[^?]+?))?[.!]?"
)
_DEEDS, _FEWEST_WORDS = ("declare", "next"), 3
_SUBJECTS = frozenset(["he", "she", "it", "they", "the", "a", "an", "there", "nothing", "nobody"])
"""Words by which a sentence begins that tells something, where nobody is named."""


def split_outcome_before_done(typed: str, context: Context) -> tuple[str, ...]:
    """`done he knows another way out` and `back up to the boat` of one line, where one action waits
    for its outcome; nothing for any other line."""
    said = _BEFORE_DONE.fullmatch(typed.strip())
    if said is None or len(context.campaign.open_matters.unresolved_actions) != 1:
        return ()
    told, then = said["told"], said["then"] or ""
    if not _tells_something(told, context) or contains_counted_amount(told):
        return ()
    if then and not (means_another_line(then, context) or _is_next_deed(then, context)):
        return ()
    return (f"{_DONE} {told}", then) if then else (f"{_DONE} {told}",)


def _is_next_deed(then: str, context: Context) -> bool:
    return find_first_typable_line(then, context).partition(" ")[0] in _DEEDS


def _tells_something(told: str, context: Context) -> bool:
    """True for a sentence that does nothing by itself and supposes nothing; not for a remark, as
    `right then`."""
    tokens, vocabulary = tokenize_short_line(told, context), build_vocabulary(context)
    words = {token.word for token in tokens}
    if not words or find_hypothetical_word(tokens, vocabulary) or not UNFINISHED.isdisjoint(words):
        return False
    first = tokens[0].word
    is_sentence = first in _SUBJECTS or vocabulary.names_person(first) or "," in told
    is_long = len(tokens) >= _FEWEST_WORDS
    return is_sentence and is_long and not means_another_line(told, context)
