"""The phrasebook, phrases.toml: ways to say a word, and the line that each means.

A *way* is one to four words, as `puts out`, found anywhere in a line, in any order. A *pattern* is
the line it means, with places in capitals for what else the line must hold, as `snuff [WHO] THING`.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, product
from typing import NamedTuple

from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import Refused, Words, load_phrases
from companion.grammar.phrases.phrasebook.word_forms import (
    expand_word_group,
    inflect_verb,
    inflect_way_of_saying,
    list_action_verb_forms,
    list_mishap_verb_forms,
)


class Pattern(NamedTuple):
    """A line with places: each is literal words and the place after them, if there is one."""

    pieces: "tuple[Piece, ...]"

    @property
    def places(self) -> Words:
        """The places to fill, in their order."""
        return tuple(each.place for each in self.pieces if each.place)


class Piece(NamedTuple):
    """A part of a pattern: `before` and `after` stand at the place, as `=`. What `is_dropped` is
    said, and does not stand in the line. `at` is where it stands."""

    before: str
    place: str
    after: str = ""
    is_required: bool = True
    is_dropped: bool = False
    at: int = 0


class Way(NamedTuple):
    """One way to say something, word by word, and the patterns it may mean: several together where
    none is likelier. The first word stands for all its forms, with = for itself alone."""

    words: Words
    patterns: tuple[tuple[Pattern, ...], ...]
    rank: int


class _Row(NamedTuple):
    """Ways that mean the same, as phrases.toml has them."""

    said: Words
    patterns: tuple[tuple[Pattern, ...], ...]
    rank: int


@cache
def index_ways_by_second_word(first: str) -> dict[str, list[Way]]:
    """Every way that begins with a word, as phrases.toml has it, by its second word; where there is
    none, by "". All of them are ninety thousand: those of a word are listed when a line says it."""
    found: dict[str, list[Way]] = {}
    for said, patterns, rank in _index_rows_by_first_word()[first]:
        for way in dict.fromkeys(_expand_each(said)):
            if not way.startswith((first, "is")):
                continue
            words = _split_way_into_words(way)
            begun, second, *_ = (*words, "", "")
            if begun == first:
                found.setdefault(second, []).append(Way(words, patterns, rank))
    return found


def _split_way_into_words(way: str) -> Words:
    """The words of a way; an `is` need not be said."""
    words = way.split()
    return tuple(word for word in words if word != "is") if "is" in words else tuple(words)


@cache
def _index_rows_by_first_word() -> dict[str, list[_Row]]:
    found: dict[str, list[_Row]] = {}
    for rank, each in enumerate(load_phrases().ways):
        patterns = tuple(tuple(map(parse_line_pattern, line.split(" | "))) for line in each.lines)
        by_first: dict[str, list[str]] = {}
        for said in each.say:
            for first in _list_first_words(said):
                by_first.setdefault(first, []).append(said)
        for first, ways in by_first.items():
            found.setdefault(first, []).append(_Row(tuple(ways), patterns, rank))
    return found


def _list_first_words(said: str) -> list[str]:
    """The words with which the ways that are said in one begin; "" for a way of no words."""
    found: dict[str, None] = {}
    for place in _list_words_by_place(said):
        ways = [*map(_split_way_into_words, _expand_each(place))]
        found |= dict.fromkeys(words[0] for words in ways if words)
        if all(ways):
            return [*found]
    return [*found, ""]


def _expand_each(said: Iterable[str]) -> Iterator[str]:
    return chain.from_iterable(map(expand_phrase_alternatives, said))


@cache
def index_first_words_by_inflected_form() -> dict[str, Words]:
    """The first words of ways by each of their forms; one with = stands for itself alone."""
    found: dict[str, Words] = {}
    for first in _index_rows_by_first_word():
        for form in (first[1:],) if first.startswith("=") else inflect_verb(first) if first else ():
            found[form] = (*found.get(form, ()), first)
    return found


def expand_phrase_alternatives(said: str) -> list[str]:
    """Every way that is said in one: `turn/switch (it) on` is four."""
    found = [" ".join(filter(None, words)) for words in product(*_list_words_by_place(said))]
    return [
        each
        for one in found
        for each in (expand_phrase_alternatives(one) if "/" in one else (one,))
    ]  # a group may hold alternatives too


def _list_simple_alternatives(said: str) -> Iterator[str]:
    """Every way that is said in one, with its words simplified: each word once, and not again in
    every way with it."""
    places = (
        dict.fromkeys(
            " ".join(simplify_phrase(write_numbers_in_digits(word).split())) for word in place
        )
        for place in _list_words_by_place(said)
    )
    return (" ".join(filter(None, words)) for words in product(*places))


def _list_words_by_place(said: str) -> Iterator[Words]:
    """The words that may stand in each place of a way; "" for none."""
    for word in said.split():
        is_free = word.startswith("(")
        yield ("", *expand_word_group(word[1:-1])) if is_free else expand_word_group(word)


@cache
def index_lines_by_whole_phrase() -> dict[str, str]:
    """The line of each whole phrase, as simple as can be; with = before one that means nothing else
    only where nothing stands before it."""
    return {
        phrase: line
        for line, said in load_phrases().lines.items()
        for phrase in chain.from_iterable(map(_list_simple_alternatives, said))
    }


@cache
def index_refused_phrases() -> dict[str, Refused]:
    """What is refused by each whole phrase, as simple as can be."""
    return {
        phrase: refused
        for refused in load_phrases().refusals
        for phrase in chain.from_iterable(map(_list_simple_alternatives, refused.say))
    }


def simplify_phrase(words: Iterable[str]) -> list[str]:
    """The words of a whole phrase without articles and `is`, as `the fight's over`."""
    unsaid, bare = _list_omittable_words(), (word.removesuffix("'s") for word in words)
    return [word for word in bare if word not in unsaid]


@cache
def _list_omittable_words() -> frozenset[str]:
    return frozenset([*load_phrases().articles, "is", "are", ","])


class Subject(NamedTuple):
    """What may be asked about: the other words that may stand beside its keys, and the patterns
    that answer."""

    words: frozenset[str]
    way: Way


@cache
def index_question_subjects(*, alone: bool) -> dict[str, list[tuple[Words, Subject]]]:
    """What may be asked about by the first word of each key in every form; only by keys that need
    no question if `alone`."""
    found: dict[str, list[tuple[Words, Subject]]] = {}
    for rank, topic in enumerate(load_phrases().topics):
        words = frozenset(form for word in topic.words for form, *_ in inflect_way_of_saying(word))
        patterns = tuple(tuple(map(parse_line_pattern, line.split(" | "))) for line in topic.lines)
        if alone:  # nothing but what the subject is asked about
            patterns = tuple(tuple(map(_drop_optional_pieces, lines)) for lines in patterns)
        subject = Subject(words, Way((), patterns, rank))
        for key in _expand_each(topic.keys):
            for form in (
                inflect_way_of_saying(key.removeprefix("+")) if key[0] == "+" or not alone else ()
            ):
                found.setdefault(form[0], []).append((form, subject))
    return found


def _drop_optional_pieces(pattern: Pattern) -> Pattern:
    """A pattern with nothing but what must be filled."""
    return Pattern(tuple(each for each in pattern.pieces if each.is_required))


@cache
def list_words_of_all_ways() -> frozenset[str]:
    """Every word of every way of the phrasebook."""
    later = frozenset(
        word
        for way in load_phrases().ways
        for said in way.say
        for at, place in enumerate(_list_words_by_place(said))
        for words in _expand_each(place)
        for word in _split_way_into_words(words)[0 if at else 1 :]
    )
    return later.union(index_first_words_by_inflected_form())


@cache
def list_deed_verb_forms() -> frozenset[str]:
    """Every form of the verbs of what somebody does, or what befalls them."""
    mishaps = list_mishap_verb_forms()
    return frozenset({*list_action_verb_forms(), *index_first_words_by_inflected_form(), *mishaps})


@cache
def index_command_hints_by_verb() -> dict[str, str]:
    """The word of the companion that each form of a verb is near to."""
    hints = load_phrases().hints
    return {form: word for word, verbs in hints.items() for v in verbs for form in inflect_verb(v)}


@cache
def parse_line_pattern(text: str) -> Pattern:
    """A pattern out of phrases.toml: places in capitals; in brackets what may be missing; in round
    ones what may be said besides, or with `!` must be."""
    pieces = []
    for at, part in enumerate(re.findall(r"\[[^\]]*\]|\([^)]*\)|\S+", text)):
        found = re.fullmatch(r"([^A-Z]*?)(~?[A-Z]+6?…?)([^A-Z]*)", part.strip("[]()!"))
        before, place, after = found.groups() if found else (part, "", "")
        is_required = part[0] not in "[(" or part.startswith("(!")
        pieces.append(Piece(before, place, after, is_required, part[0] == "(", at))
    return Pattern(tuple(pieces))
