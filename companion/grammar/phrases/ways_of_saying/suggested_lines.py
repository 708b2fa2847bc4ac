"""Suggests lines made of the parts of one that is not understood: they say less than it, and
nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, pairwise

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.phrases_file import is_figure_of_speech, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import Pattern, Way
from companion.grammar.phrases.phrasebook.word_forms import list_stop_words
from companion.grammar.phrases.sentences.counts_joined_to_things import merge_counts_into_parts
from companion.grammar.phrases.sentences.noun_phrases import Part, split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.ways_of_saying.left_out_values import Implied
from companion.grammar.phrases.ways_of_saying.pattern_filling import fill_pattern
from companion.grammar.phrases.ways_of_saying.way_matching import find_ways
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import Malformed, Refusal

_FREE = ("NAME", "UNKNOWN", "STORY", "HIDEOUT", "STAND", "TREASURE", "BEINGS", "WHERE", "REASON")
"""Places that take words nobody knows."""
_OF_PEOPLE = ("WHO", "PAYER", "GAINER", "KEEPER", "LOSER", "EATER", "OWNER", "TO", "INTO", "FORWHO")
_BETWEEN = ("to", "from", "vs", "by")
"""Links of whom something goes to or comes from: nothing is offered without them."""
_PARTICLES = frozenset(["away", "back", "off", "over", "around", "along", "together", "through"])
_THING = "thing"
_NPC = "NPC"
DEMONSTRATIVES = ("this", "that", "these", "those")
_THIRD_PERSONS = frozenset(["him", "them", "us", "me", "her"])
_CHOOSING = frozenset(
    ["last", "one", "ones", "other", "others", "another", "some", "each", "both", "either", "half"]
)
_TIMES = frozenset(["after", "when", "while", "once", "before", "until", "so"])
_AMOUNTS = {"number", "coins"}
_BEINGS = {"person", "npc", "creature"}
_WORTH, _COINS = "worth", "coins "
_MOST_WAYS, _MOST_READ = 24, 12
"""So many are tried at most: a refusal must come at once."""


@cache
def list_words_without_deed() -> frozenset[str]:
    """The words by which nobody says what is to be done, as `up`, `for` and `what`."""
    phrases = load_phrases()
    listed = (
        *(phrases.asking, phrases.openers, phrases.closers, phrases.questions, phrases.requests),
        *(phrases.negations, phrases.interjections, phrases.subjects, phrases.pronouns),
        *phrases.links.values(),
        phrases.numbers,
    )
    said = {word for each in chain.from_iterable(listed) for word in each.split()}
    return list_stop_words() | _PARTICLES | said


def drop_lines_not_meant(lines: Sequence[str], typed: str) -> list[str]:
    """The lines without those whose word is only a figure of speech, and without the coins that
    something is said to be worth."""
    is_worth = _WORTH in typed.casefold().split()
    return [
        line
        for line in lines
        if not (is_worth and line.startswith(_COINS))
        and not is_figure_of_speech(line.partition(" ")[0], typed)
    ]


def list_suggested_lines(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, near: Sequence[str]
) -> list[str]:
    """The one line that holds the most of what was said, by a way that was really said or by a
    word that is `near` to a verb of it; none where nobody or nothing is left of it."""
    if is_too_qualified_to_shorten(tokens, vocabulary):
        return []
    found: list[tuple[int, str]] = []
    tried = islice(_list_lines_with_part_counts(tokens, vocabulary, context, near), _MOST_READ)
    for size, line in tried:
        if all(size > other for other, _ in found) and is_typable_line(line, context):
            found.append((size, line))
    return [line for _, line in found[-1:]]


def is_too_qualified_to_shorten(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a line that may not be shortened: it tells what might be, of which of several, how
    or when it is, or what several do one after another."""
    phrases, words = load_phrases(), {token.word for token in tokens}
    kept = {*phrases.negations, *phrases.hypothetical, *phrases.denials, *phrases.qualifying}
    kept |= {
        *phrases.intending,
        *phrases.conjunctions,
        *phrases.ordinals,
        *phrases.groups["wounded"],
    }
    kept |= _CHOOSING | _TIMES
    is_adverb = any(each.endswith("ly") and each not in phrases.manners for each in words)
    return is_adverb or not kept.isdisjoint(words) or _count_deed_clauses(tokens, vocabulary) > 1


def _count_deed_clauses(tokens: Sequence[Token], vocabulary: Vocabulary) -> int:
    """How many clauses of a line say who does something."""
    ends = [at for at, token in enumerate(tokens) if token.word in (",", "and")]
    acting = {at for _, said in find_ways_saying_deed(tokens, vocabulary) for at in said}
    number = 0
    for begin, end in pairwise([-1, *ends, len(tokens)]):
        words = [token.word.removesuffix("'s") for token in tokens[begin + 1 : end]]
        is_named = any(_BEINGS & vocabulary.find_meanings(word).keys() for word in words)
        number += is_named and not acting.isdisjoint(range(begin + 1, end))
    return number


def _list_lines_with_part_counts(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context, near: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """Such lines, each with how many parts of what was said it holds."""
    if near:
        parts = split_into_parts(tokens, frozenset(), vocabulary)
        names = [_get_name_of_being(part) for part in parts if _get_name_of_being(part)]
        lines = [f"{word} {' on '.join(names[:count])}" for word in near for count in (2, 1)]
        yield from ((1, line) for line in lines if names and not line[-1].isdecimal())
        return
    seen = set[str]()
    for way, said in islice(find_ways_saying_deed(tokens, vocabulary), _MOST_WAYS):
        parts = split_into_parts(tokens, said, vocabulary)
        kept = [part for part in parts if part.meanings or part.link in _BETWEEN]
        others = [part for part in merge_counts_into_parts(kept) if _THING not in part.meanings]
        has_amount = any(_AMOUNTS & part.meanings.keys() for part in others)
        known = Implied(kept, context)
        for named in (kept, others) if has_amount and len(others) < len(kept) else (kept,):
            filled = (
                [_write_line_with_all_parts(e, named, known, tokens) for e in each]
                for each in way.patterns
            )
            for line in chain.from_iterable(lines for lines in filled if all(lines)):
                if (
                    " " in line
                    and "{" not in line
                    and line not in seen
                    and line.split()[0] in WORDS
                ):
                    seen.add(line)
                    yield len(named), line


def lacks_needed_npc(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True where what is said is done with an NPC, and none is named."""
    ways = [way for way, _ in islice(find_ways_saying_deed(tokens, vocabulary), _MOST_WAYS)]
    first = next((way.patterns[0][0] for way in ways if way.patterns), None)
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    is_named = any("npc" in part.meanings for part in parts)
    return first is not None and _NPC in first.places and not is_named


def _get_name_of_being(part: Part) -> str:
    """Who is meant by a part; "" for what is nobody."""
    return part.meanings.get("npc") or part.meanings.get("person") or ""


def find_positions_after_articles(tokens: Sequence[Token]) -> set[int]:
    """Where words stand right after an article or `this`: none of them is a verb."""
    leading = {*load_phrases().articles, *DEMONSTRATIVES}
    return {at for at, (before, _) in enumerate(pairwise(tokens), 1) if before.word in leading}


def find_ways_saying_deed(
    tokens: Sequence[Token], vocabulary: Vocabulary
) -> Iterator[tuple[Way, frozenset[int]]]:
    """The ways with a word that says what is done."""
    nouns = find_positions_after_articles(tokens)
    for way, said in find_ways(tokens, vocabulary):
        is_strong = any(tokens[at].word not in list_words_without_deed() for at in said)
        if is_strong and nouns.isdisjoint(said):
            yield way, said


def _write_line_with_all_parts(
    pattern: Pattern, parts: Sequence[Part], known: Mapping[str, str], tokens: Sequence[Token]
) -> str:
    """The line of a pattern with all these parts; where only who does it is missing, without them.
    "" where a part has no place."""
    if any(name.strip("~…").startswith(_FREE) for name in pattern.places):
        return ""
    if line := fill_pattern(pattern, parts, known):
        return line
    missing = [piece for piece in pattern.pieces if piece.place.strip("…") in _OF_PEOPLE]
    is_open = _THIRD_PERSONS.isdisjoint(token.word for token in tokens)
    is_named = any("person" in part.meanings for part in parts)
    if len(missing) != 1 or not is_open or is_named:
        return ""
    pieces = tuple(piece for piece in pattern.pieces if piece not in missing)
    return fill_pattern(Pattern(pieces), parts, known) or ""


def is_typable_line(text: str, context: Context) -> bool:
    """True for a line that a form reads, or that is asked for the one thing it lacks."""
    try:
        if (line := parse_typed_line(text)) is None:
            return False
        word = WORDS.find_word(line.word, whole=True)
        said = context._replace(word=word.name, arguments=line.arguments, rest=line.rest)
        word.read(line.arguments, said)
    except Malformed as refusal:
        return bool(refusal.hint.startswith("Try: ") and line and line.rest in refusal.hint)
    except Refusal:
        return False
    return True
