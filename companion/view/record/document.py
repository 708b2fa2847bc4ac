"""The parts of an exported document, and how texts of people are escaped in it."""

import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from companion.campaign.campaign import Campaign
from companion.errant.checks import Stakes
from companion.errant.negotiation import CHECKED_CATEGORIES, ENDED_BY_PATIENCE
from companion.errant.world import Faction, Hex, Npc
from companion.reports.packs import SlotsReport
from companion.reports.record import EveningLine
from companion.text import clean_text

_MARKDOWN_MARKS = re.compile(r"([\\`*_\[\]<>|~#&$])")
_LIST_OPENING = re.compile(r"([0-9]{0,9})([.)](?= |$)|[-+](?=[- ]|$))")
"""At the beginning of a text these open a list or draw a line."""


class Place(msgspec.Struct, frozen=True):
    """A place, or a Settlement, which has a `type`. The players' version has no hex."""

    id: str
    name: str
    type: str = ""
    hex: Hex | None = None
    note: str = ""


class Document:
    """The content of a document. `evenings` can be iterated once, the first one first."""

    def __init__(
        self,
        campaign: Campaign,
        places: tuple[Place, ...],
        settlements: tuple[Place, ...],
        evenings: Iterable[EveningLine],
        packs: Mapping[str, SlotsReport],
    ) -> None:
        self.campaign = campaign
        self.places = places
        self.settlements = settlements
        self.evenings = evenings
        self.packs = packs
        self._errant_names = {errant.id: errant.name for errant in campaign.errants}
        self._place_names = {place.id: place.name for place in (*places, *settlements)}

    def find_errant_name(self, errant_id: str) -> str:
        """The name of an Errant."""
        return self._errant_names.get(errant_id, errant_id)

    def escape_errant_name(self, errant_id: str) -> str:
        """The name of an Errant, escaped."""
        return escape_markdown(self.find_errant_name(errant_id))

    def escape_place_name(self, place_id: str) -> str:
        """The name of a place, escaped."""
        return escape_markdown(self._place_names.get(place_id, place_id))


def escape_markdown(written: str) -> str:
    """A text on one line, escaped so that Markdown shows it as it is."""
    marked = _MARKDOWN_MARKS.sub(r"\\\1", " ".join(clean_text(written).split()))
    begins = _LIST_OPENING.match(marked)
    return f"{begins[1]}\\{marked[begins.start(2) :]}" if begins else marked


def render_section(title: str, lines: Iterable[str]) -> list[str]:
    """A heading with its lines; nothing if there are none."""
    under = [*lines]
    return [f"## {title}", "", *under, ""] if under else []


def render_npc_section(document: Document) -> list[str]:
    """Every NPC in a line, with the Negotiation with them as it stands."""
    lines = [
        _format_entry(npc.name, _describe_npc(document, npc))
        for npc in document.campaign.world.npcs
    ]
    return render_section("NPCs, for the Guide alone", lines)


def render_faction_section(document: Document) -> list[str]:
    """Every Faction in a line."""
    lines = [
        _format_entry(each.name, _describe_faction(each))
        for each in document.campaign.world.factions
    ]
    return render_section("Factions, for the Guide alone", lines)


def _format_entry(name: str, parts: Iterator[str]) -> str:
    text = "; ".join(parts)
    return f"- {escape_markdown(name)}{': ' if text else ''}{text}"


def _describe_npc(document: Document, npc: Npc) -> Iterator[str]:
    if not npc.met:
        yield "not met"
    if npc.count > 1:
        yield f"{npc.count} of them"
    if npc.settlement or npc.place:
        yield f"at {document.escape_place_name(npc.settlement or npc.place)}"
    if npc.hex is not None:
        yield f"hex {npc.hex[0]}, {npc.hex[1]}"
    if npc.faction:
        names = {each.id: each.name for each in document.campaign.world.factions}
        yield f"of {escape_markdown(names.get(npc.faction, npc.faction))}"
    if npc.alignment != "N":
        yield npc.alignment
    if npc.threat is not None:
        yield f"Threat {npc.threat}"
    if npc.morale is not None:
        yield f"Morale {npc.morale}"
    if npc.disposition is not None:
        yield f"disposition {npc.disposition}"
    for errant, bond in npc.bonds.items():
        yield f"bond with {document.escape_errant_name(errant)} {bond}"
    yield from _describe_negotiation(npc)
    if npc.wants:
        yield f"wants {escape_markdown(npc.wants)}"
    if npc.note:
        yield escape_markdown(npc.note)


def _describe_negotiation(npc: Npc) -> Iterator[str]:
    """What exchanges with them begin with, and the last Negotiation."""
    for category in CHECKED_CATEGORIES:
        dv, position, impact = stakes = npc.get_stakes(category)
        if stakes != Stakes():
            yield f"{category} at DV {dv}, {position}, {impact}"
    talk = npc.negotiation
    if talk is not None and talk.ended == ENDED_BY_PATIENCE:
        yield "a Negotiation wore out their patience"
    elif talk is not None and talk.ended:
        yield f"a Negotiation ended: {escape_markdown(talk.ended)}"
    elif talk is not None:
        yield f"in a Negotiation, {talk.exchanges} of {talk.patience} exchanges"


def _describe_faction(faction: Faction) -> Iterator[str]:
    if not faction.met:
        yield "not met"
    if faction.alignment != "N":
        yield faction.alignment
    if faction.reputation is not None:
        yield f"reputation {faction.reputation}"
    if faction.note:
        yield escape_markdown(faction.note)
