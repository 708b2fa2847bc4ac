"""Finds which of many patterns may be in a text by three letters that each of them needs: a trigram
index. Hundreds of patterns are neither searched nor compiled for a line that holds none of them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

_LETTERS = 3
_PART = re.compile(
    r"(?P<plain>[^\\\[\](){}|.^$?*+]+(?![?*+{]))"
    r"|(?P<mark>\((?:\?(?:P<\w+>|P=\w+|<?[=!]|[a-zA-Z-]*[:>]?))?|[)|])(?P<often>\{[\d,]*\}|[?*+]?)"
    r"|\\(?:[xuU\d][\da-fA-F]*|.)|\[\^?\]?(?:\\.|[^\]\\])*\]|\{[\d,]*\}|.",
    re.DOTALL,
)
"""Letters that must stand; or a bracket or bar, and how often a group stands; or all else."""
_MAY_BE_LEFT_OUT = ("?", "*", "{")
_NEVER_THERE = ("(?!", "(?<!")
_NOTHING: frozenset[str] = frozenset()


class PatternIndex(NamedTuple):
    """Which patterns, by their places in a list, each three letters may bring into a text; and
    those that need no letters and may be in any."""

    places_by_letters: dict[str, tuple[int, ...]]
    anywhere: tuple[int, ...]

    def list_places(self, text: str) -> list[int]:
        """The places of the patterns that may be found in a text, in order."""
        held = self.places_by_letters.keys() & _split_into_letters(text.casefold())
        found = (self.places_by_letters[letters] for letters in held)
        return sorted({*self.anywhere, *chain.from_iterable(found)})


def index_patterns(patterns: Sequence[str], samples: Iterable[str]) -> PatternIndex:
    """The index of patterns that are looked for case-blind. Of all letters that a pattern needs,
    it is found by those that the fewest samples hold."""
    reader = NeededLetters(samples)
    places: dict[str, list[int]] = {}
    anywhere = []
    for place, pattern in enumerate(patterns):
        needed = reader.list_letters(pattern)
        for letters in needed:
            places.setdefault(letters, []).append(place)
        if not needed:
            anywhere.append(place)
    return PatternIndex({each: tuple(found) for each, found in places.items()}, tuple(anywhere))


class NeededLetters:
    """Reads from a pattern what a text must hold for it. Of several letters that would do it takes
    those that the fewest samples hold."""

    def __init__(self, samples: Iterable[str]) -> None:
        triples = (_split_into_letters(each.casefold()) for each in samples)
        self._common = Counter(chain.from_iterable(triples))
        self._find_rarest = cache(self._find_rarest_in_text)

    def list_letters(self, pattern: str) -> frozenset[str]:
        """Three small letters, or several times three, of which every text that a pattern is found
        in holds one: `orc` for `^(?:a |the )?torch(?:es)?$`. None where it can do without any."""
        return self._read_group(_PART.finditer(pattern))[0]

    def _read_group(self, parts: Iterator[re.Match[str]]) -> tuple[frozenset[str], str]:
        """What a group needs, up to the bracket that closes it, and how often the group stands."""
        alternatives: list[list[frozenset[str]]] = [[]]
        often = ""
        for part in parts:
            plain, mark, often = part.groups(default="")
            if plain:
                alternatives[-1].append(self._find_rarest(plain))
            elif mark == "|":
                alternatives.append([])
            elif mark == ")":
                break
            elif mark:
                inner, often_there = self._read_group(parts)
                is_there = not mark.startswith(_NEVER_THERE)
                if is_there and not often_there.startswith(_MAY_BE_LEFT_OUT):
                    alternatives[-1].append(inner)
        needed = [self._choose_rarest(found) for found in alternatives]
        return (frozenset(chain.from_iterable(needed)) if all(needed) else _NOTHING), often

    def _find_rarest_in_text(self, text: str) -> frozenset[str]:
        """The three letters of a text that the fewest samples hold; none of a shorter text."""
        letters = sorted(_split_into_letters(text.casefold()))
        return frozenset([min(letters, key=self._common.__getitem__)]) if letters else _NOTHING

    def _choose_rarest(self, found: Iterable[frozenset[str]]) -> frozenset[str]:
        """Of what stands one behind the other that which the fewest samples hold."""
        usable = [each for each in found if each]
        if len(usable) > 1:
            return min(usable, key=self._count_samples)
        return usable[0] if usable else _NOTHING

    def _count_samples(self, needed: frozenset[str]) -> tuple[int, int]:
        """How many samples hold one of these letters, and how many letters they are."""
        return sum(map(self._common.__getitem__, needed)), len(needed)


def _split_into_letters(text: str) -> set[str]:
    return {text[at : at + _LETTERS] for at in range(len(text) - _LETTERS + 1)}
