"""Finds lines that do nothing: what is denied or supposed, and who is only asked after."""

import re
from collections.abc import Sequence
from itertools import chain, pairwise

from companion.errant.singulars import singularise_name
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.amounts import index_time_unit_letters
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.ways_of_saying.way_matching import count_leading_question_words
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line
from companion.refusal import Ambiguous

_AWAKE = ("awake", "guard")
_SITTING_UP = re.compile(
    r"\b(?:(?:stay|sit)(?:s|ing)? up|keep(?:s|ing)? (?:an )?eyes? (?:out|open)"
    r"|nobody (?:rest|stop)s?)\b"
)
"""Of these somebody may say that nobody does them."""
_COUNTED = ("span", "coins", "dice")
_TURNS = "t"
_OTHER_KINDS = ("npc", "creature", "faction")


def find_hypothetical_word(tokens: Sequence[Token], vocabulary: Vocabulary) -> str:
    """The word by which a line tells what somebody would or could do, or never does: nothing is
    done for it. "" for any other line."""
    phrases = load_phrases()
    said = " ".join(token.word for token in tokens)
    if said in phrases.pauses or asks_with_do(tokens, vocabulary):
        return said
    supposed = (
        after.word
        for before, after in pairwise(tokens)
        if after.word in phrases.supposing and vocabulary.names_person(before.word)
    )
    words = {token.word for token in tokens}
    is_watch = not words.isdisjoint((*phrases.groups["watch"], *_AWAKE)) or _SITTING_UP.search(said)
    hypothetical = phrases.hypothetical - ({"nobody"} if is_watch else set())
    denied = (token.word for token in tokens if token.word in hypothetical)
    return next(chain(denied, supposed), "")


def is_neither_asked_nor_denied(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """False for what is asked, denied or only supposed, and for no words."""
    is_denied = find_hypothetical_word(tokens, vocabulary) or not load_phrases().denials.isdisjoint(
        token.word for token in tokens
    )
    return bool(tokens) and not is_denied and not count_leading_question_words(tokens)


def takes_last_line_back(typed: str, vocabulary: Vocabulary) -> bool:
    """True for `wait, she didn't buy that, put it back`: the last line is taken back."""
    said = compile_named_pattern("not done").fullmatch(typed.strip())
    who = said["who"].casefold() if said else ""
    return who in load_phrases().subjects or (bool(who) and vocabulary.names_person(who))


def refuse_ambiguous_go_back(typed: str) -> None:
    """Raises Ambiguous for `we want to go back`: the Company goes, or the last line is undone."""
    if compile_named_pattern("go back").fullmatch(typed.strip()):
        raise Ambiguous(f"«{typed}» may mean two things.", "Try: undo, or next go back")


def asks_with_do(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for `do six goblins attack`: who is named right after `do` is asked about."""
    articles = load_phrases().articles
    words = [token.word for token in tokens]
    after = next((w for w in words[1:] if not w.isdecimal() and w not in articles), "")
    kinds = vocabulary.find_meanings(after) or vocabulary.find_meanings(singularise_name(after))
    has_one = "person" in kinds and not {*load_phrases().having}.isdisjoint(words)
    return words[:1] == ["do"] and (has_one or not kinds.keys().isdisjoint(_OTHER_KINDS))


def is_question_with_do(typed: str, context: Context) -> bool:
    """True for a question that begins with a form of do: `do six goblins attack`."""
    return asks_with_do(tokenize_short_line(typed, context), build_vocabulary(context))


def contains_amount(typed: str, context: Context) -> bool:
    """True for `time moves on, half an hour`: that is no story."""
    parts = split_into_parts(
        tokenize_short_line(typed, context), frozenset(), build_vocabulary(context)
    )
    return any(not part.meanings.keys().isdisjoint(_COUNTED) for part in parts)


def means_article_not_attack(typed: str, context: Context) -> bool:
    """True for `a month goes by`: who attacks is named after that `a`."""
    word = next((token.word for token in tokenize_short_line(typed, context)[1:]), "")
    vocabulary = build_vocabulary(context)
    return (
        not vocabulary.names_person(word)
        and vocabulary.guess_known_word(word) not in vocabulary.people
    )


def says_next_of_name_or_time(typed: str, context: Context) -> bool:
    """True for `next goblin attacks` and `next week`: that is no action of the next Turn."""
    word = next((token.word for token in tokenize_short_line(typed, context)[1:]), "")
    is_span = index_time_unit_letters().get(word, _TURNS) != _TURNS
    is_span = is_span or word in load_phrases().next_times
    names = build_vocabulary(context).find_meanings(word)
    return is_span or not names.keys().isdisjoint(_OTHER_KINDS)
