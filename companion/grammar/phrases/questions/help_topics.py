"""Finds the help for a line: the page about what it speaks of, and words that show it; and answers
a question about the rules by that page."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.help_pages_file import load_help_pages
from companion.grammar.phrases.misread_handovers import list_handing_verb_forms
from companion.grammar.phrases.phrasebook.normalized_spelling import respell
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import (
    Way,
    index_first_words_by_inflected_form,
    index_ways_by_second_word,
)
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb
from companion.grammar.phrases.sentences.noun_phrases import Part, split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.ways_of_saying.suggested_lines import (
    find_ways_saying_deed,
    is_typable_line,
    list_words_without_deed,
)
from companion.grammar.typed_line import parse_typed_line

_PAGES_OF_KINDS: Mapping[str, str] = {
    "effect": "effects",
    "creature": "fights",
    "npc": "people",
    "faction": "faction",
    "dv": "checks",
    "attribute": "checks",
    "dice": "dice",
    "coins": "market",
    "span": "turns",
    "turn": "turns",
}
"""The page about each kind of what a line names, the one that says the most first."""
_PAGES_OF_OTHERS: Mapping[str, str] = {
    "place": "turns",
    "carried": "packs",
    "thing": "packs",
    "person": "company",
}
"""The page about each kind that may be named in a line about anything, looked at last."""
_FIGHTS, _MARKET, _PEOPLE, _TURNS, _THING = "fights", "market", "people", "turns", "thing"
_PACKS = "packs"
_PLACES = {"WHO": "person", "NPC": "npc", "THING": "thing"}
_MOST_LOOKS = 3
_OF_THEIRS = {"person", "npc", "place", "faction", "effect"}
"""What is asked about is no rule where one of these is named."""
_IN_GENERAL = re.compile(r"(?i)\b(?:rules?|works?|what happens)\b")
"""How it is asked about what somebody carries, too, and not how much of it there is."""
_MANY = 3


def find_help_page(
    tokens: Sequence[Token],
    parts: Sequence[Part],
    vocabulary: Vocabulary,
    context: Context,
    *,
    is_question: bool,
) -> str:
    """The page of help about what a line speaks of: as people call it, in a fight that of fights,
    else by what is named, by what is done and by what goes on; "" for nothing known."""
    campaign, kinds = context.campaign, {kind for part in parts for kind in part.meanings}
    hands = not list_handing_verb_forms().isdisjoint(token.word for token in tokens[:2])
    if hands and not is_question and _THING in kinds:
        return _PACKS
    named = _list_named_pages(tokens)
    if found := next(
        (page for page in named if is_question or page not in _list_pages_for_questions_only()), ""
    ):
        return found
    if campaign.book.combatants:
        return _FIGHTS
    if found := next((page for kind, page in _PAGES_OF_KINDS.items() if kind in kinds), ""):
        return found
    ways = () if is_question else _list_pages_of_ways(tokens, vocabulary)
    if found := next(iter(ways), ""):
        return found
    if _THING in kinds and any(
        each.id == campaign.place_here for each in campaign.world.settlements
    ):
        return _MARKET
    if found := next((page for kind, page in _PAGES_OF_OTHERS.items() if kind in kinds), ""):
        return found
    return _PEOPLE if any(npc.is_in_negotiation for npc in campaign.world.npcs) else ""


def _list_named_pages(tokens: Sequence[Token]) -> Iterator[str]:
    if tokens[0].word in WORDS and tokens[0].word not in list_words_without_deed():
        yield tokens[0].word
    words = [token.word.removesuffix("'s") for token in tokens]
    pairs = (" ".join(pair) for pair in pairwise(words))
    yield from filter(None, map(_index_pages_by_name().get, (*pairs, *words)))


@cache
def _list_pages_for_questions_only() -> frozenset[str]:
    """The pages that only a question opens: `snow` in a story is no wish to roll weather."""
    return frozenset(name for each in load_help_pages().elsewhere for name in each.called)


@cache
def _index_pages_by_name() -> Mapping[str, str]:
    """The page of each name that people call it by, in every form of that."""
    pages, found = load_help_pages(), dict[str, str]()
    called = [(name, page) for page, names in pages.topics.items() for name in names]
    called += [(name, name) for each in pages.elsewhere for name in each.called]
    for name, page in called:
        first, _, rest = name.partition(" ")
        found.update({f"{form} {rest}".rstrip(): page for form in inflect_verb(first)})
    words = {word.name: word.subject for word in WORDS if not _has_many_meanings(word.name)}
    own = {**words, **{name: name for name in pages.subjects}}
    found = {**own, **found}
    return {name: page for name, page in found.items() if name not in list_words_without_deed()}


def _has_many_meanings(name: str) -> bool:
    """True for a word by which people mean things of many subjects, as `leave`."""
    ways = (
        index_ways_by_second_word(first)
        for first in index_first_words_by_inflected_form().get(name, ())
    )
    alone = (way for by_second in ways for way in by_second.get("", ()))
    return len({_find_subject_of_way(way) for way in alone} - {""}) >= _MANY


def _find_subject_of_way(way: Way) -> str:
    """The subject of the word that a way means; "" for none."""
    word = way.patterns[0][0].pieces[0].before.split(" ")[0]
    return WORDS.find_word(word).subject if word in WORDS else ""


def _list_pages_of_ways(tokens: Sequence[Token], vocabulary: Vocabulary) -> Iterator[str]:
    """The subjects of the words that a line says in another way; `6 feet` are only counted."""
    counted = {at for at, (before, _) in enumerate(pairwise(tokens), 1) if before.word.isdecimal()}
    for way, said in find_ways_saying_deed(tokens, vocabulary):
        words = [tokens[at].word for at in said]
        is_weak = not list_words_without_deed().isdisjoint(words) or not counted.isdisjoint(said)
        if not is_weak and not (len(words) == 1 and _has_many_meanings(words[0])):
            yield from filter(None, [_find_subject_of_way(way)])


def list_read_only_lines_for_page(page: str, parts: Sequence[Part], context: Context) -> list[str]:
    """Lines that show what a page is about, and change nothing."""
    looks = load_help_pages().looks
    subject = page if page in looks or page not in WORDS else WORDS.find_word(page).subject
    lines = (fill_pattern_with_parts(each, parts) for each in looks.get(subject or _TURNS, ()))
    return [line for line in lines if line and is_read_only_line(line, context)][:_MOST_LOOKS]


def fill_pattern_with_parts(pattern: str, parts: Sequence[Part]) -> str:
    """A line with the first of what is named in its place; "" where nothing is."""
    for place, kind in _PLACES.items():
        if re.search(rf"\b{place}\b", pattern):
            named = next((part.meanings[kind] for part in parts if kind in part.meanings), "")
            pattern = pattern.replace(place, named) if named else ""
    return pattern


def is_read_only_line(text: str, context: Context) -> bool:
    """True for a line that a form reads and that changes nothing as things stand."""
    line = parse_typed_line(text)
    if line is None or not is_typable_line(text, context):
        return False
    if line.word == "npc" and not line.arguments[1:]:
        return True
    if text == "fight":
        return bool(context.campaign.book.combatants)
    said = context._replace(word=line.word, arguments=line.arguments, rest=line.rest)
    form, values = WORDS.find_word(line.word).read(line.arguments, said)
    return form.is_read_only(values)


def list_turn_length_help_lines(typed: str) -> Iterator[str]:
    """The page about Turns, or nights, for `how long is an exploration turn`."""
    if asked := compile_named_pattern("length asked").fullmatch(typed.strip()):
        yield "help nights" if asked["night"] else "help turns"


def list_rule_help_lines(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary
) -> Iterator[str]:
    """The line that shows the page about what is asked; nothing for a question about somebody, and
    for one about what has no page."""
    asked = compile_named_pattern("rule asked").fullmatch(typed.strip())
    if asked is None:
        return
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    theirs = _OF_THEIRS if _IN_GENERAL.search(typed) else _OF_THEIRS | {"carried"}
    if any(not theirs.isdisjoint(part.meanings) for part in parts):
        return
    words = [token.word.removesuffix("'s") for token in tokens]
    named = (*(" ".join(pair) for pair in pairwise(words)), *words)
    pages = (
        page
        for index in (_index_pages_by_topic(), _index_words_by_form())
        for page in map(index.get, named)
    )
    if page := next(filter(None, pages), ""):
        yield f"help {page}"


def list_meaning_help_lines(typed: str, vocabulary: Vocabulary, *, is_done: bool) -> Iterator[str]:
    """The page about a word of the game of which somebody asks what it does, or else what it is, as
    that may ask how much of it there is; nothing for a name."""
    said = respell(typed.strip(), "turn")
    asked = compile_named_pattern("meaning asked").fullmatch(said)
    if asked is None or bool(asked["does"]) != is_done:
        return
    name = asked["name"].casefold()
    named = vocabulary.find_meanings(*name.split())
    page = (
        name
        if name in WORDS
        else _index_pages_by_topic().get(name) or _index_words_by_form().get(name)
    )
    tokens = [Token(word, word) for word in name.split()]
    parts = () if is_done else split_into_parts(tokens, frozenset(), vocabulary)
    is_carried = any("carried" in part.meanings for part in parts)  # of a torch: what it costs?
    if page and not is_carried and _OF_THEIRS.isdisjoint(named):
        yield f"help {page}"


@cache
def _index_pages_by_topic() -> Mapping[str, str]:
    """The page of each name that people call it by, in every form, and of each subject."""
    pages = load_help_pages()
    called = [(name, page) for page, names in pages.topics.items() for name in names]
    inflected = {form: page for name, page in called for form in inflect_verb(name)}
    return {**{name: name for name in pages.subjects}, **inflected, **dict(called)}


@cache
def _index_words_by_form() -> Mapping[str, str]:
    """Each word that has a page by its forms, as `watches`; none that says much else."""
    names = (word.name for word in WORDS if word.name not in list_words_without_deed())
    return {form: name for name in names for form in (name, *inflect_verb(name))}
