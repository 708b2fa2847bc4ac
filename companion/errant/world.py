"""The values of the Guide's world: Settlements, places, Factions, NPCs and signs of encounters, on
a map of hexes."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.audience import Public, Secret
from companion.errant.checks_and_saves import DV, Impact, Position, Stakes, Threat
from companion.errant.company import HitPoints
from companion.errant.negotiation import CheckedCategory, Negotiation, SmallTalk
from companion.errant.reaction import Alignment, Disposition, Morale
from companion.errant.turns.moments_and_spans import Moment
from companion.errant.turns.turns import TurnType

Coordinate: TypeAlias = Annotated[int, Meta(ge=-100_000, le=100_000)]
Hex: TypeAlias = tuple[Coordinate, Coordinate]
"""Axial coordinates, (q, r)."""
CarryRule: TypeAlias = Literal["higher", "adds"]
"""Whether the carried level of Inflation and the own one add up, or the higher counts."""
MAP_REACH = 9
"""How far a map goes from its middle: as far as 40 columns allow."""


def count_hexes_between(one: Hex, other: Hex) -> int:
    """The distance of two hexes, in steps from hex to hex."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


@cache
def _list_hex_steps(reach: int) -> tuple[tuple[int, int, int], ...]:
    """The steps in q and r to every hex at most so far away, with its distance."""
    steps = range(-reach, reach + 1)
    found = ((q, r, max(abs(q), abs(r), abs(q + r))) for q in steps for r in steps)
    return tuple(each for each in found if each[2] <= reach)


def list_hexes_within(middle: Hex, reach: int) -> Iterator[tuple[Hex, int]]:
    """Every hex at most so far from this one, itself included, with its distance."""
    for q, r, away in _list_hex_steps(reach):
        yield (middle[0] + q, middle[1] + r), away


SettlementType = Literal["hamlet", "village", "town", "city", "metropolis"]
MAX_PATIENCE = 100
"""Exchanges that the Guide may give an NPC at once, beside those from disposition."""
MAX_EXCHANGES = 10_000
MAX_ROW = 1_000_000
"""The highest number a table's row can have; no file that is read holds as many."""
SETTLEMENT_TYPES: tuple[SettlementType, ...] = get_args(SettlementType)


class InflationRules(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The house's inflation: whether the level carried over from the month before and that of this
    month's purchases add up, or the higher counts."""

    carry: Public[CarryRule] = "higher"


class Settlement(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Settlement on its hex (Items & Equipment, Settlement Types), and its tables by name.

    `supply_bought` is the Supply bought here since the last Downtime Turn; `inflation` the level
    carried over from the months before. `found` and `lacking` are the goods whose availability was
    tested since then. The players know of a `known` one.
    """

    id: Public[str] = ""
    name: Public[str]
    type: Public[SettlementType]
    hex: Public[Hex]
    known: Public[bool] = False
    supply_bought: Public[Annotated[int, Meta(ge=0, le=100_000)]] = 0
    inflation: Public[Annotated[int, Meta(ge=0, le=6)]] = 0
    found: Public[tuple[str, ...]] = ()
    lacking: Public[tuple[str, ...]] = ()
    encounters: Secret[str] = ""
    local_effects: Secret[str] = ""
    rumours: Secret[str] = ""
    weather: Public[str] = ""
    note: Secret[str] = ""


class Faction(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """People who stand together; `reputation` is the Company's with them (Downtime Turns,
    Reputation). The players know of those they have `met`."""

    id: Public[str] = ""
    name: Public[str]
    met: Public[bool] = False
    reputation: Secret[Disposition | None] = None
    alignment: Secret[Alignment] = "N"
    note: Secret[str] = ""


class Npc(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody who is not of the Company, or a group. Only who and where they are is public.

    `settlement`, `place` and `faction` are ids; the players know of those they have `met`; a group
    is `count` people; `threat` is from 1 to 10 (Initiative Turns, NPC Attributes). `disposition` is
    that of the last Reaction Roll, 2 to 12, as it moved since. Of a `creature` of the tables they
    have `hp` of `hp_max`, one number for each of the group, none where all are unhurt; `attacks`
    such as `2 x claw d8, 1 x bite d8`, `mv` as `1/4 fly`; players hear how hurt they are if they
    are `shown`. `bonds` are by the ids of Errants.
    Then comes what a Check of each category begins with for them, and the Negotiation with them,
    which has `patience` if there was one.
    """

    id: Public[str] = ""
    name: Public[str]
    settlement: Public[str] = ""
    place: Public[str] = ""
    hex: Secret[Hex | None] = None
    met: Public[bool] = False
    faction: Secret[str] = ""
    count: Secret[Annotated[int, Meta(ge=1, le=100_000)]] = 1
    alignment: Secret[Alignment] = "N"
    threat: Secret[Threat | None] = None
    morale: Secret[Morale | None] = None
    creature: Secret[str] = ""
    hp: Secret[tuple[HitPoints, ...]] = ()
    hp_max: Secret[HitPoints | None] = None
    attacks: Secret[str] = ""
    mv: Secret[str] = ""
    special: Secret[str] = ""
    shown: Public[bool] = False
    disposition: Secret[Disposition | None] = None
    bonds: Secret[dict[str, Disposition]] = {}
    giving_dv: Secret[DV] = 0
    giving_position: Secret[Position] = "risky"
    giving_impact: Secret[Impact] = "fair"
    taking_dv: Secret[DV] = 0
    taking_position: Secret[Position] = "risky"
    taking_impact: Secret[Impact] = "fair"
    convincing_dv: Secret[DV] = 0
    convincing_position: Secret[Position] = "risky"
    convincing_impact: Secret[Impact] = "fair"
    patience: Secret[Annotated[int, Meta(ge=0, le=MAX_EXCHANGES)] | None] = None
    exchanges: Secret[Annotated[int, Meta(ge=0, le=MAX_EXCHANGES)]] = 0
    banal: Secret[SmallTalk] = "not_yet"
    ended: Secret[str] = ""
    ended_at: Secret[Moment | None] = None
    wants: Secret[str] = ""
    note: Secret[str] = ""

    def get_stakes(self, category: CheckedCategory) -> Stakes:
        return Stakes(*(getattr(self, f"{category}_{name}") for name in Stakes._fields))

    def with_stakes(self, category: CheckedCategory, stakes: Stakes) -> "Npc":
        changes = {f"{category}_{name}": value for name, value in stakes._asdict().items()}
        return replace(self, **changes)

    @property
    def negotiation(self) -> Negotiation | None:
        """The Negotiation with them, which goes on or has ended; None if there was none."""
        if self.patience is None:
            return None
        return Negotiation(self.patience, self.exchanges, self.banal, self.ended, self.ended_at)

    @property
    def is_in_negotiation(self) -> bool:
        return self.patience is not None and not self.ended

    def with_negotiation(self, negotiation: Negotiation) -> "Npc":
        return replace(self, **negotiation._asdict())

    def without_negotiation(self) -> "Npc":
        """The NPC as if there had been no Negotiation."""
        return replace(self, patience=None, exchanges=0, banal="not_yet", ended="", ended_at=None)


class Site(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place the Company can be at, a region or a site of adventure, and its tables by name.

    Tables ask for the `terrain` (marsh, forest …). The players know of a `known` place.
    """

    id: Public[str] = ""
    name: Public[str]
    known: Public[bool] = False
    hex: Public[Hex | None] = None
    terrain: Public[str] = ""
    encounters: Secret[str] = ""
    local_effects: Secret[str] = ""
    rumours: Secret[str] = ""
    weather: Public[str] = ""
    note: Secret[str] = ""


class Sign(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A sign of the next encounter, drawn and kept secret until a 1 spends it.

    It belongs to its Turn type and place (readings, Event Die). The `clue` to the encounter is fit
    to be read out; `row` is the number of its row in `table`, 0 if none was drawn.
    """

    id: Secret[str] = ""
    turn_type: Secret[TurnType]
    place: Secret[str] = ""
    encounter: Secret[str] = ""
    clue: Secret[str] = ""
    table: Secret[str] = ""
    row: Secret[Annotated[int, Meta(ge=0, le=MAX_ROW)]] = 0
