"""Splits a question for the prices of several things, `what's a lantern and a flask of oil`, into
one question each."""

import re

from companion.grammar.context import Context
from companion.grammar.phrases.splitting.same_deed_of_each import find_only_command_word
from companion.grammar.phrases.ways_of_saying.left_out_values import Implied

_ONE_OF_GOODS = r"(?!(?:the|his|her|their|our|my)\b)[\w'’][^,?]*?"
_SEVERAL_PRICED = re.compile(
    r"(?i)(?:(?:ok|so|and|hey|right)[, ]+)*"
    r"(?:(?!nobody|no\b)\w+ (?:wants|needs)(?=.+, ?(?:what|how))|what(?:['’]?s| is| are)"
    r"|how much(?:['’]?s| is| are| for)?|what (?:do|does|would|will)"
    r"|(?:what(?:['’]?s| is) )?(?:the )?prices?(?: of| for|:)?)"
    rf" (?P<goods>{_ONE_OF_GOODS}(?:, {_ONE_OF_GOODS})*,? and {_ONE_OF_GOODS})"
    r"(?: (?:cost|costs|be|go for|going for|worth|here|now)"
    r"|, ?(?:what|how much)(?:['’]?ll|['’]?s| is| will| would| does| do| are)?"
    r" (?:that|it|they|this|those|the lot)"
    r"(?: (?:cost|be|come to|set (?:him|her|them) back))?)*[?.! ]*"
)
_BETWEEN = re.compile(r",? and |, ")
_PRICE = "price"


def split_price_questions(typed: str, context: Context) -> tuple[str, ...]:
    """A question for each thing of which a price is asked, in a Settlement; nothing for any other
    line, and where half of them have no price."""
    said = _SEVERAL_PRICED.fullmatch(typed.strip())
    if said is None or not Implied((), context)["MARKET"]:
        return ()
    lines = tuple(f"how much is {each}" for each in _BETWEEN.split(said["goods"]))
    priced = [find_only_command_word(line, context) == _PRICE for line in lines]
    return lines if sum(priced) > len(priced) / 2 else ()
