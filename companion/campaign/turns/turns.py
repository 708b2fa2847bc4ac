"""Ends and begins Turns and moves the clock; what falls due meanwhile happens (Core Procedures,
Turns)."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import begin_fight_turn, end_fight
from companion.campaign.turns.effects_of_passing_time import (
    Passed,
    count_down_dangers,
    heal_after_night,
    heal_in_downtime,
    measure_time_of_ended_turn,
    measure_time_of_moved_clock,
)
from companion.campaign.turns.event_die import (
    burn_down_lights_and_effects,
    deplete_provisions_and_effects,
)
from companion.dice.face_sources import Faces, LoadedFaces
from companion.errant.attacks.armour import renew_deflects_and_true_strikes
from companion.errant.company import Company, list_everyone_present, update_errants
from companion.errant.fights import Met
from companion.errant.happenings import Happenings, ReminderDue, SupplyLost
from companion.errant.harm.harm_happenings import Dying
from companion.errant.market import carry_over_inflation
from companion.errant.turns.event_die import EVENT_TABLES
from companion.errant.turns.food import end_starving, starve_company_until
from companion.errant.turns.moments_and_spans import Moment, Span
from companion.errant.turns.timers import advance_cadence
from companion.errant.turns.turns import (
    Turn,
    TurnType,
    apply_sleep_and_watch_of_turn,
    find_turn_end,
    has_slept_half_night,
    make_next_turn,
    open_inner_turn_type,
)
from companion.refusal import Impossible

MAX_TIMES_DUE = 1_000
NO_DICE = LoadedFaces(())
"""For where nothing is rolled as time passes."""
_MARK_OFF_ACTIONS = {
    "burn": burn_down_lights_and_effects,
    "deplete": deplete_provisions_and_effects,
}


def lacks_event_die_roll(campaign: Campaign) -> bool:
    """True if the Event Die of the innermost Turn, which has begun, never fell. Where things are
    marked off every so many of these Turns, none is rolled."""
    turn = campaign.turns[-1] if campaign.turns else None
    if turn is None or not turn.begun or turn.type not in EVENT_TABLES:
        return False
    if turn.face is not None:
        return False
    return not any(
        each.marks_off_resource and each.type == turn.type for each in campaign.book.every
    )


def end_turn(campaign: Campaign, dice: Faces = NO_DICE) -> tuple[Campaign, Happenings]:
    """End the innermost Turn: the clock moves, what is counted in Turns goes down, sleepers have
    slept, and Cadences fall due, those that mark off only in a Turn without an Event Die. `dice`
    are those of fire, water and healing."""
    turn = campaign.innermost_turn
    if not turn.begun:
        return campaign, ()
    passed = measure_time_left_in_turn(campaign)
    usual = campaign.book.rules.get_turn_length(turn.type)
    campaign, happened = _advance_clock(campaign, find_turn_end(turn, campaign.now, usual))
    campaign, counted = count_down_dangers(campaign, passed, dice)
    happened = (*happened, *counted)
    if turn.type == "travel":
        company, nights = apply_sleep_and_watch_of_turn(campaign.errants, turn)
        campaign, healed = heal_after_night(campaign.with_company(company), turn, nights, dice)
        happened = (*happened, *nights, *healed)
    elif turn.type == "downtime":  # a month breaks the sleep before it, as any Turn awake
        company, _ = apply_sleep_and_watch_of_turn(campaign.errants, turn)
        campaign = campaign.with_company(company)
    campaign, due = advance_cadences(campaign, turn.type, 1, rolled=turn.face is not None)
    return campaign, (*happened, *due)


def measure_time_left_in_turn(campaign: Campaign) -> Passed:
    """The time that passes until the innermost Turn, which has begun, ends."""
    turn = campaign.innermost_turn
    end = find_turn_end(turn, campaign.now, campaign.book.rules.get_turn_length(turn.type))
    return measure_time_of_ended_turn(campaign, turn, (end - campaign.now).seconds)


def begin_next_turn(
    campaign: Campaign, *, length: Span | None = None, dice: Faces = NO_DICE
) -> tuple[Campaign, Happenings]:
    """End the innermost Turn and begin the next of its type. As a Downtime Turn begins, all Supply
    is removed, nobody starves any longer, all have their HP, and magic arms their True Strikes and
    Deflects. Who kept watch in the first Turn of a night keeps it in the second, unless somebody
    else is named."""
    before = campaign.innermost_turn
    campaign, happened = end_turn(campaign, dice)
    turn = make_next_turn(before, campaign.now, length=length)
    if has_slept_half_night(campaign.errants, before):
        turn = replace(turn, watch=before.watch)
    campaign = campaign.with_innermost_turn(turn)
    if turn.type == "travel":
        campaign = campaign.with_clock(travel_turns=turn.number)
    elif turn.type == "downtime":
        campaign = campaign.with_clock(downtime_turns=turn.number)
        company, lost = remove_all_supply(
            update_errants(campaign.errants, list_everyone_present(campaign.errants), end_starving)
        )
        company, renewed = renew_deflects_and_true_strikes(company)
        campaign, happened = campaign.with_company(company), (*happened, *lost, *renewed)
        campaign, healed = heal_in_downtime(begin_month_in_markets(campaign))
        happened = (*happened, *healed)
    if turn.type == "initiative":
        campaign = begin_fight_turn(campaign)
    elif campaign.book.met != Met():
        campaign = campaign.with_rolled_encounter(Met())
    return campaign, happened


def ensure_turn_begun(campaign: Campaign) -> tuple[Campaign, Happenings]:
    """The campaign with its innermost Turn begun, and what happens if it was only opened."""
    return (campaign, ()) if campaign.innermost_turn.begun else begin_next_turn(campaign)


def begin_month_in_markets(campaign: Campaign) -> Campaign:
    """Begin a month in every Settlement: the Supply bought is counted anew, searches are forgotten,
    and levels of inflation that nobody raised fall by 1 (Items & Equipment, Inflation)."""
    carry, world = campaign.book.rules.inflation.carry, campaign.world
    anew = {"supply_bought": 0, "found": (), "lacking": ()}
    settlements = tuple(
        replace(each, inflation=carry_over_inflation(each, carry), **anew)
        for each in world.settlements
    )
    return replace(campaign, world=replace(world, settlements=settlements))


def remove_all_supply(company: Company) -> tuple[Company, Happenings]:
    """At the start of a Downtime Turn any remaining Supply is removed."""
    lost = (SupplyLost(e.id, e.supply, 0, "a Downtime Turn begins") for e in company if e.supply)
    return tuple(replace(e, supply=0) if e.supply else e for e in company), tuple(lost)


def nest_inner_turn(campaign: Campaign, turn_type: TurnType, span: Span | None = None) -> Campaign:
    """Nest a Turn type inside the open one, at its place; its first Turn has yet to begin."""
    clock = campaign.book.clock
    counts: dict[TurnType, int] = {"travel": clock.travel_turns, "downtime": clock.downtime_turns}
    stack = open_inner_turn_type(
        campaign.turns, turn_type, campaign.now, number=counts.get(turn_type, 0), span=span
    )
    return campaign.with_turns(stack)


def close_inner_turn(
    campaign: Campaign, dice: Faces = NO_DICE
) -> tuple[Campaign, Turn, Happenings]:
    """End the innermost Turn and close its type; the outer Turn goes on. With the Initiative Turns
    the fight ends."""
    turn = campaign.innermost_turn
    campaign, happened = end_turn(campaign, dice)
    if turn.type == "initiative":
        campaign, ended = end_fight(campaign)
        happened = (*(e for e in happened if not isinstance(e, Dying)), *ended)
    return campaign.with_turns(campaign.turns[:-1]), turn, happened


def move_clock(
    campaign: Campaign, span: Span, dice: Faces = NO_DICE
) -> tuple[Campaign, Happenings]:
    """Move the clock by hand. Forwards, whole Turns of the open type pass without an Event Die, and
    the open Turn goes on after them. Backwards, nothing falls due."""
    to = Moment(max(0, campaign.now.seconds + span.seconds))
    if span.seconds <= 0:
        earlier = tuple(replace(turn, began=min(turn.began, to)) for turn in campaign.turns)
        return campaign.with_clock(now=to).with_turns(earlier), ()
    passed = measure_time_of_moved_clock(campaign, span.seconds)
    campaign, happened = _advance_clock(campaign, to)
    campaign, counted = count_down_dangers(campaign, passed, dice)
    happened = (*happened, *counted)
    if campaign.turns:
        turn = campaign.turns[-1]
        length = turn.span or campaign.book.rules.get_turn_length(turn.type)
        turns = span.seconds // max(1, length.seconds)
        if turns and turn.begun:
            later = replace(turn, began=turn.began + Span(turns * length.seconds))
            campaign = campaign.with_innermost_turn(later)
        campaign, due = advance_cadences(campaign, turn.type, turns)
        happened = (*happened, *due)
    return campaign, happened


def advance_cadences(
    campaign: Campaign, turn_type: TurnType, turns: int, *, rolled: bool = False
) -> tuple[Campaign, Happenings]:
    """Mark off and remind of what falls due in so many Turns of a type, with an Event Die `rolled`
    in them or none. Raises Impossible if something would fall due more than a thousand times."""
    happened: Happenings = ()
    counted = []
    for cadence in campaign.book.every:
        after, due = advance_cadence(cadence, turn_type, turns, rolled=rolled)
        counted.append(after)
        if due > MAX_TIMES_DUE:
            raise Impossible(
                f"«{cadence.word}» would fall due {due:,} times.",
                f"Move the clock in smaller steps, or: every end {cadence.id}",
            )
        if due:
            campaign, events = apply_due_cadence(campaign, cadence.word, due)
            happened += events
    return campaign.with_cadences(tuple(counted)), happened


def apply_due_cadence(campaign: Campaign, word: str, times: int = 1) -> tuple[Campaign, Happenings]:
    """What a Cadence with this word does as it falls due so often: `burn` and `deplete` mark off
    as a result of 3, any other is a reminder."""
    if word not in _MARK_OFF_ACTIONS:
        return campaign, (ReminderDue(word, times),)
    happened: Happenings = ()
    for _ in range(times):
        campaign, events = _MARK_OFF_ACTIONS[word](campaign)
        happened += events
    return campaign, happened


def _advance_clock(campaign: Campaign, to: Moment) -> tuple[Campaign, Happenings]:
    company, happened = starve_company_until(campaign.errants, to)
    return campaign.with_clock(now=to).with_company(company), happened
