"""Whom the Company meets, in the exported document: all of it is the Guide's."""

from collections.abc import Iterator

from companion.errant.checks import Stakes
from companion.errant.negotiation import CHECKED, WORN_OUT
from companion.errant.world import Faction, Npc
from companion.view.document import Document, section, text


def people(said: Document) -> list[str]:
    """Every NPC in a line, with the Negotiation with them as it stands."""
    lines = [_line(npc.name, _of_npc(said, npc)) for npc in said.campaign.world.npcs]
    return section("NPCs, for the Guide alone", lines)


def factions(said: Document) -> list[str]:
    """Every Faction in a line."""
    lines = [_line(each.name, _of_faction(each)) for each in said.campaign.world.factions]
    return section("Factions, for the Guide alone", lines)


def _line(name: str, parts: Iterator[str]) -> str:
    told = "; ".join(parts)
    return f"- {text(name)}{': ' if told else ''}{told}"


def _of_npc(said: Document, npc: Npc) -> Iterator[str]:
    if not npc.met:
        yield "not met"
    if npc.count > 1:
        yield f"{npc.count} of them"
    if npc.settlement or npc.place:
        yield f"at {said.place(npc.settlement or npc.place)}"
    if npc.hex is not None:
        yield f"hex {npc.hex[0]}, {npc.hex[1]}"
    if npc.faction:
        names = {each.id: each.name for each in said.campaign.world.factions}
        yield f"of {text(names.get(npc.faction, npc.faction))}"
    if npc.alignment != "N":
        yield npc.alignment
    if npc.threat is not None:
        yield f"Threat {npc.threat}"
    if npc.morale is not None:
        yield f"Morale {npc.morale}"
    if npc.disposition is not None:
        yield f"disposition {npc.disposition}"
    for errant, bond in npc.bonds.items():
        yield f"bond with {said.errant(errant)} {bond}"
    yield from _talk(npc)
    if npc.wants:
        yield f"wants {text(npc.wants)}"
    if npc.note:
        yield text(npc.note)


def _talk(npc: Npc) -> Iterator[str]:
    """What exchanges with them begin with, and the last Negotiation."""
    for category in CHECKED:
        dv, position, impact = stakes = npc.stakes(category)
        if stakes != Stakes():
            yield f"{category} at DV {dv}, {position}, {impact}"
    talk = npc.negotiation
    if talk is not None and talk.ended == WORN_OUT:
        yield "a Negotiation wore out their patience"
    elif talk is not None and talk.ended:
        yield f"a Negotiation ended: {text(talk.ended)}"
    elif talk is not None:
        yield f"in a Negotiation, {talk.exchanges} of {talk.patience} exchanges"


def _of_faction(faction: Faction) -> Iterator[str]:
    if not faction.met:
        yield "not met"
    if faction.alignment != "N":
        yield faction.alignment
    if faction.reputation is not None:
        yield f"reputation {faction.reputation}"
    if faction.note:
        yield text(faction.note)
