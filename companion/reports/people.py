"""Reports on NPCs, Factions, bonds, courting and Morale.

What is said aloud at the table is public: who, what, the faces, how they took it. Disposition,
patience and all that is known of an NPC beside name and place are the Guide's, and so is a DV that
tells of them.
"""

from typing import Literal

from msgspec import Struct

from companion.audience import Public, Secret
from companion.errant.favours import Access, CourtResult, Favour
from companion.errant.negotiation import NegotiationState, SmallTalk
from companion.errant.reaction import BandName
from companion.errant.world import Hex
from companion.reports import Report
from companion.reports.negotiation import StakesLine


class BondLine(Struct, frozen=True):
    """What an NPC and an Errant are to one another."""

    errant: str
    bond: int


class NpcLine(Struct, frozen=True):
    """All that is known of an NPC; `where` is how their place is called. `exchanges_left` is null
    where no Negotiation with them goes on; `bases` has only what is not as usual."""

    npc: str
    name: str
    where: str
    hex: Hex | None
    faction: str
    met: bool
    count: int
    alignment: str
    threat: int | None
    morale: int | None
    disposition: int | None
    band: BandName | None
    bonds: tuple[BondLine, ...]
    bases: tuple[StakesLine, ...]
    exchanges_left: int | None
    talk: NegotiationState
    why_ended: str
    banal: SmallTalk
    wants: str
    note: str


class PublicNpcLine(Struct, frozen=True):
    """What everybody knows of an NPC: who they are, and where, if the players know of the place."""

    npc: str
    name: str
    where: str


NpcStep = Literal["made", "changed", "fewer", "removed", "told", "listed"]


class NpcReport(Report, frozen=True, tag="npc"):
    """An NPC, or a group of them, was made, changed (`fewer`: there are fewer of them), removed; or
    those there are. `may_break` are the groups that may lose heart by it."""

    step: Public[NpcStep]
    npcs: Public[tuple[PublicNpcLine, ...]]
    known: Secret[tuple[NpcLine, ...]]
    changed: Secret[tuple[str, ...]] = ()
    may_break: Secret[tuple[str, ...]] = ()


class FactionLine(Struct, frozen=True):
    """A Faction, what the Company's reputation with it is called, and what it is worth."""

    faction: str
    name: str
    met: bool
    reputation: int | None
    called: str
    free: Favour | None
    at_a_cost: Favour | None
    access: tuple[Access, ...]
    alignment: str
    note: str


FactionStep = Literal["made", "changed", "removed", "told", "listed"]


class FactionReport(Report, frozen=True, tag="faction"):
    """A Faction was made, changed or removed; or those there are."""

    step: Public[FactionStep]
    names: Public[tuple[str, ...]]
    factions: Secret[tuple[FactionLine, ...]]


BondStep = Literal["told", "set", "off"]


class BondReport(Report, frozen=True, tag="bond"):
    """What an Errant and an NPC are to one another. Where that makes the Company more to the NPC's
    `faction`, `pull` is by how much its reputation may rise, if the NPC has any there."""

    npc: Public[str]
    name: Public[str]
    errant: Public[str]
    step: Public[BondStep]
    bond: Secret[int | None]
    called: Secret[str]
    free: Secret[Favour | None]
    at_a_cost: Secret[Favour | None]
    faction: Secret[str]
    pull: Secret[int]


class CourtReport(Report, frozen=True, tag="court"):
    """A try to move a bond, or (with a `faction` and no `npc`) the Company's reputation, by 1 up or
    down (`step`)."""

    npc: Public[str]
    faction: Public[str]
    name: Public[str]
    errant: Public[str]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
    modifier: Public[int]
    total: Public[int]
    result: Public[CourtResult]
    step: Public[int]
    before: Secret[int]
    after: Secret[int]
    called: Secret[str]


class MoraleReport(Report, frozen=True, tag="morale"):
    """Whether somebody stands; 2D6 higher than their Morale, and they flee, yield or parley, or as
    an `ally` of the Company may turn against it."""

    who: Public[str]
    name: Public[str]
    ally: Public[bool]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
    modifier: Public[int]
    total: Public[int]
    morale: Secret[int | None]
    held: Public[bool]
