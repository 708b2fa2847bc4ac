"""Takes a line of several deeds apart into a line for each, which is answered by itself: in a fight
`bree and corvin attack goblin 3, wim shoots 2`; harm, Checks and what each gets also elsewhere."""

import re
from collections.abc import Sequence

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.book.phrases_file import load_phrases
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.book.vocabulary_building import build_vocabulary
from companion.grammar.phrases.clauses.denials_and_questions import find_denying_word
from companion.grammar.phrases.fights.attacks.attackers_per_target import add_group_name_to_shares
from companion.grammar.phrases.fights.fight_lines import LateBlocks
from companion.grammar.phrases.fights.initiative_calls import write_initiative_call_line
from companion.grammar.phrases.fights.unclear_charges import is_company_charge
from companion.grammar.phrases.people.company_flight import is_company_flight
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.questions.several_price_questions import split_price_questions
from companion.grammar.phrases.sentences.self_injuries import split_injury_and_hp_loss
from companion.grammar.phrases.sentences.tokens import Token, replace_ordinals
from companion.grammar.phrases.splitting.fight_deeds import split_fight_deeds
from companion.grammar.phrases.splitting.follow_up_deeds import may_be_follow_up, split_follow_up
from companion.grammar.phrases.splitting.gains_of_several import (
    may_be_gains_of_several,
    split_gains_of_several,
)
from companion.grammar.phrases.splitting.harm_and_checks_of_several import (
    may_be_checks_of_several,
    may_be_harm_of_several,
    split_checks_of_several,
    split_harm_of_several,
)
from companion.grammar.phrases.splitting.new_foes_with_hp import split_fight_with_new_foes
from companion.grammar.phrases.splitting.paired_deeds import (
    split_arrival,
    split_meal_and_sleep,
    split_work_and_wages,
)
from companion.grammar.phrases.splitting.same_deed_of_each import (
    may_be_deed_of_each,
    split_deed_of_each,
    split_listed_lights,
    split_snuffing_of_all_lights,
)
from companion.grammar.phrases.splitting.shared_gifts import split_shared_gift
from companion.grammar.phrases.splitting.trades_within_company import split_trade_within_company
from companion.grammar.phrases.ways_of_saying.way_matching import count_leading_question_words
from companion.grammar.phrases.whole_line_phrases import (
    drop_articles,
    drop_remark_on_dying_light,
    tokenize_short_line,
)
from companion.refusal import Ambiguous

_MAY_BE_SEVERAL = re.compile(r"(?i)[,;&]| and | then | while | each ")
_EVERYBODY = re.compile(r"(?i)(?:(?:check|save) )?(?:every|all|both|we|the company|the party)")
_LIGHTS = re.compile(
    r"(?i)\b(?:torch|candle|lantern|lamp|light).*(?: and |,).*\b(?:torch|candle|lantern|lamp)"
)
_NEXT = re.compile(
    r"(?i)(?:(?:n|nxt|next)(?: turn| round| rnd)?|new (?:turn|round))\b[ ,;:]+(?:then )?(?=\w)"
)
"""The next Turn, before the call for its order."""
_ORDER = "order "


def split_line_into_deeds(typed: str, context: Context) -> tuple[str, ...]:
    """A line for each deed of several in a fight, or for each of several whose HP change or
    who get something; nothing for a line of one deed, or of which anything else is said."""
    is_next, is_harm = _NEXT.match(typed), may_be_harm_of_several(typed)
    may_be_several = is_next or _MAY_BE_SEVERAL.search(typed) or _EVERYBODY.match(typed)
    is_fight = context.campaign.book.combatants and may_be_several
    is_shared, is_check = (
        may_be_gains_of_several(typed),
        bool(may_be_several) and may_be_checks_of_several(typed),
    )
    is_each = may_be_deed_of_each(typed)
    is_followed = may_be_follow_up(typed) or bool(_LIGHTS.search(typed))
    if made := split_fight_with_new_foes(typed, context):
        return made
    if arrived := split_arrival(typed, context):
        return arrived
    if gifts := split_shared_gift(typed, context):
        return gifts
    if trade := split_trade_within_company(typed, context):
        return trade
    if priced := split_price_questions(typed, context):
        return priced
    if work := split_work_and_wages(typed, context):
        return work
    if meal := split_meal_and_sleep(typed):
        return meal
    if "?" not in typed and (lights := split_snuffing_of_all_lights(typed, context)):
        return lights
    is_any = (
        _LIGHTS.search(typed)
        or is_fight
        or is_harm
        or is_shared
        or is_check
        or is_each
        or is_followed
    )
    if not is_any or "?" in typed:
        return ()
    vocabulary = build_vocabulary(context)
    if injured := split_injury_and_hp_loss(typed, vocabulary):
        return injured
    if is_shared and (
        shared := _split_gains_of_several(tokenize_short_line(typed, context), vocabulary, context)
    ):
        return shared
    if is_harm and (
        harmed := split_harm_of_several(tokenize_short_line(typed, context), vocabulary, context)
    ):
        return harmed
    is_followed = is_followed and drop_remark_on_dying_light(typed) == typed
    if is_followed and (
        both := _split_follow_up(tokenize_short_line(typed, context), vocabulary, context)
    ):
        return both
    if _LIGHTS.search(typed) and (lights := _split_several_lights(typed, vocabulary, context)):
        return lights
    if is_each and (
        each := _split_same_deed_of_each(tokenize_short_line(typed, context), vocabulary, context)
    ):
        return each
    if is_check and (
        checks := split_checks_of_several(tokenize_short_line(typed, context), vocabulary, context)
    ):
        return checks
    if not is_fight:
        return ()
    if is_next:
        call = _read_initiative_call(typed[is_next.end() :], vocabulary, context)
        return ("next", call) if call else ()
    tokens = replace_ordinals(tokenize_short_line(typed, context), vocabulary)
    plain = drop_articles(tokens)
    denials = load_phrases().denials
    is_denied = find_denying_word(tokens, vocabulary) or any(
        each.word in denials for each in tokens
    )
    is_other = bool(plain) and (
        plain[0].word in WORDS or is_company_flight(plain) or is_company_charge(plain)
    )
    if not plain or is_other or is_denied or count_leading_question_words(tokens):
        return ()
    try:
        tokens = [*add_group_name_to_shares(tokens, context.campaign)]
    except Ambiguous:  # the line is asked about as a whole
        return ()
    plain = drop_articles(tokens)
    try:
        return split_fight_deeds(tokens, plain, vocabulary, context)
    except LateBlocks:  # nothing is rolled without them
        return ()


def _read_initiative_call(said: str, vocabulary: Vocabulary, context: Context) -> str:
    """The line by which the order of the next Turn is called, or said: `we go first`; "" for any
    other words."""
    if call := write_initiative_call_line(tokenize_short_line(said, context), vocabulary):
        return call
    lines = next(list_command_readings(said, context), ())
    return lines[0] if len(lines) == 1 and lines[0].startswith(_ORDER) else ""


def _split_gains_of_several(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[str, ...]:
    """A line for each who gets something; nothing for what is asked, denied or only kept."""
    return (
        split_gains_of_several(tokens, vocabulary, context)
        if _is_neither_asked_nor_denied(tokens, vocabulary)
        else ()
    )


def _split_same_deed_of_each(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[str, ...]:
    """A line for each who does the deed; nothing for what is asked or denied."""
    return (
        split_deed_of_each(tokens, vocabulary, context)
        if _is_neither_asked_nor_denied(tokens, vocabulary)
        else ()
    )


def _split_several_lights(typed: str, vocabulary: Vocabulary, context: Context) -> tuple[str, ...]:
    """A line for each light of several that are put out, or lit; nothing for what is asked or
    denied."""
    tokens = tokenize_short_line(typed, context)
    return (
        split_listed_lights(tokens, vocabulary, context)
        if _is_neither_asked_nor_denied(tokens, vocabulary)
        else ()
    )


def _split_follow_up(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[str, ...]:
    """A line for what is got and one for what is done with it; nothing for what is asked or
    denied."""
    return (
        split_follow_up(tokens, vocabulary, context)
        if _is_neither_asked_nor_denied(tokens, vocabulary)
        else ()
    )


def _is_neither_asked_nor_denied(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """False for what is asked or denied, and for no words."""
    denials = load_phrases().denials
    is_denied = find_denying_word(tokens, vocabulary) or any(
        each.word in denials for each in tokens
    )
    return bool(tokens) and not is_denied and not count_leading_question_words(tokens)
