"""What somebody of the Company does, said in one way: `bree hits the goblin` for `bree is hitting
the goblin`, `let bree hit the goblin` and `bree quickly hits the goblin`."""

import re
from collections.abc import Iterable
from functools import lru_cache

from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.ways_and_patterns import list_deed_verb_forms
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb, list_negation_words
from companion.grammar.phrases.whole_line_phrases import expand_contracted_is

_INTENDING = re.compile(
    r"(?i)(?P<who>\w+)"
    r"(?:['’]ll| will|(?:['’](?:s|re|m)| is| are| am)? (?:going to|gonna)| decides? to)"
    r" (?!(?:be|have|not|lose|get|suffer|need|fall|die|pay|sell|attack|drink)\b"
    r"|take\b(?! (?:the|an?|his|her)\b))(?=\w)"
)
"""What somebody is about to do; what befalls them, and what they only promise, is no such thing."""
_LATER = (
    *("tomorrow", "later", "soon", "once", "after", "before", "when", "until", "till", "next"),
    *("if", "unless", "maybe", "might", "would", "tonight"),
)
"""What is meant with one of these is not done now."""
_STATES = (
    *("be", "bleed", "breathe", "burn", "carry", "choke", "die", "do", "drown", "feel", "go"),
    *("have", "hold", "lie", "look", "lose", "miss", "sit", "sleep", "stand", "suffer", "wait"),
    *("wear", "wound"),
)
"""Verbs that tell how somebody is, where they are said with `is`."""
_DOUBLING = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprt]$")
"""Short verbs whose last letter is doubled, as `hitting`."""


def write_deed_plainly(text: str, doers: Iterable[str]) -> str:
    """A line in which one of the `doers`, as `bree`, does what they are said to do. What is asked
    with a question mark, is not done or is done later stays as it is."""
    words = re.findall(r"[\w'’]+", text.casefold())
    if not {"?", '"'}.isdisjoint(text) or not {*list_negation_words(), *_LATER}.isdisjoint(words):
        return text
    names = [*doers]
    said = _write_one_deed(text, _write_pattern_of_names(tuple(names)))
    return said if said != text else _drop_intention(text, names)


@lru_cache(maxsize=4)  # the same Company does all that is said
def _write_pattern_of_names(names: tuple[str, ...]) -> str:
    """A pattern of any of these names."""
    return "|".join(map(re.escape, names))


def _write_one_deed(text: str, names: str) -> str:
    """What one of these does as a line begins, without what stands before the verb."""
    said = re.match(
        rf"(?i)(?:and )?(?P<let>(?:let|have) )?(?P<who>{names})(?P<is> is)?(?P<dash> -)?"
        r" (?P<manner>[a-z]+ly )?(?P<verb>[a-z]+)(?P<rest>(?![\w'’-]).*)",
        expand_contracted_is(text),
    )
    if said is None or said["rest"].startswith(" check"):
        return text
    if said["is"] and said["rest"].split()[:1] in (["low"], ["out"]):  # that is how much is left
        return text
    if said["manner"] and said["manner"].strip().casefold() not in load_phrases().manners:
        return text
    verb = said["verb"].casefold()
    is_plain = _find_plain_verb(verb) == verb
    if said["is"]:
        plain = _find_plain_verb(verb) if verb.endswith("ing") else ""
        is_state = plain in _STATES or plain in load_phrases().mishaps
        verb = "" if is_state or plain in ("", verb) else _write_third_person(plain)
    elif verb not in list_deed_verb_forms() or (said["let"] and not is_plain):
        return text  # `have wim eaten` asks
    elif is_plain and (said["let"] or said["dash"]):
        verb = _write_third_person(verb)
    return f"{said['who']} {verb}{said['rest']}" if verb else text


def _find_plain_verb(word: str) -> str:
    """`hit` of `hits` and `hitting`, for a verb of what somebody does; "" for any other word."""
    stems = [word, *(word.removesuffix(end) for end in ("s", "es", "d", "ed", "ing"))]
    stems += [f"{word.removesuffix(end)}e" for end in ("ing", "ed")]
    stems += [f"{word.removesuffix(end)}y" for end in ("ies", "ied")]
    stems += [word.removesuffix(end)[:-1] for end in ("ing", "ed")]
    known = [
        each for each in dict.fromkeys(stems) if each in list_deed_verb_forms() and each != word
    ]
    bases = [each for each in known if word in inflect_verb(each)]
    bases = [each for each in bases if not (_DOUBLING.search(each) and word == f"{each}ing")]
    bases += [verb for verb, forms in load_phrases().irregular.items() if word in forms]
    is_own = word in bases or not bases
    return (word if word in list_deed_verb_forms() else "") if is_own else bases[0]


def _write_third_person(verb: str) -> str:
    if re.search(r"(?:s|x|z|ch|sh|o)$", verb):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


def _drop_intention(text: str, names: list[str]) -> str:
    """A line in which somebody does what they are about to do: `bree climb down` for `bree is going
    to climb down`. A story stays as it is, as `bree will step in the hole, 2 damage`."""
    said = _INTENDING.match(text)
    if said is None or "," in text or said["who"].casefold() not in {"we", "i", *names}:
        return text
    return f"{said['who']} {text[said.end() :]}"
