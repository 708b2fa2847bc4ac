"""Splits a gift of a thing and of coins into one of each: `ondine gives wim two torches and 20
pennies`."""

import re

from companion.grammar.context import Context
from companion.grammar.phrases.book.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.splitting.same_deed_of_each import find_only_command_word

_GIFT = re.compile(
    r"(?i)(?P<giving>\w+ (?:gives?|hands?|passes|slips|lends) \w+) (?P<things>.*?[a-z]\w*)"
    r"(?:,? and|,) (?P<coins>\d+ ?"
    r"(?:p|pence|penny|pennies|s|silver|shillings?|g|gold|guilders?))[.!]?"
)
_COINS = re.compile(r"(?i).*\b(?:p|pence|penny|pennies|s|silver|shillings?|g|gold|guilders?)")
_WORDS = ("pass", "give"), ("pass", "coins")
"""Words of what is given, and of the coins."""


def split_gift_with_coins(typed: str, context: Context) -> tuple[str, ...]:
    """A line for what is given and one for the coins; nothing for any other line."""
    said = _GIFT.fullmatch(write_numbers_in_digits(typed.strip()))
    if said is None or _COINS.fullmatch(said["things"]):
        return ()
    lines = f"{said['giving']} {said['things']}", f"{said['giving']} {said['coins']}"
    are_read = zip(lines, _WORDS, strict=True)
    return (
        lines if all(find_only_command_word(e, context) in words for e, words in are_read) else ()
    )
