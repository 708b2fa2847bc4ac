"""The phrasebook, phrases.toml: ways to say a word, and the line that each means.

A *way* is one to four words, as `puts out`, found anywhere in a line, in any order. A *pattern* is
the line it means, with places in capitals for what else the line must hold, as `snuff [WHO] THING`.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

import msgspec
import tomli
from msgspec import Struct, field

Words = tuple[str, ...]


_SPELLINGS = (
    (r"^((?:(?:so|ok|and|but|well|oh|hey),? )?)(?:wat|wot|wut)('?s)?\b", r"\1what\2"),
    (r"\b(?:insted|instaed)\b", "instead"),
    (r"(?<!\w)'?em\b", "them"),
    (r"\bdmg\b", "damage"),
    (r"\barmor(ed|ers?)?\b", r"armour\1"),
    (r"\b(?:w/|w(?= (?:his|her|their|my|our|the|a|an)\b))", "with"),
    (r"(?<=[a-z]) (?:n|'n'|n') (?=[a-z])", " and "),
    (r"\bno[ -]?one(?:s|'s)(?= (?:on|at|in|up|out|off)\b)", "nobody is"),
    (r"\bno[ -]?one\b", "nobody"),
    (r"\b(is|are|was|were|has|have|had|do|does|did|could|would|should|ca|wo)nt\b", r"\1n't"),
    (r"\b(they|you)re\b", r"\1're"),
    (r"\b(they|you|we|i)ve\b", r"\1 have"),
    (r"\b(he|she)s\b", r"\1's"),
    (r"\bim\b", "i'm"),
    (r"\b(what|that|who|where|how|it|there)'?s\b", r"\1 is"),
    (
        r"(?<=\w)'s (over|done|gone|out|off|lit|dark|back|here|away|dead|down|up|finished)\b",
        r" is \1",
    ),
    (r"\b(what|who|where|how|when)'d\b", r"\1 did"),
    (r"\b(\w+)'ve\b", r"\1 have"),
    (r"\blets\b", "let's"),
    (r"\ban hour and a half\b", "90 minutes"),
    (r"\bhalf an? hour\b|\bhalf hour\b", "30 minutes"),
    (r"\bhalf a day\b(?!['’])", "12 hours"),
    (r"\b(a )?quarter of an hour\b", "15 minutes"),
)


class WayOfSaying(Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to `say` something, and the lines that they mean: the first whose places are filled
    by what else was said."""

    say: Words
    lines: Words


class Refused(Struct, frozen=True, forbid_unknown_fields=True):
    """Whole lines that no line of the companion's does: `why`, and what to type instead."""

    say: Words
    why: str
    hint: str


class Topic(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be asked about: the `keys` of which a question holds one, the other `words` that it
    may hold, and the lines that answer."""

    keys: Words
    lines: Words
    words: Words = ()


class Phrases(Struct, frozen=True, forbid_unknown_fields=True):
    """All of phrases.toml."""

    fillers: Words
    comments: Words
    articles: Words
    groups: dict[str, Words]
    numbers: dict[str, int]
    shares: dict[str, str]
    coins: dict[str, Words]
    spans: dict[str, Words]
    links: dict[str, Words]
    keywords: dict[str, dict[str, Words]]
    bearers: dict[str, Words]
    archetypes: dict[str, Words]
    ordinals: dict[str, int]
    pauses: Words
    denials: frozenset[str]
    next_times: Words
    actions: Words
    transacting: Words
    mishaps: Words
    whereabouts: frozenset[str]
    doing: frozenset[str]
    transitive: Words
    suffering: Words
    passive: Words
    negations: Words
    remarks: Words
    planning: Words
    conjunctions: Words
    reasons: Words
    manners: frozenset[str]
    qualifying: frozenset[str]
    pronouns: Words
    subjects: Words
    records: frozenset[str]
    questions: Words
    question_words: Words
    requests: Words
    interjections: Words
    asking: Words
    treasures: Words
    materials: Words
    food: Words
    openers: Words
    closers: Words
    circumstances: dict[str, Words]
    supposing: frozenset[str]
    hypothetical: frozenset[str]
    having: Words
    intending: Words
    moves: Words
    hints: dict[str, Words]
    patterns: dict[str, str]
    openings: dict[str, Words]
    lines: dict[str, Words]
    trades: frozenset[str]
    refusals: tuple[Refused, ...]
    topics: tuple[Topic, ...]
    ways: tuple[WayOfSaying, ...]
    irregular: dict[str, Words] = field(default_factory=dict)


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


def expand_contractions(text: str) -> str:
    """A text with `what's` and `whats` as `what is`, and times as a number and a unit."""
    return respell(text, _SPELLINGS)


Respellings = tuple[tuple[str, str], ...]
"""Patterns, and what is written instead of what they find; one after the other, case-blind."""


def respell(text: str, respellings: Respellings) -> str:
    """A text with everything that the patterns find written otherwise."""
    any_of_them, each = _compile_respellings(respellings)
    if any_of_them.search(text):  # in most lines there is none
        for written, plain in each:
            text = written.sub(plain, text)
    return text


@cache
def _compile_respellings(
    respellings: Respellings,
) -> tuple[re.Pattern[str], list[tuple[re.Pattern[str], str]]]:
    any_of_them = re.compile("|".join(written for written, _ in respellings), re.IGNORECASE)
    return any_of_them, [(re.compile(r, re.IGNORECASE), plain) for r, plain in respellings]


def respell_numbers(text: str) -> str:
    """A text with its number words in digits."""
    numbers = load_phrases().numbers
    return re.sub(r"[A-Za-z]+", lambda found: str(numbers.get(found[0].lower(), found[0])), text)


@cache
def load_phrases() -> Phrases:
    """The phrases, read when a line needs them for the first time."""
    return msgspec.convert(tomli.loads(_read_data("phrases.toml")), Phrases)


def _read_data(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


@cache
def _list_ordinary_words() -> frozenset[str]:
    lines = _read_data("ordinary.txt").splitlines()
    listed = {word for line in lines if not line.startswith("#") for word in line.split()}
    return frozenset(form for word in listed for form in inflect_verb(word))


def is_ordinary(word: str) -> bool:
    """True for an English word that is no slip of one of the companion's, as `shuts` of shouts."""
    return word in _list_ordinary_words()


@cache
def index_ways() -> dict[str, dict[str, list[Way]]]:
    """Every way by its first word as phrases.toml has it and by the second; where there is none,
    by ""."""
    found: dict[str, dict[str, list[Way]]] = {}
    for rank, each in enumerate(load_phrases().ways):
        patterns = tuple(tuple(map(parse_pattern, line.split(" | "))) for line in each.lines)
        for said in dict.fromkeys(chain.from_iterable(map(list_alternatives, each.say))):
            words = tuple(word for word in said.split() if word != "is")
            first, second, *_ = (*words, "", "")
            found.setdefault(first, {}).setdefault(second, []).append(Way(words, patterns, rank))
    return found


@cache
def index_first_words() -> dict[str, Words]:
    """The first words of ways by each of their forms; one with = stands for itself alone."""
    found: dict[str, Words] = {}
    for first in index_ways():
        for form in (first[1:],) if first.startswith("=") else inflect_verb(first) if first else ():
            found[form] = (*found.get(form, ()), first)
    return found


def list_alternatives(said: str) -> list[str]:
    """Every way that is said in one: `turn/switch (it) on` is four."""
    return [" ".join(filter(None, words)) for words in product(*_list_places(said))]


def _list_simple_alternatives(said: str) -> Iterator[str]:
    """The same, as simple as can be. Each word is simplified once, and not in every way with it."""
    places = (
        dict.fromkeys(" ".join(simplify_phrase(respell_numbers(word).split())) for word in place)
        for place in _list_places(said)
    )
    return (" ".join(filter(None, words)) for words in product(*places))


def _list_places(said: str) -> Iterator[Words]:
    """The words that may stand in each place of a way; "" for none."""
    for word in expand_contractions(said).split():
        is_free = word.startswith("(")
        yield ("", *_list_choices(word[1:-1])) if is_free else _list_choices(word)


def _list_choices(word: str) -> Words:
    """The words of which one may stand here; `$gain` is a group."""
    groups = load_phrases().groups
    found = (groups[each[1:]] if each.startswith("$") else (each,) for each in word.split("/"))
    return tuple(chain.from_iterable(found))


@cache
def index_whole_phrases() -> dict[str, str]:
    """The line of each whole phrase, as simple as can be; with = before one that means nothing else
    only where nothing stands before it."""
    return {
        phrase: line
        for line, said in load_phrases().lines.items()
        for phrase in chain.from_iterable(map(_list_simple_alternatives, said))
    }


@cache
def index_refusals() -> dict[str, Refused]:
    """What is refused by each whole phrase, as simple as can be."""
    return {
        phrase: refused
        for refused in load_phrases().refusals
        for phrase in chain.from_iterable(map(_list_simple_alternatives, refused.say))
    }


def simplify_phrase(words: Iterable[str]) -> list[str]:
    """The words of a whole phrase without articles and `is`, as `the fight's over`."""
    bare = (word.removesuffix("'s") for word in words if word != ",")
    return [word for word in bare if word not in (*load_phrases().articles, "is", "are")]


class Subject(NamedTuple):
    """What may be asked about: the other words that may stand beside its keys, and the patterns
    that answer."""

    words: frozenset[str]
    way: Way


@cache
def index_subjects(*, alone: bool) -> dict[str, list[tuple[Words, Subject]]]:
    """What may be asked about by the first word of each key in every form; only by keys that need
    no question if `alone`."""
    found: dict[str, list[tuple[Words, Subject]]] = {}
    for rank, topic in enumerate(load_phrases().topics):
        words = frozenset(form for word in topic.words for form, *_ in inflect_way(word))
        patterns = tuple((parse_pattern(line),) for line in topic.lines)
        if alone:  # nothing but what the subject is asked about
            patterns = tuple((_keep_required(line),) for (line,) in patterns)
        subject = Subject(words, Way((), patterns, rank))
        for key in chain.from_iterable(map(list_alternatives, topic.keys)):
            for form in inflect_way(key.removeprefix("+")) if key[0] == "+" or not alone else ():
                found.setdefault(form[0], []).append((form, subject))
    return found


def _keep_required(pattern: Pattern) -> Pattern:
    return Pattern(tuple(each for each in pattern.pieces if each.is_required))


@cache
def list_way_words() -> frozenset[str]:
    """Every word of every way."""
    every = (way for seconds in index_ways().values() for ways in seconds.values() for way in ways)
    return frozenset({*index_first_words(), *(word for way in every for word in way.words[1:])})


def inflect_way(said: str) -> list[Words]:
    """A way with its verb, the first word, in each of its forms; a way in quotes only as it is."""
    first, *rest = [word for word in expand_contractions(said).split() if word != "is"] or [""]
    if not first:
        return [()]
    if first.startswith("="):
        return [(first[1:], *rest)]
    return [(each, *rest) for each in inflect_verb(first)]


@lru_cache(8192)
def inflect_verb(verb: str) -> Words:
    """`drop`, `drops`, `dropped`, `dropping`, and past forms that phrases.toml lists."""
    stem = verb.removesuffix("e")
    doubled = verb[-1] if re.search(r"[^aeiou][aeiou][bdgklmnprt]$", verb) else ""
    forms = {verb, f"{verb}s", f"{verb}es", f"{stem}ed", f"{stem}ing"}
    forms |= {f"{verb}{doubled}{ending}" for ending in ("ed", "ing")}
    if re.search(r"[^aeiou]y$", verb):
        forms |= {f"{verb[:-1]}ies", f"{verb[:-1]}ied"}
    return (*sorted(forms), *load_phrases().irregular.get(verb, ()))


@cache
def is_past_form(word: str) -> bool:
    """True for a verb in the past, as `found`; not for one that is the same today, as `hit`."""
    irregular = load_phrases().irregular
    is_listed = any(
        word in forms and word not in (*irregular, "has") for forms in irregular.values()
    )
    return is_listed or (word.endswith("ed") and len(word) > len("need"))


@cache
def list_action_forms() -> frozenset[str]:
    """Every form of the verbs of what somebody does."""
    return frozenset(form for verb in load_phrases().actions for form in inflect_verb(verb))


@cache
def list_verbs() -> frozenset[str]:
    """Every form of the verbs of what somebody does, or what befalls them."""
    mishaps = (form for verb in load_phrases().mishaps for form in inflect_verb(verb))
    return frozenset({*list_action_forms(), *index_first_words(), *mishaps})


@cache
def index_hints() -> dict[str, str]:
    """The word of the companion that each form of a verb is near to."""
    hints = load_phrases().hints
    return {form: word for word, verbs in hints.items() for v in verbs for form in inflect_verb(v)}


@cache
def list_transitive_forms() -> frozenset[str]:
    """The forms by which somebody does something to another; `hit` alone may be done to them."""
    phrases = load_phrases()
    verbs = [verb for each in phrases.transitive for verb in _list_choices(each)]
    forms = {form for verb in verbs for form in inflect_verb(verb) if form != verb}
    return frozenset(forms | {verb for verb in verbs if verb in phrases.irregular.get(verb, ())})


@cache
def list_suffering_forms() -> frozenset[str]:
    """The forms by which somebody has something done to them."""
    return frozenset(form for verb in load_phrases().suffering for form in inflect_verb(verb))


@cache
def list_negations() -> frozenset[str]:
    """The words after which nothing is as it is said."""
    return frozenset(load_phrases().negations)


@cache
def parse_pattern(text: str) -> Pattern:
    """A pattern out of phrases.toml: places in capitals; in brackets what may be missing; in round
    ones what may be said besides, or with `!` must be."""
    pieces = []
    for at, part in enumerate(re.findall(r"\[[^\]]*\]|\([^)]*\)|\S+", text)):
        found = re.fullmatch(r"([^A-Z]*?)(~?[A-Z]+6?…?)([^A-Z]*)", part.strip("[]()!"))
        before, place, after = found.groups() if found else (part, "", "")
        is_required = part[0] not in "[(" or part.startswith("(!")
        pieces.append(Piece(before, place, after, is_required, part[0] == "(", at))
    return Pattern(tuple(pieces))
