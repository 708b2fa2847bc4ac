"""Coins and Supply in a line: `+30`, `-2 shillings`, `5 guilders`, `all Supply`."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from companion.errant.coin import Purse
from companion.errant.errants import Errant
from companion.grammar.arguments import parse_whole_number, take_flag, take_times
from companion.grammar.kind import (
    Completing,
    Completion,
    Kind,
    Scene,
    Words,
    WrongFormError,
    complete_nothing,
)
from companion.grammar.kinds.company import take_errant
from companion.refusal import Impossible, Malformed

_COINS = {
    "coin": "pennies",
    "coins": "pennies",
    "penny": "pennies",
    "pennies": "pennies",
    "shilling": "shillings",
    "shillings": "shillings",
    "guilder": "guilders",
    "guilders": "guilders",
}
_SINGULAR = {"pennies": "penny", "shillings": "shilling", "guilders": "guilder"}


def is_coin(word: str) -> bool:
    """True for the name of a coin."""
    return word.casefold() in _COINS


def _make_coins(number: int, coin: str) -> Purse:
    """A number of these coins."""
    return Purse()._replace(**{_COINS[coin.casefold()]: number})


def format_coins(number: int, coin: str) -> str:
    """A number of coins with their name."""
    return f"{number:,} {_SINGULAR[coin] if number == 1 else coin}"


class CoinChange(NamedTuple):
    """So many coins of a denomination more, or fewer."""

    number: int
    coin: str


def _take_changes(words: Words, _scene: Scene) -> tuple[tuple[CoinChange, ...], Words]:
    """Numbers, each with its coin, in `+1 guilder -5 shillings`; pennies where no coin is named.
    Raises Malformed."""
    changes: list[CoinChange] = []
    for word in words:
        if re.fullmatch(r"[+-]?\d{1,12}", word):
            changes.append(CoinChange(int(word), ""))
        elif is_coin(word) and changes and not changes[-1].coin:
            changes[-1] = changes[-1]._replace(coin=_COINS[word.casefold()])
        else:
            raise Malformed(
                f"«{word}» is no number of coins.", "Try: +30, or -2 shillings, or +1 guilder"
            )
    return tuple(each._replace(coin=each.coin or "pennies") for each in changes), ()


class Amount(NamedTuple):
    """Coins, or else Supply, out of somebody's pack."""

    errant: Errant
    coins: Purse
    supply: int


def _take_amount(words: Words, scene: Scene) -> tuple[Amount, Words]:
    """`5 guilders 2 shillings`, `all coins` or `2 Supply`, of whoever gives it. Raises Impossible
    if they have not so much."""
    _require_amount(words)
    return _parse_amount(scene.values["errant"], words), ()


def _take_own_amount(words: Words, scene: Scene) -> tuple[Amount, Words]:
    """`ERRANT 5 guilders`."""
    _require_amount(words[1:])
    errant, left = take_errant(words, scene)
    return _parse_amount(errant, left), ()


def _require_amount(words: Words) -> None:
    """Raises WrongFormError for what is neither coins nor Supply."""
    if not words or not (is_coin(words[-1]) or "supply" in map(str.casefold, words)):
        raise WrongFormError


def _parse_amount(errant: Errant, words: Words) -> Amount:
    if is_coin(words[-1]):
        return Amount(errant, _parse_coins(errant, words), 0)
    others = tuple(word for word in words if word.casefold() != "supply")
    number = _parse_number("Supply", others, errant.supply)
    if number > errant.supply:
        raise Impossible(f"{errant.name} has only {errant.supply:,} Supply.")
    return Amount(errant, Purse(), number)


def _parse_coins(errant: Errant, amount: Words) -> Purse:
    """The coins in `5 guilders 2 shillings` or `all shillings`. Raises Impossible if the Errant has
    not so many."""
    if [word.casefold() for word in amount] == ["all", "coins"]:
        if not errant.coins:
            raise Impossible(f"{errant.name} has no coins.")
        return errant.purse
    coins, words = Purse(), list[str]()
    for word in amount:
        if not is_coin(word):
            words.append(word)
            continue
        coin = _COINS[word.casefold()]
        has, worth = getattr(errant, coin), errant.purse.worth
        number = _parse_number(coin, tuple(words), has)
        if number > has:
            others = worth > _make_coins(has, coin).worth
            more = f", and {worth:,} pennies' worth in all" if others else ""
            raise Impossible(f"{errant.name} has only {format_coins(has, coin)}{more}.")
        coins, words = coins.add(_make_coins(number, coin)), []
    return coins


def _parse_number(what: str, words: Words, all_: int) -> int:
    """`5`, `x5` or `all`. Raises Malformed, and Impossible for all of nothing."""
    count, rest = take_times(words)
    everything, rest = take_flag(rest, "all")
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


def _take_price(words: Words, _scene: Scene) -> tuple[int, Words]:
    """A price of the Guide's in pennies: `120`, `3 guilders`, `1 guilder 5 shillings`. Raises
    Malformed, or Impossible for too much."""
    left, total = list(words), 0
    while left:
        number = parse_whole_number(left.pop(0), what="number of pennies")
        coin = left.pop(0) if left and is_coin(left[0]) else "pennies"
        total += _make_coins(number, coin).worth
    if not 0 <= total <= _MAX_SALE_PENNIES:
        raise Impossible(f"Nobody pays {total:,} pennies.", f"From 0 to {_MAX_SALE_PENNIES:,}.")
    return total, ()


_MAX_SALE_PENNIES = 10_000_000


def _complete_changes(scene: Scene) -> Iterator[Completion]:
    """`+30 [DENOMINATION]`, again and again."""
    if scene.folded and scene.folded[-1][:1] in "+-":
        yield Completion("pennies", "of copper")
        yield Completion("shillings", "10 pennies each")
        yield Completion("guilders", "100 pennies each")
    else:
        yield Completion("+1", "one more, or any number")
        yield Completion("-1", "one less, or any number")


def _complete_amount(scene: Scene) -> Iterator[Completion]:
    errant: Errant | None = scene.values.get("errant")
    if scene.before or errant is None:
        return
    if errant.coins:
        yield Completion("1 shilling", "coins, by denomination")
    if errant.supply:
        yield Completion("1 Supply", f"of {errant.supply}")


def _make_amount(
    usage: str, take: Callable[[Words, Scene], tuple[Amount, Words]], complete: Completing
) -> Kind[Amount]:
    return Kind("amount", usage, "How much?", take, complete, "rest", is_sure=True)


KINDS: dict[str, Kind[Any]] = {
    "±COINS": Kind(
        "changes",
        "±N [pennies|shillings|guilders]…",
        "How many coins?",
        _take_changes,
        _complete_changes,
        "rest",
        "+30",
    ),
    "AMOUNT": _make_amount("N shillings|Supply", _take_amount, _complete_amount),
    "OWN-AMOUNT": _make_amount("ERRANT N shillings|Supply", _take_own_amount, complete_nothing),
    "PRICE": Kind(
        "price",
        "N [shillings|guilders]",
        "For how much?",
        _take_price,
        position="rest",
        example="10",
    ),
}
