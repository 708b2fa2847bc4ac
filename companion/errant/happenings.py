"""What befalls the Company, as data: one value for each thing that a result or a word did.

`errant` and `item` are ids; the view knows how they are called. Sources: Core Procedures, the
Event Die's tables; Items & Equipment, Depletion, Burn, Supply and Exhaustion.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.errant.damage import HarmKind

ExhaustionReason: TypeAlias = Literal["", "pressed on", "kept watch alone"]
"""Why someone gained Exhaustion; "" if no procedure asked for it."""
SupplyLossReason: TypeAlias = Literal[
    "", "a Downtime Turn begins", "want of light", "want of food", "food"
]
"""Why Supply was lost, `food` where it is plentiful; "" if no procedure took it."""


class Happening(Struct, frozen=True, tag_field="what", tag=True):
    """Something that befell someone."""


class Burned(Happening, frozen=True, tag="burned"):
    """A lit source lost Burn; of a lantern it is the flask's that goes down."""

    errant: str
    item: str
    name: str
    before: int
    burn: int


class Depleted(Happening, frozen=True, tag="depleted"):
    """A thing lost Depletion; `by` is who used it, not always its owner."""

    errant: str
    item: str
    name: str
    depletion: int
    by: str


class Fed(Happening, frozen=True, tag="fed"):
    """Someone ate: rations (or feed) that lay in the pack of `giver`, who may be themselves."""

    errant: str
    giver: str
    name: str


class Starved(Happening, frozen=True, tag="starved"):
    """Someone went without food and gained Exhaustion; `exhaustion` is what they have now."""

    errant: str
    gained: int
    exhaustion: int


class WentWithout(Happening, frozen=True, tag="went_without"):
    """Someone wanted to eat and there was neither food nor Supply."""

    errant: str


class SupplyLost(Happening, frozen=True, tag="supply_lost"):
    """Supply was used or lost; `supply` is what is left, `reason` the procedure that took it."""

    errant: str
    lost: int
    supply: int
    reason: SupplyLossReason = ""


class SupplyGained(Happening, frozen=True, tag="supply_gained"):
    """Supply was written down by hand; `supply` is what there is now."""

    errant: str
    gained: int
    supply: int


class Refilled(Happening, frozen=True, tag="refilled"):
    """A thing at 0 was brought back to its maximum for `spent` Supply."""

    errant: str
    item: str
    name: str
    spent: int
    left: int
    supply: int


class UsedUp(Happening, frozen=True, tag="used_up"):
    """A thing at 0 was not refilled and is gone; `wanting` is the Supply to refill it."""

    errant: str
    item: str
    name: str
    wanting: int


class Exhausted(Happening, frozen=True, tag="exhausted"):
    """Someone gained (or, below 0, lost) Exhaustion; `exhaustion` is what they have now."""

    errant: str
    gained: int
    exhaustion: int
    reason: ExhaustionReason = ""


class Blocked(Happening, frozen=True, tag="blocked"):
    """So many Blocks of a piece of armour were used; `blocks` are left."""

    errant: str
    item: str
    name: str
    used: int
    blocks: int


class Deflected(Happening, frozen=True, tag="deflected"):
    """A harm was negated: HP are as before, and what it brought has ended. `left` are the Deflects
    of the piece, whose name is empty where the Guide wants none used."""

    errant: str
    item: str
    name: str
    left: int
    hp_before: int
    hp: int
    ended: tuple[str, ...] = ()


class Mended(Happening, frozen=True, tag="mended"):
    """A thing that was broken is of use again."""

    errant: str
    item: str
    name: str


class ArmourRepaired(Happening, frozen=True, tag="armour_repaired"):
    """A piece of armour has all its Blocks again; `before` is what it had."""

    errant: str
    item: str
    name: str
    before: int
    blocks: int


class MagicRenewed(Happening, frozen=True, tag="magic_renewed"):
    """A magic weapon has its True Strikes again, or a piece of magic armour its Deflects."""

    errant: str
    item: str
    name: str
    renewed: str
    number: int


class QualityLost(Happening, frozen=True, tag="quality_lost"):
    """A weapon or a piece of armour lost Quality; `quality` is what is left."""

    errant: str
    item: str
    name: str
    lost: int
    quality: int


class ArmDestroyed(Happening, frozen=True, tag="arm_destroyed"):
    """A weapon or a piece of armour came to 0 Quality and is gone; `worth` (pennies) is None where
    nobody knows it."""

    errant: str
    item: str
    name: str
    worth: int | None


class QualityRestored(Happening, frozen=True, tag="quality_restored"):
    """A weapon or a piece of armour has all its Quality again; `before` is what it had."""

    errant: str
    item: str
    name: str
    before: int
    quality: int


class ArmourerPaid(Happening, frozen=True, tag="armourer_paid"):
    """Somebody paid an armourer for a month out of their purse."""

    errant: str
    pennies: int


class Rested(Happening, frozen=True, tag="rested"):
    """Someone had a night's Rest; `removed` is the Exhaustion it took away, 0 or 1."""

    errant: str
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


class Hurt(Happening, frozen=True, tag="hurt"):
    """Someone of the Company lost HP, `hp` of `hp_max` are left; `damage` is all that came through,
    `source` what it came from."""

    errant: str
    damage: int
    hp: int
    hp_max: int
    kind: HarmKind
    source: str = ""


class HpChanged(Happening, frozen=True, tag="hp_changed"):
    """Someone of the Company lost or regained HP at another prompt, `before` to `hp`; `damage` is
    all that came through, 0 where that is not known."""

    errant: str
    before: int
    hp: int
    hp_max: int
    damage: int = 0


class PutOutOfAction(Happening, frozen=True, tag="out_of_action"):
    """Someone can do nothing till the fight is over, or they have HP again."""

    errant: str


class NpcHurt(Happening, frozen=True, tag="npc_hurt"):
    """An NPC, or one of a group by its `number`, took damage. `beaten` if it has no HP left, as
    everybody sees; `half_gone` only of one that the Guide shows."""

    npc: str
    name: str
    number: int
    damage: int
    beaten: bool
    half_gone: bool
    source: str = ""


class DeathSave(Happening, frozen=True, tag="death_save"):
    """A phys Saving Throw at 0 HP, against being out of action; `face` is None where none could
    succeed. Who `was_out` before stays so, whatever it shows."""

    errant: str
    target: int
    dv: int
    face: int | None
    entered: bool
    success: bool
    was_out: bool = False


class Beaten(Happening, frozen=True, tag="beaten"):
    """A Retainer or an animal at 0 HP: dead, subdued or beaten, as the Guide says."""

    errant: str


class WoundTaken(Happening, frozen=True, tag="wound"):
    """A wound by the `row` of its table; `rolled` is the damage beyond 0, another number where a
    wound was borne already. Row 0 is no wound. A `state` passes by itself, after so many `turns` or
    as its Depletion does."""

    errant: str
    row: int
    rolled: int
    harm: HarmKind
    name: str
    handicap: str
    state: str = ""
    turns: int | None = None


class Dying(Happening, frozen=True, tag="dying"):
    """Someone lives for so many `turns` after this one, and dies as it ends at 0; nothing helps if
    it is `sure`."""

    errant: str
    turns: int
    turn_type: str
    sure: bool
    began: bool


class DyingEnded(Happening, frozen=True, tag="dying_ended"):
    """Someone is no longer on death's door, by a healer's kit or because they have HP again."""

    errant: str


class Killed(Happening, frozen=True, tag="killed"):
    """Someone died of a wound or at its end; of those `beyond` revival nothing is left to bury.
    What they carried lies in a `stash`, "" if there was nothing."""

    errant: str
    beyond: bool
    stash: str


class Healed(Happening, frozen=True, tag="healed"):
    """Someone regained HP, or none where a wound does not let them."""

    errant: str
    gained: int
    hp: int
    hp_max: int
    faces: tuple[int, ...] = ()
    by: str = ""


class Burning(Happening, frozen=True, tag="burning"):
    """Someone is on fire, which does so many `dice` as this Turn ends; 0 if it is out."""

    errant: str
    dice: int


class BreathHeld(Happening, frozen=True, tag="breath_held"):
    """Someone without air holds their breath for so many `turns` more."""

    errant: str
    turns: int


class HealingDue(Happening, frozen=True, tag="healing_due"):
    """Someone who is hurt had a night's Rest: a healer's kit would give them HP."""

    errant: str
    hp: int
    hp_max: int


class StatusEnded(Happening, frozen=True, tag="status_ended"):
    """A Status on somebody, by the name of their own, ended with its last Turn."""

    effect: str
    name: str
    errant: str
    who: str


class ReminderDue(Happening, frozen=True, tag="reminded"):
    """What somebody asked to be told every so many Turns, and how often it fell due."""

    text: str
    times: int = 1


class FightOver(Happening, frozen=True, tag="fight_over"):
    """A fight has ended: who was out of action acts again, and who is `in_danger` still, each with
    the kind of effect (dying, burning, breath)."""

    recovered: tuple[str, ...]
    in_danger: tuple[tuple[str, str], ...]


class Unlisted(Happening, frozen=True, tag="unlisted"):
    """A thing came into a pack that no price table has; `slots` is the size taken for one."""

    errant: str
    name: str
    slots: float


Happenings: TypeAlias = tuple[Happening, ...]
