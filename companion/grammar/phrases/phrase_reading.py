"""Reading a line as people say it: `bree drops two torches` is `drop bree torch x2`.

A line that fits no form is taken apart into a way to say something and what it speaks of. The first
of the ways whose pattern has a place for all of that is the line in the companion's own words.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import (
    asks_with_do,
    find_hypothetical_word,
)
from companion.grammar.phrases.clauses.hypothetical_lines import write_chance_as_question
from companion.grammar.phrases.fights.fight_lines_without_fight import (
    refuse_fight_line_without_fight,
)
from companion.grammar.phrases.fights.foes.arriving_foes import refuse_arrivals
from companion.grammar.phrases.fights.foes.new_foe_hints import refuse_new_foes
from companion.grammar.phrases.fights.foes.other_foe import name_other_foe
from companion.grammar.phrases.line_versions import FEW_WORDS, move_giver_first
from companion.grammar.phrases.misread_handovers import list_new_bearer_lines
from companion.grammar.phrases.people.deeds_of_met_people import list_encounter_end_lines
from companion.grammar.phrases.people.npc_facts import list_npc_fact_lines
from companion.grammar.phrases.people.pronouns import list_pronoun_lines
from companion.grammar.phrases.people.spoken_exchanges import list_exchange_lines_of_speech
from companion.grammar.phrases.people.words_for_everyone_and_wants import name_people_plainly
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.questions.help_topics import (
    list_meaning_help_lines,
    list_rule_help_lines,
    list_turn_length_help_lines,
)
from companion.grammar.phrases.questions.questions_in_unknown_ways import list_lines_showing_subject
from companion.grammar.phrases.questions.trailing_questions import list_trailing_question_lines
from companion.grammar.phrases.sentences.back_references import write_line_for_next_turn
from companion.grammar.phrases.sentences.dropped_circumstances import drop_wear_adjectives
from companion.grammar.phrases.sentences.fractions_of_carried_things import (
    replace_fractions_by_counts,
)
from companion.grammar.phrases.sentences.refused_effect_durations import (
    refuse_uncounted_effect_duration,
)
from companion.grammar.phrases.sentences.self_injuries import refuse_fall_without_harm
from companion.grammar.phrases.sentences.shopping import (
    refuse_unlisted_good,
    replace_getting_by_buying,
)
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words, replace_ordinals
from companion.grammar.phrases.sentences.trades_finished_by_next_line import (
    list_agreed_payment_lines,
)
from companion.grammar.phrases.single_pattern_lines import list_tended_heal_lines
from companion.grammar.phrases.turns.ordered_watches import list_ordered_watch_lines
from companion.grammar.phrases.turns.outcomes.deed_outcomes import list_outcome_lines_by_pattern
from companion.grammar.phrases.turns.outcomes.outcomes_in_free_words import list_told_outcome_lines
from companion.grammar.phrases.turns.swapped_watches import list_changed_watch_lines
from companion.grammar.phrases.turns.time_spent_declarations import (
    find_deed_of_one_turn,
    refuse_end_of_night,
)
from companion.grammar.phrases.verbatim_text import MAYBE_SECRET, list_kept_text_lines
from companion.grammar.phrases.version_readings import (
    list_lines_of_tokens,
    list_single_line_readings,
    list_version_readings,
)
from companion.grammar.phrases.ways_of_saying.reordered_words import list_reordered_lines
from companion.grammar.phrases.ways_of_saying.way_matching import (
    count_leading_question_words,
    find_trailing_question_position,
)
from companion.grammar.phrases.whole_line_phrases import (
    drop_remark_on_dying_light,
    expand_contracted_is,
    replace_turns_of_speech,
    tokenize_short_line,
)
from companion.refusal import Refusal

_BUYING, _DECLARING = "buy ", ("next ", "declare ")
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


def find_first_reading(typed: str, context: Context) -> str:
    """The first line that words mean; "" for none, and for what is refused."""
    try:
        return next((lines[0] for lines in list_command_readings(typed, context)), "")
    except Refusal:
        return ""


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
    tokens = _simplify_tokens(typed, tokens, vocabulary, context)
    is_asked = "?" in typed
    if not is_asked:  # whatever is said, denied or not
        yield from list_single_line_readings(
            list_exchange_lines_of_speech(tokens, vocabulary, context)
        )
    if find_hypothetical_word(tokens, vocabulary):
        yield from list_single_line_readings(list_kept_text_lines(typed))
        if not is_asked:
            told = list_told_outcome_lines(typed, tokens, vocabulary, context)
            yield from list_single_line_readings(told)
        return
    refuse_uncounted_effect_duration(typed, lambda said: _list_readings(said, context))
    if not is_asked:
        refuse_arrivals(typed, vocabulary, context)
    yield from _list_readings_of_patterns(typed, vocabulary, context)
    yield from list_pronoun_lines(tokens, vocabulary, context, list_lines_of_tokens, _list_readings)
    if not is_asked:
        yield from _list_purchases(tokens, vocabulary, context)
    if find_trailing_question_position(tokens):  # `wim's torch, how long does it burn` gives none
        yield from list_single_line_readings(
            list_lines_showing_subject(typed, tokens, vocabulary, context)
        )
    yield from list_trailing_question_lines(tokens, vocabulary, context, list_lines_of_tokens)
    yield from list_version_readings(typed, tokens, vocabulary, context)
    if deed := find_deed_of_one_turn(typed, context.campaign):
        lines = _list_readings(deed, context)
        yield from (said for said in lines if all(each.startswith(_DECLARING) for each in said))
    yield from list_single_line_readings(_list_last_lines(typed, tokens, vocabulary, context))
    refuse_fight_line_without_fight(typed, tokens, vocabulary, context)
    refuse_new_foes(typed, vocabulary, context)
    refuse_fall_without_harm(typed, vocabulary, context)
    refuse_end_of_night(typed, context.campaign)
    refuse_unlisted_good(typed, vocabulary, context)
    yield from list_single_line_readings(
        list_lines_showing_subject(typed, tokens, vocabulary, context)
    )


def _simplify_tokens(
    typed: str, tokens: list[Token], vocabulary: Vocabulary, context: Context
) -> list[Token]:
    """The words of a line with people, foes and shares named plainly, and who gives first."""
    company = context.campaign.errants
    tokens = name_other_foe(replace_ordinals(tokens, vocabulary), vocabulary, context)
    tokens = name_people_plainly(tokens, vocabulary, context.campaign)
    tokens = move_giver_first(tokens, vocabulary)
    tokens = drop_wear_adjectives(tokens, vocabulary, company)
    is_asked = "?" in typed or count_leading_question_words(tokens)
    if is_asked or any(list_kept_text_lines(typed)):
        return tokens
    return replace_fractions_by_counts(tokens, vocabulary, company)


def _list_readings_of_patterns(
    typed: str, vocabulary: Vocabulary, context: Context
) -> Iterator[Words]:
    """What a line may mean that is read whole by one pattern, without its words."""
    yield from list_single_line_readings(list_turn_length_help_lines(typed))
    yield from list_single_line_readings(list_meaning_help_lines(typed, vocabulary, is_done=True))
    yield from list_npc_fact_lines(typed, vocabulary, context)
    yield from list_single_line_readings(
        list_outcome_lines_by_pattern(typed, vocabulary, context.campaign)
    )
    if "?" not in typed:
        written = replace_turns_of_speech(typed)
        yield from list_single_line_readings(list_new_bearer_lines(written, context))
        yield from list_single_line_readings(list_tended_heal_lines(written, context))
        yield from list_single_line_readings(list_agreed_payment_lines(written, context))
        yield from list_single_line_readings(list_changed_watch_lines(typed, context.campaign))
        yield from list_single_line_readings(list_ordered_watch_lines(typed, context.campaign))


def _list_purchases(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[Words]:
    """What a line may mean in which somebody gets something in a shop: only purchases."""
    bought = replace_getting_by_buying(tokens, vocabulary)
    if not bought:
        return
    for lines in list_lines_of_tokens(join_typed_words(bought), bought, vocabulary, context):
        if all(line.startswith(_BUYING) for line in lines):
            yield lines


def _list_last_lines(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The lines that are only meant where no way to say something fits."""
    yield from list_rule_help_lines(typed, tokens, vocabulary)
    yield from list_meaning_help_lines(typed, vocabulary, is_done=False)
    yield from list_reordered_lines(typed, context)
    if "?" not in typed:
        yield from list_told_outcome_lines(typed, tokens, vocabulary, context)
        yield from list_encounter_end_lines(tokens, context)


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
