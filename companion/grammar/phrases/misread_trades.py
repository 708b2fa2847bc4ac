"""Tells a line of trade that is not what was said: only asked, spoken of, or a total."""

import re

from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.ways_of_saying.left_out_values import Implied

_NEW, _PRICING = "give ", "price "
_OF_HEALTH, _OF_LOADS = "hp ", "slots "
_NO_LOAD = re.compile(r"(?i)\b(?:(?:for|on) (?:sale|hire)|to be had|odds|chance|need(?: to hit)?$)")
_PRICED = re.compile(
    r"(?i)\bhow much (?:for\b|(?:is|are) (?:the|those|these|your) \w+s\b(?! \w)"
    r"|(?:\w+ ){0,2}an? (?!hit\b))"
)
"""How a price is asked: `how much is a mule` is no question about the mule that is here."""
_COUNTING = ("supply ", "coins ", "exhaust ", "give ", "drop ", "use ")
_LEFT = re.compile(
    r"(?i)\b(?:down|up|back) to (?:just |only |about |her |his |their |the )*(?:last )?\d"
    r"|\bdown to (?:his|her|its|their|the|our|my) last\b"
    r"|\b(?:supply|supplies|exhaustion|fatigue) (?:is|are|now|stands) (?:now |at |only )*\d"
)
"""How it is told what somebody has now."""
_PROMISED = re.compile(r"(?i)\bsa(?:ys|id)\b.* (?:get|have|bring)\b")
_WARES, _OF_WARES = "wares", "wares "
_OF_MARKET = re.compile(
    r"(?i)\b(?:wares|goods|stock\w*|sale|s[eo]ll?(?:s|ing|d)?|buy\w*|bought|shop\w*|stores?|stalls?|markets?"
    r"|price\w*|cost\w*|available|traders?|merchants?|offers?|brows\w+|purchas\w+|have|got|here)\b"
)
"""How the market is spoken of."""
_FETCHED = re.compile(
    r"(?i)(?:what|how much)\b.*\b(?:get|make|ask|want)\b"
    r".* for (?:the|h[ie][sr]|their|our|my|\w+'s)\b"
)
_OWN_FETCHED = re.compile(r"(?i)\b(?:the|h[ie][sr]|their|our|my|\w+['’]s) (?:\w+ )+?fetch")
_TWO_SUMS = re.compile(r"worth (?P<first>\d+) \w+ \d+ \w+")
_SEEN = re.compile(
    r"(?i)(?:(?:ok|oh|so|and|now|well|then|but)[, ]+)*(?:(?:i|we|you|they)(?: all| just| now)* see"
    r"|[a-z]+ (?:sees|saw))\b(?!.*\?)"
)
"""How it is told what somebody sees."""
_OF_COMPANY = ("armour", "company")
_OFFERED = re.compile(
    r"(?i)(?:what|which)\b(?!.*\b(?:left|suppl|food|ration))"
    r".*\bthey (?:have|got|stock|sell)\b"
)
_SECONDS = re.compile(r"\+\d+s")
_TRADING = re.compile(
    r"(?i)\b(?:gets?|got|buys?|bought|sells?|sold|pays?|paid|goes|costs?|haggles?|takes?|it|them|one)"
    r" (?:\w+ )?for \d"
)
"""How it is said what somebody gets or pays, so that an s after the number is of shillings."""


def is_misread_trade(line: str, typed: str, context: Context) -> bool:
    """True for what is bought, sold, counted or worth by a line that was said otherwise."""
    return (
        _asks_only_for_price(line, typed)
        or _misreads_total_as_change(line, typed)
        or _misreads_coins_as_worth(line, typed)
        or _misreads_shillings_as_seconds(line, typed)
        or _is_trade_only_spoken_of(line, typed, context)
    )


def _misreads_shillings_as_seconds(line: str, typed: str) -> bool:
    """True for a step of the clock where somebody gets or gives something for shillings, as in `she
    gets it for 20s`."""
    return _SECONDS.fullmatch(line) is not None and _TRADING.search(typed) is not None


def _asks_only_for_price(line: str, typed: str) -> bool:
    """True for the HP of an animal where it was asked what such a one costs, and for what one
    carries where it was asked whether any is sold, or for their chances."""
    if line.startswith(_OF_LOADS):
        return _NO_LOAD.search(typed) is not None
    return line.startswith(_OF_HEALTH) and _PRICED.search(typed) is not None


def _misreads_total_as_change(line: str, typed: str) -> bool:
    """True for a loss or a gain where it was told what there is now: `bree is down to 6 supply`."""
    return line.startswith(_COUNTING) and _LEFT.search(write_numbers_in_digits(typed)) is not None


def _is_trade_only_spoken_of(line: str, typed: str, context: Context) -> bool:
    """True for what the Company has where it was asked which things those of a market have; and for
    what is sold where it was asked what something of theirs fetches, told what they see, or nothing
    was said of a market. And for what is only promised: `bree says he'll get the bell`."""
    is_of_wares = line.startswith(_OF_WARES)
    is_fetched = is_of_wares and bool(_FETCHED.match(typed) or _SEEN.match(typed))
    is_asked = line.startswith(_OF_COMPANY) and _OFFERED.match(typed) is not None
    is_promised = line.startswith(_NEW) and _PROMISED.search(typed) is not None
    is_promised = is_promised or (line.strip() == _WARES and not _OF_MARKET.search(typed))
    if line.startswith(_PRICING) and _OWN_FETCHED.search(typed):
        named = line.removeprefix(_PRICING)
        is_fetched = any(match_carried_items(each, named) for each in context.campaign.errants)
    return is_promised or is_fetched or (is_asked and bool(Implied((), context)["MARKET"]))


def _misreads_coins_as_worth(line: str, typed: str) -> bool:
    """True for a thing that would be worth the coins beside it as well: `30 silver and a gold ring
    worth 5 shillings`."""
    said = _TWO_SUMS.search(line)
    told = write_numbers_in_digits(typed)
    return said is not None and not re.search(rf"(?i)\bworth\b[^,;]*?\b{said['first']}\b", told)
