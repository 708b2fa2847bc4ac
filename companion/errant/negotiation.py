"""Negotiations: patience, exchanges, and what comes of each (Core Procedures, Negotiations;
readings, Reaction and Negotiation)."""

from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Meta, Struct

from companion.audience import Public
from companion.errant.checks_and_saves import Impact, Position
from companion.errant.reaction import MIN_DISPOSITION, clamp_disposition
from companion.errant.turns.moments_and_spans import Moment

CheckedCategory: TypeAlias = Literal["giving", "taking", "convincing"]
"""The categories of exchange that take a Check."""
CHECKED_CATEGORIES: tuple[CheckedCategory, ...] = get_args(CheckedCategory)
Category: TypeAlias = Literal["banal", "giving", "taking", "convincing", "bribe"]
CATEGORIES: tuple[Category, ...] = get_args(Category)
SmallTalk: TypeAlias = Literal["not_yet", "first", "later"]
"""When there was small talk: before all else, or later than something else."""
OutcomeColumn: TypeAlias = Position | Impact
"""A failure counts by its Position, a success by its Impact."""
SoftFailure: TypeAlias = Literal["shaky", "risky"]
NegotiationState: TypeAlias = Literal["none", "goes_on", "ended"]
ExchangeResult: TypeAlias = Literal[
    "unimpressed",
    "pleased",
    "touched",
    "upset",
    "refuses",
    "compromise",
    "agrees",
    "offers_more",
    "offended",
    "insulted",
    "unconvinced",
    "wants_proof",
    "accepts",
]
PAST_PATIENCE_COST = 2
"""What each exchange past patience costs in disposition."""
ENDED_BY_PATIENCE = "patience"
"""Why a Negotiation ended by itself."""
ENDED_BY_FIGHT = "it came to a fight"
"""Why a Negotiation ended as they began to fight."""
ENDED_BY_PARTING = "they parted"
"""Why a Negotiation ended if nobody said more."""


class Outcome(NamedTuple):
    """What an exchange does to disposition, and how the NPC takes it; `[-1, "refuses"]`."""

    change: Annotated[int, Meta(ge=-10, le=10)]
    result: ExchangeResult


class Giving(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    dire: Public[Outcome] = Outcome(0, "unimpressed")
    risky: Public[Outcome] = Outcome(0, "unimpressed")
    shaky: Public[Outcome] = Outcome(0, "unimpressed")
    weak: Public[Outcome] = Outcome(0, "unimpressed")
    fair: Public[Outcome] = Outcome(1, "pleased")
    strong: Public[Outcome] = Outcome(3, "touched")


class Taking(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    dire: Public[Outcome] = Outcome(-3, "upset")
    risky: Public[Outcome] = Outcome(-1, "refuses")
    shaky: Public[Outcome] = Outcome(0, "compromise")
    weak: Public[Outcome] = Outcome(0, "compromise")
    fair: Public[Outcome] = Outcome(0, "agrees")
    strong: Public[Outcome] = Outcome(0, "offers_more")


class Convincing(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    dire: Public[Outcome] = Outcome(-3, "offended")
    risky: Public[Outcome] = Outcome(-1, "insulted")
    shaky: Public[Outcome] = Outcome(0, "unconvinced")
    weak: Public[Outcome] = Outcome(0, "unconvinced")
    fair: Public[Outcome] = Outcome(0, "wants_proof")
    strong: Public[Outcome] = Outcome(0, "accepts")


class NegotiationRules(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The house's Negotiations: the outcomes of each category. With `soft_failure` risky, a risky
    failure counts as a shaky one."""

    soft_failure: Public[SoftFailure] = "shaky"
    giving: Public[Giving] = Giving()
    taking: Public[Taking] = Taking()
    convincing: Public[Convincing] = Convincing()


DEFAULT_NEGOTIATION_RULES = NegotiationRules()


class Negotiation(NamedTuple):
    """A Negotiation with one NPC: how many exchanges they tolerate, how many there were, and why
    it ended ("" while it goes on)."""

    patience: int
    exchanges: int = 0
    banal: SmallTalk = "not_yet"
    ended: str = ""
    ended_at: Moment | None = None

    @property
    def state(self) -> NegotiationState:
        return "ended" if self.ended else "goes_on"

    @property
    def exchanges_left(self) -> int:
        return max(0, self.patience - self.exchanges)

    def wear_patience(self, exchanges: int = 1) -> "Negotiation":
        """The Negotiation with so many exchanges fewer to come; below 0 there are more."""
        return self._replace(patience=self.exchanges + max(0, self.exchanges_left - exchanges))

    def close(self, why: str, at: Moment) -> "Negotiation":
        return self._replace(ended=why, ended_at=at)


class Exchange(NamedTuple):
    """What an exchange left: the Negotiation; the disposition before it, as its outcome had it, and
    after what going on past patience `cost`."""

    negotiation: Negotiation
    disposition_before: int
    disposition_resolved: int
    disposition_after: int

    @property
    def cost(self) -> int:
        """The disposition lost to patience: at most 2, and no more than there was."""
        return self.disposition_resolved - self.disposition_after


def find_exchange_outcome(
    category: CheckedCategory,
    *,
    success: bool,
    position: Position,
    impact: Impact,
    rules: NegotiationRules = DEFAULT_NEGOTIATION_RULES,
) -> Outcome:
    """What a Check of an exchange comes to, by position, impact and the house's rules."""
    column: OutcomeColumn = impact if success else position
    if column == "risky" and rules.soft_failure == "risky":
        column = "shaky"
    outcomes: Giving | Taking | Convincing = getattr(rules, category)
    found: Outcome = getattr(outcomes, column)
    return found


def begin_negotiation(disposition: int) -> Negotiation:
    """A Negotiation as it begins: its patience is the disposition now, and follows it no more."""
    return Negotiation(patience=disposition)


def apply_exchange(
    negotiation: Negotiation, disposition: int, category: Category, change: int, now: Moment
) -> Exchange:
    """One exchange of a Negotiation that has not ended, which changes disposition by so much (as
    `find_exchange_outcome` or the Guide says).

    It is resolved first. Past patience it then costs 2; when that brings disposition to 2, the NPC
    ends it.
    """
    exchanges, banal = negotiation.exchanges + 1, negotiation.banal
    if category == "banal" and banal == "not_yet":
        banal = "later" if negotiation.exchanges else "first"
    after = resolved = clamp_disposition(disposition + change)
    went_on = negotiation._replace(exchanges=exchanges, banal=banal)
    if exchanges > negotiation.patience:
        after = clamp_disposition(resolved - PAST_PATIENCE_COST)
        if after == MIN_DISPOSITION:
            went_on = went_on.close(ENDED_BY_PATIENCE, now)
    return Exchange(went_on, disposition, resolved, after)
