"""Hints at the lines by which foes whom nobody knows yet are made and fought, as in `four drowned
monks attack`."""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import list_combatants
from companion.errant.creatures import find_creature, list_creature_names
from companion.errant.harm.harm import count_group_members
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.errant.world import Npc
from companion.grammar.argument_kinds.fights.foes import write_foe_creation_lines
from companion.grammar.context import Context
from companion.grammar.name_matching import match_things_by_name
from companion.grammar.phrases.phrasebook.normalized_spelling import (
    expand_contractions_and_time_lengths,
    write_numbers_in_digits,
)
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary, split_name_into_words
from companion.grammar.phrases.phrasebook.word_forms import index_links_by_preposition, inflect_verb
from companion.grammar.phrases.splitting.blows.new_foes_with_hp import refuse_known_foes_with_hp
from companion.refusal import Ambiguous, Impossible, Unknown, find_names_likely_meant
from companion.text_cleaning import quote_name

BEGUN = r"(?:(?:suddenly|then|and|so|now|oh no|but|look)[, ]+)*"
COUNT = r"\d*d\d+(?:[+-]\d+)?|\d+"
ANY = r"an?|another|some"
NAME = r"(?P<name>[a-z][\w'’-]*(?: [a-z][\w'’-]*){0,2}?)"
WHERE = (
    r"(?: (?:(?:us|them)(?: (?:out of|from|in) [^,;]*)?|in|the (?:company|party|fight|fray|others)"
    r"|(?:up |out |down )?(?:from|of|at|in|into|on|through|behind|along|across|over|round"
    r"|around|(?:up|down)(?= the)) [^,;]*))?"
)
_MEETING = (
    r"(?:we|they|you|(?:the )?(?:company|party|players))"
    r" (?:(?:run|ran|bump(?:ed)?|stumbled?|walk(?:ed)?) (?:in|up)?(?:to|on)"
    r"|meet|met|encounter(?:ed)?|fight|c[oa]me (?:across|upon))"
)
_STANDING = r"(?:on|at|in|behind|by|near|under|above|round|around) (?:the|a|that) .+"
_SUFFERING = r"(?:\w+ )+(?:is|are) (?:attacked|ambushed|jumped|surprised) by"
_CALLED = re.compile(
    r"(?P<there>there is )?an? (?P<kind>[a-z][\w -]*?)(?: here| in here| there)?,?"
    r" (?:called|named|whose name is|who is called) (?P<name>[a-z][\w'’-]*(?: [a-z][\w'’-]*)?)"
    r"(?(there)| (?:(?:lives|works|waits|is|stands|sits|lies|leans|kneels|hides|lurks|sleeps)"
    r" (?:here|there|(?:in|on|at|by|near|under|behind|beside) .*)"
    r"|(?:turns|walks|comes|shows|steps|wanders) (?:up|in|out|over|along|by)\b.*|appears.*))",
    re.IGNORECASE,
)
_TEXTS = ("declare ", "done ", "tell ", "fate ", "secret ")
_NO_NAMES = (
    "number",
    "no",
    "we",
    "they",
    "i",
    "it",
    "he",
    "she",
    "you",
    "one",
    "of",
    "more",
    "to",
    "and",
)


def refuse_new_foes(typed: str, vocabulary: Vocabulary, context: Context) -> None:
    """Raises Unknown for a line that tells of foes, or of somebody with a name, whom nobody knows
    yet, with the lines that make them."""
    if not context.is_guide:
        return
    text = write_numbers_in_digits(expand_contractions_and_time_lengths(typed.strip(" .!")))
    refuse_known_foes_with_hp(typed, context)
    if called := _CALLED.fullmatch(text):
        make = f"npc new {quote_name(called['name'])} note {called['kind']}"
        why = f"Nobody is known by the name «{called['name']}»."
        raise Unknown(why, f"To make them: {make}")
    for pattern in _compile_new_foe_lines():
        found = pattern.fullmatch(text)
        words = found["name"].casefold().split() if found else []
        is_unsure = found is not None and "roaming" in found.groupdict()
        is_foe = not is_unsure or _names_roaming_foe(words, context)
        if found and is_foe and may_name_new_foe(words, vocabulary):
            refuse_foes_not_made(found["count"], found["name"], context)


def refuse_unknown_numbered_foe(typed: str, vocabulary: Vocabulary, context: Context) -> None:
    """Raises Unknown for `eel 1 bites bree` and `bree smashes eel 1` where nobody fights, or no
    eel; and for `bree smashes the first eel` and `bree smashes the eel`, if there are such
    creatures."""
    if not context.is_guide or typed.casefold().startswith(_TEXTS):
        return
    text = typed.strip(" .!")
    found = next(
        filter(None, (each.fullmatch(text) for each in _compile_numbered_foe_lines())), None
    )
    blow = None if found else _compile_blow_at_one().fullmatch(text)
    if blow and _names_roaming_foe(blow["name"].casefold().split(), context):
        found = blow  # and no door
    if found is None:
        return
    people = {
        name
        for each in context.campaign.errants
        for name in (each.id, *split_name_into_words(each.name))
    }
    name = found["name"]
    words = name.casefold().split()
    is_name = {*people, *index_links_by_preposition(), *_NO_NAMES}.isdisjoint(words)
    if found["who"].casefold() not in people or not is_name:
        return
    is_creature = find_creature(name, context.read_creatures()) is not None
    if context.campaign.book.combatants:
        spelled = [vocabulary.guess_known_word(word) or word for word in words]
        known = {kind for word in spelled for kind in vocabulary.find_meanings(word)}
        if known <= {"creature"}:
            add = f"To add one: fight add {name}" if is_creature else f"Else: declare {text}"
            raise Unknown(f"Nobody called «{name}» fights here.", f"Who fights: fight. {add}")
        if number := found.groupdict().get("number"):
            _refuse_number_beyond_group(name, int(number), context.campaign)
    elif is_creature or "which" not in found.groupdict():
        refuse_foes_not_made("", name, context)


def _refuse_number_beyond_group(name: str, number: int, campaign: Campaign) -> None:
    """Raises Impossible for `goblin 9` where three of them fight."""
    fighting = [who for _, who in list_combatants(campaign) if isinstance(who, Npc)]
    named = match_things_by_name(name, fighting)
    heads = count_group_members(named[0]) if len(named) == 1 else 0
    if heads > 1 and not 1 <= number <= heads:
        why = f"{named[0].name} {number} is none of them."
        raise Impossible(why, f"They are numbered from 1 to {heads}.", typed=str(number))


@cache
def _compile_numbered_foe_lines() -> tuple[re.Pattern[str], ...]:
    """Blows by or against one of several, as `bree hits goblin 2`."""
    hitting = join_verb_forms(load_phrases().groups["hit"])
    foe = rf"(?:the )?{NAME} (?:#|number |no )?(?P<number>\d{{1,6}})"
    which = "|".join(load_phrases().ordinals)
    struck = rf"(?P<who>\w+) (?:{hitting}) (?:at |on )?"
    tail = r"(?: (?:with|using) .*)?"
    return (
        re.compile(rf"{foe} (?:{hitting}) (?:at )?(?P<who>\w+)\b.*", re.IGNORECASE),
        re.compile(rf"{struck}{foe}{tail}", re.IGNORECASE),
        re.compile(rf"{struck}(?:the )?(?P<which>{which}) {NAME}{tail}", re.IGNORECASE),
    )


@cache
def _compile_blow_at_one() -> re.Pattern[str]:
    """A blow at somebody without a number, as `bree smashes the wolf`."""
    hitting = join_verb_forms(load_phrases().groups["hit"])
    struck = rf"(?P<who>\w+) (?:{hitting}) (?:at |on )?(?:the|an?) "
    return re.compile(rf"{struck}{NAME}(?: (?:with|using) .*)?", re.IGNORECASE)


def refuse_foes_not_made(many: str, name: str, context: Context) -> None:
    """Raises Unknown or Ambiguous with the lines that make these foes, or begin the fight."""
    npcs, one = context.campaign.world.npcs, singularise_name(name.casefold())
    known = match_things_by_name(name, npcs) or [
        npc for npc in npcs if singularise_name(npc.name.casefold()) == one
    ]
    if len(known) == 1:
        why = f"{known[0].name}: their number is {known[0].count}."
        raise Ambiguous(why, f"Try: fight {quote_typed_name(known[0])}")
    creature = find_creature(name, context.read_creatures())
    if "d" in many and many[-1:].isdecimal():
        making = f"fight {name} x5" if creature else write_foe_creation_lines(name, 5)
        hint = f"Try: roll {many}. Then, for 5 of them: {making}"
        raise Unknown(f"How many are {many}? That is rolled first.", hint)
    count = int(many) if many.isdecimal() else None
    if creature is None:
        if find_names_likely_meant(singularise_name(name), _list_creature_names(context)):
            return
        why = f"There is no NPC and no creature «{name}»."
        raise Unknown(why, f"To make them: {write_foe_creation_lines(name, count)}")
    times = f" x{count}" if count else ""
    made = write_line_making_foes(many, name, context)
    raise Ambiguous("Do they fight?", f"Try: fight {name}{times}, or {made}")


def write_line_making_foes(many: str, name: str, context: Context) -> str:
    """The line that makes so many of a creature; "" for what is no creature."""
    creature = find_creature(name, context.read_creatures())
    count = many if many.isdecimal() else "1"
    return f"npc new {name} creature {creature.name} count {count}" if creature else ""


def _names_roaming_foe(words: Sequence[str], context: Context) -> bool:
    """True for words whose last names a creature, or what roams in any dungeon, as `ghouls`."""
    last = singularise_name(words[-1])
    is_known = find_creature(last, context.read_creatures()) is not None
    return is_known or last in load_phrases().groups["roaming"]


def _list_creature_names(context: Context) -> list[str]:
    return [name for each in context.read_creatures() for name in list_creature_names(each)]


def may_name_new_foe(words: Sequence[str], vocabulary: Vocabulary) -> bool:
    """True for words of which none is of something known, but a place."""
    meanings = {kind for word in words for kind in vocabulary.find_meanings(word)}
    phrases = load_phrases()
    small = {*_NO_NAMES, *phrases.articles, *phrases.pronouns, *phrases.subjects}
    return meanings <= {"place", "spot", "creature", "npc", "group"} and small.isdisjoint(words)


@cache
def _compile_new_foe_lines() -> tuple[re.Pattern[str], ...]:
    """`four drowned monks attack`, `they run into 2d4 giant rats`."""
    groups = load_phrases().groups
    coming = join_verb_forms(verb.split()[0] for verb in groups["come"])
    attacking = join_verb_forms((*groups["assault"], "rise", "lurk", "join"))
    many, any_one = rf"(?P<count>{COUNT})", rf"(?P<count>{COUNT}|{ANY})"
    there = rf"{BEGUN}(?:there (?:is|are) )?"
    found = (
        rf"{there}{many} {NAME} (?:{coming})(?: out| up| in)?{WHERE}",
        rf"{there}{any_one} {NAME} (?:{attacking})(?: out| up)?{WHERE}",
        rf"{BEGUN}{_MEETING} {many} {NAME}",
        rf"{BEGUN}{_SUFFERING} {any_one} {NAME}",
        rf"(?P<roaming>fight) {many} {NAME}",
        rf"{there}{many} {NAME}(?P<roaming> {_STANDING})",
    )
    return tuple(re.compile(each, re.IGNORECASE) for each in found)


def join_verb_forms(verbs: Iterable[str]) -> str:
    return "|".join(sorted({form for verb in verbs for form in inflect_verb(verb)}))
