"""Takes apart a line by which a month of Downtime begins and each declares what they do in it:
`next. bree trains, wim rests up`."""

import re

from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import is_neither_asked_nor_denied
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.turns.outcomes.clause_meanings import find_first_typable_line
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

_NEXT_AND_DEEDS = re.compile(r"(?i)(?:ok,? )?next(?: month)?[,.:;] (?P<deeds>[^\d?]+?)[.!]?")
_CLAUSES = re.compile(r", and |, |; | and ")
_DOWNTIME, _NEXT, _DECLARE = "downtime", "next", "declare"
_FEWEST_WORDS = 2


def split_month_begin_and_deeds(typed: str, context: Context) -> tuple[str, ...]:
    """`next`, and the declaration of each who is named; nothing where something is still open, and
    where a clause is of nobody in the Company, of somebody twice, or of anything but a month's
    work."""
    campaign = context.campaign
    said = _NEXT_AND_DEEDS.fullmatch(typed.strip())
    is_month = bool(campaign.turns) and campaign.innermost_turn.type == _DOWNTIME
    if said is None or not is_month or bool(campaign.open_matters):
        return ()
    vocabulary, clauses = build_vocabulary(context), _list_clauses(said["deeds"])
    doers = [vocabulary.find_member(each.partition(" ")[0].casefold()) for each in clauses]
    are_deeds = all(len(each.split()) >= _FEWEST_WORDS for each in clauses)
    if not all(doers) or len({*doers}) < len(doers) or not are_deeds:
        return ()
    if not all(_is_work(each, context, vocabulary) for each in clauses):
        return ()
    return (_NEXT, *(f"{_DECLARE} {each}" for each in clauses))


def _list_clauses(deeds: str) -> list[str]:
    """The clauses; a name alone belongs to the next, as in `bree and wim train`."""
    clauses, names = list[str](), ""
    for each in _CLAUSES.split(deeds):
        is_name = len(each.split()) < _FEWEST_WORDS
        names = f"{names}{each} and " if is_name else names
        clauses += [] if is_name else [f"{names}{each}"]
        names = names if is_name else ""
    return clauses if not names else [*clauses, names]


def _is_work(clause: str, context: Context, vocabulary: Vocabulary) -> bool:
    """True for what is declared and nothing else, as `wim rests up`: no sale, and no illness."""
    if not is_neither_asked_nor_denied(tokenize_short_line(clause, context), vocabulary):
        return False
    return find_first_typable_line(clause, context).startswith(f"{_DECLARE} ")
