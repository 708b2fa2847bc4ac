"""Answers a line at the prompt leniently: one that is refused for how it is typed is tried as what
it may mean as a phrase."""

import re
from functools import cache

from msgspec.structs import replace

from companion.commands.dispatch import MakeContext, Refused, TryLine
from companion.commands.spoken_lines.doubtful_gifts import (
    GIVING,
    find_refusal_of_doubtful_gift,
    is_list_of_gifts,
)
from companion.commands.spoken_lines.explained_refusals import (
    build_refusal_without_reason,
    explain_line_not_understood,
)
from companion.commands.spoken_lines.lines_recorded_as_plain_text import find_command_to_record_text
from companion.commands.spoken_lines.parsable_command_lines import Meaning, replace_ids_by_names
from companion.commands.spoken_lines.partly_understood_lines import (
    PartlyUnderstood,
    find_action_with_circumstances,
    find_deed_beside_story,
    find_question_behind_story,
)
from companion.commands.spoken_lines.phrase_meanings import (
    DOING,
    POSSESSIVES,
    RETURNING,
    TEXTS,
    WORDS_FOR_DONE,
    find_meaning_behind_catch_all_word,
    find_meaning_of_misread_phrase,
    list_meanings_of_refused_line,
    make_context_for_unparsed_line,
)
from companion.commands.spoken_lines.refusal_to_undo_older_line import find_refusal_to_undo_line
from companion.commands.spoken_lines.refusals_of_unlikely_readings import (
    find_refusal_of_unlikely_command,
    find_refusal_of_unlikely_text,
)
from companion.grammar.command_words import SECRET_WORD, WORDS
from companion.grammar.context import Context
from companion.grammar.typed_line import Line, begins_like_dice, parse_typed_line
from companion.refusal import Ambiguous, Malformed, Refusal, Unknown
from companion.reports.reply import Reply, UntakenClause

_WORDS_OF_TEXT = ("next", "turn", "tell", "sign", "every", "secret", "d", "n", "t")
_NEXT = ("next", "n")
_NO_TEXTS = (*_NEXT, "do", "turn")
"""Words that may be said of something else, and then begin no text."""
_TAKING_BACK = ("undo", "ignore")
"""What may be said with `not`, as `ok that never happened, undo`."""
_DENYING = ("not", "never")
_MOST_WORDS_BEFORE = 3
_AT, _MOST_WORDS_OF_PLACE = "at", 4
_MOST_WORDS_OF_DICE = 3
"""So many words may say something of dice, as `drop the lowest`."""
_NOT_AFTER_DO = frozenset(
    [*DOING, "it", "that", "this", "not", "so", "nothing", "anything", "something"]
)
_TURNED = frozenset(["down", "out", "off", "on", "back", "around", "round", "in", "over", "up"])
"""What `turn` says with one of these is a deed, and begins no Turn."""
_NUMBERED_TURN = re.compile(r"(?i)(?:\d+|one|two|three|four|five|six)[:,] ")
"""What follows `turn` where it is told which, as `turn 2: search the nave`."""
_NOTE = "note"
_SMALL = frozenset(
    ["it", "the", "a", "an", "this", "that", "them", "him", "his", "her", "their", "some"]
)
"""Words that stand for something, and name nothing."""


def _cache_price_and_creature_tables(make_context: MakeContext) -> MakeContext:
    """What is known to a line that looks for changed tables of goods and creatures only once."""
    context = make_context(Line("", False, (), ""))
    goods, creatures = cache(context.read_goods), cache(context.read_creatures)

    def make_context_with_cache(line: Line) -> Context:
        return make_context(line)._replace(read_goods=goods, read_creatures=creatures)

    return make_context_with_cache


def answer_line_leniently(
    text: str, line: Line, try_line: TryLine, make_context: MakeContext
) -> Reply | Refused:
    """The answer to a line as people talk: what is refused for how it is typed is tried as what it
    may mean, and asked where two meanings are as likely."""
    make_context = _cache_price_and_creature_tables(make_context)
    if refused := find_refusal_of_unlikely_command(text, line, make_context):
        return refused
    instead = _find_meaning_before_forms(text, line, make_context)
    takes_back = instead is not None and instead.line.word in _TAKING_BACK
    if _denies_outcome(line) and not takes_back:
        message = f"«{text}» says what is not done: nothing is."
        return Refused(Unknown(message, f"Try: note {line.rest}"))
    if is_list_of_gifts(line) and (refused := find_refusal_of_doubtful_gift(line, make_context)):
        return refused
    try:
        instead = instead or find_meaning_behind_catch_all_word(text, line, make_context)
    except Ambiguous as refusal:
        return Refused(refusal)
    if instead is not None:
        return _try_meaning(instead, text, try_line, make_context)
    if refused := find_refusal_of_unlikely_text(line, make_context):
        return refused
    is_other = _is_first_word_meant_otherwise(line) or _means_other_than_command(
        text, line, make_context
    )
    outcome = build_refusal_without_reason() if is_other else try_line(text, line, "")
    if isinstance(outcome, Reply) or not _is_refused_for_typing(outcome):
        return outcome
    if _is_only_abbreviated_word(line):
        return outcome
    if _is_ordinary_talk(line):
        outcome = build_refusal_without_reason()
    try:
        for meant in list_meanings_of_refused_line(text, line, make_context):
            is_same = line.word in _NO_TEXTS and meant.line.word in _NO_TEXTS
            if is_other and is_same and not _is_numbered_turn(line):
                continue
            tried = _try_meaning(meant, text, try_line, make_context)
            if not _is_refused_for_typing(tried):
                return tried
    except Ambiguous as refusal:
        refused = Refused(refusal)
        harm = find_deed_beside_story(text, refused, make_context)
        return (
            _do_deed_beside_story(harm, refused, text, try_line, make_context) if harm else refused
        )
    refused = explain_line_not_understood(outcome, text, make_context)
    if line.word == SECRET_WORD and line.rest and refused.resolved is None:
        message = refused.refusal.message
        return Refused(Unknown(message, f"Try: {SECRET_WORD} note {line.rest}"))
    if told := find_command_to_record_text(text, refused.refusal.hint, make_context):
        return try_line(told.text, told.line, text)
    if action := find_action_with_circumstances(text, refused, make_context):
        return try_line(action.text, action.line, text)
    partly = find_deed_beside_story(text, refused, make_context)
    if partly := partly or find_question_behind_story(text, refused, make_context):
        return _do_deed_beside_story(partly, refused, text, try_line, make_context)
    return _show_nearest_to_question(refused, text, try_line, make_context)


def _do_deed_beside_story(
    partly: PartlyUnderstood,
    refused: Refused,
    text: str,
    try_line: TryLine,
    make_context: MakeContext,
) -> Reply | Refused:
    """Does what is understood of a line of which the rest is a story, and names that rest."""
    tried = _try_meaning(partly.meaning, text, try_line, make_context)
    if isinstance(tried, Reply):
        rest = partly.rest.said
        line = partly.line_of_rest or f"{_NOTE} {rest}"
        return replace(tried, untaken=(UntakenClause(rest, line),))
    return refused if _is_refused_for_typing(tried) else tried


def _show_nearest_to_question(
    refused: Refused, text: str, try_line: TryLine, make_context: MakeContext
) -> Refused:
    """The refusal of a question that is not understood, with the answer of the line that shows what
    it is about."""
    from companion.grammar.phrases.questions.questions_in_unknown_ways import (
        find_line_showing_subject,  # measured: few lines need it
    )

    if refused.resolved is not None or not isinstance(refused.refusal, Unknown):
        return refused
    look = find_line_showing_subject(text, make_context_for_unparsed_line(make_context))
    look = replace_ids_by_names(look, make_context)
    line = parse_typed_line(look)
    shown = try_line(look, line, text) if line else None
    return refused._replace(shown=shown) if isinstance(shown, Reply) else refused


def _try_meaning(
    meant: Meaning, text: str, try_line: TryLine, make_context: MakeContext
) -> Reply | Refused:
    """Does what a line means, whoever spoke last speaking on; but refuses to take back more than
    it says."""
    from companion.grammar.phrases.people.last_speaker import (
        name_last_speaker,  # measured: few lines need it
    )

    context = make_context_for_unparsed_line(make_context)
    spoken = name_last_speaker(meant.text, context)
    line = parse_typed_line(spoken)
    meant = Meaning(line, spoken) if line and spoken != meant.text else meant
    refused = find_refusal_to_undo_line(text, meant, context)
    return refused or try_line(meant.text, meant.line, text)


def _find_meaning_before_forms(text: str, line: Line, make_context: MakeContext) -> Meaning | None:
    """What a line means that would be read as something else; a note stays one, whatever it
    says."""
    if line.word != _NOTE:
        return find_meaning_of_misread_phrase(text, line, make_context)
    try:
        instead = find_meaning_of_misread_phrase(text, line, make_context)
    except Refusal:
        return None
    return instead if instead and instead.line.word in (_NOTE, SECRET_WORD) else None


def _is_only_abbreviated_word(line: Line) -> bool:
    """True for a line of one word that is the beginning of several words and nothing else, as
    `sta` of `stash` and `status`."""
    from companion.grammar.phrases.phrasebook.ways_and_patterns import (
        index_first_words_by_inflected_form,  # measured: few lines need it
    )

    is_only_word = not line.arguments and len(WORDS.find_candidates(line.word)) > 1
    return is_only_word and line.word not in index_first_words_by_inflected_form()


def _is_ordinary_talk(line: Line) -> bool:
    """True for a verb of talk that is only the beginning of a word, as `set out for Saltford`; for
    dice that only say how many, as `2d6 goblins come out of the well`; and for a sentence that
    begins with `at`, as `at dawn the ferryman turns up, who is he`."""
    if begins_like_dice(line.word):
        return sum(word.isalpha() for word in line.arguments) > _MOST_WORDS_OF_DICE
    from companion.grammar.phrases.phrasebook.ways_and_patterns import (
        index_first_words_by_inflected_form,  # measured: few lines need it
    )

    if line.word == _AT and len(line.arguments) > _MOST_WORDS_OF_PLACE:
        return True
    is_begun = line.word not in WORDS and line.word in index_first_words_by_inflected_form()
    return is_begun and len(line.arguments) > 1


def _is_first_word_meant_otherwise(line: Line) -> bool:
    """True for `do they flee?`, `no one eats`, `drop it` and `give wim back his torch`: people mean
    neither `done` nor `note` so, `it` is the name of nothing, and what comes back is not new."""
    follows = line.arguments[0].casefold() if line.arguments else ""
    is_small = follows in _SMALL and line.word not in (*TEXTS, *_WORDS_OF_TEXT)
    said = {word.casefold() for word in line.arguments}
    is_old = not said.isdisjoint(RETURNING | POSSESSIVES)
    is_old = is_old or line.arguments[1:2] in (("to",), ("from",))
    returns = is_old and line.word in GIVING and not line.forced
    returns = returns or (line.word == "i" and bool(follows))
    is_turned = line.word == "turn" and (follows in _TURNED or _is_numbered_turn(line))
    is_small = is_small or (is_turned and not line.forced)
    asks = line.word == "do" and ("?" in line.rest or follows in _NOT_AFTER_DO)
    return asks or is_small or returns or (line.word in ("no", "not") and bool(follows))


def _is_numbered_turn(line: Line) -> bool:
    """True for `turn 2: search the nave`: a Turn is not called so."""
    return line.word == "turn" and _NUMBERED_TURN.match(line.rest) is not None


def _denies_outcome(line: Line) -> bool:
    """True for `ok don't light it`: that is no outcome of what was declared."""
    first = [word.casefold() for word in line.arguments[:_MOST_WORDS_BEFORE]]
    is_denied = any(word in _DENYING or word.endswith(("n't", "n’t", "dont")) for word in first)
    return line.word in WORDS_FOR_DONE and is_denied and not line.forced


def _means_other_than_command(text: str, line: Line, make_context: MakeContext) -> bool:
    """True for `next week`, `do six goblins attack` and `a rat ate it`: no next Turn, nothing that
    is done, and no attack."""
    if line.word not in (*_NEXT, "do", "a") or not line.rest:
        return False
    from companion.grammar.phrases.clauses.denials_and_questions import (  # few lines need it
        is_question_with_do,
        means_article_not_attack,
        says_next_of_name_or_time,
    )

    if line.word == "a":
        return means_article_not_attack(text, make_context_for_unparsed_line(make_context))
    names = is_question_with_do if line.word == "do" else says_next_of_name_or_time
    return names(text, make_context_for_unparsed_line(make_context))


def _is_refused_for_typing(outcome: Reply | Refused) -> bool:
    """True for a line that was refused for how it was typed, not for what was asked for."""
    of_typing = Unknown | Malformed | Ambiguous
    return isinstance(outcome, Refused) and isinstance(outcome.refusal, of_typing)
