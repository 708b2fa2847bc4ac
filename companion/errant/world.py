"""The world around the Company: Settlements, NPCs, places and the signs of what is coming."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from companion.errant.hexes import Hex
from companion.errant.turns import TurnType

SettlementType = Literal["hamlet", "village", "town", "city", "metropolis"]
SETTLEMENT_TYPES: tuple[SettlementType, ...] = get_args(SettlementType)


class Settlement(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Settlement on its hex (Items & Equipment, Settlement Types), and its tables by name.

    `supply_bought` is the Supply bought here since the last Downtime Turn; `inflation` the level
    carried over from the months before. `found` and `lacking` are the goods whose availability was
    tested since then.
    """

    id: str = ""
    name: str
    type: SettlementType
    hex: Hex
    supply_bought: Annotated[int, Meta(ge=0, le=100_000)] = 0
    inflation: Annotated[int, Meta(ge=0, le=6)] = 0
    found: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    encounters: str = ""
    local_effects: str = ""
    rumours: str = ""
    weather: str = ""
    note: str = ""


class Npc(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody who is not of the Company; `wants` and `note` are for the Guide alone.

    `disposition` is that of the last Reaction Roll, 2 to 12; none was made where it is absent.
    """

    id: str = ""
    name: str
    settlement: str = ""
    disposition: Annotated[int, Meta(ge=2, le=12)] | None = None
    wants: str = ""
    note: str = ""


class Site(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place the Company can be at, a region or a site of adventure, and its tables by name.

    `terrain` is what the land is there (marsh, forest …), for tables that ask.
    """

    id: str = ""
    name: str
    hex: Hex | None = None
    terrain: str = ""
    encounters: str = ""
    local_effects: str = ""
    rumours: str = ""
    weather: str = ""
    note: str = ""


class Sign(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A sign of the next encounter, drawn and kept secret until a 1 spends it.

    It belongs to its Turn type and place (readings, Event Die). `clue` is what gives the encounter
    away, fit to be read out; `row` is the number of its row in `table`, 0 where none was drawn.
    """

    id: str = ""
    turn_type: TurnType
    place: str = ""
    encounter: str = ""
    clue: str = ""
    table: str = ""
    row: Annotated[int, Meta(ge=0)] = 0
