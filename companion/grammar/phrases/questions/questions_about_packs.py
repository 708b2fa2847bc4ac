"""Splits a question for what several carry, `what do bree and wim carry`, `show me what everyone
carries` or `who's got what in their hands`, into one line each."""

import re

from companion.errant.company import list_members_present
from companion.grammar.context import Context
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member

_ALL = r"(?:everyone|everybody|they(?: all)?|we(?: all)?|each of (?:them|us))"
_HANDS = r"(?:(?:in )?(?:their|his|her|our|which) hands?)"
_IN_HANDS = re.compile(
    rf"(?i)(?:where(?: is|['’]s) {_ALL} and )?"
    rf"(?:what(?:['’]?s| is| are|['’]re| does| do| has| have)? {_ALL}(?: all)?(?: got| have| has)?"
    rf" (?:hold(?:ing|s)?|wield(?:ing|s)?|{_HANDS}|carry(?:ing)? {_HANDS})"
    r"|who(?:['’]?s| is) carrying what|who carries what"
    rf"|who(?:['’]?s| has)?(?: got| holds| holding| is holding)? what(?: {_HANDS})"
    r"|what(?:['’]?s| is) in (?:every(?:one|body)(?:['’]?s)?|all their|their|our) hands?"
    rf"|(?:show|list|let me see)(?: me)? (?:what {_ALL}(?:['’]?s| is| are)?"
    r"(?: carry(?:ing)?| carries| got| have| has)+(?: on them| with them)?"
    r"|every(?:one|body)['’]?s (?:packs?|stuff|things|gear)|all (?:the |our |their )?packs))"
    r"(?: right now| now)?[?.! ]*"
)
_OF_SEVERAL = re.compile(
    r"(?i)(?:what(?:['’]?s| is| are| do| does| have| has)?|show(?: me)?) "
    r"(?P<names>\w+(?:, \w+)*,? and \w+)(?: both)?(?: got| have)?"
    r" (?:carry(?:ing)?|hold(?:ing)?|have|got|wear(?:ing)?)(?: on them| with them)?[?.! ]*"
)
_BETWEEN = re.compile(r",? and |, ")


def split_pack_questions(typed: str, context: Context) -> tuple[str, ...]:
    """`slots bree` and `slots wim` for a question what both carry, and a line for each who is here
    where it is asked what all have, or have in hand; nothing for any other line."""
    said = typed.strip()
    if _IN_HANDS.fullmatch(said):
        here = list_members_present(context.campaign.errants)
        return tuple(f"slots {errant.id}" for errant in here)
    asked = _OF_SEVERAL.fullmatch(said)
    names = _BETWEEN.split(asked["names"]) if asked else []
    members = [find_member(name, context.campaign) for name in names]
    found = [member.id for member in members if member is not None]
    return tuple(f"slots {each}" for each in found) if len(found) == len(names) else ()
