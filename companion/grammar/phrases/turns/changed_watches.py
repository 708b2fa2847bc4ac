"""Who keeps watch in another's place tonight, as `corvin watches instead of wim`."""

import re
from collections.abc import Iterator

from companion.campaign.campaign import Campaign
from companion.errant.company import Errant
from companion.errant.typed_names import quote_typed_name
from companion.grammar.name_matching import match_things_by_name

_INSTEAD = re.compile(
    r"(?i)(?P<new>[\w'’ -]+?) (?:watches|keeps watch|keeps the watch|takes the watch|stands watch"
    r"|goes on watch|is on watch|takes over)(?: now| tonight)? (?:instead of|rather than|for|from)"
    r" (?P<old>[\w'’ -]+?)"
)
_OWNED = re.compile(
    r"(?i)(?P<new>[\w'’ -]+?) (?:takes|does|keeps|has|gets|relieves) (?P<old>[\w -]+?)['’]s watch"
)
_SWAPPED = re.compile(
    r"(?i)(?P<new>[\w'’ -]+?) (?:swaps|trades|changes)(?: watch(?:es)?| places)? with"
    r" (?P<old>[\w'’ -]+?)"
)


def list_changed_watch_lines(typed: str, campaign: Campaign) -> Iterator[str]:
    """The line by which the watch of this Turn is kept by one in another's place; nothing where
    nobody sleeps, or where the other keeps no watch."""
    turn = campaign.innermost_turn if campaign.turns else None
    if turn is None or not turn.asleep:
        return
    bare = typed.strip(" .!")
    for pattern in (_INSTEAD, _OWNED, _SWAPPED):
        said = pattern.fullmatch(bare)
        if said is None:
            continue
        new, old = (_find_errant(said[each], campaign) for each in ("new", "old"))
        if pattern is _SWAPPED and new and new.id in turn.watch:
            new, old = old, new
        if new and old and old.id in turn.watch and new.id not in turn.watch:
            keepers = [new.id if each == old.id else each for each in turn.watch]
            named = {each.id: quote_typed_name(each) for each in campaign.errants}
            yield f"watch {' '.join(named[each] for each in keepers)}"


def _find_errant(name: str, campaign: Campaign) -> Errant | None:
    """The only one of the Company whom a name can mean."""
    found = match_things_by_name(name, campaign.errants)
    return found[0] if len(found) == 1 else None
