"""Foes whom nobody knows yet, with their HP, as `fight 2 drowned monks hp 6 and an abbot hp 14`: a
line that makes each, and the one that begins the fight."""

import re

from companion.errant.creatures import find_creature
from companion.errant.singulars import singularise_name
from companion.grammar.context import Context
from companion.grammar.name_matching import match_things_by_name
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.refusal import Impossible
from companion.text_cleaning import quote_name

_US = r"(?:we|us|they|them|everyone|everybody|the (?:company|party|group))"
_ATTACKED = r"(?:attacked|ambushed|jumped|rushed|set upon)"
_ATTACKING = (
    r"(?:(?:attack|jump|ambush|charge|rush|pounce|leap)(?:e?s)?(?: (?:at|on|upon))?"
    r"|(?:come|set)s? (?:at|on|upon))"
)
_ARRIVING = (
    r"(?:(?:attack|jump|ambush|charge|rush|pounce|leap|burst|climb|come|rise|drop|crawl|appear"
    r"|emerge|pour|swarm|shamble|lurch|wade|barge|pile|descend|slither|swoop|spring|storm|lumber"
    r"|creep|fly)(?:e?s)?|flies|gets? up|stands? up|(?:block|bar)s? our way)"
)
_TAIL = r"(?: (?!dead\b|along\b|with\b|away\b|past\b|by\b|after\b|for\b)[a-z'’]+){0,6}"
"""Where they come from, and at whom."""
_IS_ON = (
    r"(?:and )?(?:(?:it['’]?s |that['’]?s )?(?:a|the) fight(?:['’]s| is)?(?: on)?"
    r"|fight(?:['’]s| is) on|(?:start|begin) (?:a|the) fight|roll initiative|initiative)"
)
_ARRIVED = re.compile(
    r"(?i)(?:ambush[!,:] )?(?P<count>\d+|an?) (?:more )?"
    rf"(?P<name>(?!{_ARRIVING}\b)[a-z][\w'’-]*(?: (?!{_ARRIVING}\b)[a-z][\w'’-]*){{0,2}}?)"
    rf"(?: with (?!\d)[\w ]+?)?(?: {_ARRIVING}(?P<tail>{_TAIL}))?"
    r"(?:,| with| at)? (?P<hp>\d+) ?hp(?: each| apiece| a ?piece| a head)?"
    rf"(?:[,.!;]? {_IS_ON})?"
)
"""Foes who come at the Company, and the HP of each."""
_HP_FIRST = re.compile(
    rf"(?i)^(?P<foe>(?:\d+|an?) (?:more )?[a-z][\w'’ -]*?) with (?P<hp>\d+) ?hp(?: each)?,?"
    rf" (?P<how>{_ARRIVING}{_TAIL})$"
)
"""`a big goblin with 11 hp comes out of the dark`, whose HP are told before what they do."""
_COMES = re.compile(rf"(?i)^ambush\b| {_ARRIVING}\b|{_IS_ON}$")
_FIGHTS = tuple(
    re.compile(rf"(?i)(?:ok(?:ay)?,? )?{each}")
    for each in (
        rf"(?:{_US} )?(?:fights?|faces?)!? (?P<foes>.+)",
        rf"(?:{_US} (?:are|get|got|were) )?{_ATTACKED} by (?P<foes>.+)",
        rf"(?P<foes>.+?),? (?:(?:they|who|that) )?{_ATTACKING}(?: {_US})?",
    )
)
"""Who fights whom, and who attacks the Company."""
_JOINT = re.compile(r",? and |,(?! ?(?:hp \d|\d+ ?hp)) ?| & ", re.IGNORECASE)
_FOE = re.compile(
    r"(?:(?P<count>\d+|an?|the) )?(?P<name>[a-z][\w'’-]*(?: [a-z][\w'’-]*){0,2}?)"
    r"(?: x(?P<times>\d+))?,? (?:with |at )?(?:hp (?P<hp>\d+)|(?P<of>\d+) ?hp)"
    r"(?: each| apiece)?(?: morale (?P<morale>\d+))?",
    re.IGNORECASE,
)


def split_fight_with_new_foes(typed: str, context: Context) -> tuple[str, ...]:
    """The lines that make these foes and begin their fight; nothing where HP are not said of each,
    or where one of them is known."""
    found = _read_foes(typed, context)
    if not found or any(_is_known_foe(foe["name"], context) for foe in found):
        return ()
    made = [_write_foe_creation(foe) for foe in found]
    names = ", ".join(quote_name(name) for name, _ in made)
    return (*(line for _, line in made), f"{_write_beginning(context)} {names}")


def _write_beginning(context: Context) -> str:
    """The words by which foes come into the fight, or begin one."""
    return "fight add" if context.campaign.book.combatants else "fight"


def refuse_known_foes_with_hp(typed: str, context: Context) -> None:
    """Raises Impossible for foes with HP of whom one is known, whose HP are known, too."""
    found = _read_foes(typed, context)
    known = next((foe for foe in found if _is_known_foe(foe["name"], context)), None)
    if known is not None:
        named, begun = ", ".join(map(_write_foe_with_count, found)), _write_beginning(context)
        why = f"There are «{known['name']}» already, with HP of their own."
        raise Impossible(why, f"Try: {begun} {named}" if len(found) == 1 else "")


def _write_foe_with_count(foe: re.Match[str]) -> str:
    number = foe.groupdict().get("times") or foe["count"] or ""
    return f"{quote_name(foe['name'])}{f' x{number}' if number.isdecimal() else ''}"


def _read_foes(typed: str, context: Context) -> list[re.Match[str]]:
    """The foes of a fight that begins, if HP are said of each."""
    text = _HP_FIRST.sub(r"\g<foe> \g<how>, \g<hp> hp", write_numbers_in_digits(typed.strip(" .!")))
    arrived = _ARRIVED.fullmatch(text) if _COMES.search(text) else None
    if arrived is not None and context.is_guide:
        names = {each.id for each in context.campaign.errants}  # `attacks bree with 5 hp`
        return [] if names & {*(arrived["tail"] or "").casefold().split()} else [arrived]
    said = next(filter(None, (each.fullmatch(text) for each in _FIGHTS)), None)
    if said is None or not context.is_guide or context.campaign.book.combatants:
        return []
    foes = [_FOE.fullmatch(each.strip()) for each in _JOINT.split(said["foes"])]
    found = [foe for foe in foes if foe]
    is_told = said.re is not _FIGHTS[0]
    is_counted = not is_told or all(foe["count"] or foe["times"] for foe in found)
    return found if len(found) == len(foes) and is_counted else []  # `bree has 5 hp, attack`


def _write_foe_creation(foe: re.Match[str]) -> tuple[str, str]:
    """The name of a foe, and the line that makes them."""
    named = foe.groupdict()
    number = named.get("times") or named["count"] or "1"
    count = int(number) if number.isdecimal() else 1
    name = singularise_name(named["name"]) if count > 1 else named["name"]
    many = f" count {count}" if count > 1 else ""
    morale = f" morale {named['morale']}" if named.get("morale") else ""
    return name, f"npc new {quote_name(name)}{many} hp {named['hp'] or named['of']}{morale}"


def _is_known_foe(name: str, context: Context) -> bool:
    names = (name, singularise_name(name))
    people = context.campaign.world.npcs
    creatures = context.read_creatures()
    return any(
        match_things_by_name(each, people) or find_creature(each, creatures) for each in names
    )
