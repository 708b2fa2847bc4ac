"""How an NPC takes to the Company: what becomes of it, and how it is told once it was rolled."""

from companion.campaign.campaign import Campaign


def write_reaction_line(npc_id: str, campaign: Campaign) -> str:
    """The line that answers how somebody reacts: `react novice`, or `npc novice` where that was
    rolled as they were met; "" for nobody."""
    is_rolled = any(npc.id == npc_id and npc.disposition is not None for npc in campaign.world.npcs)
    return f"{'npc' if is_rolled else 'react'} {npc_id}" if npc_id else ""


def compute_changed_disposition(npc_id: str, campaign: Campaign, change: int) -> str:
    """The disposition of an NPC with a change; "" where none was rolled, and for nobody."""
    dispositions = (npc.disposition for npc in campaign.world.npcs if npc.id == npc_id)
    disposition = next(dispositions, None)
    return "" if disposition is None else f"{disposition + change}"
