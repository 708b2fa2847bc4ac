"""Phrases that are read before the forms of the command words are tried: lines that a form would
take for something else, and lines of which every word has its place."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import (
    find_hypothetical_word,
    refuse_ambiguous_go_back,
    takes_last_line_back,
)
from companion.grammar.phrases.fights.attacks.told_misses import is_report_of_miss
from companion.grammar.phrases.fights.fight_lines import list_fight_lines
from companion.grammar.phrases.fights.fight_questions import (
    list_fight_question_lines,
    refuse_distance_without_fight,
)
from companion.grammar.phrases.fights.foes.new_foe_hints import refuse_unknown_numbered_foe
from companion.grammar.phrases.fights.initiative_calls import (
    list_initiative_call_lines,
    list_surprise_lines,
)
from companion.grammar.phrases.fights.same_blow_by_another import write_blow_of_another
from companion.grammar.phrases.fights.unclear_attacks import refuse_unclear_charge
from companion.grammar.phrases.misreadings import adds_ended_reminder_anew
from companion.grammar.phrases.people.company_flight import list_company_flight_lines
from companion.grammar.phrases.people.deeds_of_met_people import list_deed_lines_of_met_npcs
from companion.grammar.phrases.people.hired_by_name import list_hiring_lines
from companion.grammar.phrases.people.reactions_before_npc_is_made import (
    refuse_reaction_without_npc,
)
from companion.grammar.phrases.phrase_reading import (
    begins_with_no_command_word,
    list_command_readings,
)
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.questions.event_die_local_effect_question import (
    list_lines_rolling_local_effect,
)
from companion.grammar.phrases.sentences.back_references import (
    write_line_for_next_turn,
    write_refused_attack_with_new_number,
)
from companion.grammar.phrases.sentences.fractions_of_carried_things import (
    replace_fractions_by_counts,
)
from companion.grammar.phrases.sentences.picking_up_dropped_things import (
    list_lines_picking_up_dropped_things,
)
from companion.grammar.phrases.sentences.self_injuries import list_injury_effect_lines
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words, replace_ordinals
from companion.grammar.phrases.sentences.told_dice_faces import (
    refuse_dice_faces_kept_as_text,
    write_told_dice_faces,
)
from companion.grammar.phrases.sentences.trades_finished_by_next_line import continue_previous_line
from companion.grammar.phrases.single_pattern_lines import (
    list_caught_fall_lines,
    list_chance_roll_lines,
    list_new_effect_lines,
)
from companion.grammar.phrases.splitting.gains.told_finds import list_told_find_lines
from companion.grammar.phrases.turns.changed_deeds import list_changed_deed_lines
from companion.grammar.phrases.turns.deeds_with_fixtures import list_walking_direction_lines
from companion.grammar.phrases.turns.misread_nights_and_departures import refuse_journey_in_month
from companion.grammar.phrases.turns.next_journeys_and_nights import (
    begins_night_in_next_turn,
    list_lines_of_next_turn,
    list_next_night_lines,
)
from companion.grammar.phrases.turns.next_turns import (
    is_turn_length_alone,
    list_lines_beginning_named_turn,
    refuse_turn_length_alone,
    replace_length_by_new_turn,
)
from companion.grammar.phrases.turns.outcomes.outcomes_left_open import (
    drop_remark_on_open_outcome,
    refuse_outcome_left_open,
)
from companion.grammar.phrases.turns.reminders import list_reminder_lines
from companion.grammar.phrases.turns.time_spent_declarations import list_downtime_work_lines
from companion.grammar.phrases.turns.told_time_of_day import list_told_time_lines
from companion.grammar.phrases.verbatim_text import list_kept_text_lines, list_note_lines
from companion.grammar.phrases.ways_of_saying.checks_after_purpose import (
    list_check_lines_after_purpose,
)
from companion.grammar.phrases.ways_of_saying.way_filling import list_lines_of_way
from companion.grammar.phrases.ways_of_saying.way_matching import (
    count_leading_question_words,
    find_ways,
)
from companion.grammar.phrases.whole_line_phrases import (
    asks_whether_daylight,
    drop_articles,
    expand_contracted_is,
    list_whole_phrase_lines,
    refuse_line_by_pattern,
    refuse_whole_phrase,
    replace_turns_of_speech,
    tokenize_short_line,
)

_TURN, _NEXT, _DECLARING, _FEW = "turn", "next", ("declare ", "next "), 6
_OPEN_WORDS = ("turn", "price", "fate", "log", "npc", "season", "check")
"""Words that read nearly any text: a longer way with one goes first, as `turn back an hour`."""
_ROLLING = (
    *("next", "event", "check", "save", "turn", "talk", "react", "morale"),
    *("fetch", "seek", "roll", "order", "heal", "hurt", "encounter"),
)
"""Words whose line may tell of a roll at its end; any other keeps its text."""
_EVENT_DIE = re.compile(r"(?i)\bevent (?:die|dice|roll)\b")
_COMPANY = ("they", "we", "everyone", "everybody")
"""Of whose deeds no other die is told."""
_SEASON = "season "
_GIVING = ("give", "g")
_NOTING = ("note ", "note:", "log ", "write ", "remember ")
_SAYING = ("tell ",)
_KEEPING = ("note", "done", "declare", "fate")
"""Words that keep a text."""


def list_lines_read_before_commands(typed: str, context: Context) -> Iterator[str]:
    """The lines that a phrase means though a form would read it as something else: `next turn` is
    no action called «turn»."""
    said, typed = typed, expand_contracted_is(replace_turns_of_speech(typed))
    if following := drop_remark_on_open_outcome(typed):
        yield from _list_forced_next_turns(following, context)
    refuse_outcome_left_open(typed)
    yield from _list_lines_with_faces(typed, context)
    yield from _list_lines_of_one_pattern(typed, context)
    typed = replace_length_by_new_turn(typed, context.campaign)
    yield from list_changed_deed_lines(typed, context)
    tokens = tokenize_short_line(typed, context)
    vocabulary = build_vocabulary(context) if tokens else None
    yield from list_downtime_work_lines(typed, tokens, context)
    yield from _list_next_rest(typed, tokens, context)
    if vocabulary:
        yield from _list_lines_of_line_before(said, typed, tokens, vocabulary, context)
    refuse_distance_without_fight(typed, context)
    refuse_unclear_charge(typed, drop_articles(tokens), context.campaign)
    if vocabulary:
        refuse_unknown_numbered_foe(typed, vocabulary, context)
        turning = list_walking_direction_lines(typed, tokens, vocabulary)
        yield from (write_line_for_next_turn(each, typed, context) for each in turning)
    yield from list_deed_lines_of_met_npcs(tokens, context)
    yield from list_company_flight_lines(typed, drop_articles(tokens), context)
    yield from list_lines_of_next_turn(typed, tokens, context)
    if asks_whether_daylight(typed):
        yield "status"
    if begins_night_in_next_turn(typed):
        yield from (line for line in list_next_night_lines(typed, typed, context) if line != typed)
    yield from _list_kept_texts(typed)
    if vocabulary:
        yield from _list_lines_of_words(typed, tokens, vocabulary, context)
    refuse_dice_faces_kept_as_text(typed)


def _list_lines_of_one_pattern(typed: str, context: Context) -> Iterator[str]:
    """The lines of what is read whole by one pattern, without its words."""
    refuse_turn_length_alone(typed, context.campaign)
    refuse_ambiguous_go_back(typed)
    refuse_journey_in_month(typed, context.campaign)
    yield from list_surprise_lines(typed)
    yield from list_lines_rolling_local_effect(typed, context)
    yield from list_chance_roll_lines(typed)
    yield from list_hiring_lines(typed, context)
    yield from list_new_effect_lines(typed)
    yield from list_reminder_lines(typed)
    yield from list_caught_fall_lines(typed)
    yield from list_told_find_lines(typed, context)
    yield from list_lines_beginning_named_turn(typed, context.campaign)


def _list_next_rest(typed: str, tokens: Sequence[Token], context: Context) -> Iterator[str]:
    """`next rest` for a Rest that no Event Die asks for."""
    idioms = list_whole_phrase_lines(tokens, context) if "?" not in typed else ()
    rests = (write_line_for_next_turn(each, typed, context) for each in idioms)
    yield from (each for each in rests if each == "next rest")


def _list_lines_of_line_before(
    said: str, typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The lines that finish the line before or take it back; of an injury, too. Raises a Refusal
    for what no line does."""
    if finished := continue_previous_line(tokens, vocabulary, context):
        yield finished
    if repeated := write_blow_of_another(typed, vocabulary, context):
        yield repeated
    refuse_reaction_without_npc(said, tokens, vocabulary, context)
    refuse_whole_phrase(tokens, vocabulary)
    refuse_line_by_pattern(typed)
    yield from list_told_time_lines(typed, context.campaign)
    yield from ("undo",) if takes_last_line_back(typed, vocabulary) else ()
    yield from list_injury_effect_lines(typed, vocabulary)


def _list_kept_texts(typed: str) -> Iterator[str]:
    """The lines of a note with what is said before its colon, and of what is told."""
    if typed.casefold().startswith(_NOTING) and not typed.startswith("note secret "):
        noted = (each for each in list_kept_text_lines(typed) if each.startswith("note secret "))
        yield from chain(list_note_lines(typed), noted)
    if typed.casefold().startswith(_SAYING) and " about " not in typed.casefold():
        yield from list_kept_text_lines(typed)


def _list_lines_of_words(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The lines of words that each have their place in a way to say something."""
    yield from list_check_lines_after_purpose(typed, vocabulary)
    yield from list_lines_picking_up_dropped_things(tokens, vocabulary, context)
    begun = [token.word for token in tokens[:2]]
    if begun[0] in _GIVING:
        shared = replace_fractions_by_counts(tokens, vocabulary, context.campaign.errants)
        if shared != tokens:
            yield from chain.from_iterable(list_command_readings(join_typed_words(shared), context))
    if context.campaign.book.combatants:
        yield from _list_preferred_in_fight(typed, tokens, vocabulary, context)
    is_asked = bool(count_leading_question_words(tokens))  # `is it winter` begins none
    whole = (each for each in list_whole_phrase_lines(tokens, context) if each != typed)
    whole = (each for each in whole if not (is_asked and each.startswith(_SEASON)))
    yield from (write_line_for_next_turn(_keep_text(each, typed), typed, context) for each in whole)
    tokens = replace_ordinals(tokens, vocabulary)
    is_any = begins_with_no_command_word(tokens, vocabulary)
    if not (is_any or tokens[0].word in _OPEN_WORDS):
        return
    for way, said in find_ways(tokens, vocabulary):
        if (len(way.words) > 1 and 0 in said) or is_any:
            lines = chain.from_iterable(list_lines_of_way(way, said, tokens, vocabulary, context))
            yield from (each for each in lines if not adds_ended_reminder_anew(each, typed))
    if begun[0] == "turn" and begun[-1] in load_phrases().articles:
        yield f"declare {typed}"


def _list_forced_next_turns(typed: str, context: Context) -> Iterator[str]:
    """The line of the next Turn that begins though what was declared has no outcome."""
    is_long = is_turn_length_alone(typed, context.campaign)
    first = islice(list_lines_read_before_commands(typed, context), 1)
    lines = [_NEXT] if is_long else [*first, typed]
    begun = (line for line in lines if line.casefold().split()[0] in (_NEXT, _TURN))
    yield from (line.replace(" ", "! ", 1) if " " in line else f"{line}!" for line in begun)


def _keep_text(line: str, typed: str) -> str:
    """A line that keeps a text with all of it, as it was typed: `ok done: nothing in here`."""
    word, _, text = line.partition(" ")
    kept = list_kept_text_lines(typed) if text and word in _KEEPING else ()
    return next((each for each in kept if each.startswith(f"{word} ")), line)


def _list_lines_with_faces(typed: str, context: Context) -> Iterator[str]:
    """The lines of what is said beside dice rolled by hand, with their faces at the end."""
    line, _, faces = write_told_dice_faces(typed).rpartition(" ")
    begun = line.partition(" ")[0].casefold()
    if not line or (begun in WORDS and begun not in _ROLLING):
        return
    if is_turn_length_alone(line, context.campaign):
        yield f"next {faces}"
    lines = list_lines_read_before_commands(line, context)
    rolled = (each for each in lines if each.startswith(_ROLLING))
    yield from (f"{'next' if each == _TURN else each} {faces}" for each in rolled)
    yield f"{'next' if line.casefold() == _TURN else line} {faces}"
    is_done = not context.campaign.open_matters.unresolved_actions
    is_event_die = begun in _COMPANY or _EVENT_DIE.search(typed) is not None
    if is_done and is_event_die and "," not in faces:
        deeds = chain.from_iterable(list_command_readings(line, context))
        declared = (each for each in islice(deeds, _FEW) if each.startswith(_DECLARING))
        yield from (f"next {each.partition(' ')[2]} {faces}" for each in islice(declared, 1))
    readings = chain.from_iterable(list_command_readings(f"{line} {faces}", context))
    yield from (each for each in readings if each.startswith(_ROLLING) and each.endswith(faces))


def _list_preferred_in_fight(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The note of a miss, the call for the order, and the line of a fight that would be read as
    another without its first word, as `all attack bree`."""
    if is_report_of_miss(typed):
        yield f"note {typed}"
    if context.unfinished and (corrected := write_refused_attack_with_new_number(tokens, context)):
        yield corrected
    yield from list_initiative_call_lines(tokens, vocabulary, context.campaign)
    yield from list_fight_question_lines(typed, vocabulary, context.campaign)
    is_asked = "?" in typed or bool(count_leading_question_words(tokens))
    is_asked = is_asked or bool(find_hypothetical_word(tokens, vocabulary))
    if tokens[0].word in load_phrases().openers and not is_asked:
        lines = list_fight_lines(replace_ordinals(tokens, vocabulary), vocabulary, context)
        yield from (line for line, *others in lines if not others)
