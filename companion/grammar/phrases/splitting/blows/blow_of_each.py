"""Two of a group who strike the same one, and how much each does: `g3 and g4 jump corvin, 4 and
3`."""

import re

from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member

_BLOWS_OF_TWO = re.compile(
    r"(?i)(?P<group>[a-z]+ |[a-z])(?P<one>\d+) and (?:[a-z]+ |[a-z])?(?P<two>\d+) (?P<verb>[a-z]+)"
    r"(?: (?:at|on|for))? (?P<whom>[a-z]+),? (?:for )?(?P<first>\d+) and (?P<second>\d+)"
    r"(?: (?:damage|dmg|hp))?"
)


def split_blow_of_each(typed: str, context: Context) -> tuple[str, ...]:
    """A line for each of the two blows, which armour meets one by one; nothing for any other
    line."""
    said = _BLOWS_OF_TWO.fullmatch(typed.strip(" .!")) if context.campaign.book.combatants else None
    if said is None or find_member(said["whom"], context.campaign) is None:
        return ()
    verbs = list_verb_group_forms("hit") | list_verb_group_forms("press")
    if said["verb"].casefold() not in verbs:
        return ()
    blows = ((said["one"], said["first"]), (said["two"], said["second"]))
    return tuple(f"{said['group']}{who} hits {said['whom']} for {many}" for who, many in blows)
