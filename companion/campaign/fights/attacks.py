"""Attack Rolls in a campaign: the circumstances it knows of, the dice as they fall, the harm they
do and the actions they grant (procedures 1.6, 1.9, 1.15)."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import (
    Fighter,
    find_combatant,
    is_standing,
    list_combatants,
    list_numbers_gone_from_fight,
    record_granted_action,
)
from companion.campaign.fights.harm import apply_harm
from companion.dice.face_sources import Faces
from companion.errant.attacks.armour import make_block_damage_step
from companion.errant.attacks.attacks import (
    DamageDice,
    DamageRoll,
    build_damage_dice,
    compute_damage,
    list_mounted_damage_steps,
    roll_damage_dice,
)
from companion.errant.attacks.quality import count_quality_left
from companion.errant.attacks.statuses import Step, list_status_damage_steps
from companion.errant.attacks.weapons import Weapon
from companion.errant.company import Errant
from companion.errant.happenings import Happenings
from companion.errant.harm.harm import (
    Harm,
    choose_struck_member,
    has_tracked_hp,
    is_beaten,
    list_group_hp,
)
from companion.errant.packs.items import Item
from companion.errant.world import Npc


class PlannedRoll(NamedTuple):
    """One Attack Roll that is to come: what it is made with, and its dice before all steps."""

    name: str
    own: DamageDice


class Attack(NamedTuple):
    """The Attack Rolls of one action, before they are rolled.

    `weapon` is None for an NPC. `piece` is the armour of the target that takes the blow, with so
    many `blocks` of it used on each Attack Roll. The `bonus` and the `bonus_dice` come on top of
    each, and are no damage dice. Of a group, those with these `numbers` attack.
    """

    attacker: Fighter
    weapon: Weapon | None
    rolls: tuple[PlannedRoll, ...]
    steps: tuple[Step, ...] = ()
    bonus: int = 0
    bonus_dice: tuple[DamageDice, ...] = ()
    target: Fighter | None = None
    number: int = 0
    piece: Item | None = None
    blocks: int = 0
    true_strikes: int = 0
    numbers: tuple[int, ...] = ()

    @property
    def flat_bonus(self) -> int:
        """What the weapon adds to each Attack Roll."""
        return self.weapon.flat_bonus if self.weapon else 0

    @property
    def all_damage_steps(self) -> tuple[Step, ...]:
        """Every step by name, those of Blocks last."""
        if self.piece is None or not self.blocks:
            return self.steps
        return (*self.steps, make_block_damage_step(self.piece, self.blocks))

    def build_damage_dice(self, roll: PlannedRoll, *, blocked: bool = True) -> DamageDice:
        """The dice of an Attack Roll after all steps, or all but those of Blocks."""
        return build_damage_dice(roll.own, self.all_damage_steps if blocked else self.steps)


class FallenRoll(NamedTuple):
    """One Attack Roll after its dice fell; `blocked` if the armour that should Block it was still
    whole."""

    name: str
    own: DamageDice
    dice: DamageRoll
    bonus_faces: tuple[int, ...]
    damage: int
    blocked: bool = True


def list_known_damage_steps(campaign: Campaign, attack: Attack) -> tuple[Step, ...]:
    """The steps that the campaign knows of: riders, and Statuses on either side."""
    attacker, target = attack.attacker, attack.target
    mounted = list_mounted_damage_steps(
        attack.weapon or Weapon(""), rides=_is_riding(attacker), against_rider=_is_riding(target)
    )
    target_id = target.id if target else ""
    return (*mounted, *list_status_damage_steps(campaign.book.effects, attacker.id, target_id))


def _is_riding(who: Fighter | None) -> bool:
    return isinstance(who, Errant) and bool(who.rides)


def roll_attack(attack: Attack, faces: Faces) -> tuple[FallenRoll, ...]:
    """Roll all damage dice, those of one Attack Roll after the other, each followed by the dice of
    its bonus. A piece of armour that one of them destroys Blocks no later one. True Strikes, which
    are used after the roll, go to those that showed least."""
    fallen: list[tuple[DamageRoll, tuple[int, ...], bool]] = []
    left = count_quality_left(attack.piece) if attack.piece and attack.blocks else 1
    for roll in attack.rolls:
        blocked = left > 0
        dice = roll_damage_dice(attack.build_damage_dice(roll, blocked=blocked), faces)
        left -= dice.maxima if attack.blocks and not attack.true_strikes else 0
        bonus = [faces.face(each.sides) for each in attack.bonus_dice for _ in range(each.number)]
        fallen.append((dice, tuple(bonus), blocked))
    least = sorted(range(len(fallen)), key=lambda at: sum(fallen[at][0].faces))
    found = []
    for at, (roll, (dice, bonus_faces, blocked)) in enumerate(
        zip(attack.rolls, fallen, strict=True)
    ):
        dice = dice._replace(is_true_strike=at in least[: attack.true_strikes])
        more = attack.bonus + sum(bonus_faces)
        damage = compute_damage(sum(dice.shown_faces), attack.flat_bonus, more)
        found.append(FallenRoll(roll.name, roll.own, dice, bonus_faces, damage, blocked))
    return tuple(found)


def grant_immediate_actions(
    campaign: Campaign, target: Fighter | None, granted: Iterable[int]
) -> Campaign:
    """The campaign in which the target may act at once, as often as there are numbers: of a group
    those with these, else 0."""
    for number in granted if target else ():
        assert target is not None
        campaign = record_granted_action(campaign, target.id, number)
    return campaign


def find_number_of_struck_member(campaign: Campaign, attack: Attack) -> int:
    """The number of the one of a group whom an Attack Roll hits: the one that is named, else the
    most hurt; 0 for somebody who is one, or if nobody of them stands."""
    target = attack.target
    if not isinstance(target, Npc) or len(list_group_hp(campaign.get_up_to_date_npc(target))) < 2:
        return 0
    npc, gone = campaign.get_up_to_date_npc(target), list_numbers_gone_from_fight(campaign, target)
    return attack.number or (0 if is_beaten(npc) else choose_struck_member(npc, 0, gone))


def can_be_harmed(campaign: Campaign, target: Fighter) -> bool:
    """True for somebody whose HP are known, and who can lose more of them."""
    if isinstance(target, Npc):
        npc = campaign.get_up_to_date_npc(target)
        return (npc.hp_max is not None or bool(npc.hp)) and not is_beaten(npc)
    errant = campaign.get_errant(target.id)
    return has_tracked_hp(errant) and not errant.is_dead


def can_target_still_act(campaign: Campaign, attack: Attack, number: int = 0) -> bool:
    """True if there is a target that an Attack Roll has left able to act; of a group the one with
    this `number`, or who is numbered."""
    target = attack.target
    if isinstance(target, Npc):
        npc = campaign.get_up_to_date_npc(target)
        heads = list_group_hp(npc)
        number = number or attack.number
        is_down = 0 < number <= len(heads) and not heads[number - 1]
        return not (is_beaten(npc) or is_down)
    if target is None:
        return False
    errant = campaign.get_errant(target.id)
    return not (errant.is_dead or errant.out_of_action)


def harm_target(
    campaign: Campaign, attack: Attack, damage: int, faces: Faces
) -> tuple[Campaign, Happenings]:
    """Take the damage of an Attack Roll from its target, if that has HP to lose."""
    target = attack.target
    if target is None or not damage or not can_be_harmed(campaign, target):
        return campaign, ()
    if isinstance(target, Errant):
        return apply_harm(campaign, campaign.get_errant(target.id), Harm(damage), faces)
    npc, before = campaign.get_up_to_date_npc(target), list_group_hp(target)
    if attack.number and before and not before[attack.number - 1]:
        return campaign, ()  # a forced blow at one who lay there already hits nobody else
    heads = list_group_hp(npc)
    is_down = attack.number > len(heads) or not heads[attack.number - 1]
    return apply_harm(campaign, npc, Harm(damage), faces, number=0 if is_down else attack.number)


def find_only_foe(campaign: Campaign, attacker: Fighter) -> Fighter | None:
    """The only one who fights on the other side and stands; None if there are several, or none."""
    own = find_combatant(campaign, attacker.id)
    if own is None:
        return None
    foes = [
        who
        for each, who in list_combatants(campaign)
        if each.side != own.side and is_standing(campaign, who)
    ]
    return foes[0] if len(foes) == 1 else None
