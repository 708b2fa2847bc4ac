"""A fight that begins by surprise, told in clauses: `4 goblins attack, the party is surprised`; and
what is done first in it, `2 goblins at the stair, we surprise them, bree hits g1`."""

import re

from companion.errant.singulars import singularise_name
from companion.grammar.context import Context
from companion.grammar.phrases.phrase_reading import find_first_reading
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary

_OURS = r"(?:the |our )?(?:company|party|group|camp|heroes|players?|pcs?|errants?|adventurers?|lot)"
_US = rf"(?:us|everyone|everybody|{_OURS})"
_WE = rf"(?:we|everyone|everybody|{_OURS})"
_THEM = r"(?:them|it|him|her|(?P<struck>the [a-z]+|[a-z]+s))"
_THEY = r"(?:they|it|he|she|(?P<foe>the [a-z]+|[a-z]+s))"
_BE = r"(?:['’]re| are|['’]s| is| get| gets| got| were| was)?(?: all| totally| completely)?"
_UNAWARE = r"(?:surprised|caught (?:out|off guard|unawares|by surprise|napping|flat[- ]footed))"
_HOW = r"(?: by surprise| unawares| off guard| from behind)"
_CATCH = rf"(?:surprises?|ambush(?:es)?|jumps?|gets? the (?:drop|jump) on|catch(?:es)?(?=.*{_HOW}))"
_SURPRISES = tuple(
    (re.compile(rf"(?i)(?:and |but |so )?(?:{said})[.!]?"), surprise)
    for said, surprise in (
        (r"no surprise|(?:nobody|no one|none)(?:['’]s| is| are)? surprised", "none"),
        (rf"(?:{_THEY} )?{_CATCH} {_US}{_HOW}*|{_WE}{_BE} {_UNAWARE}|from behind", "npcs"),
        (r"they (?:have|get|got) (?:the )?surprise", "npcs"),
        (rf"(?:{_WE} )?{_CATCH} {_THEM}{_HOW}*", "company"),
        (rf"{_THEY}{_BE} {_UNAWARE}", "company"),
        (r"(?:we|the party|the company) (?:have|has|get|gets|got) (?:the )?surprise", "company"),
    )
)
"""How it is told in a clause who surprises whom."""
_CUT = re.compile(r"\s*[,;.!]\s+(?:(?:and|but|so|then)\s+)?|\s+(?:and|but)\s+")
_PLACE = r"(?: (?:at|in|on|by|from|out of|near|behind|under) (?:the|an?) [a-z' -]+)?"
_MEETING = rf"(?:they|{_WE}) (?:meets?|sees?|faces?|runs? into)"
_FOES = re.compile(
    rf"(?i)(?:(?:it['’]?s|there['’]?s|there are|here comes?|{_MEETING}"
    r"|fight|suddenly|ambush(?: by)?) )?(?P<foes>(?:an?|\d+) [a-z' -]+?)"
    rf"{_PLACE}(?: (?:attacks?|appears?|comes?(?: at us| in| out)?|jumps? out|charges?|leaps? out"
    rf"|rush(?:es)?|springs? out|bursts? (?:in|out)|pounces?))?{_PLACE}"
    r"(?: (?:us|the party|the company))?[.!]?"
)
"""Who begins a fight in which somebody is surprised."""
_SPRUNG = re.compile(
    rf"(?i)(?P<foes>(?:an?|\d+) (?!more )[a-z' -]+?) (?:surprises?|jumps?|(?:springs?|drops?) on"
    rf"|(?:sneaks?|creeps?) up on|gets? the (?:drop|jump) on) {_US}{_HOW}*{_PLACE}[.!]?"
)
"""Foes who surprise the Company, in one clause: `4 goblins jump us`."""
_BEINGS = frozenset(["creature", "npc", "group"])
_FIGHT = "fight "


def split_fight_by_surprise(typed: str, context: Context) -> tuple[str, ...]:
    """The line of a fight with who surprises whom, and a line for each clause behind that; nothing
    in a fight, for a question, and for who cannot be fought."""
    if context.campaign.book.combatants or "?" in typed or not context.is_guide:
        return ()
    typed = write_numbers_in_digits(typed.strip())
    sprung = _SPRUNG.fullmatch(typed)
    is_known = sprung is not None and _is_foe(sprung["foes"], context)
    if sprung and is_known and (begun := _write_fight(sprung["foes"], context)):
        return (f"{begun} surprise npcs",)
    clauses = [each for each in _CUT.split(typed) if each]
    for at, clause in enumerate(clauses[1:], 1):
        foes = ", ".join(clauses[:at])
        if surprise := _find_surprise(clause, foes):
            begun = _write_fight(foes, context)
            return (f"{begun} surprise {surprise}", *clauses[at + 1 :]) if begun else ()
    return ()


def _is_foe(said: str, context: Context) -> bool:
    """True for a creature, or for somebody, of whom there is a name."""
    noun = singularise_name(said.casefold().split()[-1])
    return not _BEINGS.isdisjoint(build_vocabulary(context).find_meanings(noun))


def _find_surprise(clause: str, foes: str) -> str:
    """Who surprises in this clause, by the word of a fight; "" for none, and where whoever is named
    is not one of these foes: `they jump the wall`."""
    for pattern, surprise in _SURPRISES:
        if said := pattern.fullmatch(clause):
            named = said.groupdict().get("foe") or said.groupdict().get("struck") or ""
            noun = singularise_name(named.casefold().removeprefix("the "))
            known = {singularise_name(word) for word in foes.casefold().split()}
            return surprise if not noun or noun in known else ""
    return ""


def _write_fight(said: str, context: Context) -> str:
    """The line by which these foes are fought; "" for any other words."""
    foes = _FOES.fullmatch(said)
    for words in (said, f"{_FIGHT}{foes['foes']}" if foes else ""):
        line = find_first_reading(words, context) if words else ""
        if line.startswith(_FIGHT) and " surprise " not in line:
            return line
    return ""
