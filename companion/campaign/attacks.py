"""Attack Rolls in a campaign: the circumstances it knows of, and what follows from dice that have
fallen: Blocks, ammunition, Quality, actions granted, harm (procedures 1.6, 1.9, 1.15)."""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.fights import (
    Fighter,
    find_combatant,
    list_combatants,
    list_gone,
    note_granted,
    stands,
)
from companion.campaign.harm import apply_harm
from companion.dice.faces import Faces
from companion.errant.armour import (
    make_block_step,
    make_deflected,
    spend_blocks,
    use_deflect,
    use_true_strike,
)
from companion.errant.attacks import (
    DamageDice,
    DamageRoll,
    build_dice,
    compute_damage,
    list_mounted_steps,
    roll_damage_dice,
)
from companion.errant.damage import Step
from companion.errant.depletion import use_item
from companion.errant.errants import Errant
from companion.errant.goods import Goods
from companion.errant.happenings import Happenings
from companion.errant.harm import Harm, find_head, has_hp, is_beaten, list_heads
from companion.errant.items import Item
from companion.errant.quality import complete_arm, count_quality, is_arm, lose_quality
from companion.errant.stacks import take_one
from companion.errant.statuses import list_status_steps
from companion.errant.weapons import Weapon, find_ammunition
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
    def flat(self) -> int:
        """What the weapon adds to each Attack Roll."""
        return self.weapon.flat if self.weapon else 0

    @property
    def all_steps(self) -> tuple[Step, ...]:
        """Every step by name, those of Blocks last."""
        if self.piece is None or not self.blocks:
            return self.steps
        return (*self.steps, make_block_step(self.piece, self.blocks))

    def build_dice(self, roll: PlannedRoll, *, blocked: bool = True) -> DamageDice:
        """The dice of an Attack Roll after all steps, or all but those of Blocks."""
        return build_dice(roll.own, self.all_steps if blocked else self.steps)


class FallenRoll(NamedTuple):
    """One Attack Roll after its dice fell; `blocked` if the armour that should Block it was still
    whole."""

    name: str
    own: DamageDice
    dice: DamageRoll
    bonus_faces: tuple[int, ...]
    damage: int
    blocked: bool = True


def list_known_steps(campaign: Campaign, attack: Attack) -> tuple[Step, ...]:
    """The steps that the campaign knows of: riders, and Statuses on either side."""
    attacker, target = attack.attacker, attack.target
    mounted = list_mounted_steps(
        attack.weapon or Weapon(""), rides=_rides(attacker), against_rider=_rides(target)
    )
    target_id = target.id if target else ""
    return (*mounted, *list_status_steps(campaign.book.effects, attacker.id, target_id))


def _rides(who: Fighter | None) -> bool:
    return isinstance(who, Errant) and bool(who.rides)


def roll_attack(attack: Attack, faces: Faces) -> tuple[FallenRoll, ...]:
    """Roll all damage dice, those of one Attack Roll after the other, each followed by the dice of
    its bonus. A piece of armour that one of them destroys Blocks no later one. True Strikes, which
    are used after the roll, go to those that showed least."""
    fallen: list[tuple[DamageRoll, tuple[int, ...], bool]] = []
    left = count_quality(attack.piece) if attack.piece and attack.blocks else 1
    for roll in attack.rolls:
        blocked = left > 0
        dice = roll_damage_dice(attack.build_dice(roll, blocked=blocked), faces)
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
        damage = compute_damage(sum(dice.shown), attack.flat, more)
        found.append(FallenRoll(roll.name, roll.own, dice, bonus_faces, damage, blocked))
    return tuple(found)


def use_arms(
    campaign: Campaign, attack: Attack, read_goods: Callable[[], Goods], roll: FallenRoll
) -> tuple[Campaign, Happenings]:
    """What an Attack Roll costs those in it beside harm: a True Strike, ammunition, the Quality of
    the weapon and of armour. `read_goods` has the worth of what is destroyed."""
    attacker, target = attack.attacker, attack.target
    happened: Happenings = ()
    if isinstance(attacker, Errant) and attack.weapon and attack.weapon.item:
        errant = campaign.get_errant(attacker.id)
        cost = count_ones_cost(target)
        errant, happened = _wear_weapon(campaign, errant, attack.weapon, roll, cost, read_goods)
        campaign = campaign.with_errant(errant)
    if isinstance(target, Errant) and attack.piece and roll.dice.maxima:
        errant = campaign.get_errant(target.id)
        errant, worn = _lose_quality(errant, attack.piece.id, roll.dice.maxima, read_goods)
        campaign, happened = campaign.with_errant(errant), (*happened, *worn)
    return campaign, happened


def use_declared_blocks(campaign: Campaign, attack: Attack) -> Campaign:
    """The campaign without the Blocks that are used on the Attack Rolls."""
    target, piece = attack.target, attack.piece
    if not attack.blocks or piece is None or not isinstance(target, Errant):
        return campaign
    errant = campaign.get_errant(target.id)
    errant, _ = spend_blocks(errant.with_item(piece), piece.id, attack.blocks * len(attack.rolls))
    return campaign.with_errant(errant)


def use_deflects(
    campaign: Campaign, attack: Attack, pieces: Iterable[str]
) -> tuple[Campaign, Happenings]:
    """The campaign without the Deflects of these pieces of the target's armour."""
    happened: Happenings = ()
    for item_id in pieces if isinstance(attack.target, Errant) else ():
        assert isinstance(attack.target, Errant)
        errant = campaign.get_errant(attack.target.id)
        piece = use_deflect(errant.get_item(item_id)) if item_id else None
        if piece is not None:
            campaign = campaign.with_errant(errant.with_item(piece))
        happened += (make_deflected(errant, errant, piece),)
    return campaign, happened


def _wear_weapon(
    campaign: Campaign,
    errant: Errant,
    weapon: Weapon,
    roll: FallenRoll,
    cost: int,
    read_goods: Callable[[], Goods],
) -> tuple[Errant, Happenings]:
    happened: Happenings = ()
    if roll.dice.is_true_strike:
        errant, one = take_one(errant, weapon.item)
        errant = errant.with_item(use_true_strike(one))
    if weapon.needs_ammunition and roll.dice.depletes and (quiver := find_ammunition(errant)):
        errant, happened = use_item(errant, quiver.id, campaign.book.rules.refill)
    errant, worn = _lose_quality(errant, weapon.item, roll.dice.ones * cost, read_goods)
    return errant, (*happened, *worn)


def _lose_quality(
    errant: Errant, item_id: str, number: int, read_goods: Callable[[], Goods]
) -> tuple[Errant, Happenings]:
    """Lower the Quality of a thing that may be gone already, or be known from the tables alone."""
    item = next((each for each in errant.items if each.id == item_id), None)
    if item is None or not number:
        return errant, ()
    if not is_arm(item):
        item = complete_arm(item, read_goods())
        errant = errant.with_item(item)
    is_last = count_quality(item) <= number
    return lose_quality(errant, item_id, number, read_goods() if is_last else ())


def grant_actions(campaign: Campaign, target: Fighter | None, granted: Iterable[int]) -> Campaign:
    """The campaign in which the target may act at once, as often as there are numbers: of a group
    those with these, else 0."""
    for number in granted if target else ():
        assert target is not None
        campaign = note_granted(campaign, target.id, number)
    return campaign


def find_struck_number(campaign: Campaign, attack: Attack) -> int:
    """The number of the one of a group whom an Attack Roll hits: the one that is named, else the
    most hurt; 0 for somebody who is one, or if nobody of them stands."""
    target = attack.target
    if not isinstance(target, Npc) or len(list_heads(find_npc(campaign, target))) < 2:
        return 0
    npc, gone = find_npc(campaign, target), list_gone(campaign, target)
    return attack.number or (0 if is_beaten(npc) else find_head(npc, 0, gone))


def can_be_harmed(campaign: Campaign, target: Fighter) -> bool:
    """True for somebody whose HP are known, and who can lose more of them."""
    if isinstance(target, Npc):
        npc = find_npc(campaign, target)
        return (npc.hp_max is not None or bool(npc.hp)) and not is_beaten(npc)
    errant = campaign.get_errant(target.id)
    return has_hp(errant) and not errant.is_dead


def can_still_act(campaign: Campaign, attack: Attack, number: int = 0) -> bool:
    """True if there is a target that an Attack Roll has left able to act; of a group the one with
    this `number`, or who is numbered."""
    target = attack.target
    if isinstance(target, Npc):
        npc = find_npc(campaign, target)
        heads = list_heads(npc)
        number = number or attack.number
        is_down = 0 < number <= len(heads) and not heads[number - 1]
        return not (is_beaten(npc) or is_down)
    if target is None:
        return False
    errant = campaign.get_errant(target.id)
    return not (errant.is_dead or errant.out_of_action)


def find_npc(campaign: Campaign, npc: Npc) -> Npc:
    """The NPC as they stand in this campaign."""
    return next((each for each in campaign.world.npcs if each.id == npc.id), npc)


def harm_target(
    campaign: Campaign, attack: Attack, damage: int, faces: Faces
) -> tuple[Campaign, Happenings]:
    """Take the damage of an Attack Roll from its target, if that has HP to lose."""
    target = attack.target
    if target is None or not damage or not can_be_harmed(campaign, target):
        return campaign, ()
    if isinstance(target, Errant):
        return apply_harm(campaign, campaign.get_errant(target.id), Harm(damage), faces)
    npc, before = find_npc(campaign, target), list_heads(target)
    if attack.number and before and not before[attack.number - 1]:
        return campaign, ()  # a forced blow at one who lay there already hits nobody else
    heads = list_heads(npc)
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
        if each.side != own.side and stands(campaign, who)
    ]
    return foes[0] if len(foes) == 1 else None


_OWN_GAMBITS = re.compile(r"(?<!against )\bgambits ([+-]\d{1,2})\b", re.IGNORECASE)
_SAVED_GAMBITS = re.compile(r"\bagainst gambits ([+-]\d{1,2})\b", re.IGNORECASE)


_WEARING = re.compile(r"\b1 against it costs (\d) Quality\b", re.IGNORECASE)


def count_ones_cost(target: Fighter | None) -> int:
    """The Quality that a 1 costs the weapon: 1, unless the target's special says more."""
    said = _WEARING.search(target.special) if isinstance(target, Npc) else None
    return int(said[1]) if said else 1


def find_special(attack: Attack, damage: int, *, is_day: bool = False) -> str:
    """What of an NPC's special is about the attack that is made: from the first sentence on that
    names it or, where nothing was blocked, what is not blocked or shows on a die. By day it is what
    daylight does to them, too, whoever attacks whom."""
    words = {"daylight"} if is_day else set[str]()
    npc = attack.attacker if isinstance(attack.attacker, Npc) else attack.target
    if not isinstance(npc, Npc):
        return ""
    if npc is attack.attacker:
        words |= {roll.name.casefold() for roll in attack.rolls}
        if damage and not attack.blocks:
            words |= {"unblocked", "on a die"}
    sentences = re.split(r"(?<=\.)\s+", npc.special)
    found = (any(word in each.casefold() for word in words) for each in sentences)
    return " ".join(
        sentences[next((at for at, fits in enumerate(found) if fits), len(sentences)) :]
    )


def list_gambit_changes(attacker: Fighter, target: Fighter | None) -> list[tuple[str, int]]:
    """What the specials of NPCs do to the DV of a gambit: `gambits +2` to their own, `saves against
    gambits -2` to those against them. Each with whose it is."""
    found = []
    for who, pattern in ((attacker, _OWN_GAMBITS), (target, _SAVED_GAMBITS)):
        if isinstance(who, Npc) and (said := pattern.search(who.special)):
            found.append((who.name, int(said[1])))
    return found
