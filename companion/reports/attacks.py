"""Reports on Attack Rolls: as they fell, and how likely each end is."""

from msgspec import Struct

from companion.audience import Public, Secret
from companion.errant.happenings import Happenings
from companion.reports import Report
from companion.reports.checks_and_saves import CheckReport


class StepLine(Struct, frozen=True):
    """A circumstance that moves the damage dice, by its name."""

    name: str
    steps: int


class AttackRollLine(Struct, frozen=True):
    """One Attack Roll: its dice before and after all steps, what they show, what is added, and the
    `damage` of it. Dice of 1 are not rolled."""

    name: str
    own: str
    dice: str
    faces: tuple[int, ...]
    bonus_faces: tuple[int, ...]
    added: int
    damage: int
    true_strike: bool


class GambitLine(Struct, frozen=True):
    """A gambit: how much of the damage went into it, and what it tries. It `works` if the target
    fails the save; None where somebody else must roll that, at the `dv`, which is None where it
    would tell what an NPC is."""

    lowered: int
    dv: int | None
    purpose: str
    works: bool | None
    target_acts: bool


class BlocksLine(Struct, frozen=True):
    """The piece of armour that took the blow, the Blocks used, and those that are left."""

    item: str
    name: str
    used: int
    left: int


class AttackReport(Report, frozen=True, tag="attack"):
    """The Attack Rolls of one action; `damage` is that of each as it came through. The target may
    act at once, `granted` so often; of a group those with the numbers `granted_to`. Armour that
    somebody must name loses `unsettled` Quality. `numbers` are those of a group who attack, none
    where all of it does."""

    attacker: Public[str]
    name: Public[str]
    weapon: Public[str]
    target: Public[str]
    target_name: Public[str]
    number: Public[int]
    damage: Public[tuple[int, ...]]
    steps: Public[tuple[StepLine, ...]]
    rolls: Public[tuple[AttackRollLine, ...]]
    entered: Public[bool]
    blocks: Public[BlocksLine | None]
    unblocked: Public[bool]
    gambit: Public[GambitLine | None]
    gambit_dv: Secret[int | None]
    gambit_save: Public[CheckReport | None]
    granted: Public[int]
    happened: Public[Happenings]
    unsettled: Public[int]
    unsettled_items: Public[tuple[str, ...]]
    special: Secret[str]
    hp_left: Secret[tuple[int, ...]]
    granted_to: Public[tuple[int, ...]] = ()
    numbers: Public[tuple[int, ...]] = ()


class NpcAttackReport(AttackReport, frozen=True, tag="attack"):
    """An NPC's: their dice are the Guide's."""

    steps: Secret[tuple[StepLine, ...]]
    rolls: Secret[tuple[AttackRollLine, ...]]


class RowChance(Struct, frozen=True):
    """The chance that a row of the wound tables is the worst wound."""

    row: int
    chance: float


class HarmChances(Struct, frozen=True):
    """What the Attack Rolls do to their target: the damage of one from `least` to `most`, `mean` on
    average; the chance that the target is at 0 HP in the end, out of action, or wounded, by row.
    Of an NPC at 0 HP is beaten. All are None or empty where the HP are not known."""

    dice: tuple[str, ...]
    least: int
    most: int
    mean: float
    at_zero: float | None = None
    out_of_action: float | None = None
    rows: tuple[RowChance, ...] = ()


class BlockChances(Struct, frozen=True):
    """What so many Blocks would do to each Attack Roll; `quality` is what the piece is sure to
    lose, `quality_chance` how likely it loses any."""

    blocks: int
    chances: HarmChances
    quality: int
    quality_chance: float


class PieceLine(Struct, frozen=True):
    """A piece of armour that can Block, and what it has left."""

    item: str
    name: str
    blocks: int
    quality: int


class AttackOddsReport(Report, frozen=True, tag="attack_odds"):
    """What an attack would do, before anybody rolls."""

    attacker: Public[str]
    name: Public[str]
    weapon: Public[str]
    range: Public[tuple[int, int] | None]
    target: Public[str]
    target_name: Public[str]
    own: Secret[tuple[str, ...]]
    steps: Secret[tuple[StepLine, ...]]
    chances: Secret[HarmChances]
    options: Secret[tuple[BlockChances, ...]]
    pieces: Public[tuple[PieceLine, ...]]
    hp: Secret[int | None]
    special: Secret[str]


class OpenAttackOddsReport(AttackOddsReport, frozen=True, tag="attack_odds"):
    """That of an Errant against somebody whose HP everybody knows, or nobody."""

    own: Public[tuple[str, ...]]
    steps: Public[tuple[StepLine, ...]]
    chances: Public[HarmChances]
    options: Public[tuple[BlockChances, ...]]
    hp: Public[int | None]
