"""Tells a clause by which people excuse that they take something back, as `makes no sense here`."""

from collections.abc import Sequence

from companion.grammar.context import Context
from companion.grammar.phrases.clauses.story_clauses import ListLines, list_command_lines_of_clause
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token

CORRECTING = ("ignore", "undo", "redo")
"""Lines that take something back: people say why."""
_DECLARE = "declare "
_OF_EXCUSES = {"person", "npc", "quality"}
_NOT = ("didn't", "haven't", "hasn't", "hadn't", "wasn't", "weren't", "isn't", "aren't", "doesn't")
_EXCEPTING = ("but", "not", "except", "only")
_DENIED = ("did", "have", "has", "had", "was", "were", "is", "are", "does")


def is_reason_for_undo(
    tokens: Sequence[Token],
    vocabulary: Vocabulary,
    context: Context,
    list_lines: ListLines,
    idiom: str | None,
) -> bool:
    """True for words that name nothing, count nothing and mean no line, as `makes no sense here`
    and `corvin is fine`; for what did not happen; and for what is so, where that is taken back."""
    if _denies_deed(tokens, vocabulary):
        return True
    if tokens[0].word in _EXCEPTING:
        return False
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    if any(not each.meanings.keys() <= _OF_EXCUSES for each in parts):
        return False
    lines = list_command_lines_of_clause(tokens, vocabulary, context, list_lines)
    is_reason = idiom in CORRECTING and tokens[0].word in load_phrases().subjects
    return all(is_reason and line.startswith(_DECLARE) for line in lines)


def _denies_deed(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for what somebody did not do, as `we didn't travel yet`."""
    first, second, third, *_ = (*(token.word for token in tokens), "", "", "")
    is_told = first in load_phrases().subjects or vocabulary.names_person(first)
    return is_told and (second in _NOT or (second in _DENIED and third == "not"))
