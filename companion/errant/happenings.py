"""Happenings: the events of the game that rules return, one value for each thing that a result or a
word did to the Company.

`errant` and `item` are ids; the view knows how they are called. Sources: Core Procedures, the
Event Die's tables; Items & Equipment, Depletion, Burn, Supply and Exhaustion.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

ExhaustionReason: TypeAlias = Literal["", "pressed on", "kept watch alone"]
"""Why someone gained Exhaustion; "" if no procedure asked for it."""
SupplyLossReason: TypeAlias = Literal[
    "", "a Downtime Turn begins", "want of light", "want of food", "food"
]
"""Why Supply was lost, `food` where it is plentiful; "" if no procedure took it."""


class Happening(Struct, frozen=True, tag_field="what", tag=True):
    """Something that befell someone."""


class ErrantHappening(Happening, frozen=True, tag=True):
    """Something that befell one of the Company."""

    errant: str


class ItemHappening(ErrantHappening, frozen=True, tag=True):
    """Something that befell a thing of theirs."""

    item: str
    name: str


class Burned(ItemHappening, frozen=True, tag="burned"):
    """A lit source lost Burn; of a lantern it is the flask's that goes down."""

    before: int
    burn: int


class Depleted(ItemHappening, frozen=True, tag="depleted"):
    """A thing lost Depletion; `by` is who used it, not always its owner."""

    depletion: int
    by: str


class Fed(ErrantHappening, frozen=True, tag="fed"):
    """Someone ate: rations (or feed) that lay in the pack of `giver`, who may be themselves."""

    giver: str
    name: str


class Starved(ErrantHappening, frozen=True, tag="starved"):
    """Someone went without food and gained Exhaustion; `exhaustion` is what they have now."""

    gained: int
    exhaustion: int


class WentWithout(ErrantHappening, frozen=True, tag="went_without"):
    """Someone wanted to eat and there was neither food nor Supply."""


class SupplyLost(ErrantHappening, frozen=True, tag="supply_lost"):
    """Supply was used or lost; `supply` is what is left, `reason` the procedure that took it."""

    lost: int
    supply: int
    reason: SupplyLossReason = ""


class SupplyGained(ErrantHappening, frozen=True, tag="supply_gained"):
    """Supply was written down by hand; `supply` is what there is now."""

    gained: int
    supply: int


class Refilled(ItemHappening, frozen=True, tag="refilled"):
    """A thing at 0 was brought back to its maximum for `spent` Supply."""

    spent: int
    left: int
    supply: int


class UsedUp(ItemHappening, frozen=True, tag="used_up"):
    """A thing at 0 was not refilled and is gone; `wanting` is the Supply to refill it."""

    wanting: int


class Exhausted(ErrantHappening, frozen=True, tag="exhausted"):
    """Someone gained (or, below 0, lost) Exhaustion; `exhaustion` is what they have now."""

    gained: int
    exhaustion: int
    reason: ExhaustionReason = ""


class Blocked(ItemHappening, frozen=True, tag="blocked"):
    """So many Blocks of a piece of armour were used; `blocks` are left."""

    used: int
    blocks: int


class Deflected(ItemHappening, frozen=True, tag="deflected"):
    """A harm was negated: HP are as before, and what it brought has ended. `left` are the Deflects
    of the piece, whose name is empty where the Guide wants none used."""

    left: int
    hp_before: int
    hp: int
    ended: tuple[str, ...] = ()


class Mended(ItemHappening, frozen=True, tag="mended"):
    """A thing that was broken is of use again."""


class ArmourRepaired(ItemHappening, frozen=True, tag="armour_repaired"):
    """A piece of armour has all its Blocks again; `before` is what it had."""

    before: int
    blocks: int


class MagicRenewed(ItemHappening, frozen=True, tag="magic_renewed"):
    """A magic weapon has its True Strikes again, or a piece of magic armour its Deflects."""

    renewed: str
    number: int


class QualityLost(ItemHappening, frozen=True, tag="quality_lost"):
    """A weapon or a piece of armour lost Quality; `quality` is what is left."""

    lost: int
    quality: int


class ArmDestroyed(ItemHappening, frozen=True, tag="arm_destroyed"):
    """A weapon or a piece of armour came to 0 Quality and is gone; `worth` (pennies) is None where
    nobody knows it."""

    worth: int | None


class QualityRestored(ItemHappening, frozen=True, tag="quality_restored"):
    """A weapon or a piece of armour has all its Quality again; `before` is what it had."""

    before: int
    quality: int


class ArmourerPaid(ErrantHappening, frozen=True, tag="armourer_paid"):
    """Somebody paid an armourer for a month out of their purse."""

    pennies: int


class Rested(ErrantHappening, frozen=True, tag="rested"):
    """Someone had a night's Rest; `removed` is the Exhaustion it took away, 0 or 1."""

    removed: int
    exhaustion: int


class LeftLightBurned(Happening, frozen=True, tag="left_burned"):
    """A light that somebody left somewhere lost Burn; at 0 it goes out and is gone."""

    effect: str
    name: str
    before: int
    burn: int


class EffectRanDown(Happening, frozen=True, tag="effect_ran"):
    """An effect, Sorcery or Miracle lost Depletion and goes on."""

    effect: str
    name: str
    depletion: int


class EffectEnded(Happening, frozen=True, tag="effect_ended"):
    """An effect, Sorcery, Miracle, complication or arrangement ended."""

    effect: str
    name: str


class EffectBegan(Happening, frozen=True, tag="began"):
    """A complication or trend that came up. An expiration ends it, unless the Guide keeps it: its
    table says which are of the `lasting` sort."""

    effect: str
    name: str
    kind: str
    lasting: bool


class ReminderDue(Happening, frozen=True, tag="reminded"):
    """What somebody asked to be told every so many Turns, and how often it fell due."""

    text: str
    times: int = 1


class FightOver(Happening, frozen=True, tag="fight_over"):
    """A fight has ended: who was out of action acts again, and who is `in_danger` still, each with
    the kind of effect (dying, burning, breath)."""

    recovered: tuple[str, ...]
    in_danger: tuple[tuple[str, str], ...]


class Unlisted(ErrantHappening, frozen=True, tag="unlisted"):
    """A thing came into a pack that no price table has; `slots` is the size taken for one."""

    name: str
    slots: float


Happenings: TypeAlias = tuple[Happening, ...]
