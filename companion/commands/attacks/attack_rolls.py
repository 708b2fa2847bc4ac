"""Rolls the dice of an attack, and settles what follows from them: damage, wounds, broken
weapons."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights import attacks as rules
from companion.campaign.fights.attack_costs import (
    apply_attack_costs,
    use_declared_blocks,
    use_deflects,
)
from companion.campaign.fights.attacks import Attack, FallenRoll
from companion.campaign.fights.fights import (
    Fighter,
    add_gambit_effect_to_target,
    explain_excess_attack_rolls,
    find_combatant,
    list_hp_of_fighting_group,
    list_numbers_still_standing,
    record_daylight_effect_told,
    spend_attack_rolls,
)
from companion.campaign.fights.npc_specials_read_for_attacks import find_special_text_for_attack
from companion.campaign.secrecy import bracket_secret_dice_faces
from companion.commands.attacks.gambits import (
    GambitEnd,
    find_damage_put_into_gambit,
    roll_save_against_gambit,
)
from companion.commands.fights.fight_command import describe_excess_action
from companion.commands.fights.scene_and_surprise import is_outdoors_in_daylight
from companion.commands.handler_result import Ruling
from companion.commands.harm.hp_and_wounds_for_reports import warn_of_hindering_wounds
from companion.commands.people.reactions_and_morale import mark_fighter_met
from companion.dice.face_sources import HandFaces
from companion.errant.attacks.armour import count_blocks_left, list_worn_armour
from companion.errant.attacks.attacks import (
    NpcAttack,
    list_usual_ways_npc_attacks,
    parse_npc_attacks,
)
from companion.errant.attacks.weapons import count_attack_rolls
from companion.errant.company import Errant
from companion.errant.happenings import Happenings
from companion.errant.names_to_type import make_typed_item_names, quote_typed_name
from companion.errant.world import Npc
from companion.grammar.argument_kinds.fights.attack_aims import Aim
from companion.grammar.argument_kinds.fights.attack_modifiers import Gambit
from companion.grammar.context import Context
from companion.refusal import Impossible, Malformed
from companion.reports.attacks import (
    AttackReport,
    AttackRollLine,
    BlocksLine,
    NpcAttackReport,
    StepLine,
)


def roll_and_settle_attack(
    context: Context, attack: Attack, aim: Aim, gambit: Gambit | None, purpose: str
) -> Ruling:
    """Roll all damage dice, then settle one Attack Roll after the other."""
    stream = context.streams.stream("attack")
    dice = stream if context.faces is None else HandFaces(context.faces, then=stream)
    if isinstance(dice, HandFaces):
        dice.require_faces_for(_count_dice_of_attack(attack))
    fallen = rules.roll_attack(attack, dice)
    campaign = _remember_weapon_class(context.campaign, attack.attacker, aim)
    campaign = use_declared_blocks(campaign, attack)
    usual = _count_usual_attack_rolls(attack)
    excess = explain_excess_attack_rolls(campaign, attack.attacker, len(attack.rolls), usual)
    warnings = describe_excess_action(attack.attacker, excess)
    happened: Happenings = ()
    found: GambitEnd | None = None
    damage: list[int] = []
    granted: list[int] = []
    hardest = sorted(range(len(fallen)), key=lambda at: fallen[at].damage, reverse=True)
    negated = hardest[: len(aim.deflecting)]
    for at, roll in enumerate(fallen):
        struck = rules.find_number_of_struck_member(campaign, attack)
        through = 0 if at in negated else roll.damage
        if gambit is not None and not damage:
            lowered = find_damage_put_into_gambit(context, gambit, roll.damage)
            found = roll_save_against_gambit(attack, gambit, lowered, purpose, dice)
            through = max(0, through - lowered)
            granted += [struck] * found.line.target_acts
        blow = attack._replace(piece=None) if at in negated else attack
        campaign, worn = apply_attack_costs(campaign, blow, context.read_goods, roll)
        campaign, harmed = rules.harm_target(campaign, attack, through, dice)
        granted += [struck] * bool(roll.dice.ones)
        happened, damage = (*happened, *harmed, *worn), [*damage, through]
    if isinstance(dice, HandFaces):
        _require_all_faces_used(dice, context, attack)
    campaign, deflected = use_deflects(campaign, attack, aim.deflecting)
    happened = (*happened, *deflected)
    granted = [each for each in granted if rules.can_target_still_act(campaign, attack, each)]
    campaign = rules.grant_immediate_actions(campaign, attack.target, granted)
    if found is not None and found.line.works and attack.target is not None:
        campaign = add_gambit_effect_to_target(campaign, attack.target.id, attack.number, purpose)
    rolls = len(attack.rolls)
    campaign = spend_attack_rolls(campaign, attack.attacker, rolls, usual, attack.numbers)
    for who in (attack.attacker, attack.target):
        campaign = mark_fighter_met(context, campaign, who)
    unblocked = [roll for at, roll in enumerate(fallen) if at not in negated]
    maxima = sum(roll.dice.maxima for roll in unblocked)
    report = _build_attack_report(
        context, campaign, attack, fallen, maxima, tuple(damage), found, tuple(granted), happened
    )
    told_of = _find_special_npc(attack)
    if told_of and "daylight" in report.special.casefold() and is_outdoors_in_daylight(campaign):
        campaign = record_daylight_effect_told(campaign, told_of.id)
    faces = ",".join(str(face) for roll in fallen for face in _list_rolled_faces(roll))
    if isinstance(attack.attacker, Npc):
        faces = bracket_secret_dice_faces(faces)
    outcome = f"{faces}: {' + '.join(map(str, damage))} damage".lstrip(": ")
    warnings = (*warnings, *warn_of_hindering_wounds(context.campaign, attack.attacker))
    if context.is_guide and isinstance(attack.target, Npc) and any(damage):
        warnings += _warn_of_unknown_hp(attack.target, damage)
    if isinstance(attack.attacker, Errant) and len(attack.rolls) > usual:
        warnings += (f"One action of {attack.attacker.name} is {usual} of these Attack Rolls.",)
    return Ruling(campaign, report, outcome=outcome, warnings=warnings)


def _warn_of_unknown_hp(npc: Npc, damage: list[int]) -> tuple[str, ...]:
    """Point out harm to an NPC whose HP nobody has said."""
    if npc.hp_max is not None or npc.hp:
        return ()
    who = quote_typed_name(npc)
    why = f"Nobody has said how much HP {npc.name} has: the damage counts nowhere"
    return (f"{why}. Try: hp {who} 6, then hurt {who} {sum(damage)}",)


def _require_all_faces_used(dice: HandFaces, context: Context, attack: Attack) -> None:
    """Raises Impossible for faces that no die showed."""
    if not dice.is_used_up and not _count_dice_of_attack(attack):
        faces = context.faces or ()
        were = "1 face was" if len(faces) == 1 else f"{len(faces)} faces were"
        message = f"Moved down to 1, no damage die is rolled, and {were} given."
        raise Impossible(message, typed=f"={','.join(map(str, faces))}", instead=("",))
    dice.require_no_faces_left()


def _remember_weapon_class(campaign: Campaign, attacker: Fighter, aim: Aim) -> Campaign:
    """The campaign in which a weapon has the class that the line says."""
    item, said = aim.weapon.item, aim.weapon.weapon
    if not isinstance(attacker, Errant) or item is None or said in (None, item.weapon):
        return campaign
    return campaign.with_errant(attacker.with_item(replace(item, weapon=said)))


def _list_rolled_faces(roll: FallenRoll) -> tuple[int, ...]:
    """The faces that fell; dice of 1 are not rolled."""
    return (*(roll.dice.faces if roll.dice.dice.is_rolled else ()), *roll.bonus_faces)


def _count_dice_of_attack(attack: Attack) -> int:
    """The dice that are rolled before anything follows from them."""
    dice = [attack.build_damage_dice(roll) for roll in attack.rolls]
    bonus = sum(each.number for each in attack.bonus_dice)
    return sum(each.number for each in dice if each.is_rolled) + bonus * len(dice)


def list_attacks_of_npc_action(npc: Npc) -> tuple[NpcAttack, ...]:
    """The attacks of an action of an NPC; none where nobody can read them."""
    try:
        return list_usual_ways_npc_attacks(parse_npc_attacks(npc.attacks))
    except Malformed:
        return ()


def _count_usual_attack_rolls(attack: Attack) -> int:
    """The Attack Rolls of one action of whoever attacks."""
    if isinstance(attack.attacker, Errant):
        return count_attack_rolls(attack.attacker.archetype, attack.attacker.renown)
    usual = sum(each.rolls for each in list_attacks_of_npc_action(attack.attacker) if each.dice)
    return max(1, usual)


def _build_attack_report(
    context: Context,
    campaign: Campaign,
    attack: Attack,
    fallen: tuple[FallenRoll, ...],
    maxima: int,
    damage: tuple[int, ...],
    gambit: GambitEnd | None,
    granted: tuple[int, ...],
    happened: Happenings,
) -> AttackReport:
    attacker, target = attack.attacker, attack.target
    after = campaign.get_up_to_date_npc(target) if isinstance(target, Npc) else None
    worn = list_worn_armour(target) if isinstance(target, Errant) and not attack.piece else ()
    lost = maxima if worn else 0
    pieces: tuple[str, ...] = ()
    if lost and isinstance(target, Errant):
        called = make_typed_item_names(target)
        pieces = tuple(called[item.id] for item in worn)
    blocks = None
    if attack.piece and attack.blocks:
        used = attack.blocks * sum(roll.blocked for roll in fallen)
        is_gone = _is_blocking_armour_destroyed(campaign, attack)
        left = 0 if is_gone else count_blocks_left(attack.piece) - used
        blocks = BlocksLine(attack.piece.id, attack.piece.name, used, left)
    make = NpcAttackReport if isinstance(attacker, Npc) else AttackReport
    return make(
        attacker=attacker.id if isinstance(attacker, Errant) else "",
        name=attacker.name,
        weapon=attack.weapon.name if attack.weapon else "",
        target=target.id if isinstance(target, Errant) else "",
        target_name=target.name if target else "",
        number=attack.number,
        damage=damage,
        steps=tuple(StepLine(*step) for step in attack.all_damage_steps),
        rolls=tuple(_build_roll_line(attack, roll) for roll in fallen),
        entered=context.faces is not None,
        blocks=blocks,
        unblocked=isinstance(target, Errant) and not attack.blocks and any(damage),
        gambit=gambit.line if gambit else None,
        gambit_dv=gambit.dv if gambit else None,
        gambit_save=gambit.save if gambit else None,
        granted=len(granted),
        granted_to=tuple(sorted({*granted} - {0})),
        numbers=_list_numbers_of_attackers(campaign, attack),
        happened=happened,
        unsettled=lost,
        unsettled_items=pieces,
        special=find_special_text_for_attack(
            attack, sum(damage), is_day=_is_untold_effect_of_daylight(campaign, attack)
        ),
        hp_left=list_hp_of_fighting_group(campaign, after) if after else (),
    )


def _find_special_npc(attack: Attack) -> Fighter | None:
    return attack.attacker if isinstance(attack.attacker, Npc) else attack.target


def _is_untold_effect_of_daylight(campaign: Campaign, attack: Attack) -> bool:
    """True where what daylight does to an NPC has not been told in this Turn."""
    npc = _find_special_npc(attack)
    combatant = find_combatant(campaign, npc.id) if npc else None
    return is_outdoors_in_daylight(campaign) and not (combatant and combatant.told)


def _list_numbers_of_attackers(campaign: Campaign, attack: Attack) -> tuple[int, ...]:
    """The numbers of those of a group who attack; none where all who stand do."""
    who = attack.attacker
    is_all = isinstance(who, Npc) and {*attack.numbers} >= {
        *list_numbers_still_standing(campaign, who)
    }
    return () if is_all else attack.numbers


def _is_blocking_armour_destroyed(campaign: Campaign, attack: Attack) -> bool:
    """True if the piece that should Block is gone."""
    if attack.piece is None or not isinstance(attack.target, Errant):
        return False
    worn = campaign.get_errant(attack.target.id).items
    return all(item.id != attack.piece.id for item in worn)


def _build_roll_line(attack: Attack, roll: FallenRoll) -> AttackRollLine:
    return AttackRollLine(
        name=roll.name,
        own=str(roll.own),
        dice=str(roll.dice.dice),
        faces=roll.dice.shown_faces,
        bonus_faces=roll.bonus_faces,
        added=attack.flat_bonus + attack.bonus,
        damage=roll.damage,
        true_strike=roll.dice.is_true_strike,
    )
