"""Splits a question for what several carry, `what do bree and wim carry`, `show me what everyone
carries` or `who's got what in their hands`, into one line each."""

import re
from collections.abc import Iterator

from companion.errant.company import list_members_present
from companion.errant.goods import find_listed_good
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.name_matching import find_only_match
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary

_ALL = r"(?:everyone|everybody|they(?: all)?|we(?: all)?|each of (?:them|us))"
_HANDS = r"(?:(?:in )?(?:their|his|her|our|which) hands?)"
_IN_HANDS = re.compile(
    rf"(?i)(?:where(?: is|['’]s) {_ALL} and )?"
    rf"(?:what(?:['’]?s| is| are|['’]re| does| do| has| have)? {_ALL}(?: all)?(?: got| have| has)?"
    rf" (?:hold(?:ing|s)?|wield(?:ing|s)?|{_HANDS}|carry(?:ing)? {_HANDS})"
    r"|who(?:['’]?s| has) got what|who(?:['’]?s| is) carrying what|who carries what"
    r"|(?:show )?(?:the )?packs|slots all"
    r"|packs of every(?:one|body)|every(?:one|body)['’]?s packs"
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
_HELD = re.compile(
    r"(?i)(?:who|any(?:one|body))(?:['’]s| is| still)*"
    r"(?: has| have| got| carries| carrying| holds| holding| lugging| lugs| hauling| hauls)+ "
    r"(?:any |an? |the |some |our )*(?P<thing>[\w'’ -]+?)(?: left| with us)?\??"
)
"""Who has a thing, as `who has a healer's kit`."""


def split_pack_questions(typed: str, context: Context) -> tuple[str, ...]:
    """`slots bree` and `slots wim` for a question what both carry, and a line for each who is here
    where it is asked what all have, or have in hand; nothing for any other line."""
    said = typed.strip()
    if _IN_HANDS.fullmatch(said):
        here = list_members_present(context.campaign.errants)
        return tuple(f"slots {errant.id}" for errant in here)
    asked = _OF_SEVERAL.fullmatch(said)
    names = _BETWEEN.split(asked["names"]) if asked else []
    here = list_members_present(context.campaign.errants)
    members = [find_only_match(name, here) for name in names]
    found = [member.id for member in members if member is not None]
    return tuple(f"slots {each}" for each in found) if len(found) == len(names) else ()


def list_item_holder_lines(typed: str, context: Context) -> Iterator[str]:
    """Who carries something that anybody has, or that has a price; and who there is, where one of
    them is asked for."""
    if not (asked := _HELD.fullmatch(typed.strip())):
        return
    thing = asked["thing"].replace("’", "'")
    if build_vocabulary(context).names_person(thing.casefold()):
        yield "company"  # `who has the mule`: it is one of them
        return
    is_held = any(match_carried_items(errant, thing) for errant in context.campaign.errants)
    if is_held or find_listed_good(thing, context.read_goods()):
        yield f"company {thing}"
