"""The coins of the whole Company: who has how many, sharing them out, and what coins are worth."""

from companion.campaign.campaign import Campaign
from companion.commands.handler_result import Ruling
from companion.commands.packs.transfers import add_coins_to_purse
from companion.errant.company import Errant, list_everyone_present, list_members_present
from companion.errant.packs.coin import Purse, split_purse
from companion.grammar.context import Context
from companion.grammar.name_matching import require_members_present
from companion.refusal import Impossible
from companion.reports.packs import CoinsWorthReport, PurseLine, PursesReport


def show_purses(context: Context) -> PursesReport:
    """The coins of everybody in the Company who is here, and of whoever else has any; the sum is of
    those who are here."""
    members = {each.id for each in list_members_present(context.campaign.errants)}
    shown = (e for e in context.campaign.errants if e.coins or e.id in members)
    lines = tuple(_build_purse_line(each, each) for each in shown)
    return PursesReport("shown", lines, sum(each.worth for each in lines if each.here))


def share_coins_evenly(context: Context, purse: Purse | None) -> Ruling:
    """Share coins that were found evenly among the members who are here; without any, all that
    those who are here carry. What is left of the division goes to the first. Raises Impossible if
    nobody is here, or there is nothing to share."""
    campaign = context.campaign
    members = require_members_present(campaign.errants)
    after = campaign
    if purse is None:
        purse = Purse()
        for each in list_everyone_present(campaign.errants):
            purse = purse.add(each.purse)
            after = after.with_errant(each.with_purse(Purse()))
        if not purse.pieces:
            raise Impossible("Nobody here has any coins.", "Try: coins split 40 shillings")
        found = 0
    else:
        found = purse.worth
    for each, share in zip(members, split_purse(purse, len(members)), strict=True):
        has = add_coins_to_purse(after.get_errant(each.id), share)
        after = after.with_errant(each.with_purse(has))
    return Ruling(after, _build_sharing_report(campaign, after, found))


def _build_sharing_report(before: Campaign, after: Campaign, found: int) -> PursesReport:
    """The purses that were shared into, or out of."""
    members = {each.id for each in list_members_present(after.errants)}
    changed = ((e, before.get_errant(e.id)) for e in list_everyone_present(after.errants))
    lines = tuple(
        _build_purse_line(now, was)
        for now, was in changed
        if now.id in members or now.purse != was.purse
    )
    return PursesReport("shared", lines, sum(each.worth for each in lines), found)


def _build_purse_line(now: Errant, was: Errant) -> PurseLine:
    return PurseLine(
        errant=now.id,
        name=now.name,
        here=now.is_present,
        worth=now.purse.worth,
        changed=now.purse.worth - was.purse.worth,
        **now.purse._asdict(),
    )


def show_coins_worth(_context: Context, purse: Purse) -> CoinsWorthReport:
    """What coins are worth, in pennies."""
    return CoinsWorthReport(purse.worth, **purse._asdict())
