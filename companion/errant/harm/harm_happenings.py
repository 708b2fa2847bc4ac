"""The happenings of harm: one value for each thing that befell somebody who was hurt.

`errant` and `npc` are ids; the view knows how they are called. Sources: Core Procedures, Initiative
Turns, Hit Protection & Damage.
"""

from companion.errant.happenings import ErrantHappening, Happening
from companion.errant.turns.timers import HarmKind


class Hurt(ErrantHappening, frozen=True, tag="hurt"):
    """Someone of the Company lost HP, `hp` of `hp_max` are left; `damage` is all that came through,
    `source` what it came from."""

    damage: int
    hp: int
    hp_max: int
    kind: HarmKind
    source: str = ""


class HpChanged(ErrantHappening, frozen=True, tag="hp_changed"):
    """Someone of the Company lost or regained HP at another prompt, `before` to `hp`; `damage` is
    all that came through, 0 where that is not known."""

    before: int
    hp: int
    hp_max: int
    damage: int = 0


class PutOutOfAction(ErrantHappening, frozen=True, tag="out_of_action"):
    """Someone can do nothing till the fight is over, or they have HP again."""


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


class DeathSave(ErrantHappening, frozen=True, tag="death_save"):
    """A phys Saving Throw at 0 HP, against being out of action; `face` is None where none could
    succeed. Who `was_out` before stays so, whatever it shows."""

    target: int
    dv: int
    face: int | None
    entered: bool
    success: bool
    was_out: bool = False


class Beaten(ErrantHappening, frozen=True, tag="beaten"):
    """A Retainer or an animal at 0 HP: dead, subdued or beaten, as the Guide says."""


class WoundTaken(ErrantHappening, frozen=True, tag="wound"):
    """A wound by the `row` of its table; `rolled` is the damage beyond 0, another number where a
    wound was borne already. Row 0 is no wound. A `state` passes by itself, after so many `turns` or
    as its Depletion does."""

    row: int
    rolled: int
    harm: HarmKind
    name: str
    handicap: str
    state: str = ""
    turns: int | None = None


class Dying(ErrantHappening, frozen=True, tag="dying"):
    """Someone lives for so many `turns` after this one, and dies as it ends at 0; nothing helps if
    it is `sure`."""

    turns: int
    turn_type: str
    sure: bool
    began: bool


class DyingEnded(ErrantHappening, frozen=True, tag="dying_ended"):
    """Someone is no longer on death's door, by a healer's kit or because they have HP again."""


class Killed(ErrantHappening, frozen=True, tag="killed"):
    """Someone died of a wound or at its end; of those `beyond` revival nothing is left to bury.
    What they carried lies in a `stash`, "" if there was nothing."""

    beyond: bool
    stash: str


class Healed(ErrantHappening, frozen=True, tag="healed"):
    """Someone regained HP, or none where a wound does not let them."""

    gained: int
    hp: int
    hp_max: int
    faces: tuple[int, ...] = ()
    by: str = ""


class Burning(ErrantHappening, frozen=True, tag="burning"):
    """Someone is on fire, which does so many `dice` as this Turn ends; 0 if it is out."""

    dice: int


class BreathHeld(ErrantHappening, frozen=True, tag="breath_held"):
    """Someone without air holds their breath for so many `turns` more."""

    turns: int


class HealingDue(ErrantHappening, frozen=True, tag="healing_due"):
    """Someone who is hurt had a night's Rest: a healer's kit would give them HP."""

    hp: int
    hp_max: int


class StatusEnded(Happening, frozen=True, tag="status_ended"):
    """A Status on somebody, by the name of their own, ended with its last Turn."""

    effect: str
    name: str
    errant: str
    who: str
