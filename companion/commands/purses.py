"""Coins and Supply, at the prompt: into a purse, and from one to another."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.names import find_errant
from companion.commands.reports import CoinsReport, ItemReport, ItemStep
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.coin import Purse
from companion.errant.errants import Errant
from companion.refusal import Impossible, Malformed
from companion.words.options import Arguments, take_flag, take_signed, take_times, whole_number

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
_SINGLE = {"pennies": "penny", "shillings": "shilling", "guilders": "guilder"}
_MOST = 100_000_000
_MOST_SUPPLY = 100_000


def is_coin(word: str) -> bool:
    """Whether this names a coin."""
    return word.casefold() in _COINS


def _purse_of(number: int, coin: str) -> Purse:
    return Purse()._replace(**{_COINS[coin.casefold()]: number})


@WORDS.command(
    "coins",
    subject="packs",
    usage="coins ERRANT ±N [pennies|shillings|guilders]…",
    summary="Put coins into someone's purse or take them out, by denomination; pennies where "
    "nothing else is said. 100 of them fill a slot.",
    examples=("coins bree +30", "coins bree -2 shillings", "coins corvin +1 guilder +5 shillings"),
    completes=("errant", "coins by…"),
)
def coins_word(sitting: Sitting) -> Ruling:
    """Coins found or spent."""
    if len(sitting.arguments) < 2:
        raise Malformed(
            "Whose purse, and how much?", "Try: coins bree +30, or coins bree -2 shillings"
        )
    errant = find_errant(sitting.campaign, sitting.arguments[0])
    purse = errant.purse
    for number, coin in _amounts(sitting.arguments[1:]):
        kind = _COINS[coin]
        after = getattr(purse, kind) + number
        if not 0 <= after <= _MOST:
            one = getattr(purse, kind) == 1
            has = f"{getattr(purse, kind):,} {_SINGLE[kind] if one else kind}"
            raise Impossible(f"{errant.name} has {has}: {number:+,} is not possible.")
        purse = purse._replace(**{kind: after})
    after_ = errant.with_purse(purse)
    return Ruling(sitting.campaign.with_errant(after_), coins_report(errant, after_))


def _amounts(arguments: Arguments) -> list[tuple[int, str]]:
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


def coins_report(before: Errant, after: Errant, to: str = "") -> CoinsReport:
    """What became of a purse."""
    return CoinsReport(
        errant=after.id,
        to=to,
        changed_pennies=after.purse.worth - before.purse.worth,
        pennies=after.pennies,
        shillings=after.shillings,
        guilders=after.guilders,
    )


def _number_of(what: str, arguments: Arguments, all_: int) -> int:
    """`5`, `x5` or `all`. Malformed for anything else."""
    count, rest = take_times(arguments)
    everything, rest = take_flag(rest, "all")
    if everything and not rest and count is None:
        number = all_
    elif len(rest) == 1 and count is None:
        number = whole_number(rest[0].removeprefix("+"), what=f"number of {what}")
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


def pass_loose(campaign: Campaign, giver: Errant, taker: Errant, rest: Arguments) -> Ruling:
    """`5 guilders 2 shillings` or `2 Supply` from one to another. Impossible where there is not so
    much, or more than can be kept."""
    if is_coin(rest[-1]):
        coins = _coins_named(giver, rest)
        after = giver.with_purse(_less(giver, coins))
        campaign = campaign.with_errant(after)
        taker = campaign.errant(taker.id)
        purse = taker.purse.plus(coins)
        if max(purse) > _MOST:
            raise Impossible(f"That is more than {taker.name}'s purse can hold.")
        passed = campaign.with_errant(taker.with_purse(purse))
        return Ruling(passed, coins_report(giver, after, to=taker.id))
    number = _supply_named(giver, rest)
    passed = campaign.with_errant(replace(giver, supply=giver.supply - number))
    taker = passed.errant(taker.id)
    if taker.supply + number > _MOST_SUPPLY:
        raise Impossible(f"That is more Supply than {taker.name} can keep.")
    passed = passed.with_errant(replace(taker, supply=taker.supply + number))
    return Ruling(passed, _supply_report(giver, number, "passed", to=taker.id))


def drop_loose(campaign: Campaign, arguments: Arguments) -> Ruling:
    """`ERRANT 5 guilders` or `ERRANT 2 Supply`, gone for good."""
    errant, rest = find_errant(campaign, arguments[0]), arguments[1:]
    if is_coin(rest[-1]):
        after = errant.with_purse(_less(errant, _coins_named(errant, rest)))
        return Ruling(campaign.with_errant(after), coins_report(errant, after))
    number = _supply_named(errant, rest)
    after = replace(errant, supply=errant.supply - number)
    return Ruling(campaign.with_errant(after), _supply_report(errant, number, "dropped"))


def _coins_named(errant: Errant, rest: Arguments) -> Purse:
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
        kind = _COINS[word.casefold()]
        has = getattr(errant, kind)
        number = _number_of(kind, tuple(waiting), has)
        if number > has:
            coin = kind if has != 1 else _SINGLE[kind]
            worth = errant.purse.worth
            others = worth > _purse_of(has, kind).worth
            more = f", and {worth:,} pennies' worth in all" if others else ""
            raise Impossible(f"{errant.name} has only {has:,} {coin}{more}.")
        coins, waiting = coins.plus(_purse_of(number, kind)), []
    return coins


def _less(errant: Errant, coins: Purse) -> Purse:
    return Purse(*(mine - gone for mine, gone in zip(errant.purse, coins, strict=True)))


def _supply_named(errant: Errant, rest: Arguments) -> int:
    bare = tuple(word for word in rest if word.casefold() != "supply")
    number = _number_of("Supply", bare, errant.supply)
    if number > errant.supply:
        raise Impossible(f"{errant.name} has only {errant.supply:,} Supply.")
    return number


def _supply_report(errant: Errant, number: int, step: ItemStep, to: str = "") -> ItemReport:
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
