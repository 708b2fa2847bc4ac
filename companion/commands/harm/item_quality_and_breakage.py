"""Answers `quality` and `break`: lowers or restores the Quality of weapons and armour, and rolls
for Breakage."""

from msgspec.structs import replace

from companion.commands.dice_for_handlers import make_dice_face_source
from companion.commands.handler_result import Ruling
from companion.commands.harm.armour import complete_item_from_price_tables
from companion.errant.attacks.quality import (
    ARMOURER_PENNIES,
    BREAKAGE_SIDES,
    USUAL_BREAKAGE,
    find_max_quality,
    is_weapon_or_armour,
    lose_quality,
    restore_all_quality,
    restore_quality,
)
from companion.errant.company import Errant
from companion.errant.happenings import ArmourerPaid
from companion.errant.names_to_type import make_typed_item_name, quote_typed_name
from companion.errant.packs.coin import pay_from_purse
from companion.errant.packs.stacks import take_one_from_stack
from companion.grammar.argument_kinds.packs.carried_things import Carried
from companion.grammar.context import Context
from companion.grammar.name_matching import require_present_errant
from companion.refusal import Impossible, Malformed
from companion.reports.armour import BreakageReport
from companion.reports.turns import HappeningsReport
from companion.text_cleaning import quote_name


def change_item_quality(context: Context, carried: Carried, change: int | str | None) -> Ruling:
    """Raise or lower the Quality of a weapon or a piece of armour, or restore all of it. At 0 the
    thing is destroyed. Raises Impossible for a thing that has a Breakage in its place."""
    errant = require_present_errant(carried.errant, forced=context.is_forced)
    item = complete_item_from_price_tables(context, carried.item)
    named = f"{quote_typed_name(errant)} {quote_name(make_typed_item_name(errant, carried.item))}"
    if not change:
        raise Malformed("How much Quality?", f"Try: quality {named} -1")
    if not is_weapon_or_armour(item):
        why = f"{errant.name}'s {item.name} has no Quality, but a Breakage."
        raise Impossible(why, f"Try: break {named}")
    errant = errant.with_item(item)
    if isinstance(change, int) and change < 0:
        after, happened = lose_quality(errant, item.id, -change, context.read_goods())
    else:
        number = change if isinstance(change, int) else None
        after, happened = restore_quality(errant, item.id, number)
    if not happened:
        most = find_max_quality(item)
        raise Impossible(
            f"{errant.name}'s {item.name} has all its Quality, {most}.", f"Try: quality {named} -1"
        )
    report = HappeningsReport(word="quality", happened=happened)
    return Ruling(context.campaign.with_errant(after), report)


def restore_quality_of_company_arms(context: Context, payer: Errant | None) -> Ruling:
    """An armourer's month: all Quality of the Company's arms that are not destroyed."""
    turns = context.campaign.turns
    if not turns or turns[-1].type != "downtime":
        way = "Try: out" if turns else "Try: downtime"
        context.refuse_unforced("An armourer takes a Downtime Turn for it.", way)
    company, happened = restore_all_quality(context.campaign.errants)
    if not happened:
        raise Impossible("No weapon and no armour has lost Quality.", "How it stands: armour")
    campaign = context.campaign.with_company(company)
    if payer is not None:
        purse = pay_from_purse(require_present_errant(payer).purse, ARMOURER_PENNIES)
        if purse is None:
            raise Impossible(
                f"An armourer costs {ARMOURER_PENNIES} pennies, and {payer.name} has "
                f"{payer.purse.worth:,}.",
                "Try: quality all full",
            )
        campaign = campaign.with_errant(campaign.get_errant(payer.id).with_purse(purse))
        happened = (*happened, ArmourerPaid(payer.id, ARMOURER_PENNIES))
    return Ruling(campaign, HappeningsReport(word="quality", happened=happened))


def roll_item_breakage(context: Context, carried: Carried, chance: int | None) -> Ruling:
    """Roll a D6 for a thing that may break: it does at or below its Breakage. A Breakage that is
    typed is kept."""
    errant, item = require_present_errant(carried.errant, forced=context.is_forced), carried.item
    named = f"{quote_typed_name(errant)} {quote_name(make_typed_item_name(errant, item))}"
    if item.broken:
        raise Impossible(f"{errant.name}'s {item.name} is broken.", f"Try: repair {named}")
    if is_weapon_or_armour(complete_item_from_price_tables(context, item)):
        why = f"{errant.name}'s {item.name} has Quality, and no Breakage."
        context.refuse_unforced(why, f"Try: quality {named} -1")
    usual = USUAL_BREAKAGE if item.breakage is None else item.breakage
    chance = usual if chance is None else chance
    with make_dice_face_source(context, "breakage", 1) as dice:
        face = dice.face(BREAKAGE_SIDES)
    after, one = errant, item
    if face <= chance:
        after, one = take_one_from_stack(errant, item.id)
        one = replace(one, broken=True, lit=False)
    after = after.with_item(replace(one, breakage=one.breakage if chance == usual else chance))
    report = BreakageReport(
        errant=errant.id,
        item=one.id,
        name=one.name,
        chance=chance,
        faces=(face,),
        entered=context.faces is not None,
        broke=face <= chance,
    )
    return Ruling(context.campaign.with_errant(after), report, outcome=f"{face} of {chance} in 6")
