"""Attack Rolls at the prompt: attack."""

import re
from itertools import cycle, islice

from msgspec.structs import replace

from companion.campaign import attacks as rules
from companion.campaign.attacks import Attack, FallenRoll, PlannedRoll
from companion.campaign.campaign import Campaign
from companion.campaign.fights import Fighter, find_excess, note_action
from companion.campaign.history import HistoryStep, can_be_undone, flag_live_entries, undo_last
from companion.commands.context import Ruling
from companion.commands.fights.gambits import GambitEnd, limit_gambit, resolve_gambit
from companion.commands.fights.weapons import choose_weapon, require_ammunition
from companion.commands.people.reaction import meet_npc
from companion.dice.faces import HandFaces
from companion.errant.armour import count_blocks, count_true_strikes, list_worn_armour
from companion.errant.attacks import (
    MAX_ATTACK_DICE,
    DamageDice,
    NpcAttack,
    can_sneak,
    list_usual_attacks,
    list_weapon_steps,
    parse_attacks,
)
from companion.errant.damage import Step
from companion.errant.errants import Errant
from companion.errant.happenings import Happenings
from companion.errant.harm import is_beaten, list_heads
from companion.errant.items import Item
from companion.errant.weapons import UNARMED, Weapon, count_attack_rolls, find_damage_die
from companion.errant.world import Npc
from companion.grammar.context import ROLLING_FIELDS, Context
from companion.grammar.kinds.attacks import Aim, Bonus, Gambit, list_attacks
from companion.grammar.line import Line, quote_name, read_line
from companion.grammar.names import require_able, require_present
from companion.grammar.words import WORDS
from companion.refusal import Ambiguous, Impossible, Malformed
from companion.reports.attacks import (
    AttackOddsReport,
    AttackReport,
    AttackRollLine,
    BlocksLine,
    NpcAttackReport,
    StepLine,
)


def make_attack(
    context: Context,
    attacker: Fighter,
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
) -> Ruling | AttackOddsReport:
    """The Attack Rolls of one action; or, with a `?`, what they would do."""
    aim = aim or Aim(target=rules.find_only_foe(context.campaign, attacker))
    _require_target(context, attacker, aim)
    if isinstance(attacker, Errant):
        require_able(attacker, forced=context.is_forced)
        weapon = choose_weapon(context, attacker, aim.weapon)
        require_ammunition(context, attacker, weapon)
        own = _list_own_steps(weapon, far, close)
        rolls = _plan_errant_rolls(context, attacker, sneak, count)
    else:
        weapon, own = None, ()
        rolls = _plan_npc_rolls(attacker, aim.weapon.attack, sneak, count)
    said = (Step("enhanced", enhanced or 0), Step("impaired", -(impaired or 0)))
    piece, blocks = _find_piece(aim, len(rolls))
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
        true_strikes=_require_true_strike(attacker, weapon) if strike else 0,
    )
    known = rules.list_known_steps(context.campaign, attack)
    attack = attack._replace(steps=(*attack.steps, *known))
    if context.is_asking:
        if context.faces is not None:
            raise Malformed("A chance is told without dice.", "Leave the ? or the faces out.")
        from companion.commands.fights.attack_odds import build_attack_odds  # measured: fractions

        return build_attack_odds(context.campaign, attack)
    return _roll_and_settle(context, attack, aim, gambit, purpose or "")


def _require_target(context: Context, attacker: Fighter, aim: Aim) -> None:
    """Raises Impossible for a target that is not there or beaten, unless it is forced."""
    target = aim.target
    if target is None:
        return
    if target.id == attacker.id and isinstance(target, Npc) == isinstance(attacker, Npc):
        raise Impossible(f"{attacker.name} attacks somebody else.", "Name them after on.")
    if isinstance(target, Errant):
        require_present(target, forced=context.is_forced)
        return
    heads = list_heads(target)
    if is_beaten(target):
        context.refuse_unforced(
            f"{target.name} is beaten already.", f"Try: npc {quote_name(target.id)} hp 6"
        )
    elif aim.number and heads and aim.number > len(heads):
        way = f"They are numbered from 1 to {len(heads)}."
        raise Impossible(f"{target.name} {aim.number} is none of them.", way)
    elif aim.number and heads and not heads[aim.number - 1]:
        context.refuse_unforced(f"{target.name} {aim.number} is beaten already.")


def _list_own_steps(weapon: Weapon, far: str | None, close: str | None) -> tuple[Step, ...]:
    """The steps of the weapon and of the range. Raises Impossible for a melee weapon that should
    reach far."""
    for typed in (far, close):
        if typed and weapon.reach == "melee":
            message = f"With the {weapon.name} nobody shoots or throws."
            raise Impossible(message, typed=typed, instead=("",))
    return list_weapon_steps(
        weapon, is_unarmed=weapon == UNARMED, is_far=bool(far), is_close=bool(close)
    )


def _plan_errant_rolls(
    context: Context, errant: Errant, sneak: str | None, count: int | None
) -> tuple[PlannedRoll, ...]:
    """The Attack Rolls of somebody of the Company: as many as their Renown gives, or the line
    says."""
    sides = find_damage_die(errant)
    if sides is None:
        who = quote_name(errant.id)
        way = f"Try: errant edit {who} archetype violent, or errant edit {who} die 8"
        raise Impossible(f"Nobody has said what damage die {errant.name} has.", way)
    if sneak and not can_sneak(errant.archetype):
        context.refuse_unforced(f"{errant.name} is no Deviant, and makes no sneak attack.")
    number = {None: 1, "sneak": 2}.get(sneak, 3)
    rolls = count or count_attack_rolls(errant.archetype, errant.renown)
    _require_few(rolls)
    return (PlannedRoll("", DamageDice(number, sides)),) * rolls


def _require_few(rolls: int) -> None:
    if rolls > MAX_ATTACK_DICE:
        raise Impossible(f"x{rolls} is too often.", f"At most x{MAX_ATTACK_DICE}.")


def _plan_npc_rolls(
    npc: Npc, chosen: NpcAttack | None, sneak: str | None, count: int | None
) -> tuple[PlannedRoll, ...]:
    """The Attack Rolls of one action of an NPC: those that the line names, or their usual ones."""
    if sneak:
        raise Impossible(f"{npc.name} makes no sneak attack.", typed=sneak, instead=("",))
    attacks = [chosen] if chosen else _list_usual(npc)
    rolls = [
        PlannedRoll(attack.name, attack.dice)
        for attack in attacks
        for _ in range(attack.rolls)
        if attack.dice
    ]
    if not rolls:
        _refuse_without_dice(npc, chosen)
    _require_few(count or len(rolls))
    return tuple(islice(cycle(rolls), count or len(rolls)))


def _list_usual(npc: Npc) -> tuple[NpcAttack, ...]:
    try:
        return list_usual_attacks(parse_attacks(npc.attacks))
    except Malformed:
        return ()


def _refuse_without_dice(npc: Npc, chosen: NpcAttack | None) -> None:
    who = quote_name(npc.id)
    others = [f"with {quote_name(each.name)}" for each in list_attacks(npc) if each.dice]
    if not others:
        way = f'Try: npc {who} attacks "1 x claw d6"'
        raise Impossible(f"Nobody has said how {npc.name} attacks.", way)
    name = chosen.name if chosen else list_attacks(npc)[0].name
    message = f"The {name} has no damage dice: what it does is the Guide's to say."
    raise Impossible(message, typed=f"with {name}", instead=others)


def _find_piece(aim: Aim, rolls: int) -> tuple[Item | None, int]:
    """The piece of armour that takes the blow, and the Blocks of it that each Attack Roll takes:
    the one that the line names, or the only one worn. Raises Impossible for more Blocks than there
    are, and Ambiguous where several pieces have some."""
    target, said = aim.target, aim.blocks
    worn = list_worn_armour(target) if isinstance(target, Errant) else ()
    if said is None:
        return (worn[0] if len(worn) == 1 else None), 0
    assert target is not None
    able = [item for item in worn if count_blocks(item)]
    if said.piece is None and len(able) > 1 and said.number:
        ways = [f"blocks {said.number} {quote_name(item.id)}" for item in able]
        raise Ambiguous(f"{target.name} Blocks with what?", typed=said.typed, instead=ways)
    piece = said.piece or next(iter((*able, *worn)), None)
    left = 0 if piece is None else count_blocks(piece)
    if piece is None or said.number * rolls > left:
        each = f" for each of {rolls} Attack Rolls" if rolls > 1 else ""
        what = f"The {piece.name} has {left} Blocks left" if piece else f"{target.name} has none"
        fewer = f"blocks {left // rolls} {quote_name(piece.id)}" if piece and left // rolls else ""
        message = f"{what}, not {said.number}{each}."
        raise Impossible(message, typed=said.typed, instead=(fewer,))
    return piece, said.number


def _require_true_strike(attacker: Fighter, weapon: Weapon | None) -> int:
    """1 for a True Strike that the weapon has. Raises Impossible without one."""
    item = None
    if isinstance(attacker, Errant) and weapon and weapon.item:
        item = attacker.get_item(weapon.item)
    if item is None or not count_true_strikes(item):
        what = f"The {item.name}" if item else attacker.name
        left = " left" if item and item.plus else ""
        way = f"Try: armour {quote_name(attacker.id)}" if isinstance(attacker, Errant) else ""
        raise Impossible(f"{what} has no True Strike{left}.", way)
    return 1


def _remember_class(campaign: Campaign, attacker: Fighter, aim: Aim) -> Campaign:
    """The campaign in which a weapon has the class that the line says."""
    item, said = aim.weapon.item, aim.weapon.weapon
    if not isinstance(attacker, Errant) or item is None or said in (None, item.weapon):
        return campaign
    return campaign.with_errant(attacker.with_item(replace(item, weapon=said)))


def _roll_and_settle(
    context: Context, attack: Attack, aim: Aim, gambit: Gambit | None, purpose: str
) -> Ruling:
    """Roll all damage dice, then settle one Attack Roll after the other."""
    stream = context.streams.stream("attack")
    dice = stream if context.faces is None else HandFaces(context.faces, then=stream)
    if isinstance(dice, HandFaces):
        dice.expect(_count_dice(attack))
    fallen = rules.roll_attack(attack, dice)
    campaign = _remember_class(context.campaign, attack.attacker, aim)
    campaign = rules.use_declared_blocks(campaign, attack)
    excess = find_excess(campaign, attack.attacker.id, "attack") if _is_whole(attack) else ""
    happened: Happenings = ()
    found: GambitEnd | None = None
    damage: list[int] = []
    granted = 0
    hardest = sorted(range(len(fallen)), key=lambda at: fallen[at].damage, reverse=True)
    negated = hardest[: len(aim.deflecting)]
    for at, roll in enumerate(fallen):
        through = 0 if at in negated else roll.damage
        if gambit is not None and not damage:
            limited = limit_gambit(context, gambit, roll.damage)
            found = resolve_gambit(attack, limited, purpose, dice)
            through = max(0, through - limited.lowered)
            granted += found.line.target_acts
        blow = attack._replace(piece=None) if at in negated else attack
        campaign, worn = rules.use_arms(campaign, blow, context.read_goods, roll)
        campaign, harmed = rules.harm_target(campaign, attack, through, dice)
        granted += bool(roll.dice.ones) and attack.target is not None
        happened, damage = (*happened, *harmed, *worn), [*damage, through]
    if isinstance(dice, HandFaces):
        dice.finish()
    campaign, deflected = rules.use_deflects(campaign, attack, aim.deflecting)
    happened = (*happened, *deflected)
    campaign = rules.grant_actions(campaign, attack.target, granted)
    for _ in range(_count_actions(attack)):
        campaign = note_action(campaign, attack.attacker.id, "attack")
    campaign = _meet_npcs(context, campaign, attack)
    unblocked = [roll for at, roll in enumerate(fallen) if at not in negated]
    maxima = sum(roll.dice.maxima for roll in unblocked)
    report = _build_report(
        context, campaign, attack, fallen, maxima, tuple(damage), found, granted, happened, excess
    )
    faces = ",".join(str(face) for roll in fallen for face in _list_faces(roll))
    outcome = f"{faces}: {' + '.join(map(str, damage))} damage".lstrip(": ")
    return Ruling(campaign, report, outcome=outcome)


def _list_faces(roll: FallenRoll) -> tuple[int, ...]:
    """The faces that fell; dice of 1 are not rolled."""
    return (*(roll.dice.faces if roll.dice.dice.is_rolled else ()), *roll.bonus_faces)


def _count_dice(attack: Attack) -> int:
    """The dice that are rolled before anything follows from them."""
    dice = [attack.build_dice(roll) for roll in attack.rolls]
    bonus = sum(each.number for each in attack.bonus_dice)
    return sum(each.number for each in dice if each.is_rolled) + bonus * len(dice)


def _count_usual(attack: Attack) -> int:
    """The Attack Rolls of one action of whoever attacks."""
    if isinstance(attack.attacker, Errant):
        return count_attack_rolls(attack.attacker.archetype, attack.attacker.renown)
    usual = sum(each.rolls for each in _list_usual(attack.attacker) if each.dice)
    return max(1, usual)


def _is_whole(attack: Attack) -> bool:
    """False for less than the Attack Rolls of an action: the rest may go to another target."""
    return len(attack.rolls) >= _count_usual(attack)


def _count_actions(attack: Attack) -> int:
    """How many actions the Attack Rolls take: those of a group are several people's."""
    if isinstance(attack.attacker, Errant):
        return 1
    return -(-len(attack.rolls) // _count_usual(attack))


def _meet_npcs(context: Context, campaign: Campaign, attack: Attack) -> Campaign:
    """The campaign in which the players have met whoever attacks or is attacked."""
    for who in (attack.attacker, attack.target):
        if isinstance(who, Npc):
            campaign = campaign.with_npc(meet_npc(context, rules.find_npc(campaign, who)))
    return campaign


def _build_report(
    context: Context,
    campaign: Campaign,
    attack: Attack,
    fallen: tuple[FallenRoll, ...],
    maxima: int,
    damage: tuple[int, ...],
    gambit: GambitEnd | None,
    granted: int,
    happened: Happenings,
    excess: str,
) -> AttackReport:
    attacker, target = attack.attacker, attack.target
    after = rules.find_npc(campaign, target) if isinstance(target, Npc) else None
    worn = list_worn_armour(target) if isinstance(target, Errant) and not attack.piece else ()
    lost = maxima if worn else 0
    blocks = None
    if attack.piece and attack.blocks:
        used = attack.blocks * len(fallen)
        left = count_blocks(attack.piece) - used
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
        steps=tuple(StepLine(*step) for step in attack.all_steps),
        rolls=tuple(_build_roll_line(attack, roll) for roll in fallen),
        entered=context.faces is not None,
        blocks=blocks,
        unblocked=isinstance(target, Errant) and not attack.blocks and any(damage),
        gambit=gambit.line if gambit else None,
        gambit_dv=gambit.dv if gambit else None,
        gambit_save=gambit.save if gambit else None,
        granted=granted,
        happened=happened,
        unsettled=lost,
        unsettled_items=tuple(item.id for item in worn) if lost else (),
        excess=excess,
        special=rules.find_special(attack, sum(damage)),
        hp_left=list_heads(after) if after else (),
    )


def _build_roll_line(attack: Attack, roll: FallenRoll) -> AttackRollLine:
    return AttackRollLine(
        name=roll.name,
        own=str(roll.own),
        dice=str(roll.dice.dice),
        faces=roll.dice.shown,
        bonus_faces=roll.bonus_faces,
        added=attack.flat + attack.bonus,
        damage=roll.damage,
        true_strike=roll.dice.is_true_strike,
    )


def strike_truly(context: Context, gambit: Gambit | None, purpose: str | None) -> Ruling:
    """The last attack once more, with the same faces, as a True Strike."""
    return repeat_last_attack(context, strike="strike", gambit=gambit, purpose=purpose)


def add_gambit(context: Context, gambit: Gambit, purpose: str | None) -> Ruling:
    """The last attack once more, with the same faces, and a gambit."""
    return repeat_last_attack(context, gambit=gambit, purpose=purpose)


def repeat_last_attack(
    context: Context, *, deflecting: tuple[str, ...] = (), **more: object
) -> Ruling:
    """The last attack, with what was added to it since, taken back and made again with the same
    damage dice and with `more`, or with Deflects of these pieces. Raises Impossible if the last
    word was no attack."""
    taken_back = 0
    for entry, stands in flag_live_entries(context.read_entries()):
        if entry.kind in ("undo", "redo") or not stands:
            continue
        line = read_line(entry.line)
        if line is not None and line.word == "deflect" and deflecting:
            taken_back, deflecting = taken_back + 1, (entry.outcome, *deflecting)
            continue
        if line is None or entry.kind != "word" or not _is_attack(line):
            break
        taken_back += can_be_undone(entry, stands)
        faces = tuple(map(int, re.findall(r"\d+", entry.outcome.rpartition(":")[0])))
        again = context._replace(arguments=line.arguments, rest=line.rest, faces=faces)
        form, values = WORDS.find_word(context.word).read(line.arguments, again)
        more = {
            **{name: value for name, value in values.items() if value and name in _ADDED},
            **{name: value for name, value in more.items() if value},
        }
        if not form.opening:
            step = HistoryStep((), context.campaign, ())
            if taken_back:
                entries, guide = context.read_entries(), context.is_guide
                step = undo_last(context.campaign, entries, taken_back, guide=guide)
            is_forced = context.is_forced or line.forced
            again = again._replace(campaign=step.campaign, is_forced=is_forced)
            _, values = WORDS.find_word(context.word).read(line.arguments, again)
            for name in ROLLING_FIELDS:
                values.pop(name, None)
            if deflecting:
                foe = rules.find_only_foe(again.campaign, values["attacker"])
                values["aim"] = (values["aim"] or Aim(target=foe))._replace(deflecting=deflecting)
            ruling = make_attack(again, **{**values, **more})
            assert isinstance(ruling, Ruling)
            return ruling._replace(base=step.campaign, undone_changes=step.changes)
        if form.opening == ("strike",):
            more["strike"] = "strike"
    raise Impossible("The last word was no attack.", "Say it with the attack itself.")


_ADDED = ("gambit", "purpose", "strike")
"""What can be added to an attack after its dice."""


def _is_attack(line: Line) -> bool:
    return line.word in ("attack", *WORDS.find_word("attack").short_forms)
