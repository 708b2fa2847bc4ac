"""Actions of a Turn at the prompt: declare, done."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.turns import ensure_turn_begun
from companion.commands.context import WORDS, Ruling, refuse_secret
from companion.commands.turns.nights import build_night_report, pick_night_words, start_sleep
from companion.errant.turns import WHOLE_COMPANY, Turn, add_declared_action, clear_declared
from companion.grammar.arguments import Arguments
from companion.grammar.context import Context
from companion.grammar.names import find_exact_errant, require_able
from companion.refusal import Impossible, Malformed
from companion.reports.turns import Action, DeclarationReport


def list_actions(turn: Turn) -> tuple[Action, ...]:
    """The declared actions of a Turn, for a Report."""
    return tuple(Action(who, action) for who, action in turn.declared.items())


def declare_in_turn(campaign: Campaign, arguments: Arguments, *, forced: bool = False) -> Campaign:
    """The campaign with an action (if any) declared in the innermost Turn. After an Errant's
    name the action is theirs, and they must be able to act unless it is `forced`. `rest` and
    `sleep [CAMP] [watch ERRANT…]` are no actions: they have no outcome."""
    if not arguments:
        return campaign
    first, *others = arguments
    if first.casefold() == "rest":
        return campaign.with_innermost_turn(replace(campaign.innermost_turn, resting=True))
    if first.casefold() == "sleep":
        return start_sleep(campaign, pick_night_words(tuple(others)))
    who, action = WHOLE_COMPANY, " ".join(arguments)
    errant = find_exact_errant(campaign, first) if others else None
    if errant is not None:
        if errant.is_person:
            require_able(errant, forced=forced)
        who, action = errant.id, " ".join(others)
    return campaign.with_innermost_turn(add_declared_action(campaign.innermost_turn, who, action))


@WORDS.command(
    "declare",
    subject="turns",
    usage="declare [ERRANT] ACTION…",
    short=("d",),
    completes=("action…",),
)
def handle_declare(context: Context) -> Ruling:
    """Declare in the open Turn; a Turn that has not begun begins."""
    if not context.arguments:
        raise Malformed("What is declared?", "Try: declare search the nave")
    refuse_secret(context, "What is declared")
    campaign, _ = ensure_turn_begun(context.campaign)
    campaign = declare_in_turn(campaign, context.arguments, forced=context.is_forced)
    if context.arguments[0].casefold() == "sleep":
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
