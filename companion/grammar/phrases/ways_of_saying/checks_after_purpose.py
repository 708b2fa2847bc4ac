"""Checks and saves that are said after what they are for: `can wim climb that? phys, dv 4`."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

from companion.grammar.command_words import WORDS
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary

_OTHER_BEINGS = {"npc", "creature"}
_NO_REASONS = frozenset(
    ["check", "checks", "save", "saves", "saving", "resist", "resists", "if", "not", "threat"]
) | {"chance", "chances", "odds", "likely", "versus", "vs", "against"}
"""Words with which the first half says more than what it is for."""
_SAVING = re.compile(r"(?i)\bsav(?:e|ing)\b")


def list_check_lines_after_purpose(typed: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The line of a Check, or a save, by the one Errant who is named in what it is for."""
    if not _compile_attribute_names().search(typed):  # in most lines there is none
        return
    plain = write_numbers_in_digits(typed.strip())
    for asked in filter(None, (each.fullmatch(plain) for each in _compile_chance_questions())):
        asker = vocabulary.find_meanings(asked["who"].casefold())
        if "person" in asker:
            dv = f" dv {asked['dv']}" if asked["dv"] else ""
            word = "save" if _SAVING.search(asked[0]) else "check"
            yield f"{word} {asker['person']} {_find_attribute(asked['attribute'])}{dv} ?"
            return
    said = _compile_purpose_and_check().fullmatch(plain)
    if said is None:
        return
    words = re.findall(r"[\w'’-]+", said["why"].casefold())
    if not words or words[0] in WORDS or not _NO_REASONS.isdisjoint(words):
        return
    names = [vocabulary.find_meanings(re.sub(r"['’]s?$", "", word)) for word in words]
    people = {name["person"] for name in names if "person" in name}
    if len(people) != 1 or any(_OTHER_BEINGS & name.keys() for name in names):
        return
    attribute = _find_attribute(said["attribute"])
    word = "save" if said["kind"] == "save" else "check"
    dv = f" dv {said['dv']}" if said["dv"] else ""
    position = f" {said['position'].casefold()}" if said["position"] else ""
    yield f"{word} {people.pop()} {attribute}{dv}{position}"


def _find_attribute(typed: str) -> str:
    """The Attribute that people call so."""
    attributes = load_phrases().keywords["attribute"]
    return next(name for name, called in attributes.items() if typed.casefold() in called)


@cache
def _compile_attribute_names() -> re.Pattern[str]:
    names = "|".join(chain.from_iterable(load_phrases().keywords["attribute"].values()))
    return re.compile(rf"(?i)\b(?:{names})\b")


@cache
def _compile_purpose_and_check() -> re.Pattern[str]:
    keywords = load_phrases().keywords
    attributes = "|".join(name for called in keywords["attribute"].values() for name in called)
    positions = "|".join(keywords["position"])
    return re.compile(
        rf"""(?xi) (?P<why> \S.*?) \s* (?: [?,:;.] | \ - )+ \s*
        (?: (?: and|so|make|roll|needs?|call|it's|it\ is|that's|that\ is|give\ me|it\ a|for) \  )*
        (?: an?\  )? (?: (?P<position> {positions}) \  )?
        (?P<attribute> {attributes}) (?: \  (?P<kind> check|save|roll) )?
        (?: ,?\  (?: (?:at|with)\  )? (?: an?\  )? (?: dv|difficulty )\  (?P<dv> \d+) )?
        (?: ,?\  (?: please|then) )? [.!?]?"""
    )


@cache
def _compile_chance_questions() -> tuple[re.Pattern[str], ...]:
    """How the chance of a Check is asked: after what it is for, or with its Attribute last."""
    attribute = "|".join(chain.from_iterable(load_phrases().keywords["attribute"].values()))
    attribute = rf"(?:best\ )?(?P<attribute>{attribute})\b"
    being = r"(?:['’]?[sd]|['’]re|\ (?:is|are|were|would|will|might|could))"
    what = rf"(?:(?:what|how\ good){being}?\ )?"
    chances = r"(?:chances?|odds|likelihood)"
    dv = r"(?:(?:at|of|on|with|against)\ )?(?:an?\ )?(?:dv\ )?(?P<dv>\d+)\??"
    who = r"(?P<who>[a-z]+)['’]?s"
    return (
        re.compile(
            rf"(?xi){who}\ {attribute}[^?]*?[\s,.;:…-]+{what}"
            rf"(?:(?:her|his|their|the)\ )?{chances}\ {dv}"
        ),
        re.compile(
            rf"(?xi)(?!.*\bthreat\b){what}{who}\ {chances}(?:\ be)?,?\ (?:at|on|of|with|for|to)"
            rf"\ (?:[^?]*\ )?{attribute}(?:\ check|\ roll)?(?:,?\ {dv}|\??)"
        ),
    )
