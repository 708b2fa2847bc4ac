"""Answers `attack`: reads all that goes into an attack, before its dice fall."""

from itertools import cycle, islice

from companion.campaign.fights import attacks as rules
from companion.campaign.fights.attacks import Attack, PlannedRoll
from companion.campaign.fights.fights import (
    Fighter,
    count_combatant_members,
    find_combatant,
    list_numbers_gone_from_fight,
    list_numbers_still_standing,
    require_unsurprised,
)
from companion.commands.attacks.attack_rolls import (
    list_attacks_of_npc_action,
    roll_and_settle_attack,
)
from companion.commands.attacks.group_attacker_choice import (
    count_group_attack_rolls,
    pick_who_of_group_attacks,
    select_standing_attackers,
)
from companion.commands.attacks.weapon_choice import choose_attack_weapon, require_ammunition
from companion.commands.handler_result import Ruling
from companion.commands.harm.armour import complete_arms_from_price_tables
from companion.errant.attacks.armour import (
    count_blocks_left,
    count_true_strikes_left,
    list_worn_armour,
)
from companion.errant.attacks.attacks import (
    MAX_ATTACK_DICE,
    DamageDice,
    NpcAttack,
    can_sneak,
    list_weapon_damage_steps,
)
from companion.errant.attacks.statuses import Step
from companion.errant.attacks.weapons import UNARMED, Weapon, count_attack_rolls, find_damage_die
from companion.errant.company import Errant
from companion.errant.creatures import render_missing_fight_fields
from companion.errant.harm.harm import is_beaten, list_group_hp
from companion.errant.names_to_type import make_typed_item_names, quote_typed_name
from companion.errant.packs.items import Item
from companion.errant.world import Npc
from companion.grammar.argument_kinds.fights.attack_aims import Aim, list_attacks_of_npc
from companion.grammar.argument_kinds.fights.attack_modifiers import Bonus, Gambit
from companion.grammar.context import Context
from companion.grammar.name_matching import require_present_and_able_errant, require_present_errant
from companion.refusal import Ambiguous, Impossible, Malformed, join_words
from companion.reports.attacks import AttackOddsReport
from companion.text_cleaning import quote_name


def make_attack(
    context: Context,
    attacker: Fighter,
    numbers: tuple[int, ...] | None,
    aim: Aim | None,
    sneak: str | None,
    far: str | None,
    close: str | None,
    enhanced: int | None,
    impaired: int | None,
    gambit: Gambit | None,
    bonus: Bonus | None,
    purpose: str | None,
    strike: str | None,
    count: int | None,
    *,
    strikes: int = 1,
) -> Ruling | AttackOddsReport:
    """The Attack Rolls of one action, with so many True Strikes if there is a `strike`; or, with a
    `?`, what they would do."""
    aim = aim or Aim(target=rules.find_only_foe(context.campaign, attacker))
    if isinstance(aim.target, Errant):
        aim = aim._replace(target=complete_arms_from_price_tables(context, aim.target))
    _require_standing_target(context, attacker, aim)
    require_unsurprised(context.campaign, attacker, forced=context.is_forced)
    is_short = False
    own_ledger = find_combatant(context.campaign, attacker.id)
    numbers, warnings = select_standing_attackers(context, attacker, numbers or ())
    answers = own_ledger is not None and own_ledger.granted > 0 and not (numbers or count)
    count = 1 if answers else count  # a granted action used as an attack is one Attack Roll (R8)
    if isinstance(attacker, Errant):
        require_present_and_able_errant(attacker, forced=context.is_forced)
        weapon = choose_attack_weapon(context, attacker, aim.weapon)
        require_ammunition(context, attacker, weapon)
        own = _list_weapon_and_range_steps(weapon, far, close)
        rolls = _plan_errant_rolls(context, attacker, sneak, count)
    else:
        weapon, own = None, ()
        count = count or count_group_attack_rolls(attacker, aim.weapon.attack, numbers, own_ledger)
        rolls = _plan_npc_rolls(attacker, aim.weapon.attack, sneak, count)
        able = _count_rolls_of_standing(context, attacker)
        is_short, rolls = able < len(rolls), rolls[:able]
        numbers = numbers or pick_who_of_group_attacks(
            context, attacker, len(rolls), at_once=answers
        )
    said = (Step("enhanced", enhanced or 0), Step("impaired", -(impaired or 0)))
    piece, blocks = _choose_blocking_piece(aim, len(rolls))
    bonus = bonus or Bonus()
    attack = Attack(
        attacker=attacker,
        weapon=weapon,
        rolls=rolls,
        steps=(*own, *(step for step in said if step.steps)),
        bonus=bonus.flat,
        bonus_dice=bonus.dice,
        target=aim.target,
        number=aim.number,
        piece=piece,
        blocks=blocks,
        true_strikes=_require_true_strikes(attacker, weapon, strikes, len(rolls)) if strike else 0,
        numbers=numbers,
    )
    known = rules.list_known_damage_steps(context.campaign, attack)
    attack = attack._replace(steps=(*attack.steps, *known))
    if context.is_asking:
        if context.faces is not None:
            raise Malformed("A chance is told without dice.", "Leave the ? or the faces out.")
        from companion.commands.attacks.attack_odds import (
            build_attack_odds_report,  # measured: fractions
        )

        return build_attack_odds_report(context.campaign, attack)
    ruling = roll_and_settle_attack(context, attack, aim, gambit, purpose or "")
    ruling = ruling._replace(warnings=(*warnings, *ruling.warnings))
    if not is_short or not isinstance(attacker, Npc):
        return ruling
    able = count_combatant_members(context.campaign, attacker)
    stand = f"Of {attacker.name} {able} stand: no more of them attack."
    return ruling._replace(warnings=(stand, *ruling.warnings))


def _require_standing_target(context: Context, attacker: Fighter, aim: Aim) -> None:
    """Raises Impossible for a target that is not there or beaten, unless it is forced."""
    target = aim.target
    if target is None:
        return
    if target.id == attacker.id and isinstance(target, Npc) == isinstance(attacker, Npc):
        raise Impossible(f"{attacker.name} attacks somebody else.", "Name them after on.")
    if isinstance(target, Errant):
        require_present_errant(target, forced=context.is_forced)
        return
    heads = list_group_hp(target)
    standing = map(str, list_numbers_still_standing(context.campaign, target))
    stand = f"Those who stand are {join_words([*standing])}." if context.is_guide else ""
    if is_beaten(target):
        context.refuse_unforced(
            f"{target.name} is beaten already.", f"Try: npc {quote_typed_name(target)} hp 6"
        )
    elif aim.number and heads and aim.number > len(heads):
        way = f"They are numbered from 1 to {len(heads)}." if context.is_guide else ""
        why = f"{target.name} {aim.number} is none of them."
        raise Impossible(why, way, typed=str(aim.number), instead=("",))
    elif aim.number and heads and not heads[aim.number - 1]:
        context.refuse_unforced(f"{target.name} {aim.number} is beaten already.", stand)
    elif aim.number in list_numbers_gone_from_fight(context.campaign, target):
        context.refuse_unforced(f"{target.name} {aim.number} has left the fight.", stand)


def _list_weapon_and_range_steps(
    weapon: Weapon, far: str | None, close: str | None
) -> tuple[Step, ...]:
    """The steps of the weapon and of the range. Raises Impossible for a melee weapon that should
    reach far."""
    for typed in (far, close):
        if typed and weapon.reach == "melee":
            message = f"With the {weapon.name} nobody shoots or throws."
            raise Impossible(message, typed=typed, instead=("",))
    return list_weapon_damage_steps(
        weapon, is_unarmed=weapon == UNARMED, is_far=bool(far), is_close=bool(close)
    )


def _plan_errant_rolls(
    context: Context, errant: Errant, sneak: str | None, count: int | None
) -> tuple[PlannedRoll, ...]:
    """The Attack Rolls of somebody of the Company: as many as their Renown gives, or the line
    says."""
    sides = find_damage_die(errant)
    if sides is None:
        who = quote_typed_name(errant)
        way = f"Try: errant edit {who} archetype violent, or errant edit {who} die 8"
        raise Impossible(f"Nobody has said what damage die {errant.name} has.", way)
    if sneak and not can_sneak(errant.archetype):
        context.refuse_unforced(f"{errant.name} is no Deviant, and makes no sneak attack.")
    number = {None: 1, "sneak": 2}.get(sneak, 3)
    rolls = count or count_attack_rolls(errant.archetype, errant.renown)
    _require_rolls_within_limit(rolls)
    return (PlannedRoll("", DamageDice(number, sides)),) * rolls


def _require_rolls_within_limit(rolls: int) -> None:
    if rolls > MAX_ATTACK_DICE:
        raise Impossible(f"x{rolls} is too often.", f"At most x{MAX_ATTACK_DICE}.")


def _plan_npc_rolls(
    npc: Npc, chosen: NpcAttack | None, sneak: str | None, count: int | None
) -> tuple[PlannedRoll, ...]:
    """The Attack Rolls of one action of an NPC: those that the line names, or their usual ones."""
    if sneak:
        raise Impossible(f"{npc.name} makes no sneak attack.", typed=sneak, instead=("",))
    attacks = [chosen] if chosen else list_attacks_of_npc_action(npc)
    rolls = [
        PlannedRoll(attack.name, attack.dice)
        for attack in attacks
        for _ in range(attack.rolls)
        if attack.dice
    ]
    if not rolls:
        _refuse_npc_without_dice(npc, chosen)
    _require_rolls_within_limit(count or len(rolls))
    return tuple(islice(cycle(rolls), count or len(rolls)))


def _count_rolls_of_standing(context: Context, npc: Npc) -> int:
    """The Attack Rolls that all of a group who stand have in an action; of one alone as many as a
    line says."""
    if len(list_group_hp(npc)) < 2:
        return MAX_ATTACK_DICE
    usual = sum(each.rolls for each in list_attacks_of_npc_action(npc) if each.dice)
    return count_combatant_members(context.campaign, npc) * max(1, usual)


def _refuse_npc_without_dice(npc: Npc, chosen: NpcAttack | None) -> None:
    who = quote_typed_name(npc)
    others = [f"with {quote_name(each.name)}" for each in list_attacks_of_npc(npc) if each.dice]
    if not others:
        way = f"Try: npc {who} {render_missing_fight_fields(npc)}"
        raise Impossible(f"Nobody has said how {npc.name} attacks.", way)
    name = chosen.name if chosen else list_attacks_of_npc(npc)[0].name
    message = f"The {name} has no damage dice: what it does is the Guide's to say."
    raise Impossible(message, typed=f"with {name}", instead=others)


def _choose_blocking_piece(aim: Aim, rolls: int) -> tuple[Item | None, int]:
    """The piece of armour that takes the blow, and the Blocks of it that each Attack Roll takes:
    the one that the line names, or the only one worn. Raises Impossible for more Blocks than there
    are, and Ambiguous where several pieces have some."""
    target, said = aim.target, aim.blocks
    worn = list_worn_armour(target) if isinstance(target, Errant) else ()
    if said is None:
        return (worn[0] if len(worn) == 1 else None), 0
    assert isinstance(target, Errant)
    called = {each: quote_name(name) for each, name in make_typed_item_names(target).items()}
    able = [item for item in worn if count_blocks_left(item)]
    if said.piece is None and len(able) > 1 and said.number:
        ways = [f"blocks {said.number} {called[item.id]}" for item in able]
        raise Ambiguous(f"{target.name} Blocks with what?", typed=said.typed, instead=ways)
    piece = said.piece or next(iter((*able, *worn)), None)
    left = 0 if piece is None else count_blocks_left(piece)
    if piece is None or said.number * rolls > left:
        each = f" for each of {rolls} Attack Rolls" if rolls > 1 else ""
        what = f"The {piece.name} has {left} Blocks left" if piece else f"{target.name} has none"
        fewer = f"blocks {left // rolls} {called[piece.id]}" if piece and left // rolls else ""
        message = f"{what}, not {said.number}{each}."
        raise Impossible(message, typed=said.typed, instead=(fewer,))
    return piece, said.number


def _require_true_strikes(
    attacker: Fighter, weapon: Weapon | None, strikes: int, rolls: int
) -> int:
    """So many True Strikes, which the weapon has. Raises Impossible if it has fewer, or there are
    more of them than Attack Rolls."""
    item = None
    if isinstance(attacker, Errant) and weapon and weapon.item:
        item = attacker.get_item(weapon.item)
    way = f"Try: armour {quote_typed_name(attacker)}" if isinstance(attacker, Errant) else ""
    if item is None or count_true_strikes_left(item) < strikes:
        what = f"The {item.name}" if item else attacker.name
        left = " left" if item and item.plus else ""
        raise Impossible(f"{what} has no True Strike{left}.", way)
    if strikes > rolls:
        those = "The Attack Roll was" if rolls == 1 else f"All {rolls} Attack Rolls were"
        raise Impossible(f"{those} a True Strike already.", way)
    return strikes
