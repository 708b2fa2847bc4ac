"""What everybody of the Company who is here gets, pays or buys at once: `give everyone ration x3`,
`coins everyone -5 pennies`, `buy everyone torch`."""

from collections.abc import Callable

from companion.commands.handler_result import Ruling
from companion.commands.market.trade import buy_goods
from companion.commands.packs.giving_dropping_and_moving import give_new_things
from companion.commands.packs.transfers import change_coins_in_purse
from companion.errant.company import Errant, list_members_present
from companion.errant.market import WantedGood
from companion.errant.packs.coin import Purse, pay_from_purse
from companion.grammar.argument_kinds.packs.coins import CoinChange
from companion.grammar.argument_kinds.packs.new_things import NewThings
from companion.grammar.context import Context
from companion.refusal import Impossible
from companion.reports.market import GivenToEachReport, PurchaseReport
from companion.reports.packs import CoinsReport, ItemReport


def give_everybody_new_things(context: Context, errant: Errant, given: NewThings) -> Ruling:
    """Put the same new things into every pack."""
    del errant  # of whom the line was read
    return _do_for_each_present(context, lambda now, each: give_new_things(now, each, given))


def give_everybody_coins(
    context: Context, errant: Errant, changes: tuple[CoinChange, ...]
) -> Ruling:
    """Put the same coins into every purse."""
    del errant
    return _do_for_each_present(
        context, lambda now, each: change_coins_in_purse(now, each, changes)
    )


def change_everybodys_coins(
    context: Context, errant: Errant, changes: tuple[CoinChange, ...]
) -> Ruling:
    """Put coins into every purse, or take them out of it: what everybody pays is paid out of
    whatever coins they have, with change."""
    if any(each.number > 0 for each in changes):
        return give_everybody_coins(context, errant, changes)
    price = Purse(**{each.coin: -each.number for each in changes}).worth
    return _do_for_each_present(context, lambda now, each: _pay_own_share(now, each, price))


def _pay_own_share(context: Context, errant: Errant, price: int) -> Ruling:
    purse = pay_from_purse(errant.purse, price)
    if purse is None:
        why = f"{errant.name} has {errant.purse.worth:,} pennies, and each pays {price:,}."
        raise Impossible(why, "To see who has what: company coins")
    coins = zip(Purse._fields, purse, errant.purse, strict=True)
    changes = tuple(CoinChange(now - was, coin) for coin, now, was in coins if now != was)
    return change_coins_in_purse(context, errant, changes)


def buy_goods_for_everybody(
    context: Context, errant: Errant, goods: tuple[WantedGood, ...], payer: Errant | None
) -> Ruling:
    """Buy the same for everybody: each out of their own purse, or all out of one."""
    del errant

    def buy_for_one(now: Context, each: Errant) -> Ruling:
        pays = payer and now.campaign.get_errant(payer.id)
        return buy_goods(now, each, goods, pays)

    return _do_for_each_present(context, buy_for_one)


def _do_for_each_present(context: Context, do: Callable[[Context, Errant], Ruling]) -> Ruling:
    """Do the same for each member who is here, one after another."""
    campaign, reports = context.campaign, list[ItemReport | CoinsReport | PurchaseReport]()
    warnings = list[str]()
    for each in list_members_present(campaign.errants):
        ruling = do(context._replace(campaign=campaign), campaign.get_errant(each.id))
        assert isinstance(ruling.report, ItemReport | CoinsReport | PurchaseReport)
        campaign = ruling.campaign
        warnings += ruling.warnings
        reports.append(ruling.report)
    return Ruling(campaign, GivenToEachReport(tuple(reports)), warnings=tuple(warnings))
