"""Splits a purchase of several things for several of the Company: `buy 2 torches each for wim and
bree and a rope for corvin`."""

import re

from companion.errant.names_to_type import quote_typed_name
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member
from companion.grammar.phrases.splitting.same_deed_of_each import find_only_command_word

_NAME = r"[a-z][\w'’-]*"
_COUNT = r"(?:an?|\d+|some)"
_PURCHASE = re.compile(
    rf"(?i)(?:(?:we |they |let['’]?s )?buy|(?P<buyer>{_NAME}) (?:buys|bought))"
    r" (?P<things>[\w'’].+?)"
    rf"(?:,? (?:and )?(?P<payer>{_NAME}) pays(?: for (?:it|them|all|everything|the lot))?)?[.!]?"
)
_TOTAL = re.compile(r"(?i)(?P<many>\d+) (?P<noun>[a-z][a-z' -]*?)[,:] (?P<shares>\d+ for .+)")
_PART = re.compile(r"(?i)(\d+) for ")
"""So many of one thing, and how they are dealt out, as `3 torches, 2 for bree and 1 for wim`."""
_THEMSELVES = re.compile(r"(?i)\b(?:herself|himself|themselves|themself)\b")
_NEXT_THING = re.compile(
    rf"(?i)(?:,? and|, ?| n) (?={_COUNT} |(?:(?!(?:and|n|for)\b)[\w'’-]+ )+for )"
)
_SHARE = re.compile(
    rf"(?i)(?P<thing>(?:{_COUNT} )?[a-z][a-z' -]*?)(?P<each>,? (?:each|apiece))? for"
    rf" (?P<takers>{_NAME}(?:(?:, ?| and |, and | n ){_NAME})*)"
)
"""What is bought for whom, as `2 torches each for wim and bree`."""
_AND = re.compile(r", and |, ?| and | n ")
_FEWEST_SHARES = 2
_BUY = "buy"


def split_purchase_for_several(typed: str, context: Context) -> tuple[str, ...]:
    """A line for each thing and each who gets it; nothing for one thing, for who is not of the
    Company, and where several get a number of things and nobody says that each does."""
    said = _PURCHASE.fullmatch(write_numbers_in_digits(typed.strip()))
    things = _name_thing_of_each(said["things"]) if said else ""
    shares = [_SHARE.fullmatch(each) for each in _NEXT_THING.split(things)] if things else []
    if said is None or len(shares) < _FEWEST_SHARES:
        return ()
    paying = said["payer"] or said["buyer"]
    if paying and find_member(paying, context.campaign) is None:
        return ()
    payer = f", {paying} pays" if paying else ""
    lines = list[str]()
    for share in shares:
        named = _THEMSELVES.sub(said["buyer"] or "", share["takers"]) if share else ""
        takers = _AND.split(named)
        members = [find_member(each, context.campaign) for each in takers]
        if share is None or not all(members) or (members[1:] and not share["each"]):
            return ()
        names = [quote_typed_name(each) for each in members if each]
        lines += [f"buy {name} {share['thing']}{payer}" for name in names]
    return tuple(lines) if all(find_only_command_word(e, context) == _BUY for e in lines) else ()


def _name_thing_of_each(things: str) -> str:
    """`2 torches for bree and 1 torches for wim` for `3 torches, 2 for bree and 1 for wim`; ""
    where the parts make another sum, and anything else as it is."""
    said = _TOTAL.fullmatch(things)
    if said is None:
        return things
    parts = [int(each) for each in _PART.findall(said["shares"])]
    noun = said["noun"]
    return _PART.sub(rf"\1 {noun} for ", said["shares"]) if sum(parts) == int(said["many"]) else ""
