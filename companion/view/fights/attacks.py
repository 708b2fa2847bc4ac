"""Renders Attack Rolls, gambits and the odds of an attack as plain lines."""

from collections.abc import Iterable, Iterator, Sequence

from companion.errant.harm.wounds import FIRST_DEADLY_ROW
from companion.refusal import join_words
from companion.reports.attacks import (
    AttackOddsReport,
    AttackReport,
    AttackRollLine,
    BlockChances,
    GambitLine,
    HarmChances,
    StepLine,
)
from companion.view import shared_wording as w
from companion.view.fights.harm import ask_which_piece_loses_quality
from companion.view.reply import render_report
from companion.view.turns.happenings import render_happenings


@render_report.register
def _render_attack(report: AttackReport, name_of: w.NameLookup) -> w.Lines:
    """What was rolled, and what came of it; for players without the dice of NPCs."""
    who, whom = _name_attacker_and_target(report, name_of)
    with_what = f" ({report.weapon})" if report.weapon else ""
    against = f" on {whom}" if whom else ""
    rolls: tuple[AttackRollLine, ...] | None = report.rolls
    if rolls is not None and len(rolls) == 1:
        yield w.Headline(f"{who}{against}{with_what}: {_describe_attack_roll(rolls[0])}.")
    else:
        total = join_words([str(each) for each in report.damage])
        yield w.Headline(f"{who}{against}{with_what}: {total} damage.")
        for same in w.group_by_key(rolls or (), _make_same_dice_key).values():
            described = (
                _describe_attack_roll(same[0])
                if len(same) == 1
                else _describe_same_dice_rolls(same)
            )
            yield w.DetailLine(f"  {described}.")
    yield from _render_die_steps(report.steps or ())
    if report.blocks is not None:
        used = w.format_count(report.blocks.used, "Block")
        yield f"  {used} of the {report.blocks.name}, {report.blocks.left} left."
    if report.gambit is not None:
        yield _describe_gambit(report, report.gambit, whom, name_of)
    yield from render_happenings(report.happened, name_of)
    if report.unsettled:
        owner = w.format_errant_name(report.target, name_of)
        yield ask_which_piece_loses_quality(owner, whom, report.unsettled, report.unsettled_items)
    if report.granted:
        named = join_words([*map(str, report.granted_to)])
        whom = f"{report.target_name} {named}" if named else whom
        times = "" if report.granted == 1 else f", {w.format_number_of_times(report.granted)}"
        times = "" if report.granted == len(report.granted_to) else times
        yield w.ResultLine(f"{whom} may act at once{times}.")
    if report.special:
        yield w.make_guide_only_line(w.end_with_full_stop(report.special))
    if report.hp_left:
        yield w.make_guide_only_line(_describe_npc_hp(report.target_name, report.hp_left))


def _describe_npc_hp(name: str, heads: tuple[int, ...]) -> str:
    """The HP of an NPC; of a group how many stand, and who of them is hurt."""
    if len(heads) == 1:
        return f"{name}: HP {heads[0]}."
    most = max(heads)
    hurt = [f"{at} has HP {hp}" for at, hp in enumerate(heads, 1) if 0 < hp < most]
    stand = f"{sum(hp > 0 for hp in heads)} of {len(heads)} stand"
    is_all = sum(hp > 0 for hp in heads) == max(1, len(hurt))  # of whom it is told how they are
    rest = "" if not most or (hurt and is_all) else f", HP {most}{'' if is_all else ' else'}"
    return f"{name}: {', '.join([stand, *hurt])}{rest}."


def _name_attacker_and_target(
    report: AttackReport | AttackOddsReport, name_of: w.NameLookup
) -> tuple[str, str]:
    """Who attacks whom; of a group also the number."""
    who = name_of(report.attacker) if report.attacker else report.name
    whom = name_of(report.target) if report.target else report.target_name
    number = report.number if isinstance(report, AttackReport) else 0
    numbers = report.numbers if isinstance(report, AttackReport) else ()
    who = " ".join((who, join_words([*map(str, numbers)]))).rstrip()
    return who, f"{whom} {number}" if number else whom


def _make_same_dice_key(roll: AttackRollLine) -> tuple[str, str, int, bool]:
    """What two Attack Rolls have in common that may be told together."""
    return roll.name, roll.dice, roll.added, roll.true_strike


def _describe_attack_roll(roll: AttackRollLine) -> str:
    """The dice of an Attack Roll, what they show, what is added, and its damage."""
    shown = _format_rolled_faces(roll)
    fell = f" shows {shown}" if shown else ""
    added = _describe_true_strike_and_bonus(roll)
    return f"{_format_attack_dice(roll)}{fell}{added}: {roll.damage} damage"


def _describe_same_dice_rolls(rolls: Sequence[AttackRollLine]) -> str:
    """What several Attack Rolls with the same dice show."""
    shown = join_words([each for each in map(_format_rolled_faces, rolls) if each])
    added = _describe_true_strike_and_bonus(rolls[0])
    return f"{_format_attack_dice(rolls[0])}{f' show {shown}' if shown else ''}{added}"


def _format_attack_dice(roll: AttackRollLine) -> str:
    name = f"{roll.name} " if roll.name else ""
    return f"{name}{roll.dice if roll.own == roll.dice else f'{roll.own} → {roll.dice}'}"


def _format_rolled_faces(roll: AttackRollLine) -> str:
    rolled = roll.faces if "D" in roll.dice else ()
    return " + ".join(map(str, (*rolled, *roll.bonus_faces)))


def _describe_true_strike_and_bonus(roll: AttackRollLine) -> str:
    strike = " by a True Strike" if roll.true_strike else ""
    return f"{strike}{f', {roll.added:+}' if roll.added else ''}"


def _render_die_steps(steps: Iterable[StepLine]) -> Iterator[str]:
    if parts := [f"{each.name} {w.format_signed_number(each.steps)}" for each in steps]:
        yield w.DetailLine(f"  Steps: {join_words(parts)}.")


def _describe_gambit(
    report: AttackReport, gambit: GambitLine, whom: str, name_of: w.NameLookup
) -> str:
    """What went into a gambit, the save, and whether it works."""
    dv: int | None = report.gambit_dv if gambit.dv is None else gambit.dv
    at_dv = "" if dv is None else f" at DV {dv}"
    purpose = f", to {gambit.purpose}" if gambit.purpose else ""
    begun = f"Gambit of {gambit.lowered}{purpose}"
    if gambit.works is None:
        return w.ResultLine(
            f"{begun}: {whom or 'the target'} saves{at_dv}{_offer_save_line(report, dv, name_of)}."
        )
    faces = report.gambit_save.faces if report.gambit_save else ()
    rolled = f" D20 {faces[0]}{at_dv}{_describe_faces_that_save(report, dv)}" if faces else at_dv
    end = "fails, it works" if gambit.works else "is withstood"
    return w.ResultLine(f"{begun}: save{rolled} {end}.")


def _offer_save_line(report: AttackReport, dv: int | None, name_of: w.NameLookup) -> str:
    """The line that rolls the save of one of the Company, whose Attribute nobody has said."""
    if not report.target or dv is None:
        return ""
    return f", not rolled yet: save {w.format_errant_name(report.target, name_of)} phys dv {dv}"


def _describe_faces_that_save(report: AttackReport, dv: int | None) -> str:
    """The faces with which the target of a gambit saves, for who knows them."""
    target = report.gambit_save.target if report.gambit_save else None
    if target is None or dv is None:
        return ""
    return f" ({dv + 1} to {target} saves)" if dv < target else " (nothing saves)"


@render_report.register
def _render_attack_odds(report: AttackOddsReport, name_of: w.NameLookup) -> w.Lines:
    """What would be rolled, how likely each end is, and what Blocks would cost."""
    who, whom = _name_attacker_and_target(report, name_of)
    against = f" on {whom}" if whom else ""
    with_what = f" ({report.weapon})" if report.weapon else ""
    if report.chances is None:
        yield w.Headline(f"{who}{against}: the Guide knows the chances.")
    else:
        yield w.Headline(f"{who}{against}{with_what}: {_describe_damage_range(report.chances)}.")
        if report.own != report.chances.dice and report.steps:
            yield w.DetailLine(f"  Out of {join_words(w.count_repeated_texts(report.own))}.")
        yield from _render_die_steps(report.steps)
        if report.range is not None:
            near, far = report.range
            yield w.DetailLine(f"  Range {near}, extended {far} (far).")
        yield from _render_chances_of_target(report, whom)
        for option in report.options:
            yield f"  blocks {option.blocks}: {_describe_block_option(option)}."
    if report.pieces:
        pieces = [
            f"{each.name} {w.format_count(each.blocks, 'Block')}, Quality {each.quality}"
            for each in report.pieces
        ]
        yield f"  {whom} wears {join_words(pieces)}."
    if report.special:
        yield w.make_guide_only_line(w.end_with_full_stop(report.special))


def _describe_damage_range(chances: HarmChances) -> str:
    dice = ", ".join(w.count_repeated_texts(chances.dice))
    if chances.least == chances.most:
        return f"{dice}, {chances.least} damage"
    return f"{dice}, {chances.least} to {chances.most} damage, {chances.mean:.3g} on average"


def _render_chances_of_target(report: AttackOddsReport, whom: str) -> Iterator[str]:
    chances = report.chances
    if chances.at_zero is None:
        return
    hp = f"{whom}, HP {report.hp}"
    if not report.target:
        yield w.make_guide_only_line(f"{hp}: beaten {_format_chance(chances.at_zero)}.")
        return
    yield w.ResultLine(f"{hp}: {_describe_harm_chances(chances)}.")
    if rows := [f"{each.row} ({_format_chance(each.chance)})" for each in chances.rows]:
        yield w.DetailLine(f"  By row of the wounds: {', '.join(rows)}.")


def _describe_harm_chances(chances: HarmChances) -> str:
    """The chances of 0 HP, of being out of action, of a wound and of death."""
    if not chances.at_zero:
        return "not down to 0 HP"
    parts = [f"0 HP {_format_chance(chances.at_zero)}"]
    if chances.out_of_action:
        parts.append(f"out of action {_format_chance(chances.out_of_action)}")
    if chances.rows:
        parts.append(f"a wound {_format_chance(sum(each.chance for each in chances.rows))}")
    if dead := sum(each.chance for each in chances.rows if each.row >= FIRST_DEADLY_ROW):
        parts.append(f"dead {_format_chance(dead)}")
    return "; ".join(parts)


def _describe_block_option(option: BlockChances) -> str:
    chances = option.chances
    damage = f"{', '.join(w.count_repeated_texts(chances.dice))}, {chances.mean:.3g}"
    if chances.least == chances.most:
        damage = f"{chances.least} damage"
    cost = f"{_format_chance(option.quality_chance)} to lose Quality"
    if option.quality:
        cost = f"−{option.quality} Quality for sure"
    wound = sum(each.chance for each in chances.rows)
    hurt = f", a wound {_format_chance(wound)}" if wound else ""
    return f"{damage}{hurt}; {cost}"


def _format_chance(chance: float) -> str:
    """A chance in percent; what may be is never 0, nor what may not be 100."""
    if 0 < chance < 0.005:
        return "under 1 %"
    if 0.995 < chance < 1:
        return "over 99 %"
    return f"{chance:.0%}".replace("%", " %")
