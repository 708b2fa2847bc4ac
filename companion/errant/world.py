"""The world around the Company: Settlements, places, Factions, NPCs and signs of what is coming."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.audience import Public, Secret
from companion.errant.checks import DV, Impact, Position, Stakes, Threat
from companion.errant.clock import Moment
from companion.errant.negotiation import CheckedCategory, Negotiation, SmallTalk
from companion.errant.reaction import Alignment, Disposition, Morale
from companion.errant.turns import TurnType

Coordinate: TypeAlias = Annotated[int, Meta(ge=-100_000, le=100_000)]
Hex: TypeAlias = tuple[Coordinate, Coordinate]
"""Axial coordinates, (q, r)."""
MAP_REACH = 9
"""How far a map goes from its middle: what 40 columns take."""


def count_hexes_between(one: Hex, other: Hex) -> int:
    """How many hexes there are to go from one to the other."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


@cache
def list_hex_steps(reach: int) -> tuple[tuple[int, int, int], ...]:
    """Every hex at most so far from another, itself included: the steps there in q and in r, and
    how far it lies."""
    steps = range(-reach, reach + 1)
    found = ((q, r, max(abs(q), abs(r), abs(q + r))) for q in steps for r in steps)
    return tuple(each for each in found if each[2] <= reach)


def list_hexes_within(middle: Hex, reach: int) -> Iterator[tuple[Hex, int]]:
    """The same around one hex: each, and how far it lies."""
    for q, r, away in list_hex_steps(reach):
        yield (middle[0] + q, middle[1] + r), away


SettlementType = Literal["hamlet", "village", "town", "city", "metropolis"]
MAX_PATIENCE = 100
"""Exchanges that the Guide may give an NPC at once, beside what disposition does."""
MAX_EXCHANGES = 10_000
MAX_ROW = 1_000_000
"""Of a table's rows, which are numbered from 1; no file that is read holds as many."""
SETTLEMENT_TYPES: tuple[SettlementType, ...] = get_args(SettlementType)


class Settlement(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Settlement on its hex (Items & Equipment, Settlement Types), and its tables by name.

    `supply_bought` is the Supply bought here since the last Downtime Turn; `inflation` the level
    carried over from the months before. `found` and `lacking` are the goods whose availability was
    tested since then. `known` is whether the players know of it.
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
    """People who stand together; `reputation` is what the Company has with them, once it has any
    (Downtime Turns, Reputation). `met` is whether the players know of them."""

    id: Public[str] = ""
    name: Public[str]
    met: Public[bool] = False
    reputation: Secret[Disposition | None] = None
    alignment: Secret[Alignment] = "N"
    note: Secret[str] = ""


class Npc(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody who is not of the Company, or a group of them; of what is known of them, only who
    and where they are is not for the Guide alone.

    `settlement`, `place` and `faction` are ids; `met` is whether the players know of them; `count`
    is how many a group are; `threat` is from 1 to 10 (Initiative Turns, NPC Attributes).
    `disposition` is that of the last Reaction Roll, 2 to 12, as it moved since; none was made where
    it is absent. `bonds` are by the ids of Errants. Next come what a Check of each category begins
    with for them, and the Negotiation with them, which has `patience` where there was one.
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
        """What an exchange of this category begins with for this NPC."""
        return {
            "giving": Stakes(self.giving_dv, self.giving_position, self.giving_impact),
            "taking": Stakes(self.taking_dv, self.taking_position, self.taking_impact),
            "convincing": Stakes(
                self.convincing_dv, self.convincing_position, self.convincing_impact
            ),
        }[category]

    def with_stakes(self, category: CheckedCategory, stakes: Stakes) -> "Npc":
        """The same NPC, with whom exchanges of this category begin so."""
        dv, position, impact = stakes
        return replace(
            self,
            **{
                f"{category}_dv": dv,
                f"{category}_position": position,
                f"{category}_impact": impact,
            },
        )

    @property
    def negotiation(self) -> Negotiation | None:
        """The Negotiation with them, which goes on or has ended; None where there was none."""
        if self.patience is None:
            return None
        return Negotiation(self.patience, self.exchanges, self.banal, self.ended, self.ended_at)

    @property
    def is_in_negotiation(self) -> bool:
        """Whether a Negotiation with them goes on."""
        return self.patience is not None and not self.ended

    def with_negotiation(self, negotiation: Negotiation) -> "Npc":
        """The same NPC, with this Negotiation."""
        return replace(self, **negotiation._asdict())

    def without_negotiation(self) -> "Npc":
        """The same NPC, with whom there was none."""
        return replace(self, patience=None, exchanges=0, banal="not_yet", ended="", ended_at=None)


class Site(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place the Company can be at, a region or a site of adventure, and its tables by name.

    `terrain` is what the land is there (marsh, forest …), for tables that ask. `known` is whether
    the players know of it.
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

    It belongs to its Turn type and place (readings, Event Die). `clue` is what gives the encounter
    away, fit to be read out; `row` is the number of its row in `table`, 0 where none was drawn.
    """

    id: Secret[str] = ""
    turn_type: Secret[TurnType]
    place: Secret[str] = ""
    encounter: Secret[str] = ""
    clue: Secret[str] = ""
    table: Secret[str] = ""
    row: Secret[Annotated[int, Meta(ge=0, le=MAX_ROW)]] = 0
