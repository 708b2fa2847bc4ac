"""HP at the prompt: hurt, heal, hp."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.harm import apply_harm, require_hp
from companion.commands.context import Ruling, open_harm_dice
from companion.commands.fights.armour import complete_known_arm, complete_known_arms
from companion.commands.fights.hp import build_hp_line, build_npc_line, list_hp_lines, warn_doomed
from companion.dice.faces import Faces
from companion.errant.armour import (
    count_blocks,
    is_armour,
    is_shield,
    is_worn,
    list_worn_armour,
    spend_blocks,
)
from companion.errant.damage import HarmKind
from companion.errant.dying import end_dying
from companion.errant.errants import Errant
from companion.errant.happenings import Happening, Happenings
from companion.errant.harm import (
    Harm,
    find_head,
    find_hp,
    find_max_hp,
    is_beaten,
    list_heads,
    recover,
    with_heads,
    with_hp,
)
from companion.errant.items import Item
from companion.errant.naming import name_items, type_name
from companion.errant.quality import lose_quality
from companion.errant.weapons import find_damage_die
from companion.errant.world import Npc
from companion.errant.wounds import describe_row
from companion.grammar.context import Context
from companion.grammar.kinds.harm import Amount, Blocks, HealingWay, HpChange, Victim
from companion.grammar.kinds.items import find_carried_item
from companion.grammar.names import require_person, require_present
from companion.refusal import Impossible
from companion.reports.harm import HarmOddsReport, HarmReport, HarmStep, HpReport, RowOdds

if TYPE_CHECKING:
    from fractions import Fraction

HEALERS_KIT = "healer's kit"


def roll_amount(amount: Amount, dice: Faces) -> tuple[int, tuple[int, ...], str]:
    """A typed number, or what dice show: the sum, the faces and the dice."""
    return _roll_damage(amount, dice)[:3]


def require_victim(context: Context, who: Errant | Npc) -> None:
    """Raises Impossible for one of the Company who is away or dead, which the Guide may overrule
    for those away."""
    if isinstance(who, Errant):
        require_present(who, forced=None if who.is_dead else context.is_forced)


def hurt(
    context: Context, victim: Victim, amount: Amount, kind: HarmKind | None, blocks: Blocks | None
) -> Ruling:
    """Take damage from somebody; Blocks are used before its dice fall."""
    who = victim.who
    require_victim(context, who)
    piece = _find_piece(context, victim, amount, blocks) if blocks else None
    if piece and blocks:
        amount = _impair(amount, blocks.number)
    if context.is_asking:
        return Ruling(context.campaign, build_odds_report(context, who, amount, kind or "physical"))
    campaign, before = context.campaign, tuple[Happening, ...]()
    with open_harm_dice(context) as dice:
        damage, faces, typed, maxima = _roll_damage(amount, dice)
        unnamed: tuple[Item, ...] = ()
        if isinstance(who, Errant):
            if piece and blocks:
                who, piece = spend_blocks(who.with_item(piece), piece.id, blocks.number)
            who, before, unnamed = _wear_armour(context, who, piece, maxima)
            campaign = campaign.with_errant(who)
        harm = Harm(damage, kind or "physical")
        campaign, happened = apply_harm(campaign, who, harm, dice, number=victim.number)
    campaign = meet(context, campaign, who)
    by_hand = context.faces is not None
    happened = (*before, *happened)
    report = build_harm_report(campaign, "hurt", who, happened, faces, typed, entered=by_hand)
    if unnamed and isinstance(who, Errant):
        called = name_items(who)
        items = tuple(called[each.id] for each in unnamed)
        report = replace(report, unsettled=maxima, unsettled_items=items)
    return Ruling(campaign, report, outcome=str(damage))


def _find_piece(context: Context, victim: Victim, amount: Amount, blocks: Blocks) -> Item:
    """The piece of armour that Blocks. Raises Impossible for what is not worn, unless it is forced,
    and for damage that is known already."""
    who = victim.who
    if isinstance(who, Npc):
        raise Impossible(
            f"{who.name}'s armour is not kept.", f"Try: hurt {type_name(who)} {amount.typed}"
        )
    if amount.dice is None:
        way = f"hurt {type_name(who)} d8 blocks {blocks.number} {blocks.piece}"
        raise Impossible("Blocks impair dice before they fall.", f"Try: {way}")
    words = (who.id, blocks.piece)
    _, item = find_carried_item(context.campaign, words, is_armour, "piece")
    item = complete_known_arm(context, item)
    if not is_worn(who, item):
        where = "in hand" if is_shield(item) else "worn"
        context.refuse_unforced(f"{who.name}'s {item.name} is not {where}.")
    if blocks.number > (left := count_blocks(item)):
        raise Impossible(
            f"{who.name}'s {item.name} has {left or 'no'} Block{'s' * (left != 1)} left.",
            "" if left else f"Try: armour {type_name(who)}",
            typed=f"{blocks.number} {blocks.piece}",
            instead=(f"{left} {blocks.piece}",) if left else (),
        )
    return item


def _impair(amount: Amount, steps: int) -> Amount:
    """The same dice so many steps down the ladder."""
    from companion.dice.cursor import step_part  # a number pays for no dice

    assert amount.dice is not None
    part = step_part(amount.dice.part, -steps, amount.typed)
    return Amount(f"{amount.typed} impair {steps}", dice=amount.dice._replace(part=part))


def _wear_armour(
    context: Context, errant: Errant, piece: Item | None, maxima: int
) -> tuple[Errant, Happenings, tuple[Item, ...]]:
    """Each die that shows its maximum takes Quality from the piece that Blocked, or else from the
    only one worn; of several, which are returned too, somebody must name one (R28)."""
    if not maxima:
        return errant, (), ()
    if piece is None:
        errant = complete_known_arms(context, errant)
    worn = (piece,) if piece else list_worn_armour(errant)
    if len(worn) != 1:
        return errant, (), worn
    return *lose_quality(errant, worn[0].id, maxima, context.read_goods()), ()


def _roll_damage(amount: Amount, dice: Faces) -> tuple[int, tuple[int, ...], str, int]:
    """Damage, the faces and the dice, and how many of them show their maximum."""
    if amount.dice is None:
        return amount.number, (), "", 0
    from companion.dice.dice import Dice  # as above
    from companion.dice.rolls import RolledPart, roll

    def count_maxima(part: RolledPart) -> int:
        most = part.part.final_sides if isinstance(part.part, Dice) else 0
        return part.faces.count(most) + sum(map(count_maxima, part.inner))

    rolled = roll(amount.dice, dice)
    return max(0, rolled.total), rolled.faces, amount.typed, count_maxima(rolled.root)


def group_rows(rows: Mapping[int, "Fraction"], kind: HarmKind) -> tuple[RowOdds, ...]:
    """The chances of the rows of a wound table, those that do the same together."""
    found: list[RowOdds] = []
    for row, chance in sorted(rows.items()):
        name = describe_row(row, kind)
        if found and found[-1].name == name:
            last = found.pop()
            found.append(RowOdds(last.first, row, last.chance + float(chance), name))
        else:
            found.append(RowOdds(row, row, float(chance), name))
    return tuple(found)


def build_odds_report(
    context: Context, who: Errant | Npc, amount: Amount, kind: HarmKind
) -> HarmOddsReport:
    """What harm would do to one of the Company. Raises Impossible for anybody else."""
    from fractions import Fraction  # only an answer with chances pays for these

    from companion.dice.odds import compute_odds
    from companion.errant.attack_odds import compute_attack_odds

    if isinstance(who, Npc) or not who.is_person:
        raise Impossible(
            f"{who.name} takes no wounds.", f"Try: hurt {type_name(who)} {amount.typed}"
        )
    effects = context.campaign.book.effects
    chances = {amount.number: Fraction(1)}
    if amount.dice is not None:
        found = compute_odds(amount.dice)
        chances = {max(0, n): Fraction(weight, found.whole) for n, weight in found.weights}
    hp = find_hp(who, effects)
    odds = compute_attack_odds(hp, who.phys, [chances])
    return HarmOddsReport(
        errant=who.id,
        dice=amount.typed,
        harm=kind,
        hp=hp,
        at_zero=float(odds.at_zero),
        out_of_action=float(odds.out_of_action),
        rows=group_rows(odds.rows, kind),
    )


def meet(context: Context, campaign: Campaign, who: Errant | Npc) -> Campaign:
    """The campaign in which the players have met whoever was hurt before their eyes."""
    if isinstance(who, Errant) or who.met or context.is_secret:
        return campaign
    now = next(npc for npc in campaign.world.npcs if npc.id == who.id)
    return campaign.with_npc(replace(now, met=True))


def build_harm_report(
    campaign: Campaign,
    step: HarmStep,
    who: Errant | Npc,
    happened: Happenings,
    faces: tuple[int, ...] = (),
    dice: str = "",
    *,
    entered: bool = False,
    wound: str = "",
) -> HarmReport:
    """What befell somebody; for the Guide with what an NPC has left."""
    left = None
    if isinstance(who, Npc):
        left = build_npc_line(
            campaign, next(npc for npc in campaign.world.npcs if npc.id == who.id)
        )
    return HarmReport(
        step=step,
        who=who.id,
        name=who.name,
        npc=isinstance(who, Npc),
        happened=happened,
        dice=dice,
        faces=faces,
        entered=entered,
        wound=wound,
        left=left,
    )


def heal(context: Context, victim: Victim, healing: Amount | HealingWay) -> Ruling:
    """Give somebody HP."""
    require_victim(context, victim.who)
    if isinstance(victim.who, Npc):
        return _heal_npc(context, victim.who, victim.number, healing)
    errant = victim.who
    require_hp(errant)
    if healing == "night":
        return _heal_night(context, errant)
    effects = context.campaign.book.effects
    hp, most = find_hp(errant, effects), find_max_hp(errant, effects)
    if errant.is_person and hp >= most:
        return _heal_dying(context, errant, most)
    with open_harm_dice(context) as dice:
        if isinstance(healing, Amount):
            amount, faces, typed = roll_amount(healing, dice)
        else:
            amount, faces, typed = most, (), ""
        errant, effects, happened = recover(errant, effects, amount, faces=faces)
    campaign = context.campaign.with_errant(errant).with_effects(effects)
    report = build_harm_report(
        campaign, "healed", errant, happened, faces, typed, entered=context.faces is not None
    )
    return Ruling(campaign, report, warnings=warn_doomed(campaign, errant))


def _heal_dying(context: Context, errant: Errant, most: int) -> Ruling:
    """End the dying of somebody who has all their HP, as after a wound that was said by hand.
    Raises Impossible where there is nothing to heal."""
    effects, ended = end_dying(context.campaign.book.effects, errant.id)
    if not ended:
        why = f"{errant.name} has all their HP, {most}."
        hint = " ".join(warn_doomed(context.campaign, errant)) or "To see who is hurt: company"
        raise Impossible(why, hint)
    campaign = context.campaign.with_effects(effects)
    return Ruling(campaign, build_harm_report(campaign, "healed", errant, ended))


def _heal_npc(context: Context, npc: Npc, number: int, healing: Amount | HealingWay) -> Ruling:
    """Give HP to one of a group, to the most hurt without a number; `full` to all who stand."""
    heads = list_heads(npc)
    most = npc.hp_max
    if healing == "night":
        raise Impossible(f"{npc.name} needs no kit.", f"Try: heal {type_name(npc)} full")
    if most is None:
        raise Impossible(
            f"Nobody has said how much HP {npc.name} has.", f"Try: hp {type_name(npc)} 6"
        )
    if healing == "full" and not number:
        after = replace(npc, hp=tuple(most if hp else 0 for hp in heads))
        campaign = context.campaign.with_npc(after)
        return Ruling(campaign, build_harm_report(campaign, "healed", after, ()))
    try:
        at = find_head(npc, number) - 1
    except IndexError:
        way = f"They are numbered from 1 to {len(heads)}."
        raise Impossible(f"{npc.name} {number} is none of them.", way) from None
    except ValueError:
        which = f" {number or 1}" if len(heads) > 1 else ""
        way = f"Try: hp {type_name(npc)}{which} {most}"
        raise Impossible(f"{npc.name}{which} is beaten.", way) from None
    with open_harm_dice(context) as dice:
        rolled = roll_amount(healing, dice) if isinstance(healing, Amount) else (most, (), "")
        amount, faces, typed = rolled
    after = replace(npc, hp=(*heads[:at], min(most, heads[at] + amount), *heads[at + 1 :]))
    campaign = context.campaign.with_npc(after)
    return Ruling(campaign, build_harm_report(campaign, "healed", after, (), faces, typed))


def _heal_night(context: Context, errant: Errant) -> Ruling:
    """What a healer's kit gives after a night's Rest, once; a bed in a Settlement needs no kit."""
    from companion.commands.fights.wounds import use_kit

    require_person(errant, "has no night's healing")
    campaign = context.campaign
    if not errant.rested:
        context.refuse_unforced(
            f"{errant.name} has had no night's Rest that could still give HP.",
            f"To give it all the same: heal {type_name(errant)} d6",
        )
    die = find_damage_die(errant)
    if die is None:
        raise Impossible(
            f"Nobody has said {errant.name}'s damage die.", f"Try: heal {type_name(errant)} d6"
        )
    in_bed = (
        any(each.id == campaign.turns[-1].place for each in campaign.world.settlements)
        if (campaign.turns)
        else False
    )
    used: Happenings = ()
    if not in_bed:
        campaign, used = use_kit(context, errant, None)
        errant = campaign.get_errant(errant.id)
    with open_harm_dice(context) as dice:
        faces = (dice.face(die),)
        errant, effects, happened = recover(
            errant, campaign.book.effects, faces[0], faces=faces, by="bed" if in_bed else "kit"
        )
    errant = replace(errant, rested=False)
    campaign = campaign.with_errant(errant).with_effects(effects)
    return Ruling(
        campaign,
        build_harm_report(
            campaign,
            "healed",
            errant,
            (*used, *happened),
            faces,
            f"d{die}",
            entered=context.faces is not None,
        ),
    )


def show_hp(context: Context) -> HpReport:
    """HP and wounds of the Company, and of NPCs that have HP."""
    campaign = context.campaign
    return HpReport(
        errants=list_hp_lines(campaign, hurt_only=False),
        npcs=tuple(
            build_npc_line(campaign, npc) for npc in campaign.world.npcs if npc.hp_max is not None
        ),
    )


def show_hp_of(context: Context, victim: Victim) -> HpReport:
    """HP and wounds of one."""
    if isinstance(victim.who, Npc):
        line = build_npc_line(context.campaign, victim.who)
        return HpReport(errants=(), npc=victim.who.name, npcs=(line,))
    return HpReport(errants=(build_hp_line(context.campaign, victim.who),))


def set_hp(context: Context, victim: Victim, hp: HpChange) -> Ruling:
    """Set or change HP by hand: nothing else comes of it, but above 0 nobody is dying."""
    who = victim.who
    if isinstance(who, Npc):
        return _set_npc_hp(context, who, victim.number, hp)
    if who.is_dead:
        require_victim(context, who)
    if not (who.is_person or who.kind == "animal"):
        require_hp(who)
    campaign = context.campaign
    effects = campaign.book.effects
    before = find_hp(who, effects)
    wanted = max(0, before + hp.number if hp.is_change else hp.number)
    if who.is_person:
        most = find_max_hp(who, effects)
        if wanted > most:
            context.refuse_unforced(
                f"{who.name} can have {most} HP at most.", f"Try: hp {type_name(who)} {most}"
            )
            wanted = most
    after = with_hp(who, wanted)
    if wanted > 0:
        effects, _ = end_dying(effects, who.id)
    campaign = campaign.with_errant(after).with_effects(effects)
    return Ruling(campaign, HpReport(errants=(build_hp_line(campaign, after),)))


def _set_npc_hp(context: Context, npc: Npc, number: int, hp: HpChange) -> Ruling:
    """The HP of one of a group, or where none is numbered of all of them, and the most they have if
    nobody had said it."""
    heads = list_heads(npc)
    if npc.hp_max is None and (hp.is_change or not hp.number):
        raise Impossible(
            f"Nobody has said how much HP {npc.name} has.", f"Try: hp {type_name(npc)} 6"
        )
    if npc.hp_max is None or (not number and not hp.is_change and hp.number):
        most = max(npc.hp_max or 0, hp.number)
        full = hp.number == most
        many = max(npc.count, 1)
        after = replace(npc, hp_max=most, hp=() if full else (hp.number,) * many)
    elif not number and not hp.is_change:
        after = with_heads(npc, (0,) * len(heads))
    else:
        if not number and is_beaten(npc) and len(heads) > 1:
            way = f"Try: hp {type_name(npc)} 1 {max(1, hp.number)}"
            raise Impossible(f"{npc.name} are beaten: say which of them has HP again.", way)
        try:
            at = (number or (1 if is_beaten(npc) else find_head(npc))) - 1
            before = heads[at]
        except IndexError:
            raise Impossible(
                f"{npc.name} {number} is none of them.", "They are numbered from 1 on."
            ) from None
        now = max(0, min(npc.hp_max, before + hp.number if hp.is_change else hp.number))
        after = with_heads(npc, (*heads[:at], now, *heads[at + 1 :]))
    campaign = context.campaign.with_npc(after)
    line = build_npc_line(campaign, after)
    return Ruling(campaign, HpReport(errants=(), npc=after.name, npcs=(line,)), secret=True)
