"""Reports on fights: the roster, the order of a Turn, movement and Chases.

Who fights, where, and what they did in this Turn is seen by everybody; the HP of NPCs are the
Guide's.
"""

from typing import Literal

from msgspec import Struct

from companion.audience import Public, Secret
from companion.errant.fights import Ground, Pace, Parity, Side
from companion.reports import Report
from companion.reports.npcs_and_factions import ReactionReport
from companion.reports.rolls_and_random_tables import RollReport
from companion.reports.status import DyingLine
from companion.reports.turns import TurnReport

FightStep = Literal["shown", "began", "joined", "left", "fell", "pace", "changed", "cleared"]
Condition = Literal["", "hurt", "half_gone", "beaten", "fled", "out", "dead"]
"""How somebody is seen to be."""


class CombatantLine(Struct, frozen=True):
    """Somebody who fights, or a group of `count`, without the numbers that are `gone`. `hp` and
    `hp_max` are None for NPCs; `blocks` are those left of all the armour worn, `rolls_left` Attack
    Rolls of an action that is begun, `used` those with an action that was granted. `weapons` are in
    hand. What gambits did to them they `suffer`, by the number of one of a group, "0" without one.
    Who is `dying` still lives so many Turns. Of a group, `attackers` are the numbers of those who
    stand and have attacked in this Turn, with a granted action, too."""

    who: str
    name: str
    side: Side
    npc: bool
    count: int
    acts: Pace
    taken: int
    attacked: int
    cast: int
    rolls_left: int
    moved: str
    granted: int
    hp: int | None
    hp_max: int | None
    blocks: int
    blocks_max: int
    condition: Condition
    effects: tuple[str, ...]
    rides: str
    gone: tuple[int, ...] = ()
    dying: DyingLine | None = None
    used: int = 0
    weapons: tuple[str, ...] = ()
    suffers: dict[str, str] = {}
    broken: bool = False
    attackers: tuple[int, ...] = ()


class FoeLine(Struct, frozen=True):
    """What the Guide alone knows of an NPC in a fight: HP, one number for each of a group."""

    npc: str
    hp: tuple[int, ...]
    hp_max: int | None
    threat: int | None
    attacks: str
    special: str


class FightReport(Report, frozen=True, tag="fight"):
    """A fight as it stands, or as it began (`faces` of distance and surprise, as far as they were
    rolled). Those `named` joined it, left it, or said how they act. The `distance` is that of the
    Turn in which it was `measured`, 0 for the beginning."""

    step: Public[FightStep]
    turn_number: Public[int | None]
    ground: Public[Ground]
    distance: Public[int | None]
    first: Public[Literal["", "company", "others"]]
    surprised: Public[Literal["", "company", "others"]]
    combatants: Public[tuple[CombatantLine, ...]]
    foes: Secret[tuple[FoeLine, ...]]
    light: Public[str] = ""
    may_surprise: Public[bool] = True
    distance_face: Public[int | None] = None
    surprise_face: Public[int | None] = None
    entered: Public[bool] = False
    named: Public[tuple[str, ...]] = ()
    measured: Public[int] = 0


class FightTurnReport(TurnReport, frozen=True, kw_only=True, tag="turn"):
    """A Turn of a fight began: how the fight stands."""

    fight: Public[FightReport]


class EncounterReport(RollReport, frozen=True, kw_only=True, tag="roll"):
    """Whom the Company meets: the roll on the table, and what a fight or a talk begins with."""

    npc: Secret[str | None]
    npc_name: Secret[str | None]
    number: Secret[int | None]
    distance: Secret[int | None]
    ground: Public[Ground]
    surprised: Secret[str | None]
    surprise_face: Secret[int | None]
    reaction: Secret[ReactionReport | None]


class MeetingReport(Report, frozen=True, tag="meeting"):
    """The distance or the surprise of whom the Company meets, rolled by itself."""

    npc: Secret[str | None]
    distance: Secret[int | None]
    ground: Public[Ground]
    surprised: Secret[str | None]
    face: Secret[int | None]
    entered: Secret[bool]


class OrderReport(Report, frozen=True, tag="order"):
    """Who acts first in this Turn; `by` is the Errant who called, "" where nobody was named. There
    is no `call`, and no `faces`, where the table has said who is first."""

    call: Public[Parity | None]
    by: Public[str]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
    first: Public[Side]


class WalkReport(Report, frozen=True, tag="walk"):
    """A movement roll, a shift, or (without a `distance`) what either would be. `rides` is the
    mount, whose first roll in a Turn is free. The sides were so far `apart`, as far as it is
    known."""

    who: Public[str]
    name: Public[str]
    dice: Public[int]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
    terrain: Public[int]
    ground: Public[Ground]
    is_shift: Public[bool]
    distance: Public[int | None]
    shift: Public[int]
    rides: Public[str] = ""
    free: Public[bool] = False
    way: Public[str] = ""
    apart: Public[int | None] = None
