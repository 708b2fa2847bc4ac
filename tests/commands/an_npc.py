"""NPCs at a table: what a line of them is answered, and who they are then."""

from companion.errant.world import Npc
from companion.reports.people import NpcReport
from tests.commands.a_table import Table


def npc(table: Table, name: str) -> Npc:
    """The NPC of this id."""
    return next(each for each in table.desk.campaign.world.npcs if each.id == name)


def told(table: Table, *lines: str) -> NpcReport:
    """What the last of these lines is answered."""
    report = table.done(*lines).report
    assert isinstance(report, NpcReport)
    return report
