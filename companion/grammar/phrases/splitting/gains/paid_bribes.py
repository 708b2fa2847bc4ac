"""A bribe of coins in a Negotiation, which are paid and then count: `ondine bribes him with 5p`."""

import re

from companion.grammar.context import Context
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member

_WHO, _WHOM = r"(?P<who>\w+)", r"(?P<whom>(?:the |old )?[\w'’-]+)"
_COINS = (
    r"(?P<coins>(?:\d+|an?|one|two|three|four|five|six|ten|twelve|twenty)"
    r" ?(?:p|s|g|pence|penny|pennies|shillings?|silver|guilders?|gold))"
)
_FAVOUR = r"(?:,? to [a-z][^,;.?\d]*)"
_WAYS = tuple(
    re.compile(f"(?i){each}")
    for each in (
        rf"{_WHO} (?:bribes|tries to bribe|buys off) {_WHOM},? (?:with )?{_COINS}{_FAVOUR}?",
        rf"{_WHO} (?:slips|pays|gives) {_WHOM} {_COINS}(?:,? as a bribe|,? for a bribe){_FAVOUR}?",
        rf"{_WHO} (?:slips|gives|pays) {_WHOM} a {_COINS} bribe{_FAVOUR}?",
    )
)


def split_paid_bribe(typed: str, context: Context) -> tuple[str, ...]:
    """`ondine pays 5p` and `ondine bribes him`, whose change of disposition is asked, of `ondine
    bribes him with 5p` in a Negotiation; nothing for any other line."""
    if not any(npc.is_in_negotiation for npc in context.campaign.world.npcs):
        return ()
    said = next(filter(None, (way.fullmatch(typed.strip(" .!")) for way in _WAYS)), None)
    if said is None:
        return ()
    payer, other = (find_member(said[each], context.campaign) for each in ("who", "whom"))
    if payer is None or other is not None:
        return ()
    return (f"{said['who']} pays {said['coins']}", f"{said['who']} bribes {said['whom']}")
