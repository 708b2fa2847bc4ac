"""What one of several is called, a wolf of wolves, and several, torches of a torch."""

import re
from functools import lru_cache

_SINGULARS = (
    (r"(ss|us)", r"\1"),
    (r"(kni|\bli|wi)ves", r"\1fe"),
    (r"(wol|thie|\bel|shel|\bsel|dwar|hal|cal|loa|lea|hoo|scar)ves", r"\1f"),
    (r"staves", "staff"),
    (r"men", "man"),
    (r"children", "child"),
    (r"geese", "goose"),
    (r"mice", "mouse"),
    (r"oxen", "ox"),
    (r"(\b\w|zomb|pix|gen|brown|cook)ies", r"\1ie"),
    (r"ies", "y"),
    (r"axes", "axe"),
    (r"(ss|sh|ch|x)es", r"\1"),
    (r"(her|potat|tomat)oes", r"\1o"),
    (r"s", ""),
)
"""How the names of several end, and of one; the first that fits counts."""


@lru_cache(maxsize=4096)
def singularise_name(name: str) -> str:
    """The name of one of several, case-blind; any other name as it is.

    >>> singularise_name("dire wolves")
    'dire wolf'
    """
    for many, one in _SINGULARS:
        single, is_many = re.subn(rf"(?i){many}\Z", one, name)
        if is_many:
            return single
    return name


_PLURALS = (
    (r"(kni|\bli|wi)fe", r"\1ves"),
    (r"(wol|thie|\bel|shel|dwar|hal|cal)f", r"\1ves"),
    (r"man", "men"),
    (r"child", "children"),
    (r"goose", "geese"),
    (r"mouse", "mice"),
    (r"\box", "oxen"),
    (r"([^aeiou])y", r"\1ies"),
    (r"(ss|sh|ch|x)", r"\1es"),
)
"""How the names of one end, and of several; any other takes an `s`."""


@lru_cache(maxsize=256)
def pluralise_name(name: str) -> str:
    """The name of several of those of whom this is one.

    >>> pluralise_name("dire wolf")
    'dire wolves'
    """
    for one, many in _PLURALS:
        plural, is_one = re.subn(rf"(?i){one}\Z", many, name)
        if is_one:
            return plural
    return f"{name}s"
