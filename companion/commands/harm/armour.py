"""Answers the words for armour: shows it (`armour`), spends its Blocks (`block`), and repairs it
(`repair`)."""

from contextlib import suppress
from functools import reduce

from msgspec.structs import replace

from companion.commands.handler_result import Ruling
from companion.errant.attacks.armour import (
    REPAIR_KIT,
    count_blocks_left,
    count_deflects_left,
    count_true_strikes_left,
    find_max_blocks,
    find_repair_kit,
    has_armour_with_used_blocks,
    is_armour,
    is_shield,
    is_worn,
    list_worn_armour,
    repair_armour_with_kit,
    spend_blocks_of_carried_piece,
)
from companion.errant.attacks.armour import repair_armour as repair_blocks
from companion.errant.attacks.quality import (
    count_quality_left,
    find_max_quality,
    is_weapon_or_armour,
    set_weapon_or_armour_values,
)
from companion.errant.company import (
    Company,
    Errant,
    get_errant,
    list_everyone_present,
    replace_errant,
)
from companion.errant.happenings import Blocked, Happening, Mended
from companion.errant.names_to_type import make_typed_item_name, quote_typed_name
from companion.errant.packs.items import Item
from companion.errant.packs.stacks import count_uses_left, name_single_item, rejoin_item_to_stack
from companion.grammar.argument_kinds.packs.armour import Blocking
from companion.grammar.argument_kinds.packs.carried_things import Carried
from companion.grammar.context import Context
from companion.grammar.name_matching import require_present_errant
from companion.refusal import Broken, Impossible, join_words
from companion.reports.armour import ArmLine, ArmourReport, ArmsLine, KitLine
from companion.reports.turns import HappeningsReport
from companion.text_cleaning import quote_name


def complete_item_from_price_tables(context: Context, item: Item) -> Item:
    """A weapon or a piece of armour, with the figures of the price tables if they can be read."""
    with suppress(Broken):
        return set_weapon_or_armour_values(item, context.read_goods())
    return item


def complete_arms_from_price_tables(context: Context, errant: Errant) -> Errant:
    """An Errant whose worn and held things have the figures of the price tables."""
    arms = [
        complete_item_from_price_tables(context, each)
        for each in errant.items
        if each.place != "pack"
    ]
    return reduce(Errant.with_item, arms, errant)


def show_armour(context: Context, errant: Errant | None) -> ArmourReport:
    """Somebody's arms and armour, piece by piece; everybody's who is here."""
    company = list_everyone_present(context.campaign.errants)
    lines = [_build_arms_line(context, each) for each in ((errant,) if errant else company)]
    kits = ((each.id, count_uses_left(each, REPAIR_KIT)) for each in company)
    return ArmourReport(
        errants=tuple(line for line in lines if line.arms or errant),
        kits=tuple(KitLine(holder, uses) for holder, uses in kits if uses),
    )


def _build_arms_line(context: Context, errant: Errant) -> ArmsLine:
    arms = [complete_item_from_price_tables(context, item) for item in errant.items]
    arms = sorted(filter(is_weapon_or_armour, arms), key=lambda item: not is_armour(item))
    return ArmsLine(errant.id, errant.name, tuple(_build_arm_line(errant, item) for item in arms))


def _build_arm_line(errant: Errant, item: Item) -> ArmLine:
    armour = is_armour(item)
    return ArmLine(
        item=item.id,
        name=name_single_item(item),
        quantity=item.count,
        place=item.place,
        armour=armour,
        worn=is_worn(errant, item) if armour else item.place == "hand" and not item.inside,
        blocks=count_blocks_left(item),
        most_blocks=find_max_blocks(item),
        quality=count_quality_left(item),
        most_quality=find_max_quality(item),
        plus=item.plus,
        magic_left=count_deflects_left(item) if armour else count_true_strikes_left(item),
    )


def spend_armour_blocks(context: Context, blocking: Blocking) -> Ruling:
    """Use Blocks of one piece, for a harm that no word rolls."""
    errant = require_present_errant(blocking.errant, forced=context.is_forced)
    item, number = complete_item_from_price_tables(context, blocking.item), blocking.number
    require_armour_blocks(context, errant, item, number)
    after, one = spend_blocks_of_carried_piece(errant.with_item(item), item.id, number)
    blocked = Blocked(errant.id, one.id, one.name, number, count_blocks_left(one))
    report = HappeningsReport(word="block", happened=(blocked,))
    return Ruling(context.campaign.with_errant(after), report)


def require_armour_blocks(context: Context, errant: Errant, item: Item, number: int) -> None:
    """Raises Impossible for what is no armour or has fewer Blocks left, with pieces that have some;
    which the Guide may overrule, for a piece that is not worn."""
    worn = list_worn_armour(errant)
    others = [each for each in worn if count_blocks_left(each) and each.id != item.id]
    ways = [
        f"block {quote_typed_name(errant)} {quote_name(make_typed_item_name(errant, each))}"
        for each in others
    ]
    way = (
        f"Try: {join_words(ways, 'or')}"
        if ways
        else f"What they wear: armour {quote_typed_name(errant)}"
    )
    if not is_armour(item):
        raise Impossible(f"{errant.name}'s {item.name} is no armour.", way)
    left, name = count_blocks_left(item), quote_name(make_typed_item_name(errant, item))
    if not is_worn(errant, item):
        held = "hand" if is_shield(item) else "worn"
        move = f"Try: move {quote_typed_name(errant)} {name} {held}"
        context.refuse_unforced(describe_unworn_armour(errant, item), move)
    if number > left:
        way = f"Try: block {quote_typed_name(errant)} {name} {left}" if left else way
        raise Impossible(describe_blocks_left(errant, item), way)


def describe_unworn_armour(errant: Errant, item: Item) -> str:
    """Why a piece of armour Blocks nothing that is not worn, or no shield in hand."""
    return f"{errant.name}'s {item.name} is not {'in hand' if is_shield(item) else 'worn'}."


def describe_blocks_left(errant: Errant, item: Item) -> str:
    """How many Blocks a piece has left, which are fewer than were asked of it."""
    left = count_blocks_left(item)
    return f"{errant.name}'s {item.name} has {left or 'no'} Block{'s' * (left != 1)} left."


def repair_armour_with_kits(context: Context, errants: Company) -> Ruling:
    """Use an armour repair kit for each who needs one, as they Rest. A forced line needs neither a
    Rest nor a kit."""
    company, happened = context.campaign.errants, tuple[Happening, ...]()
    for errant in errants:
        require_present_errant(errant, forced=context.is_forced)
    needing = [errant for errant in errants if has_armour_with_used_blocks(errant)]
    if not needing:
        if len(errants) == 1:
            raise Impossible(f"{errants[0].name} lacks no Block.", _LOOK)
        raise Impossible("Nobody lacks a Block.", _LOOK)
    _require_rest(context)
    waiting = list[str]()
    for errant in needing:
        found = find_repair_kit(company, get_errant(company, errant.id))
        if found is not None:
            refill = context.campaign.book.rules.refill
            company, events = repair_armour_with_kit(company, *found, errant.id, refill)
        elif context.is_forced:
            after, events = repair_blocks(get_errant(company, errant.id))
            company = replace_errant(company, after)
        else:
            waiting.append(errant.name)
            continue
        happened += events
    if not happened:
        _refuse_without_kit(context, needing[0])
    warnings = (f"No kit is left for {join_words(waiting)}.",) if waiting else ()
    report = HappeningsReport(word="repair", happened=happened)
    return Ruling(context.campaign.with_company(company), report, warnings=warnings)


def repair_company_armour_with_kits(context: Context) -> Ruling:
    """Repair the armour of everybody who is here, mounts in barding too."""
    return repair_armour_with_kits(context, list_everyone_present(context.campaign.errants))


_LOOK = "How it stands: armour"


def _require_rest(context: Context) -> None:
    """Raises Impossible, which the Guide may overrule, in a Turn in which nobody Rests."""
    turn = context.campaign.turns[-1] if context.campaign.turns else None
    if turn is None or turn.type == "downtime" or turn.resting or turn.asleep:
        return
    way = "out" if turn.type == "initiative" else "rest"
    context.refuse_unforced("Armour is repaired in a Rest, and this Turn is none.", f"Try: {way}")


def _refuse_without_kit(context: Context, wearer: Errant) -> None:
    """Raises Impossible, which the Guide may overrule: there is no kit with a use left."""
    for errant in list_everyone_present(context.campaign.errants):
        for item in errant.items:
            if item.kind == REPAIR_KIT:
                kit = quote_name(make_typed_item_name(errant, item))
                way = f"Try: refill {quote_typed_name(errant)} {kit}"
                why = f"{errant.name}'s {item.name} is at 0."
                raise Impossible(why, way, overrulable=True)
    way = f"Try: give {quote_typed_name(wearer)} {REPAIR_KIT}"
    raise Impossible(f"Nobody here has an {REPAIR_KIT}.", way, overrulable=True)


def mend_broken_item(context: Context, carried: Carried) -> Ruling:
    """Make a broken thing whole again; who can and how long it takes is the Guide's."""
    errant, item = carried
    require_present_errant(errant, forced=context.is_forced)
    if not item.broken:
        raise Impossible(f"{errant.name}'s {item.name} is not broken.", _LOOK)
    after, whole = rejoin_item_to_stack(errant.with_item(replace(item, broken=False)), item.id)
    mended = Mended(errant.id, whole.id, whole.name)
    report = HappeningsReport(word="repair", happened=(mended,))
    return Ruling(context.campaign.with_errant(after), report)
