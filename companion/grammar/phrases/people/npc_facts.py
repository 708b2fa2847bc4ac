"""What is told of somebody who is no Errant: what they want, what they are called, and by
which Morale it is asked whether they bolt."""

import re
from collections.abc import Iterator
from itertools import dropwhile

from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.people.pronouns import resolve_pronoun
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary, split_name_into_words
from companion.grammar.phrases.phrasebook.word_forms import (
    index_links_by_preposition,
    list_stop_words,
)
from companion.text_cleaning import quote_name

_WANTING = re.compile(
    r"(?i)(?P<who>(?:[\w'’-]+ ){0,2}?[\w'’-]+?) (?:(?:really|just|only|also|still|now|mostly) )*"
    r"(?:wants?|is after|yearns for|longs for) "
    r"(?!to (?:fight|attack|kill|leave|go|talk|speak|know|see|buy|sell|trade|join|flee|run|rest)\b)"
    r"(?P<what>(?!(?:in|out|more|it|that|this|none|nothing)\b)[^\d?,;]+)"
)
_NAMED = re.compile(
    r"(?i)(?:(?:so|and|oh|ok|well)[, ]+)*"
    r"(?:(?:his|her) name(?:['’]?s| is)|(?:he|she)(?:['’]?s| is) (?:called|named)"
    r"|(?:the|this|that) (?:old |young )?(?P<noun>\w+)(?:['’]s| is) (?:called|named)) "
    r"(?P<name>[a-z]\w+)[.!]?"
)
_EXISTING = re.compile(
    r"(?P<there>[Tt]here(?:['’]s| is|['’]s also| is also) )?"
    r"[Aa]n? (?P<what>(?:[a-z-]+ )??(?P<noun>[a-z-]+))"
    r" (?:called|named|by the name of) (?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)"
    r"(?:(?P<lives>,? (?:who |that )?(?:living|lives|dwelling|dwells|works|working))?"
    r"(?: here| (?:in|at) (?P<where>[\w'’ -]+))"
    r"|(?P<is_here> (?:sits|stands|waits|leans|kneels|hides|sleeps)"
    r"(?: (?:here|there|(?:in|on|at|by|near|under|behind|beside) (?:the|an?) [\w'’-]+))?"
    r"| (?:walks|comes|turns|shows|steps) (?:up|in|over|along|by)(?: to (?:us|them))?"
    r"| appears| approaches(?: us| them)?| greets (?:us|them)))?[.!]?"
)
"""Who there is, as `there is a ferryman called Jory living in Reedmarket`, or comes up."""
_MET = re.compile(
    r"(?i)(?:(?:so|and|then|now)[, ]+)*(?:we|they|the (?:company|party|players)) "
    r"(?:meet|met|run into|bump into|come across) (?P<name>[a-z][\w'’-]*),? "
    r"the (?P<what>(?:[a-z-]+ )??(?P<noun>[a-z-]+))[.!]?"
)
"""Whom the Company meets, as `we meet odo the hermit`."""
_MET_BY_NAME = re.compile(r"(?i)(?:meet|encounter) (?P<name>[\w'’ -]+?)[.!]?")
"""Somebody known who is met, as `encounter old pike`."""
_NEW_LIVING = re.compile(
    r"(?i)(?:(?:add|make|create) )?(?:an? )?(?:new npc|npc new)[:,]? (?P<name>[^,;:]+?),? "
    r"(?:(?:who|he|she|that) )?(?:living|lives|dwelling|dwells|staying|stays|is|works) "
    r"(?:in|at) (?P<where>[\w'’ -]+?)[.!]?"
)
"""Who is new, and where they live, as `new npc Sister Maud, lives in Reedmarket`."""
_NEW_AT = re.compile(
    r"(?i)(?:(?:add|make|create) )?(?:an? )?(?:new npc|npc new) (?:in|at) "
    r"(?P<where>[\w'’ -]+)[,;:] (?:called |named )?(?P<name>[\w'’ -]+?)[.!]?"
)
"""The same with the place first, as `new npc at the chapel, Sister Maud`."""
_STATTED = re.compile(
    r"(?i)(?:(?P<count>\d+|an?|one|the) )?(?P<name>[a-z][\w'’-]*(?: [a-z][\w'’-]*){0,2}?)[,:;] ?"
    r"(?:hp (?P<hp>\d+)|(?P<of>\d+) ?hp)(?: each| apiece)?"
    r"(?:,? (?P<attack>bites?|claws?|stings?|slams?|fists?|kicks?|gores?|tails?|horns?|beaks?"
    r"|talons?|teeth|tusks?|touch|sword|axe|spear|club|dagger|mace|bow|knife|hammer|weapon)?"
    r" ?(?P<die>\d?d\d+(?:\+\d+)?))?"
    r"(?:,? morale (?P<morale>\d+))?[.!]?"
)
"""A foe with what is needed to fight it, as `giant spider, 12 hp, bite d8, morale 6`."""
_CHASING = re.compile(
    r"(?i)(?P<who>[\w'’ -]+?) (?:chases|pursues|runs after|comes after|hunts)"
    r" (?:us|them|the (?:company|party))(?: (?:down|through|along|out of|into) [^\d,;?]+)?[.!]?"
)
"""Who hunts the Company, as `pike chases them down the stair`."""
_NOBODY = frozenset(["it", "they", "he", "she", "we", "others", "everyone", "some", "poison"])
"""Words that are in the name of no foe."""
_BOLTING = (
    r"\b(?:bolt|flee|run|break|hold|crack|lose|stay|stand|fight on|give|yield|surrender|panic)"
)
_MORALE_TOLD = re.compile(
    r"(?i)(?P<who>[\w'’ -]+?) morale(?:['’]?s| is| of| at|:)? ?(?P<number>\d+)[,;:.] ?(?P<what>.+)"
)
_MORALE = (
    r"(?:roll |check |test |make )?(?:an? |his |her |their |its )?morale(?: roll| check| test)?"
)
_MORALE_LAST = re.compile(rf"(?i)(?P<rest>.+?)[?,;:.!]+ ?{_MORALE}[?.! ]*")
_MORALE_FIRST = re.compile(rf"(?i){_MORALE}[,;:.!]+ ?(?P<rest>.+?)[?.! ]*")
_MORALE_IS = re.compile(r"(?i)[, ]+(?:theirs|it|its|his|hers|their morale)?(?:['’]s| is) (\d+)$")
_ARTICLES = ("the", "a", "an")
_OF_ONE = ("he", "she", "his", "her", "him", "he's", "she's")
_ASKING = ("does", "do", "will", "would", "is", "are", "so", "and", "then", "roll", "if")


def list_npc_fact_lines(typed: str, vocabulary: Vocabulary, context: Context) -> Iterator[Words]:
    """The line of what is told of an NPC; both where somebody new may be meant as well."""
    if named := _NAMED.fullmatch(typed.strip()):
        yield from _list_naming_lines(named, vocabulary, context)
    if there := _EXISTING.fullmatch(typed.strip()):
        yield from _list_npc_creation_lines(there, vocabulary, context)
    if met := _MET.fullmatch(typed.strip()):
        name, is_folk = met["name"], met["noun"].casefold() in _list_folk()
        written = quote_name(f"{name[:1].upper()}{name[1:]}")
        is_new = is_folk and not vocabulary.is_known(name.casefold())
        yield from [(f"npc new {written} note {met['what']}",)] if is_new else []
    by_name = _MET_BY_NAME.fullmatch(typed.strip())
    npc = (
        _find_npc(split_name_into_words(by_name["name"]), vocabulary, context) if by_name else None
    )
    yield from [(f"npc {quote_typed_name(npc)} met yes",)] if npc else []
    if living := _NEW_LIVING.fullmatch(typed.strip()) or _NEW_AT.fullmatch(typed.strip()):
        where = [w for w in split_name_into_words(living["where"]) if w not in _ARTICLES]
        place = vocabulary.find_meanings(*where).get("place", "")
        yield from [(f"npc new {quote_name(living['name'])} at {place}",)] if place else []
    if foe := _STATTED.fullmatch(write_numbers_in_digits(typed.strip())):
        yield from _list_foe_creation_lines(foe, vocabulary)
    hunts = None if context.campaign.book.combatants else _CHASING.fullmatch(typed.strip())
    npc = _find_npc(split_name_into_words(hunts["who"]), vocabulary, context) if hunts else None
    yield from [(f"chase pursuers {quote_typed_name(npc)}",)] if npc else []
    wanting = None if "?" in typed else _WANTING.fullmatch(typed.strip(" .!"))
    npc = _find_npc(split_name_into_words(wanting["who"]), vocabulary, context) if wanting else None
    if wanting and npc:
        yield (f"npc {quote_typed_name(npc)} wants {wanting['what']}",)
    spelled = write_numbers_in_digits(typed.strip())
    told = _MORALE_TOLD.fullmatch(spelled)
    if told and re.search(_BOLTING, told["what"].casefold()):
        npc = _find_npc(split_name_into_words(told["who"]), vocabulary, context)
        yield from [(f"morale {quote_typed_name(npc)} is {told['number']}",)] if npc else []
    elif asked := _MORALE_LAST.fullmatch(spelled) or _MORALE_FIRST.fullmatch(spelled):
        words = [word for word in split_name_into_words(asked["rest"]) if word not in _ASKING]
        ends = (npc for at in (2, 1) if (npc := _find_npc(words[:at], vocabulary, context)))
        said = _MORALE_IS.search(asked["rest"])
        yield from (
            (f"morale {quote_typed_name(npc)}{f' is {said[1]}' if said else ''}",) for npc in ends
        )


def _list_naming_lines(
    said: re.Match[str], vocabulary: Vocabulary, context: Context
) -> Iterator[Words]:
    """The lines by which somebody is called so: who is talked with, or met, or somebody new."""
    name, noun = said["name"], (said["noun"] or "").casefold()
    word = name.casefold()
    is_small = word in list_stop_words() or word in index_links_by_preposition()
    is_known = vocabulary.is_known(word) and name.islower()
    if is_small or is_known or (noun and noun not in load_phrases().groups["folk"]):
        return
    written = quote_name(f"{name[:1].upper()}{name[1:]}")
    npc = resolve_pronoun(context)
    new = f"npc new {written}"
    yield (f"npc {quote_typed_name(npc)} name {written}", new) if npc else (new,)


def _list_npc_creation_lines(
    said: re.Match[str], vocabulary: Vocabulary, context: Context
) -> Iterator[Words]:
    """The line that makes an NPC of whom it is told who they are, and where they live."""
    name, where = said["name"], said["where"]
    called = split_name_into_words(where) if where else ()
    place = vocabulary.find_meanings(*called).get("place", "") if called else ""
    is_new = not vocabulary.find_meanings(*split_name_into_words(name))
    is_here = said["there"] or said["lives"] or said["is_here"]
    if said["noun"] in _list_folk() and is_new and bool(where) == bool(place) and is_here:
        place = place or context.campaign.place_here if said["lives"] else place
        at = f" at {place}" if place else ""
        yield (f"npc new {quote_name(name)}{at} note {said['what']}",)


def _list_foe_creation_lines(said: re.Match[str], vocabulary: Vocabulary) -> Iterator[Words]:
    """The line that makes a foe of whom more is told than the HP; nothing for who is known."""
    words, groups = split_name_into_words(said["name"]), load_phrases().groups
    roams = singularise_name(words[-1]) in groups["roaming"]
    is_new = roams or not any(vocabulary.is_known(word) for word in words)
    is_name = all(map(str.isalpha, words)) and _NOBODY.isdisjoint(words)
    if not (is_new and is_name) or not (said["die"] or said["morale"]):
        return
    count = f" count {said['count']}" if (said["count"] or "").isdecimal() else ""
    attack = f" attacks {said['attack'] or 'weapon'} {said['die']}" if said["die"] else ""
    morale = f" morale {said['morale']}" if said["morale"] else ""
    hp = said["hp"] or said["of"]
    yield (f"npc new {quote_name(said['name'])}{count} hp {hp}{attack}{morale}",)


def _find_npc(words: Words | list[str], vocabulary: Vocabulary, context: Context) -> Npc | None:
    """Whom these words name: an NPC, or who is talked with by a pronoun; None for anybody else."""
    small = {*load_phrases().openers, *load_phrases().articles}
    bare = [re.sub(r"['’]s?$", "", word) for word in words]
    bare = [*dropwhile(lambda word: word in small, bare)]
    if bare and bare[0] in _OF_ONE:
        return resolve_pronoun(context) if len(bare) == 1 or words[0] in _OF_ONE else None
    npc_id = vocabulary.find_meanings(*bare).get("npc", "") if bare else ""
    return next((each for each in context.campaign.world.npcs if each.id == npc_id), None)


def _list_folk() -> frozenset[str]:
    """What people are, or are hired as, as `hermit` and `porter`."""
    return frozenset([*load_phrases().groups["folk"], *load_phrases().trades])
