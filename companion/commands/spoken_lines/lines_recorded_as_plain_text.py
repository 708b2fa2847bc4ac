"""What becomes of a line that is not understood and tells of something: the one line that its
refusal would offer, or a note of it."""

import re

from companion.campaign.campaign import Campaign
from companion.commands.dispatch import MakeContext, Refused, resolve_word_of_line
from companion.commands.spoken_lines.doubtful_gifts import GIVING
from companion.commands.spoken_lines.parsable_command_lines import Meaning
from companion.commands.spoken_lines.phrase_meanings import make_context_for_unparsed_line
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.name_matching import find_exact_errant
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import WHO, Malformed, Refusal

_TRY, _EITHER = "Try: ", ", or "
_NO_PAGE = "To see all the words: help. To write it down: "
_FOR_GUIDE = re.compile(
    r"(?i)(?:just |only )?for (?:me|my eyes|the (?:guide|gm|dm))(?: only| alone)?[:,] "
    r"(?P<text>\S.*)"
)
"""What is for the Guide alone is never kept for all, as `for me: the reeve is broke`."""
_DOWNTIME = "downtime"
_LEARNING = {"learns", "hears", "finds", "knows", "sees", "feels", "meets"}
"""Words of what befalls somebody, and is no action of a month."""


def find_command_to_record_text(typed: str, hint: str, make_context: MakeContext) -> Meaning | None:
    """The line that keeps what is told and means no other: `done they ignore us` while an encounter
    waits; `done the door is open` for what is told of a scene while one action waits for its
    outcome, where nothing else would be offered; `note it starts to rain` for what is told of the
    sky, the place or a stranger; in a month without an action of theirs, `declare wim lies about`.
    None for any other line."""
    if _is_refused_command(typed):
        return None
    if told := _FOR_GUIDE.fullmatch(typed):
        secret = f"note secret {told['text']}"
        line = parse_typed_line(secret)
        return Meaning(line, secret) if line else None
    outcome = f"done {typed}"
    line = parse_typed_line(outcome)
    if settled := _find_outcome_of_encounter(typed, make_context):
        return settled
    context = make_context_for_unparsed_line(make_context)
    if line and _is_sight_of_open_action(typed, context):
        return Meaning(line, outcome)
    if noted := _find_offered_note(typed, hint, make_context):
        return noted
    from companion.grammar.phrases.turns.outcomes.outcomes_in_free_words import (  # few need it
        is_find_of_nobody,
        is_report_of_finds_only,
        is_told_of_scene,
    )

    is_declared = hint.startswith(f"{_TRY}declare {typed}") and is_report_of_finds_only(typed)
    is_bare_find = _TRY not in hint and is_find_of_nobody(typed)
    if not (hint == f"{_TRY}{outcome}" or is_declared or is_bare_find) or line is None:
        return _find_offered_declaration(typed, hint, make_context)
    is_told = is_told_of_scene(typed, context)
    return Meaning(line, outcome) if is_told else None


def _is_sight_of_open_action(typed: str, context: Context) -> bool:
    """True for a mere sight or sound, as `voices ahead`, while one action waits for its outcome."""
    from companion.grammar.phrases.clauses.remarks_and_scenery import is_bare_sight_or_sound
    from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
    from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

    if len(context.campaign.open_matters.unresolved_actions) != 1 or not context.is_guide:
        return False
    return is_bare_sight_or_sound(tokenize_short_line(typed, context), build_vocabulary(context))


def _is_refused_command(typed: str) -> bool:
    """True for `price boat`: a word of the companion's and what it is about, and no sentence."""
    first, *others = typed.split()
    return len(others) == 1 and first.casefold() in WORDS


def _find_outcome_of_encounter(typed: str, make_context: MakeContext) -> Meaning | None:
    """`done they ignore us` while an encounter waits: whom they meet does nothing to them."""
    context = make_context_for_unparsed_line(make_context)
    if not (context.is_guide and context.campaign.book.clock.encounter):
        return None
    from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern  # as below

    done = f"done {typed}"
    line = parse_typed_line(done)
    is_passed = compile_named_pattern("met and passed").fullmatch(typed.casefold().strip(" .!"))
    return Meaning(line, done) if line and is_passed else None


def _find_offered_note(typed: str, hint: str, make_context: MakeContext) -> Meaning | None:
    """The note of what is told of the sky or the place, or of a talk, where nothing else would be
    offered but the same as an outcome; of where something is, whatever would be offered."""
    noted = f"note {typed}"
    line, context = parse_typed_line(noted), make_context_for_unparsed_line(make_context)
    is_outcome = hint == f"{_TRY}done {typed}"
    if line is None or not context.is_guide or "?" in typed:
        return None
    from companion.grammar.phrases.clauses.deeds_of_strangers import is_deed_of_stranger
    from companion.grammar.phrases.clauses.remarks_and_scenery import (  # measured: few lines need
        is_bare_sight_or_sound,
        is_deed_of_surroundings,
        is_remark_on_place,
        is_remark_on_talking_npc,
        is_remark_on_weather,
        is_remark_on_whereabouts,
        is_report_of_speech,
        names_nothing_kept,
    )
    from companion.grammar.phrases.people.told_colour import is_told_colour
    from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
    from companion.grammar.phrases.turns.outcomes.outcomes_in_free_words import (
        is_report_of_finds_only,
        is_told_of_scene,
    )
    from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

    vocabulary, tokens = build_vocabulary(context), tokenize_short_line(typed, context)
    if not tokens:
        return None
    if is_told_colour(tokens, vocabulary, context.campaign):
        return Meaning(line, noted)
    if any(npc.is_in_negotiation for npc in context.campaign.world.npcs):
        is_told = _TRY not in hint or is_outcome
        is_told = is_told and (
            is_remark_on_talking_npc(typed, tokens, vocabulary, context.campaign)
            or is_report_of_speech(typed, tokens, vocabulary)
        )
        return Meaning(line, noted) if is_told else None
    if is_remark_on_whereabouts(typed, tokens, vocabulary):
        return _find_outcome_or_note(typed, context.campaign)
    if _TRY in hint and not is_outcome:
        return None
    is_told = is_remark_on_weather(tokens, vocabulary) or is_report_of_speech(
        typed, tokens, vocabulary
    )
    is_told = is_told or (
        is_report_of_finds_only(typed) and names_nothing_kept(tokens, vocabulary) and not is_outcome
    )
    if not (is_outcome and is_told_of_scene(typed, context)):
        is_told = is_told or is_deed_of_surroundings(tokens, vocabulary)
    is_told = is_told or (not is_outcome and is_bare_sight_or_sound(tokens, vocabulary))
    if not (is_told or is_outcome or context.campaign.book.combatants):
        is_strange = hint == f"{_NO_PAGE}{noted}"
        is_told = is_remark_on_place(tokens, vocabulary, is_strange=is_strange)
        is_told = is_told or is_deed_of_stranger(tokens, vocabulary)
    return Meaning(line, noted) if is_told else None


def _find_outcome_or_note(typed: str, campaign: Campaign) -> Meaning | None:
    """What is told of where something is: the outcome of the one action that waits for it, else a
    note. With an encounter waiting it is a note, for an outcome would settle that as well."""
    waits = len(campaign.open_matters.unresolved_actions) == 1
    waits = waits and not campaign.book.clock.encounter
    told = f"done {typed}" if waits else f"note {typed}"
    line = parse_typed_line(told)
    return Meaning(line, told) if line else None


def _find_offered_declaration(typed: str, hint: str, make_context: MakeContext) -> Meaning | None:
    """The declaration of what one of the Company does in a Downtime Turn, where it is offered and
    they have declared nothing."""
    declared = f"declare {typed}"
    line = parse_typed_line(declared)
    if line is None or declared not in hint.removeprefix(_TRY).split(". ")[0].split(_EITHER):
        return None
    campaign = make_context(line).campaign
    errant = find_exact_errant(campaign, typed.partition(" ")[0])
    is_month = bool(campaign.turns) and campaign.turns[-1].type == _DOWNTIME
    is_idle = errant is not None and errant.id not in campaign.turns[-1].declared
    is_idle = is_idle and _LEARNING.isdisjoint(typed.casefold().split())
    return Meaning(line, declared) if is_month and is_idle else None


def ask_what_offered_line_lacks(hint: str, make_context: MakeContext) -> Refused | None:
    """The question who is meant, where the only line of a hint would be answered by it."""
    line = parse_typed_line(hint.removeprefix(_TRY)) if hint.startswith(_TRY) else None
    if line is None or _EITHER in hint or line.word in GIVING:
        return None
    try:
        resolved = resolve_word_of_line(line, make_context(line).campaign, whole=True)
        resolved.word.read(resolved.line.arguments, make_context(resolved.line))
    except Malformed as refusal:
        return Refused(refusal) if refusal.message == WHO else None
    except Refusal:
        return None
    return None
