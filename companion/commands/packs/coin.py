"""Coins and Supply at the prompt: coins, and those that are passed, dropped or stashed."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import Ruling
from companion.errant.coin import Purse
from companion.errant.errants import Errant
from companion.grammar.context import Context
from companion.grammar.kinds.coins import Amount, CoinChange, format_coins
from companion.refusal import Impossible
from companion.reports.packs import CoinsReport, ItemReport, ItemStep

_MAX_COINS = 100_000_000
_MAX_SUPPLY = 100_000


def change_coins(context: Context, errant: Errant, changes: tuple[CoinChange, ...]) -> Ruling:
    """Put coins into a purse, or take them out."""
    purse = errant.purse
    for number, coin in changes:
        has = getattr(purse, coin)
        if not 0 <= has + number <= _MAX_COINS:
            raise Impossible(
                f"{errant.name} has {format_coins(has, coin)}: {number:+,} is not possible."
            )
        purse = purse._replace(**{coin: has + number})
    after = errant.with_purse(purse)
    return Ruling(context.campaign.with_errant(after), _build_coins_report(errant, after))


def _build_coins_report(before: Errant, after: Errant, to: str = "") -> CoinsReport:
    return CoinsReport(
        errant=after.id,
        to=to,
        changed_pennies=after.purse.worth - before.purse.worth,
        pennies=after.pennies,
        shillings=after.shillings,
        guilders=after.guilders,
    )


def move_amount(campaign: Campaign, taker: Errant, amount: Amount) -> Ruling:
    """Pass coins or Supply on. Raises Impossible if the taker cannot keep them."""
    giver, after = amount.errant, _take_out(amount)
    purse = taker.purse.add(amount.coins)
    if max(purse) > _MAX_COINS:
        raise Impossible(f"That is more than {taker.name}'s purse can hold.")
    if taker.supply + amount.supply > _MAX_SUPPLY:
        raise Impossible(f"That is more Supply than {taker.name} can keep.")
    taker = replace(taker.with_purse(purse), supply=taker.supply + amount.supply)
    report = _build_report(giver, after, amount.supply, "passed", to=taker.id)
    return Ruling(campaign.with_errant(after).with_errant(taker), report)


def drop_coins(campaign: Campaign, amount: Amount) -> Ruling:
    """Drop coins or Supply for good."""
    after = _take_out(amount)
    report = _build_report(amount.errant, after, amount.supply, "dropped")
    return Ruling(campaign.with_errant(after), report)


def _take_out(amount: Amount) -> Errant:
    errant = amount.errant
    left = Purse(*(had - out for had, out in zip(errant.purse, amount.coins, strict=True)))
    return replace(errant.with_purse(left), supply=errant.supply - amount.supply)


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
