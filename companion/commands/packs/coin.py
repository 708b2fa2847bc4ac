"""Coins and Supply at the prompt: coins, and those that are passed, dropped or stashed."""

import re

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Ruling
from companion.errant.coin import Purse
from companion.errant.errants import Errant
from companion.grammar.arguments import Arguments, parse_whole_number, take_flag, take_times
from companion.grammar.context import Context
from companion.grammar.names import find_errant
from companion.refusal import Impossible, Malformed
from companion.reports.packs import CoinsReport, ItemReport, ItemStep

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
_MAX_COINS = 100_000_000
_MAX_SUPPLY = 100_000


def is_coin(word: str) -> bool:
    """True for the name of a coin."""
    return word.casefold() in _COINS


def make_coins(number: int, coin: str) -> Purse:
    """A number of these coins."""
    return Purse()._replace(**{_COINS[coin.casefold()]: number})


def _format_coins(number: int, coin: str) -> str:
    return f"{number:,} {_SINGULAR[coin] if number == 1 else coin}"


@WORDS.command(
    "coins",
    subject="packs",
    usage="coins ERRANT ±N [pennies|shillings|guilders]…",
    completes=("errant", "coins by…"),
)
def handle_coins(context: Context) -> Ruling:
    """Put coins into a purse, or take them out."""
    if len(context.arguments) < 2:
        raise Malformed(
            "Whose purse, and how much?", "Try: coins bree +30, or coins bree -2 shillings"
        )
    errant = find_errant(context.campaign, context.arguments[0])
    purse = errant.purse
    for number, coin in _parse_amounts(context.arguments[1:]):
        has = getattr(purse, coin)
        if not 0 <= has + number <= _MAX_COINS:
            raise Impossible(
                f"{errant.name} has {_format_coins(has, coin)}: {number:+,} is not possible."
            )
        purse = purse._replace(**{coin: has + number})
    after = errant.with_purse(purse)
    return Ruling(context.campaign.with_errant(after), _build_coins_report(errant, after))


def _parse_amounts(arguments: Arguments) -> list[tuple[int, str]]:
    """Numbers, each with its coin, in `+1 guilder -5 shillings`; pennies where no coin is named.
    Raises Malformed."""
    amounts: list[tuple[int, str]] = []
    for argument in arguments:
        if re.fullmatch(r"[+-]?\d{1,12}", argument):
            amounts.append((int(argument), ""))
        elif is_coin(argument) and amounts and not amounts[-1][1]:
            amounts[-1] = amounts[-1][0], _COINS[argument.casefold()]
        else:
            raise Malformed(
                f"«{argument}» is no number of coins.", "Try: +30, or -2 shillings, or +1 guilder"
            )
    return [(number, coin or "pennies") for number, coin in amounts]


def _build_coins_report(before: Errant, after: Errant, to: str = "") -> CoinsReport:
    return CoinsReport(
        errant=after.id,
        to=to,
        changed_pennies=after.purse.worth - before.purse.worth,
        pennies=after.pennies,
        shillings=after.shillings,
        guilders=after.guilders,
    )


def is_coin_or_supply(arguments: Arguments) -> bool:
    """True for `5 guilders` or `2 Supply`, which are no things."""
    return is_coin(arguments[-1]) or any(word.casefold() == "supply" for word in arguments)


def pass_coins_or_supply(
    campaign: Campaign, giver: Errant, taker: Errant, amount: Arguments
) -> Ruling:
    """Pass `5 guilders 2 shillings` or `2 Supply`. Raises Impossible if the giver has not so much,
    or the taker cannot keep it."""
    after, coins, supply = _take_out(giver, amount)
    purse = taker.purse.add(coins)
    if max(purse) > _MAX_COINS:
        raise Impossible(f"That is more than {taker.name}'s purse can hold.")
    if taker.supply + supply > _MAX_SUPPLY:
        raise Impossible(f"That is more Supply than {taker.name} can keep.")
    taker = replace(taker.with_purse(purse), supply=taker.supply + supply)
    report = _build_report(giver, after, supply, "passed", to=taker.id)
    return Ruling(campaign.with_errant(after).with_errant(taker), report)


def drop_coins_or_supply(campaign: Campaign, errant: Errant, amount: Arguments) -> Ruling:
    """Drop `5 guilders` or `2 Supply` for good."""
    after, _, supply = _take_out(errant, amount)
    return Ruling(campaign.with_errant(after), _build_report(errant, after, supply, "dropped"))


def _take_out(errant: Errant, amount: Arguments) -> tuple[Errant, Purse, int]:
    """The Errant without an amount of coins or Supply, and what was taken out."""
    if is_coin(amount[-1]):
        coins = _parse_coins(errant, amount)
        left = Purse(*(had - taken for had, taken in zip(errant.purse, coins, strict=True)))
        return errant.with_purse(left), coins, 0
    words = tuple(word for word in amount if word.casefold() != "supply")
    number = _parse_number("Supply", words, errant.supply)
    if number > errant.supply:
        raise Impossible(f"{errant.name} has only {errant.supply:,} Supply.")
    return replace(errant, supply=errant.supply - number), Purse(), number


def _parse_coins(errant: Errant, amount: Arguments) -> Purse:
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
            others = worth > make_coins(has, coin).worth
            more = f", and {worth:,} pennies' worth in all" if others else ""
            raise Impossible(f"{errant.name} has only {_format_coins(has, coin)}{more}.")
        coins, words = coins.add(make_coins(number, coin)), []
    return coins


def _parse_number(what: str, words: Arguments, all_: int) -> int:
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


def _build_report(
    before: Errant, after: Errant, supply: int, step: ItemStep, to: str = ""
) -> CoinsReport | ItemReport:
    if not supply:
        return _build_coins_report(before, after, to)
    return ItemReport(
        errant=before.id,
        item="",
        name="Supply",
        quantity=supply,
        step=step,
        slots=supply / 4,
        place="pack",
        left=None,
        to=to,
    )
