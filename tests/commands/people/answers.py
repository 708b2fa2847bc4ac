"""What a line about NPCs, Factions, Bonds and Negotiations is answered at a table."""

from companion.errant.world import Npc
from tests.commands.table import Table


def find_npc(table: Table, name: str) -> Npc:
    """The NPC of this id."""
    return next(each for each in table.desk.campaign.world.npcs if each.id == name)


def begin_negotiation_at(table: Table, score: int, *lines: str) -> Table:
    """The table with a Negotiation with Harl begun at this disposition, and these lines said."""
    table.done(f"react harl is {score}", "talk harl", *lines)
    return table
