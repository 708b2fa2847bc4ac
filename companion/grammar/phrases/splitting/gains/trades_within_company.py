"""Splits a trade between two of the Company, `bree buys the rope from ondine for 3p`, into what is
handed over and what is paid."""

import re

from companion.errant.company import Errant
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.argument_kinds.packs.coins import COINS_BY_NAME, make_purse_of_coin
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member
from companion.grammar.phrases.splitting.same_deed_of_each import find_only_command_word

_NAME = r"[a-z][\w'’-]*"
_THING = r"(?P<thing>(?:an? |the |his |her |their |\d+ )?[a-z][\w' -]*?)"
_PRICE = (
    r"for (?P<price>(?P<number>\d+) ?(?P<coin>p|s|g|pence|penny|pennies|shillings?|guilders?))[.!]?"
)
_LEADING = re.compile(r"(?i)(?:an? |the |his |her |their |(?P<many>\d+) )")
_TRADES = tuple(
    re.compile(rf"(?i){trade} {_PRICE}")
    for trade in (
        rf"(?P<buyer>{_NAME}) (?:buys|bought|gets|takes) {_THING} (?:from|off) (?P<seller>{_NAME})",
        rf"(?P<seller>{_NAME}) (?:sells|sold|gives|hands|lets) (?P<buyer>{_NAME}) "
        rf"(?:have )?{_THING}",
        rf"(?P<seller>{_NAME}) (?:sells|sold|gives|hands) {_THING} to (?P<buyer>{_NAME})",
    )
)
"""How somebody of the Company sells another what they carry."""
_PASS = "pass"


def split_trade_within_company(typed: str, context: Context) -> tuple[str, ...]:
    """The line of what the seller hands over, and that of what the buyer pays, each done by itself;
    nothing for any other line, for a trade with somebody else, and where the one has no such thing
    or the other not so much."""
    for trade in _TRADES:
        said = trade.fullmatch(typed.strip())
        buyer = find_member(said["buyer"], context.campaign) if said else None
        seller = find_member(said["seller"], context.campaign) if said else None
        if said is None or buyer is None or seller is None or buyer is seller:
            continue
        if not (_has_thing(seller, said["thing"]) and _can_pay(buyer, said)):
            continue
        giver, taker = quote_typed_name(seller), quote_typed_name(buyer)
        lines = (f"{giver} gives {taker} {said['thing']}", f"{taker} gives {giver} {said['price']}")
        if all(find_only_command_word(line, context) == _PASS for line in lines):
            return lines
    return ()


def _has_thing(seller: Errant, thing: str) -> bool:
    """True for one sort of thing that the seller carries, and as many of it as are sold."""
    leading = _LEADING.match(thing)
    many = int(leading["many"] or 1) if leading else 1
    found = match_carried_items(seller, thing[leading.end() :] if leading else thing)
    names = {item.name for item in found}
    return len(names) == 1 and sum(item.count for item in found) >= many


def _can_pay(buyer: Errant, said: re.Match[str]) -> bool:
    coin = COINS_BY_NAME[said["coin"].casefold()]
    return make_purse_of_coin(int(said["number"]), coin).worth <= buyer.purse.worth
