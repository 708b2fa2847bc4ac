"""Coins and Supply, at the prompt: into a purse, and from one to another."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Context, Ruling
from companion.commands.resolve.names import find_errant
from companion.errant.coin import Purse
from companion.errant.errants import Errant
from companion.grammar.arguments import (
    Arguments,
    parse_whole_number,
    take_flag,
    take_signed,
    take_times,
)
from companion.refusal import Impossible, Malformed
from companion.reports.packs import CoinsReport, ItemReport, ItemStep

_COIN_FIELDS = {
    "coin": "pennies",
    "coins": "pennies",
    "penny": "pennies",
    "pennies": "pennies",
    "shilling": "shillings",
    "shillings": "shillings",
    "guilder": "guilders",
    "guilders": "guilders",
}
_SINGULAR_COINS = {"pennies": "penny", "shillings": "shilling", "guilders": "guilder"}
_MAX_COINS = 100_000_000
_MAX_SUPPLY = 100_000


def is_coin(word: str) -> bool:
    """Whether this names a coin."""
    return word.casefold() in _COIN_FIELDS


def _make_purse(number: int, coin: str) -> Purse:
    return Purse()._replace(**{_COIN_FIELDS[coin.casefold()]: number})


@WORDS.command(
    "coins",
    subject="packs",
    usage="coins ERRANT ±N [pennies|shillings|guilders]…",
    completes=("errant", "coins by…"),
)
def handle_coins(context: Context) -> Ruling:
    """Coins found or spent."""
    if len(context.arguments) < 2:
        raise Malformed(
            "Whose purse, and how much?", "Try: coins bree +30, or coins bree -2 shillings"
        )
    errant = find_errant(context.campaign, context.arguments[0])
    purse = errant.purse
    for number, coin in _parse_amounts(context.arguments[1:]):
        kind = _COIN_FIELDS[coin]
        after = getattr(purse, kind) + number
        if not 0 <= after <= _MAX_COINS:
            one = getattr(purse, kind) == 1
            has = f"{getattr(purse, kind):,} {_SINGULAR_COINS[kind] if one else kind}"
            raise Impossible(f"{errant.name} has {has}: {number:+,} is not possible.")
        purse = purse._replace(**{kind: after})
    after_ = errant.with_purse(purse)
    return Ruling(context.campaign.with_errant(after_), build_coins_report(errant, after_))


def _parse_amounts(arguments: Arguments) -> list[tuple[int, str]]:
    """`+1 guilder -5 shillings`, `20 guilders`: numbers, each with its coin. Malformed for anything
    else."""
    found: list[tuple[int, str]] = []
    waiting: int | None = None
    for argument in (*arguments, "+0"):
        signed, _ = take_signed((f"+{argument}" if argument.isdecimal() else argument,))
        if signed:
            if waiting is not None:
                found.append((waiting, "pennies"))
            waiting = signed[0]
        elif is_coin(argument) and waiting is not None:
            found.append((waiting, argument.casefold()))
            waiting = None
        else:
            raise Malformed(
                f"«{argument}» is no number of coins.", "Try: +30, or -2 shillings, or +1 guilder"
            )
    return found


def build_coins_report(before: Errant, after: Errant, to: str = "") -> CoinsReport:
    """What became of a purse."""
    return CoinsReport(
        errant=after.id,
        to=to,
        changed_pennies=after.purse.worth - before.purse.worth,
        pennies=after.pennies,
        shillings=after.shillings,
        guilders=after.guilders,
    )


def _parse_number(what: str, arguments: Arguments, all_: int) -> int:
    """`5`, `x5` or `all`. Malformed for anything else."""
    count, rest = take_times(arguments)
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


def is_coin_or_supply(arguments: Arguments) -> bool:
    """Whether it is coins or Supply that are spoken of, and no thing."""
    return is_coin(arguments[-1]) or any(word.casefold() == "supply" for word in arguments)


def pass_coins_or_supply(
    campaign: Campaign, giver: Errant, taker: Errant, rest: Arguments
) -> Ruling:
    """`5 guilders 2 shillings` or `2 Supply` from one to another. Impossible where there is not so
    much, or more than can be kept."""
    if is_coin(rest[-1]):
        coins = _parse_coins(giver, rest)
        after = giver.with_purse(_subtract_coins(giver, coins))
        campaign = campaign.with_errant(after)
        taker = campaign.get_errant(taker.id)
        purse = taker.purse.add(coins)
        if max(purse) > _MAX_COINS:
            raise Impossible(f"That is more than {taker.name}'s purse can hold.")
        passed = campaign.with_errant(taker.with_purse(purse))
        return Ruling(passed, build_coins_report(giver, after, to=taker.id))
    number = _parse_supply(giver, rest)
    passed = campaign.with_errant(replace(giver, supply=giver.supply - number))
    taker = passed.get_errant(taker.id)
    if taker.supply + number > _MAX_SUPPLY:
        raise Impossible(f"That is more Supply than {taker.name} can keep.")
    passed = passed.with_errant(replace(taker, supply=taker.supply + number))
    return Ruling(passed, _build_supply_report(giver, number, "passed", to=taker.id))


def drop_coins_or_supply(campaign: Campaign, arguments: Arguments) -> Ruling:
    """`ERRANT 5 guilders` or `ERRANT 2 Supply`, gone for good."""
    errant, rest = find_errant(campaign, arguments[0]), arguments[1:]
    if is_coin(rest[-1]):
        after = errant.with_purse(_subtract_coins(errant, _parse_coins(errant, rest)))
        return Ruling(campaign.with_errant(after), build_coins_report(errant, after))
    number = _parse_supply(errant, rest)
    after = replace(errant, supply=errant.supply - number)
    return Ruling(campaign.with_errant(after), _build_supply_report(errant, number, "dropped"))


def _parse_coins(errant: Errant, rest: Arguments) -> Purse:
    """`5 guilders 2 shillings`, `all shillings`: coins that this Errant has. Impossible where they
    have not so many."""
    if [word.casefold() for word in rest] == ["all", "coins"]:
        if not errant.coins:
            raise Impossible(f"{errant.name} has no coins.")
        return errant.purse
    coins, waiting = Purse(), list[str]()
    for word in rest:
        if not is_coin(word):
            waiting.append(word)
            continue
        kind = _COIN_FIELDS[word.casefold()]
        has = getattr(errant, kind)
        number = _parse_number(kind, tuple(waiting), has)
        if number > has:
            coin = kind if has != 1 else _SINGULAR_COINS[kind]
            worth = errant.purse.worth
            others = worth > _make_purse(has, kind).worth
            more = f", and {worth:,} pennies' worth in all" if others else ""
            raise Impossible(f"{errant.name} has only {has:,} {coin}{more}.")
        coins, waiting = coins.add(_make_purse(number, kind)), []
    return coins


def _subtract_coins(errant: Errant, coins: Purse) -> Purse:
    return Purse(*(mine - gone for mine, gone in zip(errant.purse, coins, strict=True)))


def _parse_supply(errant: Errant, rest: Arguments) -> int:
    bare = tuple(word for word in rest if word.casefold() != "supply")
    number = _parse_number("Supply", bare, errant.supply)
    if number > errant.supply:
        raise Impossible(f"{errant.name} has only {errant.supply:,} Supply.")
    return number


def _build_supply_report(errant: Errant, number: int, step: ItemStep, to: str = "") -> ItemReport:
    return ItemReport(
        errant=errant.id,
        item="",
        name="Supply",
        quantity=number,
        step=step,
        slots=number / 4,
        place="pack",
        left=None,
        to=to,
    )
