"""Hints at the lines by which creatures are made, or fought, who only come: `two goblins come out
of the crypt`."""

import re
from functools import cache

from companion.errant.creatures import find_creature
from companion.errant.singulars import singularise_name
from companion.grammar.context import Context
from companion.grammar.phrases.fights.foes.new_foe_hints import (
    ANY,
    BEGUN,
    COUNT,
    NAME,
    WHERE,
    join_verb_forms,
    may_name_new_foe,
    refuse_foes_not_made,
    write_line_making_foes,
)
from companion.grammar.phrases.phrasebook.normalized_spelling import (
    expand_contractions_and_time_lengths,
    write_numbers_in_digits,
)
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.refusal import Ambiguous

_INITIATIVE = re.compile(
    r"(?i),? (?:and |so )?(?:roll(?:ing)?(?: for)? initiative|initiative"
    r"|(?:the )?fight(?:['’]s)? on)(?: please)?$"
)
"""What is said of who comes, by which a fight begins."""
_ENCOUNTER = re.compile(
    r"(?i)^(?:the )?encounter(?: is|['’]s| ?[=:]) (?P<who>(?:\d+|an?) [a-z' -]+?)"
    r"(?: (?:come|comes|coming)(?: back)?)?$"
)
"""Whom the Company meets, as the Guide tells it: `encounter is 4 goblins`."""
_COUNTED = re.compile(rf"(?P<count>{COUNT}|{ANY}) {NAME}", re.IGNORECASE)
_JOINT = re.compile(r",? and |, ", re.IGNORECASE)


def refuse_arrivals(typed: str, vocabulary: Vocabulary, context: Context) -> None:
    """Raises Ambiguous for creatures who only come, as in `two goblins come out of the crypt`: by
    that nobody fights yet."""
    if not context.is_guide or context.campaign.book.combatants:
        return
    text = write_numbers_in_digits(expand_contractions_and_time_lengths(typed.strip(" .!")))
    text = _ENCOUNTER.sub(r"\g<who> come", text)
    found = _compile_arrivals().fullmatch(_INITIATIVE.sub("", text))
    if found and _INITIATIVE.search(text):
        _refuse_unknown_foe_of_fight(found["foes"], vocabulary, context)
    counted = _list_arrivals(text, vocabulary, context)
    if len(counted) == 1:
        refuse_foes_not_made(*counted[0], context)
    if counted:
        named = ", ".join(f"{name} x{many}" if many.isdecimal() else name for many, name in counted)
        raise Ambiguous("Do they fight?", f"Try: fight {named}")


def write_line_making_arrivals(typed: str, vocabulary: Vocabulary, context: Context) -> str:
    """The line that makes the creatures of one name who come, as many as they are; "" for any other
    line."""
    text = write_numbers_in_digits(expand_contractions_and_time_lengths(typed.strip(" .!")))
    counted = _list_arrivals(text, vocabulary, context)
    if len(counted) != 1:
        return ""
    many, name = counted[0]
    known = {singularise_name(npc.name.casefold()) for npc in context.campaign.world.npcs}
    is_new = singularise_name(name.casefold()) not in known
    is_counted = many.isdecimal() or many.isalpha()  # and no dice
    return write_line_making_foes(many, name, context) if is_new and is_counted else ""


def _list_arrivals(text: str, vocabulary: Vocabulary, context: Context) -> list[tuple[str, str]]:
    """How many of whom only come; none for whoever attacks at once, or is no creature."""
    found = _compile_arrivals().fullmatch(text)
    if found is None or _compile_assaults().search(found["how"]):
        return []
    foes = [_COUNTED.fullmatch(each.strip()) for each in _JOINT.split(found["foes"])]
    counted = [(foe["count"], foe["name"]) for foe in foes if foe]
    are_creatures = all(
        find_creature(name, context.read_creatures())
        and may_name_new_foe(name.casefold().split(), vocabulary)
        for _, name in counted
    )
    return counted if are_creatures and len(counted) == len(foes) else []


def _refuse_unknown_foe_of_fight(told: str, vocabulary: Vocabulary, context: Context) -> None:
    """Raises Unknown for a foe whom nobody knows, with the lines that make and fight them."""
    foe = _COUNTED.fullmatch(told)
    words = foe["name"].casefold().split() if foe else []
    is_new = may_name_new_foe(words, vocabulary)
    if foe and is_new and not find_creature(foe["name"], context.read_creatures()):
        refuse_foes_not_made(foe["count"], foe["name"], context)


@cache
def _compile_arrivals() -> re.Pattern[str]:
    """Who comes, and how."""
    groups = load_phrases().groups
    coming = [verb.split()[0] for verb in groups["come"]]
    arriving = join_verb_forms(each for each in coming if each not in groups["assault"])
    foe = rf"(?:{COUNT}|{ANY}) [\w'’-]+(?: (?!and )[\w'’-]+){{0,2}}?"
    foes = rf"(?P<foes>{foe}(?:(?:, and |,? and |, ){foe})*)"
    how = r"(?P<how>(?: (?:out|up|in|along|by|down|over|here))*(?: the [a-z]+)?" + WHERE + ")"
    there = rf"{BEGUN}(?:there (?:is|are) )?"
    return re.compile(rf"{there}{foes} (?:(?:is|are) )?(?:{arriving}){how}", re.IGNORECASE)


@cache
def _compile_assaults() -> re.Pattern[str]:
    """Words by which who comes begins a fight."""
    assault = join_verb_forms(load_phrases().groups["assault"])
    us = r"(?:us|the (?:company|party))"
    return re.compile(rf"\b(?:{assault}|fight\w*|(?:at|on|upon|for) {us})\b", re.IGNORECASE)
