"""Numbers in a phrase with what they count: coins, time, dice, times, DVs and faces rolled by
hand."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.typed_line import begins_like_dice

Meanings = dict[str, str]
"""What some words may mean: by the kind of thing, how it is typed in a line."""

SIGNS = {"plus": "+", "minus": "-", "+": "+", "-": "-"}
_DV_WORDS = ("dv", "dc", "difficulty")
_THREAT_WORDS = ("threat", "thr", "danger")
_MAX_PLAIN_DV = 10
"""A larger number beside a Check is what somebody rolled."""
_DAYS_OF_WEEK = 7


class Amount(NamedTuple):
    """What a number means, with the sign before it and how many words it takes."""

    meanings: Meanings
    length: int
    sign: str = ""


_NUMBER = re.compile(r"([+-]?)(\d+)")
_ReadAmount = Callable[[re.Match[str]], Amount]


def parse_amount(words: Sequence[str]) -> Amount | None:
    """What the number that these words begin with means; None where they begin with none."""
    word, *others = words
    after = others[0] if others else ""
    if word in SIGNS and others and (found := parse_amount(others)):
        return found._replace(sign=SIGNS[word], length=found.length + 1)
    if number := _NUMBER.fullmatch(word):
        return _read_number_and_unit(number[2], after)._replace(sign=number[1])
    if word == "times" and after.isdecimal():
        return Amount({"times": f"x{after}"}, 2)
    if word in _DV_WORDS and after.isdecimal():
        return Amount({"dv": after}, 2)
    if word in _THREAT_WORDS and after.isdecimal():
        return Amount({"threat": after}, 2)
    if word.isalpha():
        return None
    for pattern, read in _WRITTEN:
        matched = re.fullmatch(pattern, word)
        if matched and (found := read(matched)).meanings:
            return found
    return Amount({"dice": word}, 1) if begins_like_dice(word) else None


def _read_number_and_unit(number: str, after: str) -> Amount:
    """A number with the unit after it, if there is one."""
    if name := index_coin_names().get(after):
        return Amount({"coins": format_coin_count(number, name)}, 2)
    if after in ("time", "times"):
        return Amount({"times": f"x{number}"}, 2)
    if after == "depletion":
        return Amount({"depletion": number}, 2)
    if span := _read_time_span(number, after):
        return Amount(span, 2)
    is_roll = len(number) == 2 and int(number) > _MAX_PLAIN_DV
    return Amount({"number": number} | ({"roll": number} if is_roll else {}), 1)


def _read_time_span(number: str, unit: str) -> Meanings:
    """A span of time; for Turns also how many."""
    letter = index_time_unit_letters().get(unit, "")
    if letter == "w":
        return {"span": f"{int(number) * _DAYS_OF_WEEK}d"}
    turns = {"turns": number} if letter == "t" else {}
    return {"span": f"{number}{letter}", **turns} if letter else {}


def _read_money(text: str) -> Meanings:
    """Coins; a number with an s may be seconds too."""
    found = re.findall(r"(\d+)([psg])", text)
    coins = " ".join(
        format_coin_count(number, index_coin_names()[letter]) for number, letter in found
    )
    return {"coins": coins} | ({"span": text} if re.fullmatch(r"\d+s", text) else {})


def format_coin_count(number: str, name: str) -> str:
    """So many of a coin that is called so, as `shilling|shillings` of 5."""
    one, many = name.split("|")
    return f"{number} {one if number == '1' else many}"


_WRITTEN: tuple[tuple[str, _ReadAmount], ...] = (
    (r"0\.\d+", lambda found: Amount({"part": found[0]}, 1)),
    (r"x(\d+)|(\d+)x", lambda found: Amount({"times": f"x{found[1] or found[2]}"}, 1)),
    (r"(?:dv|dc)(\d+)", lambda found: Amount({"dv": found[1]}, 1)),
    (r"-?\d+,-?\d+", lambda found: Amount({"hex": found[0], "faces": found[0]}, 1)),
    (r"=(\d+(?:,\d+)*)", lambda found: Amount({"faces": found[1]}, 1)),
    (r"([+-]?)(\d+)(?:sh|bob)", lambda found: Amount(_read_money(f"{found[2]}s"), 1, found[1])),
    (r"([+-]?)((?:\d+[psg]p?)+)", lambda found: Amount(_read_money(found[2]), 1, found[1])),
    (
        r"([+-]?)(\d+)([a-z]+)",
        lambda found: Amount(_read_time_span(found[2], found[3]), 1, found[1]),
    ),
)
"""Amounts of one word: how they are written, and what they mean."""


@cache
def index_coin_names() -> dict[str, str]:
    """The coin of each name of one, as `penny|pennies`."""
    coins = load_phrases().coins
    return {unit: name for name, units in coins.items() for unit in units}


@cache
def index_time_unit_letters() -> dict[str, str]:
    """The letter of each unit of time: m, h, d, w or t for Turns."""
    spans = load_phrases().spans
    return {unit: letter for letter, units in spans.items() for unit in units}


def is_coin_or_time_unit(word: str) -> bool:
    """True for the name of a coin or of a span of time, but not for its letter."""
    return len(word) > 1 and (word in index_coin_names() or word in index_time_unit_letters())


def list_coin_and_time_units() -> Words:
    """Every unit of coins and time."""
    return (*index_coin_names(), *index_time_unit_letters())
