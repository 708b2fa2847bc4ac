"""Takes apart a line in which a month of Downtime ends: what came of it, `month's over, bree earned
60 pennies`, and the journey that begins then, `downtime's over, we head for the chapel`."""

import re
from collections.abc import Sequence

from companion.grammar.context import Context
from companion.grammar.phrases.phrase_reading import find_first_reading
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.word_forms import is_past_verb_form
from companion.grammar.phrases.questions.help_topics import is_read_only_line
from companion.grammar.phrases.turns.outcomes.clause_meanings import means_another_line

_DONE, _DOWNTIME = "done", "downtime"
_OUT, _TRAVEL, _TO = "out", "zoom travel", "declare travel to "
_MONTH_OVER = re.compile(
    r"(?i)(?:(?:ok|okay|right|so),? )*(?:the |that |this )?month(?:['’]?s| is)? "
    r"(?:over|done|up|gone)[,;:.]+ (?P<told>.+)"
)
_TOLD_FIRST = re.compile(
    r"(?i)(?P<told>[^?]+?)[,;:.]+ (?:and |so )?(?:the |that |this )?month(?:['’]?s| is)? "
    r"(?:over|done|up|gone)[.!]?"
)
"""What came of a month, before it is said to be over."""
_CLAUSES = re.compile(r",? and |, ")
_COUNTED = re.compile(r"\d")
_WHAT_WENT = ("it", "all", "everything", "that")
_UNSURE = frozenset(
    ["should", "would", "could", "maybe", "perhaps", "nobody", "if", "not", "never", "next"]
)


def split_month_end_and_deeds(typed: str, context: Context) -> tuple[str, ...]:
    """The lines of `month's over, bree earned 60 pennies and wim's cured`: what other words do, and
    the end of what was declared, with the rest of what came of it. Nothing where one clause is not
    told of one of the Company, or counts something that is not understood."""
    told_first = _TOLD_FIRST.fullmatch(typed)
    said = _MONTH_OVER.fullmatch(typed) or told_first
    turn = context.campaign.innermost_turn if context.campaign.turns else None
    if said is None or turn is None or turn.type != _DOWNTIME or not turn.declared:
        return ()
    clauses = _name_doer_of_each(_CLAUSES.split(said["told"].rstrip(" .!")), context)
    deeds = [each for each in clauses if _changes_something_else(each, context)]
    told = [each for each in clauses if each not in deeds]
    is_sure = _UNSURE.isdisjoint(typed.casefold().split())
    is_told = bool(clauses) and (bool(deeds) or told_first is not None)
    if not (is_told and is_sure) or any(map(_COUNTED.search, told)):
        return ()
    return (*deeds, f"{_DONE} {' and '.join(told)}".strip())


def _name_doer_of_each(clauses: Sequence[str], context: Context) -> list[str]:
    """The clauses with whoever did the one before in front of a bare verb, as in `bree earned 60p,
    spent 20p`; none where one of them begins otherwise, as in `bree and wim earned 20p`."""
    vocabulary, named, doer = build_vocabulary(context), list[str](), ""
    for clause in clauses:
        first, *others = clause.casefold().split()
        is_member = vocabulary.names_member(re.sub(r"['’]s$", "", first))
        is_bare = bool(doer) and is_past_verb_form(first)
        if not others or not (is_member or is_bare or first in _WHAT_WENT):
            return []
        named.append(f"{doer} {clause}" if is_bare else clause)
        doer = doer if is_bare else first if is_member else ""
    return named


def _changes_something_else(clause: str, context: Context) -> bool:
    """True for a clause that is no outcome and no deed of the month, and shows nothing only."""
    is_look = is_read_only_line(find_first_reading(clause, context), context)
    return not is_look and means_another_line(clause, context)


def split_downtime_and_journey(typed: str, context: Context) -> tuple[str, ...]:
    """The lines of `downtime's over, we head for the chapel`: the month ends, and Travel Turns
    begin with a journey; nothing for any other line."""
    turns = context.campaign.turns
    over, _, then = typed.partition(",")
    if not then or [turn.type for turn in turns] != [_DOWNTIME]:
        return ()
    is_over = find_first_reading(over, context) == _OUT
    begins = is_over and find_first_reading(then.strip(), context).startswith(_TO)
    return (_OUT, _TRAVEL, then.strip()) if begins else ()
