"""What an attack would do, before anybody rolls: the answer to `attack … ?`."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.attacks import Attack
from companion.campaign.fights.harm import can_take_wounds
from companion.errant.attacks.armour import count_blocks_left, list_worn_armour
from companion.errant.attacks.attack_odds import (
    Odds,
    add_up_chances,
    compute_attack_odds,
    compute_chance_of_maximum,
    compute_damage_odds,
    compute_damage_odds_by_maxima,
    compute_mean,
    compute_odds_with_true_strikes,
    list_damage_cases_as_armour_wears,
    merge_attack_odds,
)
from companion.errant.attacks.attacks import DamageDice, compute_damage
from companion.errant.attacks.quality import count_quality_left
from companion.errant.attacks.statuses import Step
from companion.errant.company import Errant
from companion.errant.harm.harm import (
    choose_struck_member,
    find_current_hp,
    has_tracked_hp,
    is_beaten,
    list_group_hp,
)
from companion.errant.world import Npc
from companion.reports.attacks import (
    AttackOddsReport,
    BlockChances,
    HarmChances,
    OpenAttackOddsReport,
    PieceLine,
    RowChance,
    StepLine,
)

MAX_BLOCK_OPTIONS = 6


def build_attack_odds_report(campaign: Campaign, attack: Attack) -> AttackOddsReport:
    """The chances of an attack, and what the target's Blocks would change in them."""
    attacker, target = attack.attacker, attack.target
    is_open = isinstance(attacker, Errant) and not isinstance(target, Npc)
    worn = list_worn_armour(target) if isinstance(target, Errant) else ()
    pieces = [
        PieceLine(item.id, item.name, count_blocks_left(item), count_quality_left(item))
        for item in worn
    ]
    make = OpenAttackOddsReport if is_open else AttackOddsReport
    return make(
        attacker=attacker.id if isinstance(attacker, Errant) else "",
        name=attacker.name,
        weapon=attack.weapon.name if attack.weapon else "",
        range=attack.weapon.range if attack.weapon else None,
        target=target.id if isinstance(target, Errant) else "",
        target_name=target.name if target else "",
        own=tuple(f"{roll.name} {roll.own}".strip() for roll in attack.rolls),
        steps=tuple(StepLine(*step) for step in attack.all_damage_steps),
        chances=_build_harm_chances(campaign, attack),
        options=tuple(_list_chances_by_blocks_spent(campaign, attack, pieces)),
        pieces=tuple(pieces),
        hp=_find_target_hp(campaign, attack),
        special=attacker.special if isinstance(attacker, Npc) else "",
    )


def _list_chances_by_blocks_spent(
    campaign: Campaign, attack: Attack, pieces: list[PieceLine]
) -> list[BlockChances]:
    """What the Blocks that are said would do, or else 1 and more, until the dice are down to 1 or
    the Blocks run out."""
    if attack.blocks:
        return [_build_block_option(campaign, attack, attack.blocks)]
    most = max((piece.blocks for piece in pieces), default=0) // len(attack.rolls)
    found: list[BlockChances] = []
    for blocks in range(1, 1 + min(most, MAX_BLOCK_OPTIONS)):
        blocked = attack._replace(steps=(*attack.steps, Step("Blocks", -blocks)))
        if attack.piece is not None:
            blocked = attack._replace(blocks=blocks)
        found.append(_build_block_option(campaign, blocked, blocks))
        if not any(blocked.build_damage_dice(roll).is_rolled for roll in attack.rolls):
            break
    return found


def _build_block_option(campaign: Campaign, attack: Attack, blocks: int) -> BlockChances:
    dice = [attack.build_damage_dice(roll) for roll in attack.rolls]
    whole = Fraction(1)
    for each in dice:
        whole *= 1 - compute_chance_of_maximum(each)
    sure = sum(each.number for each in dice if not each.is_rolled)
    return BlockChances(blocks, _build_harm_chances(campaign, attack), sure, float(1 - whole))


def _build_harm_chances(campaign: Campaign, attack: Attack) -> HarmChances:
    """The chances of an attack: its damage, and that it beats the target."""
    dice = [attack.build_damage_dice(roll) for roll in attack.rolls]
    cases = _list_damage_cases(attack, dice)
    damage = [number for _, case in cases for odds in case for number in odds]
    means = ((chance * sum(map(compute_mean, case))) for chance, case in cases)
    shown = HarmChances(
        dice=tuple(map(str, dice)),
        least=min(damage),
        most=max(damage),
        mean=float(sum(means) / len(dice)),
    )
    hp = _find_target_hp(campaign, attack)
    if hp is None:
        return shown
    target = attack.target
    phys = target.phys if isinstance(target, Errant) else 0
    found = merge_attack_odds(
        [(chance, compute_attack_odds(hp, phys, case)) for chance, case in cases]
    )
    shown = replace(shown, at_zero=float(found.at_zero))
    if not isinstance(target, Errant) or not can_take_wounds(campaign, target):
        return shown
    rows = tuple(RowChance(row, float(chance)) for row, chance in found.rows.items())
    return replace(shown, out_of_action=float(found.out_of_action), rows=rows)


def _list_damage_cases(
    attack: Attack, dice: Sequence[DamageDice]
) -> list[tuple[Fraction, tuple[Odds, ...]]]:
    """The damage of each Attack Roll by its chances: once, or for each way in which those can fall
    of which the least are True Strikes."""
    bonus: Odds = {attack.bonus: Fraction(1)}
    for each in attack.bonus_dice:
        rolled = compute_damage_odds(each, 0)
        bonus = add_up_chances(
            (total + face, chance * likely)
            for total, chance in bonus.items()
            for face, likely in rolled.items()
        )
    if attack.blocks and attack.piece and not attack.true_strikes:
        rolls = [
            (
                compute_damage_odds_by_maxima(each, attack.flat_bonus, bonus),
                compute_damage_odds(
                    attack.build_damage_dice(roll, blocked=False), attack.flat_bonus, bonus
                ),
            )
            for each, roll in zip(dice, attack.rolls, strict=True)
        ]
        return list_damage_cases_as_armour_wears(rolls, count_quality_left(attack.piece))
    if not attack.true_strikes:
        return [
            (Fraction(1), tuple(compute_damage_odds(e, attack.flat_bonus, bonus) for e in dice))
        ]

    def add_bonus_to_odds(shown: int) -> Odds:
        return add_up_chances(
            (compute_damage(shown, attack.flat_bonus, added), chance)
            for added, chance in bonus.items()
        )

    ways = compute_odds_with_true_strikes(dice, attack.true_strikes)
    return [(chance, tuple(map(add_bonus_to_odds, way))) for way, chance in ways.items()]


def _find_target_hp(campaign: Campaign, attack: Attack) -> int | None:
    """The HP of whoever takes the damage; None where nobody knows them."""
    target = attack.target
    if isinstance(target, Npc):
        npc = campaign.get_up_to_date_npc(target)
        heads = list_group_hp(npc)
        return (
            heads[choose_struck_member(npc, attack.number) - 1]
            if heads and not is_beaten(npc)
            else None
        )
    if target is None or not has_tracked_hp(target):
        return None
    return find_current_hp(target, campaign.book.effects)
