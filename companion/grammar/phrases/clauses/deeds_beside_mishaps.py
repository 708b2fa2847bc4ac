"""Finds the half of a line that does something, beside one that only tells what befalls whoever
does it: `corvin slips and takes 2 damage`."""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, takewhile

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.remarks_and_scenery import NO_CAUSES, PARTICLES
from companion.grammar.phrases.clauses.story_clauses import (
    NAMING,
    SUBJECT_PRONOUNS,
    ListLines,
    list_command_lines_of_clause,
    list_named_people,
)
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import (
    list_deed_verb_forms,
    list_words_of_all_ways,
)
from companion.grammar.phrases.phrasebook.word_forms import (
    DETERMINERS,
    index_links_by_preposition,
    list_mishap_verb_forms,
    list_negation_words,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token

_DECLARE = "declare "
_IT, _ALL = ("it", "them"), ("everything", "all")
_STARTING, _BEINGS = (",", "and", "then", "while", "as", "but", "so"), {"person", "npc", "creature"}
"""What stands before whoever does the next thing."""
_BEFORE_NOUN = (
    *DETERMINERS,
    *("more", "new", "spare", "remaining", "proper", "decent", "first", "right"),
    *("it", "there", "here"),
)
"""What begins no deed after `and`, though a way to say something may begin so."""
_FINDING = ("find", "found", "loot", "coin", "lie", "lying", "pile", "heap", "stack", "there")
_DAMAGE = Token("damage", "damage")
_LENGTH_OF_HARM, _OF_HARM = (3, 4), {"damage", "dmg", "hp", "harm"}
_MEANWHILE = ("while", "as")
_TOLD = (_DECLARE, "note ", "effect end ", "hazard ")


def list_deeds_beside_mishaps(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> Iterator[tuple[Token, ...]]:
    """What somebody does before or after `and`, where the other half only tells what befalls them:
    `corvin slips and takes 2 damage`, `bree takes 3 damage and falls over`."""
    verbs = list_deed_verb_forms().difference(_STARTING, _BEFORE_NOUN)
    ends = [
        at
        for at, (link, verb) in enumerate(pairwise(tokens))
        if link.word == "and" and verb.word in verbs and not _is_thing(at + 1, tokens, vocabulary)
    ]
    if len(ends) != 1 or tokens[0].word in WORDS:
        return
    begins = _find_last_doer(tokens[: ends[0]], vocabulary)
    begun = next((at for at in range(begins + 1, ends[0]) if tokens[at].word in verbs), begins)
    if begun == begins:
        return
    subject, first = tokens[begins:begun], tuple(tokens[: ends[0]])
    is_meanwhile = begins and tokens[begins - 1].word in _MEANWHILE
    if is_meanwhile or len(list_named_people(subject, vocabulary)) > 1:  # it may befall either
        return
    is_known = any(part.meanings for part in split_into_parts(subject, frozenset(), vocabulary))
    befalls = (
        subject[-1].word in SUBJECT_PRONOUNS and tokens[begun].word in list_mishap_verb_forms()
    )
    if not (is_known or befalls):
        return
    second = (*subject, *tokens[ends[0] + 1 :])
    if tokens[begun].word in list_verb_group_forms("unpack") and any(
        token.word in _IT for token in second
    ):
        things = split_into_parts(tokens[begun + 1 : ends[0]], frozenset(), vocabulary)
        named = [part.meanings["thing"] for part in things if "thing" in part.meanings]
        for name in named[:1]:  # `gets her torch out and lights it`
            words = [Token(word, word) for word in name.split()]
            yield tuple(chain.from_iterable(words if t.word in _IT else (t,) for t in second))
            return
    for told, done in ((first, second), (second, first))[: 1 + is_known]:
        if _is_mishap(told, vocabulary, context, list_lines):
            yield done
            return


def list_harm_behind_cause(
    clauses: Sequence[Sequence[Token]],
    vocabulary: Vocabulary,
    context: Context,
    list_lines: ListLines,
) -> Iterator[tuple[Token, ...]]:
    """The harm that comes last, and of whom, while an action is open that the clauses before it
    tell on: `she springs a dart trap, bree takes 3`."""
    *causes, last = clauses
    words = [token.word for token in last]
    is_harm = words[1:2] in (["takes"], ["suffers"], ["loses"]) and len(words) in _LENGTH_OF_HARM
    is_harm = is_harm and vocabulary.names_member(words[0]) and words[2].isdecimal()
    is_harm = is_harm and {*words[3:]} <= _OF_HARM
    is_told = bool(context.campaign.open_matters.unresolved_actions) and all(
        _is_mishap(cause, vocabulary, context, list_lines)
        and len(cause) > 1
        and NO_CAUSES.isdisjoint(token.word for token in cause)
        and not _names_several_things(cause, vocabulary)
        for cause in causes
    )
    if is_harm and is_told:
        yield (*last[: _LENGTH_OF_HARM[0]], _DAMAGE)


def _names_several_things(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for words that name what somebody may take so many of, as `corvin finds coins`."""
    words = [token.word for token in tokens]
    is_found = any(word.startswith(_FINDING) for word in words)
    return is_found or any(w.endswith("s") and bool(vocabulary.find_singular(w)) for w in words[1:])


def _is_thing(at: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a word that names a thing, at the end of a list: `and rope`, `and oil to wim`."""
    after = tokens[at + 1].word if at + 1 < len(tokens) else ","
    is_end = after in (",", "and") or (
        after in index_links_by_preposition() and after not in PARTICLES
    )
    return is_end and bool(vocabulary.find_singular(tokens[at].word))


def _find_last_doer(tokens: Sequence[Token], vocabulary: Vocabulary) -> int:
    """Where the last who does something is named: Wim in `bree slips, wim catches her`."""
    verbs, found, is_done = list_deed_verb_forms().difference(_STARTING), 0, False
    for at, (before, after) in enumerate(pairwise(tokens), 1):
        is_done = is_done or before.word in verbs
        said = takewhile(lambda token: token.word not in verbs, tokens[at:])
        names = (vocabulary.find_meanings(token.word).keys() & _BEINGS for token in said)
        is_named = after.word in load_phrases().articles or any(names)
        found = at if is_done and before.word in _STARTING and is_named else found
    return found


def _is_mishap(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, list_lines: ListLines
) -> bool:
    """True for words of which nothing is counted, and that mean no line but a declared action."""
    words = {token.word for token in tokens}
    if any(word.isdecimal() for word in words) or not list_negation_words().isdisjoint(words):
        return False
    if not words.isdisjoint(NAMING) or (
        not words.isdisjoint((*_IT, *_ALL)) and not words.isdisjoint(list_words_of_all_ways())
    ):  # what is done with a thing is no mishap
        return False
    lines = list_command_lines_of_clause(tokens, vocabulary, context, list_lines)
    return all(line.startswith(_TOLD) for line in lines)
