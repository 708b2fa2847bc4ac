"""Asks what is meant by `we charge at them`: an attack of each, or only how they come closer; and
finds the blow of nobody who is named."""

import re
from collections.abc import Sequence
from itertools import dropwhile

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import can_fight, is_standing, list_combatants
from companion.errant.company import Errant
from companion.errant.typed_names import quote_typed_name
from companion.grammar.phrases.book.word_forms import inflect_verb, list_company_words
from companion.grammar.phrases.fights.fighters import list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous

_BESIDES = ("all", "of", "let's", "and")
_CHARGING = frozenset(form for verb in ("charge", "rush") for form in inflect_verb(verb))
_DECLARED_BLOW = re.compile(r"(?i)declare (?:she|he|it) (\w+) \w")


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


def is_blow_of_nobody_named(line: str, campaign: Campaign) -> bool:
    """True for `declare she hits him` in a fight: a blow is struck at once, by somebody."""
    said = _DECLARED_BLOW.match(line) if campaign.book.combatants else None
    return said is not None and said[1].casefold() in list_verb_group_forms("hit")
