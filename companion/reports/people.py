"""What Checks, NPCs, Reaction Rolls, Negotiations and Morale answer.

What is said aloud at the table is public: who, what, the faces, how they took it. Disposition,
patience and all that is known of an NPC beside name and place are the Guide's, and so is a DV that
tells of them.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.errant.checks import Attribute, Impact, Position, Winner
from companion.errant.favours import Access, CourtResult, Favour
from companion.errant.negotiation import Category, ExchangeResult, NegotiationState, SmallTalk
from companion.errant.reaction import BandName
from companion.errant.world import Hex
from companion.reports import Public, Report, Secret

BribeOutcome: TypeAlias = Literal["swayed", "unmoved", "affronted"]
"""What an NPC makes of a bribe: they like those who offer it more, as much, or less."""

ExchangeOutcome: TypeAlias = ExchangeResult | BribeOutcome | Literal["small_talk"]
"""How an NPC takes an exchange."""


class CircumstanceLine(Struct, frozen=True):
    """A help (below 0) or a hindrance, and what it adds to the DV."""

    name: str
    dv: int


class OpponentLine(Struct, frozen=True):
    """The other side of an Opposed Check: what they rolled against, and what fell."""

    target: int
    dv: int
    base_dv: int
    circumstances: tuple[CircumstanceLine, ...]
    faces: tuple[int, ...]
    success: bool | None


class OpposedOdds(Struct, frozen=True):
    """How likely each end of an Opposed Check is: who was named first wins, or second, neither, or
    both fail."""

    first: float
    second: float
    tie: float
    both_fail: float


class CheckReport(Report, frozen=True, tag="check"):
    """A Check: no face need fall where its DV is below 0; `success` is null where only its chance
    was asked for. An NPC who makes one has no `errant`. `against` names the other side of an
    Opposed Check, `winner` says who wins (first is who was named first), and `odds` how likely
    that is, where only the chance was asked for."""

    errant: Public[str]
    name: Public[str]
    attribute: Public[Attribute | None]
    target: Public[int | None]
    dv: Public[int | None]
    base_dv: Public[int]
    circumstances: Public[tuple[CircumstanceLine, ...]]
    position: Public[Position]
    impact: Public[Impact]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
    success: Public[bool | None]
    chance: Public[float]
    chance_exact: Public[str]
    saving: Public[bool]
    against: Public[str]
    winner: Public[Winner | None]
    opponent: Public[OpponentLine | None]
    odds: Public[OpposedOdds | None]


class SecretCheckReport(CheckReport, frozen=True, tag="check"):
    """A Check whose numbers tell of an NPC: their disposition, or how much of a Threat they are."""

    target: Secret[int | None]
    dv: Secret[int | None]
    base_dv: Secret[int]
    circumstances: Secret[tuple[CircumstanceLine, ...]]
    chance: Secret[float]
    chance_exact: Secret[str]
    opponent: Secret[OpponentLine | None]
    odds: Secret[OpposedOdds | None]


class FateReport(Report, frozen=True, tag="fate"):
    """The Die of Fate: the higher, the better."""

    asked: Public[str]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]


class StakesLine(Struct, frozen=True):
    """What exchanges of a category begin with for an NPC; the DV without disposition."""

    category: str
    dv: int
    position: Position
    impact: Impact


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


class ReactionReport(Report, frozen=True, tag="reaction"):
    """How an NPC takes to the Company. Where a bond or a reputation says so no die falls, and
    `known_by` names it. `patience` is how many exchanges a Negotiation would begin with;
    `exchanges_left` of one that goes on stays as it was."""

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


NegotiationStep = Literal["began", "stands", "worn", "ended", "set"]


class NegotiationReport(Report, frozen=True, tag="negotiation"):
    """A Negotiation began, stands so, was worn down, or ended; or what exchanges begin with was
    set, which needs none: `patience` is null where there is none. `ended` is whether it has,
    `why_ended` why: patience, or in the Guide's words. `banal` is when there was small talk."""

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
    """One exchange of a Negotiation: how it was taken, and what is left of disposition and
    patience. `change` is what it would do to disposition as they took it, `cost` what going on past
    patience took; disposition itself stays within 2 and 12. Without a Check `faces` is empty.
    `ended` is whether it ended the Negotiation: only patience does."""

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
    circumstances: Secret[tuple[CircumstanceLine, ...]]
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
