"""Spells words as the phrasebook has them: contractions in full, numbers as figures."""

import re
from functools import cache

from companion.grammar.phrases.book.phrases_file import load_phrases

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
