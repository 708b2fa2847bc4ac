"""Phrases that are read before the forms are asked: lines that a form would take for something
else, and lines of which every word has its place."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.book.phrases_file import load_phrases
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.book.vocabulary_building import build_vocabulary
from companion.grammar.phrases.clauses.denials_and_questions import (
    find_denying_word,
    names_next_one,
    refuse_ambiguous_go_back,
    takes_last_line_back,
)
from companion.grammar.phrases.fights.fight_lines import list_fight_lines
from companion.grammar.phrases.fights.fight_questions import (
    list_fight_question_lines,
    refuse_distance_without_fight,
)
from companion.grammar.phrases.fights.initiative_calls import (
    list_initiative_call_lines,
    list_surprise_lines,
)
from companion.grammar.phrases.fights.new_foe_hints import refuse_numbered_foe
from companion.grammar.phrases.fights.unclear_charges import refuse_unclear_charge
from companion.grammar.phrases.misreadings import adds_ended_reminder_anew
from companion.grammar.phrases.people.company_flight import list_company_flight_lines
from companion.grammar.phrases.people.met_people import list_deed_lines_of_met_npcs
from companion.grammar.phrases.people.reactions_before_npc_is_made import (
    refuse_reaction_without_npc,
)
from companion.grammar.phrases.phrase_reading import (
    begins_with_no_command_word,
    list_command_readings,
)
from companion.grammar.phrases.questions.local_effect_question import (
    list_lines_rolling_local_effect,
)
from companion.grammar.phrases.sentences.back_references import (
    find_corrected_attack_line,
    write_line_for_next_turn,
)
from companion.grammar.phrases.sentences.continued_lines import continue_previous_line
from companion.grammar.phrases.sentences.counted_deeds_of_next_turn import refuse_counted_next_deed
from companion.grammar.phrases.sentences.picking_up import list_pick_up_lines
from companion.grammar.phrases.sentences.self_injuries import list_injury_effect_lines
from companion.grammar.phrases.sentences.shares_of_carried_things import replace_shares_by_counts
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words, replace_ordinals
from companion.grammar.phrases.sentences.told_dice_faces import (
    refuse_dice_faces_kept_as_text,
    write_told_dice_faces,
)
from companion.grammar.phrases.single_pattern_lines import (
    list_caught_fall_lines,
    list_chance_roll_lines,
    list_hiring_lines,
    list_new_effect_lines,
)
from companion.grammar.phrases.turns.next_journeys_and_nights import (
    begins_night_in_next_turn,
    list_next_journey_lines,
    list_next_night_lines,
)
from companion.grammar.phrases.turns.next_turns import (
    find_changed_deed,
    is_turn_length_alone,
    list_lines_beginning_named_turn,
    list_next_turn_lines,
    refuse_turn_length_alone,
    replace_length_by_new_turn,
)
from companion.grammar.phrases.turns.outcomes_left_open import (
    drop_remark_on_open_outcome,
    refuse_outcome_left_open,
)
from companion.grammar.phrases.turns.time_spent_declarations import list_downtime_work_lines
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
    "next",
    "event",
    "check",
    "save",
    "turn",
    "talk",
    "react",
    "morale",
    "fetch",
    "seek",
    "roll",
    "order",
    "heal",
    "hurt",
    "encounter",
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
_LEFT_OPEN = "next!"
"""The next Turn though what was declared has no outcome."""
_WHO_IS_NEXT = ("next up", "up next")
"""What is said of who acts next, too."""


def list_lines_before_forms(typed: str, context: Context) -> Iterator[str]:
    """The lines that a phrase means though a form would read it as something else: `next turn` is
    no action called «turn»."""
    typed = expand_contracted_is(replace_turns_of_speech(typed))
    if following := drop_remark_on_open_outcome(typed):
        yield from _list_forced_next_turns(following, context)
    refuse_outcome_left_open(typed)
    yield from _list_lines_with_faces(typed, context)
    refuse_turn_length_alone(typed, context.campaign)
    refuse_ambiguous_go_back(typed)
    yield from list_surprise_lines(typed)
    yield from list_lines_rolling_local_effect(typed, context)
    yield from chain(
        list_chance_roll_lines(typed), list_hiring_lines(typed), list_new_effect_lines(typed)
    )
    yield from list_caught_fall_lines(typed)
    yield from list_lines_beginning_named_turn(typed, context.campaign)
    typed = replace_length_by_new_turn(typed, context.campaign)
    yield from _list_changed_deeds(typed, context)
    tokens = tokenize_short_line(typed, context)
    yield from list_downtime_work_lines(typed, tokens, context)
    if "?" not in typed:
        idioms = list_whole_phrase_lines(tokens, context)
        rests = (write_line_for_next_turn(each, typed, context) for each in idioms)
        yield from (each for each in rests if each == "next rest")
    vocabulary = build_vocabulary(context) if tokens else None
    if vocabulary:
        if finished := continue_previous_line(tokens, vocabulary, context):
            yield finished
        refuse_reaction_without_npc(tokens, vocabulary, context)
        refuse_whole_phrase(tokens, vocabulary)
        refuse_line_by_pattern(typed)
        yield from ("undo",) if takes_last_line_back(typed, vocabulary) else ()
        yield from list_injury_effect_lines(typed, vocabulary)
    refuse_distance_without_fight(typed, context)
    refuse_unclear_charge(typed, drop_articles(tokens), context.campaign)
    if vocabulary:
        refuse_numbered_foe(typed, vocabulary, context)
    yield from list_deed_lines_of_met_npcs(tokens, context)
    yield from list_company_flight_lines(typed, drop_articles(tokens), context)
    if shortened := tuple(list_next_turn_lines(typed)):
        whole = list_whole_phrase_lines(tokens, context)
        yield from (line for line in whole if line == "turn")  # `next turn, no roll`
        for line in shortened:
            yield from (
                list_next_night_lines(line, typed, context)
                if begins_night_in_next_turn(line)
                else ()
            )
            what = tokenize_short_line(line.partition(" ")[2], context)
            yield from (
                "next rest" for each in list_whole_phrase_lines(what, context) if each == "rest"
            )
        for line in shortened:
            refuse_dice_faces_kept_as_text(line)
            refuse_counted_next_deed(typed, line, context)
            yield from list_next_journey_lines(line, context)
            if not (names_next_one(line, context) and typed.casefold().startswith(_WHO_IS_NEXT)):
                yield line
    if asks_whether_daylight(typed):
        yield "status"
    begun = [token.word for token in tokens[:2]]
    if begins_night_in_next_turn(typed):
        yield from (line for line in list_next_night_lines(typed, typed, context) if line != typed)
    if typed.casefold().startswith(_NOTING) and not typed.startswith("note secret "):
        noted = (each for each in list_kept_text_lines(typed) if each.startswith("note secret "))
        yield from chain(list_note_lines(typed), noted)
    if typed.casefold().startswith(_SAYING) and " about " not in typed.casefold():
        yield from list_kept_text_lines(typed)
    if vocabulary:
        yield from list_check_lines_after_purpose(typed, vocabulary)
        yield from list_pick_up_lines(tokens, vocabulary, context)
    if vocabulary and begun[0] in _GIVING:
        shared = replace_shares_by_counts(tokens, vocabulary, context.campaign.errants)
        if shared != tokens:
            yield from chain.from_iterable(list_command_readings(join_typed_words(shared), context))
    if vocabulary and context.campaign.book.combatants:
        yield from _list_preferred_in_fight(typed, tokens, vocabulary, context)
    is_asked = bool(count_leading_question_words(tokens))  # `is it winter` begins none
    whole = (each for each in list_whole_phrase_lines(tokens, context) if each != typed)
    whole = (each for each in whole if not (is_asked and each.startswith(_SEASON)))
    yield from (write_line_for_next_turn(_keep_text(each, typed), typed, context) for each in whole)
    tokens = replace_ordinals(tokens, vocabulary) if vocabulary else tokens
    is_any = vocabulary is not None and begins_with_no_command_word(tokens, vocabulary)
    if vocabulary and (is_any or tokens[0].word in _OPEN_WORDS):
        for way, said in find_ways(tokens, vocabulary):
            if (len(way.words) > 1 and 0 in said) or is_any:
                lines = chain.from_iterable(
                    list_lines_of_way(way, said, tokens, vocabulary, context)
                )
                yield from (each for each in lines if not adds_ended_reminder_anew(each, typed))
        if begun[0] == "turn" and begun[-1] in load_phrases().articles:
            yield f"declare {typed}"
    refuse_dice_faces_kept_as_text(typed)


def _list_forced_next_turns(typed: str, context: Context) -> Iterator[str]:
    """The line of the next Turn that begins though what was declared has no outcome."""
    is_long = is_turn_length_alone(typed, context.campaign)
    lines = [_NEXT] if is_long else [*islice(list_lines_before_forms(typed, context), 1), typed]
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
    rolled = (each for each in list_lines_before_forms(line, context) if each.startswith(_ROLLING))
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


def _list_changed_deeds(typed: str, context: Context) -> Iterator[str]:
    """What is declared after all, as in `scrap that, they look behind the altar instead`; and what
    the next Turn begins with, as in `press on, listen at the door`."""
    turn = context.campaign.turns[-1] if context.campaign.turns else None
    changed = find_changed_deed(typed, "deed instead")
    going_on = find_changed_deed(typed, "going on") if turn and not turn.choice else ""
    for deed in filter(None, (changed, going_on)):
        whole = [*list_whole_phrase_lines(tokenize_short_line(deed, context), context)]
        if _LEFT_OPEN in whole:
            yield _LEFT_OPEN
        if any(line.split()[0] not in deed.casefold().split() for line in whole):
            continue  # `no, scratch that` takes something back
        doing = f"we {deed}" if deed.split()[0].endswith("ing") else deed
        lines = chain.from_iterable(islice(list_command_readings(doing, context), _FEW))
        declared = (line for line in lines if line.startswith(_DECLARING))
        for line in islice(declared, 1):
            yield line if deed == changed else f"next {line.partition(' ')[2]}"


def _list_preferred_in_fight(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The call for the order; and the line of a fight that would be read as another without its
    first word, as `all attack bree`."""
    if context.unfinished and (corrected := find_corrected_attack_line(tokens, context)):
        yield corrected
    yield from list_initiative_call_lines(tokens, vocabulary, context.campaign)
    yield from list_fight_question_lines(typed, vocabulary, context.campaign)
    is_asked = (
        "?" in typed
        or bool(count_leading_question_words(tokens))
        or bool(find_denying_word(tokens, vocabulary))
    )
    if tokens[0].word in load_phrases().openers and not is_asked:
        lines = list_fight_lines(replace_ordinals(tokens, vocabulary), vocabulary, context)
        yield from (line for line, *others in lines if not others)
