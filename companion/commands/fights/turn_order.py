"""Answers `odd`, `even` and `order`: rolls or sets which side acts first in an Initiative Turn
(procedures 1.3)."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.turns.turns import ensure_turn_begun
from companion.commands.dice_for_handlers import make_dice_face_source
from companion.commands.fights.fight_reports import is_fight_going_on
from companion.commands.handler_result import Ruling
from companion.commands.stops_until_typed_again import refuse_secret_line
from companion.errant.company import Errant
from companion.errant.fights import ORDER_SIDES, Parity, Side, decide_first_side
from companion.grammar.context import Context
from companion.grammar.name_matching import require_present_and_able_errant
from companion.refusal import Impossible
from companion.reports.fights import OrderReport


def roll_for_turn_order(context: Context, call: Parity, errant: Errant | None) -> Ruling:
    """Roll for who acts first in this Turn. Raises Impossible outside Initiative Turns and, unless
    forced, in a Turn of surprise or with an order."""
    campaign = _require_turn_without_order(context)
    if errant is not None:
        require_present_and_able_errant(errant, forced=context.is_forced)
    with make_dice_face_source(context, "order", 2) as dice:
        faces = (dice.face(ORDER_SIDES), dice.face(ORDER_SIDES))
    first = decide_first_side(call, faces)
    campaign = _set_first_side(campaign, first)
    report = OrderReport(
        call=call,
        by=errant.id if errant else "",
        faces=faces,
        entered=context.faces is not None,
        first=first,
    )
    rolled = f"{faces[0]} + {faces[1]}"
    outcome = f"{rolled}: {'the Company' if first == 'company' else 'the others'} first"
    return Ruling(campaign, report, outcome=outcome)


def set_turn_order(context: Context, side: Side) -> Ruling:
    """Say who acts first in this Turn, where the table has settled it without the program. Raises
    Impossible as for a call."""
    campaign = _set_first_side(_require_turn_without_order(context), side)
    report = OrderReport(call=None, by="", faces=(), entered=True, first=side)
    return Ruling(campaign, report)


def _require_turn_without_order(context: Context) -> Campaign:
    """The campaign in a Turn that has no order yet. Raises Impossible in any other."""
    refuse_secret_line(context, "Who acts first")
    if not is_fight_going_on(context.campaign):
        raise Impossible("An order is rolled for in Initiative Turns.", "Try: fight goblin x4")
    campaign, _ = ensure_turn_begun(context.campaign)
    fight = campaign.book.fight
    if fight.surprised:
        context.refuse_unforced("In a Turn of surprise there is no order.", "Try: next.")
    if fight.first:
        who = "the Company" if fight.first == "company" else "the others"
        context.refuse_unforced(f"This Turn has its order: {who} first.", "Try: next.")
    return campaign


def _set_first_side(campaign: Campaign, side: Side) -> Campaign:
    fight = replace(campaign.book.fight, first=side)
    return campaign.with_fight(fight, campaign.book.combatants)
