"""Drops the words around a deed that change nothing: how, where, why and what for."""

from collections.abc import Iterator, Sequence

from companion.grammar.command_words import WORDS
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import (
    index_first_words_by_inflected_form,
)
from companion.grammar.phrases.phrasebook.word_forms import (
    list_action_verb_forms,
    list_mishap_verb_forms,
    list_negation_words,
    list_verb_forms,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.ways_of_saying.way_matching import count_leading_question_words

_NOTING = frozenset({"note", "notes", "noting", "jot", "write"})
_SHOWING = ("show", "list", "see", "view", "print", "display")
_LEADING = ("before", "while")
_PURPOSE = "to"
_FEW_WORDS = 1
_MOST_WORDS_OF_REASON = 2
_MOST_WORDS_OF_SPOT = 4
_THERE, _THE = "there", "the"
_PLAYERS_TABLE = "table"
"""Whoever eats there may be a player."""
_TOLD_OF = frozenset({"thing", "season", "spot", "times", "harm", "place", "turn", "town"})
"""What a purpose may speak of; with a Check also of somebody."""
_FAILING = ("else", "otherwise", "it", "he", "she", "they", "we")
_FATES = ("die", "go", "take", "get", "end")
_CHOOSING = ("can", "may", "could", "might", "instead", "use", "uses")
_NOT_TOLD = frozenset({"attribute", "dice", "dv", "position", "roll", "faces"})
"""What follows another Check, and no failure."""
_PEOPLE = frozenset({"person", "npc", "creature", "group", "faction"})


def list_versions_without_how_why(
    tokens: Sequence[Token], vocabulary: Vocabulary
) -> Iterator[tuple[Token, ...]]:
    """The words without what tells how something is done, as `clumsily`; then also without what
    tells where, as `by the door`, why, as `because he is cold`, and what for, as `to lift the
    slab`."""
    begun = count_leading_question_words(tokens) if tokens and tokens[0].word in _SHOWING else 0
    is_note = not _NOTING.isdisjoint(token.word for token in tokens)  # how it is kept may be meant
    plain = [
        token for token in tokens[begun:] if is_note or not _is_manner_adverb(token, vocabulary)
    ]
    yield tuple(plain)
    plain = _drop_leading_clause(plain, vocabulary)
    yield tuple(plain)
    plain = plain[: _find_start_of_spot(plain, vocabulary)]
    yield tuple(plain)
    reason = _find_start_of_reason(plain)
    caused = plain[:reason]
    if len(caused) <= _FEW_WORDS < len(plain):  # of so few nothing is certain
        return
    if _is_deed_of_its_own(plain[reason:], vocabulary):
        return
    yield tuple(caused)
    yield tuple(caused[: _find_start_of_purpose(caused, vocabulary)])


def _drop_leading_clause(tokens: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """The words without what is done later, or meanwhile, as `before going down, bree waits`."""
    words = [*(token.word for token in tokens), "", ""]
    end = words.index(",") if "," in words else 0
    is_led = words[0] in _LEADING and words[1].endswith("ing") and len(tokens) > end + _FEW_WORDS
    return (
        tokens[end + 1 :]
        if is_led and not _is_deed_of_its_own(tokens[:end], vocabulary)
        else tokens
    )


def _is_manner_adverb(token: Token, vocabulary: Vocabulary) -> bool:
    is_plain = not token.is_quoted and token.typed.islower()
    is_manner = token.word in load_phrases().manners
    return is_plain and is_manner and not vocabulary.is_known(token.word)


def _is_deed_of_its_own(reason: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a reason that is a deed or has a figure of its own: `until wim heals her 2`, `so she
    drops her torch`."""
    words = {token.word for token in reason}
    if any(word.isdecimal() for word in words) or not load_phrases().qualifying.isdisjoint(words):
        return True
    verbs = {*list_action_verb_forms(), *index_first_words_by_inflected_form()}
    kinds = _list_kinds_named(reason[1:], vocabulary)
    return not verbs.isdisjoint(words) and not kinds <= _TOLD_OF | {"creature", "group"}


def _find_start_of_reason(tokens: Sequence[Token]) -> int:
    """Where a line goes on with why something is done; its end if it does not."""
    words, reasons = [token.word for token in tokens], load_phrases().reasons
    return next(
        (
            at
            for at in range(1, len(words))
            for length in range(1, _MOST_WORDS_OF_REASON + 1)
            if " ".join(words[at : at + length]) in reasons
        ),
        len(words),
    )


def _find_start_of_spot(tokens: Sequence[Token], vocabulary: Vocabulary) -> int:
    """Where a line ends with where something is done, as `by the old door`; its end if it does not,
    if it asks or tells what is there, if something is put there, and if somebody comes to harm."""
    phrases, words = load_phrases(), [token.word for token in tokens]
    is_put = not (list_verb_group_forms("placing") | list_mishap_verb_forms()).isdisjoint(words)
    tells_of_spot = bool(words) and (words[0] == _THERE or words[0] in WORDS)
    is_meant = is_put or tells_of_spot or count_leading_question_words(tokens) > 0
    spots = {*phrases.groups["fixtures"]} - {_PLAYERS_TABLE}
    if is_meant or spots.isdisjoint(words[-1:]):
        return len(words)
    for at in range(len(words) - 2, max(1, len(words) - _MOST_WORDS_OF_SPOT - 1), -1):
        if words[at] in phrases.groups["where"]:
            looks = [each for each in words[at + 1 : -1] if each not in phrases.articles]
            is_plain = all(each.isalpha() and not vocabulary.names_member(each) for each in looks)
            is_plain = is_plain and words[at - 2] != _THE  # `lights the torch on the wall`
            return at if is_plain and len(looks) <= 1 else len(words)
    return len(words)


def _find_start_of_purpose(tokens: Sequence[Token], vocabulary: Vocabulary) -> int:
    """Where a line goes on with what something is done for; its end if it does not."""
    verbs = {*list_action_verb_forms(), *index_first_words_by_inflected_form()}
    for at in range(2, len(tokens) - 1):
        is_check = "attribute" in _list_kinds_named(tokens[:at], vocabulary)
        if (
            is_check
            and tokens[at].word == "or"
            and _tells_what_failure_does(tokens[at + 1 :], vocabulary)
        ):
            return at
        is_planned = tokens[at - 1].word in load_phrases().intending  # `is about to jump`
        if tokens[at].word != _PURPOSE or is_planned or _names_person(tokens[at + 1], vocabulary):
            continue
        if tokens[at + 1].word in verbs or is_check:
            told = _list_kinds_named(tokens[at + 2 :], vocabulary)
            said = {token.word for token in tokens[at:]}
            is_told = told <= (_TOLD_OF | _PEOPLE | {"carried"} if is_check else _TOLD_OF)
            is_plain = list_negation_words().isdisjoint(said) and "," not in said
            return at if is_told and is_plain else len(tokens)
    return len(tokens)


def _tells_what_failure_does(told: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for what happens where a Check fails, as `he starts screaming` and `drops his torch`."""
    words = [token.word for token in told]
    is_deed = words[0] in list_mishap_verb_forms() or words[0] in list_verb_forms(_FATES)
    is_told = words[0] in (*_FAILING, *load_phrases().pronouns) and len(words) > 1
    kinds = _list_kinds_named(told, vocabulary)
    is_other = any(word.isdecimal() or word in _CHOOSING for word in words)
    is_counted = is_other or not _NOT_TOLD.isdisjoint(kinds)
    return (is_deed or is_told) and "," not in words and not is_counted


def _names_person(token: Token, vocabulary: Vocabulary) -> bool:
    return not vocabulary.find_meanings(token.word).keys().isdisjoint(_PEOPLE)


def _list_kinds_named(tokens: Sequence[Token], vocabulary: Vocabulary) -> set[str]:
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    kinds = (each.meanings.keys() for each in parts)
    return {kind for each in kinds for kind in ({"spot"} if "spot" in each else each)}
