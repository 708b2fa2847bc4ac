"""Nights: who sleeps, who keeps watch, and what a night's Rest gives
(Travel Turns, Resting; readings, Turns and the clock)."""

from msgspec.structs import replace

from companion.errant.errants import Company, exhaust_each, list_members, replace_errant
from companion.errant.happenings import Happenings, Rested
from companion.errant.turns import Turn

TURNS_A_NIGHT = 2


def is_unguarded(company: Company, turn: Turn) -> bool:
    """Asleep with nobody of the Company on watch, or in an open camp."""
    watchers = [member for member in list_members(company) if member.id in turn.watch]
    return turn.asleep and (not watchers or turn.camp == "open")


def has_slept_half(company: Company, turn: Turn) -> bool:
    """Whether those who slept through a Turn that has ended have had only the first of a night's
    two. Who watched in it may have a half left of their own: it says nothing of the night."""
    return turn.asleep and any(m.slept for m in list_members(company) if m.id not in turn.watch)


def find_night_half(company: Company, turn: Turn) -> int:
    """Which of a night's two Turns this one asleep is, for those who sleep; 0 for one awake."""
    if not turn.asleep:
        return 0
    return 2 if any(m.slept for m in list_members(company) if m.id not in turn.watch) else 1


def apply_sleep(company: Company, turn: Turn) -> tuple[Company, Happenings]:
    """What a Travel Turn did to sleepers and watchers as it ends.

    Two Travel Turns asleep are a night's Rest: 1 Exhaustion less, but not in an uncomfortable
    camp. Someone who watched a whole Turn alone gains 1 Exhaustion, two watchers none; a watch
    does not break the sleep before and after it, a Turn awake does.
    """
    happened: Happenings = ()
    watchers = tuple(m for m in list_members(company) if turn.asleep and m.id in turn.watch)
    if len(watchers) == 1:
        company, happened = exhaust_each(company, watchers, reason="kept watch alone")
    for member in list_members(company):
        if not turn.asleep:
            company = replace_errant(company, replace(member, slept=0))
        elif member.id not in turn.watch:
            slept = member.slept + 1
            rested = replace(member, slept=slept % TURNS_A_NIGHT)
            if slept == TURNS_A_NIGHT:
                removed = min(1, member.exhaustion) if turn.camp != "uncomfortable" else 0
                rested = replace(rested, exhaustion=member.exhaustion - removed)
                happened = (*happened, Rested(member.id, removed, rested.exhaustion))
            company = replace_errant(company, rested)
    return company, happened
