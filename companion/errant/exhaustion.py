"""Exhaustion: each point fills an Item Slot; at phys it kills (Items & Equipment, Exhaustion)."""

from msgspec.structs import replace

from companion.errant.errants import MOUNT_EXHAUSTION, Company, Errant, members, with_errant
from companion.errant.happenings import Exhausted, Happenings, Reason


def exhausted(errant: Errant, points: int) -> Errant:
    """Exhaustion raised (or, below 0, lowered) by so many points, never below 0; an animal takes
    ten times as much."""
    scale = MOUNT_EXHAUSTION if errant.kind == "animal" else 1
    return replace(errant, exhaustion=max(0, errant.exhaustion + points * scale))


def exhaust(
    company: Company, who: Company, points: int = 1, *, reason: Reason = ""
) -> tuple[Company, Happenings]:
    """Each of these gains so many points; `reason` is told with it."""
    happened: Happenings = ()
    for errant in who:
        after = exhausted(errant, points)
        gained = after.exhaustion - errant.exhaustion
        if gained:
            company = with_errant(company, after)
            happened = (*happened, Exhausted(errant.id, gained, after.exhaustion, reason))
    return company, happened


def members_press_on(company: Company) -> tuple[Company, Happenings]:
    """The other way out of a Rest: every member gains 1 point of Exhaustion."""
    return exhaust(company, members(company), reason="pressed on")
