"""Asks what is meant by `we charge at them`: an attack of each, or only how they come closer; and
finds the blow of nobody who is named, or at nobody."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import dropwhile

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import can_fight, is_standing, list_combatants
from companion.errant.company import Errant
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.phrases.phrasebook.word_forms import (
    list_company_words,
    list_verb_forms,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous

_BESIDES = ("all", "of", "let's", "and")
_CHARGING = list_verb_forms(("charge", "rush"))
_SLIP = 0.75
"""So alike is a name and a slip of it."""
_BLOW = re.compile(
    r"attack (?P<attacker>[\w-]+) on (?P<victim>[\w-]+)\b"
    r"|declare [\w-]+ (?P<verb>\w+) (?P<struck>[\w-]+)\b"
    r"|hurt (?P<hurt>[\w-]+) "
)
_GETTING = re.compile(
    r"(?i)\b(?:gets?|takes?|finds?|grabs?|buys?|needs?|wants?|picks up|receives?|carries|gathers"
    r"|pockets)"
    r" (?:[a-z]+ )?[a-z]+\W*$"
)
_DECLARED_BLOW = re.compile(
    r"(?i)declare (?:(?:she|he|it) (?P<told>\w+)(?: \w|$)|(?:\w+ )?(?P<called>\w+)"
    r" (?:it|him|her|them)(?: again)?(?: with (?:the|his|her|an?) [\w -]+)?$)"
)


def is_company_charge(tokens: Sequence[Token]) -> bool:
    """True for `we charge at them`: all of the Company do."""
    words = [token.word for token in tokens]
    told = [*dropwhile(list_company_words().union(_BESIDES).__contains__, words)]
    return len(told) < len(words) and bool(told) and told[0] in _CHARGING


def refuse_unclear_charge(typed: str, tokens: Sequence[Token], campaign: Campaign) -> None:
    """Raises Ambiguous for a charge of all of the Company in a fight."""
    if "?" in typed or not campaign.book.combatants or not is_company_charge(tokens):
        return
    fighting = list_combatants(campaign)
    able = [who for _, who in fighting if isinstance(who, Errant) and can_fight(campaign, who)]
    foes = [who for each, who in fighting if each.side == "others" and is_standing(campaign, who)]
    lines = [
        f"attack {quote_typed_name(who)} on {quote_typed_name(foe)}" for who in able for foe in foes
    ]
    told = f"declare {typed.rstrip('.! ')}"
    raise Ambiguous(f"«{typed}» may mean two things.", f"Try: {', or '.join([*lines[:1], told])}")


def is_blow_at_unnamed_errant(line: str, typed: str, campaign: Campaign) -> bool:
    """True for an attack of an Errant on another whose name nobody typed: `wim stabs him` is no
    blow at Corvin, who was named last; nor is `bree, wim gets hammer` one of Bree's."""
    said, own = _BLOW.match(line), {errant.id for errant in campaign.errants}
    if said and {said["attacker"], said["victim"]} <= own and _GETTING.search(typed):
        return True
    struck = _find_errant_struck_by_own(line, typed, campaign)
    return struck is not None and not _is_errant_named(struck, typed)


def _find_errant_struck_by_own(line: str, typed: str, campaign: Campaign) -> Errant | None:
    """The Errant at whom another of the Company strikes in this line of a fight; None for none."""
    said = _BLOW.match(line) if campaign.book.combatants else None
    if said is None:
        return None
    verbs, (first, second, *_) = list_verb_group_forms("hit"), (*typed.casefold().split(), "", "")
    own = {word.casefold() for errant in campaign.errants for word in errant.name.split()}
    is_own_blow = first in own and second in verbs
    is_blow = said["attacker"] or (said["verb"] in verbs) or (said["hurt"] and is_own_blow)
    struck = said["victim"] or said["struck"] or said["hurt"]
    found = next((errant for errant in campaign.errants if errant.id == struck), None)
    return found if is_blow else None


def _is_errant_named(errant: Errant, typed: str) -> bool:
    """True where a word of their name was typed, or the beginning or a slip of one."""
    names = [word.casefold() for word in errant.name.split() if word[0].isupper()]
    words = re.findall(r"[\w-]+", typed.casefold())
    is_begun = any(name.startswith(word) for word in words for name in names)
    return is_begun or any(get_close_matches(name, words, cutoff=_SLIP) for name in names)


def declares_blow_of_nobody_named(line: str, campaign: Campaign) -> bool:
    """True for `declare she hits him` and `declare it flees` in a fight: a blow is struck at once,
    by somebody, and who flees is gone."""
    said = _DECLARED_BLOW.match(line) if campaign.book.combatants else None
    verb = (said["told"] or said["called"]).casefold() if said else ""
    return verb in {*list_verb_group_forms("hit"), *list_verb_group_forms("flee")}
