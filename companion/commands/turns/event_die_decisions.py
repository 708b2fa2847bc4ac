"""Answers rest, press-on, ignore and becomes: settles or changes the result of the Event Die."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change
from companion.campaign.reverted_values import list_reverted_values
from companion.campaign.turns.event_die import ResultEffects, add_negative_die_for_rest
from companion.campaign.turns.turns import ensure_turn_begun
from companion.campaign.undo_and_redo import revert_event_die_effects
from companion.commands.handler_result import Ruling
from companion.commands.record.untold_findings import drop_encounter_of_turn
from companion.commands.turns.event_die import apply_event_result, build_event_die_report
from companion.errant.company import exhaust_members_instead_of_rest
from companion.errant.turns.event_die import EventRoll, find_event_die_result
from companion.errant.turns.turns import Turn, is_sleeping_unguarded, set_event_die_face
from companion.grammar.context import Context
from companion.refusal import Impossible
from companion.reports.turns import HappeningsReport


def rest_this_turn(context: Context) -> Ruling:
    """Rest, as the Event Die asked or by choice."""
    turn = context.campaign.innermost_turn
    if turn.type not in ("travel", "exploration"):
        raise Impossible(
            f"The Company Rests in Travel and Exploration Turns; this is one of {turn.type}.",
            "Try: out",
        )
    report = HappeningsReport(word="rest", happened=())
    if turn.choice == "rest":
        turn = replace(turn, resting=True, choice="", declared={})
        campaign = add_negative_die_for_rest(context.campaign.with_innermost_turn(turn))
        return Ruling(campaign, report, context.campaign, turn.type)
    campaign, _ = ensure_turn_begun(context.campaign)
    turn = replace(campaign.innermost_turn, resting=True, choice="")
    return Ruling(campaign.with_innermost_turn(turn), report)


def press_on_instead_of_resting(context: Context) -> Ruling:
    """Answer Rest by going on: every member gains 1 Exhaustion."""
    turn = context.campaign.innermost_turn
    if turn.choice != "rest":
        raise Impossible("Nothing asks the Company to Rest.", "Try: exhaust ERRANT +1")
    company, happened = exhaust_members_instead_of_rest(context.campaign.errants)
    settled = context.campaign.with_innermost_turn(replace(turn, choice=""))
    campaign = settled.with_company(company)
    report = HappeningsReport(word="press-on", happened=happened)
    return Ruling(campaign, report, context.campaign, turn.type)


def ignore_event_result(context: Context) -> Ruling:
    """The result of this Turn does not happen."""
    turn, face = _require_rolled_turn(context)
    if turn.ignored:
        raise Impossible("That result is ignored already.", "Try: becomes FACE")
    campaign, undone = _revert_event_effects(context)
    after = campaign.with_innermost_turn(
        set_event_die_face(campaign.innermost_turn, face, ignored=True)
    )
    after = drop_encounter_of_turn(context, after)
    report = build_event_die_report(
        _make_event_roll(context.campaign, face),
        ResultEffects(after),
        context.list_tables,
        ignored=True,
        taken_back=list_reverted_values(context.campaign, campaign),
    )
    return Ruling(after, report, undone_changes=undone, base=campaign)


def replace_event_result(context: Context, face: int) -> Ruling:
    """Let another face of the Event Die take effect in place of the one that fell."""
    turn, rolled_face = _require_rolled_turn(context)
    rolled = _make_event_roll(context.campaign, face)
    if face == rolled_face and not turn.ignored:
        raise Impossible(f"The Event Die shows {face} already.", "Try: ignore")
    campaign, undone = context.campaign, tuple[Change, ...]()
    if not turn.ignored:
        campaign, undone = _revert_event_effects(context)
    before_effects = campaign.with_innermost_turn(set_event_die_face(campaign.innermost_turn, face))
    before_effects = drop_encounter_of_turn(context, before_effects)
    if rolled.result == "encounter":
        before_effects = before_effects.add_unsettled_encounter()
    effects = apply_event_result(context, before_effects, rolled.result)
    report = build_event_die_report(
        rolled,
        effects,
        context.list_tables,
        replaced=True,
        taken_back=list_reverted_values(context.campaign, campaign),
    )
    return Ruling(
        effects.campaign,
        report,
        before_effects=before_effects,
        effects_turn_type=turn.type,
        undone_changes=undone,
        base=campaign,
        outcome=f"{face} {rolled.result}",
    )


def _revert_event_effects(context: Context) -> tuple[Campaign, tuple[Change, ...]]:
    """The campaign without what the Event Die did in this Turn, and the changes that take it back.
    Raises Impossible while later words stand on them."""
    turn_type = context.campaign.innermost_turn.type
    return revert_event_die_effects(
        context.campaign, context.read_entries(), turn_type, seat=context.seat
    )


def _require_rolled_turn(context: Context) -> tuple[Turn, int]:
    """The innermost Turn and the face of its Event Die. Raises Impossible before it is rolled."""
    turn = context.campaign.innermost_turn
    if turn.face is None:
        raise Impossible("No Event Die has been rolled this Turn.", "Try: event")
    return turn, turn.face


def _make_event_roll(campaign: Campaign, face: int) -> EventRoll:
    """A face that the Guide has set: without the dice that were rolled, which are spent."""
    turn = campaign.innermost_turn
    result = find_event_die_result(
        turn.type, face, unguarded=is_sleeping_unguarded(campaign.errants, turn)
    )
    return EventRoll((), (face,), face, True, result)
