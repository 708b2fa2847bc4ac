"""Takes a line of several deeds apart into a line for each, which is answered by itself: in a fight
`bree and corvin attack goblin 3, wim shoots 2`; harm, Checks and what each gets also elsewhere."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import is_neither_asked_nor_denied
from companion.grammar.phrases.fights.attacks.attackers_per_target import add_group_name_to_shares
from companion.grammar.phrases.fights.attacks.told_misses import is_report_of_miss
from companion.grammar.phrases.fights.fight_lines import LateBlocks
from companion.grammar.phrases.fights.initiative_calls import write_odd_or_even_call_line
from companion.grammar.phrases.fights.unclear_attacks import is_company_charge
from companion.grammar.phrases.people.company_flight import is_company_flight
from companion.grammar.phrases.people.hired_by_name import split_hire_by_name
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.questions.questions_about_packs import split_pack_questions
from companion.grammar.phrases.questions.several_price_questions import split_price_questions
from companion.grammar.phrases.sentences.self_injuries import split_injury_and_hp_loss
from companion.grammar.phrases.sentences.tokens import Token, replace_ordinals
from companion.grammar.phrases.splitting.arrivals_at_places import split_arrival
from companion.grammar.phrases.splitting.blows.blow_of_each import split_blow_of_each
from companion.grammar.phrases.splitting.blows.fights_by_surprise import split_fight_by_surprise
from companion.grammar.phrases.splitting.blows.harm_and_what_follows import (
    split_harm_and_what_follows,
)
from companion.grammar.phrases.splitting.blows.new_foes_with_hp import split_fight_with_new_foes
from companion.grammar.phrases.splitting.blows.returned_blows import split_returned_blow
from companion.grammar.phrases.splitting.blows.several_deeds_in_fight import split_fight_deeds
from companion.grammar.phrases.splitting.blows.told_blows import split_told_blow
from companion.grammar.phrases.splitting.follow_up_deeds import may_be_follow_up, split_follow_up
from companion.grammar.phrases.splitting.gains.coins_within_company import (
    split_coins_within_company,
)
from companion.grammar.phrases.splitting.gains.different_sums_for_several import (
    split_different_sums,
)
from companion.grammar.phrases.splitting.gains.each_their_own import split_each_their_own
from companion.grammar.phrases.splitting.gains.find_and_sharing import split_find_and_sharing
from companion.grammar.phrases.splitting.gains.gains_of_several import (
    may_be_gains_of_several,
    split_gains_of_several,
)
from companion.grammar.phrases.splitting.gains.paid_bribes import split_paid_bribe
from companion.grammar.phrases.splitting.gains.purchases_for_several import (
    split_purchase_for_several,
)
from companion.grammar.phrases.splitting.gains.shared_gifts import split_shared_gift
from companion.grammar.phrases.splitting.gains.torches_taken_and_lit import (
    split_torch_taken_and_lit,
)
from companion.grammar.phrases.splitting.gains.trades_within_company import (
    split_trade_within_company,
)
from companion.grammar.phrases.splitting.harm_and_checks_of_several import (
    may_be_checks_of_several,
    may_be_harm_of_several,
    split_checks_of_several,
    split_harm_of_several,
)
from companion.grammar.phrases.splitting.same_deed_of_each import (
    may_be_deed_of_each,
    split_deed_of_each,
    split_listed_lights,
    split_snuffing_of_all_lights,
)
from companion.grammar.phrases.splitting.strangers_met import split_stranger_and_more
from companion.grammar.phrases.splitting.two_deeds_in_one_pattern import (
    split_bed_and_price,
    split_care_of_two,
    split_end_of_fight,
    split_fall_and_morale,
    split_meal_and_sleep,
    split_rest_and_meal,
    split_talk_and_exchange,
    split_two_sales,
    split_work_and_wages,
)
from companion.grammar.phrases.turns.next_turns import replace_round_number_by_new_round
from companion.grammar.phrases.whole_line_phrases import (
    drop_articles,
    drop_remark_on_dying_light,
    replace_turns_of_speech,
    tokenize_short_line,
)
from companion.refusal import Ambiguous, Refusal

_MAY_BE_SEVERAL = re.compile(r"(?i)[,;&]|[.!] | and | then | while | each ")
_EVERYBODY = re.compile(r"(?i)(?:(?:check|save) )?(?:every|all|both|we|the company|the party)")
_LIGHTS = re.compile(
    r"(?i)\b(?:torch|candle|lantern|lamp|light).*(?: and |,).*\b(?:torch|candle|lantern|lamp)"
)
_NEXT = re.compile(
    r"(?i)(?:(?:n|nxt|next)(?: turn| round| rnd)?|new (?:turn|round))\b[ ,;:.]+(?:then )?(?=\w)"
)
"""The next Turn, before the call for its order."""
_BARE_NEXT = ("n", "nxt", "next")
_NEXT_LAST = re.compile(
    r"(?i)(?P<said>.+?)[,;.] (?:and |so |ok,? )?(?:next|new) (?:round|turn)[.!]?"
)
"""The next Turn, after what is done in this one."""
_CALLED = re.compile(r"(?i)(?P<call>odd|even)[,;.:] (?:and |so )?(?P<then>\w+ .+)")
"""The call for the order, and what is done then."""
_ORDER, _HARM = "order ", ("hurt ",)
_BLOWS = ("attack ", *_HARM)
_LAST_BLOW_MISSED = re.compile(
    r"(?i)(?<!last)(?<!other)(?<!first)(?<!second)(?<!third),? (?:and |but )?"
    r"(?:it|he|she|they|one|hoping|the (?:other|blow|shot|swing|arrow))\b"
    r"[^,;]*\bmiss(?:es|ed)?\b"
)
"""Of the blow that was told before it."""
_Split: TypeAlias = Callable[[Sequence[Token], Vocabulary, Context], tuple[str, ...]]


class _SplitOfKind(NamedTuple):
    """How lines of one kind are taken apart."""

    may_be: Callable[[str], bool]
    """True for a line that may be of this kind, as it was typed."""
    split: _Split
    takes_denials: bool = False
    """Whether `split` is tried also for what is asked or denied; the others never are."""


def split_line_into_deeds(typed: str, context: Context) -> tuple[str, ...]:
    """A line for each deed of several in a fight, or for each of several whose HP change or
    who get something; nothing for a line of one deed, or of which anything else is said."""
    found = (
        split_fight_with_new_foes(typed, context)
        or split_fight_by_surprise(typed, context)
        or split_arrival(typed, context)
        or split_end_of_fight(typed, context)
        or split_fall_and_morale(typed, context)
        or split_find_and_sharing(typed, context)
        or split_shared_gift(typed, context)
        or split_purchase_for_several(typed, context)
        or split_different_sums(typed, context)
        or split_trade_within_company(typed, context)
        or split_coins_within_company(typed, context)
        or split_paid_bribe(typed, context)
        or split_torch_taken_and_lit(typed, context)
        or split_price_questions(typed, context)
        or split_pack_questions(typed, context)
        or split_work_and_wages(typed, context)
        or split_meal_and_sleep(typed)
        or split_rest_and_meal(typed)
        or split_bed_and_price(typed, context)
        or split_talk_and_exchange(typed, context)
        or split_two_sales(typed, context)
        or split_care_of_two(typed, context)
        or split_hire_by_name(typed, context)
        or split_each_their_own(typed, context)
        or split_stranger_and_more(typed, context)
        or split_blow_of_each(typed, context)
    )
    if found or "?" in typed:
        return found
    found = (
        split_returned_blow(typed, context)
        or split_told_blow(typed, context)
        or split_harm_and_what_follows(typed, context)
        or split_snuffing_of_all_lights(typed, context)
        or _split_by_words(typed, context)
    )
    said = typed if found else replace_turns_of_speech(typed)
    is_harm = said != typed and may_be_harm_of_several(said)
    return _split_by_words(said, context) if is_harm else found


def _split_by_words(typed: str, context: Context) -> tuple[str, ...]:
    """The lines that the words of a line are taken apart into: by the first kind that it is of, or
    as the deeds of a fight."""
    kinds = [each for each in _KINDS if each.may_be(typed)]
    is_fight = bool(context.campaign.book.combatants) and _may_be_several(typed)
    if not (kinds or is_fight):
        return ()
    vocabulary = build_vocabulary(context)
    if injured := split_injury_and_hp_loss(typed, vocabulary):
        return injured
    for kind in kinds:
        tokens = tokenize_short_line(typed, context)
        is_tried = kind.takes_denials or is_neither_asked_nor_denied(tokens, vocabulary)
        if is_tried and (lines := kind.split(tokens, vocabulary, context)):
            return lines
    return _split_fight_line(typed, vocabulary, context) if is_fight else ()


def _may_be_several(typed: str) -> bool:
    """True for a line that may tell of several deeds, or of several people."""
    return any(each(typed) for each in (_NEXT.match, _MAY_BE_SEVERAL.search, _EVERYBODY.match))


def _may_be_several_checks(typed: str) -> bool:
    return _may_be_several(typed) and may_be_checks_of_several(typed)


def _may_be_several_lights(typed: str) -> bool:
    return _LIGHTS.search(typed) is not None


def _may_be_follow_up(typed: str) -> bool:
    """True for a line that may tell what is done with a thing that was got before, or with another
    light; not where a light is only told to be dying."""
    may_follow = may_be_follow_up(typed) or _may_be_several_lights(typed)
    return may_follow and drop_remark_on_dying_light(typed) == typed


_KINDS = (
    _SplitOfKind(may_be_gains_of_several, split_gains_of_several),
    _SplitOfKind(may_be_harm_of_several, split_harm_of_several, takes_denials=True),
    _SplitOfKind(_may_be_follow_up, split_follow_up),
    _SplitOfKind(_may_be_several_lights, split_listed_lights),
    _SplitOfKind(may_be_deed_of_each, split_deed_of_each),
    _SplitOfKind(_may_be_several_checks, split_checks_of_several, takes_denials=True),
)
"""The kinds of lines in the order in which they are tried."""


def _split_fight_line(typed: str, vocabulary: Vocabulary, context: Context) -> tuple[str, ...]:
    """A line for each deed of several in a fight, or the next Turn and the call for its order."""
    typed = replace_round_number_by_new_round(typed, context.campaign)
    if is_next := _NEXT.match(typed):
        said = typed[is_next.end() :].rstrip(" .!")
        is_parted = is_next[0].strip().casefold() not in _BARE_NEXT
        deeds = _split_deeds_of_next_turn(said, vocabulary, context, is_parted=is_parted)
        return ("next", *deeds) if deeds else ()
    if last := _NEXT_LAST.fullmatch(typed.strip()):
        deeds = split_line_into_deeds(last["said"], context) or (last["said"],)
        is_told = all(is_report_of_miss(each) or _is_blow(each, context, _HARM) for each in deeds)
        return (*deeds, "next") if is_told else ()
    if called := _CALLED.fullmatch(typed.strip()):
        deeds = split_line_into_deeds(called["then"], context) or (called["then"],)
        if all(_is_blow(each, context, _BLOWS) for each in deeds):
            return (called["call"], *deeds)
    tokens = replace_ordinals(tokenize_short_line(typed, context), vocabulary)
    plain = drop_articles(tokens)
    if _LAST_BLOW_MISSED.search(typed):
        return ()  # nothing is rolled for it
    is_other = bool(plain) and (
        plain[0].word in WORDS or is_company_flight(plain) or is_company_charge(plain)
    )
    if not plain or is_other or not is_neither_asked_nor_denied(tokens, vocabulary):
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


def _split_deeds_of_next_turn(
    said: str, vocabulary: Vocabulary, context: Context, *, is_parted: bool
) -> tuple[str, ...]:
    """The call for the order of the next Turn, or the blows by which it begins; nothing for any
    other words. Whoever goes first is only named where they are parted from `next`."""
    calls = (said, f"{said} first") if is_parted else (said,)  # `next goblin` calls nobody
    for called in calls:
        if call := _read_initiative_call(called, vocabulary, context):
            return (call,)
    deeds = split_line_into_deeds(said, context) or (said,)
    return deeds if all(_is_blow(each, context, _BLOWS) for each in deeds) else ()


def _is_blow(said: str, context: Context, begins: tuple[str, ...]) -> bool:
    """True for what means lines that begin so, those of a blow, in anybody's words."""
    with suppress(Refusal):
        lines = next(list_command_readings(said, context), ())
        return bool(lines) and all(line.startswith(begins) for line in lines)
    return False


def _read_initiative_call(said: str, vocabulary: Vocabulary, context: Context) -> str:
    """The line by which the order of the next Turn is called, or said: `we go first`; "" for any
    other words."""
    if call := write_odd_or_even_call_line(tokenize_short_line(said, context), vocabulary):
        return call
    lines = next(list_command_readings(said, context), ())
    return lines[0] if len(lines) == 1 and lines[0].startswith(_ORDER) else ""
