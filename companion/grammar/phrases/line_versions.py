"""The versions in which a line is read: as it is typed, with slips mended, and shortened."""

from collections.abc import Callable, Iterator, Sequence

from companion.grammar.phrases.misread_handovers import list_handing_verb_forms
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_stop_words
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.grammar.phrases.ways_of_saying.dropped_how_where_and_why import (
    list_versions_without_how_why,
)
from companion.grammar.phrases.ways_of_saying.way_matching import count_leading_question_words

FEW_WORDS = 3
"""So many words speak to nobody at their end: they are a list."""
_NO_INITIALS = frozenset("ai")


def list_mended_versions(
    tokens: Sequence[Token], mend: Callable[[], tuple[Token, ...]], vocabulary: Vocabulary
) -> Iterator[tuple[Token, ...]]:
    """The words as they were typed, and with more and more of them mended, each version once."""
    yield tuple(tokens)
    mended = mend()
    named = (
        _replace_initials_by_names(mended, vocabulary),
        _move_addressed_name_first(mended, vocabulary),
    )
    versions = (_mend_only_first_slip(tokens, mended), mended, *named)
    yield from (each for each in dict.fromkeys(versions) if each != tuple(tokens))


def list_shortened_versions(
    mend: Callable[[], tuple[Token, ...]], vocabulary: Vocabulary
) -> Iterator[tuple[Token, ...]]:
    """The mended words without what is said around them, where anything is, each version once. A
    name alone is none: what is said around it is what was meant."""
    for version in dict.fromkeys(list_versions_without_how_why(mend(), vocabulary)):
        told = join_typed_words(each for each in version if each.word not in list_stop_words())
        if version and len(version) < len(mend()) and not vocabulary.names_person(told.casefold()):
            yield version


def list_question_versions(tokens: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """The words of a question without a word that asks, as `torches left?`, with one."""
    if not count_leading_question_words(tokens):
        yield (Token("any", "any"), *tokens)


def _replace_initials_by_names(
    tokens: Sequence[Token], vocabulary: Vocabulary
) -> tuple[Token, ...]:
    """The words with the one Errant that each single letter begins, as `o` for Ondine."""
    named = list[Token]()
    for at, token in enumerate(tokens):
        bare = token.word.removesuffix("'s")
        is_initial = len(bare) == 1 and bare.isalpha() and bare not in _NO_INITIALS
        is_unit = at > 0 and tokens[at - 1].word.lstrip("+-").isdecimal()
        people = vocabulary.initials.get(bare, "") if is_initial and not is_unit else ""
        named.append(token._replace(word=people) if people else token)
    return tuple(named)


def _move_addressed_name_first(
    tokens: Sequence[Token], vocabulary: Vocabulary
) -> tuple[Token, ...]:
    """The words with whom they are said to first, as in `staff back in the pack, corvin`."""
    said, last = _split_off_addressed_name(tokens, vocabulary)
    is_free = not any(vocabulary.names_person(token.word) for token in said)
    return (*last, *said) if is_free else tuple(tokens)


def move_giver_first(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The words with whoever is spoken to first, as in `lend wim a torch, ondine`: it is hers."""
    said, last = _split_off_addressed_name(tokens, vocabulary)
    is_handed = bool(said) and said[0].word in list_handing_verb_forms()
    has_taker = any(vocabulary.names_person(token.word) for token in said)
    is_list = any(token.word in (",", "and") for token in said)
    return [*last, *said] if is_handed and has_taker and not is_list else [*tokens]


def _split_off_addressed_name(
    tokens: Sequence[Token], vocabulary: Vocabulary
) -> tuple[Sequence[Token], Sequence[Token]]:
    """What is said, and whom it is said to, after a comma at its end; nobody in other lines."""
    is_addressed = (
        len(tokens) > FEW_WORDS
        and tokens[-2].word == ","
        and vocabulary.names_member(tokens[-1].word)
    )
    return (tokens[:-2], tokens[-1:]) if is_addressed else (tokens, ())


def _mend_only_first_slip(tokens: Sequence[Token], mended: Sequence[Token]) -> tuple[Token, ...]:
    """The words with only the first slip mended: the others may be names nobody knows yet."""
    slips = (at for at, token in enumerate(tokens) if token != mended[at])
    end = next(slips, 0) + 1
    return (*mended[:end], *tokens[end:])


def join_mended_words(tokens: Sequence[Token], mended: Sequence[Token]) -> str:
    """The words as they were typed, but for those that are mended."""
    pairs = zip(tokens, mended, strict=True)
    return join_typed_words(old if old == new else Token(new.word, new.word) for old, new in pairs)
