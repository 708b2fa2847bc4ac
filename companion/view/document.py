"""What an exported document is made of, and how what people wrote stands in it."""

import re
from collections.abc import Iterable, Mapping

import msgspec

from companion.campaign.campaign import Campaign
from companion.commands import reports as r
from companion.errant.hexes import Hex
from companion.text import clean

_MARKS = re.compile(r"([\\`*_\[\]<>|~#&$])")
_BEGINS = re.compile(r"([0-9]{0,9})([.)](?= |$)|[-+](?=[- ]|$))")
"""What opens a list, or draws a line, where a text begins with it."""


class Place(msgspec.Struct, frozen=True):
    """A place or a Settlement (which has a `type`), as the document has it; the players' version
    has no hex."""

    id: str
    name: str
    type: str = ""
    hex: Hex | None = None
    note: str = ""


class Document:
    """What a document says, with its types again; `text` escapes what a person wrote. The evenings
    are gone through once, the first one first."""

    def __init__(
        self,
        campaign: Campaign,
        places: tuple[Place, ...],
        settlements: tuple[Place, ...],
        evenings: Iterable[r.EveningLine],
        packs: Mapping[str, r.SlotsReport],
    ) -> None:
        self.campaign = campaign
        self.places = places
        self.settlements = settlements
        self.evenings = evenings
        self.packs = packs
        self._errant_names = {errant.id: errant.name for errant in campaign.errants}
        self._place_names = {place.id: place.name for place in (*places, *settlements)}

    def called(self, errant_id: str) -> str:
        """How an Errant is called."""
        return self._errant_names.get(errant_id, errant_id)

    def errant(self, errant_id: str) -> str:
        """The same, as it is written in the document."""
        return text(self.called(errant_id))

    def place(self, place_id: str) -> str:
        """How a place is called."""
        return text(self._place_names.get(place_id, place_id))


def text(written: str) -> str:
    """What a person wrote, so that Markdown shows it as it is: in one line, its marks escaped."""
    marked = _MARKS.sub(r"\\\1", " ".join(clean(written).split()))
    begins = _BEGINS.match(marked)
    return f"{begins[1]}\\{marked[begins.start(2) :]}" if begins else marked


def section(title: str, lines: Iterable[str]) -> list[str]:
    """A heading and what stands under it; nothing where nothing does."""
    under = [*lines]
    return [f"## {title}", "", *under, ""] if under else []
