"""Answers declare, done, sleep and watch: what everybody does in a Turn, and its night."""

from msgspec import UNSET
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.turns.turns import ensure_turn_begun, lacks_event_die_roll
from companion.campaign.undoable_entries import flag_entries_not_undone
from companion.commands.handler_result import Ruling
from companion.commands.status import list_declared_actions
from companion.commands.stops_until_typed_again import (
    refuse_secret_line,
    stop_once_for_open_matters,
)
from companion.errant.company import Errant, list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.errant.turns.turns import (
    WHOLE_COMPANY,
    add_declared_action,
    clear_declared_actions,
    is_sleeping_unguarded,
)
from companion.grammar.argument_kinds.declared_actions_and_nights import DeclaredAction, Night
from companion.grammar.argument_kinds.places import Destination
from companion.grammar.context import Context
from companion.grammar.name_matching import (
    require_able_errant_here_or_away,
    require_present_and_able_errant,
    require_present_errant,
)
from companion.refusal import Impossible, join_words
from companion.reports.turns import DeclarationReport, NightReport

EVENT_BEFORE_ACTIONS = "event (it falls before anything is declared)"
"""What is still open in a Downtime Turn without an Event Die, as somebody declares."""
_TRAVELLING = "Try: zoom travel"


def build_sleep_and_watch_report(campaign: Campaign) -> NightReport:
    """Who sleeps in the innermost Turn, and who keeps watch."""
    turn = campaign.innermost_turn
    unguarded = is_sleeping_unguarded(campaign.errants, turn)
    return NightReport(asleep=turn.asleep, camp=turn.camp, watch=turn.watch, unguarded=unguarded)


def put_company_to_sleep(
    campaign: Campaign, night: Night, *, forced: bool, typed: str = ""
) -> Campaign:
    """The campaign whose innermost Turn is slept through. Raises Impossible for any but a Travel
    Turn, and for one whose Event Die fell while the Company was awake, unless they Rest or it is
    `forced`."""
    turn = campaign.innermost_turn
    if turn.type != "travel":
        raise Impossible(
            f"The open Turn is of type {turn.type}; a night's Rest is two Travel Turns.",
            "Try: rest, or out" if turn.type == "exploration" else "Try: out",
        )
    rests = turn.resting or turn.choice == "rest"
    if turn.face is not None and not rests and not forced:
        later, this = f"next sleep {typed}".rstrip(), f"sleep! {typed}".rstrip()
        raise Impossible(
            "The Event Die of this Turn fell while the Company was awake.",
            f"Try: {later}. To have slept through this one: {this}",
            overrulable=True,
        )
    turn = replace(turn, asleep=True, resting=True, camp=night.camp or turn.camp)
    if night.watch is not None:
        turn = replace(turn, watch=_list_watchers(night.watch, forced=forced))
    return campaign.with_innermost_turn(turn)


def _list_watchers(watchers: tuple[Errant, ...], *, forced: bool) -> tuple[str, ...]:
    """The ids of those who keep watch. Raises Impossible for one who cannot, though one who can do
    nothing may be `forced`."""
    for errant in watchers:
        require_present_errant(errant)
        require_able_errant_here_or_away(errant, forced=forced)
        if errant.kind == "animal":
            raise Impossible(f"{errant.name} keeps no watch that counts.")
    return tuple(errant.id for errant in watchers)


def sleep_through_this_turn(context: Context, night: Night | None) -> Ruling:
    """The Company sleeps through this Travel Turn."""
    campaign, _ = ensure_turn_begun(context.campaign)
    campaign = put_company_to_sleep(
        campaign, night or Night(), forced=context.is_forced, typed=context.rest
    )
    return Ruling(campaign, build_sleep_and_watch_report(campaign))


def keep_watch(context: Context, watchers: tuple[Errant, ...]) -> Ruling:
    """Set who keeps watch in this Travel Turn."""
    if context.campaign.innermost_turn.type != "travel":
        raise Impossible("Watch is kept in Travel Turns.", "Try: out until one is reached")
    watch = _list_watchers(watchers, forced=context.is_forced)
    campaign, _ = ensure_turn_begun(context.campaign)
    campaign = campaign.with_innermost_turn(replace(campaign.innermost_turn, watch=watch))
    return Ruling(campaign, build_sleep_and_watch_report(campaign))


def add_declaration_to_turn(
    campaign: Campaign, action: DeclaredAction | None, *, forced: bool = False
) -> Campaign:
    """The campaign with an action (if any) declared in the innermost Turn, and those of others that
    stand beside it. An Errant must be able
    to act unless it is `forced`. A Rest and a night's sleep have no outcome."""
    if action is None:
        return campaign
    if action.is_rest:
        return campaign.with_innermost_turn(replace(campaign.innermost_turn, resting=True))
    if action.night is not None:
        return put_company_to_sleep(campaign, action.night, forced=forced)
    if action.who != WHOLE_COMPANY and (errant := campaign.get_errant(action.who)).is_person:
        require_present_and_able_errant(errant, forced=forced)
    turn = add_declared_action(campaign.innermost_turn, action.who, action.text)
    campaign = campaign.with_innermost_turn(turn)
    for other in action.more:
        campaign = add_declaration_to_turn(campaign, other, forced=forced)
    return campaign


def declare_action(context: Context, action: DeclaredAction) -> Ruling:
    """Declare in the open Turn; a Turn that has not begun begins."""
    refuse_secret_line(context, "What is declared")
    campaign, _ = ensure_turn_begun(context.campaign)
    turn = campaign.innermost_turn
    if turn.type == "downtime" and not turn.declared and lacks_event_die_roll(campaign):
        stop_once_for_open_matters(context, "declare", (EVENT_BEFORE_ACTIONS,))
    campaign = add_declaration_to_turn(campaign, action, forced=context.is_forced)
    if action.night is not None:
        return Ruling(campaign, build_sleep_and_watch_report(campaign))
    before, turn = turn, campaign.innermost_turn
    declared = list_declared_actions(turn)
    report = DeclarationReport(
        turn_type=turn.type,
        turn_number=turn.number,
        declared=declared,
        replaced=tuple(each for each in list_declared_actions(before) if each not in declared)
        or UNSET,
    )
    return Ruling(campaign, report)


def declare_journey(context: Context, destination: Destination) -> Ruling:
    """Declare that the Company travels, which takes Travel Turns; where it arrives is said with
    `at`. Raises Impossible, which the Guide may overrule, in any other Turn, and for a place where
    it is already."""
    turns, place = context.campaign.turns, destination.place
    if place is not None and context.campaign.place_here == place.id:
        context.refuse_unforced(f"The Company is at {place.name}.")
    if turns and turns[-1].type in ("exploration", "initiative"):
        why = f"A journey takes Travel Turns, and the open Turn is of type {turns[-1].type}."
        context.refuse_unforced(why, "Try: out")
    elif not turns or turns[-1].type != "travel":
        context.refuse_unforced("A journey takes Travel Turns, and none is open.", _TRAVELLING)
    ruling = declare_action(context, DeclaredAction(f"travel to {destination.text}"))
    if place is None or not isinstance(ruling.report, DeclarationReport):
        return ruling
    report = replace(ruling.report, destination=quote_typed_name(place))
    return ruling._replace(report=report)


def describe_idle_errants(context: Context) -> list[str]:
    """What would be passed over in this Downtime Turn: the Errants who have declared nothing,
    unless the Company was out adventuring in it."""
    turn = context.campaign.innermost_turn
    if turn.type != "downtime" or not turn.begun:
        return []
    path, declarers = f"campaign/turns/{turn.id}", set(turn.declared)
    for entry, stands in flag_entries_not_undone(context.read_entries()):
        changes = {change.path: change for change in entry.changes} if stands else {}
        if (change := changes.get(f"{path}/declared")) and isinstance(change.after, dict):
            declarers.update(change.after)
        if any(
            each.startswith("campaign/turns/") and each.split("/")[2] != turn.id for each in changes
        ):
            return []  # they zoomed into it
        if not {path, f"{path}/number"}.isdisjoint(changes):
            break
    members = list_members_present(context.campaign.errants)
    idle = [quote_typed_name(m) for m in members if m.kind == "errant" and m.id not in declarers]
    if WHOLE_COMPANY in declarers or not idle:
        return []
    return [f"declare {join_words(idle, 'or')} (nothing this month)"]


def record_action_outcome(context: Context, text: str | None) -> Ruling:
    """The declared actions of the open Turn have had their outcome. It may be what came of an
    encounter, where the Guide says so."""
    campaign, turn = context.campaign, context.campaign.innermost_turn
    waits = campaign.book.clock.encounter and context.is_guide
    if not turn.declared and not (waits and text):
        way = "Say what came of it: done they hid till it was gone"
        way = way if waits else "Try: declare search the nave"
        raise Impossible("Nothing is declared in this Turn.", way)
    report = DeclarationReport(
        turn_type=turn.type,
        turn_number=turn.number,
        declared=list_declared_actions(turn),
        resolved=True,
        outcome=text or "",
        settles_encounter=bool(waits and text and not context.is_secret),
    )
    if report.settles_encounter:
        campaign = campaign.remove_unsettled_encounter()
    return Ruling(campaign.with_innermost_turn(clear_declared_actions(turn)), report)
