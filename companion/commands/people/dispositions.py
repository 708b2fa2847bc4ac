"""What an NPC thinks of the Company: by a roll, a bond or their Faction's reputation; and whether
the players know of them."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import Context
from companion.errant.errants import list_members
from companion.errant.favours import KnownDisposition, choose_known_disposition
from companion.errant.reaction import Band, find_band
from companion.errant.world import Npc


def find_house_band(campaign: Campaign, disposition: int) -> Band:
    """The band that a disposition lies in, as the house has them."""
    return find_band(disposition, campaign.book.rules.reaction)


def find_bond_or_reputation(
    campaign: Campaign, npc: Npc, *, lowest: bool = False
) -> KnownDisposition | None:
    """The disposition that a bond with one of the Company here, or a reputation, gives an NPC."""
    if not npc.bonds and not npc.faction:
        return None
    present = (each.id for each in list_members(campaign.errants))
    reputations = {each.id: each.reputation for each in campaign.world.factions}
    return choose_known_disposition(npc.bonds, present, reputations.get(npc.faction), lowest=lowest)


def disposition_of(campaign: Campaign, npc: Npc) -> int | None:
    """The disposition now; None where nobody has rolled and nothing else says it."""
    if npc.disposition is not None:
        return npc.disposition
    standing = find_bond_or_reputation(campaign, npc)
    return standing.disposition if standing is not None else None


def apply_known_disposition(campaign: Campaign, npc: Npc, was: KnownDisposition | None) -> Npc:
    """The NPC at the disposition that a bond or a reputation says, where that is not what it `was`
    before this word; as they are where it is, and while a Negotiation goes on, which moves it."""
    standing = find_bond_or_reputation(campaign, npc)
    if standing is None or standing == was or npc.is_in_negotiation:
        return npc
    return replace(npc, disposition=standing.disposition)


def meet_npc(context: Context, npc: Npc) -> Npc:
    """The NPC, of whom the players know from now on; what is said secretly tells nobody."""
    return npc if npc.met or context.is_secret else replace(npc, met=True)
