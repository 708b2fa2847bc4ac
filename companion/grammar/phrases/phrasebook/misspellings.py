"""How words are misspelt: letters that are wrong, missing or swapped, words that sound the same,
and words that are shortened."""

import re
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.word_forms import is_ordinary_english_word

if TYPE_CHECKING:
    from spellchecker import SpellChecker

MIN_BEGINNING = 3
"""Letters of a word that may stand for a longer one."""
VOWELS = frozenset("aeiou")
_MIN_JUMBLED = 5
"""Letters of a word in which one may be two places off."""
MIN_LONG = 8
"""Letters of a word in which two may be wrong."""
_SOUNDS = tuple(
    (re.compile(written), heard)
    for written, heard in (
        (r"ph", "f"),
        (r"ck|c(?![eiyh])|q", "k"),
        (r"c(?=[eiy])", "s"),
        (r"tch", "ch"),
        (r"dge", "j"),
        (r"^kn", "n"),
        (r"^wr", "r"),
        (r"igh", "y"),
        (r"ie|[iy]", "y"),
        (r"oa|o(\w)e", r"o\1"),
        (r"oo|ou|ue?", "u"),
        (r"ea|ee|a(?=r)", "e"),
        (r"ay|ai", "a"),
        (r"z", "s"),
        (r"(.)\1", r"\1"),
        (r"(?<=..)e(?=s?$)", ""),
    )
)
"""Letters that sound alike, and what they are heard as."""


@lru_cache(maxsize=1024)
def correct_question_word(word: str) -> str:
    """The word that begins a question of which this is a slip, as `wat` of what; "" for none."""
    if len(word) < MIN_BEGINNING or word[0] not in "hw" or is_ordinary_english_word(word):
        return ""
    return next(
        (
            asked
            for slip in (word, word.removesuffix("s"))
            for asked in load_phrases().question_words
            if len(slip) >= MIN_BEGINNING and compute_edit_distance(slip, asked, 1) <= 1
        ),
        "",
    )


@cache
def encode_word_sound(word: str) -> str:
    """How a word sounds, roughly: without doubled letters, and vowels that are heard alike."""
    for written, heard in _SOUNDS:
        word = written.sub(heard, word)
    return word


@lru_cache(maxsize=16)
def index_words_by_sound(words: frozenset[str]) -> Mapping[str, str]:
    """The one word of each sound; of several the first by the alphabet."""
    return {
        encode_word_sound(word): word
        for word in sorted(words, reverse=True)
        if len(word) >= MIN_BEGINNING
    }


@lru_cache(maxsize=16)
def index_words_by_letters(words: frozenset[str]) -> Mapping[str, list[str]]:
    """The words by their first letter, and by all their letters in the order of the alphabet."""
    found: dict[str, list[str]] = {}
    for word in words:
        for key in {word[:1], "".join(sorted(word))}:
            found.setdefault(key, []).append(word)
    return found


@lru_cache(maxsize=4096)
def drop_vowels(word: str) -> str:
    """Its letters without vowels, none of them doubled; "" for a word without a vowel."""
    bare = "".join(letter for letter in word if letter not in VOWELS)
    return re.sub(r"(.)\1", r"\1", bare) if len(word) > len(bare) else ""


def _count_equal_letters(word: str, other: str) -> int:
    """With how many letters both begin."""
    pairs = zip(word, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def is_nickname(word: str, name: str) -> bool:
    """True for a name that is shortened so, as `gobbo` of goblin."""
    length = _count_equal_letters(word, name)
    end = rf"{word[length - 1 : length]}?(?:o|y|ie|er)?s?"
    return length >= MIN_BEGINNING and re.fullmatch(end, word[length:]) is not None


def is_shortened_form_of(word: str, meant: str) -> bool:
    """True for some letters of a word in their order, as `blk` of block."""
    letters = iter(meant)
    return word[0] == meant[0] and all(letter in letters for letter in word)


def is_english_word(word: str) -> bool:
    """True for a word of the English dictionary, however rare; for every word if there is no
    dictionary. The first word takes a quarter of a second: it is asked of what is nearly a known
    word alone."""
    dictionary = _load_dictionary()
    return dictionary is None or word in dictionary


@lru_cache(maxsize=1024)
def list_similar_english_words(word: str) -> frozenset[str]:
    """The English words of which this may be a slip."""
    dictionary = _load_dictionary()
    if dictionary is None:
        return frozenset()
    known = dictionary.known(dictionary.edit_distance_1(word))
    return frozenset(each for each in known if is_misspelling_of(word, each))


def is_misspelling_of(typed: str, meant: str) -> bool:
    """True for a word with one letter missing or too many, with two that are swapped, or with one
    out of its place, as `tohrc`; in a long one, one may be another."""
    if abs(len(meant) - len(typed)) > 1 or (
        len(typed) < MIN_LONG and _has_replaced_letter(typed, meant)
    ):
        return False
    return compute_edit_distance(typed, meant, 1) == 1 or _has_letter_out_of_place(typed, meant)


def _has_letter_out_of_place(typed: str, meant: str) -> bool:
    """True for the same letters with the same first, where one was typed two places off."""
    is_jumbled = typed[0] == meant[0] and sorted(typed) == sorted(meant)
    is_long = len(typed) >= _MIN_JUMBLED
    return is_long and is_jumbled and compute_edit_distance(typed, meant, 2) <= 2


def choose_nearest_word(typed: str, words: Collection[str]) -> str:
    """The word of which this is a slip: one of other letters only if there is none of the same; of
    several the one that is twice as common in English as any other, or none: ""."""
    near = [each for each in words if not _has_replaced_letter(typed, each)] or [*words]
    dictionary = _load_dictionary()
    if len(near) < 2 or dictionary is None:
        return near[0] if len(near) == 1 else ""
    known = dictionary.word_frequency
    first, second, *_ = sorted(near, key=lambda word: known[word], reverse=True)
    return first if known[first] > 2 * known[second] else ""


def _has_replaced_letter(typed: str, meant: str) -> bool:
    """True for words of one length with different letters."""
    return len(meant) == len(typed) and sorted(meant) != sorted(typed)


@cache
def _load_dictionary() -> "SpellChecker | None":
    """The dictionary; None if it is broken or gone: then no slip is sure, and lines are read as
    they were typed."""
    try:
        from spellchecker import SpellChecker  # measured: most lines hold no slip

        return SpellChecker(language="en")
    except (ImportError, OSError, ValueError):
        return None


def compute_edit_distance(typed: str, meant: str, most: int) -> int:
    """How many letters are missing, too many, wrong or swapped with the next; where there are more
    than `most`, one more than that."""
    if abs(len(typed) - len(meant)) > most:
        return most + 1
    same = _count_equal_letters(typed, meant)
    typed, meant = typed[same:], meant[same:]  # what both begin with costs nothing
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for at, letter in enumerate(typed):
        earlier, before, row = before, row, [at + 1]
        for place, other in enumerate(meant):
            cost = min(before[place] + (letter != other), before[place + 1] + 1, row[place] + 1)
            if at and place and letter == meant[place - 1] and typed[at - 1] == other:
                cost = min(cost, earlier[place - 1] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
