"""Talks at a table: what a line of one is answered, and where it stands then."""

from companion.errant.world import Npc
from companion.reports.negotiation import ExchangeReport, NegotiationReport
from tests.commands.a_table import Table


def npc(table: Table, name: str) -> Npc:
    """The NPC of this id."""
    return next(each for each in table.desk.campaign.world.npcs if each.id == name)


def stands(table: Table, *lines: str) -> NegotiationReport:
    """What the last of these lines is answered."""
    report = table.done(*lines).report
    assert isinstance(report, NegotiationReport)
    return report


def said(table: Table, *lines: str) -> ExchangeReport:
    """What the last of these lines is answered: an exchange."""
    report = table.done(*lines).report
    assert isinstance(report, ExchangeReport)
    return report


def at(table: Table, score: int, *lines: str) -> Table:
    """The table with a Negotiation with Harl begun at this disposition, and these lines said."""
    table.done(f"react harl is {score}", "talk harl", *lines)
    return table
