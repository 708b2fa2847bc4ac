"""Answers `hurt`: damage outside an attack, with its dice, Blocks and what it does to whom."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.harm import apply_harm
from companion.commands.dice_for_handlers import make_harm_face_source
from companion.commands.handler_result import Ruling
from companion.commands.harm.armour import (
    complete_arms_from_price_tables,
    complete_item_from_price_tables,
    describe_blocks_left,
    describe_unworn_armour,
)
from companion.commands.harm.harm_odds import build_harm_odds_report
from companion.commands.harm.hp_and_wounds_for_reports import build_npc_hp_line
from companion.commands.people.reactions_and_morale import mark_fighter_met
from companion.dice.face_sources import Faces
from companion.errant.attacks.armour import (
    count_blocks_left,
    is_armour,
    is_worn,
    list_worn_armour,
    spend_blocks_of_carried_piece,
)
from companion.errant.attacks.quality import lose_quality
from companion.errant.company import Errant
from companion.errant.happenings import Happening, Happenings
from companion.errant.harm.harm import Harm
from companion.errant.names_to_type import make_typed_item_names, quote_typed_name
from companion.errant.packs.items import Item
from companion.errant.turns.timers import HarmKind
from companion.errant.world import Npc
from companion.grammar.argument_kinds.fights.harm import Amount, Blocks, Victim
from companion.grammar.argument_kinds.packs.item_matching import find_carried_item
from companion.grammar.context import Context
from companion.grammar.name_matching import require_present_errant
from companion.refusal import Impossible
from companion.reports.harm import HarmReport, HarmStep

HEALERS_KIT = "healer's kit"


def roll_harm_or_healing_amount(amount: Amount, dice: Faces) -> tuple[int, tuple[int, ...], str]:
    """A typed number, or what dice show: the sum, the faces and the dice."""
    return _roll_damage(amount, dice)[:3]


def require_victim_here_and_alive(context: Context, who: Errant | Npc) -> None:
    """Raises Impossible for one of the Company who is away or dead, which the Guide may overrule
    for those away."""
    if isinstance(who, Errant):
        require_present_errant(who, forced=None if who.is_dead else context.is_forced)


def hurt_victim(
    context: Context, victim: Victim, amount: Amount, kind: HarmKind | None, blocks: Blocks | None
) -> Ruling:
    """Take damage from somebody; Blocks are used before its dice fall."""
    who = victim.who
    require_victim_here_and_alive(context, who)
    piece = _find_blocking_armour(context, victim, amount, blocks) if blocks else None
    if piece and blocks:
        amount = _impair_damage_die(amount, blocks.number)
    if context.is_asking:
        return Ruling(
            context.campaign, build_harm_odds_report(context, who, amount, kind or "physical")
        )
    campaign, before = context.campaign, tuple[Happening, ...]()
    with make_harm_face_source(context) as dice:
        damage, faces, typed, maxima = _roll_damage(amount, dice)
        unnamed: tuple[Item, ...] = ()
        if isinstance(who, Errant):
            if piece and blocks:
                who, piece = spend_blocks_of_carried_piece(
                    who.with_item(piece), piece.id, blocks.number
                )
            who, before, unnamed = _wear_down_armour(context, who, piece, maxima)
            campaign = campaign.with_errant(who)
        harm = Harm(damage, kind or "physical")
        campaign, happened = apply_harm(campaign, who, harm, dice, number=victim.number)
    campaign = mark_fighter_met(context, campaign, who)
    by_hand = context.faces is not None
    happened = (*before, *happened)
    report = build_harm_report(campaign, "hurt", who, happened, faces, typed, entered=by_hand)
    if unnamed and isinstance(who, Errant):
        called = make_typed_item_names(who)
        items = tuple(called[each.id] for each in unnamed)
        report = replace(report, unsettled=maxima, unsettled_items=items)
    return Ruling(campaign, report, outcome=str(damage))


def _find_blocking_armour(context: Context, victim: Victim, amount: Amount, blocks: Blocks) -> Item:
    """The piece of armour that Blocks. Raises Impossible for what is not worn, unless it is forced,
    and for damage that is known already."""
    who = victim.who
    if isinstance(who, Npc):
        raise Impossible(
            f"{who.name}'s armour is not kept.", f"Try: hurt {quote_typed_name(who)} {amount.typed}"
        )
    if amount.dice is None:
        way = f"hurt {quote_typed_name(who)} d8 blocks {blocks.number} {blocks.piece}"
        raise Impossible("Blocks impair dice before they fall.", f"Try: {way}")
    words = (who.id, blocks.piece)
    _, item = find_carried_item(context.campaign, words, is_armour, "piece")
    item = complete_item_from_price_tables(context, item)
    if not is_worn(who, item):
        context.refuse_unforced(describe_unworn_armour(who, item))
    if blocks.number > (left := count_blocks_left(item)):
        raise Impossible(
            describe_blocks_left(who, item),
            "" if left else f"Try: armour {quote_typed_name(who)}",
            typed=f"{blocks.number} {blocks.piece}",
            instead=(f"{left} {blocks.piece}",) if left else (),
        )
    return item


def _impair_damage_die(amount: Amount, steps: int) -> Amount:
    """The damage with its dice so many steps down the ladder."""
    from companion.dice.notation_scanner_and_modifiers import (
        move_dice_along_ladder,  # a number pays for no dice
    )

    assert amount.dice is not None
    part = move_dice_along_ladder(amount.dice.part, -steps, amount.typed)
    return Amount(f"{amount.typed} impair {steps}", dice=amount.dice._replace(part=part))


def _wear_down_armour(
    context: Context, errant: Errant, piece: Item | None, maxima: int
) -> tuple[Errant, Happenings, tuple[Item, ...]]:
    """Each die that shows its maximum takes Quality from the piece that Blocked, or else from the
    only one worn; of several, which are returned too, somebody must name one (R28)."""
    if not maxima:
        return errant, (), ()
    if piece is None:
        errant = complete_arms_from_price_tables(context, errant)
    worn = (piece,) if piece else list_worn_armour(errant)
    if len(worn) != 1:
        return errant, (), worn
    return *lose_quality(errant, worn[0].id, maxima, context.read_goods()), ()


def _roll_damage(amount: Amount, dice: Faces) -> tuple[int, tuple[int, ...], str, int]:
    """Damage, the faces and the dice, and how many of them show their maximum."""
    if amount.dice is None:
        return amount.number, (), "", 0
    from companion.dice.dice_of_one_kind import Dice  # as above
    from companion.dice.rolls import RolledPart, roll

    def count_maxima_of_part(part: RolledPart) -> int:
        most = part.part.final_sides if isinstance(part.part, Dice) else 0
        return part.faces.count(most) + sum(map(count_maxima_of_part, part.inner))

    rolled = roll(amount.dice, dice)
    return max(0, rolled.total), rolled.faces, amount.typed, count_maxima_of_part(rolled.root)


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
        left = build_npc_hp_line(campaign, campaign.get_up_to_date_npc(who))
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
