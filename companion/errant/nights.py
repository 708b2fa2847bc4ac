"""Nights: who sleeps, who keeps watch, and what a night's Rest gives
(Travel Turns, Resting; readings, Turns and the clock)."""

from msgspec.structs import replace

from companion.errant.errants import Company, Errant, change_each, exhaust_each, list_members
from companion.errant.happenings import Happenings, Rested
from companion.errant.turns import Turn

TURNS_A_NIGHT = 2


def is_unguarded(company: Company, turn: Turn) -> bool:
    """True if the Company sleeps with nobody of it on watch, or in an open camp."""
    watchers = [member for member in list_members(company) if member.id in turn.watch]
    return turn.asleep and (not watchers or turn.camp == "open")


def has_slept_half(company: Company, turn: Turn) -> bool:
    """True for a Turn asleep if the sleepers have one of a night's two Turns behind them. Watchers
    do not count: theirs may be a half of their own."""
    return turn.asleep and any(m.slept for m in list_members(company) if m.id not in turn.watch)


def find_night_half(company: Company, turn: Turn) -> int:
    """Which of a night's two Turns this one is for the sleepers; 0 for a Turn awake."""
    return 1 + has_slept_half(company, turn) if turn.asleep else 0


def apply_sleep(company: Company, turn: Turn) -> tuple[Company, Happenings]:
    """What a Travel Turn did to sleepers and watchers as it ends.

    Two Travel Turns asleep are a night's Rest: 1 Exhaustion less, but not in an uncomfortable
    camp. Someone who watched a whole Turn alone gains 1 Exhaustion, two watchers none. A watch
    does not break the sleep before and after it, a Turn awake does.
    """
    happened: Happenings = ()
    watchers = tuple(m for m in list_members(company) if turn.asleep and m.id in turn.watch)
    if len(watchers) == 1:
        company, happened = exhaust_each(company, watchers, reason="kept watch alone")

    def sleep(member: Errant) -> tuple[Errant, Happenings]:
        slept = member.slept + 1 if turn.asleep else 0
        if slept < TURNS_A_NIGHT:
            return replace(member, slept=slept), ()
        removed = min(1, member.exhaustion) if turn.camp != "uncomfortable" else 0
        rested = replace(member, slept=0, exhaustion=member.exhaustion - removed)
        return rested, (Rested(member.id, removed, rested.exhaustion),)

    sleepers = tuple(m for m in list_members(company) if not (turn.asleep and m.id in turn.watch))
    company, rested = change_each(company, sleepers, sleep)
    return company, (*happened, *rested)
