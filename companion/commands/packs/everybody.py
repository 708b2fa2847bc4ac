"""What everybody of the Company who is here gets at once: `give everyone ration x3`."""

from companion.commands.context import Ruling
from companion.commands.packs.packs import give_new_things
from companion.commands.packs.transfers import change_coins
from companion.errant.errants import Errant, list_members
from companion.grammar.context import Context
from companion.grammar.kinds.coins import CoinChange
from companion.grammar.kinds.new_things import NewThings
from companion.reports.packs import CoinsReport, GivenToEachReport, ItemReport


def give_each_new_things(context: Context, errant: Errant, given: NewThings) -> Ruling:
    """Put the same new things into every pack."""
    del errant  # of whom the line was read
    campaign, reports, warnings = context.campaign, list[ItemReport](), list[str]()
    for each in list_members(campaign.errants):
        ruling = give_new_things(context._replace(campaign=campaign), each, given)
        assert isinstance(ruling.report, ItemReport)
        campaign, warnings = ruling.campaign, [*warnings, *ruling.warnings]
        reports.append(ruling.report)
    return Ruling(campaign, GivenToEachReport(tuple(reports)), warnings=tuple(warnings))


def give_each_coins(context: Context, errant: Errant, changes: tuple[CoinChange, ...]) -> Ruling:
    """Put the same coins into every purse."""
    del errant  # of whom the line was read
    campaign, reports = context.campaign, list[CoinsReport]()
    for each in list_members(campaign.errants):
        ruling = change_coins(context._replace(campaign=campaign), each, changes)
        assert isinstance(ruling.report, CoinsReport)
        campaign = ruling.campaign
        reports.append(ruling.report)
    return Ruling(campaign, GivenToEachReport(tuple(reports)))
