"""Takes apart a line by which a month of Downtime begins and each declares what they do in it:
`next. bree trains, wim rests up`."""

import re

from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary

_NEXT_AND_DEEDS = re.compile(r"(?i)(?:ok,? )?next(?: month)?[,.:;] (?P<deeds>[^\d?]+?)[.!]?")
_CLAUSES = re.compile(r", and |, |; ")
_DOWNTIME, _NEXT = "downtime", "next"
_FEWEST_WORDS = 2


def split_month_begin_and_deeds(typed: str, context: Context) -> tuple[str, ...]:
    """`next`, and the declaration of each who is named; nothing where something is still open, and
    where a clause is of nobody in the Company, or of somebody twice."""
    campaign = context.campaign
    said = _NEXT_AND_DEEDS.fullmatch(typed.strip())
    is_month = bool(campaign.turns) and campaign.innermost_turn.type == _DOWNTIME
    if said is None or not is_month or bool(campaign.open_matters):
        return ()
    vocabulary, clauses = build_vocabulary(context), _CLAUSES.split(said["deeds"])
    doers = [vocabulary.find_member(each.partition(" ")[0].casefold()) for each in clauses]
    are_deeds = all(len(each.split()) >= _FEWEST_WORDS for each in clauses)
    if not all(doers) or len({*doers}) < len(doers) or not are_deeds:
        return ()
    return (_NEXT, *(f"declare {each}" for each in clauses))
