"""Actions of a Turn at the prompt: declare, done."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.turns import ensure_turn_begun
from companion.commands.context import Ruling, refuse_secret
from companion.commands.turns.nights import build_night_report, start_sleep
from companion.errant.turns import WHOLE_COMPANY, Turn, add_declared_action, clear_declared
from companion.grammar.context import Context
from companion.grammar.kinds.turns import DeclaredAction
from companion.grammar.names import require_able
from companion.refusal import Impossible
from companion.reports.turns import Action, DeclarationReport


def list_actions(turn: Turn) -> tuple[Action, ...]:
    """The declared actions of a Turn, for a Report."""
    return tuple(Action(who, action) for who, action in turn.declared.items())


def declare_in_turn(
    campaign: Campaign, action: DeclaredAction | None, *, forced: bool = False
) -> Campaign:
    """The campaign with an action (if any) declared in the innermost Turn. An Errant must be able
    to act unless it is `forced`. A Rest and a night's sleep have no outcome."""
    if action is None:
        return campaign
    if action.is_rest:
        return campaign.with_innermost_turn(replace(campaign.innermost_turn, resting=True))
    if action.night is not None:
        return start_sleep(campaign, action.night)
    if action.who != WHOLE_COMPANY and (errant := campaign.get_errant(action.who)).is_person:
        require_able(errant, forced=forced)
    turn = add_declared_action(campaign.innermost_turn, action.who, action.text)
    return campaign.with_innermost_turn(turn)


def declare_action(context: Context, action: DeclaredAction) -> Ruling:
    """Declare in the open Turn; a Turn that has not begun begins."""
    refuse_secret(context, "What is declared")
    campaign, _ = ensure_turn_begun(context.campaign)
    campaign = declare_in_turn(campaign, action, forced=context.is_forced)
    if action.night is not None:
        return Ruling(campaign, build_night_report(campaign))
    turn = campaign.innermost_turn
    report = DeclarationReport(
        turn_type=turn.type, turn_number=turn.number, declared=list_actions(turn)
    )
    return Ruling(campaign, report)


def resolve_actions(context: Context, text: str | None) -> Ruling:
    """The declared actions of the open Turn have had their outcome."""
    turn = context.campaign.innermost_turn
    if not turn.declared:
        raise Impossible("Nothing is declared in this Turn.", "Try: declare search the nave")
    report = DeclarationReport(
        turn_type=turn.type,
        turn_number=turn.number,
        declared=list_actions(turn),
        resolved=True,
        outcome=text or "",
    )
    return Ruling(context.campaign.with_innermost_turn(clear_declared(turn)), report)
