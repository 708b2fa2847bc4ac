"""Tells a line of a night that is not what was said, as who watches another and a meal alone, and
one by which the Company leaves a place where it is not."""

import re

from companion.campaign.campaign import Campaign
from companion.grammar.name_matching import match_things_by_name
from companion.refusal import Impossible

_WATCHING, _SEEN_BY = (
    "watch ",
    re.compile(
        r"(?i)\b(?P<who>\w+) (?:is |just |closely )*(?:watch|guard)(?:es|s|ing)"
        r" (?:over )?(?P<whom>\w+)\b"
    ),
)
"""How somebody keeps an eye on another: that is no night's watch."""
_DECLARED = ("declare ", "next ")
_LEAVING = "declare leave "
_EATING, _SLEEPS_TOO = (
    "eat ",
    re.compile(r"(?i)(?: and|,)(?: then)? (?:goes to )?(?:sleeps?|beds?|turns? in|camps?)\b"),
)
_CALLED_OUT = re.compile(
    r"(?i)(?:\w+,? )?watch (?:it|out|your(?:sel(?:f|ves))?(?: \w+)?)\b[,!. ]*\w*[.!]*"
)
"""What is called to somebody, as `watch it, wim`: nobody does it."""

_AWAY, _ALL_LEAVE = "away ", re.compile(r"(?i)\b(?:they|we|everyone|everybody) (?:all )?leave\b")
"""How it is told that the whole Company leaves."""
_DOWNTIME = "downtime"
_SETTING_OUT = re.compile(
    r"(?i)(?:(?:ok|so|right|and|then),? )*(?:next(?: (?:morning|day))?,? )?"
    r"(?:(?:they|we|everyone|the (?:party|company))(?: all)? )?"
    r"(?:set (?:out|off)|leave|march|travel|hit the road) (?:again )?(?:back )?"
    r"(?:for|to|towards?) \w[^?]*"
)
"""How it is told that the Company begins a journey."""


def is_misread_night_line(line: str, typed: str) -> bool:
    """True for a night's watch of whoever watches one of those named, as `wim watches bree`; and
    for a meal alone of who eats and sleeps, and of one who goes away where all of them leave."""
    seen = _SEEN_BY.search(typed) if line.startswith(_WATCHING) else None
    both = {name.casefold() for name in seen.group("who", "whom")} if seen else set()
    if line.startswith(_AWAY) and _ALL_LEAVE.search(typed):
        return True
    if line.startswith((_WATCHING, *_DECLARED)) and _CALLED_OUT.fullmatch(typed.strip()):
        return True
    is_other = bool(both) and both.issubset(line.split())
    return is_other or (line.startswith(_EATING) and _SLEEPS_TOO.search(typed) is not None)


def leaves_another_place(line: str, campaign: Campaign) -> bool:
    """True for `they leave the chapel` of a Company that is in a town."""
    named = line.removeprefix(_LEAVING).strip('"') if line.startswith(_LEAVING) else ""
    left = match_things_by_name(named, campaign.world.sites) if named else []
    return bool(left) and all(each.id != campaign.place_here for each in left)


def refuse_journey_in_month(typed: str, campaign: Campaign) -> None:
    """Raises Impossible for a journey that begins while a month of Downtime is open: `next` would
    begin another month."""
    is_month = bool(campaign.turns) and campaign.innermost_turn.type == _DOWNTIME
    if is_month and _SETTING_OUT.fullmatch(typed.strip()):
        why = "A month of Downtime is open, and ends before they travel."
        raise Impossible(why, "Try: out. Then: zoom travel")
