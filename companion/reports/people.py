"""Reports on NPCs, reactions, Negotiations, Factions, bonds, courting and Morale.

What is said aloud at the table is public: who, what, the faces, the outcome. Disposition, patience
and everything about an NPC but name and place are secret, and so is a DV that depends on them.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.audience import Public, Secret
from companion.errant.checks import Circumstance, Impact, Position
from companion.errant.negotiation import Category, ExchangeResult, NegotiationState, SmallTalk
from companion.errant.reaction import Access, BandName, CourtResult, Favour
from companion.errant.world import Hex
from companion.reports import Report

BribeOutcome: TypeAlias = Literal["swayed", "unmoved", "affronted"]
"""The effect of a bribe on an NPC: they like the Company more, as much, or less."""
ExchangeOutcome: TypeAlias = ExchangeResult | BribeOutcome | Literal["small_talk"]
"""How an NPC takes an exchange."""
NegotiationStep = Literal["began", "stands", "worn", "ended", "set"]


class StakesLine(Struct, frozen=True):
    """The stakes of exchanges of a category with an NPC; the DV without disposition."""

    category: str
    dv: int
    position: Position
    impact: Impact


class ReactionReport(Report, frozen=True, tag="reaction"):
    """An NPC's reaction to the Company. If a bond or a reputation decides it (`known_by`), no
    die is rolled. `patience` is the number of exchanges a Negotiation would begin with;
    `exchanges_left` that of a Negotiation that goes on."""

    npc: Public[str]
    name: Public[str]
    faces: Secret[tuple[int, ...]]
    entered: Secret[bool]
    modifier: Secret[int]
    guides: Secret[int]
    alignment: Secret[int]
    swayed_by: Secret[str]
    disposition: Secret[int]
    band: Secret[BandName]
    dv_modifier: Secret[int]
    patience: Secret[int]
    talk: Secret[NegotiationState]
    exchanges_left: Secret[int | None]
    known_by: Secret[str]


class NegotiationReport(Report, frozen=True, tag="negotiation"):
    """A Negotiation began, goes on, was worn down, or ended; or the stakes of exchanges were set.
    `patience` is null without a Negotiation. `why_ended` is patience, or the Guide's words. `banal`
    is when there was small talk."""

    npc: Public[str]
    name: Public[str]
    step: Public[NegotiationStep]
    disposition: Secret[int | None]
    band: Secret[BandName | None]
    dv_modifier: Secret[int]
    patience: Secret[int | None]
    exchanges: Secret[int]
    exchanges_left: Secret[int]
    banal: Public[SmallTalk]
    ended: Public[bool]
    why_ended: Secret[str]
    bases: Secret[tuple[StakesLine, ...]]
    reaction: Secret[ReactionReport | None]


class ExchangeReport(Report, frozen=True, tag="exchange"):
    """One exchange of a Negotiation: its outcome, and the disposition and patience left.
    `change` is the effect of the outcome on disposition, `cost` that of going on past patience;
    disposition itself stays within 2 and 12. `faces` is empty without a Check. Only patience can
    end a Negotiation (`ended`)."""

    npc: Public[str]
    name: Public[str]
    errant: Public[str]
    category: Public[Category]
    position: Public[Position | None]
    impact: Public[Impact | None]
    dv: Secret[int | None]
    base_dv: Secret[int | None]
    target: Public[int | None]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
    success: Public[bool | None]
    outcome: Public[ExchangeOutcome]
    circumstances: Secret[tuple[Circumstance, ...]]
    disposition_before: Secret[int]
    disposition_after: Secret[int]
    change: Secret[int]
    cost: Secret[int]
    band: Secret[BandName]
    band_before: Secret[BandName]
    dv_modifier: Secret[int]
    exchanges: Secret[int]
    patience: Secret[int]
    exchanges_left: Secret[int]
    banal: Public[SmallTalk]
    ended: Public[bool]


class BondLine(Struct, frozen=True):
    """The bond of an NPC and an Errant."""

    errant: str
    bond: int


class NpcLine(Struct, frozen=True):
    """All that is known of an NPC; `where` is the name of their place. `exchanges_left` is null
    without a Negotiation; `bases` are the stakes that differ from the usual."""

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
    """What the players know of an NPC: the name, and the place, if they know of it."""

    npc: str
    name: str
    where: str


NpcStep = Literal["made", "changed", "fewer", "removed", "told", "listed"]


class NpcReport(Report, frozen=True, tag="npc"):
    """NPCs that were made, changed (`fewer`: a group is smaller) or removed, or a list of them.
    `may_break` are the groups that may lose heart by it."""

    step: Public[NpcStep]
    npcs: Public[tuple[PublicNpcLine, ...]]
    known: Secret[tuple[NpcLine, ...]]
    changed: Secret[tuple[str, ...]] = ()
    may_break: Secret[tuple[str, ...]] = ()


class FactionLine(Struct, frozen=True):
    """A Faction, and the Company's reputation with it: its name and what it is worth."""

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
    """Factions that were made, changed or removed, or a list of them."""

    step: Public[FactionStep]
    names: Public[tuple[str, ...]]
    factions: Secret[tuple[FactionLine, ...]]


BondStep = Literal["told", "set", "off"]


class BondReport(Report, frozen=True, tag="bond"):
    """The bond of an Errant and an NPC. `pull` is by how much the Company's reputation with the
    NPC's `faction` may rise by it, if the NPC has influence there."""

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
    """An attempt to move a bond by 1 up or down (`step`), or, with a `faction` and no `npc`, the
    Company's reputation."""

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
    """A Morale roll: on 2D6 above their Morale they flee, yield or parley; an `ally` may turn
    against the Company."""

    who: Public[str]
    name: Public[str]
    ally: Public[bool]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
    modifier: Public[int]
    total: Public[int]
    morale: Secret[int | None]
    held: Public[bool]
