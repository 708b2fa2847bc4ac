"""A bribe of coins in a Negotiation, which are paid and then count: `ondine bribes him with 5p`."""

import re

from companion.grammar.context import Context
from companion.grammar.name_matching import find_only_match
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member

_WHO, _WHOM = r"(?P<who>\w+)", r"(?P<whom>(?:the |old )?[\w'’-]+)"
_COINS = (
    r"(?P<coins>(?:\d+|an?|one|two|three|four|five|six|ten|twelve|twenty)"
    r" ?(?:p|s|g|pence|penny|pennies|shillings?|silver|guilders?|gold))"
)
_WORD = r"(?!(?:and|unless|if|maybe|then)\b)[a-z'’]+"
_FAVOUR = rf"(?:,? to {_WORD}(?: {_WORD}){{0,5}})"
_THEM = ("him", "her", "them")
_WAYS = tuple(
    re.compile(f"(?i){each}")
    for each in (
        rf"{_WHO} (?:bribes|buys off) {_WHOM},? (?:with )?{_COINS}{_FAVOUR}?",
        rf"{_WHO} (?:slips|pays|gives) {_WHOM} {_COINS}(?:,? as a bribe|,? for a bribe){_FAVOUR}?",
        rf"{_WHO} (?:slips|gives|pays) {_WHOM} a {_COINS} bribe{_FAVOUR}?",
    )
)


def split_paid_bribe(typed: str, context: Context) -> tuple[str, ...]:
    """`ondine pays 5p` and `ondine bribes him`, whose change of disposition is asked, of `ondine
    bribes him with 5p` in a Negotiation; nothing for any other line."""
    said = next(filter(None, (way.fullmatch(typed.strip(" .!")) for way in _WAYS)), None)
    if said is None:
        return ()
    talked = [npc for npc in context.campaign.world.npcs if npc.is_in_negotiation]
    is_of_talk = bool(talked) and said["whom"].casefold() in _THEM
    is_of_talk = is_of_talk or find_only_match(said["whom"], talked) is not None
    if not is_of_talk or find_member(said["who"], context.campaign) is None:
        return ()
    return (f"{said['who']} pays {said['coins']}", f"{said['who']} bribes {said['whom']}")
