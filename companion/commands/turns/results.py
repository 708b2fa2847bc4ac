"""Settling what the Event Die left open, and taking back what it did: rest, press-on, ignore,
becomes."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change
from companion.campaign.event_die import ResultEffects, add_rest_die
from companion.campaign.history import list_reverted_values, revert_event_effects
from companion.commands.context import WORDS, Context, Ruling
from companion.commands.turns.declarations import ensure_turn_begun
from companion.commands.turns.event_die import apply_turn_result, build_event_report
from companion.errant.errants import apply_press_on
from companion.errant.event_die import EventRoll, find_result
from companion.errant.nights import is_unguarded
from companion.errant.turns import Turn, get_innermost_turn, replace_innermost_turn, show_face
from companion.grammar.arguments import parse_whole_number, require_no_arguments, take_faces
from companion.refusal import Impossible, Malformed
from companion.reports.turns import HappeningsReport


@WORDS.command("rest", subject="event die", usage="rest")
def handle_rest(context: Context) -> Ruling:
    """Rest, as the Event Die asked or by choice."""
    require_no_arguments("rest", context.arguments)
    turn_type = get_innermost_turn(context.campaign.turns).type
    if turn_type not in ("travel", "exploration"):
        raise Impossible(
            f"The Company Rests in Travel and Exploration Turns; this is one of {turn_type}.",
            "Try: out",
        )
    asked = get_innermost_turn(context.campaign.turns).choice == "rest"
    campaign, _ = ensure_turn_begun(context.campaign)
    turn = get_innermost_turn(campaign.turns)
    resting = replace(turn, resting=True, choice="", declared={} if asked else turn.declared)
    campaign = campaign.with_turns(replace_innermost_turn(campaign.turns, resting))
    report = HappeningsReport(word="rest", happened=())
    if not asked:
        return Ruling(campaign, report)
    return Ruling(add_rest_die(campaign), report, context.campaign, turn.type)


@WORDS.command("press-on", subject="event die", usage="press-on", short=("p",))
def handle_press_on(context: Context) -> Ruling:
    """Every member gains 1 Exhaustion."""
    require_no_arguments("press-on", context.arguments)
    turn = get_innermost_turn(context.campaign.turns)
    if turn.choice != "rest":
        raise Impossible("Nothing asks the Company to Rest.", "Try: exhaust ERRANT +1")
    stack = replace_innermost_turn(context.campaign.turns, replace(turn, choice=""))
    company, happened = apply_press_on(context.campaign.errants)
    campaign = context.campaign.with_turns(stack).with_company(company)
    report = HappeningsReport(word="press-on", happened=happened)
    return Ruling(campaign, report, context.campaign, turn.type)


def _require_rolled_turn(context: Context) -> Turn:
    turn = get_innermost_turn(context.campaign.turns)
    if turn.face is None:
        raise Impossible("No Event Die has been rolled this Turn.", "Try: event")
    return turn


@WORDS.command("ignore", subject="event die", usage="ignore", short=("i",))
def handle_ignore(context: Context) -> Ruling:
    """The result of this Turn does not happen."""
    require_no_arguments("ignore", context.arguments)
    turn = _require_rolled_turn(context)
    if turn.ignored:
        raise Impossible("That result is ignored already.", "Try: becomes FACE")
    campaign, inverse = revert_event_effects(context.campaign, context.read_entries(), turn.type)
    rolled = _make_event_roll(context.campaign, turn, turn.face or 1)
    ignored = show_face(get_innermost_turn(campaign.turns), turn.face, ignored=True)
    after = campaign.with_turns(replace_innermost_turn(campaign.turns, ignored))
    given_back = list_reverted_values(context.campaign, campaign)
    names = context.list_tables
    report = build_event_report(
        rolled, ResultEffects(after), names, ignored=True, taken_back=given_back
    )
    return Ruling(after, report, undone_changes=inverse, base=campaign)


@WORDS.command(
    "becomes", subject="event die", usage="becomes FACE [table=FACES]", completes=("face",)
)
def handle_becomes(context: Context) -> Ruling:
    """Another face takes effect instead."""
    turn = _require_rolled_turn(context)
    table, arguments = take_faces(context.arguments, "table=")
    if len(arguments) != 1:
        raise Malformed("Becomes which face?", "Try: becomes 4")
    face = parse_whole_number(arguments[0].lstrip("="), what="face of a die")
    rolled = _make_event_roll(context.campaign, turn, face)
    if turn.face == face and not turn.ignored:
        raise Impossible(f"The Event Die shows {face} already.", "Try: ignore")
    campaign, inverse = _undo_event_effects(context, turn)
    changed = show_face(get_innermost_turn(campaign.turns), face)
    marked = campaign.with_turns(replace_innermost_turn(campaign.turns, changed))
    effects = apply_turn_result(context, marked, rolled.result, table)
    given_back = list_reverted_values(context.campaign, campaign)
    names = context.list_tables
    report = build_event_report(rolled, effects, names, replaced=True, taken_back=given_back)
    return Ruling(
        effects.campaign,
        report,
        before_effects=marked,
        effects_turn_type=turn.type,
        undone_changes=inverse,
        base=campaign,
        outcome=f"{face} {rolled.result}",
    )


def _undo_event_effects(context: Context, turn: Turn) -> tuple[Campaign, tuple[Change, ...]]:
    """The campaign without what the Event Die did; an ignored one has done nothing."""
    if turn.ignored:
        return context.campaign, ()
    return revert_event_effects(context.campaign, context.read_entries(), turn.type)


def _make_event_roll(campaign: Campaign, turn: Turn, face: int) -> EventRoll:
    """A face as the Guide has it, whatever was rolled: the dice that led to it are spent."""
    result = find_result(turn.type, face, unguarded=is_unguarded(campaign.errants, turn))
    return EventRoll((), (face,), face, True, result)
