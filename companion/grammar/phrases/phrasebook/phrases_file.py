"""The file phrases.toml as it is read: how people say things, and the lines that they mean."""

import re
from functools import cache
from pathlib import Path

import msgspec
import tomli
from msgspec import Struct, field

Words = tuple[str, ...]


class WayOfSaying(Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to `say` something, and the lines that they mean: the first whose places are filled
    by what else was said."""

    say: Words
    lines: Words


class Refused(Struct, frozen=True, forbid_unknown_fields=True):
    """Whole lines that no line of the companion's does: `why`, and what to type instead. They are
    what to `say`, or whatever a pattern does `find`; its groups may stand in what to type."""

    why: str
    hint: str
    say: Words = ()
    find: str = ""


class Figure(Struct, frozen=True, forbid_unknown_fields=True):
    """A pattern of what is `said` in a line that is then none `of` these words: a figure of speech,
    or something that they would leave out."""

    of: Words
    said: str


class Topic(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be asked about: the `keys` of which a question holds one, the other `words` that it
    may hold, and the lines that answer."""

    keys: Words
    lines: Words
    words: Words = ()


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """What a question may be `about`, by a word or two of it; the other `words` that such a
    question may hold, and the `lines` that show it, the one that says the most first."""

    about: Words
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
    shorthand: dict[str, Words]
    titles: dict[str, Words]
    counting: frozenset[str]
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
    asides_before: Words
    asides_after: Words
    calls_before: Words
    adverbs_after: Words
    keeping: frozenset[str]
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
    figures: tuple[Figure, ...]
    refusals: tuple[Refused, ...]
    topics: tuple[Topic, ...]
    looks: tuple[Look, ...]
    ways: tuple[WayOfSaying, ...]
    irregular: dict[str, Words] = field(default_factory=dict)


@cache
def load_phrases() -> Phrases:
    """The phrases, read when a line needs them for the first time."""
    return msgspec.convert(tomli.loads(read_phrasebook_file("phrases.toml")), Phrases)


@cache
def compile_named_pattern(name: str) -> re.Pattern[str]:
    """The pattern of this name in the phrases, case-blind."""
    return re.compile(load_phrases().patterns[name], re.IGNORECASE)


def read_phrasebook_file(name: str) -> str:
    """The text of this file of the phrasebook."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def is_figure_of_speech(word: str, typed: str) -> bool:
    """True for a line that says a word of the companion's only in a figure of speech, and does not
    mean it."""
    figures = (each.said for each in load_phrases().figures if word in each.of)
    return any(re.search(said, typed, re.IGNORECASE) for said in figures)
