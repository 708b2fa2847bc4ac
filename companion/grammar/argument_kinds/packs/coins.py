"""Coins and Supply in a line: `+30`, `-2 shillings`, `5 guilders`, `all Supply`."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from companion.errant.company import Errant, list_everyone_present
from companion.errant.packs.coin import Purse
from companion.errant.typed_names import quote_typed_name
from companion.grammar.argument_kind import Completion, Kind, Scene, Words, WrongFormError
from companion.grammar.argument_kinds.company import LESS, MORE, take_errant
from companion.grammar.argument_options import parse_whole_number, take_keyword, take_repeat_count
from companion.grammar.name_matching import find_exact_errant
from companion.refusal import Ambiguous, Impossible, Malformed, find_typing_slips, join_words

_DENOMINATIONS = {
    "pennies": ("penny", "of copper"),
    "shillings": ("shilling", "10 pennies each"),
    "guilders": ("guilder", "100 pennies each"),
}
"""Coins by their number of many, with the name of one and what the menu says of them."""
_SHORT_COINS = {coin[0]: coin for coin in _DENOMINATIONS}
_COINS = {
    **_SHORT_COINS,
    **{"coin": "pennies", "coins": "pennies"},
    **{name: coin for coin, (one, _) in _DENOMINATIONS.items() for name in (one, coin)},
}


_JOINED = re.compile(r"(?:[+-]?\d{1,12}[psg],?)+", re.IGNORECASE)
_JOINED_PART = re.compile(r"[+-]?\d+|[psg]", re.IGNORECASE)


def is_coin_name(word: str) -> bool:
    """True for the name of a coin, or a short form of one, in any case."""
    return word.casefold() in _COINS


def _split_numbers_from_coins(words: Words) -> Words:
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
    *before, last = ("", *_split_numbers_from_coins(words))
    is_counted = bool(before) and re.fullmatch(r"[+-]?\d+|x\d+|all", before[-1].casefold())
    return is_coin_name(last) and (last.casefold() not in _SHORT_COINS or bool(is_counted))


def find_misspelt_coin(word: str) -> str:
    """The coins of which a word may be a slip, as `penies`; "" for none, and for a word of as many
    letters, as `peonies`, which are flowers."""
    slips = find_typing_slips(word, (name for name in _COINS if len(name) > 1))
    letters = sorted(word.casefold())
    return next((e for e in slips if len(e) != len(word) or sorted(e) == letters), "")


def _make_purse_of_coin(number: int, coin: str) -> Purse:
    return Purse()._replace(**{_COINS[coin.casefold()]: number})


def format_coins(number: int, coin: str) -> str:
    """So many coins of one name, as `1 penny` and `1,200 pennies`."""
    return f"{number:,} {_DENOMINATIONS[coin][0] if number == 1 else coin}"


class CoinChange(NamedTuple):
    """So many coins of a denomination more, or fewer."""

    number: int
    coin: str


def _read_coin_changes(words: Words, scene: Scene) -> tuple[CoinChange, ...]:
    """Numbers, each with its coin, in `+1 guilder -5 shillings`; pennies where no coin is named.
    Raises Malformed, and Ambiguous for a number without a sign after a minus."""
    changes, words = list[CoinChange](), _split_numbers_from_coins(words)
    for at, word in enumerate(words):
        if re.fullmatch(r"[+-]?\d{1,12}", word):
            if word.isdecimal() and changes and changes[-1].number < 0:
                who = scene.values["errant"].id
                ways = (" ".join((*words[:at], f"{sign}{word}", *words[at + 1 :])) for sign in "-+")
                hint = join_words((f"coins {who} {way}" for way in ways), "or")
                raise Ambiguous(f"Are «{word}» fewer too, or more?", f"Try: {hint}")
            changes.append(CoinChange(int(word), ""))
        elif is_coin_name(word) and changes and not changes[-1].coin:
            changes[-1] = changes[-1]._replace(coin=_COINS[word.casefold()])
        else:
            raise Malformed(f"«{word}» is no number of coins.")
    return tuple(each._replace(coin=each.coin or "pennies") for each in changes)


def read_given_coins(words: Words, scene: Scene) -> tuple[CoinChange, ...]:
    """`5 shillings` or `5s 3p`. Raises WrongFormError for anything but numbers with coins, and
    Malformed for fewer."""
    if not is_sum_of_coins(words):
        raise WrongFormError
    changes = _read_coin_changes(words, scene)
    if any(each.number < 0 for each in changes):
        way = f"Try: coins {quote_typed_name(scene.values['errant'])} {' '.join(words)}"
        raise Malformed("Coins that are given are no fewer.", way)
    return changes


def is_sum_of_coins(words: Words) -> bool:
    """True for nothing but numbers, each with a coin, as `5 shillings` and `5s 3p`."""
    return ends_with_coins(words) and all(
        is_coin_name(word) or re.fullmatch(r"[+-]?\d{1,12}", word)
        for word in _split_numbers_from_coins(words)
    )


def _read_coins(words: Words, scene: Scene) -> Purse:
    """`5 shillings`, `5s 3p`. Raises Malformed for anything but coins, and for none."""
    purse = Purse()
    for number, coin in _read_coin_changes(words, scene):
        if number < 1:
            raise Malformed(f"«{number}» {coin} is no sum.", typed=f"{number}", instead=("40",))
        purse = purse.add(_make_purse_of_coin(number, coin))
    return purse


def _read_counted_coins(words: Words, scene: Scene) -> Purse:
    """`5 shillings`, where the coin is named. Raises WrongFormError for what begins with no number
    or names no coin."""
    if not re.fullmatch(r"\d.*", words[0]) or not ends_with_coins(words):
        raise WrongFormError
    return _read_coins(words, scene)


class Amount(NamedTuple):
    """Coins, or else Supply, out of somebody's pack."""

    errant: Errant
    coins: Purse
    supply: int


def _read_coins_or_supply(words: Words, scene: Scene) -> Amount:
    """`5 guilders 2 shillings`, `all coins` or `2 Supply`, of whoever gives it. Between two people
    change is given for larger coins. Raises Impossible if they have not so much."""
    giver, taker = scene.values["errant"], scene.values["taker"]
    changes = giver.is_person and taker.is_person
    return _parse_coins_or_supply(giver, _require_coins_or_supply(words), changes=changes)


def _read_errant_and_amount(words: Words, scene: Scene) -> Amount:
    """`ERRANT 5 guilders`."""
    _require_coins_or_supply(words[1:])
    errant, left = take_errant(words, scene)
    return _parse_coins_or_supply(errant, _split_numbers_from_coins(left))


def _require_coins_or_supply(words: Words) -> Words:
    """The words, a number of coins in two. Raises WrongFormError for what is neither coins nor
    Supply."""
    if not words or not (ends_with_coins(words) or "supply" in map(str.casefold, words)):
        raise WrongFormError
    return _split_numbers_from_coins(words)


def _parse_coins_or_supply(errant: Errant, words: Words, *, changes: bool = False) -> Amount:
    if is_coin_name(words[-1]):
        return Amount(errant, _parse_coins_of_errant(errant, words, changes=changes), 0)
    others = tuple(word for word in words if word.casefold() != "supply")
    number = _parse_number_or_all("Supply", others, errant.supply)
    if number > errant.supply:
        raise Impossible(
            f"{errant.name} has only {errant.supply:,} Supply.",
            typed=" ".join(others),
            instead=(f"{errant.supply}",) if errant.supply else (),
        )
    return Amount(errant, Purse(), number)


def _parse_coins_of_errant(errant: Errant, amount: Words, *, changes: bool) -> Purse:
    """The coins in `5 guilders 2 shillings` or `all shillings`. Raises Impossible if the Errant has
    not so many of each sort; or if it `changes` larger coins, not so much in all."""
    if [word.casefold() for word in amount] == ["all", "coins"]:
        if not errant.coins:
            raise Impossible(f"{errant.name} has no coins.")
        return errant.purse
    coins, words = Purse(), list[str]()
    for word in amount:
        if not is_coin_name(word):
            words.append(word)
            continue
        coin = _COINS[word.casefold()]
        has, worth = getattr(errant, coin), errant.purse.worth
        number = _parse_number_or_all(coin, tuple(words), has)
        coins = coins.add(_make_purse_of_coin(number, coin))
        if coins.worth > worth and number <= has:  # each of the sorts is there, but not the sum
            why = f"{errant.name} has only {worth:,} pennies' worth in all."
            raise Impossible(why, "Try: company coins")
        if coins.worth > worth or (getattr(coins, coin) > has and not changes):
            others = worth > _make_purse_of_coin(has, coin).worth
            more = f", and {worth:,} pennies' worth in all" if others else ""
            raise Impossible(
                f"{errant.name} has only {format_coins(has, coin)}{more}.",
                typed=" ".join((*words, word) if has else amount),
                instead=(f"{has} {word}",) if has else ("all coins",) if others else (),
            )
        words = []
    return coins


def _parse_number_or_all(what: str, words: Words, all_: int) -> int:
    """`5`, `x5` or `all`. Raises Malformed, and Impossible for all of nothing."""
    count, rest = take_repeat_count(words)
    everything, rest = take_keyword(rest, "all")
    if everything and not rest and count is None:
        number = all_
    elif len(rest) == 1 and count is None:
        number = parse_whole_number(rest[0].removeprefix("+"), what=f"number of {what}")
    elif not rest and count is not None:
        number = count
    else:
        raise Malformed(f"How many {what}?", f"Try: pass bree wim 5 {what}")
    if everything and not number:
        raise Impossible(f"There are no {what} to pass.")
    if number < 1:
        raise Malformed(f"«{number}» {what} is nothing to pass.", "Type 1 or more, or all.")
    return number


def _read_price_in_pennies(words: Words, _scene: Scene) -> int:
    """A price of the Guide's in pennies: `120`, `3 guilders`, `1 guilder 5 shillings`. Raises
    Malformed, or Impossible for too much."""
    left, total = list(_split_numbers_from_coins(words)), 0
    while left:
        number = parse_whole_number(left.pop(0), what="number of pennies")
        coin = left.pop(0) if left and is_coin_name(left[0]) else "pennies"
        total += _make_purse_of_coin(number, coin).worth
    if not 0 <= total <= _MAX_SALE_PENNIES:
        raise Impossible(f"Nobody pays {total:,} pennies.", f"From 0 to {_MAX_SALE_PENNIES:,}.")
    return total


def _read_budget(words: Words, scene: Scene) -> int:
    """A price, or what somebody has, in pennies; `company` is all that those here have."""
    typed = " ".join(words)
    if typed.casefold() in ("company", "everyone", "us"):
        return sum(each.purse.worth for each in list_everyone_present(scene.campaign.errants))
    errant = find_exact_errant(scene.campaign, typed)
    return _read_price_in_pennies(words, scene) if errant is None else errant.purse.worth


_MAX_SALE_PENNIES = 10_000_000


def _complete_coin_changes(scene: Scene) -> Iterable[Completion]:
    """`+30 [DENOMINATION]`, again and again."""
    if scene.folded and scene.folded[-1][:1] in "+-":
        return [Completion(coin, text) for coin, (_, text) in _DENOMINATIONS.items()]
    return MORE, LESS


def _complete_coins_or_supply(scene: Scene) -> Iterator[Completion]:
    errant: Errant | None = scene.values.get("errant")
    if scene.before or errant is None:
        return
    if errant.coins:
        yield Completion("1 shilling", "coins, by denomination")
    if errant.supply:
        yield Completion("1 Supply", f"of {errant.supply}")


KINDS: dict[str, Kind[Any]] = {
    "±COINS": Kind.make_rest(
        "changes",
        "±N [pennies|shillings|guilders]…",
        "How many coins?",
        _read_coin_changes,
        _complete_coin_changes,
        "+30",
    ),
    "COINS": Kind.make_rest(
        "changes",
        "N pennies|shillings|guilders…",
        "How many coins?",
        read_given_coins,
        example="5 shillings",
        is_sure=True,
    ),
    "FOUND-COINS": Kind.make_rest(
        "purse", "N shillings", "How many coins?", _read_coins, example="40 shillings"
    ),
    "COUNTED-COINS": Kind.make_rest(
        "purse", "N guilders", "How many coins?", _read_counted_coins, example="3 guilders"
    ),
    "AMOUNT": Kind.make_rest(
        "amount",
        "N shillings|Supply",
        "How much?",
        _read_coins_or_supply,
        _complete_coins_or_supply,
        is_sure=True,
    ),
    "OWN-AMOUNT": Kind.make_rest(
        "amount", "ERRANT N shillings|Supply", "How much?", _read_errant_and_amount, is_sure=True
    ),
    "BUDGET": Kind.make_rest(
        "budget", "N [shillings]|ERRANT", "Up to which price?", _read_budget, example="20"
    ),
    "PRICE": Kind.make_rest(
        "price", "N [shillings|guilders]", "For how much?", _read_price_in_pennies, example="10"
    ),
}
