"""Splits `wim lights one of bree's torches` into the torch that changes hands and its lighting."""

import re

from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member
from companion.text_cleaning import quote_name

_TORCH = "torch"
_LIT = re.compile(
    r"(?i)(?:(?:the|his|her) (?:torch|candle) (?:sputters|gutters|flickers|fizzles|is dying)"
    r"(?: and)?,? )?(?P<who>[a-z][\w-]*) (?:lights?|lit|kindles?) (?:up )?"
    r"(?:an?|one|1|another|a fresh|a new)(?: one)?(?: (?P<what>torch|candle))? (?:of|from|out of) "
    r"(?P<owner>[a-z][\w-]*)['’]s (?P<where>pack|bag|backpack|gear|stuff|torches|candles)[.!]?"
)

_TAKEN = re.compile(
    r"(?i)(?P<who>[a-z][\w-]*) (?:takes|gets|borrows|grabs) (?:an?|one|1)(?: of)?"
    r" (?P<what>torch|candle)"
    r"(?:es|s)? off (?P<owner>[a-z][\w-]*)(?: and|, then|,) (?P<where>lights?) it[.!]?"
)
"""A light that changes hands, and is lit by whoever takes it."""


def split_torch_taken_and_lit(typed: str, context: Context) -> tuple[str, ...]:
    """The line by which the light changes hands, and that by which it is lit; nothing for any other
    line, and where nobody has such a light."""
    if not (said := _LIT.fullmatch(typed.strip()) or _TAKEN.fullmatch(typed.strip())):
        return ()
    who = find_member(said["who"], context.campaign)
    owner = find_member(said["owner"], context.campaign)
    where = singularise_name(said["where"].casefold())
    what = said["what"] or (where if where in (_TORCH, "candle") else _TORCH)
    if who is None or owner is None or who is owner or not match_carried_items(owner, what):
        return ()
    taker, thing = quote_typed_name(who), quote_name(what.casefold())
    return (f"pass {quote_typed_name(owner)} {taker} {thing}", f"light {taker} {thing}")
