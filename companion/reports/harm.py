"""Reports on HP, harm and healing, wounds and dying. What an NPC has left is the Guide's."""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.audience import Public, Secret
from companion.errant.happenings import Happenings
from companion.errant.turns.timers import HarmKind
from companion.reports import Report
from companion.reports.status import HpLine

HarmStep: TypeAlias = Literal[
    "hurt", "healed", "set", "wounded", "tended", "treated", "fall", "fire", "out", "breath", "air"
]


class NpcHpLine(Struct, frozen=True, omit_defaults=True):
    """The HP of an NPC, or of each of a group; who is beaten has 0. Those `gone` have left the
    fight, by their numbers."""

    npc: str
    name: str
    hp: tuple[int, ...]
    hp_max: int | None
    gone: tuple[int, ...] = ()


class HpReport(Report, frozen=True, tag="hp"):
    """HP and wounds of the Company, or of one of it, or of the NPC by this name."""

    errants: Public[tuple[HpLine, ...]]
    npc: Public[str] = ""
    npcs: Secret[tuple[NpcHpLine, ...]] = ()


class HarmReport(Report, frozen=True, tag="harm"):
    """What a word did to somebody, or what a hazard did: the `dice` with their `faces`, if any were
    rolled, and all that befell whom. Armour that somebody must name loses `unsettled` Quality.
    `left` is what an NPC has."""

    step: Public[HarmStep]
    who: Public[str]
    name: Public[str]
    npc: Public[bool]
    happened: Public[Happenings]
    dice: Public[str] = ""
    faces: Public[tuple[int, ...]] = ()
    entered: Public[bool] = False
    wound: Public[str] = ""
    unsettled: Public[int] = 0
    unsettled_items: Public[tuple[str, ...]] = ()
    left: Secret[NpcHpLine | None] = None


class RowOdds(Struct, frozen=True):
    """The chance of the rows `first` to `last` of a wound table, which do the same."""

    first: int
    last: int
    chance: float
    name: str


class HarmOddsReport(Report, frozen=True, tag="harm_odds"):
    """What harm would do before it is rolled: the chances that somebody is at 0 HP and that they
    are out of action, and of the rows of the wound table of its kind."""

    errant: Public[str]
    dice: Public[str]
    harm: Public[HarmKind]
    hp: Public[int]
    at_zero: Public[float]
    out_of_action: Public[float]
    rows: Public[tuple[RowOdds, ...]]
