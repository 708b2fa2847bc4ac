"""Numbers of several words, as people say them, in digits: 320 for `three hundred and twenty`, 45
for `forty-five`."""

import re

_UNITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
    *("seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {
    **{word: value for value, word in enumerate((*_UNITS, *_TEENS), 1)},
    **{word: 10 * value for value, word in enumerate(_TENS, 2)},
}
_UNIT, _TEEN, _TEN = map("|".join, (_UNITS, _TEENS, _TENS))
_TWO_WORDS = rf"(?:{_TEN})[ -](?:{_UNIT})"
_BELOW_HUNDRED = rf"(?:{_TWO_WORDS}|{_TEN}|{_TEEN}|{_UNIT})"
_AND = r"(?:and (?!one (?!\w*s\b)))?"
"""No link of `two hundred and one torch`, which may be two sums."""
_HUNDREDS = rf"(?:(?:an?|{_BELOW_HUNDRED}) hundred(?: {_AND}{_BELOW_HUNDRED}(?![\w-]))?)"
_LONG_NUMBER = re.compile(
    rf"\b(?:(?:an?|{_HUNDREDS}|{_BELOW_HUNDRED}) thousand"
    rf"(?: (?:and )?(?:{_HUNDREDS}|{_BELOW_HUNDRED}(?![\w-])))?"
    rf"|(?!an? hundred\b(?! (?:and )?{_BELOW_HUNDRED}(?![\w-]))){_HUNDREDS}|{_TWO_WORDS})(?![\w-])",
    re.IGNORECASE,
)
"""A number of several words; `a hundred` alone is an article and a number."""


def write_long_numbers_in_digits(text: str) -> str:
    """A text with its numbers of several words in digits; numbers of one word stay."""
    return _LONG_NUMBER.sub(lambda found: str(_add_up(found[0])), text)


def _add_up(said: str) -> int:
    """The value of the words of one number."""
    total, current = 0, 0
    for word in re.findall(r"[a-z]+", said.casefold()):
        if word == "thousand":
            total, current = max(current, 1) * 1000, 0
        elif word == "hundred":
            current = max(current, 1) * 100
        else:
            current += _VALUES.get(word, 0)
    return total + current
