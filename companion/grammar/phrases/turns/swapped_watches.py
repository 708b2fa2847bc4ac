"""Who keeps watch in another's place tonight, as `corvin watches instead of wim`."""

import re
from collections.abc import Iterator

from companion.campaign.campaign import Campaign
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.name_matching import find_only_match

_NEW, _OLD = r"(?P<new>[\w'’ -]+?)", r"(?P<old>[\w'’ -]+?)"
_PEOPLE = ("new", "old")
_WHEN = r"(?: now| tonight| at \w+)?"
_WATCHES = (
    r"(?:watches|(?:keeps|takes|stands|has|does|goes on|is on) (?:the )?(?:watch|guard)|takes over"
    r"|stays up)"
)
_WAYS = tuple(
    re.compile(f"(?i){way}{_WHEN}")
    for way in (
        rf"{_NEW} {_WATCHES}{_WHEN} (?:instead of|rather than|for|from) {_OLD}",
        rf"{_NEW}(?:['’]s| is) (?:up|awake) instead of {_OLD}",
        rf"{_NEW} (?:takes|does|keeps|has|gets|relieves) {_OLD}['’]s watch",
        rf"{_NEW} relieves {_OLD}",
        rf"{_NEW} (?:swaps|trades|changes)(?: watch(?:es)?| places)? with {_OLD}",
        rf"{_NEW} and {_OLD} (?:swap|trade|change) (?:watches|places)",
    )
)
"""How it is said that one keeps watch for another."""


def list_changed_watch_lines(typed: str, campaign: Campaign) -> Iterator[str]:
    """The line by which the watch of this Turn is kept by one in another's place; nothing where
    nobody sleeps, and where both of them keep it, or neither."""
    turn = campaign.innermost_turn if campaign.turns else None
    if turn is None or not turn.asleep:
        return
    said = next(filter(None, (way.fullmatch(typed.strip(" .!")) for way in _WAYS)), None)
    people = [find_only_match(said[each], campaign.errants) if said else None for each in _PEOPLE]
    ids = {each.id for each in people if each}
    if len(ids) != len(_PEOPLE) or len(ids & {*turn.watch}) != 1:
        return
    (old,), (new,) = ids & {*turn.watch}, ids - {*turn.watch}
    named = {each.id: quote_typed_name(each) for each in campaign.errants}
    yield f"watch {' '.join(named[new if each == old else each] for each in turn.watch)}"
