"""Coins or Supply out of a pack, in a line: `5 guilders 2 shillings`, `all coins`, `2 Supply`."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.errant.company import Errant
from companion.errant.packs.coin import Purse
from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words, WrongFormError
from companion.grammar.argument_kinds.company import take_errant
from companion.grammar.argument_kinds.packs.coins import (
    COINS_BY_NAME,
    ends_with_coins,
    format_coins,
    is_coin_name,
    make_purse_of_coin,
    split_numbers_from_coins,
)
from companion.grammar.option_and_number_parsing import (
    parse_whole_number,
    take_keyword,
    take_repeat_count,
)
from companion.refusal import Impossible, Malformed


class Amount(NamedTuple):
    """Coins, or else Supply, out of somebody's pack."""

    errant: Errant
    coins: Purse
    supply: int


def _read_coins_or_supply(words: Words, so_far: LineSoFar) -> Amount:
    """`5 guilders 2 shillings`, `all coins` or `2 Supply`, of whoever gives it. Between two people
    change is given for larger coins. Raises Impossible if they have not so much."""
    giver, taker = so_far.values["errant"], so_far.values["taker"]
    changes = giver.is_person and taker.is_person
    return _parse_coins_or_supply(giver, _require_coins_or_supply(words), changes=changes)


def _read_errant_and_amount(words: Words, so_far: LineSoFar) -> Amount:
    """`ERRANT 5 guilders`."""
    _require_coins_or_supply(words[1:])
    errant, left = take_errant(words, so_far)
    return _parse_coins_or_supply(errant, split_numbers_from_coins(left))


def _require_coins_or_supply(words: Words) -> Words:
    """The words, a number of coins in two. Raises WrongFormError for what is neither coins nor
    Supply."""
    if not words or not (ends_with_coins(words) or "supply" in map(str.casefold, words)):
        raise WrongFormError
    return split_numbers_from_coins(words)


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
        coin = COINS_BY_NAME[word.casefold()]
        has, worth = getattr(errant, coin), errant.purse.worth
        number = _parse_number_or_all(coin, tuple(words), has)
        coins = coins.add(make_purse_of_coin(number, coin))
        if coins.worth > worth and number <= has:  # each of the sorts is there, but not the sum
            why = f"{errant.name} has only {worth:,} pennies' worth in all."
            raise Impossible(why, "Try: company coins")
        if coins.worth > worth or (getattr(coins, coin) > has and not changes):
            others = worth > make_purse_of_coin(has, coin).worth
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


def _complete_coins_or_supply(so_far: LineSoFar) -> Iterator[Completion]:
    errant: Errant | None = so_far.values.get("errant")
    if so_far.before or errant is None:
        return
    if errant.coins:
        yield Completion("1 shilling", "coins, by denomination")
    if errant.supply:
        yield Completion("1 Supply", f"of {errant.supply}")


KINDS: dict[str, Kind[Any]] = {
    "AMOUNT": Kind.make_rest_of_line(
        "amount",
        "N shillings|Supply",
        "How much?",
        _read_coins_or_supply,
        _complete_coins_or_supply,
        is_sure=True,
    ),
    "OWN-AMOUNT": Kind.make_rest_of_line(
        "amount", "ERRANT N shillings|Supply", "How much?", _read_errant_and_amount, is_sure=True
    ),
}
