"""Takes apart a line in which a Turn ends and the next begins, as `done a way up, next climb`."""

import re
from itertools import chain, islice

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import (
    find_hypothetical_word,
    says_next_of_name_or_time,
)
from companion.grammar.phrases.phrase_reading import find_first_reading, list_command_readings
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.turns.deeds_told_with_next_turn import (
    split_next_turn_and_counted_deed,
    split_next_turn_and_light,
)
from companion.grammar.phrases.turns.next_turns import list_lines_shortened_to_next
from companion.grammar.phrases.turns.outcomes.clause_meanings import means_another_line
from companion.grammar.phrases.turns.outcomes.deed_outcomes import write_end_of_named_deed
from companion.grammar.phrases.turns.outcomes.month_beginnings import split_month_begin_and_deeds
from companion.grammar.phrases.turns.outcomes.month_ends import (
    split_downtime_and_journey,
    split_month_end_and_deeds,
)
from companion.grammar.phrases.turns.outcomes.outcome_and_leaving import (
    split_outcome_and_leaving,
    tells_outcome,
)
from companion.grammar.phrases.turns.outcomes.outcomes_before_done import split_outcome_before_done
from companion.grammar.phrases.turns.outcomes.outcomes_left_open import drop_remark_on_open_outcome
from companion.grammar.phrases.verbatim_text import contains_counted_amount
from companion.grammar.phrases.ways_of_saying.suggested_lines import is_typable_line
from companion.grammar.phrases.whole_line_phrases import (
    list_whole_phrase_lines,
    replace_turns_of_speech,
    sounds_like_outcome,
    tokenize_short_line,
)

_DONE, _NEXT = "done", "next"
_NEXT_TURN = ("next", "turn")
_BEGINNING = ("n", *_NEXT_TURN)
_LEAVING = ("out", "turn")
_OUT = "out"
_DECLARE, _DEEDS = "declare ", ("declare", "next")
_IDLE = ("rest", "sleep")
_SUPPOSING = ("if", "when", "unless", "once", "should", "can", "let's", "we'll", "i'll", "i")
"""Words by which a clause begins that tells no outcome."""
_MOST_READ = 12
_ONWARD = re.compile(r"(?i)on(?:wards?)? (?:in)?to\b")
_NOBODY_TOLD = ("they", "we", "he", "she", "i", "not", "no", "everyone", "everybody")
"""Words by which no outcome of a place begins, before `on to the crypt`."""
_OF_MONTH = re.compile(r"(?i)(?:that|it|all|everything|nothing|she|he|they|both)\b")
"""Whom or what is told of as a month ends."""
_NEXT_MONTH = re.compile(r"(?i)\b(next|another|new|one more) month\b")
_ENDED = re.compile(
    r"(?i)(?:(?:ok|okay|right|so|well|good),? )*"
    r"(?:that['’]?s (?:it|done|all|that)(?: then| here)?"
    r"|(?:we['’]re |they['’]re |all )?"
    r"(?P<with>(?:done|finished|through) with (?:the |this |that |our )?\w+"
    r"|(?:done|finished)(?: here| there| now)?(?=[.;!]))"
    r"|(?P<named>[\w' -]+?(?:['’]s| is)? (?:done|over|finished)))"
    r"[.,;:!]+ (?:(?:and|so|now|then) )*"
    r"(?P<deed>(?!(?:next|wait|not|never|no wait|maybe|i|undo|scratch|forget|hold on|hang on)\b)"
    r"[^.;!?]+)[.!]?"
)
"""How a Turn is said to be over, before what is done in the next."""
_PLAIN_OUTCOME = re.compile(
    r"(?i)(?:nothing|no (?:sign|luck|trace|answer|one)"
    r"|(?:the|a|an) [a-z]+ (?:is|are|was|holds|opens)"
    r"|(?:they|we) (?:find|found|see|saw) (?:nothing|nobody|no ))\b"
    r"(?!.*\b(?:and|but|yet|attacks?|dies)\b)[a-z' ]*[.!]?"
)
"""What is told behind `done.` and counts nothing."""
_DONE_LAST = re.compile(
    r"(?i)((?!not |no |wait|if |unless )[^?.;!]+,[^?.;!]+)[.;!] (?:ok )?done[.!]?"
)
_DONE_FIRST = re.compile(
    r"(?i)(?:(?:ok|okay|right|so|well),? )*(?:all |that['’]?s )?done[,;:] "
    r"(?:(?P<told>[^,;.?!]+)[,;] )?(?:and |so |then )?(?P<then>[^,;.?!]+)[.!]?"
)
"""That it is done, what is told then, and what somebody does."""
_SENTENCES = re.compile(r"(?P<told>[^.;!?]{4,}?)[.;!]+ (?P<then>[^.;!?]{4,}[.!]?)")


def split_turn_end_and_next(typed: str, context: Context) -> tuple[str, ...]:
    """The lines by which a Turn ends and the next begins: the first alone where what was done is
    open no more; nothing for any other line."""
    if "?" in typed or drop_remark_on_open_outcome(typed):
        return ()
    if month := split_month_end_and_deeds(typed.strip(), context):
        return month
    if declared := split_month_begin_and_deeds(typed, context):
        return declared
    typed = replace_turns_of_speech(typed.strip())
    if context.campaign.turns and context.campaign.innermost_turn.type == "downtime":
        typed = _NEXT_MONTH.sub(r"\1 turn", typed)
    ends = compile_named_pattern("turn ends").fullmatch(typed)
    if ends and not (ends["first"].startswith(_DONE) and ends["then"] not in _LEAVING):
        is_other = ends["then"][:1] in "nN" and says_next_of_name_or_time(ends["then"], context)
        return () if is_other else (ends["first"].strip(), ends["then"].strip())
    if journey := split_downtime_and_journey(typed, context):
        return journey
    if counted := split_next_turn_and_counted_deed(typed, context):
        return counted
    if done := split_next_turn_and_light(typed, context):
        return done
    is_open = bool(context.campaign.turns and context.campaign.innermost_turn.declared)
    if is_open and (counted := _split_counted_end(typed, context)):
        return counted
    if is_open and (told := split_outcome_before_done(typed, context)):
        return told
    if is_open and (told := _split_outcome_and_deed(typed, context)):
        return told
    if is_open and (ended := _split_end_and_deed(typed, context)):
        return ended
    if is_open and (done := _split_done_and_last_deed(typed, context)):
        return done
    if is_open and (left := split_outcome_and_leaving(typed, context)):
        return left
    said = compile_named_pattern("turn over").fullmatch(typed)
    if said is None:
        return ()
    outcome = (said["outcome"] or said["told"] or "").strip(" ,;:")
    if said["told"] and _ONWARD.match(said["then"]) and not _is_of_place(outcome, context):
        return ()  # `wim jumps, on to the table`
    if said["told"] and contains_counted_amount(outcome) and means_another_line(outcome, context):
        begun = _write_next_turn(said["then"], context)
        return (outcome, begun) if begun else ()
    if said["told"] and not (is_open and _may_tell_outcome(outcome, said["then"], context)):
        return ()
    if outcome and not is_open:
        return ()
    begun = _write_next_turn(said["then"], context)
    if not begun:
        return ()
    return (f"{_DONE} {outcome}".strip(), begun) if is_open else (begun,)


def _is_of_place(told: str, context: Context) -> bool:
    """True for what came of a deed and is told of nobody, as `the vestry's searched`."""
    first = told.partition(" ")[0].casefold()
    is_ours = first in _NOBODY_TOLD or build_vocabulary(context).names_person(first)
    return not is_ours and not means_another_line(told, context)


def _split_counted_end(typed: str, context: Context) -> tuple[str, ...]:
    """The lines of `bree takes 2 damage, done`: what is counted is no text of the outcome."""
    said = _DONE_LAST.fullmatch(typed) or compile_named_pattern("done last").fullmatch(typed)
    told = next(filter(None, said.groups()), "") if said else ""
    if not told:
        return ()
    is_other = means_another_line(told, context)
    return (told, _DONE) if is_other and contains_counted_amount(typed) else ()


def _split_outcome_and_deed(typed: str, context: Context) -> tuple[str, ...]:
    """The lines of `nothing there. bree lights a torch`: what came of the one declared action, and
    what another word does."""
    said = _SENTENCES.fullmatch(typed)
    if said is None or len(context.campaign.open_matters.unresolved_actions) != 1:
        return ()
    told, then = said["told"], said["then"]
    is_told = tells_outcome(told, context)
    return (f"{_DONE} {told}", then) if is_told and means_another_line(then, context) else ()


def _split_done_and_last_deed(typed: str, context: Context) -> tuple[str, ...]:
    """The lines of `ok done, the torch is about out, corvin lights a new one`: the action is
    settled, and the last clause does something else."""
    said = _DONE_FIRST.fullmatch(typed)
    if said is None or len(context.campaign.open_matters.unresolved_actions) != 1:
        return ()
    told, then = said["told"] or "", said["then"]
    is_deed = build_vocabulary(context).names_member(then.partition(" ")[0].casefold())
    if contains_counted_amount(told) or not (is_deed and means_another_line(then, context)):
        return ()
    return (f"{_DONE} {told}".strip(), then)


def _split_end_and_deed(typed: str, context: Context) -> tuple[str, ...]:
    """The lines of `search done, they go through the door`: what was declared is settled, and the
    next Turn begins with what they do."""
    said = _ENDED.fullmatch(typed)
    if said is None:
        return ()
    end = write_end_of_named_deed(said["named"], context.campaign) if said["named"] else _DONE
    if end != _DONE:
        return ()
    if find_first_reading(said["deed"], context).partition(" ")[0] in (*_IDLE, _OUT):
        return (_DONE, said["deed"])
    if means_another_line(said["deed"], context):
        return (_DONE, said["deed"]) if said["with"] else ()
    readings = chain.from_iterable(list_command_readings(said["deed"], context))
    if not any(line.startswith(_DECLARE) for line in islice(readings, _MOST_READ)):
        is_outcome = (said["with"] or "").casefold() == _DONE and _PLAIN_OUTCOME.fullmatch(
            said["deed"]
        )
        return (f"{_DONE} {said['deed']}",) if is_outcome else ()
    begun = _write_next_turn(f"{_NEXT} {said['deed']}", context)
    return (_DONE, begun) if begun else ()


def _may_tell_outcome(outcome: str, then: str, context: Context) -> bool:
    """True for what came of a deed, and for what somebody does before the next Turn begins with
    another deed, as `they creep past, next turn search the altar`; not for what another word does.
    """
    if sounds_like_outcome(outcome):
        return True
    tokens, vocabulary = tokenize_short_line(outcome, context), build_vocabulary(context)
    if (
        not tokens
        or tokens[0].word in (*WORDS, *_SUPPOSING)
        or find_hypothetical_word(tokens, vocabulary)
    ):
        return False
    is_deed = not compile_named_pattern("turn alone").fullmatch(then)
    is_month = context.campaign.innermost_turn.type == "downtime"
    is_deed = is_deed or (is_month and _OF_MONTH.match(outcome) is not None)
    return is_deed and not (
        means_another_line(outcome, context) or contains_counted_amount(outcome)
    )


def _write_next_turn(then: str, context: Context) -> str:
    """The line of the next Turn, as `next turn we climb it` or `now climb it`; "" for none."""
    bare = compile_named_pattern("turn after").sub("", then)
    if bare.partition(" ")[0].casefold() in _BEGINNING:  # `then next search the nave`
        then = bare
    if then.strip(" .!").casefold() in _BEGINNING:
        return _NEXT
    if then[:1] in "nN" and says_next_of_name_or_time(then, context):
        return ""
    for line in list_whole_phrase_lines(tokenize_short_line(then, context), context):
        if line in _NEXT_TURN:
            return _NEXT
    for line in (*list_lines_shortened_to_next(then), then):
        word, _, what = line.partition(" ")
        if word.casefold() in ("next", "n") and what:
            return f"{_NEXT} {what}"
    readings = (
        lines
        for lines in list_command_readings(bare, context)
        if lines[0].split()[0] in WORDS and all(is_typable_line(line, context) for line in lines)
    )
    for line, *others in islice(readings, 1):
        word, _, deed = line.partition(" ")
        if word in (*_DEEDS, *_IDLE) and not others:
            return f"{_NEXT} {deed if word in _DEEDS else line}"
    return f"{_NEXT} {bare}" if compile_named_pattern("turn onward").match(bare) else ""
