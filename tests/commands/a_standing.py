"""What the Company is to others, at a table: what a line of it is answered."""

from companion.errant.world import Npc
from companion.reports.people import BondReport, CourtReport, FactionReport
from tests.commands.a_table import Table


def npc(table: Table, name: str) -> Npc:
    """The NPC of this id."""
    return next(each for each in table.desk.campaign.world.npcs if each.id == name)


def faction(table: Table, *lines: str) -> FactionReport:
    """What the last of these lines is answered."""
    report = table.done(*lines).report
    assert isinstance(report, FactionReport)
    return report


def bond(table: Table, *lines: str) -> BondReport:
    """What the last of these lines is answered."""
    report = table.done(*lines).report
    assert isinstance(report, BondReport)
    return report


def court(table: Table, *lines: str) -> CourtReport:
    """What the last of these lines is answered."""
    report = table.done(*lines).report
    assert isinstance(report, CourtReport)
    return report
