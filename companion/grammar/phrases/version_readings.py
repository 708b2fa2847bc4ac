"""What the words of a line may mean in the companion's own words: as they are typed, mended, or
only some of them."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import dropwhile

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.deed_clauses import list_clauses_with_deeds
from companion.grammar.phrases.clauses.hypothetical_lines import (
    list_said_words,
    may_be_meant_as_fact,
)
from companion.grammar.phrases.fights.fight_lines import list_fight_lines
from companion.grammar.phrases.fights.fight_questions import list_fight_question_lines
from companion.grammar.phrases.fights.foes.misread_harm_in_groups import restore_typed_victim_number
from companion.grammar.phrases.line_versions import (
    join_mended_words,
    list_mended_versions,
    list_question_versions,
    list_shortened_versions,
)
from companion.grammar.phrases.misreadings import is_misread_line, suit_line_to_campaign
from companion.grammar.phrases.people.pronouns import misreads_doer_as_target
from companion.grammar.phrases.people.told_colour import is_told_colour
from companion.grammar.phrases.phrasebook.phrases_file import Words
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.questions.attack_chances import list_attack_chance_lines
from companion.grammar.phrases.questions.questions_about_packs import list_item_holder_lines
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.shopping import find_shop_word_positions
from companion.grammar.phrases.sentences.tokens import (
    Token,
    correct_tokens,
    join_typed_words,
    replace_ordinals,
)
from companion.grammar.phrases.turns.action_declarations import list_declaration_lines
from companion.grammar.phrases.turns.deeds_with_fixtures import list_fixture_deed_lines
from companion.grammar.phrases.turns.time_spent_declarations import (
    list_downtime_declaration_lines,
    list_time_spent_lines,
    refuse_month_outside_downtime,
)
from companion.grammar.phrases.verbatim_text import list_kept_text_lines, list_question_lines
from companion.grammar.phrases.ways_of_saying.way_filling import list_lines_of_way
from companion.grammar.phrases.ways_of_saying.way_matching import (
    count_leading_question_words,
    find_ways,
)
from companion.grammar.phrases.whole_line_phrases import (
    drop_articles,
    drop_openers_and_closers,
    list_whole_phrase_lines,
)
from companion.text_cleaning import quote_name

_ABSORBING = ("give", "tell")
"""Words that take any others for a thing's name, or a text."""
_TEXTS = ("declare", "note", "done", "fate", "tell")
"""Words that keep a text: nothing at its end is left out."""
_LINKING = ("as", "with", "is", "are", "of")
"""Words that people say between the words of a form."""
_DECLARE = "declare "
_TAKING_OFF = re.compile(r"(?i)\b(?:takes?|took|taking) (?:off\b|(?:\w+ ){1,3}off$)")
_GIVING = ("give ", "pass stash ")
"""What is taken off was worn: nobody gets it."""


def list_single_line_readings(lines: Iterable[str]) -> Iterator[Words]:
    """Each of these lines by itself: it is likelier than the next."""
    return ((line,) for line in lines)


def list_version_readings(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[Words]:
    """What a line may mean as it is typed, mended, or in part; each once. What is declared with
    words that may be slips waits for what else the mended words mean."""
    mend = cache(lambda: tuple(correct_tokens(tokens, vocabulary)))
    seen, said = {typed}, list_said_words(tokens)
    is_owned = bool(find_shop_word_positions(tokens, vocabulary) or _TAKING_OFF.search(typed))
    kept: tuple[Words, ...] = ()  # what is declared with words that may be slips
    for version, told in _list_versions(typed, tokens, mend, vocabulary, context):
        is_mended = version != tuple(tokens)
        text = join_typed_words(version) if is_mended else typed
        if is_mended and len(version) == len(tokens):
            text = join_mended_words(tokens, version)
        for lines in list_lines_of_tokens(text, version, vocabulary, context):
            meant = _list_meant_lines(lines, typed, said, context, is_owned=is_owned)
            readings = tuple(
                each
                for each in meant
                if each not in seen and may_be_meant_as_fact(each, told, is_mended=is_mended)
            )
            seen.update(readings)
            is_declared = bool(readings) and all(each.startswith(_DECLARE) for each in readings)
            if is_declared and not is_mended and mend() != tuple(tokens):
                kept = (*kept, readings)
            elif readings:
                yield from kept if is_declared else ()
                kept = () if is_declared else kept
                yield readings
    yield from kept


def _list_versions(
    typed: str,
    tokens: Sequence[Token],
    mend: Callable[[], tuple[Token, ...]],
    vocabulary: Vocabulary,
    context: Context,
) -> Iterator[tuple[tuple[Token, ...], set[str]]]:
    """The words as they are typed and mended, in clauses and shortened, the likeliest first; each
    with the words that say how things might be."""
    said = list_said_words(tokens)
    yield from ((each, said) for each in list_mended_versions(tokens, mend, vocabulary))
    clauses = list_clauses_with_deeds(tokens, vocabulary, context, list_lines_of_tokens)
    yield from ((each, said) for each in clauses)
    for each in list_shortened_versions(mend, vocabulary):
        yield each, list_said_words(each)  # a reason tells no state
    if "?" in typed:
        yield from ((each, said) for each in list_question_versions(tokens))


def _list_meant_lines(
    lines: Words, typed: str, said: set[str], context: Context, *, is_owned: bool
) -> Words:
    """Those of some lines that a typed line may mean, as they suit the table; nothing is given
    where it is bought, or was worn."""
    numbered = [restore_typed_victim_number(each, typed, context.campaign) for each in lines]
    suited = [suit_line_to_campaign(each, typed, context) for each in numbered if each.strip()]
    return tuple(
        each
        for each in suited
        if not (is_owned and each.startswith(_GIVING))
        and not is_misread_line(each, typed, said, context)
        and not misreads_doer_as_target(each, typed)
    )


def list_lines_of_tokens(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[Words]:
    """The lines that these words may mean; several together where none of them is likelier."""
    if "?" not in typed and not count_leading_question_words(tokens):
        yield from list_fight_lines(tokens, vocabulary, context)
    yield from list_single_line_readings(
        _list_lines_before_ways(typed, tokens, vocabulary, context)
    )
    ways = find_ways(tokens, vocabulary)
    take = cache(lambda said: split_into_parts(tokens, said, vocabulary))
    for way, said in ways:
        yield from list_lines_of_way(way, said, tokens, vocabulary, context, parts=take(said))
    yield from list_single_line_readings(_list_lines_without_articles(tokens))
    for way, said in ways:
        yield from list_lines_of_way(
            way, said, tokens, vocabulary, context, parts=take(said), is_told=True
        )
    yield from list_single_line_readings(_list_lines_after_ways(typed, tokens, vocabulary, context))


def _list_lines_before_ways(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The lines that are likelier than what any way to say something makes of these words."""

    def as_done(said: Sequence[Token]) -> Iterator[Words]:
        return list_fight_lines(replace_ordinals(said, vocabulary), vocabulary, context)

    yield from list_attack_chance_lines(typed, context, as_done)
    yield from list_item_holder_lines(typed, context)
    yield from list_fight_question_lines(typed, vocabulary, context.campaign)
    yield from list_whole_phrase_lines(tokens, context)
    if tokens and tokens[0].word in _TEXTS:
        yield from list_kept_text_lines(typed)
    elif tokens and tokens[0].word in WORDS and tokens[0].word not in _ABSORBING:
        first, *others = tokens
        if others and first.word != first.typed.casefold():  # mended, as `nxt, they sneak on`
            first = Token(first.word, first.word)
            others = [*dropwhile(lambda token: token.word == ",", others)]
        yield join_typed_words(drop_openers_and_closers([first, *others]))
    yield from list_kept_text_lines(typed)
    yield from list_time_spent_lines(typed, vocabulary)


def _list_lines_without_articles(tokens: Sequence[Token]) -> Iterator[str]:
    """The words as a line of the companion's, without articles and without what links them."""
    plain = drop_articles(tokens)
    if plain[:1] and plain[0].word not in _ABSORBING:
        yield _join_tokens(drop_openers_and_closers(plain) or plain)
        if plain[0].word in WORDS:
            yield _join_tokens(token for token in plain if token.word not in _LINKING)


def _list_lines_after_ways(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """What these words declare or ask, if no way to say something fits. Raises Impossible for what
    takes a month outside a Downtime Turn."""
    yield from list_downtime_declaration_lines(typed, vocabulary, context.campaign)
    refuse_month_outside_downtime(typed, vocabulary, context.campaign)
    if not is_told_colour(tokens, vocabulary, context.campaign):  # that is noted
        yield from list_declaration_lines(typed, tokens, vocabulary)
    yield from list_fixture_deed_lines(typed, tokens, vocabulary)
    yield from list_question_lines(typed, tokens, vocabulary, context)


def _join_tokens(tokens: Iterable[Token]) -> str:
    """Words as a line to type."""
    texts = (quote_name(token.typed) if token.is_quoted else token.word for token in tokens)
    return " ".join(texts).replace(" ,", ",")
