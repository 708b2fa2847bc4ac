"""Reading a line as people say it: `bree drops two torches` is `drop bree torch x2`.

A line that fits no form is taken apart into a way to say something and what it speaks of. The first
of the ways whose pattern has a place for all of that is the line in the companion's own words.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, dropwhile

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.book.phrases_file import Words, load_phrases
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.book.vocabulary_building import build_vocabulary
from companion.grammar.phrases.clauses.deed_clauses import list_clauses_with_deeds
from companion.grammar.phrases.clauses.denials_and_questions import asks_with_do, find_denying_word
from companion.grammar.phrases.clauses.hypothetical_lines import (
    list_said_words,
    may_be_meant_as_fact,
    write_chance_as_question,
)
from companion.grammar.phrases.fights.fight_lines import list_fight_lines
from companion.grammar.phrases.fights.fight_lines_without_fight import (
    refuse_fight_line_without_fight,
)
from companion.grammar.phrases.fights.fight_questions import list_fight_question_lines
from companion.grammar.phrases.fights.new_foe_hints import refuse_arrivals, refuse_new_foes
from companion.grammar.phrases.fights.other_foe import name_other_foe
from companion.grammar.phrases.fights.victim_numbers import add_victim_number
from companion.grammar.phrases.line_versions import (
    FEW_WORDS,
    join_mended_words,
    list_mended_versions,
    list_question_versions,
    list_shortened_versions,
    move_giver_first,
)
from companion.grammar.phrases.misreadings import is_misread_line, suit_line_to_table
from companion.grammar.phrases.people.met_people import list_ends_of_encounter
from companion.grammar.phrases.people.npc_facts import list_npc_fact_lines
from companion.grammar.phrases.people.pronouns import list_pronoun_lines, mistakes_doer_for_target
from companion.grammar.phrases.people.simplified_names import name_people_plainly
from companion.grammar.phrases.people.spoken_exchanges import list_exchange_lines_of_speech
from companion.grammar.phrases.questions.attack_chances import list_attack_chance_lines
from companion.grammar.phrases.questions.help_topics import (
    list_meaning_help_lines,
    list_rule_help_lines,
    list_turn_length_help_lines,
)
from companion.grammar.phrases.questions.trailing_questions import list_trailing_question_lines
from companion.grammar.phrases.sentences.back_references import write_line_for_next_turn
from companion.grammar.phrases.sentences.dropped_circumstances import drop_wear_adjectives
from companion.grammar.phrases.sentences.fractions_of_carried_things import (
    replace_fractions_by_counts,
)
from companion.grammar.phrases.sentences.parts_of_one_line import split_into_parts
from companion.grammar.phrases.sentences.refused_effect_durations import (
    refuse_uncounted_effect_duration,
)
from companion.grammar.phrases.sentences.shopping import (
    find_shop_word_positions,
    replace_getting_by_buying,
)
from companion.grammar.phrases.sentences.tokens import (
    Token,
    correct_tokens,
    join_typed_words,
    replace_ordinals,
)
from companion.grammar.phrases.single_pattern_lines import (
    list_item_holder_lines,
    list_valuable_find_lines,
)
from companion.grammar.phrases.turns.action_declarations import list_declaration_lines
from companion.grammar.phrases.turns.changed_watches import list_changed_watch_lines
from companion.grammar.phrases.turns.deed_outcomes import list_measured_outcome_lines
from companion.grammar.phrases.turns.deeds_with_fixtures import list_fixture_deed_lines
from companion.grammar.phrases.turns.time_spent_declarations import (
    list_downtime_declaration_lines,
    list_time_spent_lines,
    refuse_end_of_night,
    refuse_month_outside_downtime,
)
from companion.grammar.phrases.turns.told_outcomes import list_told_outcome_lines
from companion.grammar.phrases.verbatim_text import (
    MAYBE_SECRET,
    list_kept_text_lines,
    list_question_lines,
)
from companion.grammar.phrases.ways_of_saying.reordered_words import list_reordered_lines
from companion.grammar.phrases.ways_of_saying.way_filling import list_lines_of_way
from companion.grammar.phrases.ways_of_saying.way_matching import (
    count_leading_question_words,
    find_ways,
)
from companion.grammar.phrases.whole_line_phrases import (
    drop_articles,
    drop_openers_and_closers,
    drop_remark_on_dying_light,
    expand_contracted_is,
    list_whole_phrase_lines,
    replace_turns_of_speech,
    tokenize_short_line,
)
from companion.text_cleaning import quote_name

_ABSORBING = ("give", "tell")
"""Words that take any others for a thing's name, or a text."""
_TEXTS = ("declare", "note", "done", "fate", "tell")
"""Words that keep a text: nothing at its end is left out."""
_LINKING = ("as", "with", "is", "are", "of")
"""Words that people say between the words of a form."""
_DECLARE = "declare "
_BUYING = "buy "
_TAKING_OFF = re.compile(r"(?i)\b(?:takes?|took|taking) (?:off\b|(?:\w+ ){1,3}off$)")
_GIVING = ("give ", "pass stash ")
"""What is taken off was worn: nobody gets it."""
_NO_WORDS = ("no", "do")
"""Beginnings of `note` and `done` by which people rarely mean these."""
_DASH = re.compile(r"(?<=^note )[-–—] +|(?<=^declare )[-–—] +|(?<=^done )[-–—] +")
"""A dash before a text that is kept: it is no part of it."""
_FACES = re.compile(r"(.+\w) ?(=\d+(?:, ?\d+)*)\s*")


def list_command_readings(typed: str, context: Context) -> Iterator[Words]:
    """What a line may mean in the companion's own words, the likeliest first, each once; several
    together where none of them is likelier. Faces at its end may be those of any word."""
    typed = drop_remark_on_dying_light(expand_contracted_is(typed))
    for reading in _list_readings(typed, context):
        lines = (_DASH.sub("", write_line_for_next_turn(each, typed, context)) for each in reading)
        lines = (write_chance_as_question(each, typed) for each in lines)
        yield tuple(chain.from_iterable(map(_list_note_and_secret_note, lines)))
    if rolled := _FACES.fullmatch(replace_turns_of_speech(typed)):
        line, faces = rolled[1], rolled[2].replace(" ", "")
        readings = _list_readings(line, context)
        yield from (tuple(f"{each} {faces}" for each in reading) for reading in readings)


def _list_note_and_secret_note(line: str) -> Words:
    """A note, and a secret one where it says that players are not to know."""
    word, _, text = line.partition(" ")
    is_public = word == "note" and not text.startswith("secret ")
    return (f"note secret {text}", line) if is_public and MAYBE_SECRET.search(text) else (line,)


def _list_readings(typed: str, context: Context) -> Iterator[Words]:
    """The lines that a typed line may mean, the likeliest first."""
    tokens = tokenize_short_line(typed, context)
    if not tokens:
        return
    vocabulary = build_vocabulary(context)
    tokens = name_other_foe(replace_ordinals(tokens, vocabulary), vocabulary, context)
    tokens = name_people_plainly(tokens, vocabulary, context.campaign)
    tokens = move_giver_first(tokens, vocabulary)
    tokens = drop_wear_adjectives(tokens, vocabulary, context.campaign.errants)
    is_asked = "?" in typed
    if not (is_asked or count_leading_question_words(tokens) or any(list_kept_text_lines(typed))):
        tokens = replace_fractions_by_counts(tokens, vocabulary, context.campaign.errants)
    if not is_asked:  # whatever is said, denied or not
        yield from ((line,) for line in list_exchange_lines_of_speech(tokens, vocabulary, context))
    if find_denying_word(tokens, vocabulary):
        yield from ((line,) for line in list_kept_text_lines(typed))
        if not is_asked:
            yield from (
                (line,) for line in list_told_outcome_lines(typed, tokens, vocabulary, context)
            )
        return
    refuse_uncounted_effect_duration(typed, lambda said: _list_readings(said, context))
    if not is_asked:
        refuse_arrivals(typed, vocabulary, context)
    yield from ((line,) for line in list_turn_length_help_lines(typed))
    yield from ((line,) for line in list_meaning_help_lines(typed, vocabulary, is_done=True))
    yield from list_npc_fact_lines(typed, vocabulary, context)
    yield from (
        (line,) for line in list_measured_outcome_lines(typed, vocabulary, context.campaign)
    )
    if not is_asked:
        found = list_valuable_find_lines(replace_turns_of_speech(typed))
        yield from ((line,) for line in found)
        yield from ((line,) for line in list_changed_watch_lines(typed, context.campaign))
    yield from list_pronoun_lines(
        tokens, vocabulary, context, _list_lines_of_tokens, _list_readings
    )
    if not is_asked and (bought := replace_getting_by_buying(tokens, vocabulary)):
        for lines in _list_lines_of_tokens(join_typed_words(bought), bought, vocabulary, context):
            if all(line.startswith(_BUYING) for line in lines):
                yield lines
    yield from list_trailing_question_lines(tokens, vocabulary, context, _list_lines_of_tokens)
    seen, said = {typed}, list_said_words(tokens)
    is_bought = bool(find_shop_word_positions(tokens, vocabulary))
    is_owned = bool(is_bought or _TAKING_OFF.search(typed))
    clauses = list_clauses_with_deeds(tokens, vocabulary, context, _list_lines_of_tokens)
    mend = cache(lambda: tuple(correct_tokens(tokens, vocabulary)))
    versions = list_mended_versions(tokens, mend, vocabulary)
    kept: tuple[Words, ...] = ()  # what is declared with words that may be slips
    bare = list_shortened_versions(mend, vocabulary)
    asked = list_question_versions(tokens) if is_asked else ()
    whole = ((each, said) for each in chain(versions, clauses))
    plain = ((each, list_said_words(each)) for each in bare)  # a reason tells no state
    for version, told in chain(whole, plain, ((each, said) for each in asked)):
        is_mended = version != tuple(tokens)
        is_whole = len(version) == len(tokens)
        text = typed if not is_mended else join_typed_words(version)
        if is_mended and is_whole:
            text = join_mended_words(tokens, version)
        for lines in _list_lines_of_tokens(text, version, vocabulary, context):
            lines = tuple(add_victim_number(each, typed, context.campaign) for each in lines)
            lines = tuple(suit_line_to_table(e, typed, context) for e in lines if e.strip())
            lines = tuple(
                each for each in lines if may_be_meant_as_fact(each, told, is_mended=is_mended)
            )
            lines = tuple(e for e in lines if not (is_owned and e.startswith(_GIVING)))
            lines = tuple(e for e in lines if not is_misread_line(e, typed, said, context))
            lines = tuple(e for e in lines if not mistakes_doer_for_target(e, typed))
            readings = tuple(each for each in lines if each not in seen)
            seen.update(readings)
            is_declared = bool(readings) and all(each.startswith(_DECLARE) for each in readings)
            if is_declared and not is_mended and mend() != tuple(tokens):
                kept = (*kept, readings)
            elif readings:
                yield from kept if is_declared else ()
                kept = () if is_declared else kept
                yield readings
    yield from kept
    yield from ((line,) for line in list_rule_help_lines(typed, tokens, vocabulary))
    yield from ((line,) for line in list_meaning_help_lines(typed, vocabulary, is_done=False))
    yield from ((line,) for line in list_reordered_lines(typed, context))
    if not is_asked:
        yield from ((line,) for line in list_told_outcome_lines(typed, tokens, vocabulary, context))
        yield from ((line,) for line in list_ends_of_encounter(tokens, context))
    refuse_fight_line_without_fight(typed, tokens, vocabulary, context)
    refuse_new_foes(typed, vocabulary, context)
    refuse_end_of_night(typed, context.campaign)


def begins_with_no_command_word(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a first word that is no word of the companion's here: `leave` where who leaves
    comes last, and `give` where something is taken from somebody."""
    words = [token.word for token in tokens]
    names = vocabulary.find_meanings(tokens[-1].word)
    is_last = tokens[0].word == "leave" and len(tokens) > FEW_WORDS and "person" in names
    is_asked = words[:1] == ["do"] and words[1:2] and words[1] in load_phrases().subjects
    is_no = words[0] in _NO_WORDS and not is_asked
    is_no = is_no and not asks_with_do(tokens, vocabulary)
    counted = {"from", *load_phrases().groups["tired"]}  # nobody gives a thing called exhaustion
    return is_no or is_last or (words[0] == "give" and not counted.isdisjoint(words))


def _list_lines_of_tokens(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[Words]:
    """The lines that these words may mean; several together where none of them is likelier."""
    if "?" not in typed and not count_leading_question_words(tokens):
        yield from list_fight_lines(tokens, vocabulary, context)

    def as_done(said: Sequence[Token]) -> Iterator[Words]:
        return list_fight_lines(replace_ordinals(said, vocabulary), vocabulary, context)

    yield from ((line,) for line in list_attack_chance_lines(typed, context, as_done))
    yield from ((line,) for line in list_item_holder_lines(typed, context))
    yield from ((line,) for line in list_fight_question_lines(typed, vocabulary, context.campaign))
    yield from ((line,) for line in list_whole_phrase_lines(tokens, context))
    if tokens and tokens[0].word in _TEXTS:
        yield from ((line,) for line in list_kept_text_lines(typed))
    elif tokens and tokens[0].word in WORDS and tokens[0].word not in _ABSORBING:
        first, *others = tokens
        if others and first.word != first.typed.casefold():  # mended, as `nxt, they sneak on`
            first = Token(first.word, first.word)
            others = [*dropwhile(lambda token: token.word == ",", others)]
        yield (join_typed_words(drop_openers_and_closers([first, *others])),)
    yield from ((line,) for line in list_kept_text_lines(typed))
    yield from ((line,) for line in list_time_spent_lines(typed, vocabulary))
    ways = find_ways(tokens, vocabulary)
    take = cache(lambda said: split_into_parts(tokens, said, vocabulary))
    for way, said in ways:
        yield from list_lines_of_way(way, said, tokens, vocabulary, context, parts=take(said))
    plain = drop_articles(tokens)
    if plain[:1] and plain[0].word not in _ABSORBING:
        yield (_join_tokens(drop_openers_and_closers(plain) or plain),)
        if plain[0].word in WORDS:
            yield (_join_tokens(token for token in plain if token.word not in _LINKING),)
    for way, said in ways:
        yield from list_lines_of_way(
            way, said, tokens, vocabulary, context, parts=take(said), is_told=True
        )
    yield from (
        (line,) for line in list_downtime_declaration_lines(typed, vocabulary, context.campaign)
    )
    refuse_month_outside_downtime(typed, vocabulary, context.campaign)
    yield from ((line,) for line in list_declaration_lines(typed, tokens, vocabulary))
    yield from ((line,) for line in list_fixture_deed_lines(typed, tokens, vocabulary))
    yield from ((line,) for line in list_question_lines(typed, tokens, vocabulary, context))


def _join_tokens(tokens: Iterable[Token]) -> str:
    """Words as a line to type."""
    texts = (quote_name(token.typed) if token.is_quoted else token.word for token in tokens)
    return " ".join(texts).replace(" ,", ",")
