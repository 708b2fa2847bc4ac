"""What an NPC thinks of the Company: by a roll, a bond or their Faction's reputation; and whether
the players know of them."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.sitting import Sitting
from companion.errant.errants import members
from companion.errant.favours import Known, known
from companion.errant.reaction import Band, band_of
from companion.errant.world import Npc


def band(campaign: Campaign, disposition: int) -> Band:
    """The band that a disposition lies in, as the house has them."""
    return band_of(disposition, campaign.campaign.rules.reaction)


def known_by(campaign: Campaign, npc: Npc, *, lowest: bool = False) -> Known | None:
    """The disposition that a bond with one of the Company here, or a reputation, gives an NPC."""
    if not npc.bonds and not npc.faction:
        return None
    present = (each.id for each in members(campaign.errants))
    reputations = {each.id: each.reputation for each in campaign.world.factions}
    return known(npc.bonds, present, reputations.get(npc.faction), lowest=lowest)


def disposition_of(campaign: Campaign, npc: Npc) -> int | None:
    """The disposition now; None where nobody has rolled and nothing else says it."""
    if npc.disposition is not None:
        return npc.disposition
    standing = known_by(campaign, npc)
    return standing.disposition if standing is not None else None


def settled(campaign: Campaign, npc: Npc, was: Known | None) -> Npc:
    """The NPC at the disposition that a bond or a reputation says, where that is not what it `was`
    before this word; as they are where it is, and while a Negotiation goes on, which moves it."""
    standing = known_by(campaign, npc)
    if standing is None or standing == was or npc.in_negotiation:
        return npc
    return replace(npc, disposition=standing.disposition)


def meeting(sitting: Sitting, npc: Npc) -> Npc:
    """The NPC, of whom the players know from now on; what is said secretly tells nobody."""
    return npc if npc.met or sitting.secretly else replace(npc, met=True)
