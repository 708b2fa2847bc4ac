"""Builds the Reports of NPCs: what players hear of them, and what the Guide knows."""

from collections.abc import Iterator

from msgspec.structs import asdict

from companion.campaign.campaign import Campaign
from companion.campaign.places_known_to_players import list_known_sites
from companion.commands.people.reactions_and_morale import (
    find_disposition_band,
    get_npc_disposition,
)
from companion.errant.checks_and_saves import Stakes
from companion.errant.negotiation import CHECKED_CATEGORIES
from companion.errant.world import Npc
from companion.reports.npcs_and_factions import (
    BondLine,
    NpcFightLine,
    NpcLine,
    NpcReport,
    NpcStep,
    PublicNpcLine,
    StakesLine,
)


def build_npc_report(
    campaign: Campaign, step: NpcStep, npcs: tuple[Npc, ...], fields: tuple[str, ...] = ()
) -> NpcReport:
    """The Report of these NPCs. Players hear the place of one if they know of that place."""
    known = {site.id for site in list_known_sites(campaign)}
    lines = tuple(_build_npc_lines(campaign, npcs))
    public_lines = tuple(
        PublicNpcLine(
            npc.id, npc.name, line.where if (npc.settlement or npc.place) in known else ""
        )
        for npc, line in zip(npcs, lines, strict=True)
    )
    return NpcReport(step=step, npcs=public_lines, known=lines, changed=fields)


def build_unusual_stakes_lines(npc: Npc) -> tuple[StakesLine, ...]:
    """The stakes with which exchanges with an NPC begin, where they are not the usual ones."""
    return tuple(
        StakesLine(category, *npc.get_stakes(category))
        for category in CHECKED_CATEGORIES
        if npc.get_stakes(category) != Stakes()
    )


def _build_npc_lines(campaign: Campaign, npcs: tuple[Npc, ...]) -> Iterator[NpcLine]:
    factions = {each.id: each.name for each in campaign.world.factions}
    for npc in npcs:
        disposition, talk = get_npc_disposition(campaign, npc), npc.negotiation
        has_figures = bool(npc.creature or npc.attacks or npc.mv or npc.special or npc.hp_max)
        line = NpcLine(
            npc=npc.id,
            name=npc.name,
            where=campaign.get_place_name(npc.settlement or npc.place),
            hex=npc.hex,
            faction=factions.get(npc.faction, ""),
            met=npc.met,
            count=npc.count,
            alignment=npc.alignment,
            threat=npc.threat,
            morale=npc.morale,
            disposition=disposition,
            band=find_disposition_band(campaign, disposition).name
            if disposition is not None
            else None,
            bonds=tuple(BondLine(errant, bond) for errant, bond in npc.bonds.items()),
            bases=build_unusual_stakes_lines(npc),
            exchanges_left=talk.exchanges_left if talk and not talk.ended else None,
            talk=talk.state if talk else "none",
            why_ended=talk.ended if talk else "",
            banal=talk.banal if talk else "not_yet",
            wants=npc.wants,
            note=npc.note,
        )
        yield _add_fight_figures(line, npc) if has_figures else line


def _add_fight_figures(line: NpcLine, npc: Npc) -> NpcFightLine:
    """The line with the figures of a fight."""
    return NpcFightLine(
        **asdict(line),
        creature=npc.creature,
        hp=npc.hp,
        hp_max=npc.hp_max,
        attacks=npc.attacks,
        mv=npc.mv,
        special=npc.special,
        shown=npc.shown,
    )
