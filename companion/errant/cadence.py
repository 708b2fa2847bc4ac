"""What falls due by itself, every so many Turns: marking off where no die is rolled
(Core Procedures, Event Die: «the Guide may have the Company mark off resources at set Turn
intervals»), and reminders («the water level in the treasure room rises higher»)."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.errant.turns import TurnType

MARKS = ("burn", "deplete")
"""What is marked off by a word of its own; any other word is a reminder."""


class Cadence(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Every `turns` Turns of a type, `word` is done; `passed` have gone by since."""

    id: str = ""
    turns: Annotated[int, Meta(ge=1, le=100_000)]
    type: TurnType
    word: str
    passed: Annotated[int, Meta(ge=0, le=100_000)] = 0

    @property
    def marks_off(self) -> bool:
        """Whether it wears things down as a result of 3 does: then it counts only the Turns in
        which no die was rolled. A reminder counts them all."""
        return self.word in MARKS

    @property
    def to_go(self) -> int:
        """How many Turns until it falls due."""
        return max(1, self.turns - self.passed)


def passed(
    cadence: Cadence, turn_type: TurnType, turns: int, *, rolled: bool = False
) -> tuple[Cadence, int]:
    """So many more Turns gone by, with an Event Die `rolled` in them or none; how often it falls
    due in them."""
    if cadence.type != turn_type or turns <= 0 or (rolled and cadence.marks_off):
        return cadence, 0
    due, left = divmod(cadence.passed + turns, cadence.turns)
    return replace(cadence, passed=left), due
