"""Reading a line as people say it: `bree drops two torches` is `drop bree torch x2`.

A line that fits no form is taken apart into a way to say something and what it speaks of. The first
of the ways whose pattern has a place for all of that is the line in the companion's own words.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, dropwhile

from companion.grammar.context import Context
from companion.grammar.line import quote_name
from companion.grammar.phrases.filling import fill_pattern
from companion.grammar.phrases.known import find_known
from companion.grammar.phrases.sentence import (
    Token,
    index_links,
    join_typed,
    mend_tokens,
    read_tokens,
    take_apart,
)
from companion.grammar.phrases.texts import list_actions, list_questions, list_texts
from companion.grammar.phrases.vocabulary import Vocabulary, build_vocabulary
from companion.grammar.phrases.ways import (
    Subject,
    Way,
    Words,
    index_idioms,
    index_ways,
    index_subjects,
    load_phrases,
    parse_pattern,
    respell_numbers,
    simplify,
)
from companion.grammar.words import WORDS

_MAX_TOKENS = 24
_MAX_CHARACTERS = 200
_POSSESSIVES = ("her", "his", "their", "my", "our", "the")
_ROLLED = re.compile(
    r",? (?:and )?(?:(?:the )?(?:event )?(?:die|dice) (?:showe?d?s?|says?|said|gives?|gave|came up"
    r"|comes up|rolled)|(?:we |i )?rolled|came up|comes up|showing)(?: an?)? (\d+)"
    r"(?: and (?:an? )?(\d+))?$"
)
_TURN_FIRST = re.compile(
    r"(?i)(?:next(?: turn| leg| round)|next(?=\s*[,:])|new turn|n(?:ex|x)t turn)(?: now| please)?\s*[,:]?\s+"
    r"(?:(?:we|they|party|the party)\b\s*)?(?=\S)"
)
"""`next turn, we search` is `next search`."""
_TURN_LAST = re.compile(r"(?i)(?:we|they) (\w+ .*\S) next")
"""`they search the altar next` is the same."""
_CHANCES = ("check ", "save ")
_OPEN_WORDS = ("turn", "price", "fate")
"""Words that read nearly any text: a longer way with one goes first, as `turn back an hour`."""
_ROLLING = ("next", "event", "check", "save", "turn", "talk", "react", "morale", "fetch", "seek")
"""Words whose line may tell of a roll at its end; any other keeps its text."""
_NOTING = ("note ", "note:", "write ", "remember ")
_FEW_WORDS = 3
_ENDING = ("quit", "errant remove", "npc remove", "faction remove")
_ADDING = ("coins ", "supply ", "exhaust ", "give ", "drop ")
_NO_WORDS = ("no", "do")
"""Beginnings of `note` and `done` by which people rarely mean these."""
_ALONE = "~"
"""The way to say nothing but a name and a thing."""
_NAMED = {"person", "npc", "faction", "place", "effect"}
_NO_INITIALS = frozenset("ai")


def list_idioms(typed: str, context: Context) -> Iterator[str]:
    """The lines of phrases that would be read as something else, as `next turn`."""
    shortened = _TURN_FIRST.sub("next ", typed, count=1)
    if last := _TURN_LAST.fullmatch(typed):
        yield f"next {last[1]}"
    if shortened != typed:
        yield from _list_rolled(shortened)
        yield shortened
    tokens = _read_tokens(typed, context)
    if typed.casefold().startswith(_NOTING) and not typed.startswith("note secret "):
        yield from (each for each in list_texts(typed) if each.startswith("note secret "))
    yield from (each for each in _list_idioms(tokens, context) if each != typed)
    if tokens and (tokens[0].word in _ROLLING or tokens[0].word not in WORDS):
        yield from _list_rolled(typed)
    vocabulary = build_vocabulary(context) if tokens else None
    is_any = vocabulary is not None and _is_no_word(tokens, vocabulary)
    if vocabulary and (is_any or tokens[0].word in _OPEN_WORDS):
        for way, said in _find_ways(tokens, vocabulary):
            if (len(way.words) > 1 and 0 in said) or is_any:
                yield from chain.from_iterable(_fill_way(way, said, tokens, vocabulary, context))


def list_readings(typed: str, context: Context) -> Iterator[Words]:
    """What a line may mean in the companion's own words, the likeliest first, each once; several
    together where none of them is likelier."""
    tokens = _read_tokens(typed, context)
    if not tokens:
        return
    vocabulary = build_vocabulary(context)
    is_asked = "?" in typed
    seen, said = {typed}, {token.word for token in tokens}
    for version in _list_versions(tokens, vocabulary):
        is_mended = version != tuple(tokens)
        text = typed if version == tuple(tokens) else _join_mended(tokens, version)
        for lines in _list_lines(text, version, vocabulary, context):
            lines = tuple(_ask(each) if is_asked else each for each in lines)
            lines = tuple(each for each in lines if _may_be_meant(each, said, is_mended=is_mended))
            readings = tuple(each for each in lines if each not in seen)
            seen.update(readings)
            if readings:
                yield readings


def _is_no_word(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a first word that is no word of the companion's here: `leave` where who leaves
    comes last, and `give` where something is taken from somebody."""
    words = [token.word for token in tokens]
    names = vocabulary.names.get((tokens[-1].word,), {})
    is_last = tokens[0].word == "leave" and len(tokens) > _FEW_WORDS and "person" in names
    return words[0] in _NO_WORDS or is_last or (words[0] == "give" and "from" in words)


def _list_versions(tokens: Sequence[Token], vocabulary: Vocabulary) -> Iterator[tuple[Token, ...]]:
    """The words as they were typed, and with more and more of them mended, each version once."""
    yield tuple(tokens)
    mended = tuple(mend_tokens(tokens, vocabulary))
    versions = (_mend_first(tokens, mended), mended, _name_initials(mended, vocabulary))
    yield from (each for each in dict.fromkeys(versions) if each != tuple(tokens))


def _may_be_meant(line: str, said: set[str], *, is_mended: bool) -> bool:
    """False for a line that changes something where it was told how things might be, or are; and
    for one that ends or takes back something, of which a word was mended."""
    if is_mended and line.startswith(_ENDING):
        return False
    phrases = load_phrases()
    if not said.isdisjoint(phrases.hypothetical):
        return False
    return said.isdisjoint(phrases.having) or not line.startswith(_ADDING)


def _ask(line: str) -> str:
    """A Check that is asked about is not rolled: its chance is told."""
    is_roll = line.startswith(_CHANCES) and " =" not in line and not line.endswith("?")
    return f"{line} ?" if is_roll else line


def _name_initials(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The words with the one Errant that each single letter begins, as `o` for Ondine."""
    named = list[Token]()
    for at, token in enumerate(tokens):
        bare = token.word.removesuffix("'s")
        is_initial = len(bare) == 1 and bare.isalpha() and bare not in _NO_INITIALS
        is_unit = at > 0 and tokens[at - 1].word.lstrip("+-").isdigit()
        people = vocabulary.initials.get(bare, "") if is_initial and not is_unit else ""
        named.append(token._replace(word=people) if people else token)
    return tuple(named)


def _mend_first(tokens: Sequence[Token], mended: Sequence[Token]) -> tuple[Token, ...]:
    """The words with only the first slip mended: the others may be names nobody knows yet."""
    slips = (at for at, token in enumerate(tokens) if token != mended[at])
    end = next(slips, 0) + 1
    return (*mended[:end], *tokens[end:])


def _read_tokens(typed: str, context: Context) -> list[Token]:
    """The words of a line that is short enough to be said."""
    if len(typed) > _MAX_CHARACTERS:
        return []
    tokens = read_tokens(typed, context.campaign.book.synonyms)
    return tokens if len(tokens) <= _MAX_TOKENS else []


def _list_lines(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[Words]:
    """The lines that these words may mean; several together where none of them is likelier."""
    yield from ((line,) for line in _list_idioms(tokens, context))
    if tokens and tokens[0].word in WORDS:
        yield (join_typed(_drop_openers(tokens)),)
    yield from ((line,) for line in list_texts(typed))
    for way, said in _find_ways(tokens, vocabulary):
        yield from _fill_way(way, said, tokens, vocabulary, context)
    plain = _drop_articles(tokens)
    if plain[:1] and plain[0].word != "give":  # that takes any words for a thing's name
        yield (_join(_drop_openers(plain) or plain),)
    yield from ((line,) for line in list_actions(typed, tokens, vocabulary))
    yield from ((line,) for line in list_questions(typed, tokens, vocabulary))


def _fill_way(
    way: Way,
    said: frozenset[int],
    tokens: Sequence[Token],
    vocabulary: Vocabulary,
    context: Context,
) -> Iterator[Words]:
    """The lines of the first patterns of a way in which all that was said has its place."""
    parts = take_apart(tokens, said, vocabulary)
    known = find_known(parts, context)
    for patterns in way.patterns:
        lines = [fill_pattern(each, parts, known) for each in patterns]
        if all(lines):
            text = " ".join(tokens[at].typed for at in sorted(said))
            yield tuple(line.replace("{said}", text) for line in lines if line)
            return


def _join_mended(tokens: Sequence[Token], mended: Sequence[Token]) -> str:
    """The words as they were typed, but for those that are mended."""
    pairs = zip(tokens, mended, strict=True)
    return join_typed(old if old == new else Token(new.word, new.word) for old, new in pairs)


def _join(tokens: Iterable[Token]) -> str:
    """Words as a line to type."""
    texts = (quote_name(token.typed) if token.is_quoted else token.word for token in tokens)
    return " ".join(texts).replace(" ,", ",")


def _list_idioms(tokens: Sequence[Token], context: Context) -> Iterator[str]:
    """The line of a whole phrase, with or without what people say before they come to it."""
    bare = [token for token in _drop_articles(tokens) if token.word != ","]
    for words in (bare, _drop_openers(bare)):
        idiom = index_idioms().get(" ".join(simplify(token.word for token in words)))
        if idiom and (line := fill_pattern(parse_pattern(idiom), (), find_known((), context))):
            yield line
    said = _drop_first_openers(bare)
    if said and len(said) < len(bare) and said[0].word in WORDS:
        yield join_typed(said)


def _list_rolled(typed: str) -> Iterator[str]:
    """The line with the faces that it tells of at its end, as `, and the die shows 3`."""
    if found := _ROLLED.search(respell_numbers(typed)):
        yield f"{found.string[: found.start()]} ={','.join(filter(None, found.groups()))}"


def _drop_articles(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.word not in load_phrases().articles]


def _drop_openers(tokens: Sequence[Token]) -> list[Token]:
    words = _drop_first_openers(tokens)
    while words and words[-1].word in load_phrases().openers:
        words.pop()
    return words


def _drop_first_openers(tokens: Sequence[Token]) -> list[Token]:
    openers = load_phrases().openers
    return list(dropwhile(lambda token: token.word in openers, tokens))


def _find_ways(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[tuple[Way, frozenset[int]]]:
    """The ways that a line says, each with the places of its words; those of more words first. A
    question finds what it asks about before them."""
    ways = index_ways()
    words = [
        token.word if token.word in ways else token.word.removesuffix("'s") for token in tokens
    ]
    is_bare = _list_leading_words().isdisjoint(token.word for token in tokens)
    ways_alone = (*(ways.get(_ALONE, ()) if is_bare else ()), *ways.get("", ()))
    found = [(way, frozenset[int]()) for way in ways_alone]
    for at, word in enumerate(words):
        if not _is_name(words, at, vocabulary):
            said = ((way, _find_words(way, at, words)) for way in ways.get(word, ()))
            found += [(way, places) for way, places in said if places is not None]
    asks = is_question(tokens)
    asked = _find_subjects(tokens, vocabulary, asks=asks)
    asked, found = (_sort_ways(each) for each in (asked, found))
    return [*asked, *found] if asks else [*found, *asked]


def _sort_ways(found: list[tuple[Way, frozenset[int]]]) -> list[tuple[Way, frozenset[int]]]:
    return sorted(found, key=lambda each: (-len(each[1]), each[0].rank))


def is_question(tokens: Sequence[Token]) -> bool:
    """True for a line that asks something, or to be shown something."""
    phrases = load_phrases()
    words = [token.word.removesuffix("'s") for token in tokens]
    words = list(dropwhile(lambda word: word in phrases.interjections, words))
    first = {*words[:1], " ".join(words[:2])}
    return not first.isdisjoint((*phrases.questions, *phrases.requests))


def _find_subjects(
    tokens: Sequence[Token], vocabulary: Vocabulary, *, asks: bool
) -> list[tuple[Way, frozenset[int]]]:
    """What a line asks about, with the places of all words that ask."""
    words = [
        token.word.removesuffix("'s")
        if _NAMED.isdisjoint(vocabulary.names.get((token.word,), {}))
        else ""
        for token in tokens
    ]
    keys: dict[Subject, set[int]] = {}
    for at, word in enumerate(words):
        for key, subject in index_subjects(alone=not asks).get(word, ()):
            if tuple(words[at : at + len(key)]) == key:
                keys.setdefault(subject, set()).update(range(at, at + len(key)))
    asking = load_phrases().asking
    return [
        (
            subject.way,
            frozenset(
                {at for at, word in enumerate(words) if word in asking or word in subject.words}
                | places
            ),
        )
        for subject, places in keys.items()
    ]


@cache
def _list_leading_words() -> frozenset[str]:
    leading = {name for name, link in index_links().items() if link not in ("to", "for")}
    return frozenset({*load_phrases().fillers, *leading})


def _is_name(words: Sequence[str], at: int, vocabulary: Vocabulary) -> bool:
    """True for a word that is a name where it stands, as `in her hand`, or begins one of two."""
    if tuple(words[at : at + 2]) in vocabulary.names and at + 1 < len(words):
        return True
    before = words[at - 1] if at else ""
    leads = before in _POSSESSIVES or before in index_links()
    return leads and (words[at],) in vocabulary.names


def _find_words(way: Way, at: int, words: Sequence[str]) -> frozenset[int] | None:
    """Where the words of a way stand, with the first of them here; None if one is missing."""
    said = [at]
    for other in way.words[1:]:
        places = [place for place, word in enumerate(words) if word == other and place not in said]
        if not places:
            return None
        said.append(min(places, key=lambda place: (place < at, abs(place - at))))
    return frozenset(said)
