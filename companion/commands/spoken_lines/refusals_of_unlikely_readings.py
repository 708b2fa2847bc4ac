"""Refuses a line at the prompt that a form would read, and that nobody means so: a question as what
is told, a hug as a thing that is given."""

import re

from companion.commands.dispatch import MakeContext, Refused
from companion.commands.record.untold_findings import read_newest_findings
from companion.commands.spoken_lines.answer_to_event_die_and_more import (
    find_refusal_of_answer_and_more,
)
from companion.commands.spoken_lines.doubtful_gifts import (
    GIVING,
    ask_whether_gift_is_new_or_carried,
    find_refusal_of_doubtful_gift,
)
from companion.commands.spoken_lines.phrase_meanings import (
    DONE,
    TELL,
    WORDS_FOR_DONE,
    asks_to_tell_about_something,
    make_context_for_unparsed_line,
)
from companion.grammar.typed_line import Line
from companion.refusal import Ambiguous, Malformed, Unknown
from companion.text_cleaning import quote_name

_LEFT_OUT = re.compile(r"(?i)(?:give|g|buy) (?:everyone|everybody) (?:but|except|bar)\b")
"""What would be given to all as a thing called `but bree the rope`."""
_CALLS = ("odd", "even")
_ENDING_TURNS = ("done", "out", "next", "n")
_OPENERS = ("so", "but", "wait", "what", "who", "how", "can", "lets", "let's")
"""Words that begin something else after `ok`."""
_NPC = "npc"
_NOTE, _POINTING = "note", ("it", "it down", "that", "that down", "this", "this down")


def find_refusal_of_unlikely_command(
    text: str, line: Line, make_context: MakeContext
) -> Refused | None:
    """The refusal of a line that a form would read as what nobody means by it: two lines as one, a
    call where nobody fights as the Event Die."""
    calls = line.word in _CALLS and line.arguments[:1] in ((), ("by",)) and not line.forced
    if calls and not make_context(line).campaign.book.combatants:
        message = "Odd and even are called in a fight, and nobody fights."
        return Refused(Unknown(message, "To read how: help order"))
    if _LEFT_OUT.match(text) and not line.forced:
        message = f"«{text}»: who is left out of everyone is not read here."
        return Refused(Unknown(message, "Name each who gets it. To see who is here: company"))
    if line.word in GIVING and line.arguments[1:] and not line.forced:
        return ask_whether_gift_is_new_or_carried(line, make_context)
    if line.word == _NOTE and not line.forced:
        return _ask_who_may_read_note(line)
    if line.word == _NPC and not line.forced:
        return _ask_how_npc_is_called(line)
    if line.word.rstrip(",;") in _ENDING_TURNS and not line.forced:
        from companion.grammar.phrases.turns.outcomes.turn_end_and_next_turn import (
            split_turn_end_and_next,  # measured: few lines need it
        )

        lines = split_turn_end_and_next(text, make_context_for_unparsed_line(make_context))
        if len(lines) > 1:
            message = f"«{text}» is two lines: a Turn ends, and the next begins."
            return Refused(Malformed(message, f"Try: {lines[0]}"))
    return find_refusal_of_answer_and_more(text, make_context)


def _ask_who_may_read_note(line: Line) -> Refused | None:
    """The question who may read a note, for `note no player may know of the stair`."""
    from companion.grammar.phrases.verbatim_text import MAYBE_SECRET, list_kept_text_lines

    told = [line.rest, *list_kept_text_lines(f"note {line.rest}")]
    is_secret = any(f"{each} ".startswith(("secret ", "note secret ")) for each in told)
    if is_secret or not MAYBE_SECRET.search(line.rest):
        return None
    ways = f"note secret {line.rest}, or note! {line.rest}"
    return Refused(
        Ambiguous(
            "That note may mean two things: for all to read, or for the Guide alone.",
            f"Try: {ways}",
        )
    )


def _ask_how_npc_is_called(line: Line) -> Refused | None:
    """The question how somebody is called, for `npc Maud a starving novice`."""
    for at, word in enumerate(line.arguments[1:-1], 1):
        is_named = all(each[:1].isupper() for each in line.arguments[:at])
        if is_named and word.casefold() in ("a", "an"):
            name, note = " ".join(line.arguments[:at]), " ".join(line.arguments[at:])
            ways = f"npc new {quote_name(name)} note {note}, or npc {quote_name(f'{name} {note}')}"
            return Refused(Ambiguous(f"Who is called «{name} {note}»?", f"Try: {ways}"))
    return None


def find_refusal_of_unlikely_text(line: Line, make_context: MakeContext) -> Refused | None:
    """The refusal of a text that nobody means as one: a question as what players are told, a hug
    as a thing that is given, an hour as what came of a deed."""
    if line.forced or not line.arguments:
        return None
    if line.word == TELL and asks_to_tell_about_something(line.arguments):
        asked = line.rest.rpartition("about ")[2]
        why = f"Nothing is known by the name «{asked}», and nobody was told anything."
        waits = read_newest_findings(make_context_for_unparsed_line(make_context)).untold
        return Refused(Unknown(why, "Try: tell" if waits else "To see who is known: npc"))
    if line.word == _NOTE and line.rest.casefold().rstrip(" .!") in _POINTING:
        why = f"«{line.rest}» is no note by itself."
        return Refused(Unknown(why, "Type note, and what is to be kept."))
    who, *what = line.arguments
    if line.word in GIVING and (refused := find_refusal_of_doubtful_gift(line, make_context)):
        return refused
    if line.word == DONE and what:
        from companion.grammar.phrases.turns.outcomes.deed_outcomes import (
            refuse_unclear_outcome_or_deed,  # measured: few lines need it
        )

        try:
            refuse_unclear_outcome_or_deed(line.rest, make_context_for_unparsed_line(make_context))
        except Ambiguous as refusal:
            return Refused(refusal)
    if line.word == DONE and what and who.casefold() in _OPENERS:
        why = f"«{line.word}» notes what came of a deed, and this does not sound so."
        return Refused(Unknown(why, f"If it is what came of it: done {' '.join(what)}"))
    if line.word in WORDS_FOR_DONE and "," in line.rest:
        from companion.grammar.phrases.clauses.denials_and_questions import (
            contains_amount,  # measured: few lines need it
        )

        if contains_amount(line.rest, make_context_for_unparsed_line(make_context)):
            why = f"«{line.word}» notes what came of a deed, and something is counted here."
            return Refused(Unknown(why, f"If it is what came of it: done {line.rest}"))
    return None
