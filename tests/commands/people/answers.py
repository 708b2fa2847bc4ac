"""What a line about NPCs, Factions, Bonds and Negotiations is answered at a table."""

from companion.errant.world import Npc
from companion.reports.checks import CheckReport
from companion.reports.people import (
    BondReport,
    CourtReport,
    ExchangeReport,
    FactionReport,
    NegotiationReport,
    NpcReport,
)
from tests.commands.table import Table


def find_npc(table: Table, name: str) -> Npc:
    """The NPC of this id."""
    return next(each for each in table.desk.campaign.world.npcs if each.id == name)


def read_npc(table: Table, *lines: str) -> NpcReport:
    """The NpcReport that answers the last of these lines."""
    return table.read(NpcReport, *lines)


def read_faction(table: Table, *lines: str) -> FactionReport:
    """The FactionReport that answers the last of these lines."""
    return table.read(FactionReport, *lines)


def read_bond(table: Table, *lines: str) -> BondReport:
    """The BondReport that answers the last of these lines."""
    return table.read(BondReport, *lines)


def court(table: Table, *lines: str) -> CourtReport:
    """The CourtReport that answers the last of these lines."""
    return table.read(CourtReport, *lines)


def read_negotiation(table: Table, *lines: str) -> NegotiationReport:
    """The NegotiationReport that answers the last of these lines."""
    return table.read(NegotiationReport, *lines)


def read_exchange(table: Table, *lines: str) -> ExchangeReport:
    """The ExchangeReport that answers the last of these lines."""
    return table.read(ExchangeReport, *lines)


def begin_negotiation_at(table: Table, score: int, *lines: str) -> Table:
    """The table with a Negotiation with Harl begun at this disposition, and these lines said."""
    table.done(f"react harl is {score}", "talk harl", *lines)
    return table


def roll_check(table: Table, *lines: str) -> CheckReport:
    """The CheckReport that answers the last of these lines."""
    return table.read(CheckReport, *lines)
