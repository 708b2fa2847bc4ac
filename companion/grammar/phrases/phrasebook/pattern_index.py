"""Finds which of many patterns may be in a text by a trigram, three letters, that each of them
needs. Hundreds of patterns are neither searched nor compiled for a line that holds none of them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

_LETTERS = 3
_PART = re.compile(
    r"(?P<plain>[^\\\[\](){}|.^$?*+]+(?![?*+{]))"
    r"|(?P<opening>\((?:\?(?:P<\w+>|<?[=!]|:))?)"
    r"|(?P<closing>\))(?P<times>\{[\d,]*\}|[?*+]?)"
    r"|(?P<bar>\|)"
    r"|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{[\d,]*\}|.",
    re.DOTALL,
)
"""A part of a pattern: letters that must stand, a bracket, how often its group stands, a bar; or a
class, an escape and all else, which needs no letters."""
_UNKNOWN = re.compile(r"(?<!\\)(?:\\\\)*(?:\(\?(?!P<|<?[=!]|:)|\\(?:[xuUN]|\d\d))")
"""Syntax that no pattern of the phrasebook needs, and that this does not read."""
_MAY_BE_LEFT_OUT = ("?", "*", "{")
_NEVER_THERE = ("(?!", "(?<!")
_NOTHING: frozenset[str] = frozenset()


class PatternIndex(NamedTuple):
    """Which patterns, by their places in a list, each trigram may bring into a text; and those that
    need none and may be in any."""

    places_by_trigram: dict[str, tuple[int, ...]]
    anywhere: tuple[int, ...]

    def list_places(self, text: str) -> list[int]:
        """The places of the patterns that may be found in a text, in order."""
        held = self.places_by_trigram.keys() & _split_into_trigrams(text.casefold())
        found = (self.places_by_trigram[trigram] for trigram in held)
        return sorted({*self.anywhere, *chain.from_iterable(found)})


def index_patterns(patterns: Sequence[str], samples: Iterable[str]) -> PatternIndex:
    """The index of patterns that are looked for case-blind. Of all trigrams that would do for a
    pattern it is found by those that the fewest samples hold. Raises ValueError for syntax that is
    not read here, as `(?>…)`."""
    reader = TrigramReader(samples)
    places: dict[str, list[int]] = {}
    anywhere = []
    for place, pattern in enumerate(patterns):
        needed = reader.list_needed_trigrams(pattern)
        for trigram in needed:
            places.setdefault(trigram, []).append(place)
        if not needed:
            anywhere.append(place)
    return PatternIndex({each: tuple(found) for each, found in places.items()}, tuple(anywhere))


class TrigramReader:
    """Reads from a pattern which trigrams a text must hold for it. Of several that would do it
    takes those that the fewest samples hold."""

    def __init__(self, samples: Iterable[str]) -> None:
        trigrams = (_split_into_trigrams(each.casefold()) for each in samples)
        self._common = Counter(chain.from_iterable(trigrams))
        self._find_rarest = cache(self._find_rarest_of_text)  # the same words stand in many

    def list_needed_trigrams(self, pattern: str) -> frozenset[str]:
        """Trigrams in small letters of which every text that a pattern is found in holds one: `rch`
        for `^(?:a |the )?torch(?:es)?$`. None where it can do without any. Raises ValueError for
        syntax that is not read here."""
        if unknown := _UNKNOWN.search(pattern):
            raise ValueError(f"«{unknown[0]}» is not read in «{pattern}»")
        needed, _ = self._read_group(_PART.finditer(pattern))
        return needed

    def _read_group(self, parts: Iterator[re.Match[str]]) -> tuple[frozenset[str], str]:
        """What a group needs, up to the bracket that closes it, and how often the group stands."""
        alternatives: list[list[frozenset[str]]] = [[]]
        times = ""
        for part in parts:
            if part["plain"]:
                alternatives[-1].append(self._find_rarest(part["plain"]))
            elif part["bar"]:
                alternatives.append([])
            elif part["closing"]:
                times = part["times"]
                break
            elif part["opening"]:
                inner, inner_times = self._read_group(parts)
                is_there = not part["opening"].startswith(_NEVER_THERE)
                if is_there and not inner_times.startswith(_MAY_BE_LEFT_OUT):
                    alternatives[-1].append(inner)
        needed = [self._choose_rarest(found) for found in alternatives]
        return (frozenset(chain.from_iterable(needed)) if all(needed) else _NOTHING), times

    def _find_rarest_of_text(self, text: str) -> frozenset[str]:
        """The trigram of a text that the fewest samples hold; none of a shorter text."""
        trigrams = sorted(_split_into_trigrams(text.casefold()))
        return frozenset([min(trigrams, key=self._common.__getitem__)]) if trigrams else _NOTHING

    def _choose_rarest(self, found: Iterable[frozenset[str]]) -> frozenset[str]:
        """Of what stands one behind the other that which the fewest samples hold."""
        usable = [each for each in found if each]
        if len(usable) > 1:
            return min(usable, key=self._count_samples)
        return usable[0] if usable else _NOTHING

    def _count_samples(self, needed: frozenset[str]) -> tuple[int, int]:
        """How many samples hold one of these trigrams, and how many trigrams they are."""
        return sum(map(self._common.__getitem__, needed)), len(needed)


def _split_into_trigrams(text: str) -> set[str]:
    return {text[at : at + _LETTERS] for at in range(len(text) - _LETTERS + 1)}
