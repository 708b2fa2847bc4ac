"""Takes apart a line by which a month of Downtime begins and each declares what they do in it:
`next. bree trains, wim rests up`."""

import re
from collections.abc import Iterator, Sequence

from companion.campaign.campaign import Campaign
from companion.errant.company import list_members_present
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import is_neither_asked_nor_denied
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.word_forms import (
    is_past_verb_form,
    list_mishap_verb_forms,
)
from companion.grammar.phrases.turns.outcomes.clause_meanings import find_first_typable_line
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line

_MONTH_AND_DEEDS = re.compile(
    r"(?i)(?:(?:ok|okay|so|then|right),? )*"
    r"(?P<month>next(?: month)?"
    r"|(?:(?:we |they |everyone |everybody |all )*(?:spends?|takes?|stays?|goes into|has|have) )?"
    r"(?:(?:for )?(?:a|an|1|one|the|this|the next|another) (?:whole )?month(?: of downtime)?"
    r"|(?:a |the )?downtime)"
    r"(?: (?:here|there|off|at \w+|in \w+))*)[,.:;]+ (?:then )?(?P<deeds>[^\d?]+?)[.!]?"
)
"""A month that begins, and what each does in it."""
_CLAUSES = re.compile(r", and |, |; |\. | and ")
_DOWNTIME, _NEXT, _DECLARE, _CURED = "downtime", "next", "declare", "effect end "
_OF_THIS_MONTH = re.compile(r"(?i)(?:for )?(?:this|the) (?!next)")
_OF_ONE = {"are": "is", "have": "has", "were": "was"}
_NO_WORK = frozenset(
    [
        *("is", "are", "was", "were", "be", "has", "have", "had", "wants", "hopes", "plans"),
        *("asks", "says", "tells", "thinks", "guesses", "reckons", "leads", "steals", "loses"),
        *("finds", "knows", "dies", "wins"),
    ]
)
"""Verbs that tell of no month's work."""
_FEWEST_WORDS, _NOTHING = 2, "nothing"
_WORK = frozenset(["rest", "heal", "talk"])
"""Words of the companion's that are a month's work, too."""
_OTHERS = re.compile(
    r"(?i)(?:(?:and )?the (?:rest|others)|everyone else|everybody else)(?: all| just)? "
)


def split_month_begin_and_deeds(typed: str, context: Context) -> tuple[str, ...]:
    """The lines by which a month begins, and the declaration of each who is named, or is one of the
    rest; nothing where a clause is of nobody in the Company, of somebody twice, or of anything but
    a month's work, and for `next` where something is still open."""
    campaign = context.campaign
    said = _MONTH_AND_DEEDS.fullmatch(typed.strip())
    is_month = bool(campaign.turns) and campaign.innermost_turn.type == _DOWNTIME
    if said is None:
        return ()
    is_next = said["month"].casefold().startswith(_NEXT)
    if is_next and (campaign.open_matters or not is_month):
        return ()
    vocabulary, clauses = build_vocabulary(context), _list_clauses(said["deeds"], context)
    doers = [vocabulary.find_member(each.partition(" ")[0].casefold()) for each in clauses]
    clauses = [*_name_the_rest(clauses, doers, campaign)]
    doers = [vocabulary.find_member(each.partition(" ")[0].casefold()) for each in clauses]
    are_deeds = all(len(each.split()) >= _FEWEST_WORDS for each in clauses)
    if not (doers and all(doers)) or len({*doers}) < len(doers) or not are_deeds:
        return ()
    if not all(_is_work(each, context, vocabulary) for each in clauses):
        return ()
    goes_on = is_month and _OF_THIS_MONTH.match(said["month"]) and campaign.innermost_turn.rolled
    begun = [] if goes_on else [_NEXT] if is_month else [_DOWNTIME, _NEXT]
    return (*begun, *(f"{_DECLARE} {each}" for each in clauses))


def _name_the_rest(
    clauses: Sequence[str], doers: Sequence[str], campaign: Campaign
) -> Iterator[str]:
    """The clauses, with one for each of the Company who is not named for `the rest loaf`."""
    members = [each for each in list_members_present(campaign.errants) if each.kind == "errant"]
    for clause in clauses:
        if said := _OTHERS.match(clause):
            others = [each for each in members if each.id not in doers]
            verb, _, more = clause[said.end() :].partition(" ")
            deed = f"{_write_verb_of_one(verb)} {more}".strip()
            yield from (f"{each.id} {deed}" for each in others)
        else:
            yield clause


def _write_verb_of_one(verb: str) -> str:
    """`studies` for `study`, and `is` for `are`, which is no work."""
    if verb in _OF_ONE:
        return _OF_ONE[verb]
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o")) else f"{verb}s"


def _list_clauses(deeds: str, context: Context) -> list[str]:
    """The clauses; a name alone belongs to the next, as in `bree and wim train`, and what begins
    with nobody's name to the one before, as in `wim rests and gets over the ague`."""
    vocabulary, clauses, names = build_vocabulary(context), list[str](), ""
    for each in _CLAUSES.split(deeds):
        is_name = len(each.split()) < _FEWEST_WORDS
        is_of_somebody = vocabulary.find_member(each.partition(" ")[0].casefold())
        if is_name:
            names = f"{names}{each} and "
        elif clauses and not (names or is_of_somebody or _OTHERS.match(each)):
            clauses[-1] += f" and {each}"
        else:
            clauses.append(f"{names}{each}")
            names = ""
    return [] if names else clauses


def _is_work(clause: str, context: Context, vocabulary: Vocabulary) -> bool:
    """True for what is declared and nothing else, as `wim rests up`; not for what is a word of the
    companion's, as `wim sells his torch`, or over already."""
    tokens = tokenize_short_line(clause, context)
    if not (tokens and is_neither_asked_nor_denied(tokens, vocabulary)):
        return False
    words = [token.word for token in tokens if token.word != "and"]
    verbs = [word for word in words if not vocabulary.names_member(word)][:1]
    if any(is_past_verb_form(verb) or verb.removesuffix("s") in WORDS for verb in verbs):
        return verbs[0].removesuffix("s") in _WORK and not is_past_verb_form(verbs[0])
    if not (list_mishap_verb_forms() | _NO_WORK).isdisjoint(verbs) or _NOTHING in clause.casefold():
        return False
    line = find_first_typable_line(clause, context)
    is_declared = not line or line.startswith((f"{_DECLARE} ", f"{_NEXT} "))
    return is_declared or line.startswith(_CURED)  # who gets over it works at that
