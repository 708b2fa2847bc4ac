"""The words of a line: without marks and remarks, with numbers in digits, and slips mended."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from companion.grammar.phrases.phrasebook.amounts import SIGNS, is_coin_or_time_unit
from companion.grammar.phrases.phrasebook.normalized_spelling import (
    expand_contractions_and_time_lengths,
    replace_marks,
    write_numbers_in_digits,
)
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import (
    index_lines_by_whole_phrase,
    simplify_phrase,
)
from companion.grammar.typed_line import begins_like_dice, tokenize
from companion.text_cleaning import quote_name

_ONE = ("a", "an", "another", "his", "her", "their")
_ARTICLES = ("a", "an", "another")  # `her supply` is all that she has
_PARTS_OF = ("of", "all")
_POINTS = ("supply", "fatigue", "exhaustion")
_DIE = re.compile(r"(d\d+)s?")
_CHANCES = ("likely", "probable", "chance", "chances", "odds", "likelihood", "probability")
_MAX_MENDED = 2
_CALLED = ("called", "named")  # what follows is a name, and no slip
_MAX_COMMENT = 8
_ONE_THAT = re.compile(r"(?i)\bthe (one) (?=(?:that|who|which)\b)")  # that is no number
METALS = ("silver", "gold", "copper")  # what things are made of, as `a silver ring`
_KEPT_FACE = re.compile(
    r"(?i)(?<!\S)([1-6])(?:\s*,\s*|\s+and\s+)([1-6])[\s,]+(?:and )?(?:we )?"
    r"(?:keep|take|use|count)s?(?:ing)? (?:the )?(?:low|high)?(?:er |est )?(?:one )?[\s,]*([1-6])$"
)


class Token(NamedTuple):
    """A word of a line: case-blind and mended, and as it was typed."""

    word: str
    typed: str
    is_quoted: bool = False


def read_tokens(typed: str, synonyms: Mapping[str, str], names: frozenset[str]) -> list[Token]:
    """The words of a line without marks; numbers in digits, but for those of `names` as they are
    written; and a table's `synonyms` as what they stand for."""
    text, numbers = typed, load_phrases().numbers
    for name in names:
        if _split_name_words(name)[1:]:
            text = _compile_name_in_digits(name).sub(" ".join(_split_name_words(name)), text)
    if re.search(r"(?i)\dd\d|side[dr]|\w d \w", text):
        text = write_numbers_in_digits(text)
    text = replace_marks(text)
    text = _KEPT_FACE.sub(_write_counted_faces, text)
    text = _replace_synonyms(expand_contractions_and_time_lengths(text), synonyms)
    named = {
        at
        for name in names
        for written in ("[ -]".join(map(re.escape, _split_name_words(name))),)
        for found in re.finditer(rf"(?<=\S ){written}(?!\w)|^{written} (?=\S)", text)
        if found.start() or _split_name_words(name)[1:]
        for at in range(*found.span())
    }
    named |= {found.start(1) for found in _ONE_THAT.finditer(text)}
    tokens = []
    for token in tokenize(text):
        is_quoted, word = text[token.start] in '"“«„', token.word.casefold()
        is_kept = is_quoted or token.start in named
        plain = word if is_kept else str(numbers.get(word, word))
        tokens.append(Token(plain, token.word, is_quoted))
    return _join_amount_words(_drop_comments(tokens))


def _write_counted_faces(found: re.Match[str]) -> str:
    """The faces of two Event Dice of which the lower is kept; of others only what is kept, for only
    that counts."""
    first, second, kept = found.groups()
    if kept not in (first, second):
        return found[0]
    return f"{first} and {second}" if kept == min(first, second) else kept


def _split_name_words(name: str) -> list[str]:
    return re.split(r"[ -]", name)


@lru_cache(maxsize=64)
def _compile_name_in_digits(name: str) -> re.Pattern[str]:
    """A name with its number words in digits, as `10 foot pole`."""
    words = map(re.escape, map(write_numbers_in_digits, _split_name_words(name)))
    written = "[ -]?".join("(?:foot|ft|feet|')" if word == "foot" else word for word in words)
    return re.compile(rf"(?<!\w){written}(?!\w)", re.IGNORECASE)


def _drop_comments(tokens: Sequence[Token]) -> list[Token]:
    """The words without what is said by the way, as `if you please`; a whole phrase as it is."""
    kept, at = list[Token](), 0
    while at < len(tokens):
        if (
            not kept
            and " ".join(simplify_phrase(token.word for token in tokens[at:]))
            in index_lines_by_whole_phrase()
        ):
            return [*tokens[at:]]
        said = _index_comments().get(tokens[at].word, ())
        words = tuple(token.word for token in tokens[at : at + _MAX_COMMENT])
        length = next((len(each) for each in said if words[: len(each)] == each), 0)
        kept += tokens[at : at + 1] if not length else ()
        at += length or 1
    return kept or list(tokens)


@cache
def _index_comments() -> Mapping[str, list[tuple[str, ...]]]:
    """What is said by the way, by its first word, the longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for words in sorted(map(_split_comment_words, load_phrases().comments), key=len, reverse=True):
        found.setdefault(words[0], []).append(words)
    return found


def _split_comment_words(comment: str) -> tuple[str, ...]:
    return tuple(token.word for token in tokenize(expand_contractions_and_time_lengths(comment)))


def _replace_synonyms(text: str, synonyms: Mapping[str, str]) -> str:
    """A text with a table's own words, and their plurals, as what they stand for. What stands there
    then is not replaced again."""
    if not synonyms:
        return text
    meant = {synonym.casefold(): words for synonym, words in synonyms.items()}
    spoken = _compile_synonyms(tuple(meant))
    return spoken.sub(lambda found: f"{meant[found[1].casefold()]}{found[2]}", text)


@lru_cache(maxsize=4)
def _compile_synonyms(synonyms: tuple[str, ...]) -> re.Pattern[str]:
    either = "|".join(map(re.escape, sorted(synonyms, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)({either})(s?)(?!\w)", re.IGNORECASE)


def _join_amount_words(tokens: Sequence[Token]) -> list[Token]:
    """The words with `a week` as `1 week`, and `2 d6 plus 1` as `2d6+1`."""
    joined: list[Token] = []
    for token in _join_dice_words(tokens):
        before = joined[-1].word if joined else ""
        is_coin = is_coin_or_time_unit(token.word) and (
            token.word not in METALS or token is tokens[-1]
        )
        is_coin = is_coin or (token.word in _POINTS and before in _ARTICLES)
        is_share = len(joined) > 1 and joined[-2].word in _PARTS_OF  # `2 of her supply`
        is_many = before not in _ARTICLES and token.word.endswith("s")  # `her coins`
        if before in _ONE and is_coin and not (is_share or is_many):
            joined[-1] = Token("1", joined[-1].typed)
        if before.isdecimal() and re.fullmatch(r"d\d+", token.word):
            joined[-1] = Token(f"{before}{token.word}", f"{joined[-1].typed} {token.typed}")
        elif (
            before in SIGNS
            and token.word.isdecimal()
            and begins_like_dice(joined[-2].word if len(joined) > 1 else "")
        ):
            joined.pop()
            dice = f"{joined[-1].word}{SIGNS[before]}{token.word}"
            joined[-1] = Token(dice, dice)
        else:
            joined.append(token)
    return joined


def _join_dice_words(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words with `2 of d6` as `2 d6`, and with `2 dice` as `2 d6` where it is asked how likely
    something is."""
    is_chance = any(token.word in _CHANCES for token in tokens)
    for at, token in enumerate(tokens):
        before, after = tokens[at - 1].word if at else "", tokens[at + 1 : at + 2]
        is_before_die = bool(after) and _DIE.fullmatch(after[0].word) is not None
        if is_before_die and token.word == "of" and before.isdecimal():
            continue
        die = _DIE.fullmatch(token.word)
        if die or (is_chance and token.word == "dice" and before.isdecimal()):
            token = Token(die[1] if die else "d6", token.typed)
        yield token


_MOST_WORDS_OF_GROUP = 3


def replace_ordinals(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The words with `goblin 3` for `third goblin`, where there are several goblins."""
    ordinals, numbered = load_phrases().ordinals, list[Token]()
    at = 0
    while at < len(tokens):
        number = ordinals.get(tokens[at].word)
        length = _count_group_words(tokens[at + 1 :], vocabulary) if number else 0
        numbered += tokens[at + 1 : at + 1 + length] if length else tokens[at : at + 1]
        numbered += [Token(f"{number}", f"{number}")] if length else []
        at += length + 1
    return numbered


def _count_group_words(tokens: Sequence[Token], vocabulary: Vocabulary) -> int:
    """How many words the name of a group has that they begin with, as `drowned man`; 0 for none."""
    for length in range(min(_MOST_WORDS_OF_GROUP, len(tokens)), 0, -1):
        words = [token.word for token in tokens[:length]]
        words[-1] = words[-1].removesuffix("'s")
        if "group" in vocabulary.find_meanings(*words):
            return length
    return 0


def correct_tokens(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The words with what was meant for each slip and each beginning of a known word; as they are
    if too many are unknown."""
    mended, number = list[Token](), 0
    for token in tokens:
        bare = re.sub(r"'s?$", "", token.word)
        is_owner = (bare.removesuffix("s"),) in vocabulary.names
        is_name = bool(mended) and mended[-1].word in _CALLED
        is_known = token.is_quoted or is_owner or is_name
        is_known = is_known or vocabulary.is_known(bare) or vocabulary.is_known(token.word)
        meant = "" if is_known else vocabulary.guess_known_word(bare)
        number += bool(meant) and not meant.startswith(bare)
        mended.append(token._replace(word=meant + token.word[len(bare) :]) if meant else token)
    return mended if number <= max(_MAX_MENDED, len(tokens) // 2) else list(tokens)


def join_typed_words(tokens: Iterable[Token]) -> str:
    """The tokens' words as they were typed, joined by spaces."""
    texts = (quote_name(token.typed) if token.is_quoted else token.typed for token in tokens)
    return " ".join(texts).replace(" ,", ",")
