"""Coins in a line: `+30`, `-2 shillings`, `5 guilders`, and prices in them."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.errant.company import list_everyone_present
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.coin import Purse
from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words, WrongFormError
from companion.grammar.argument_kinds.company import LESS, MORE
from companion.grammar.name_matching import find_exact_errant
from companion.grammar.option_and_number_parsing import parse_whole_number
from companion.refusal import Ambiguous, Impossible, Malformed, find_names_likely_meant, join_words

_DENOMINATIONS = {
    "pennies": ("penny", "of copper"),
    "shillings": ("shilling", "10 pennies each"),
    "guilders": ("guilder", "100 pennies each"),
}
"""Coins by their number of many, with the name of one and what the menu says of them."""
_SHORT_COINS = {coin[0]: coin for coin in _DENOMINATIONS}
COINS_BY_NAME = {
    **_SHORT_COINS,
    **{"coin": "pennies", "coins": "pennies"},
    **{name: coin for coin, (one, _) in _DENOMINATIONS.items() for name in (one, coin)},
}


_JOINED = re.compile(r"(?:[+-]?\d{1,12}[psg],?)+", re.IGNORECASE)
_JOINED_PART = re.compile(r"[+-]?\d+|[psg]", re.IGNORECASE)


def is_coin_name(word: str) -> bool:
    """True for the name of a coin, or a short form of one, in any case."""
    return word.casefold() in COINS_BY_NAME


def split_numbers_from_coins(words: Words) -> Words:
    """`5 shillings, 3 pennies`, `5s and 3p` or `5s3p` as numbers, each with its coin after it."""
    found: list[str] = []
    for word in words:
        if _JOINED.fullmatch(word):
            found += _JOINED_PART.findall(word)
        elif is_coin_name(word.removesuffix(",")):
            found.append(word.removesuffix(","))
        elif word.casefold() != "and" or not (found and is_coin_name(found[-1])):
            found.append(word)
    return tuple(found)


def ends_with_coins(words: Words) -> bool:
    """True for words with coins at the end; a short form, as `s`, counts after its number alone."""
    *before, last = ("", *split_numbers_from_coins(words))
    is_counted = bool(before) and re.fullmatch(r"[+-]?\d+|x\d+|all", before[-1].casefold())
    return is_coin_name(last) and (last.casefold() not in _SHORT_COINS or bool(is_counted))


def find_misspelt_coin(word: str) -> str:
    """The coins of which a word may be a slip, as `penies`; "" for none, and for a word of as many
    letters, as `peonies`, which are flowers."""
    slips = find_names_likely_meant(word, (name for name in COINS_BY_NAME if len(name) > 1))
    letters = sorted(word.casefold())
    return next((e for e in slips if len(e) != len(word) or sorted(e) == letters), "")


def make_purse_of_coin(number: int, coin: str) -> Purse:
    return Purse()._replace(**{COINS_BY_NAME[coin.casefold()]: number})


def format_coins(number: int, coin: str) -> str:
    """So many coins of one name, as `1 penny` and `1,200 pennies`."""
    return f"{number:,} {_DENOMINATIONS[coin][0] if number == 1 else coin}"


class CoinChange(NamedTuple):
    """So many coins of a denomination more, or fewer."""

    number: int
    coin: str


def _read_coin_changes(words: Words, so_far: LineSoFar) -> tuple[CoinChange, ...]:
    """Numbers, each with its coin, in `+1 guilder -5 shillings`; pennies where no coin is named.
    Raises Malformed, and Ambiguous for a number without a sign after a minus."""
    changes, words = list[CoinChange](), split_numbers_from_coins(words)
    for at, word in enumerate(words):
        if re.fullmatch(r"[+-]?\d{1,12}", word):
            if word.isdecimal() and changes and changes[-1].number < 0:
                who = so_far.values["errant"].id
                ways = (" ".join((*words[:at], f"{sign}{word}", *words[at + 1 :])) for sign in "-+")
                hint = join_words((f"coins {who} {way}" for way in ways), "or")
                raise Ambiguous(f"Are «{word}» fewer too, or more?", f"Try: {hint}")
            changes.append(CoinChange(int(word), ""))
        elif is_coin_name(word) and changes and not changes[-1].coin:
            changes[-1] = changes[-1]._replace(coin=COINS_BY_NAME[word.casefold()])
        else:
            raise Malformed(f"«{word}» is no number of coins.")
    return tuple(each._replace(coin=each.coin or "pennies") for each in changes)


def read_given_coins(words: Words, so_far: LineSoFar) -> tuple[CoinChange, ...]:
    """`5 shillings` or `5s 3p`. Raises WrongFormError for anything but numbers with coins, and
    Malformed for fewer."""
    if not is_sum_of_coins(words):
        raise WrongFormError
    changes = _read_coin_changes(words, so_far)
    if any(each.number < 0 for each in changes):
        way = f"Try: coins {quote_typed_name(so_far.values['errant'])} {' '.join(words)}"
        raise Malformed("Coins that are given are no fewer.", way)
    return changes


def is_sum_of_coins(words: Words) -> bool:
    """True for nothing but numbers, each with a coin, as `5 shillings` and `5s 3p`."""
    return ends_with_coins(words) and all(
        is_coin_name(word) or re.fullmatch(r"[+-]?\d{1,12}", word)
        for word in split_numbers_from_coins(words)
    )


def _read_coins(words: Words, so_far: LineSoFar) -> Purse:
    """`5 shillings`, `5s 3p`. Raises Malformed for anything but coins, and for none."""
    purse = Purse()
    for number, coin in _read_coin_changes(words, so_far):
        if number < 1:
            raise Malformed(f"«{number}» {coin} is no sum.", typed=f"{number}", instead=("40",))
        purse = purse.add(make_purse_of_coin(number, coin))
    return purse


def _read_counted_coins(words: Words, so_far: LineSoFar) -> Purse:
    """`5 shillings`, where the coin is named. Raises WrongFormError for what begins with no number
    or names no coin."""
    if not re.fullmatch(r"\d.*", words[0]) or not ends_with_coins(words):
        raise WrongFormError
    return _read_coins(words, so_far)


def _read_price_in_pennies(words: Words, _so_far: LineSoFar) -> int:
    """A price of the Guide's in pennies: `120`, `3 guilders`, `1 guilder 5 shillings`. Raises
    Malformed, or Impossible for too much."""
    left, total = list(split_numbers_from_coins(words)), 0
    while left:
        number = parse_whole_number(left.pop(0), what="number of pennies")
        coin = left.pop(0) if left and is_coin_name(left[0]) else "pennies"
        total += make_purse_of_coin(number, coin).worth
    if not 0 <= total <= _MAX_SALE_PENNIES:
        raise Impossible(f"Nobody pays {total:,} pennies.", f"From 0 to {_MAX_SALE_PENNIES:,}.")
    return total


def take_worth(words: Words, so_far: LineSoFar) -> tuple[int | None, Words]:
    """What one thing is worth new, in pennies, behind its name: `worth 40p`, `worth 3 guilders 5
    shillings`; None if nobody says it, as in `letter worth reading`. Raises Malformed if nothing
    follows, and Impossible for more than anybody pays."""
    at = next((at for at, word in enumerate(words) if at and word.casefold() == "worth"), 0)
    if not at:
        return None, words
    if at + 1 == len(words):
        raise Malformed("Worth how much?", 'Try: give wim "silver cup" worth 40')
    end = at + 1
    while end < len(words) and (words[end][0].isdecimal() or is_coin_name(words[end])):
        end += 1
    if end == at + 1:
        return None, words
    return _read_price_in_pennies(words[at + 1 : end], so_far), words[:at] + words[end:]


def _read_budget(words: Words, so_far: LineSoFar) -> int:
    """A price, or what somebody has, in pennies; `company` is all that those here have."""
    typed = " ".join(words)
    if typed.casefold() in ("company", "everyone", "us"):
        return sum(each.purse.worth for each in list_everyone_present(so_far.campaign.errants))
    errant = find_exact_errant(so_far.campaign, typed)
    return _read_price_in_pennies(words, so_far) if errant is None else errant.purse.worth


_MAX_SALE_PENNIES = 10_000_000


def _complete_coin_changes(so_far: LineSoFar) -> Iterable[Completion]:
    """`+30 [DENOMINATION]`, again and again."""
    if so_far.casefolded_words_before and so_far.casefolded_words_before[-1][:1] in "+-":
        return [Completion(coin, text) for coin, (_, text) in _DENOMINATIONS.items()]
    return MORE, LESS


KINDS: dict[str, Kind[Any]] = {
    "±COINS": Kind.make_rest_of_line(
        "changes",
        "±N [pennies|shillings|guilders]…",
        "How many coins?",
        _read_coin_changes,
        _complete_coin_changes,
        "+30",
    ),
    "COINS": Kind.make_rest_of_line(
        "changes",
        "N pennies|shillings|guilders…",
        "How many coins?",
        read_given_coins,
        example="5 shillings",
        is_sure=True,
    ),
    "FOUND-COINS": Kind.make_rest_of_line(
        "purse", "N shillings", "How many coins?", _read_coins, example="40 shillings"
    ),
    "COUNTED-COINS": Kind.make_rest_of_line(
        "purse", "N guilders", "How many coins?", _read_counted_coins, example="3 guilders"
    ),
    "BUDGET": Kind.make_rest_of_line(
        "budget", "N [shillings]|ERRANT", "Up to which price?", _read_budget, example="20"
    ),
    "PRICE": Kind.make_rest_of_line(
        "price", "N [shillings|guilders]", "For how much?", _read_price_in_pennies, example="10"
    ),
}
