"""Reports on reactions and Negotiations."""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.audience import Public, Secret
from companion.errant.checks import Impact, Position
from companion.errant.negotiation import Category, ExchangeResult, NegotiationState, SmallTalk
from companion.errant.reaction import BandName
from companion.reports import Report
from companion.reports.checks import CircumstanceLine

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
