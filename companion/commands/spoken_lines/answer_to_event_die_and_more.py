"""What the Event Die leaves open, answered in a line that tells more: `they push on, wim moans`,
`refill all and head out`."""

import re
from collections.abc import Callable

from companion.commands.dispatch import MakeContext
from companion.commands.spoken_lines.partly_understood_lines import CHANGING
from companion.commands.spoken_lines.phrase_meanings import (
    TEXTS,
    find_meaning_of_clause,
    make_context_for_unparsed_line,
)
from companion.grammar.command_words import list_command_words
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

_CLAUSES = re.compile(
    r"(?i)(?P<answer>[^,;.?!]+?)"
    r"(?:[,;.!]+ (?:(?:and|but|while|then) )*|,? (?:and )?then "
    r"| and (?=(?:head|go|climb)s? \w|leave[.!]?$))"
    r"(?P<more>[^?]+)"
)
_CHOOSING, _EMPTY = frozenset(["press-on", "rest"]), frozenset(["refill", "let-go"])
"""Words that answer the die, and that settle what it used up."""
_UNSURE = frozenset(
    ["no", "nope", "if", "or", "unless", "oh", "hang", "hold", "stop", "don't", "won't", "can't"]
)
"""Words by which an answer may be taken back, beside those by which any clause changes another."""
_DROPPED, _LET_GO = re.compile(r"(?i)^drop (?:it|them|that)(?=[.!]?$|[,;.!] )"), "let-go all"
"""How what is used up is let go, where something is; elsewhere nobody knows what is dropped."""
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
    if not (asked and context.is_guide):
        return ()
    if matters.empty_items:
        typed = _DROPPED.sub(_LET_GO, typed.strip().rstrip(".!"))
        if typed == _LET_GO:
            return (_LET_GO,)
    said = _CLAUSES.fullmatch(typed.strip())
    answer = find_meaning_of_clause(said["answer"], make_context) if said else None
    if said is None or answer is None or answer.line.word not in asked:
        return ()
    whole = find_meaning_of_clause(typed, make_context)
    if whole and whole.line.word in asked:
        return ()
    more = said["more"].strip()
    if not (CHANGING | _UNSURE).isdisjoint(re.findall(r"[\w'’]+", more.casefold())):
        return ()  # `push on, no wait, they rest`
    if len(deeds := split(more)) > 1:
        return (answer.text, *deeds)
    deed = find_meaning_of_clause(more, make_context)
    if deed and deed.line.word not in TEXTS:
        return (answer.text, more) if _is_ours(more, context) or deed.line.word == _OUT else ()
    is_noted = answer.line.word in _CHOOSING and _tells_story(more, context)
    return (answer.text, f"{_NOTE} {more}") if is_noted else ()


def _is_ours(said: str, context: Context) -> bool:
    """True for what somebody of the Company does, and for a command."""
    first = said.partition(" ")[0].casefold().strip(".!")
    is_known = first in (*_OF_COMPANY, *list_command_words())
    return is_known or build_vocabulary(context).names_member(first)


def _tells_story(said: str, context: Context) -> bool:
    """True for one clause that counts nothing and names nothing but people."""
    tokens = tokenize_short_line(said, context)
    words = {token.word.removesuffix("s") for token in tokens}
    parts = split_into_parts(tokens, frozenset(), build_vocabulary(context))
    is_plain = all(part.meanings.keys() <= {"person"} for part in parts)
    is_counted = any(any(map(str.isdecimal, token.word)) for token in tokens)
    return is_plain and not is_counted and words.isdisjoint({",", *list_command_words()})
