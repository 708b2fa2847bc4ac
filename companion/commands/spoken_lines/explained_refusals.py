"""Refuses a line at the prompt of which nothing can be made: what of it is not understood, what
is left out of it, and what can be typed instead."""

from itertools import islice

from companion.commands.dispatch import MakeContext, Refused, resolve_word_of_line
from companion.commands.spoken_lines.lines_recorded_as_plain_text import ask_what_offered_line_lacks
from companion.commands.spoken_lines.parsable_command_lines import replace_ids_by_names
from companion.commands.spoken_lines.partly_understood_lines import find_understood_clause
from companion.commands.spoken_lines.phrase_meanings import (
    list_meanings_of_refused_line,
    make_context_for_unparsed_line,
)
from companion.grammar.typed_line import Line, parse_typed_line
from companion.refusal import Ambiguous, Refusal, Unknown

_OFFER, _KEEP = "Try: ", "To write it down: "
_NOT_KNOWN = "I do not know what is meant by"


def name_meaning_in_refusal(
    outcome: Refused, text: str, line: Line, make_context: MakeContext
) -> Refused:
    """The refusal of a script's line that begins with no word of the companion's: it names the line
    that was meant."""
    try:
        meant = next(list_meanings_of_refused_line(text, line, make_context), None)
    except Ambiguous as refusal:
        return Refused(refusal)
    if meant is None:
        return outcome
    return Refused(Unknown(outcome.refusal.message, f"Try: {meant.text}"))


def explain_line_not_understood(outcome: Refused, text: str, make_context: MakeContext) -> Refused:
    """The refusal of a line that begins with no word of the companion's: what of it is not
    understood."""
    from companion.grammar.phrases.fights.foes.choice_between_groups import ask_for_group
    from companion.grammar.phrases.missing_doers_and_receivers import (
        ask_for_doer,  # measured: few lines need it
        ask_for_receiver,
    )
    from companion.grammar.phrases.refusal_of_line_not_understood import (
        build_not_understood_refusal,
    )
    from companion.grammar.phrases.splitting.gains.told_finds import offer_find

    if outcome.resolved is not None and not isinstance(outcome.refusal, Unknown):
        return outcome
    context = make_context_for_unparsed_line(make_context)
    refused = _refuse_likeliest_reading(text, make_context)
    if outcome.resolved is not None:  # what is missing is asked rather than what is unknown
        is_asked = refused is not None and not isinstance(refused.refusal, Unknown)
        said = outcome.resolved.line.arguments
        is_owned = any(word.endswith(("'s", "’s")) for word in said)  # which no form reads
        left_out = ask_for_receiver(text, context) or (
            ask_for_doer(text, context) if _begins_with_number(said) else None
        )
        if left_out and not is_asked:
            left_out.hint = replace_ids_by_names(left_out.hint, make_context)
            return Refused(left_out)
        return refused if refused and (is_asked or is_owned) else outcome
    if refused:
        return refused
    not_understood = build_not_understood_refusal(text, context, hint=outcome.refusal.hint)
    refusal = (
        ask_for_group(text, context)
        or offer_find(text, context)
        or ask_for_doer(text, context)
        or ask_for_receiver(text, context)
        or (
            _offer_understood_clause(not_understood, text, make_context) if not_understood else None
        )
    )
    if refusal is None:
        return outcome
    refusal.hint = replace_ids_by_names(refusal.hint, make_context)
    return ask_what_offered_line_lacks(refusal.hint, make_context) or Refused(refusal)


def _offer_understood_clause(
    not_understood: Unknown, text: str, make_context: MakeContext
) -> Unknown:
    """This refusal, with the clause of the line that is understood as what can be typed instead,
    where it offers nothing yet."""
    if _OFFER in not_understood.hint:
        return not_understood
    understood = find_understood_clause(text, make_context)
    if understood is None:
        return not_understood
    message = not_understood.message
    if message.startswith(_NOT_KNOWN):  # else it names the words that are not known
        message = f"{_NOT_KNOWN} «{understood.rest.said}»."
    _, is_kept, keep = not_understood.hint.partition(_KEEP)
    return Unknown(message, f"{_OFFER}{understood.meaning.text}. {is_kept}{keep}".rstrip(". "))


def _begins_with_number(words: tuple[str, ...]) -> bool:
    """True for `three rations`, where who gets them was to stand first."""
    from companion.grammar.phrases.phrasebook.normalized_spelling import (
        write_numbers_in_digits,  # measured: few lines need it
    )

    return bool(words) and write_numbers_in_digits(words[0]).isdecimal()


def _refuse_likeliest_reading(text: str, make_context: MakeContext) -> Refused | None:
    """The refusal of the line that is likeliest to be meant, where a form reads no such line: who
    speaks of a candle that nobody has is told so."""
    from companion.grammar.phrases.fully_understood_lines import (
        list_fully_understood_lines,  # measured: few lines need it
    )

    for meant in islice(
        list_fully_understood_lines(text, make_context_for_unparsed_line(make_context)), 1
    ):
        line = parse_typed_line(replace_ids_by_names(meant, make_context))
        if line is None:
            continue
        resolved = None
        try:
            resolved = resolve_word_of_line(line, make_context(line).campaign, whole=True)
            resolved.word.read(resolved.line.arguments, make_context(resolved.line))
        except Refusal as refusal:
            return Refused(refusal, resolved)
    return None


def build_refusal_without_reason() -> Refused:
    return Refused(Unknown("That is not understood.", "Type help for all the words."))
