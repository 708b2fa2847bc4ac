"""Reports on arms and armour: Blocks, Deflects, True Strikes, Quality, and what broke."""

from msgspec import Struct

from companion.audience import Public
from companion.reports import Report


class ArmLine(Struct, frozen=True):
    """A weapon or a piece of armour, and what is left of it; `worn` is where it is of use. What
    has no Blocks has 0 of 0; `magic_left` are Deflects of armour, True Strikes of a weapon."""

    item: str
    name: str
    quantity: int
    place: str
    armour: bool
    worn: bool
    blocks: int
    most_blocks: int
    quality: int
    most_quality: int
    plus: int
    magic_left: int


class ArmsLine(Struct, frozen=True):
    """Somebody's arms, armour first."""

    errant: str
    name: str
    arms: tuple[ArmLine, ...]


class KitLine(Struct, frozen=True):
    """The uses that somebody's armour repair kits have left."""

    errant: str
    uses: int


class ArmourReport(Report, frozen=True, tag="armour"):
    """The arms and armour of some, and the repair kits that are here."""

    errants: Public[tuple[ArmsLine, ...]]
    kits: Public[tuple[KitLine, ...]] = ()


class BreakageReport(Report, frozen=True, tag="breakage"):
    """A D6 for whether a thing breaks: it does at or below the `chance`."""

    errant: Public[str]
    item: Public[str]
    name: Public[str]
    chance: Public[int]
    faces: Public[tuple[int, ...]]
    entered: Public[bool]
    broke: Public[bool]
