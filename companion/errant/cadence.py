"""Marking off by itself, every so many Turns, where no die is rolled
(Core Procedures, Event Die: «the Guide may have the Company mark off resources at set Turn
intervals»)."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.errant.turns import TurnType


class Cadence(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Every `turns` Turns of a type without a die, `word` is done; `passed` have gone by since."""

    id: str = ""
    turns: Annotated[int, Meta(ge=1, le=100_000)]
    type: TurnType
    word: str
    passed: Annotated[int, Meta(ge=0, le=100_000)] = 0


def passed(cadence: Cadence, turn_type: TurnType, turns: int) -> tuple[Cadence, int]:
    """So many more Turns gone by without a die; how often it falls due in them."""
    if cadence.type != turn_type or turns <= 0:
        return cadence, 0
    due, left = divmod(cadence.passed + turns, cadence.turns)
    return replace(cadence, passed=left), due
