"""The disposition of an NPC, by a roll, a bond or their Faction's reputation; and whether the
players have met them."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.errant.errants import list_members
from companion.errant.reaction import Band, KnownDisposition, choose_known_disposition, find_band
from companion.errant.world import Npc
from companion.grammar.context import Context


def find_house_band(campaign: Campaign, disposition: int) -> Band:
    """The band of a disposition, by the rules of this campaign."""
    return find_band(disposition, campaign.book.rules.reaction)


def find_bond_or_reputation(
    campaign: Campaign, npc: Npc, *, lowest: bool = False
) -> KnownDisposition | None:
    """The disposition that an NPC has from a bond with a member who is here, or from reputation."""
    if not npc.bonds and not npc.faction:
        return None
    present = (each.id for each in list_members(campaign.errants))
    reputations = {each.id: each.reputation for each in campaign.world.factions}
    return choose_known_disposition(npc.bonds, present, reputations.get(npc.faction), lowest=lowest)


def disposition_of(campaign: Campaign, npc: Npc) -> int | None:
    """An NPC's disposition now, None if it is unknown."""
    if npc.disposition is not None:
        return npc.disposition
    standing = find_bond_or_reputation(campaign, npc)
    return standing.disposition if standing is not None else None


def apply_known_disposition(campaign: Campaign, npc: Npc, was: KnownDisposition | None) -> Npc:
    """The NPC with the disposition that a bond or a reputation gives. It stays as it is if that is
    what it `was` before this word, and while a Negotiation goes on, which moves it."""
    standing = find_bond_or_reputation(campaign, npc)
    if standing is None or standing == was or npc.is_in_negotiation:
        return npc
    return replace(npc, disposition=standing.disposition)


def meet_npc(context: Context, npc: Npc) -> Npc:
    """The NPC, whom the players have met from now on, unless the line is secret."""
    return npc if npc.met or context.is_secret else replace(npc, met=True)
