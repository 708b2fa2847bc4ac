"""The words that a line may hold, and what each may mean: who and what is in the campaign, what is
on sale, and the keywords of phrases.toml."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from companion.errant.singulars import singularise_name
from companion.grammar.command_words import WORDS
from companion.grammar.phrases.phrasebook.amounts import Meanings, list_coin_and_time_units
from companion.grammar.phrases.phrasebook.misspellings import (
    MIN_BEGINNING,
    MIN_LONG,
    VOWELS,
    choose_nearest_word,
    compute_edit_distance,
    correct_question_word,
    drop_vowels,
    encode_word_sound,
    index_words_by_letters,
    index_words_by_sound,
    is_english_word,
    is_misspelling_of,
    is_nickname,
    is_shortened_form_of,
    list_similar_english_words,
)
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb, is_ordinary_english_word

Listing = Mapping[str, list[frozenset[str]]]
"""The words of each name of a thing, by each of them."""
SMALL_WORDS = frozenset(
    ["the", "a", "an", "of", "in", "on", "at", "to", "for", "and", "old", "with", "half"]
)
"""Words that are part of many names and mean none alone."""
_RARE_METALS = ("silver", "gold", "golden")
"""What makes another thing of one that is listed: a silver dagger is no dagger that is sold."""
_MIN_NAME_BEGINNING = 2
_MIN_NAME = 5
_REMOVING = ("remove", "delete", "dismiss", "discharge", "erase", "banish")


class Vocabulary(NamedTuple):
    """What is known by name: the `names` of people, places and keywords with their meanings, and
    of each thing the words that name it; `carried` are those of what the Company has. `ranks` are
    all known words, the likeliest to be meant first; `people` are those that a short beginning may
    mean, `initials` the one Errant whose name each letter begins; `shy` are names that are common
    words, as «Will»."""

    names: dict[Words, Meanings]
    longest_name: int
    things: Listing
    carried: frozenset[str]
    people: frozenset[str]
    initials: Mapping[str, str]
    shy: frozenset[str]
    ranks: tuple[frozenset[str], ...]

    def is_known(self, word: str) -> bool:
        """True for a word that means something, or nothing by itself."""
        return any(word in known for known in self.ranks) or bool(self.find_singular(word))

    def find_meanings(self, *name: str) -> Meanings:
        """What these words mean as one name; nothing for no name."""
        return self.names.get(name, {})

    def find_member(self, *name: str) -> str:
        """The id of whoever of the Company has this name; "" for nobody."""
        return self.find_meanings(*name).get("person", "")

    def names_member(self, word: str) -> bool:
        """True for a name of somebody of the Company."""
        return bool(self.find_member(word))

    def names_person(self, word: str) -> bool:
        """True for a name of somebody, or of an owner."""
        meanings = self.find_meanings(re.sub(r"'s?$", "", word))
        return not meanings.keys().isdisjoint(("person", "npc"))

    def find_singular(self, word: str) -> str:
        """A word of a thing, without the s of many; "" for a word of no thing."""
        for each in (word, singularise_name(word), f"{word}s"):
            if each in self.things:
                return each
        return ""

    def count_new_thing_words(self, words: Sequence[str]) -> int:
        """How many of these words name a thing that no price table has, as `silver key`."""
        phrases = load_phrases()
        materials = list(takewhile(lambda word: word in phrases.materials, words))
        end = len(materials)
        is_named = bool(materials) and bool(words[end:])
        is_new = is_named and (
            find_treasure_name(words[end])
            or (materials[-1] in _RARE_METALS and words[end] in self.things)
        )
        if not is_new or self.are_words_of_one_thing(words[: end + 1]):
            return 0
        return end + 1

    def are_words_of_one_thing(self, words: Sequence[str]) -> bool:
        """True if all these words are of the name of one thing."""
        first, *others = [word for word in words if word not in SMALL_WORDS] or [""]
        return any(named.issuperset(others) for named in self.things.get(first, ()))

    def guess_known_word(self, word: str) -> str:
        """The one known word of which this is a beginning, or a slip; "" for none. A question word
        comes before all others. An ordinary English word is no slip, but for a form of another."""
        if not word.isalpha():
            return ""
        meant = (
            correct_question_word(word)
            or self._find_word_begun(word)
            or self._find_word_by_nickname(word)
            or self._find_word_without_vowels(word)
            or self._find_name_cut_in_middle(word)
            or self._find_nearest_word(word)
            or self._find_same_sounding_word(word)
        )
        is_form = word in inflect_verb(meant) or meant in inflect_verb(word)
        return meant if is_form or not is_ordinary_english_word(word) else ""

    def mend_sure_slip(self, word: str) -> str:
        """The one known word of which this is surely a slip, as `gobiln`: one letter is missing,
        too many or swapped with the next, in a longer word another; "" for any other, for an
        English word, however rare, and for a slip in what ends something for good."""
        if (
            len(word) < _MIN_NAME
            or not word.isalpha()
            or self.is_known(word)
            or is_ordinary_english_word(word)
        ):
            return ""
        own = frozenset(each.name for each in WORDS)
        found = {each for known in (own, *self.ranks) for each in _list_near_forms(word, known)}
        if not found or is_english_word(word):
            return ""
        likeliest = found & self.ranks[0] or found.intersection(list_coin_and_time_units())
        meant = choose_nearest_word(word, likeliest or found | list_similar_english_words(word))
        return meant if meant in found and not _is_verb_of_removal(meant) else ""

    def _find_same_sounding_word(self, word: str) -> str:
        """The word that sounds the same, as `roap` for rope."""
        sound = encode_word_sound(word) if len(word) >= MIN_BEGINNING else ""
        found = (index_words_by_sound(known).get(sound, "") for known in self.ranks if sound)
        return next(filter(None, found), "")

    def _find_word_by_nickname(self, word: str) -> str:
        """The one whose name is shortened so, as `gobbo` and `gobs` for goblins."""
        found = sorted((each for each in self.people if is_nickname(word, each)), key=len)
        return found[-1] if found and all(each.startswith(found[0]) for each in found) else ""

    def _find_word_without_vowels(self, word: str) -> str:
        """The word of which these are the letters without vowels, as `srch`."""
        if len(word) < MIN_BEGINNING or set(word) & VOWELS:
            return ""
        for known in self.ranks:
            found = [each for each in known if each[0] == word[0] and drop_vowels(each) == word]
            if found:
                return min(found, key=len)
        own = [each.name for each in WORDS if is_shortened_form_of(word, each.name)]
        return own[0] if len(own) == 1 else ""

    def _find_name_cut_in_middle(self, word: str) -> str:
        """The one name of which the middle is shortened so, as `reedmkt` for Reedmarket."""
        if len(word) < _MIN_NAME or is_english_word(word):
            return ""
        near = index_words_by_letters(self.ranks[0]).get(word[0], ())
        begun = [n for n in near if n[:MIN_BEGINNING] == word[:MIN_BEGINNING] and n[-1] == word[-1]]
        found = [each for each in begun if is_shortened_form_of(word, each)]
        return found[0] if len(found) == 1 else ""

    def _find_word_begun(self, word: str) -> str:
        if len(word) < _MIN_NAME_BEGINNING:
            return ""
        own = {each.name for each in WORDS.find_candidates(word)}
        groups = (self.people, own, *self.ranks[:-1]) if len(word) >= MIN_BEGINNING else ()
        for known in groups or (self.people, own):
            near = (
                index_words_by_letters(known).get(word[0], ())
                if isinstance(known, frozenset)
                else known
            )
            found = [each for each in near if each.startswith(word)]
            shortest = min(found, key=len, default="")
            if found and all(each.startswith(shortest) for each in found):
                return shortest
        return ""

    def _find_nearest_word(self, word: str) -> str:
        """The nearest word: a letter is missing, too many or swapped; in longer words one may be
        another, in long ones two."""
        most = 1 if len(word) < MIN_LONG else 2
        letters, bare = sorted(word), drop_vowels(word)
        found: list[tuple[int, bool, int, str]] = []
        for rank, known in enumerate(self.ranks if len(word) >= MIN_BEGINNING else ()):
            near = index_words_by_letters(known)
            for each in (*near.get(word[0], ()), *near.get("".join(letters), ())):
                if abs(len(each) - len(word)) > most:
                    continue
                is_swap = len(each) == len(word) and sorted(each) == letters
                is_long = len(word) >= (7 if len(each) == len(word) else MIN_BEGINNING + 1)
                is_long = is_long or drop_vowels(each) == bare != ""
                is_long = is_long or (len(word) >= _MIN_NAME and each in self.people)
                if not is_swap and not (is_long and each[0] == word[0]):
                    continue  # another short word is no slip of it
                if (slips := compute_edit_distance(word, each, most)) <= most:
                    found.append((slips, not is_swap, rank, each))
        return min(found)[-1] if found else ""


def _is_verb_of_removal(word: str) -> bool:
    """True for a verb by which somebody or something is gone for good: a slip must not do that."""
    return any(word in inflect_verb(verb) for verb in _REMOVING)


def _list_near_forms(word: str, known: frozenset[str]) -> Iterator[str]:
    """The known words of which this may be a slip; and many of one, as `torches`."""
    near = index_words_by_letters(known)
    for each in {*near.get(word[0], ()), *near.get("".join(sorted(word)), ())}:
        base = each.removesuffix("'s")
        forms = (base, f"{base}s", f"{base}es")
        yield from (
            form for form in forms if len(form) >= _MIN_NAME and is_misspelling_of(word, form)
        )


def find_treasure_name(word: str) -> str:
    """One of the things that are found, of a word for one or for many; "" for any other."""
    treasures = load_phrases().treasures
    return next((each for each in (word, singularise_name(word)) if each in treasures), "")


def split_name_into_words(name: str) -> Words:
    """The words of a name, case-blind."""
    return tuple(re.findall(r"[\w'’]+", name.casefold()))
