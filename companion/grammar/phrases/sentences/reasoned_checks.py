"""Checks and saves that are said after what they are for: `can wim climb that? phys, dv 4`."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

from companion.grammar.command_words import WORDS
from companion.grammar.phrases.book.phrases_file import load_phrases
from companion.grammar.phrases.book.respelling import respell_numbers
from companion.grammar.phrases.book.vocabulary import Vocabulary

_OTHERS = {"npc", "creature"}
_NO_REASONS = frozenset(
    ["check", "checks", "save", "saves", "saving", "resist", "resists", "if", "not"]
) | {"chance", "chances", "odds", "likely", "versus", "vs", "against"}
"""Words with which the first half says more than what it is for."""


def list_reasoned_checks(typed: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The line of a Check, or a save, by the one Errant who is named in what it is for."""
    if not _compile_names().search(typed):  # in most lines there is none
        return
    said = _compile_terms().fullmatch(respell_numbers(typed.strip()))
    if said is None:
        return
    words = re.findall(r"[\w'’-]+", said["why"].casefold())
    if not words or words[0] in WORDS or not _NO_REASONS.isdisjoint(words):
        return
    names = [vocabulary.names.get((re.sub(r"['’]s?$", "", word),), {}) for word in words]
    people = {name["person"] for name in names if "person" in name}
    if len(people) != 1 or any(_OTHERS & name.keys() for name in names):
        return
    attributes = load_phrases().keywords["attribute"]
    attribute = next(
        a for a, called in attributes.items() if said["attribute"].casefold() in called
    )
    word = "save" if said["kind"] == "save" else "check"
    dv = f" dv {said['dv']}" if said["dv"] else ""
    position = f" {said['position'].casefold()}" if said["position"] else ""
    yield f"{word} {people.pop()} {attribute}{dv}{position}"


@cache
def _compile_names() -> re.Pattern[str]:
    names = "|".join(chain.from_iterable(load_phrases().keywords["attribute"].values()))
    return re.compile(rf"(?i)\b(?:{names})\b")


@cache
def _compile_terms() -> re.Pattern[str]:
    keywords = load_phrases().keywords
    attributes = "|".join(name for called in keywords["attribute"].values() for name in called)
    positions = "|".join(keywords["position"])
    return re.compile(
        rf"""(?xi) (?P<why> \S.*?) \s* (?: [?,:;.] | \ - )+ \s*
        (?: (?: and|so|make|roll|needs?|call|it's|it\ is|that's|that\ is|give\ me|it\ a|for) \  )*
        (?: an?\  )? (?: (?P<position> {positions}) \  )?
        (?P<attribute> {attributes}) (?: \  (?P<kind> check|save|roll) )?
        (?: ,?\  (?: (?:at|with)\  )? (?: an?\  )? dv\  (?P<dv> \d+) )?
        (?: ,?\  (?: please|then) )? [.!?]?"""
    )
