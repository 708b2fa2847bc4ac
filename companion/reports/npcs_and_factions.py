"""Reports on NPCs, reactions, Negotiations, Factions, bonds, courting and Morale.

What is said aloud at the table is public: who, what, the faces, the outcome. Disposition, patience
and everything about an NPC but name and place are secret, and so is a DV that depends on them.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.audience import Public, Secret
from companion.errant.checks_and_saves import Circumstance, Impact, Position
from companion.errant.negotiation import Category, ExchangeResult, NegotiationState, SmallTalk
from companion.errant.reaction import Access, BandName, CourtResult, Favour
from companion.errant.world import Hex
from companion.reports import Report

BribeOutcome: TypeAlias = Literal["swayed", "unmoved", "affronted"]
"""The effect of a bribe on an NPC: they like the Company more, as much, or less."""
ExchangeOutcome: TypeAlias = ExchangeResult | BribeOutcome | Literal["small_talk"]
"""How an NPC takes an exchange."""
NegotiationStep = Literal["began", "stands", "worn", "ended", "set"]
NpcStep = Literal["made", "changed", "fewer", "removed", "told", "listed"]
FactionStep = Literal["made", "changed", "removed", "told", "listed"]
BondStep = Literal["told", "set", "off"]


class StakesLine(Struct, frozen=True):
    """The stakes of exchanges of a category with an NPC; the DV without disposition."""

    category: str
    dv: int
    position: Position
    impact: Impact


class ReactionReport(Report, frozen=True, tag="reaction"):
    """An NPC's reaction to the Company. No die is rolled if a bond or a reputation decides
    (`known_by`). `patience` is that of a new Negotiation."""

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
    """How a Negotiation stands; `patience` is None without one. Or the stakes of exchanges
    (`bases`)."""

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


class ExchangeReport(Report, frozen=True, omit_defaults=True, tag="exchange"):
    """One exchange: `change` is the effect of its outcome on disposition, `cost` that of going on
    past patience; disposition stays within 2 and 12. `began` if the Negotiation began with it."""

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
    began: Public[bool] = False


class BondLine(Struct, frozen=True):
    """The bond of an NPC and an Errant."""

    errant: str
    bond: int


class PublicNpcLine(Struct, frozen=True):
    """What the players know of an NPC: the name, and the place, if they know of it."""

    npc: str
    name: str
    where: str


class NpcLine(PublicNpcLine, frozen=True):
    """All that is known of an NPC; `bases` are the stakes that differ from the usual."""

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


class NpcFightLine(NpcLine, frozen=True, kw_only=True):
    """All that is known of an NPC with the figures of a fight."""

    creature: str
    hp: tuple[int, ...]
    hp_max: int | None
    attacks: str
    mv: str
    special: str
    shown: bool


class NpcReport(Report, frozen=True, tag="npc"):
    """NPCs made, changed or listed; `may_break` are groups that may lose heart by it."""

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


class FactionReport(Report, frozen=True, tag="faction"):
    """Factions that were made, changed or removed, or a list of them."""

    step: Public[FactionStep]
    names: Public[tuple[str, ...]]
    factions: Secret[tuple[FactionLine, ...]]


class BondReport(Report, frozen=True, tag="bond"):
    """The bond of an Errant and an NPC; reputation with the NPC's `faction` may rise by `pull`."""

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
    """An attempt to move a bond, or the reputation with a `faction`, by 1 up or down (`step`)."""

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
    """A Morale roll: on 2D6 above their Morale they flee, yield or parley."""

    who: Public[str]
    name: Public[str]
    ally: Public[bool]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
    modifier: Public[int]
    total: Public[int]
    morale: Secret[int | None]
    held: Public[bool]
